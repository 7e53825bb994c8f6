//! The page in the eyes of axe-core, in every look it has.
//!
//! `AXE_CORE` is the path of axe.min.js; `cargo run -- test` sets it after fetching the file.
use crate::delivery::copy_folder;
use crate::engine::Engine;
use crate::harness::{dist, in_browser, in_browser_serving, in_chromium, left_out};
use crate::page::{Page, Screen};
use std::{env, fs};
use tempfile::TempDir;

const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// Name, address, screen, and what to do first.
const LOOKS: [(&str, &str, Screen, &str); 18] = [
    ("desktop", "", Screen::DESKTOP, ""),
    ("phone", "", Screen::PHONE, ""),
    ("dark", "?theme=dark", Screen::DESKTOP, ""),
    ("projector", "?theme=projector", Screen::DESKTOP, ""),
    ("help open", "", Screen::DESKTOP, "page.actions.help()"),
    (
        "matrix open",
        "?scene=blocks&n=6&show=forces,matrix",
        Screen::DESKTOP,
        "document.getElementById('tab-matrix').click()",
    ),
    ("embedded", "?embed=1", Screen::DESKTOP, ""),
    ("pivots", "", Screen::DESKTOP, "document.getElementById('tab-pivots').click()"),
    (
        "pivots on a dark phone",
        "?theme=dark",
        Screen::PHONE,
        "page.actions.panels(); document.getElementById('tab-pivots').click()",
    ),
    ("redundancy", "?scene=pyramid", Screen::DESKTOP, "document.getElementById('tab-redundancy').click()"),
    ("solvers", "?theme=dark&scene=pyramid", Screen::DESKTOP, "document.getElementById('tab-solvers').click()"),
    ("body", "?lang=de", Screen::DESKTOP, "document.getElementById('tab-body').click()"),
    (
        "methods in space",
        "?mode=spatial&scene=packing&n=3",
        Screen::DESKTOP,
        "document.getElementById('tab-solvers').click()",
    ),
    (
        "methods in space on a dark phone",
        "?mode=spatial&scene=driven&theme=dark&lang=de",
        Screen::PHONE,
        "page.actions.panels(); document.getElementById('tab-solvers').click()",
    ),
    ("collisions", "?mode=spatial&scene=bolt", Screen::DESKTOP, "document.getElementById('tab-collisions').click()"),
    ("curvature", "?mode=spatial&scene=torus", Screen::DESKTOP, "document.getElementById('tab-curvature').click()"),
    ("drift in space", "?mode=spatial&scene=bowl", Screen::DESKTOP, "document.getElementById('tab-drift').click()"),
    ("German", "?lang=de", Screen::DESKTOP, "document.getElementById('tab-settings').click()"),
];

/// The page with the checker beside it, if that is there.
fn with_axe() -> Option<TempDir> {
    let Some(file) = env::var_os("AXE_CORE") else {
        left_out("axe-core's tests: AXE_CORE names no axe.min.js");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(dist(), folder.path());
    fs::copy(file, folder.path().join("axe.min.js")).expect("axe.min.js");
    Some(folder)
}

/// What the checker finds wrong with the page as it is now. It is the page's own script: as the driver's it did not end in
/// six minutes in Firefox.
async fn violations(page: &Page) -> Vec<String> {
    page.script("document.head.append(Object.assign(document.createElement('script'), { src: '/axe.min.js' }))").await;
    page.until("window.axe").await;
    let found = page.value(format!(
        "axe.run({{ runOnly: {TAGS:?}, resultTypes: ['violations'] }}).then(({{ violations }}) => violations.flatMap(({{ id, help, nodes }}) =>
            nodes.map((node) => `${{id}}: ${{help}}: ${{node.target}} ${{node.failureSummary}}`)))"
    ));
    serde_json::from_value(found.await).expect("a list")
}

/// Runs one test with the checker beside the page, if that is there.
fn in_browser_with_axe(test: impl AsyncFn(&Page)) {
    if let Some(folder) = with_axe() {
        in_browser_serving(|| folder.path().to_path_buf(), test);
    }
}

async fn assert_no_violations(page: &Page, name: &str) {
    let found = violations(page).await;
    assert!(found.is_empty(), "{name}: {found:#?}");
}

#[test]
fn axe_finds_nothing() {
    in_browser_with_axe(async |page| {
        for (name, address, screen, first) in LOOKS {
            page.open(address, screen).await;
            page.value(format!("(() => {{ {first} }})()")).await;
            page.value("page.reader.reading").await; // what is still coming is not yet as it will be
            page.until("!document.querySelector('[aria-busy=true]')").await;
            page.until_still().await;
            assert_no_violations(page, name).await;
        }
    });
}

/// With every figure and number in place and an exercise answered.
#[test]
fn axe_finds_nothing_in_the_article() {
    in_browser_with_axe(async |page| {
        for (name, address, screen, exercise) in [
            ("article", "?scene=balance", Screen::DESKTOP, 1),
            ("article in German on a phone", "?scene=turning&lang=de", Screen::PHONE, 4),
            ("article in the dark", "?scene=beam&theme=dark", Screen::DESKTOP, 5),
        ] {
            page.open(address, screen).await;
            page.read_all().await;
            page.begin(exercise).await;
            page.check(exercise).await;
            assert_no_violations(page, name).await;
            page.screenshot(&name.replace(' ', "-")).await;
        }
        page.open_sheet("#sheet").await;
        assert_no_violations(page, "sheet").await;
    });
}

#[test]
fn axe_finds_nothing_in_the_documentation() {
    in_browser_with_axe(async |page| {
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await;
            page.go("www/documentation.html").await;
            assert_no_violations(page, "documentation").await;
        }
    });
}

#[test]
fn the_stage_has_a_name_and_a_description_in_words() {
    in_chromium(async |page| {
        page.open("", Screen::DESKTOP).await;
        let node = page.devtools("Accessibility.getFullAXTree", serde_json::json!({})).await;
        let nodes = node["nodes"].as_array().expect("nodes").clone();
        let stage = nodes.iter().find(|node| node["role"]["value"] == "application").expect("the stage");
        assert_eq!(stage["name"]["value"], "Stage");
        let words = stage["description"]["value"].as_str().unwrap_or_default();
        assert!(words.contains("Contacts: 4"), "{words:?}");
    });
}

#[test]
fn the_focus_can_be_seen_everywhere() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let mut seen = Vec::new();
        for _ in 0..30 {
            page.press(thirtyfour::Key::Tab).await;
            let now = page.text(
                "(({ outlineStyle, outlineWidth }, element) =>
                    `${outlineStyle} ${parseFloat(outlineWidth)} ${element.tagName} ${element.id}`)(
                    getComputedStyle(document.activeElement), document.activeElement)",
            );
            seen.push(now.await);
        }
        let outlined = |now: &&String| !now.starts_with("none") && !now.contains(" 0 ");
        // between the last and the first element the focus is the browser's own
        let unseen: Vec<_> = seen.iter().filter(|now| !outlined(now) && !now.contains(" BODY ")).collect();
        assert!(unseen.is_empty(), "focused without an outline: {unseen:#?}");
        assert!(seen.iter().any(|now| now.ends_with("CANVAS stage")), "Tab never reaches the stage: {seen:#?}");
    });
}

/// In the system's colours focus, what is selected, and the arrows of the stage with their values are still seen.
#[test]
fn forced_colours_hide_nothing() {
    if Engine::chosen() == Engine::WebKit {
        return; // it knows no forced colours
    }
    let axe = with_axe();
    let folder = || axe.as_ref().map_or(dist(), |folder| folder.path()).to_path_buf();
    in_browser_serving(folder, async |page| {
        for scheme in ["light", "dark"] {
            page.force_colours(scheme).await;
            page.open("?show=forces,ids", Screen::DESKTOP).await;
            assert_eq!(page.value("matchMedia('(forced-colors: active)').matches").await, true);
            // the stage has the palette that goes with them, whose contrast is tested by itself
            assert_eq!(page.value("document.documentElement.dataset.theme").await, scheme);
            page.tab("matrix").await;
            page.until("document.querySelector('#matrix tbody tr')").await;
            page.click("#matrix tbody tr:nth-child(2) td").await;
            page.until("document.querySelector('#matrix tr.selected')").await;
            for (selected, other) in [
                ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
                ("#matrix tr.selected td", "#matrix tbody tr:not(.selected) td"),
            ] {
                let fill = |one: &str| format!("getComputedStyle(document.querySelector('{one}')).backgroundColor");
                let (one, another) = (page.text(fill(selected)).await, page.text(fill(other)).await);
                assert_ne!(one, another, "{scheme}: {selected} looks like {other}");
            }
            for _ in 0..20 {
                page.press(thirtyfour::Key::Tab).await;
                let seen = page.value(
                    "(({ outlineStyle, outlineColor }, below) => outlineStyle !== 'none' && outlineColor !== below)(
                        getComputedStyle(document.activeElement), getComputedStyle(document.body).backgroundColor)",
                );
                assert_eq!(seen.await, true, "{scheme}: {}", page.text("document.activeElement.outerHTML").await);
            }
            page.screenshot(&format!("forced-{scheme}")).await;
            // elsewhere the colours, and their contrast, are those of the machine's own theme
            if axe.is_some() && page.engine == Engine::Chromium {
                let found = violations(page).await;
                assert!(found.is_empty(), "{scheme}: {found:#?}");
            }
        }
        page.open("?mode=spatial&scene=balls&n=4", Screen::DESKTOP).await;
        page.click("[data-eye=follow]").await;
        let fill =
            |pressed: &str| format!("getComputedStyle(document.querySelector('.eye {pressed}')).backgroundColor");
        let [pressed, other] = [fill("[aria-pressed=true]"), fill("[data-eye=larger]")];
        assert_ne!(page.text(pressed).await, page.text(other).await, "what is pressed looks like what is not");
        page.screenshot("forced-spatial").await;
        page.assert_no_errors().await;
    });
}
