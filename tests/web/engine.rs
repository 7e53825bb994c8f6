//! The browsers that can be driven: Chromium, or the one that `ENGINE` names.
use crate::listener::Listener;
use serde_json::{Value, json};
use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use thirtyfour::Capabilities;

/// A browser by what it draws and computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// By ChromeDriver.
    Chromium,
    /// By geckodriver.
    Firefox,
    /// WebKitGTK's own small browser, by its own driver.
    WebKit,
}

impl Engine {
    /// The one that this run drives.
    pub fn chosen() -> Engine {
        match env::var("ENGINE").as_deref() {
            Err(_) | Ok("chromium") => Engine::Chromium,
            Ok("firefox") => Engine::Firefox,
            Ok("webkit") => Engine::WebKit,
            Ok(other) => panic!("ENGINE is {other:?}, not chromium, firefox or webkit"),
        }
    }

    /// How often a test is tried: a browser beside others on a busy machine may keep a page waiting, and WebKit's compiler
    /// now and then breaks a module that runs. A fault of the page is there every time; each repeated run is told.
    pub fn attempts(self) -> usize {
        if self == Engine::WebKit { 3 } else { 2 }
    }

    /// Whether one test after the other can have the same browser: WebKit's is soon there, and not sure to last.
    pub fn is_shared(self) -> bool {
        self != Engine::WebKit
    }

    /// A screen that nobody sees, for one window alone: of several on a screen only one has the focus. Without Xvfb there
    /// is none, and the window comes up on the visitor's.
    pub fn start_screen(self) -> Option<Listener> {
        if self == Engine::Chromium {
            return None; // it draws in 3D without
        }
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]);
        Listener::start(&mut server, |number| Some(format!(":{}", number.trim())))
    }

    /// Its driver on a free port. None if it is not there.
    pub fn start_driver(self, screen: Option<&Listener>) -> Option<Listener> {
        if self == Engine::Chromium {
            return Listener::start(Command::new("chromedriver").arg("--port=0"), |line| {
                let port = line.split_once("successfully on port ")?.1.trim_end_matches('.');
                Some(format!("http://127.0.0.1:{port}"))
            });
        }
        let port = free_port();
        let mut command = match self {
            Engine::Firefox => Command::new(env::var_os("GECKODRIVER").unwrap_or("geckodriver".into())),
            _ => Command::new("WebKitWebDriver"),
        };
        if self == Engine::Firefox {
            command.arg("--allow-system-access"); // its console is shown to nobody else
        }
        if let Some(screen) = screen {
            command.env("DISPLAY", screen.address());
        }
        Listener::start_on(command.arg(format!("--port={port}")), port)
    }

    /// What the driver is asked for.
    pub fn capabilities(self, profile: &Path) -> Capabilities {
        let (name, value): (&str, Value) = match self {
            Engine::Chromium => {
                let profile = format!("--user-data-dir={}", profile.display());
                let arguments: Vec<&str> = CHROMIUM_ARGUMENTS.into_iter().chain([profile.as_str()]).collect();
                ("goog:chromeOptions", json!({ "args": arguments }))
            }
            // as a visitor's: the driver alone lets a page that is a file load its neighbours
            Engine::Firefox => {
                ("moz:firefoxOptions", json!({ "prefs": { "security.fileuri.strict_origin_policy": true } }))
            }
            Engine::WebKit => {
                ("webkitgtk:browserOptions", json!({ "binary": mini_browser(), "args": ["--automation"] }))
            }
        };
        let mut capabilities = Capabilities::new();
        capabilities.set(name, value).expect("a capability");
        if self == Engine::Chromium {
            capabilities.set("goog:loggingPrefs", json!({ "browser": "ALL" })).expect("a capability");
        }
        capabilities
    }
}

const CHROMIUM_ARGUMENTS: [&str; 11] = [
    "--headless",
    "--no-sandbox", // it refuses to run as root otherwise
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup", // 280 scripts of its address line, which nobody sees
    "--force-device-scale-factor=1",
    "--window-size=1280,900",
];

/// A port that nothing listened on a moment ago; no other test gets it.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a port").port()
}

/// Where Debian keeps the small browser, a folder for each machine and version.
fn mini_browser() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let folders = |path: &Path| -> Vec<_> {
            std::fs::read_dir(path).map_or(Vec::new(), |all| all.flatten().map(|entry| entry.path()).collect())
        };
        let all = folders(Path::new("/usr/lib")).into_iter().flat_map(|folder| folders(&folder));
        let found = all.map(|folder| folder.join("MiniBrowser")).find(|file| file.is_file());
        found.map_or("MiniBrowser".to_string(), |file| file.display().to_string())
    })
}
