//! A visitor's own scene: built of bodies, drawn, opened from a file, and not lost.
use crate::harness::in_browser;
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};
use serde_json::{Value, json};

/// Presses a button of the tab by its words' key, and waits for the scene.
async fn press(page: &Page, key: &str) {
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

async fn names(page: &Page) -> String {
    page.text("page.view.bodies().split('\\x1f').filter(Boolean).join()").await
}

async fn digest(page: &Page) -> String {
    page.text("`${page.view.digest()}`").await
}

/// The address holds the scene: a reload brings the same bits, and what was done can be taken back.
#[test]
fn what_is_built_comes_back_by_its_address() {
    in_browser(async |page| {
        for (address, shapes, before) in [
            ("?scene=two-blocks", &["wheel", "plank"], "two-blocks"),
            ("?mode=spatial&scene=balls&n=2", &["slab", "roller"], "balls"),
        ] {
            page.open(address, Screen::DESKTOP).await;
            let at_first = names(page).await;
            open_tab(page, "build").await;
            for shape in shapes {
                press(page, shape).await;
            }
            let all = format!("{at_first},{} 1,{} 1", shapes[0], shapes[1]);
            assert_eq!(names(page).await, all);
            assert_eq!(page.text("document.querySelector('.build .error').textContent").await, "");
            page.until("location.hash.startsWith('#o=') && location.search.includes('scene=own')").await;
            page.step(20).await;
            press(page, "copy").await;
            let (bits, own) = (digest(page).await, page.text("page.view.scene_file()").await);
            page.until("location.hash === await import('./www/own.js').then(({ hash }) => hash(page))").await;
            let link = page.text("location.search + location.hash").await;
            page.open("?scene=one-block", Screen::DESKTOP).await;
            page.open(&link, Screen::DESKTOP).await;
            page.until("page.view.value('scene') === 'own'").await;
            assert_eq!(digest(page).await, bits);
            assert_eq!(page.text("page.view.scene_file()").await, own);
            page.value("page.actions.undo()").await;
            assert_eq!(page.value("page.view.value('scene')").await, json!("own"), "nothing was done since");
            page.open(address, Screen::DESKTOP).await;
            open_tab(page, "build").await;
            press(page, shapes[0]).await;
            page.value("page.actions.undo()").await;
            assert_eq!(page.value("page.view.value('scene')").await, json!(before));
            assert_eq!(names(page).await, at_first);
        }
        page.assert_no_errors().await;
    });
}

/// A link within the page takes the hash of the address: what was built goes with it, is there after a reload, and each scene
/// that was built or opened is a step of the browser's history.
#[test]
fn what_is_built_goes_with_links_and_with_the_history() {
    in_browser(async |page| {
        page.open("?scene=ladder", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        press(page, "wheel").await;
        page.until("location.hash.startsWith('#o=')").await;
        let built = page.text("page.view.scene_file()").await;
        page.click("nav a[href='#gap']").await;
        page.until("location.hash === '#gap'").await;
        page.reload().await;
        page.until("page.view.value('scene') === 'own'").await;
        assert_eq!(page.text("page.view.scene_file()").await, built);
        page.value("page.scene.own('open', page.view.scene_file().replace('wheel 1', 'wheel 2'))").await;
        page.until("location.hash.startsWith('#o=')").await;
        for (step, there) in [("back", "wheel 1"), ("forward", "wheel 2"), ("back", "wheel 1")] {
            page.value(format!("(history.{step}(), 0)")).await;
            page.until(&format!("page.view.bodies().includes('{there}')")).await;
        }
        // two steps at once: before the link, and before what was built
        page.value("(setTimeout(() => history.go(-2)), 0)").await;
        page.until_loaded_anew("page.view?.value('scene') === 'ladder'").await;
        page.value("(setTimeout(() => history.forward()), 0)").await;
        page.until_loaded_anew("page.view?.value('scene') === 'own'").await;
        assert_eq!(page.text("page.view.scene_file()").await, built);
        page.assert_no_errors().await;
    });
}

/// A file that cannot be opened leaves the stage as it is, also one for the other mode.
#[test]
fn a_broken_file_of_the_other_mode_leaves_the_stage_as_it_is() {
    in_browser(async |page| {
        page.open("?scene=wedge&lang=en", Screen::DESKTOP).await;
        page.step(10).await;
        let before = digest(page).await;
        page.value("page.scene.own('open', '{\"mode\": \"spatial\", \"scene\": {}}')").await;
        assert_eq!(page.text("`${page.mode} ${page.view.value('scene')}`").await, "planar wedge");
        assert_eq!(digest(page).await, before);
        let said = page.text("document.getElementById('warnings').textContent").await;
        assert!(said.contains("the field “bodies”, found nothing"), "{said}");
        page.value("page.words.speak('de')").await;
        page.value("page.scene.own('open', '{\"mode\": \"planar\"}')").await;
        let said = page.text("document.getElementById('warnings').textContent").await;
        assert!(said.contains("das Feld „bodies“, gefunden nichts"), "{said}");
        page.assert_no_errors().await;
    });
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

/// Meshes of other programs become bodies, the same from each format, and fall; what is none is told and changes nothing.
#[test]
fn a_mesh_file_is_opened_as_a_body() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch&n=3", Screen::DESKTOP).await;
        open_tab(page, "build").await;
        let give = async |name: &str, text: &str| {
            let text = serde_json::to_string(text).expect("a text");
            page.script(&format!("window.opened = page.scene.own('openFile', new File([{text}], '{name}'))")).await;
            page.value("window.opened").await;
            page.until_still().await;
        };
        let obj = include_str!("../data/meshes/angle.obj");
        for (k, (name, text)) in [
            ("angle.obj", obj),
            ("angle.stl", include_str!("../data/meshes/angle.stl")),
            ("angle.ply", include_str!("../data/meshes/angle.ply")),
        ]
        .into_iter()
        .enumerate()
        {
            give(name, text).await;
            assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, json!(0), "{name}");
            let bodies = page
                .value("JSON.parse(page.view.scene_file()).scene.bodies.filter(({ name }) => name.startsWith('angle'))")
                .await;
            let number = |body: usize, of: &str| bodies[body][of].as_f64().expect("a number");
            assert_eq!(bodies.as_array().map(Vec::len), Some(k + 1), "{name}");
            assert_eq!(bodies[k]["shape"]["vertices"].as_array().map(Vec::len), Some(12), "{name}");
            let [first, own] = [0, k].map(|body| number(body, "mass"));
            // its coordinates in millimetres are rounded to single precision
            assert!((own / first - 1.0).abs() < 1e-6 && first > 0.0, "{name}: {own} kg, {first} kg");
        }
        let high = page.number("page.view.states().at(-11)").await;
        page.step(30).await;
        assert!(page.number("page.view.states().at(-11)").await < high - 1e-3, "it falls");
        let before = digest(page).await;
        let open = obj.lines().filter(|line| *line != "f 2 1 7 8").collect::<Vec<_>>().join("\n");
        for (name, text, told) in [
            ("open.obj", &*open, "the mesh is open"),
            ("torn.ply", "ply", "no header of a PLY file"),
            ("v.obj", "v 1", "no faces"),
        ] {
            give(name, text).await;
            let warning = page.text("document.getElementById('warnings').textContent").await;
            assert!(warning.contains(told), "{name}: {warning}");
            assert_eq!(digest(page).await, before, "{name}");
        }
        page.assert_no_errors().await;
    });
}

/// A file of the other mode brings that mode; a damaged one says where and changes nothing.
#[test]
fn a_scene_file_is_opened() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        let file = "import('./www/own.js').then(({ open }) => open(page, JSON.stringify(file)))";
        let ball = json!({"schema": 1, "mode": "spatial", "gravity": [0, 0, -9.81], "scene": {"bodies": [
            {"name": "floor", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1]}},
            {"name": "ball", "mass": 1, "position": [0, 0, 1], "shape": {"type": "sphere", "radius": 0.5}}]}});
        page.script(&format!("const file = {ball}; window.opened = {file};")).await;
        page.value("window.opened").await;
        assert_eq!(page.text("page.mode + ' ' + page.view.value('scene')").await, "spatial own");
        let before = digest(page).await;
        let mut bad = ball.clone();
        bad["scene"]["bodies"][1]["shape"]["radius"] = json!(-1);
        page.script(&format!("const file = {bad}; window.opened = {file};")).await;
        page.value("window.opened").await;
        let warning = page.text("document.getElementById('warnings').textContent").await;
        assert!(warning.contains("bodies[1].shape.radius") && warning.contains("-1"), "{warning}");
        assert_eq!(digest(page).await, before);
        page.value("document.querySelector('[name=mode][value=planar]').click()").await;
        page.until("page.mode === 'planar'").await;
        page.value("document.querySelector('[name=mode][value=spatial]').click()").await;
        page.until("page.mode === 'spatial' && page.view.value('scene') === 'own'").await;
        assert_eq!(digest(page).await, before, "it was not lost meanwhile");
        page.assert_no_errors().await;
    });
}
