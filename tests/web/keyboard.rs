//! Keys: thrusters while the stage has the focus, and nothing taken from the page while it has not.
use crate::harness::{in_browser, in_chromium};
use crate::page::{Page, Screen};
use thirtyfour::Key;

/// Two blocks that nothing pulls or slows down.
const WEIGHTLESS: &str = "?scene=blocks&n=2&g=0";

/// A key, the block it moves, and where to.
const KEYS: [(char, usize, [f64; 2]); 8] = [
    ('s', 0, [-1.0, 0.0]),
    ('f', 0, [1.0, 0.0]),
    ('e', 0, [0.0, 1.0]),
    ('d', 0, [0.0, -1.0]),
    ('\u{e012}', 1, [-1.0, 0.0]),
    ('\u{e014}', 1, [1.0, 0.0]),
    ('\u{e013}', 1, [0.0, 1.0]),
    ('\u{e015}', 1, [0.0, -1.0]),
];

#[test]
fn held_keys_push_their_block_where_they_point() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        page.focus_stage().await;
        for (key, block, [to_x, to_y]) in KEYS {
            page.load(WEIGHTLESS).await;
            let (before, other) = (page.velocity(block).await, page.velocity(1 - block).await);
            page.hold(key).await;
            page.step(8).await;
            page.release(key).await;
            let after = page.velocity(block).await;
            let gained = [after[0] - before[0], after[1] - before[1]];
            let (along, across) = (gained[0] * to_x + gained[1] * to_y, gained[0] * to_y - gained[1] * to_x);
            assert!(along > 0.05 && across.abs() < 0.3 * along, "key {key:?}: block {block} gained {gained:?}");
            assert_eq!(page.velocity(1 - block).await, other, "key {key:?} moves the other block");
            page.assert_nothing_pushes(block).await;
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn tab_leaves_the_stage_and_releases_its_keys() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        page.focus_stage().await;
        page.hold('f').await;
        page.press(Key::Tab).await;
        assert!(!page.stage_is_focused().await, "Tab leaves the stage");
        page.assert_nothing_pushes(0).await;
        page.release('f').await;
        page.focus_stage().await;
        page.hold(Key::Shift).await;
        page.press(Key::Tab).await;
        page.release(Key::Shift).await;
        assert!(!page.stage_is_focused().await, "Shift and Tab leave the stage");
    });
}

#[test]
fn enter_takes_a_block_in_hand_and_escape_lets_go() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        page.focus_stage().await;
        let places = async || [page.body(0).await, page.body(1).await].map(|[x, y, ..]| [x, y]);
        let start = places().await;
        page.press(Key::Enter).await;
        page.press(Key::Right).await;
        let first = places().await;
        let moved: Vec<_> = (0..2).filter(|&block| first[block] != start[block]).collect();
        assert_eq!(moved.len(), 1, "one block is in hand");
        assert!(first[moved[0]][0] > start[moved[0]][0], "it went right");
        page.press(Key::Tab).await;
        assert!(page.stage_is_focused().await, "in grab mode Tab picks the block");
        page.press(Key::Up).await;
        let second = places().await;
        assert!(second[1 - moved[0]][1] > first[1 - moved[0]][1], "the other block went up");
        page.press(Key::Escape).await;
        page.press(Key::Tab).await;
        assert!(!page.stage_is_focused().await, "after Escape Tab leaves the stage");
    });
}

#[test]
fn space_and_the_step_keys_work_the_clock() {
    in_browser(async |page| {
        page.open("?scene=blocks", Screen::DESKTOP).await;
        page.focus_stage().await;
        let start = page.digest().await;
        page.press('.').await;
        assert_ne!(page.digest().await, start);
        page.press(',').await;
        assert_eq!(page.digest().await, start);
        page.press(' ').await;
        assert_eq!(page.value("page.clock.running").await, true);
        page.press(' ').await;
        assert_eq!(page.value("page.clock.running").await, false);
        page.press(']').await;
        assert_eq!(page.value("scrollY").await, 0, "no key scrolled the page");
        page.assert_no_errors().await;
    });
}

/// Notes which keys the page keeps from the browser.
async fn watch_keys(page: &Page) {
    page.value("(window.kept = [], addEventListener('keydown', (e) => e.defaultPrevented && kept.push(e.key)))").await;
}

const ALL_KEYS: [char; 14] =
    ['s', 'f', 'e', 'd', 'c', ' ', ',', '.', '[', ']', '?', '\u{e013}', '\u{e014}', '\u{e007}'];

#[test]
fn switched_off_keys_swallow_nothing() {
    in_browser(async |page| {
        page.open("?keys=off", Screen::DESKTOP).await;
        watch_keys(page).await;
        page.focus_stage().await;
        for key in ALL_KEYS {
            page.press(key).await;
        }
        assert_eq!(page.value("kept").await, serde_json::json!([]));
        assert_eq!(page.value("page.clock.running").await, false);
        // the same keys are taken when they are on: the watch can see it
        page.open("?keys=on", Screen::DESKTOP).await;
        watch_keys(page).await;
        page.focus_stage().await;
        page.press('e').await;
        assert_eq!(page.value("kept").await, serde_json::json!(["e"]));
    });
}

#[test]
fn arrows_scroll_the_page_unless_the_stage_has_the_focus() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        page.focus_stage().await;
        page.press(Key::Down).await;
        page.until_still().await;
        assert_eq!(page.value("scrollY").await, 0, "the stage keeps its arrows");
        page.value("document.activeElement.blur()").await;
        page.press(Key::Down).await;
        page.until("scrollY > 0").await;
    });
}

#[test]
fn question_mark_opens_the_help_and_escape_closes_it() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.focus_stage().await;
        page.press('?').await;
        page.until("document.getElementById('help').open").await;
        page.press(Key::Escape).await;
        page.until("!document.getElementById('help').open").await;
        assert!(page.stage_is_focused().await, "the focus comes back");
    });
}

/// What is closed under the keyboard hands the focus on, and a long help is read from its beginning.
#[test]
fn focus_is_never_lost() {
    in_browser(async |page| {
        page.open("?scene=nowhere", Screen::PHONE).await;
        page.value("document.querySelector('#warnings button').focus()").await;
        page.press(Key::Enter).await;
        page.until("document.activeElement.id === 'stage'").await;
        page.value("page.panels.open('settings')").await;
        page.value("document.getElementById('set-g').focus()").await;
        page.press(Key::Escape).await;
        page.until("document.activeElement.dataset.do === 'panels'").await;
        page.value("page.actions.help()").await;
        let start = "[document.getElementById('help').scrollTop, document.activeElement.id]";
        assert_eq!(page.value(start).await, serde_json::json!([0, "help-title"]));
        page.assert_no_errors().await;
    });
}

/// Who has a screen to touch is told what fingers do; what keys do is folded away.
#[test]
fn the_help_speaks_of_the_device_in_use() {
    in_chromium(async |page| {
        for mode in ["planar", "spatial"] {
            for (lang, title) in [("en", "What fingers do"), ("de", "Was Finger tun")] {
                page.open(&format!("?mode={mode}&lang={lang}"), Screen::PHONE).await;
                page.value("page.actions.help()").await;
                assert_eq!(page.text("document.getElementById('help-title').textContent").await, title);
                let seen = page.text("document.getElementById('help').innerText").await;
                assert!(!seen.contains("Alt") && !seen.contains("Tab"), "{mode}, {lang}: {seen}");
                page.click("#help summary").await;
                let seen = page.text("document.getElementById('help').innerText").await;
                assert!(seen.contains("Alt") && seen.contains("Tab"), "{mode}, {lang}: {seen}");
            }
        }
        page.assert_no_errors().await;
    });
}
