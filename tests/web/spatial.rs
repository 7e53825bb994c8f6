//! The spatial mode, as a visitor meets it.
use crate::harness::{dist, in_browser, in_browser_but_webkit, in_chromium};
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};
use crate::surroundings::sentence;
use contact_forces::session::link::LANGUAGES;
use serde_json::json;
use std::time::Duration;
use thirtyfour::Key;

/// Balls in a bowl, few enough for a link.
const BALLS: &str = "?mode=spatial&scene=balls&n=4";
/// A box that nothing pushes.
const BOX: &str = "?mode=spatial&scene=spinning-box";

/// How many colours the picture has.
async fn colours(page: &Page) -> f64 {
    page.number(
        "(() => {
            const canvas = document.createElement('canvas'), picture = document.getElementById('picture');
            [canvas.width, canvas.height] = [picture.width, picture.height];
            page.view.draw();
            const context = canvas.getContext('2d');
            context.drawImage(picture, 0, 0);
            const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size;
        })()",
    )
    .await
}

/// Where the eye is, and what it looks at.
async fn eye(page: &Page) -> [f64; 6] {
    serde_json::from_value(page.value("[...page.view.eye()]").await).expect("six numbers")
}

/// Position, quaternion, velocity and angular velocity of the first body.
async fn body(page: &Page) -> [f64; 13] {
    serde_json::from_value(page.value("[...page.view.states()].slice(0, 13)").await).expect("thirteen numbers")
}

#[test]
fn a_switch_leads_to_the_spatial_mode_and_back_to_where_one_was() {
    in_browser(async |page| {
        page.open("?scene=wedge", Screen::DESKTOP).await;
        page.step(20).await;
        let planar = page.digest().await;
        let loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('spatial')).length";
        assert_eq!(page.value(loaded).await, 0, "nothing of the spatial mode is loaded before it is chosen");
        page.click("[name=mode][value=spatial]").await;
        page.until("page.mode === 'spatial'").await;
        assert!(colours(page).await > 50.0, "the picture is empty");
        page.step(30).await;
        let spatial = page.digest().await;
        page.click("[name=mode][value=planar]").await;
        page.until("page.mode === 'planar'").await;
        assert_eq!((page.digest().await, page.value("page.view.value('scene')").await), (planar, json!("wedge")));
        page.click("[name=mode][value=spatial]").await;
        page.until("page.mode === 'spatial'").await;
        assert_eq!(page.digest().await, spatial);
        page.assert_no_errors().await;
    });
}

#[test]
fn the_choice_and_the_words_below_it_follow_the_scene() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=ellipsoid", Screen::DESKTOP).await;
        page.value("page.scene.load('?mode=spatial&scene=bowl')").await;
        let shown = "[document.getElementById('scene-3d').value, document.querySelector('.about').textContent === page.words.t('about.bowl')]";
        assert_eq!(page.value(shown).await, json!(["bowl", true]));
    });
}

#[test]
fn the_controls_work_as_in_the_plane() {
    in_browser(async |page| {
        page.open(BALLS, Screen::DESKTOP).await;
        let start = page.digest().await;
        page.click("[data-do='step']").await;
        assert_ne!(page.digest().await, start);
        page.click("[data-do='back']").await;
        assert_eq!(page.digest().await, start);
        page.click("#play").await;
        page.until("page.view.time() > 0.3").await;
        page.click("#play").await;
        page.until_still().await;
        let frames = page.number("page.clock.frames").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.number("page.clock.frames").await, frames, "a paused page rests");
        page.click("[data-do='reset']").await;
        assert_eq!((page.digest().await, page.time().await), (start, 0.0));
        page.assert_no_errors().await;
    });
}

#[test]
fn a_link_restores_scene_and_state_bit_for_bit() {
    in_browser(async |page| {
        page.open(&format!("{BALLS}&g=3.5&scheme=fischer"), Screen::DESKTOP).await;
        page.step(90).await;
        let digest = page.digest().await;
        let link = page.text("page.view.link()").await;
        assert!(link.contains("#s=v1.") && link.len() <= 2000, "{link}");
        page.step(10).await;
        let later = page.digest().await;
        page.go("?").await;
        page.open(&link, Screen::DESKTOP).await;
        assert_eq!(page.value("[page.view.value('g'), page.view.value('scheme')]").await, json!(["3.5", "fischer"]));
        assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, 0);
        assert_eq!(page.digest().await, digest);
        page.step(10).await;
        assert_eq!(page.digest().await, later, "it goes on as it would have");
        page.open("?mode=spatial&scene=balls&n=30", Screen::DESKTOP).await;
        page.step(60).await;
        assert!(!page.text("page.view.link()").await.contains('#'), "thirty bodies do not fit");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_mouse_pulls_a_body_and_beside_it_goes_around_the_scene() {
    in_browser(async |page| {
        page.open(BOX, Screen::DESKTOP).await;
        page.until_still().await; // the eye is where it stays
        let (before, seen_from) = (body(page).await, eye(page).await);
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 40.0, y - 60.0]).await;
        let carried = body(page).await;
        assert!(carried[2] > before[2] + 0.05, "paused, it goes with the hand: {before:?} to {carried:?}");
        assert_eq!((eye(page).await, page.time().await), (seen_from, 0.0), "the eye stays while the hand leads");
        page.release_mouse().await;
        page.run(true).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x, y - 80.0]).await;
        page.until(&format!("page.view.states()[2] > {:?} + 0.01", carried[2])).await;
        page.release_mouse().await;
        page.run(false).await;
        page.until_still().await;
        page.until("!page.view.moves()").await; // it goes back a little, to see all of what was pulled
        let (digest, seen_from) = (page.digest().await, eye(page).await);
        let [x, y] = page.open_space().await;
        page.drag_mouse([x, y], [x + 100.0, y + 30.0]).await;
        page.release_mouse().await;
        let around = eye(page).await;
        assert!(
            (0..2).any(|k| (around[k] - seen_from[k]).abs() > 0.1),
            "the eye moved from {seen_from:?} to {around:?}"
        );
        assert_eq!((page.digest().await, &around[3..]), (digest, &seen_from[3..]));
        page.assert_no_errors().await;
    });
}

#[test]
fn a_finger_goes_around_and_two_enlarge() {
    in_browser_but_webkit(async |page| {
        page.open(BOX, Screen::PHONE).await;
        let (digest, before) = (page.digest().await, eye(page).await);
        let [x, y] = low_on_the_stage(page).await;
        page.drag_finger([x, y], [x + 60.0, y]).await;
        page.lift_fingers().await;
        let around = eye(page).await;
        assert!((around[0] - before[0]).abs() > 0.05, "from {before:?} to {around:?}");
        page.drag_fingers(&[[[x - 20.0, y], [x - 40.0, y]], [[x + 20.0, y], [x + 40.0, y]]]).await;
        page.lift_fingers().await;
        let near = eye(page).await;
        let distance = |e: [f64; 6]| (0..3).map(|k| (e[k] - e[k + 3]).powi(2)).sum::<f64>().sqrt();
        let share = distance(near) / distance(around);
        assert!((0.45..0.6).contains(&share), "twice as far apart, {share} of the distance");
        assert_eq!((page.digest().await, page.value("scrollY").await), (digest, json!(0)));
        page.assert_no_errors().await;
    });
}

/// The fingers of the other drivers do not scroll.
#[test]
fn a_finger_up_scrolls_the_page() {
    in_chromium(async |page| {
        page.open(BOX, Screen::PHONE).await;
        let [x, y] = low_on_the_stage(page).await;
        page.drag_finger([x, y], [x, y - 90.0]).await;
        page.lift_fingers().await;
        page.until("scrollY > 20").await;
        page.assert_no_errors().await;
    });
}

/// A point of the stage that no body is at.
async fn low_on_the_stage(page: &Page) -> [f64; 2] {
    let low = "(({ left, right, bottom }) => [(left + right) / 2, bottom - 30])(document.getElementById('stage').getBoundingClientRect())";
    serde_json::from_value(page.value(low).await).expect("a point")
}

/// What hides the contacts is cut open, and the legend says and switches what is drawn.
#[test]
fn the_legend_switches_what_is_drawn_in_space() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bolt", Screen::DESKTOP).await;
        let picture = "(page.view.draw(), page.modes.space.canvas.toDataURL())";
        let cut = page.text(picture).await;
        page.screenshot("section").await;
        page.click(".legend summary").await;
        page.until("document.querySelectorAll('#legend label').length > 5").await;
        assert!(page.text("document.getElementById('legend').textContent").await.contains("behind a body"));
        for (words, name) in [("cut open", "section"), ("shadows", "shadows")] {
            let before = (page.text(picture).await, page.value(format!("page.view.value('{name}')")).await);
            page.value(format!(
                "[...document.querySelectorAll('#legend label')].find((one) => one.textContent.includes('{words}')).click()"
            ))
            .await;
            let after = (page.text(picture).await, page.value(format!("page.view.value('{name}')")).await);
            assert!(before.0 != after.0 && before.1 != after.1, "{name}");
        }
        assert_ne!(page.text(picture).await, cut);
        page.assert_no_errors().await;
    });
}

/// The legend names friction exactly where bodies rub, whichever the mode and the scheme.
#[test]
fn the_legend_names_friction_where_there_is_some() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        for (query, rubs) in [
            ("?mode=spatial&scene=arch", true),
            ("?mode=spatial&scene=stack-3d", false),
            ("?mode=spatial&scene=stack-3d&mu=0.4&scheme=moreau", true),
            ("?mode=spatial&scene=stack-3d&mu=0.4&scheme=fixpoint", true),
            ("?mode=spatial&scene=top&scheme=acceleration-euler", false),
            ("?scene=incline", true),
            ("?scene=wedge", false),
        ] {
            page.open(query, Screen::DESKTOP).await;
            page.click(".legend summary").await;
            page.until("document.querySelectorAll('#legend label').length > 3").await;
            let words = "[...document.getElementById('legend').children].map((one) => one.textContent.trim())";
            let named = page.value(format!("{words}.includes('friction')")).await;
            assert_eq!(named, json!(rubs), "{query}");
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn keys_push_go_around_and_let_the_page_go() {
    in_browser(async |page| {
        page.open(BOX, Screen::DESKTOP).await;
        page.focus_stage().await;
        let (before, seen_from) = (body(page).await, eye(page).await);
        page.hold('e').await;
        page.step(10).await;
        page.release('e').await;
        let pushed = body(page).await;
        assert!(pushed[9] > before[9] + 0.1, "E pushes upwards: {pushed:?}");
        page.step(1).await;
        assert_eq!(body(page).await[9], pushed[9], "nothing pushes any more");
        page.press(Key::Left).await;
        let around = eye(page).await;
        assert!((around[0] - seen_from[0]).abs() > 0.1, "the arrow keys go around: {seen_from:?} to {around:?}");
        page.press('+').await;
        assert_ne!(eye(page).await, around);
        page.press('0').await;
        page.press(Key::Enter).await;
        page.press(Key::Up).await;
        assert!(body(page).await[2] > pushed[2] + 0.05, "the hand lifts the box");
        page.press(Key::Escape).await;
        page.press(Key::Tab).await;
        assert!(!page.stage_is_focused().await, "Tab leaves the stage");
        assert_eq!(page.value("scrollY").await, 0, "no key scrolled the page");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_lost_graphics_card_is_told_and_comes_back_with_the_same_picture() {
    in_browser(async |page| {
        for language in LANGUAGES {
            page.open(&format!("{BALLS}&lang={language}"), Screen::DESKTOP).await;
            page.step(60).await;
            page.until_still().await;
            let (digest, before) = (page.digest().await, colours(page).await);
            let lose = "(window.card = document.getElementById('picture').getContext('webgl2').getExtension('WEBGL_lose_context')).loseContext()";
            page.value(lose).await;
            page.until("document.getElementById('picture').getContext('webgl2').isContextLost()").await;
            let said = sentence(language, "spatial", "lost");
            page.until(&format!("document.getElementById('warnings').innerText.includes({said:?})")).await;
            page.step(2).await;
            page.click("[data-do='back']").await;
            page.click("[data-do='back']").await;
            page.value("window.card.restoreContext()").await;
            page.until("!document.getElementById('picture').getContext('webgl2').isContextLost()").await;
            page.until("!document.querySelector('#warnings li')").await;
            page.until_still().await;
            assert_eq!((page.digest().await, colours(page).await), (digest, before));
        }
        page.assert_no_errors().await;
    });
}

/// The module of the spatial mode, gzipped, bytes. It should be 480 KB.
const MODULE: usize = 540 * 1024;

#[test]
fn the_module_stays_within_its_budget() {
    in_browser(async |_| {
        let size = crate::delivery::size_as_sent(&dist().join("www/pkg/spatial/contact_forces_bg.wasm"));
        println!("module of the spatial mode: {:.1} KB", size as f64 / 1024.0);
        assert!(size <= MODULE, "{size} bytes");
    });
}

#[test]
fn every_look_can_be_seen() {
    in_browser(async |page| {
        page.soften().await;
        for (name, address, screen) in [
            ("spatial", BALLS, Screen::DESKTOP),
            ("spatial-dark", "?mode=spatial&scene=balls&theme=dark", Screen::DESKTOP),
            ("spatial-projector", "?mode=spatial&scene=balls&theme=projector&lang=de", Screen::DESKTOP),
            ("spatial-phone", BALLS, Screen::PHONE),
            ("spatial-phone-dark", "?mode=spatial&scene=balls&theme=dark", Screen::PHONE),
        ] {
            page.open(address, screen).await;
            page.step(120).await;
            page.value("page.clock.changed()").await;
            page.until_still().await;
            assert!(colours(page).await > 50.0, "{name}: the picture is empty");
            page.screenshot(name).await;
            let [content, window] = ["document.documentElement.scrollWidth", "innerWidth"];
            assert!(page.number(content).await <= page.number(window).await, "{name} sticks out sideways");
        }
        page.assert_no_errors().await;
    });
}

/// Where nothing touches yet, a button lets the scene run until something does; the keyboard can stop it at once.
#[test]
fn the_empty_table_waits_for_the_first_contact() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=drop-3d", Screen::DESKTOP).await;
        open_tab(page, "matrix").await;
        page.click("#purpose button").await;
        assert_eq!(page.text("document.activeElement.id").await, "play");
        page.until("!page.clock.running && page.view.contacts() > 0").await;
        page.until("document.querySelectorAll('#matrix tbody tr').length === page.view.contacts()").await;
        let time = page.number("page.view.time()").await;
        // a fall of 3 m under 3 m/s² takes the square root of 2 seconds; the clock ends with the picture, for which at most a
        // tenth of a second passes
        let late = time - 2.0_f64.sqrt();
        assert!((-0.02..0.12).contains(&late), "{time} s");
        page.assert_no_errors().await;
    });
}
