//! The page as a visitor meets it: a size, keys, a mouse, a finger, eyes.
use crate::engine::Engine;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thirtyfour::common::command::Command;
use thirtyfour::common::print::PrintParameters;
use thirtyfour::prelude::*;

/// Width and height of the window's inside, and whether it is a phone's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    width: u32,
    height: u32,
    phone: bool,
}

impl Screen {
    /// A common desktop window.
    pub const DESKTOP: Screen = Screen { width: 1280, height: 800, phone: false };
    /// A low one.
    pub const LOW: Screen = Screen { width: 1280, height: 560, phone: false };
    /// A common phone.
    pub const PHONE: Screen = Screen { width: 360, height: 740, phone: true };
    /// An older one.
    pub const OLD_PHONE: Screen = Screen { width: 375, height: 667, phone: true };
    /// A longer one.
    pub const TALL_PHONE: Screen = Screen { width: 390, height: 844, phone: true };
    /// A common tablet, upright and on its side.
    pub const TABLET: [Screen; 2] =
        [Screen { width: 768, height: 1024, phone: true }, Screen { width: 1024, height: 768, phone: true }];
    /// The narrowest window that must do: a desktop's at 400 %.
    pub const NARROW: Screen = Screen { width: 320, height: 640, phone: true };

    /// A window on a desktop.
    pub const fn window(width: u32, height: u32) -> Screen {
        Screen { width, height, phone: false }
    }
}

/// Settings of Firefox by which a test pretends what the visitor's system prefers.
pub const PRETENDED: [&str; 6] = [
    "ui.prefersReducedMotion",
    "browser.display.document_color_use",
    "browser.display.background_color",
    "browser.display.background_color.dark",
    "browser.display.foreground_color",
    "browser.display.foreground_color.dark",
];

/// Whether the page can be used.
const USABLE: &str = "window.page?.view && performance.getEntriesByName('usable').length";

/// A browser tab, and where its server is.
pub struct Page {
    pub(crate) browser: WebDriver,
    pub(crate) server: String,
    pub(crate) engine: Engine,
}

impl Page {
    /// The first tab of this browser.
    pub fn new(browser: WebDriver, server: String, engine: Engine) -> Page {
        Page { browser, server, engine }
    }

    /// The root of the server, with a slash at its end.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Opens an address below the server's root on a screen, and waits until the page can be used. A clock that the address
    /// says nothing of stands, so that what is tested does not depend on how fast this machine is.
    pub async fn open(&self, address: &str, screen: Screen) {
        let (query, hash) = address.split_once('#').map_or((address, String::new()), |(q, h)| (q, format!("#{h}")));
        let says = query.contains("run=") || !hash.is_empty();
        let mark = if query.contains('?') { '&' } else { '?' };
        let address = if says { address.to_string() } else { format!("{query}{mark}run=0{hash}") };
        if screen.phone && self.engine != Engine::Chromium {
            return self.open_framed(&address, screen).await;
        }
        self.show_on(screen).await;
        self.go(&address).await;
        self.until(USABLE).await;
    }

    /// Waits until the browser knows of an address with this; WebKit hears of it from another process a little later.
    pub async fn until_address_has(&self, part: &str) {
        for _ in 0..600 {
            if self.browser.current_url().await.unwrap().as_str().contains(part) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no {part} in the address");
    }

    /// Loads the page again as it is, by the browser's own means: a script that reloads it goes on in the old document.
    pub async fn reload(&self) {
        self.browser.refresh().await.expect("the page loads again");
        self.until(USABLE).await;
    }

    /// In a frame: windows of the other browsers cannot be made as narrow as a phone.
    async fn open_framed(&self, address: &str, screen: Screen) {
        let Screen { width, height, .. } = screen;
        self.show_on(Screen::DESKTOP).await;
        self.go("www/article/rest.html").await;
        let source = format!("{}{address}", self.server);
        let frame = format!(
            "const frame = document.createElement('iframe');
            Object.assign(frame, {{ width: {width}, height: {height}, frameBorder: 0, src: {source:?} }});
            document.body.style.margin = 0;
            document.body.replaceChildren(frame);"
        );
        self.script(&frame).await;
        self.browser.enter_frame(0).await.expect("a frame");
        self.until_loaded_anew(USABLE).await;
    }

    /// Goes to an address below the server's root and waits for nothing but the document.
    pub async fn go(&self, address: &str) {
        self.go_to(&format!("{}{address}", self.server)).await;
    }

    /// Goes to any address.
    pub async fn go_to(&self, address: &str) {
        self.browser.goto(address).await.expect("the page opens");
    }

    /// Changes the size of the screen.
    pub async fn show_on(&self, screen: Screen) {
        let Screen { width, height, phone } = screen;
        if self.engine != Engine::Chromium {
            return self.resize_window(width, height).await;
        }
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
    }

    /// Runs a script before the page's own in all that is opened from here on, where the browser's driver can do that.
    pub async fn before_all(&self, source: &str) {
        if self.engine == Engine::Chromium {
            self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
        }
    }

    /// Makes the window so large that its inside is; a phone's is as narrow as the browser lets its window be.
    async fn resize_window(&self, width: u32, height: u32) {
        let mut outer = (width, height);
        for _ in 0..2 {
            self.browser.set_window_rect(0, 0, outer.0, outer.1).await.expect("a window has a size");
            let [x, y] = [self.number("innerWidth").await as u32, self.number("innerHeight").await as u32];
            outer = ((outer.0 + width).saturating_sub(x), (outer.1 + height).saturating_sub(y));
        }
    }

    /// Sends one command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Value {
        self.browser.cdp().send_raw(method, parameters).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The value of a JavaScript expression; a promise is awaited. It comes as a text, since not every driver reads numbers to
    /// the last bit.
    pub async fn value(&self, expression: impl AsRef<str>) -> Value {
        let expression = expression.as_ref();
        let script = format!("return Promise.resolve(({expression})).then((value) => JSON.stringify(value) ?? 'null')");
        let returned = self.browser.execute(script, Vec::new()).await;
        let text = returned.unwrap_or_else(|error| panic!("{expression}: {error}")).json().clone();
        let text = text.as_str().unwrap_or_else(|| panic!("{expression}: its document went away meanwhile"));
        serde_json::from_str(text).expect("JSON")
    }

    /// The value of an expression that is a number.
    pub async fn number(&self, expression: impl AsRef<str>) -> f64 {
        let expression = expression.as_ref();
        let value = self.value(expression).await;
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}, not a number"))
    }

    /// The value of an expression that is a text.
    pub async fn text(&self, expression: impl AsRef<str>) -> String {
        let expression = expression.as_ref();
        let value = self.value(expression).await;
        let text = value.as_str().unwrap_or_else(|| panic!("{expression} is {value}, not a text"));
        text.replace('\u{a0}', " ") // which keeps numbers and units in one line
    }

    /// Runs a script in the page.
    pub async fn script(&self, source: &str) {
        self.browser.execute(source, Vec::new()).await.expect("the script runs");
    }

    /// Pretends that the visitor's system asks for less motion, or does not; WebKit's driver cannot.
    pub async fn reduce_motion(&self, reduce: bool) {
        if self.engine == Engine::Firefox {
            let wish = format!("Services.prefs.setIntPref('{}', arguments[0])", PRETENDED[0]);
            self.in_firefox_itself(&wish, json!(i32::from(reduce))).await;
            return;
        }
        let value = if reduce { "reduce" } else { "no-preference" };
        let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    /// Prints the page; WebKit's driver cannot, and the page is told alone that it is about to be.
    pub async fn print(&self) {
        match self.engine {
            Engine::WebKit => self.script("dispatchEvent(new Event('beforeprint'))").await,
            _ => _ = self.browser.print_page(PrintParameters::default()).await.expect("a print"),
        }
    }

    /// Pretends that the visitor's system forces its own colours on all pages, light or dark ones.
    pub async fn force_colours(&self, scheme: &str) {
        if self.engine == Engine::Firefox {
            let colours = if scheme == "dark" { ["#000000", "#ffffff"] } else { ["#ffffff", "#000000"] };
            let wish = "Services.prefs.setIntPref('browser.display.document_color_use', 2);
                for (const name of ['', '.dark']) {
                    Services.prefs.setStringPref(`browser.display.background_color${name}`, arguments[0][0]);
                    Services.prefs.setStringPref(`browser.display.foreground_color${name}`, arguments[0][1]);
                }";
            self.in_firefox_itself(wish, json!(colours)).await;
            return;
        }
        let features = json!([
            { "name": "forced-colors", "value": "active" },
            { "name": "prefers-color-scheme", "value": scheme },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Waits until no frame is due and the page has scrolled as far as it will.
    pub async fn until_still(&self) {
        self.value("new Promise((still) => setTimeout(() => requestAnimationFrame(() => still()), 250))").await;
    }

    /// Waits until a JavaScript condition holds; a minute is too long, even for a module that is compiled on a busy machine.
    pub async fn until(&self, condition: &str) {
        for _ in 0..6 {
            if self.comes_true(condition).await {
                return;
            }
        }
        panic!("{condition} did not come true in a minute");
    }

    /// The same for a condition that comes with another document: what waits within the old one ends with it.
    pub async fn until_loaded_anew(&self, condition: &str) {
        for _ in 0..600 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let now = self.browser.execute(format!("return Boolean({condition})"), Vec::new()).await;
            if now.is_ok_and(|now| *now.json() == true) {
                return;
            }
        }
        panic!("{condition} did not come true in a minute");
    }

    /// Whether a JavaScript condition holds within ten seconds: a driver lets no script run for much longer.
    async fn comes_true(&self, condition: &str) -> bool {
        let wait = format!(
            "(async () => {{
                for (const start = performance.now(); performance.now() - start < 10_000;) {{
                    if ({condition}) return true;
                    await new Promise((wake) => setTimeout(wake, 20));
                }}
                return false;
            }})()"
        );
        self.value(wait).await == true
    }

    /// Opens a tab as a visitor does: those that show how all is computed are behind "More".
    pub async fn tab(&self, name: &str) {
        let tab = format!("#tab-{name}");
        if self.value(format!("document.querySelector('{tab}').hidden")).await == true {
            self.click("#more").await;
        }
        self.click(&tab).await;
    }

    /// Clicks the element that a CSS selector finds.
    pub async fn click(&self, selector: &str) {
        let element = self.browser.find(By::Css(selector)).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Presses a key and keeps it down.
    pub async fn hold(&self, key: impl Into<char>) {
        self.browser.action_chain().key_down(key.into()).perform().await.expect("a key goes down");
    }

    /// Lets a key go.
    pub async fn release(&self, key: impl Into<char>) {
        self.browser.action_chain().key_up(key.into()).perform().await.expect("a key goes up");
    }

    /// Presses a key once.
    pub async fn press(&self, key: impl Into<char>) {
        let key = key.into();
        self.browser.action_chain().key_down(key).key_up(key).perform().await.expect("a key is pressed");
    }

    /// Presses a key while another is held.
    pub async fn press_with(&self, held: impl Into<char>, key: char) {
        let (held, chain) = (held.into(), self.browser.action_chain());
        chain.key_down(held).key_down(key).key_up(key).key_up(held).perform().await.expect("keys are pressed");
    }

    /// Presses the mouse's first button at a point of the window and moves on to another; the button stays down.
    pub async fn drag_mouse(&self, from: [f64; 2], to: [f64; 2]) {
        let [x, y] = from.map(|at| at.round() as i64);
        let [to_x, to_y] = to.map(|at| at.round() as i64);
        let chain = self.browser.action_chain().move_to(x, y).click_and_hold();
        chain.move_to((x + to_x) / 2, (y + to_y) / 2).move_to(to_x, to_y).perform().await.expect("the mouse drags");
    }

    /// Moves the mouse to a point of the window.
    pub async fn point_at(&self, [x, y]: [f64; 2]) {
        let chain = self.browser.action_chain().move_to(x.round() as i64, y.round() as i64);
        chain.perform().await.expect("the mouse moves");
    }

    /// Lets the mouse's button go.
    pub async fn release_mouse(&self) {
        self.browser.action_chain().release().perform().await.expect("the mouse lets go");
    }

    /// Puts a finger on a point of the window and moves it to another; it stays there.
    pub async fn drag_finger(&self, from: [f64; 2], to: [f64; 2]) {
        self.drag_fingers(&[[from, to]]).await;
    }

    /// The same with several fingers at a time.
    pub async fn drag_fingers(&self, paths: &[[[f64; 2]; 2]]) {
        let to = |[from, to]: [[f64; 2]; 2], part: u32| {
            let [x, y] =
                [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * f64::from(part) / 4.0).round() as i64);
            json!({ "type": "pointerMove", "x": x, "y": y, "duration": if part > 0 { 30 } else { 0 } })
        };
        let fingers = paths.iter().enumerate().map(|(finger, &path)| {
            let mut moves: Vec<_> = (0..=4).map(|part| to(path, part)).collect();
            moves.insert(1, json!({ "type": "pointerDown", "button": 0 }));
            let id = format!("finger {finger}");
            json!({ "type": "pointer", "id": id, "parameters": { "pointerType": "touch" }, "actions": moves })
        });
        let fingers: Vec<_> = fingers.collect();
        self.browser.handle().cmd(Command::PerformActions(json!(fingers).into())).await.expect("fingers drag");
    }

    /// Lifts all fingers.
    pub async fn lift_fingers(&self) {
        self.browser.handle().cmd(Command::ReleaseActions).await.expect("fingers are lifted");
    }

    /// Looks at another tab for a while, so that this one is hidden.
    pub async fn hide_for(&self, time: Duration) {
        let elsewhere = self.browser.in_new_tab(async || {
            tokio::time::sleep(time).await;
            Ok(())
        });
        elsewhere.await.expect("another tab");
    }

    /// Stores a picture of the window.
    pub async fn screenshot(&self, name: &str) {
        self.picture(&among_pictures(name)).await;
    }

    /// Stores a picture of the window in a file.
    pub async fn picture(&self, file: &Path) {
        self.browser.screenshot(file).await.expect("a picture");
    }

    /// Keeps a picture and the console's lines of a test that failed.
    pub async fn tell(&self) {
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        if let Err(error) = self.browser.screenshot(&among_pictures(&format!("failed-{test}"))).await {
            // what crashed has none, and its test may be repeated all the same
            return eprintln!("no picture: {error}");
        }
        if self.engine == Engine::Chromium {
            for entry in self.browser.browser_log().await.unwrap_or_default() {
                eprintln!("console: {} {}", entry.level, entry.message);
            }
        }
    }
}

/// The file of a picture with this name.
fn among_pictures(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder.join(format!("{name}.png"))
}
