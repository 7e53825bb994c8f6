//! Handles on the stage for the body that the tab Build has chosen, in both modes.
use crate::harness::{in_browser, in_chromium};
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};
use crate::stage::Point;
use serde_json::json;

/// Keys as the browser's driver calls them.
const ALT: char = '\u{e00a}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';

/// The middle of a handle in the window.
async fn place(page: &Page, kind: &str) -> Point {
    let place = format!(
        "(({{ left, top }}) => [left + 22, top + 22])(document.querySelector('.handle.{kind}').getBoundingClientRect())"
    );
    serde_json::from_value(page.value(place).await).expect("a point")
}

/// Pulls a handle with the mouse and lets it go; returns how far from the mouse it was then, across and down.
async fn drag(page: &Page, kind: &str, [x, y]: [f64; 2]) -> [f64; 2] {
    let from = place(page, kind).await;
    let to = [from[0] + x, from[1] + y];
    page.drag_mouse(from, to).await;
    page.until_still().await;
    let at = place(page, kind).await;
    page.release_mouse().await;
    page.until_still().await;
    [at[0] - to[0], at[1] - to[1]]
}

/// Whether a number is a round one.
fn is_round(x: f64, step: f64) -> bool {
    (x / step - (x / step).round()).abs() < 1e-6
}

/// Handles on the stage change size, angle, mass and velocity, by round values, and each can be taken back.
#[test]
fn a_body_is_changed_by_its_handles() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        page.value("page.panels.parts.build.choose(0)").await;
        page.until("document.querySelectorAll('.handle').length === 4").await;
        let body = "(({ mass, angle, shape, position }) => [mass, angle, ...shape.vertices[0], ...shape.vertices[2], ...position])\
                    (JSON.parse(page.view.scene_file()).scene.bodies.find(({ fixed }) => !fixed))";
        let numbers = async || -> Vec<f64> { serde_json::from_value(page.value(body).await).expect("numbers") };
        let at_first = numbers().await;
        drag(page, "size", [40.0, -20.0]).await;
        let larger = numbers().await;
        let [width, height] = [larger[4] - larger[2], larger[5] - larger[3]];
        assert!(width > at_first[4] - at_first[2] && height > at_first[5] - at_first[3], "{larger:?}");
        assert!([width, height].iter().all(|size| (size / 0.05 - (size / 0.05).round()).abs() < 1e-9), "{larger:?}");
        let corner = |b: &[f64]| [b[6] + b[2], b[7] + b[3]];
        let (stays, before) = (corner(&larger), corner(&at_first));
        assert!((0..2).all(|k| (stays[k] - before[k]).abs() < 1e-9), "the other corner stays: {stays:?} {before:?}");
        drag(page, "mass", [0.0, -40.0]).await;
        let heavy = numbers().await;
        assert!(heavy[0] > 1.1 * larger[0] && heavy[1] == larger[1], "{heavy:?}");
        drag(page, "angle", [60.0, 0.0]).await;
        let turned = numbers().await[1].to_degrees() / 5.0;
        assert!(turned.abs() > 0.5 && (turned - turned.round()).abs() < 1e-9, "{turned}");
        drag(page, "speed", [60.0, -40.0]).await;
        let velocity = "JSON.parse(page.view.scene_file()).scene.bodies.find(({ fixed }) => !fixed).velocity";
        let thrown: [f64; 2] = serde_json::from_value(page.value(velocity).await).expect("two numbers");
        assert!(thrown.iter().all(|v| *v > 0.2 && (v / 0.25 - (v / 0.25).round()).abs() < 1e-9), "{thrown:?}");
        page.screenshot("build-handles").await;
        page.value("page.clock.run(true)").await;
        page.until("!document.querySelector('.handle')").await;
        page.run(false).await;
        for _ in 0..4 {
            page.value("page.actions.undo()").await;
        }
        assert_eq!(numbers().await, at_first);
        page.assert_no_errors().await;
    });
}

/// The chosen body of a scene in space: number, mass, position, least and greatest corner of its shape, quaternion, velocity.
#[derive(Clone, Debug, PartialEq)]
struct Chosen {
    mass: f64,
    position: [f64; 3],
    low: [f64; 3],
    high: [f64; 3],
    quaternion: [f64; 4],
    velocity: [f64; 3],
    foot: f64,
}

impl Chosen {
    async fn of(page: &Page) -> Chosen {
        let script = "(({ chosen }) => {
            const { mass, position, quaternion, velocity, shape } = JSON.parse(page.view.scene_file()).scene.bodies[chosen];
            const [low, high] = [Math.min, Math.max].map((pick) =>
                [0, 1, 2].map((axis) => pick(...shape.vertices.map((p) => p[axis]))));
            return { mass, position, low, high, quaternion, velocity, foot: page.view.lowest(chosen) };
        })(page.panels.parts.build)";
        let told = page.value(script).await;
        let of = |key: &str| told[key].clone();
        let three = |key: &str| serde_json::from_value(of(key)).unwrap_or_else(|_| panic!("{key} of {told}"));
        Chosen {
            mass: of("mass").as_f64().expect("a mass"),
            position: three("position"),
            low: three("low"),
            high: three("high"),
            quaternion: serde_json::from_value(of("quaternion")).expect("four numbers"),
            velocity: three("velocity"),
            foot: of("foot").as_f64().expect("a height"),
        }
    }

    fn sizes(&self) -> [f64; 3] {
        [0, 1, 2].map(|axis| self.high[axis] - self.low[axis])
    }

    /// By how much it is turned from another, degrees.
    fn turned_from(&self, other: &Chosen) -> f64 {
        let product: f64 = (0..4).map(|k| self.quaternion[k] * other.quaternion[k]).sum();
        2.0 * product.abs().min(1.0).acos().to_degrees()
    }
}

async fn open_in_space(page: &Page, screen: Screen) {
    page.open("?mode=spatial&scene=one-block-3d", screen).await;
    open_tab(page, "build").await;
    page.value("page.panels.parts.build.choose(0)").await;
    page.until("document.querySelectorAll('.handle').length === 7").await;
    page.until_still().await;
}

/// In space each handle changes one thing by round values and leaves the rest, follows the hand, and is one step to take back.
#[test]
fn a_body_in_space_is_changed_by_its_handles() {
    in_browser(async |page| {
        open_in_space(page, Screen::DESKTOP).await;
        type Law = fn(&Chosen, &Chosen) -> bool;
        let laws: [(&str, [f64; 2], Law); 8] = [
            ("move", [50.0, 0.0], |was, is| {
                let level = [0, 1].into_iter().any(|k| (is.position[k] - was.position[k]).abs() > 0.1);
                let rest = Chosen { position: was.position, ..is.clone() };
                level
                    && is.position[..2].iter().all(|x| is_round(*x, 0.05))
                    && is.position[2] == was.position[2]
                    && rest == *was
            }),
            ("lift", [0.0, -40.0], |was, is| {
                let [x, y, z] = is.position;
                let same = Chosen { position: was.position, foot: was.foot, ..is.clone() } == *was;
                same && [x, y] == was.position[..2] && z > was.position[2] + 0.1 && is_round(z, 0.05)
            }),
            ("size", [30.0, 8.0], |was, is| {
                let (before, after) = (was.sizes(), is.sizes());
                let changed: Vec<_> = (0..3).filter(|&k| (after[k] - before[k]).abs() > 1e-9).collect();
                let same = is.mass == was.mass && is.quaternion == was.quaternion;
                same && changed.len() == 1
                    && after[changed[0]] > before[changed[0]]
                    && is_round(after[changed[0]], 0.05)
            }),
            ("angle", [60.0, 0.0], |was, is| {
                let angle = is.turned_from(was);
                is_round(angle, 5.0) && angle > 4.0 && is.position == was.position && (is.foot - was.foot).abs() < 1e-6
            }),
            ("angle", [0.0, -50.0], |was, is| {
                let angle = is.turned_from(was);
                is_round(angle, 5.0)
                    && angle > 4.0
                    && is.position[2] != was.position[2]
                    && (is.foot - was.foot).abs() < 1e-6
            }),
            ("mass", [0.0, -40.0], |was, is| is.mass > 1.5 * was.mass && is.position == was.position),
            ("speed", [40.0, -10.0], |was, is| {
                let [vx, vy, vz] = is.velocity;
                vx.hypot(vy) > 0.2
                    && vz == 0.0
                    && [vx, vy].iter().all(|v| is_round(*v, 0.25))
                    && is.position == was.position
            }),
            ("rise", [0.0, -40.0], |was, is| {
                is.velocity[2] > 0.2 && is_round(is.velocity[2], 0.25) && is.velocity[..2] == was.velocity[..2]
            }),
        ];
        let mut digests = vec![page.digest().await];
        for (kind, by, law) in laws {
            let was = Chosen::of(page).await;
            let off = drag(page, kind, by).await;
            let is = Chosen::of(page).await;
            assert!(law(&was, &is), "{kind}: {was:?} became {is:?}");
            if ["move", "lift", "speed", "rise"].contains(&kind) {
                // it snaps, and what is upright leans where it is not in the middle of the picture; a body that comes
                // nearer is larger, and its handle farther below its middle
                let down = if kind == "move" { 0.0 } else { off[1] };
                assert!(off[0].hypot(down) < 16.0, "{kind} is off the hand by {off:?} pixels");
            }
            digests.push(page.digest().await);
        }
        page.screenshot("handles-space").await;
        let last = digests.pop().expect("a digest");
        for before in digests.iter().rev() {
            page.click("[data-do=undo]").await;
            assert_eq!(page.digest().await, *before, "one step back for each handle");
        }
        for _ in &digests {
            page.click("[data-do=redo]").await;
        }
        assert_eq!(page.digest().await, last);
        page.value("page.clock.run(true)").await;
        page.until("!document.querySelector('.handle')").await;
        page.assert_no_errors().await;
    });
}

/// With Alt a handle does not snap.
#[test]
fn a_handle_does_not_snap_with_alt() {
    in_browser(async |page| {
        open_in_space(page, Screen::DESKTOP).await;
        page.hold(ALT).await;
        drag(page, "lift", [0.0, -37.0]).await;
        page.release(ALT).await;
        let height = Chosen::of(page).await.position[2];
        assert!(!is_round(height, 0.05), "{height}");
        page.assert_no_errors().await;
    });
}

/// In both modes it is said that a body does not fit where a handle has put it, while the handle is held, until it is elsewhere.
#[test]
fn what_does_not_fit_is_said() {
    in_chromium(async |page| {
        let told = "(({ hidden, textContent }) => [!hidden && textContent, document.querySelectorAll('.amiss').length > 0])\
                    (document.getElementById('remark'))";
        let words = "page.words.t('build.no-room')";
        for (query, kind, by) in
            [("?scene=two-blocks", "size", [0.0, -120.0]), ("?mode=spatial&scene=one-block-3d", "lift", [0.0, 45.0])]
        {
            page.open(query, Screen::DESKTOP).await;
            open_tab(page, "build").await;
            page.value("page.panels.parts.build.choose(0)").await;
            page.until(&format!("document.querySelector('.handle.{kind}')")).await;
            page.until_still().await;
            let from = place(page, kind).await;
            page.drag_mouse(from, [from[0] + by[0], from[1] + by[1]]).await;
            page.until(&format!("JSON.stringify({told}) === JSON.stringify([{words}, true])")).await;
            page.release_mouse().await;
            let put = page.digest().await;
            page.click("[data-do=undo]").await;
            page.until(&format!("JSON.stringify({told}) === '[false,false]'")).await;
            page.value("page.actions.redo()").await;
            assert_eq!(page.digest().await, put, "to judge it changes nothing");
        }
        page.assert_no_errors().await;
    });
}

/// In space a hand goes through everything while the clock stands: what it puts into another body is said to have no room,
/// until it is elsewhere.
#[test]
fn what_a_hand_puts_into_another_body_is_said() {
    in_chromium(async |page| {
        page.open("?mode=spatial&scene=one-block-3d&run=0", Screen::DESKTOP).await;
        page.until_still().await;
        let told = "(({ hidden, textContent }) => !hidden && textContent)(document.getElementById('remark'))";
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x, y + 30.0]).await;
        page.until(&format!("{told} === page.words.t('build.no-room')")).await;
        page.point_at([x, y - 30.0]).await;
        page.until(&format!("{told} === false")).await;
        page.release_mouse().await;
        page.assert_no_errors().await;
    });
}

/// The arrow keys do what a hand does, presses of one handle are one step to take back, and what it came to is told.
#[test]
fn handles_in_space_are_led_by_keys() {
    in_browser(async |page| {
        open_in_space(page, Screen::DESKTOP).await;
        let before = page.digest().await;
        let was = Chosen::of(page).await;
        for (kind, key) in
            [("move", LEFT), ("lift", UP), ("size", UP), ("angle", LEFT), ("mass", UP), ("speed", LEFT), ("rise", UP)]
        {
            let told = format!("document.querySelector('.handle.{kind}').ariaValueText");
            let words = page.text(&told).await;
            page.script(&format!("document.querySelector('.handle.{kind}').focus()")).await;
            page.press(key).await;
            assert_ne!(page.text(&told).await, words, "{kind}");
            let focused = page.text("document.activeElement.className").await;
            assert!(focused.contains(kind), "{focused} has the focus after {kind}");
        }
        let is = Chosen::of(page).await;
        assert!(is.position[0] < was.position[0] - 0.04 && is.position[2] > was.position[2] + 0.04, "{was:?} {is:?}");
        assert!((is.turned_from(&was) - 5.0).abs() < 1e-6 && is.mass > was.mass, "{was:?} {is:?}");
        assert_eq!(is.velocity, [-0.25, 0.0, 0.25]);
        for _ in 0..7 {
            page.value("page.actions.undo()").await;
        }
        assert_eq!(page.digest().await, before);
        page.assert_no_errors().await;
    });
}

/// A finger leads them on a phone, where all are on the stage and none is on another or out of reach.
#[test]
fn handles_in_space_are_led_by_a_finger() {
    in_chromium(async |page| {
        for screen in [Screen::PHONE, Screen::TALL_PHONE] {
            page.open("?mode=spatial&scene=balls&n=1", screen).await;
            page.value("page.panels.open('build')").await;
            page.until("document.querySelectorAll('.handle').length === 7").await;
            page.until_still().await;
            let hidden = "[...document.querySelectorAll('.handle')].filter((one) => {
                const { left, top } = one.getBoundingClientRect();
                return document.elementFromPoint(left + 22, top + 22) !== one;
            }).map((one) => one.className)";
            assert_eq!(page.value(hidden).await, json!([]), "handles that something covers");
            let velocity = "JSON.parse(page.view.scene_file()).scene.bodies[page.panels.parts.build.chosen].velocity";
            let from = place(page, "speed").await;
            page.drag_finger(from, [from[0] - 60.0, from[1]]).await;
            page.lift_fingers().await;
            page.until(&format!("Math.hypot(...{velocity}) > 0.2")).await;
            let [vx, vy, vz]: [f64; 3] = serde_json::from_value(page.value(velocity).await).expect("a velocity");
            assert!(vx < 0.0 && vz == 0.0, "thrown to the left: {vx} {vy} {vz}");
            page.screenshot("handles-phone").await;
        }
        page.assert_no_errors().await;
    });
}

/// However the eye turns, the handle for the place stays below the body; the endless ground has none.
#[test]
fn handles_go_with_the_eye() {
    in_browser(async |page| {
        open_in_space(page, Screen::DESKTOP).await;
        let below = "(() => {
            const { left, top } = document.getElementById('stage').getBoundingClientRect(),
                handle = document.querySelector('.handle.move').getBoundingClientRect();
            const [x, y] = [handle.left + 22 - left, handle.top + 22 - top];
            return [60, 70, 80].some((up) => page.view.body_at(x, y - up, 0) === 0) && page.view.body_at(x, y, 0) !== 0;
        })()";
        assert_eq!(page.value(below).await, json!(true));
        for turn in ["orbit(150, 0)", "orbit(-400, -20)", "zoom(0.7, 300, 150)", "pan(60, 20)"] {
            let before = place(page, "move").await;
            page.value(format!("(page.view.{turn}, page.clock.changed())")).await;
            page.until_still().await;
            assert_eq!(page.value(below).await, json!(true), "{turn}");
            assert_ne!(place(page, "move").await, before, "{turn}");
        }
        page.open("?mode=spatial&scene=disc", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        page.value("page.panels.parts.build.choose(0)").await;
        page.until("document.querySelectorAll('.handle').length === 7").await;
        let ground = "JSON.parse(page.view.scene_file()).scene.bodies.findIndex(({ shape }) => shape.type === 'plane')";
        page.value(format!("page.panels.parts.build.choose({ground}, true)")).await;
        page.until("!document.querySelector('.handle')").await;
        page.assert_no_errors().await;
    });
}
