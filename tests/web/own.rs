//! A visitor's own scene is kept in the address and in the history, and opened from files.
use crate::build::{digest, names, press};
use crate::harness::in_browser;
use crate::laboratory::open_tab;
use crate::page::Screen;
use serde_json::json;

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
