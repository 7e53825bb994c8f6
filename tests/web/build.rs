//! A visitor's own scene: built of bodies, drawn, and changed.
use crate::harness::in_browser;
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};
use serde_json::{Value, json};

/// Presses a button of the tab by its words' key, and waits for the scene.
pub async fn press(page: &Page, key: &str) {
    page.value(format!(
        "[...document.querySelectorAll('.build button')].find((b) => b.textContent === page.words.t('build.{key}')).click()"
    ))
    .await;
    page.until_still().await;
}

/// Puts a value into a field of the tab.
async fn type_in(page: &Page, field: &str, value: &str) {
    page.script(&format!(
        "const field = document.getElementById('build-{field}');
         field.value = '{value}';
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    ))
    .await;
    page.until_still().await;
}

pub async fn names(page: &Page) -> String {
    page.text("page.view.bodies().split('\\x1f').filter(Boolean).join()").await
}

pub async fn digest(page: &Page) -> String {
    page.text("`${page.view.digest()}`").await
}

/// What is put on the stage has room there: nothing overlaps, and it falls and comes to rest.
#[test]
fn what_is_put_on_the_stage_has_room() {
    in_browser(async |page| {
        for scene in ["two-blocks", "stack", "one-block", "blocks"] {
            page.open(&format!("?scene={scene}"), Screen::DESKTOP).await;
            open_tab(page, "build").await;
            for shape in ["block", "plank", "wedge", "hexagon", "wheel"] {
                press(page, shape).await;
                page.value("page.view.step()").await;
                assert_eq!(page.value("page.view.notices()").await, json!(""), "{scene}, {shape}");
            }
            let picture = format!("build-{scene}");
            page.screenshot(&picture).await;
        }
        page.assert_no_errors().await;
    });
}

/// In space an eye that nobody has moved goes to where it sees what was put on the stage, also where the stage has another
/// height meanwhile; one that was moved stays.
#[test]
fn what_is_put_on_the_stage_in_space_is_seen() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=two-blocks-3d", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        let middle = "(({ width, height }) =>
            Math.max(...[...page.view.world_at(width / 2, height / 2)].slice(0, 2).map(Math.abs)))
            (document.getElementById('stage').getBoundingClientRect())";
        for shape in ["block", "slab", "ball", "roller"] {
            press(page, shape).await;
            page.until("!page.view.moves()").await;
            let body = page.number("page.view.states().length / 13 - 1").await;
            // some of its upper part is below the buttons
            let seen = format!(
                "(({{ left, top, width, height }}) => {{
                    const low = document.querySelector('.tools').getBoundingClientRect().bottom - top;
                    const found = [];
                    for (let y = 0; y < height; y += 4) for (let x = 0; x < width; x += 4)
                        if (page.view.body_at(x, y, 0) === {body}) found.push(y);
                    return found.length > 0 && Math.min(...found) >= low - 8;
                }})(document.getElementById('stage').getBoundingClientRect())"
            );
            assert_eq!(page.value(seen).await, json!(true), "{shape} is seen below the buttons");
            let off = page.number(middle).await;
            assert!(off < 1e-6, "after {shape} what the eye looks at is {off} m off the middle of the stage");
        }
        page.value("(page.view.orbit(100, 0), page.clock.changed())").await;
        let eye = "[...page.view.eye()]";
        let before = page.value(eye).await;
        press(page, "slab").await;
        page.until("!page.view.moves()").await;
        assert_eq!(page.value(eye).await, before, "it was moved by the visitor and stays");
        page.assert_no_errors().await;
    });
}

/// A field changes the body and nothing else; what cannot be is said and changes nothing.
#[test]
fn a_body_is_changed_by_its_fields() {
    in_browser(async |page| {
        page.open("?scene=one-block&lang=en", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        let body = "JSON.parse(page.view.scene_file()).scene.bodies.find(({ fixed }) => !fixed)";
        let before = page.value(body).await;
        type_in(page, "mass", "4").await;
        let heavier = page.value(body).await;
        let share = 4.0 / before["mass"].as_f64().unwrap();
        assert_eq!(heavier["mass"].as_f64(), Some(4.0));
        let moment = |body: &Value| body["inertia"].as_f64().unwrap();
        assert!((moment(&heavier) - share * moment(&before)).abs() < 1e-12);
        assert_eq!(heavier["shape"], before["shape"]);
        for (field, value) in [("mass", "-1"), ("corners", "0 0, 1 1, 1 0, 0 1"), ("restitution", "2")] {
            type_in(page, field, value).await;
            let fault = page.text("document.querySelector('.build .error').textContent").await;
            assert!(fault.contains("expected") && fault.contains("It stays"), "{field}: {fault}");
            assert_eq!(page.value(body).await, heavier, "{field}");
        }
        type_in(page, "mass", "").await; // a field that is left empty keeps what it had
        let shown = "document.querySelector('.build .error').textContent + document.getElementById('build-mass').value";
        assert_eq!(page.text(shown).await, "4");
        assert_eq!(page.value(body).await, heavier);
        press(page, "remove").await;
        assert_eq!(names(page).await, "");
        page.assert_no_errors().await;
    });
}

/// Whatever body is chosen, of the tray or of a scene in space: each field of a size has that size then, and the others stay.
#[test]
fn each_size_of_a_body_has_its_own_field() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=two-blocks-3d", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        for kind in ["block", "wedge", "ball", "roller"] {
            press(page, kind).await;
            let fields =
                "[...document.querySelectorAll('.build-fields input')].map(({ id, value }) => [id.slice(6), value])
                .filter(([key]) => ['length', 'depth', 'height', 'size', 'diameter'].includes(key))";
            let before: Vec<(String, String)> = serde_json::from_value(page.value(fields).await).expect("sizes");
            let names: Vec<&str> = before.iter().map(|(key, _)| key.as_str()).collect();
            let expected = match kind {
                "ball" => vec!["size"],
                "roller" => vec!["diameter", "height"],
                _ => vec!["length", "depth", "height"],
            };
            assert_eq!(names, expected, "{kind}");
            for (key, _) in &before {
                let was: Vec<(String, f64)> =
                    serde_json::from_value(page.value(format!("{fields}.map(([k, v]) => [k, Number(v)])")).await)
                        .expect("sizes");
                type_in(page, key, "0.25").await;
                let is: Vec<(String, f64)> =
                    serde_json::from_value(page.value(format!("{fields}.map(([k, v]) => [k, Number(v)])")).await)
                        .expect("sizes");
                for ((name, was), (_, is)) in was.iter().zip(&is) {
                    let expected = if name == key { 0.25 } else { *was };
                    assert!((is - expected).abs() < 1e-5, "{kind}: {name} is {is}, not {expected}, after {key}");
                }
            }
        }
        page.assert_no_errors().await;
    });
}

/// A polygon is drawn corner by corner; one that crosses itself is refused while it is drawn.
#[test]
fn a_shape_is_drawn_on_the_stage() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        press(page, "draw").await;
        let set = async |x: f64, y: f64| {
            page.script(&format!(
                "const layer = document.querySelector('.drawing'), {{ left, top, width, height }} = layer.getBoundingClientRect();
                 layer.dispatchEvent(new PointerEvent('pointerdown', {{ clientX: left + {x} * width, clientY: top + {y} * height, bubbles: true }}));"
            ))
            .await;
        };
        for (x, y) in [(0.2, 0.2), (0.3, 0.3), (0.3, 0.2), (0.2, 0.3)] {
            set(x, y).await;
        }
        let note = "document.getElementById('note-drawing')?.textContent ?? ''";
        assert!(page.text(note).await.contains("expected"), "{}", page.text(note).await);
        page.press('\u{e007}').await;
        assert!(page.value("!!document.querySelector('.drawing')").await == json!(true), "it is not closed");
        page.press('\u{e003}').await;
        page.press('\u{e007}').await;
        page.until("!document.querySelector('.drawing')").await;
        assert!(names(page).await.ends_with("shape 1"), "{}", names(page).await);
        page.assert_no_errors().await;
    });
}

/// In space a polygon is drawn in the upright plane that the eye looks at, and drawn out: the body is seen where it was drawn.
#[test]
fn a_shape_is_drawn_out_in_space() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=two-blocks-3d", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        press(page, "draw").await;
        for (x, y) in [(0.75, 0.35), (0.85, 0.35), (0.85, 0.5), (0.8, 0.4), (0.75, 0.5)] {
            page.script(&format!(
                "const layer = document.querySelector('.drawing'), {{ left, top, width, height }} = layer.getBoundingClientRect();
                 layer.dispatchEvent(new PointerEvent('pointerdown', {{ clientX: left + {x} * width, clientY: top + {y} * height, bubbles: true }}));"
            ))
            .await;
        }
        page.press('\u{e007}').await;
        page.until("!document.querySelector('.drawing')").await;
        assert!(names(page).await.ends_with("shape 1"), "{}", names(page).await);
        let seen = "(({ width, height }) => page.view.body_at(0.8 * width, 0.37 * height, 0))                    (document.getElementById('stage').getBoundingClientRect())";
        assert_eq!(page.value(seen).await, json!(2), "the third body that moves is there");
        page.screenshot("build-prism").await;
        page.step(20).await;
        page.assert_no_errors().await;
    });
}

/// Two bodies are joined, and stay so.
#[test]
fn bodies_are_joined_in_space() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=balls&n=2", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        let apart = "(([a, b]) => Math.hypot(...a.map((x, k) => x - b[k])))                     ([0, 1].map((k) => [...page.view.states()].slice(13 * k, 13 * k + 3)))";
        let before = page.number(apart).await;
        press(page, "join").await;
        assert_eq!(page.text("document.querySelector('.build .error').textContent").await, "");
        page.step(50).await;
        let joined = page.number(apart).await;
        assert!((joined - before).abs() < 0.05 * before, "{joined} apart, {before} before");
        assert_eq!(page.value("JSON.parse(page.view.scene_file()).scene.joints.length").await, json!(1));
        page.assert_no_errors().await;
    });
}
