//! Friction in the plane: the slider, the link, the words, the table and the picture.
use crate::harness::in_browser;
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};
use serde_json::json;

/// Runs the scene on the stage for so many steps; how far its first body came, m.
async fn moved(page: &Page, steps: usize) -> f64 {
    let way = format!(
        "(() => {{
            const [x, y] = page.view.states();
            for (let step = 0; step < {steps}; step++) page.view.step();
            const [now, then] = page.view.states();
            page.clock.changed();
            return Math.hypot(now - x, then - y);
        }})()"
    );
    page.number(way).await
}

/// Puts a value into the field of a setting, as a visitor does.
async fn set(page: &Page, name: &str, value: &str) {
    page.tab("settings").await;
    page.value(format!(
        "(() => {{
            const field = document.getElementById('set-{name}');
            field.value = '{value}';
            field.dispatchEvent(new Event('change'));
        }})()"
    ))
    .await;
}

#[test]
fn the_slider_lets_the_block_slide_and_undo_holds_it() {
    in_browser(async |page| {
        page.open("?scene=incline", Screen::DESKTOP).await;
        assert!(moved(page, 100).await < 1e-9, "it holds");
        set(page, "mu", "0.2").await;
        assert!(moved(page, 100).await > 1.0, "it slides");
        // with the gradient 0.35 and μ: g (sin − μ cos) t²/2
        page.value("page.actions.reset()").await;
        set(page, "mu", "0.3").await;
        let (gradient, time): (f64, f64) = (0.35, 100.0 * 0.025);
        let expected = 3.0 * (gradient - 0.3) / (1.0 + gradient * gradient).sqrt() * time * time / 2.0;
        let found = moved(page, 100).await;
        assert!((found - expected).abs() < 1e-6, "{found} m, not {expected}");
        page.value("page.actions.reset()").await;
        set(page, "mu", "0.4").await;
        page.value("page.actions.undo()").await;
        assert_eq!(page.text("page.view.value('mu')").await, "0.3");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_link_restores_friction_its_scheme_and_its_law() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=3&mu=0.35&scheme=velocity&restitution=poisson", Screen::DESKTOP).await;
        moved(page, 60).await;
        let (link, digest) = (page.text("page.view.link()").await, page.digest().await);
        for part in ["mu=0.35", "scheme=velocity", "restitution=poisson"] {
            assert!(link.contains(part), "{link}");
        }
        page.open("?", Screen::DESKTOP).await;
        page.open(&link, Screen::DESKTOP).await;
        assert_eq!(page.digest().await, digest);
        for (name, value) in [("mu", "0.35"), ("scheme", "velocity"), ("restitution", "poisson")] {
            assert_eq!(page.text(format!("page.view.value('{name}')")).await, value);
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn contacts_say_whether_they_stick_and_the_table_has_their_tangents() {
    in_browser(async |page| {
        page.open("?scene=incline", Screen::DESKTOP).await;
        page.tab("matrix").await;
        page.until("document.querySelectorAll('#matrix tbody tr').length === 4").await;
        let heads = "[...document.querySelectorAll('#matrix tbody th')].map((head) => head.textContent).join()";
        assert_eq!(page.text(heads).await, "1n,2n,1t,2t");
        let words = "document.getElementById('stage-words').textContent";
        page.until(&format!("{words}.includes('sticks, friction')")).await;
        // what the contacts push along the slope is the weight's part along it
        let along = "(() => { const f = page.view.friction(); return f[3] + f[8]; })()";
        let weight = 3.0 * 0.35 / (1.0f64 + 0.35 * 0.35).sqrt();
        assert!((page.number(along).await.abs() - weight).abs() < 1e-9);
        assert_eq!(page.number("page.view.friction()[0]").await, 1.0, "it sticks");
        set(page, "mu", "0.1").await;
        moved(page, 2).await;
        assert_eq!(page.number("page.view.friction()[0]").await, 3.0, "it slides");
        page.until(&format!("{words}.includes('slides')")).await;
        set(page, "lang", "de").await;
        page.until(&format!("{words}.includes('gleitet')")).await;
        page.until("document.getElementById('about').textContent.includes('Steigung')").await;
        page.assert_no_errors().await;
    });
}

/// Each scene is told and drawn without an error; the cones can be switched off in the legend.
#[test]
fn every_scene_of_friction_is_told_and_drawn() {
    in_browser(async |page| {
        let scenes =
            ["incline", "tipping", "rough-ladder", "self-locking", "conveyor", "cards", "planar-arch", "painleve"];
        page.open("", Screen::DESKTOP).await;
        for scene in scenes {
            page.load(&format!("?scene={scene}")).await;
            page.until_still().await;
            assert_eq!(page.text("page.view.value('scene')").await, scene);
            assert!(page.text("document.getElementById('about').textContent").await.len() > 40, "{scene}");
            page.screenshot(&format!("friction-{scene}")).await;
        }
        page.open("?scene=rough-ladder", Screen::PHONE).await;
        page.click(".legend summary").await;
        let image = "document.getElementById('stage').toDataURL()";
        let before = page.text(image).await;
        page.until("[...document.querySelectorAll('#legend label')].some((one) => one.textContent.includes('cone'))")
            .await;
        page.value(
            "[...document.querySelectorAll('#legend label')].find((one) => one.textContent.includes('cone')).click()",
        )
        .await;
        page.until_still().await;
        assert_eq!(page.text("page.view.value('cones')").await, "0");
        assert_ne!(page.text(image).await, before, "the cones have gone");
        page.assert_no_errors().await;
    });
}

#[test]
fn an_impulse_without_a_collision_is_said_and_counted() {
    in_browser(async |page| {
        page.open("?scene=painleve", Screen::DESKTOP).await;
        page.value("page.actions.step()").await;
        page.until("document.getElementById('status').textContent.includes('impulse without a collision')").await;
        // and it stays while nothing moves
        page.until_still().await;
        assert!(page.text("document.getElementById('status').textContent").await.contains("steps with one: 1"));
        // the other scheme needs no forces
        page.open("?scene=painleve&scheme=velocity", Screen::DESKTOP).await;
        page.value("page.actions.step()").await;
        page.until("page.view.time() > 0").await;
        assert!(!page.text("document.getElementById('status').textContent").await.contains("impulse without"));
        page.assert_no_errors().await;
    });
}

/// The plane of normal force and friction: within its cone a contact sticks, on the edge it slides; without friction there
/// is no such plane.
#[test]
fn the_plane_of_the_cones_shows_what_holds_and_what_slides() {
    in_browser(async |page| {
        let marks = "[...document.querySelectorAll('#panel-body .plane .rubs')].map((mark) => {
            const [x, y] = mark.getAttribute('d').match(/[-\\d.]+/g).map(Number), square = mark.getAttribute('d').includes('h9');
            return square ? ['sticks', (x + 4.5 - 110) / (200 - y - 4.5)] : ['slides', (x - 110) / (200 - y - 6)];
        })";
        for (mu, does, slope) in [("0.4", "sticks", 0.35), ("0.2", "slides", 0.2)] {
            page.open(&format!("?scene=incline&mu={mu}"), Screen::DESKTOP).await;
            open_tab(page, "body").await;
            page.until(&format!("{marks}.length === 2 && {marks}.every(([word]) => word === '{does}')")).await;
            let found: Vec<(String, f64)> = serde_json::from_value(page.value(marks).await).expect("marks");
            // the two contacts share the friction of a block that sticks in any way
            let inside = found.iter().all(|(_, ratio)| ratio.abs() <= mu.parse::<f64>().unwrap() + 1e-3);
            assert!(
                inside && (does == "sticks" || found.iter().all(|(_, ratio)| (ratio.abs() - slope).abs() < 1e-3)),
                "{found:?}"
            );
        }
        page.screenshot("friction-plane").await;
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        open_tab(page, "body").await;
        assert_eq!(page.value("document.querySelector('#panel-body .plane').hidden").await, json!(true));
        page.assert_no_errors().await;
    });
}

/// What the drives end with at the ladder: its foot sticks; friction at the wall is as great as the cone allows, and the
/// table says so.
#[test]
fn the_table_of_pivots_says_which_friction_lies_on_the_edge_of_its_cone() {
    in_browser(async |page| {
        page.open("?scene=rough-ladder", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        page.until("document.querySelectorAll('#panel-pivots tbody tr').length === 4").await;
        let rows = "[...document.querySelectorAll('#panel-pivots tbody tr')].map((row) => row.cells[1].textContent)";
        assert_eq!(page.value(rows).await, json!(["■ C", "■ C", "■ C", "◇ slips"]));
        let ratio = "(() => { const f = page.view.friction(); return f[8] / f[7]; })()";
        assert!((page.number(ratio).await.abs() - 0.4).abs() < 1e-9);
        let legend = "document.querySelector('#panel-pivots .legend').textContent.includes('◇ slips')";
        assert_eq!(page.value(legend).await, json!(true));
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        page.until("document.querySelectorAll('#panel-pivots tbody tr').length > 1").await;
        assert_eq!(page.value(legend).await, json!(false), "nothing rubs");
        page.assert_no_errors().await;
    });
}
