//! Old and poor surroundings: what is missing is taken away, and the page says so in a sentence of each language.
//!
//! Elsewhere are a graphics card that is lost (`spatial`), modules that trap or compute wrongly (`faults`), the policy that is
//! sent with the page (`delivery`), paper (`share`), forced colours (`accessibility`), large text and narrow screens (`layout`).
use crate::delivery::copy_folder;
use crate::harness::{dist, in_browser, in_browser_serving};
use crate::page::{Page, Screen};
use contact_forces::session::link::LANGUAGES;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The page after another script, which takes something away.
fn page_after(script: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(dist(), folder.path());
    fs::write(folder.path().join("before.js"), script).expect("the script is written");
    change(&folder, "<head>", "<head>\n<script src=\"before.js\"></script>");
    folder
}

/// Writes something else in the place of what the page has there.
fn change(folder: &TempDir, from: &str, to: &str) {
    let file = folder.path().join("index.html");
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.contains(from), "no {from} in the page");
    fs::write(file, page.replacen(from, to, 1)).unwrap();
}

fn in_browser_after(script: &str, test: impl AsyncFn(&Page)) {
    let folder = page_after(script);
    in_browser_serving(|| folder.path().to_path_buf(), test);
}

/// What a language says for a key in one of its parts.
pub fn sentence(language: &str, part: &str, key: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/lang/{language}.json"));
    let words: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    words[part][key].as_str().unwrap_or_else(|| panic!("no {key} in {part} of {language}")).to_string()
}

/// Waits for that sentence in an element of the page.
async fn until_said(page: &Page, id: &str, said: &str) {
    page.until(&format!("document.getElementById('{id}').innerText.includes({said:?})")).await;
}

/// The stage of the plane moves.
async fn plays(page: &Page) {
    page.run(true).await;
    page.pass(0.1).await;
    page.run(false).await;
}

/// The sentence in the place of the stage; the article can be read, and buttons are dead without an error.
async fn without_a_stage(page: &Page) {
    page.show_on(Screen::DESKTOP).await;
    for language in LANGUAGES {
        page.go(&format!("?lang={language}")).await;
        until_said(page, "fault", &sentence(language, "page", "fault.no-wasm")).await;
        until_said(page, "status", &sentence(language, "page", "stopped")).await;
        assert_eq!(page.value("document.getElementById('article').getClientRects().length > 0").await, true);
        page.click("#play").await;
    }
}

/// Frames in a sandbox run no script in any browser.
#[test]
fn without_javascript_a_sentence_says_so_and_the_article_reads() {
    let folder = page_after("document.documentElement.dataset.ran = 1");
    let frame = "<!doctype html><iframe sandbox=\"allow-same-origin\" src=\"index.html\" width=\"1000\" height=\"700\"></iframe>";
    fs::write(folder.path().join("frame.html"), frame).unwrap();
    in_browser_serving(
        || folder.path().to_path_buf(),
        async |page| {
            page.go("frame.html").await;
            page.until("document.querySelector('iframe').contentDocument?.readyState === 'complete'").await;
            page.until("document.querySelector('iframe').contentDocument.getElementById('article')").await;
            let seen = |selector: &str| {
                format!("document.querySelector('iframe').contentDocument.querySelector('{selector}')")
            };
            assert_eq!(page.value(format!("{}.dataset.ran ?? 'no'", seen("html"))).await, "no");
            let told = page.text(format!("{}.innerText", seen("noscript"))).await;
            for language in LANGUAGES {
                assert!(told.contains(&sentence(language, "without", "script")), "{language}: {told:?}");
            }
            let waits = format!("{}.getClientRects().length", seen("#status"));
            assert_eq!(page.value(waits).await, 0, "nobody waits for what never comes");
            assert!(page.text(format!("{}.innerText", seen("#article"))).await.len() > 1000);
            page.screenshot("no-javascript").await;
        },
    );
}

#[test]
fn without_webassembly_the_page_says_so_and_can_be_read() {
    in_browser_after("delete globalThis.WebAssembly", async |page| {
        without_a_stage(page).await;
        page.assert_no_errors().await;
        page.screenshot("no-webassembly").await;
    });
}

/// As on a site whose policy knows scripts alone.
#[test]
fn where_webassembly_is_forbidden_the_page_says_what_would_allow_it() {
    let folder = page_after("");
    change(&folder, "script-src 'self' 'wasm-unsafe-eval'", "script-src 'self'");
    in_browser_serving(|| folder.path().to_path_buf(), without_a_stage);
}

/// A browser that knows no modules of JavaScript runs the classic script alone.
#[test]
fn a_browser_that_is_too_old_says_so() {
    for (tag, language) in [("en-GB", "en"), ("de-AT", "de"), ("fr", "en")] {
        let folder = page_after(&format!(
            "delete HTMLScriptElement.prototype.noModule;
            Object.defineProperty(Navigator.prototype, 'language', {{ get: () => '{tag}' }});"
        ));
        change(&folder, "<script type=\"module\"", "<script type=\"text/unknown\"");
        in_browser_serving(
            || folder.path().to_path_buf(),
            async |page| {
                page.go("").await;
                until_said(page, "status", &sentence(language, "without", "old")).await;
            },
        );
    }
}

#[test]
fn opened_as_a_file_the_page_names_the_file_that_works() {
    for (tag, language) in [("en-US", "en"), ("de", "de")] {
        let script = format!("Object.defineProperty(Navigator.prototype, 'language', {{ get: () => '{tag}' }})");
        let folder = page_after(&script);
        in_browser(async |page| {
            page.go_to(&format!("file://{}", folder.path().join("index.html").display())).await;
            page.until("document.querySelector('#status a')?.href.endsWith('/contact-forces.html')").await;
            let told = page.text("document.getElementById('status').innerHTML").await;
            assert_eq!(told, sentence(language, "without", "file"));
            assert_eq!(page.value("document.getElementById('article').getClientRects().length > 0").await, true);
        });
    }
}

#[test]
fn without_webgl2_the_page_says_so_and_stays_in_the_plane() {
    const SCRIPT: &str = "HTMLCanvasElement.prototype.getContext = ((own) => function (kind, ...rest) {
        return kind === 'webgl2' ? null : own.call(this, kind, ...rest);
    })(HTMLCanvasElement.prototype.getContext);";
    in_browser_after(SCRIPT, async |page| {
        for language in LANGUAGES {
            for (address, then) in [("?mode=spatial&scene=balls", ""), ("?scene=wedge", "[name=mode][value=spatial]")] {
                page.open(&format!("{address}&lang={language}"), Screen::DESKTOP).await;
                if !then.is_empty() {
                    page.click(then).await;
                }
                until_said(page, "warnings", &sentence(language, "page", "fault.no-webgl2")).await;
                let modes = page.value("[page.mode, document.querySelector('[name=mode]:checked').value]").await;
                assert_eq!(modes, json!(["planar", "planar"]));
                plays(page).await;
            }
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn without_simd_the_plane_takes_the_place_of_3d_and_says_why() {
    in_browser_after("WebAssembly.validate = () => false", async |page| {
        for language in LANGUAGES {
            page.open(&format!("?mode=spatial&scene=bolt&lang={language}"), Screen::DESKTOP).await;
            until_said(page, "warnings", &sentence(language, "page", "fault.no-simd")).await;
            assert_eq!(page.text("page.mode").await, "planar");
            plays(page).await;
        }
        page.assert_no_errors().await;
    });
}

/// What came into browsers after those that README names: taken away, or made a word that no style knows.
#[test]
fn browsers_of_2023_show_all_that_newer_ones_do() {
    const SCRIPT: &str = "for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
        for (const name of ['union', 'difference', 'intersection', 'isSubsetOf']) delete Set.prototype[name];
        for (const name of ['map', 'filter', 'toArray', 'some']) delete globalThis.Iterator?.prototype[name];
        for (const name of ['getTextInfo', 'textInfo']) delete Intl.Locale.prototype[name];
        for (const name of ['checkVisibility', 'setHTMLUnsafe']) delete Element.prototype[name];
        for (const name of ['showPopover', 'togglePopover']) delete HTMLElement.prototype[name];
        delete Array.fromAsync, delete Object.groupBy, delete Map.groupBy, delete URL.canParse, delete RegExp.escape;
        delete Promise.withResolvers, delete Promise.try, delete Uint8Array.fromBase64, delete Uint8Array.prototype.toBase64;
        delete Document.prototype.startViewTransition, delete globalThis.requestIdleCallback, delete globalThis.scheduler;";
    let folder = page_after(SCRIPT);
    for file in ["www/style.css", "www/laboratory/laboratory.css", "www/article/article.css", "www/spatial/spatial.css"]
    {
        let file = folder.path().join(file);
        let style = fs::read_to_string(&file).unwrap();
        fs::write(file, style.replace("light-dark(", "unknown(").replace("@starting-style", "@unknown")).unwrap();
    }
    let site = || folder.path().to_path_buf();
    in_browser_serving(site, async |page| {
        for (address, screen) in [
            ("?scene=wedge&theme=light", Screen::DESKTOP),
            ("?scene=wedge&theme=dark&lang=de", Screen::PHONE),
            ("?mode=spatial&scene=two-blocks-3d&theme=dark", Screen::DESKTOP),
            ("?mode=spatial&scene=two-blocks-3d", Screen::PHONE),
        ] {
            page.open(address, screen).await;
            plays(page).await;
            for action in ["share", "help"] {
                page.value(format!("(page.actions.{action}(), 0)")).await;
                page.until("document.querySelector('dialog[open]')").await;
                assert_opaque(page, "dialog[open]", address).await;
                page.value("document.querySelector('dialog[open]').close()").await;
            }
            page.value("page.panels.open('settings')").await;
            page.until("document.getElementById('panel-settings').childElementCount").await;
            assert_opaque(page, if screen == Screen::PHONE { ".panels" } else { "#panel-settings" }, address).await;
            assert_opaque(page, ".bar button", address).await;
            page.value("page.reader.read()").await;
        }
        page.assert_no_errors().await;
    });
}

/// What lies over the page, or tells itself apart from it, has a colour of its own behind its words, and another one for them.
async fn assert_opaque(page: &Page, selector: &str, address: &str) {
    let colours = page.value(format!(
        "(({{ backgroundColor, color }}) => [backgroundColor, color])(getComputedStyle(document.querySelector({selector:?})))"
    ));
    let colours: [String; 2] = serde_json::from_value(colours.await).expect("two colours");
    let solid = colours.iter().all(|colour| colour.starts_with("rgb("));
    assert!(solid && colours[0] != colours[1], "{selector} of {address}: {colours:?}");
}

/// Where a file of words does not come, what it was for is in English.
#[test]
fn words_that_do_not_come_are_english_ones() {
    for (missing, language) in [("page", "en"), ("laboratory", "de")] {
        let folder = page_after("");
        fs::remove_file(folder.path().join(format!("www/lang/de/{missing}.json"))).unwrap();
        in_browser_serving(
            || folder.path().to_path_buf(),
            async |page| {
                page.open("?lang=de", Screen::DESKTOP).await;
                assert_eq!(page.text("document.documentElement.lang").await, language);
                assert_eq!(page.text("page.words.t('play')").await, sentence(language, "page", "play"));
                page.value("page.panels.open('redundancy')").await;
                let said = sentence("en", "laboratory", "redundancy.free.one");
                page.until(&format!("page.words.t('redundancy.free', {{ n: 1 }}) === {said:?}")).await;
            },
        );
    }
}

/// The stage goes on without the past, a tab or an entry at work, and what a visitor asked for is told.
#[test]
fn parts_that_do_not_come_are_told() {
    let folder = page_after(
        "window.lost = [];
        addEventListener('unhandledrejection', ({ reason }) => lost.push(`${reason}`));",
    );
    for file in ["graph.js", "laboratory/rewind.js", "laboratory/entry.js"] {
        fs::remove_file(folder.path().join("www").join(file)).unwrap();
    }
    let site = || folder.path().to_path_buf();
    in_browser_serving(site, async |page| {
        let said = sentence("en", "page", "fault.module");
        page.open("?scene=wedge&lang=en", Screen::DESKTOP).await;
        plays(page).await;
        assert_eq!(
            page.value("document.querySelectorAll('#warnings li').length").await,
            0,
            "nobody asked for the past"
        );
        page.tab("graph").await;
        until_said(page, "warnings", &said).await;
        page.click("#warnings button").await;
        page.tab("matrix").await;
        page.until("document.querySelector('#matrix tbody tr')").await;
        let entry = "document.querySelector('#matrix tbody tr').children[1].focus()";
        page.until(&format!("({entry}, document.getElementById('warnings').innerText.includes({said:?}))")).await;
        plays(page).await;
        assert_eq!(page.value("lost").await, json!([]));
    });
}

/// Refused at once, as by a setting of the browser, or soon after, as by a policy of the host.
#[test]
fn without_workers_the_stage_goes_on_and_a_sentence_says_what_is_missing() {
    for (language, refused) in [
        ("en", "throw new DOMException('no', 'SecurityError');"),
        ("de", "setTimeout(() => this.onerror(new Event('error')));"),
    ] {
        let script =
            format!("window.Worker = class {{ constructor() {{ {refused} }} postMessage() {{}} terminate() {{}} }}");
        in_browser_after(&script, async |page| {
            page.open(&format!("?mode=spatial&scene=two-blocks-3d&lang={language}"), Screen::DESKTOP).await;
            page.value("page.panels.open('solvers')").await;
            page.until("document.getElementById('panel-solvers')?.querySelector('button')").await;
            let said = sentence(language, "page", "fault.worker");
            page.until(&format!("document.body.innerText.includes({said:?})")).await;
            plays(page).await;
            page.assert_no_errors().await;
        });
    }
}

/// The page keeps nothing in the browser, so that one which forbids that is as good as any.
#[test]
fn without_storage_nothing_is_missing() {
    const SCRIPT: &str = "for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get() { throw new Error('no'); }, set() { throw new Error('no'); } });";
    in_browser_after(SCRIPT, async |page| {
        for address in ["?lang=de", "?mode=spatial&scene=balls"] {
            page.open(address, Screen::DESKTOP).await;
            plays(page).await;
            page.click("[data-do='share']").await;
            page.until("document.querySelector('dialog[open]')").await;
        }
        page.assert_no_errors().await;
    });
}
