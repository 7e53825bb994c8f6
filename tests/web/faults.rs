//! What the page does when something is wrong.
use crate::delivery::copy_folder;
use crate::harness::{dist, in_browser, in_browser_serving};
use crate::page::{Page, Screen};
use serde_json::json;
use std::fs;

#[test]
fn a_bad_link_is_told_and_the_defaults_stand() {
    in_browser(async |page| {
        page.open("?scene=nowhere&g=x&n=99&colour=red#s=v1.x", Screen::DESKTOP).await;
        let warnings = page.value("[...document.querySelectorAll('#warnings li')].map((item) => item.innerText)").await;
        let warnings: Vec<String> = serde_json::from_value(warnings).unwrap();
        for field in ["scene", "g", "n", "colour", "s"] {
            let told = |words: &&String| words.starts_with(&format!("{field}:"));
            assert!(warnings.iter().any(|words| told(&words)), "no warning of {field} in {warnings:#?}");
        }
        assert_eq!(page.value("document.getElementById('warnings').checkVisibility()").await, true);
        assert_eq!(page.value("page.view.value('scene')").await, "two-blocks");
        page.click("#play").await;
        page.pass(0.1).await;
        page.assert_no_errors().await;
        page.screenshot("bad-link").await;
    });
}

#[test]
fn a_scene_that_only_the_other_mode_has_is_offered_there() {
    in_browser(async |page| {
        for (address, mode, scene) in [
            ("?scene=arch&theme=dark", "spatial", "arch"),
            ("?mode=spatial&scene=hexagon&theme=dark", "planar", "hexagon"),
        ] {
            page.open(address, Screen::DESKTOP).await;
            page.until("document.querySelector('#warnings a')").await;
            let told = page.text("document.getElementById('warnings').innerText").await;
            assert!(told.starts_with(&format!("scene: “{scene}” is a scene in")), "{told}");
            let link = page.text("document.querySelector('#warnings a').getAttribute('href')").await;
            page.open(&link, Screen::DESKTOP).await;
            let there = "[page.mode, page.view.value('scene'), page.view.value('theme'), document.querySelectorAll('#warnings li').length]";
            assert_eq!(page.value(there).await, json!([mode, scene, "dark", 0]));
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn a_fault_of_the_module_is_told_and_reset_works() {
    in_browser(async |page| {
        page.open("?scene=blocks&run=1", Screen::DESKTOP).await;
        // a call with an address beyond all memory traps inside the module
        page.value("page.modes.wasm.default().then((module) => setTimeout(module.planarview_time, 0, 0xfffffff0))")
            .await;
        page.until("!document.getElementById('fault').hidden").await;
        let words = page.text("document.getElementById('fault').innerText").await;
        assert!(words.lines().count() >= 3, "what happened, why, and the button: {words:?}");
        assert!(words.contains("wasm-function["), "where it happened: {words:?}");
        page.screenshot("fault").await;
        page.click("#fault button").await;
        page.until("document.getElementById('fault').hidden && page.view").await;
        page.run(true).await;
        page.pass(0.2).await;
        assert_eq!(page.console().await.len(), 1, "the fault itself is all that the console has");
    });
}

/// The words of a panic that a test provokes.
const WORDS: &str = "a panic for the test";

/// Waits for the page to tell of the panic, looks for its message and place there and in the console, and starts anew.
async fn is_told_and_mended(page: &Page) {
    page.until("!document.getElementById('fault').hidden").await;
    let console = page.console().await.join("\n");
    let words = page.text("document.getElementById('fault').innerText").await;
    for told in [Some(&words), page.hears_workers().then_some(&console)].into_iter().flatten() {
        assert!(told.contains(WORDS) && told.contains("src/web/wire/fault.rs:"), "no message or no place in {told:?}");
    }
    page.click("#fault button").await;
    page.until("document.getElementById('fault').hidden && page.view").await;
    let before = page.time().await;
    page.run(true).await;
    page.pass(0.1).await;
    assert!(page.time().await > before);
    page.run(false).await;
}

#[test]
fn a_panic_is_told_with_its_message_and_place_and_reset_works() {
    in_browser(async |page| {
        for address in ["?scene=blocks", "?mode=spatial&scene=balls"] {
            page.open(address, Screen::DESKTOP).await;
            page.until("page.view").await;
            page.value(format!("void setTimeout(page.modes.wasm.panic_for_test, 0, {WORDS:?})")).await;
            is_told_and_mended(page).await;
        }
    });
}

#[test]
fn a_panic_in_the_worker_is_told_with_its_message_and_place_and_reset_works() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=two-blocks-3d", Screen::DESKTOP).await;
        page.until("page.view").await;
        let ask = |verb: &str| {
            format!("import('./www/spatial/aside.js').then(({{ aside }}) => aside(page).ask({verb})).catch(() => null)")
        };
        page.value(ask(&format!("'panic_for_test', {WORDS:?}"))).await;
        is_told_and_mended(page).await;
        assert_ne!(page.value(ask("'methods'")).await, json!(null), "a fresh worker answers");
    });
}

/// The page of a folder whose planar module is said to end its short run at `known`, a JavaScript expression.
fn page_knowing(known: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(dist(), folder.path());
    let glue = folder.path().join("www/pkg/planar/contact_forces.js");
    let source = fs::read_to_string(&glue).unwrap();
    let (before, after) = source.split_once("export const KNOWN_RUN = ").unwrap();
    let right = after.split(';').next().unwrap();
    fs::write(&glue, format!("{before}const RIGHT = {right};\nexport const KNOWN_RUN = {known};\n")).unwrap();
    folder
}

#[test]
fn a_module_that_computes_wrongly_is_told_and_loaded_anew() {
    let once = page_knowing("(globalThis.loads = (globalThis.loads ?? 0) + 1) > 1 ? RIGHT : ''");
    in_browser_serving(
        || once.path().to_path_buf(),
        async |page| {
            page.open("?lang=en", Screen::DESKTOP).await;
            let told = page.text("document.getElementById('warnings').innerText").await;
            assert!(told.contains("loaded anew"), "{told}");
            page.run(true).await;
            page.pass(0.1).await;
            page.assert_no_errors().await;
        },
    );
    let always = page_knowing("''");
    in_browser_serving(
        || always.path().to_path_buf(),
        async |page| {
            page.go("?lang=en").await;
            page.until("!document.getElementById('fault').hidden").await;
            let told = page.text("document.getElementById('fault').innerText").await;
            assert!(told.contains("computes wrongly"), "{told}");
        },
    );
}
