//! The page in the eyes of axe-core, in every look it has.
//!
//! `AXE_CORE` is the path of axe.min.js; `cargo run -- test` sets it after fetching the file.
use crate::harness::{in_browser, left_out};
use crate::page::{Page, Screen};
use std::{env, fs};

const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// Name, address, screen, and what to do first.
const LOOKS: [(&str, &str, Screen, &str); 13] = [
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
    ("German", "?lang=de", Screen::DESKTOP, "document.getElementById('tab-settings').click()"),
];

/// The checker's script, if it is there.
fn axe() -> Option<String> {
    let Some(file) = env::var_os("AXE_CORE") else {
        left_out("axe-core's tests: AXE_CORE names no axe.min.js");
        return None;
    };
    Some(fs::read_to_string(file).expect("axe.min.js"))
}

/// What the checker finds wrong with the page as it is now.
async fn violations(page: &Page, axe: &str) -> Vec<String> {
    page.script(axe).await;
    let found = page.value(format!(
        "axe.run({{ runOnly: {TAGS:?} }}).then(({{ violations }}) => violations.flatMap(({{ id, help, nodes }}) =>
            nodes.map((node) => `${{id}}: ${{help}}: ${{node.target}} ${{node.failureSummary}}`)))"
    ));
    serde_json::from_value(found.await).expect("a list")
}

#[test]
fn axe_finds_nothing() {
    let Some(axe) = axe() else { return };
    in_browser(async |page| {
        for (name, address, screen, first) in LOOKS {
            page.open(address, screen).await;
            page.value(format!("(() => {{ {first} }})()")).await;
            page.until("!document.querySelector('[aria-busy=true]')").await;
            page.until_still().await;
            let found = violations(page, &axe).await;
            assert!(found.is_empty(), "{name}: {found:#?}");
        }
    });
}

/// With every figure and number in place and an exercise answered.
#[test]
fn axe_finds_nothing_in_the_article() {
    let Some(axe) = axe() else { return };
    in_browser(async |page| {
        for (name, address, screen, exercise) in [
            ("article", "?scene=balance", Screen::DESKTOP, 1),
            ("article in German on a phone", "?scene=turning&lang=de", Screen::PHONE, 4),
            ("article in the dark", "?scene=beam&theme=dark", Screen::DESKTOP, 5),
        ] {
            page.open(address, screen).await;
            page.read_all().await;
            page.begin(exercise).await;
            page.check(exercise).await;
            let found = violations(page, &axe).await;
            assert!(found.is_empty(), "{name}: {found:#?}");
            page.screenshot(&name.replace(' ', "-")).await;
        }
        page.open_sheet("#sheet").await;
        let found = violations(page, &axe).await;
        assert!(found.is_empty(), "sheet: {found:#?}");
    });
}

#[test]
fn the_stage_has_a_name_and_a_description_in_words() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let node = page.devtools("Accessibility.getFullAXTree", serde_json::json!({})).await;
        let nodes = node["nodes"].as_array().expect("nodes").clone();
        let stage = nodes.iter().find(|node| node["role"]["value"] == "application").expect("the stage");
        assert_eq!(stage["name"]["value"], "Stage");
        let words = stage["description"]["value"].as_str().unwrap_or_default();
        assert!(words.contains("4 contacts"), "{words:?}");
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
