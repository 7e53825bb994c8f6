//! The first minute: what moves, what is told, and that nothing is lost.
use crate::harness::{in_browser, in_browser_but_webkit};
use crate::page::Screen;
use std::time::Duration;
use thirtyfour::prelude::Key;

#[test]
fn a_block_comes_down_and_the_clock_runs() {
    in_browser(async |page| {
        page.show_on(Screen::DESKTOP).await;
        page.go("").await;
        page.until("window.page?.view").await;
        page.until("page.clock.running && page.view.time() > 0.1").await;
        assert_eq!(page.value("page.view.contacts()").await, 4);
        let late = page.number("performance.now() - performance.getEntriesByName('usable')[0].startTime").await;
        assert!(late < 10_000.0);
        for body in 0..2 {
            let [.., vx, vy, omega] = page.body(body).await;
            assert!([vx, vy, omega].iter().all(|v| v.abs() < 1e-6), "body {body} moves: {vx} {vy} {omega}");
        }
        page.assert_no_errors().await;
    });
}

/// In either mode, whatever scene the address names: a hand pulls at once.
#[test]
fn every_address_runs_unless_it_says_otherwise() {
    in_browser(async |page| {
        page.show_on(Screen::DESKTOP).await;
        for address in ["?mode=spatial&scene=bolt", "?scene=wedge", "?mode=spatial"] {
            page.go(address).await;
            page.until("window.page?.view && page.clock.running && page.view.time() > 0.1").await;
        }
        let before = page.number("page.view.states()[0]").await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 150.0, y - 90.0]).await;
        page.until(&format!("Math.abs(page.view.states()[0] - {before}) > 0.01")).await;
        page.release_mouse().await;
        for address in ["?scene=wedge&run=0", "?embed=1&scene=wedge", "?scene=wedge&ex=1"] {
            page.go(address).await;
            page.until("window.page?.view && performance.getEntriesByName('usable').length").await;
            assert_eq!(page.value("page.clock.running").await, false, "{address}");
        }
        page.assert_no_errors().await;
    });
}

/// Another scene or mode does not stop the clock; a clock that stands stays so.
#[test]
fn another_scene_leaves_the_clock_as_it_is() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        for on in [false, true] {
            page.run(on).await;
            for (change, there) in [
                ("page.scene.load('?scene=wedge')", "page.view.value('scene') === 'wedge'"),
                ("page.modes.change('spatial')", "page.mode === 'spatial'"),
                ("page.scene.load('?mode=spatial&scene=stack-3d')", "page.view.value('scene') === 'stack-3d'"),
                ("page.scene.load('?scene=stack')", "page.mode === 'planar'"),
            ] {
                page.value(change).await;
                page.until(there).await;
                assert_eq!(page.value("page.clock.running").await, on, "after {change}");
                if on {
                    page.pass(0.05).await;
                }
            }
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn whoever_wants_no_motion_meets_a_clock_that_stands() {
    in_browser_but_webkit(async |page| {
        page.reduce_motion(true).await;
        page.show_on(Screen::DESKTOP).await;
        page.go("").await;
        page.until("window.page?.view").await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!((page.value("page.clock.running").await, page.time().await), (false.into(), 0.0));
    });
}

#[test]
fn a_letter_fires_without_a_click_before() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        assert!(!page.stage_is_focused().await);
        page.hold('l').await;
        page.step(4).await;
        let [vx, _] = page.velocity(1).await;
        assert!(vx > 0.01, "the key pushes with {vx}");
        page.release('l').await;
        page.value("page.panels.open('settings')").await;
        page.value("document.getElementById('set-g').focus()").await;
        let before = page.digest().await;
        page.hold('s').await;
        page.step(1).await;
        page.release('s').await;
        page.click("[data-do='back']").await;
        assert_eq!(page.digest().await, before, "what takes text takes letters");
        page.assert_no_errors().await;
    });
}

#[test]
fn play_moves_even_what_rests_the_first_time() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        let [_, before, ..] = page.body(0).await;
        page.click("#play").await;
        page.until(&format!("page.view.states()[1] > {}", before + 0.05)).await;
        assert_eq!(page.value("document.getElementById('remark').hidden").await, false, "it is told");
        page.assert_no_errors().await;
    });
}

/// It is read where no body and no button of the clock is under it, and no pointer meets it; also far down in the
/// article.
#[test]
fn a_remark_hides_nothing_on_the_stage() {
    in_browser(async |page| {
        for screen in [Screen::TALL_PHONE, Screen::DESKTOP] {
            page.open("?scene=stack&lang=de", screen).await;
            for scrolled in [0, 2000] {
                page.value("page.welcome.remark(page.words.t('nudge'))").await;
                page.value(format!("(scrollTo(0, {scrolled}), 0)")).await;
                page.until_still().await;
                let apart = "(() => {
                    const box = (id) => document.getElementById(id).getBoundingClientRect(), one = box('remark');
                    const other = (id, two = box(id)) =>
                        one.bottom <= two.top || two.bottom <= one.top || one.right <= two.left || two.right <= one.left;
                    const met = document.elementFromPoint(one.x + one.width / 2, one.y + one.height / 2);
                    return one.width > 100 && one.top >= 0 && one.bottom <= innerHeight && met?.id !== 'remark'
                        && other('stage-box') && other('play');
                })()";
                assert_eq!(page.value(apart).await, true, "{screen:?} scrolled by {scrolled}");
            }
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn a_dragged_block_stops_at_the_wall_and_comes_back() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        let start = page.digest().await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 600.0, y - 20.0]).await;
        page.release_mouse().await;
        let [right, ..] = page.body(0).await;
        assert!((2.0..2.1).contains(&right), "half a block from the wall at 3.1: {right}");
        page.until_still().await;
        page.grip().await; // it is in sight
        let dragged = page.digest().await;
        page.press_with(Key::Control, 'z').await;
        assert_eq!(page.digest().await, start);
        page.click("[data-do='redo']").await;
        assert_eq!(page.digest().await, dragged);
        page.click("[data-do='reset']").await;
        assert_eq!(page.digest().await, start);
        page.click("[data-do='undo']").await;
        assert_eq!(page.digest().await, dragged);
        page.assert_no_errors().await;
    });
}

#[test]
fn a_loaded_scene_survives_a_reload_and_is_in_the_history() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.load("?scene=wedge").await;
        page.load("?scene=stack").await;
        page.value("(history.back(), 0)").await;
        page.until("page.view.value('scene') === 'wedge'").await;
        for (name, text) in [("lang", "de"), ("theme", "dark"), ("g", "9.81")] {
            page.value(format!("page.scene.set('{name}', '{text}')")).await;
        }
        page.until("location.search.includes('g=9.81')").await;
        page.reload().await;
        let there = "['scene', 'lang', 'theme', 'g'].map((name) => page.view.value(name)).join()";
        assert_eq!(page.text(there).await, "wedge,de,dark,9.81");
        page.value("(history.back(), 0)").await;
        page.until_loaded_anew("page.view?.value('scene') === 'two-blocks'").await;
        assert_eq!(page.text("page.view.value('lang')").await, "de");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_scene_stays_when_the_mode_changes() {
    in_browser(async |page| {
        page.open("?scene=wedge", Screen::DESKTOP).await;
        page.click("[name='mode'][value='spatial']").await;
        page.until("page.mode === 'spatial' && page.view.value('scene') === 'wedge-3d'").await;
        page.click("[name='mode'][value='planar']").await;
        page.until("page.mode === 'planar' && page.view.value('scene') === 'wedge'").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn the_gallery_finds_a_scene_by_its_words_and_loads_it() {
    in_browser(async |page| {
        page.open("?scene=two-blocks&lang=en", Screen::DESKTOP).await;
        page.click("[data-do='scenes']").await;
        page.until("document.querySelectorAll('#gallery img:not([hidden])').length >= 20").await;
        page.value("(field => (field.value = 'pyramid 2d', field.dispatchEvent(new Event('input'))))(document.getElementById('gallery-search'))")
            .await;
        let found = "[...document.querySelectorAll('#gallery .card')].filter((card) => card.checkVisibility())";
        assert_eq!(page.value(format!("{found}.length")).await, 1);
        page.value(format!("{found}[0].click()")).await;
        page.until("page.view.value('scene') === 'pyramid'").await;
        page.assert_no_errors().await;
    });
}

/// Also at once, and that of a slider when it is let go.
#[test]
fn a_setting_that_was_changed_last_survives_a_reload() {
    in_browser(async |page| {
        for address in ["?scene=wedge", "?mode=spatial&scene=balls&n=2"] {
            page.open(address, Screen::DESKTOP).await;
            for (set, there) in [
                (
                    "for (const g of [5, 6, 7]) page.scene.set('g', `${g}`); dispatchEvent(new Event('pointerup'))",
                    "g=7",
                ),
                ("page.scene.set('d', '0.5')", "d=0.5"),
            ] {
                page.script(&format!("{set}; if (!location.search.includes('{there}')) throw location.search")).await;
                page.until_address_has(there).await;
                page.reload().await;
            }
            assert_eq!(page.text("page.view.value('g') + ' ' + page.view.value('d')").await, "7 0.5", "{address}");
        }
        page.assert_no_errors().await;
    });
}
