//! Mouse and finger.
use crate::harness::{in_browser, in_chromium};
use crate::page::Screen;
use contact_forces::web::palette::Palette;

/// One block that only a hand moves.
const WEIGHTLESS: &str = "?scene=one-block&g=0";

#[test]
fn the_mouse_pulls_a_block_by_a_spring() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        page.run(true).await;
        let before = page.body(0).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x - 60.0, y - 90.0]).await;
        page.until_pulled(0, before, [-1.0, 1.0]).await;
        page.release_mouse().await;
        page.assert_nothing_pushes(0).await;
        page.assert_no_errors().await;
    });
}

/// A hand that leads takes the block where the pointer is, in either mode, and a bar tells what it feels; it is gone when
/// the hand lets go.
#[test]
fn the_mouse_leads_a_block_and_a_bar_tells_what_it_feels() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        page.value("page.scene.set('hand', 'velocity')").await;
        page.run(true).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x, y + 200.0]).await;
        page.until("document.querySelector('.felt meter')?.value > 0.5").await;
        let told = page.text("document.querySelector('.felt').textContent").await;
        assert!(told.contains("all it has"), "pressed on the floor: {told}");
        page.screenshot("felt").await;
        page.release_mouse().await;
        page.until("document.querySelector('.felt').hidden").await;
        page.open("?mode=spatial&scene=polygonal-bolt&lang=de", Screen::DESKTOP).await;
        page.value("page.scene.set('hand', 'velocity')").await;
        page.run(true).await;
        page.script("document.getElementById('stage').focus(); page.view.take_next(); page.view.shift_hand(0, 0.3);")
            .await;
        page.until("document.querySelector('.felt')?.hidden === false && page.view.felt()[1] > 0").await;
        page.until("Math.abs(page.view.states()[9]) > 0.01").await;
        let told = page.text("document.querySelector('.felt').textContent").await;
        assert!(told.contains("Ihre Hand"), "{told}");
        page.assert_no_errors().await;
    });
}

/// The camera stands still under a hand: a block that it pulls off the stage is marked at the edge, and comes back into the
/// picture when it is let go.
#[test]
fn a_held_block_that_leaves_the_stage_is_marked_at_its_edge() {
    let ink = format!(
        "(() => {{
        const stage = document.getElementById('stage'), ratio = stage.width / stage.clientWidth;
        const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt('{}'.slice(at, at + 2), 16));
        const {{ data }} = stage.getContext('2d')
            .getImageData(stage.width - 40 * ratio, 60 * ratio, 40 * ratio, stage.height - 120 * ratio);
        let found = 0;
        for (let k = 0; k < data.length; k += 4)
            found += Math.abs(data[k] - r) + Math.abs(data[k + 1] - g) + Math.abs(data[k + 2] - b) < 12;
        return found / ratio ** 2;
        }})()",
        Palette::named("light").accent
    );
    in_browser(async |page| {
        page.open("?scene=wedge&g=0&theme=light", Screen::DESKTOP).await;
        page.run(true).await;
        page.until_still().await;
        assert!(page.number(&ink).await < 5.0, "no mark while all is in the picture");
        let [x, y] = page.grip().await;
        let wide = page.number("document.getElementById('stage').clientWidth").await;
        page.drag_mouse([x, y], [wide + 500.0, y]).await;
        let left = format!("[0, 1].some((k) => page.view.box_of(k)[0] > {wide})");
        page.until(&left).await;
        page.until(&format!("{ink} > 50")).await;
        page.screenshot("held-outside").await;
        page.release_mouse().await;
        page.until(&format!("!({left}) && {ink} < 5")).await;
        page.assert_no_errors().await;
    });
}

#[test]
fn while_paused_a_block_goes_with_the_mouse() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::DESKTOP).await;
        let [before_x, before_y, ..] = page.body(0).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 40.0, y - 80.0]).await;
        page.release_mouse().await;
        let [after_x, after_y, _, vx, vy, _] = page.body(0).await;
        let (right, up) = (after_x - before_x, after_y - before_y);
        assert!(right > 0.0 && (up - 2.0 * right).abs() < 0.05 * up, "dragged by 40, -80 pixels it went {right}, {up}");
        assert_eq!([vx, vy, page.time().await], [0.0; 3]);
    });
}

#[test]
fn a_finger_on_a_block_pulls_it_and_the_page_stays() {
    in_browser(async |page| {
        page.open(WEIGHTLESS, Screen::PHONE).await;
        page.run(true).await;
        let before = page.body(0).await;
        let [x, y] = page.grip().await;
        page.drag_finger([x, y], [x + 20.0, y - 60.0]).await;
        page.until_pulled(0, before, [1.0, 1.0]).await;
        assert_eq!(page.value("scrollY").await, 0, "the finger scrolled the page");
        page.lift_fingers().await;
        page.assert_no_errors().await;
    });
}

#[test]
fn a_finger_beside_the_blocks_scrolls_the_page() {
    in_chromium(async |page| {
        page.open(WEIGHTLESS, Screen::PHONE).await;
        let before = page.digest().await;
        let [x, y] = page.open_space().await;
        page.drag_finger([x, y], [x, (y - 150.0).max(1.0)]).await;
        page.until("scrollY > 50").await;
        page.lift_fingers().await;
        assert_eq!(page.digest().await, before);
    });
}

/// The pads for fingers lie below the stage, and on it, where words keep off them, while a sheet takes the room below.
#[test]
fn pads_cover_neither_bodies_nor_words() {
    in_chromium(async |page| {
        for address in ["?scene=two-blocks", "?mode=spatial&scene=two-blocks-3d"] {
            page.open(address, Screen::PHONE).await;
            page.script("page.view.cover = (sides) => (window.covered = sides.length / 4)").await;
            page.value("page.stage.cover()").await;
            let before = page.number("window.covered").await;
            page.value("page.stage.togglePads()").await;
            assert_eq!(page.number("window.covered").await, before + 10.0, "{address}");
            let below = "document.getElementById('pads').getBoundingClientRect().top
                - document.getElementById('stage-box').getBoundingClientRect().bottom";
            assert!(page.number(below).await >= 0.0, "{address}");
            page.value("page.actions.panels()").await;
            assert!(page.number(below).await < 0.0, "{address}");
            page.value("page.actions.panels()").await;
            page.value("page.stage.togglePads()").await;
            assert_eq!(page.number("window.covered").await, before, "{address}");
        }
        page.assert_no_errors().await;
    });
}
