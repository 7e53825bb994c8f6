//! The tab that shows what culling, bounding volumes and the order of descent save.
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use serde_json::json;

/// Presses the button of the tab that has these words.
async fn press(page: &Page, key: &str) {
    let buttons = "[...document.querySelectorAll('.collisions button')]";
    page.value(&format!("{buttons}.find((one) => one.textContent === page.words.t('{key}')).click(), 0")).await;
}

#[test]
fn culling_and_trees_and_both_searches_are_shown_with_their_counts() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bolt", Screen::DESKTOP).await;
        page.tab("collisions").await;
        page.until("document.querySelector('.collisions .chart')").await;
        let orders = "[...document.querySelectorAll('.collisions table')].at(-1).querySelectorAll('tbody tr')";
        let row = |k: usize| {
            format!("[...{orders}[{k}].querySelectorAll('td')].slice(0, 2).map((td) => Number(td.textContent))")
        };
        let [greedy, best] = [page.value(&row(0)).await, page.value(&row(1)).await];
        assert!(greedy[0].as_f64() > Some(1.0) && greedy[1].as_f64() >= Some(1.0), "{greedy}");
        assert!(best[1].as_f64() <= greedy[1].as_f64(), "best first compares no more triangles: {best}, {greedy}");
        let told = page.text("document.querySelector('.collisions').innerText").await;
        let distance = page.number("page.view.search(0, 1, true)[0]").await;
        assert!(told.contains(&format!("{:.4}", 1000.0 * distance)), "{distance} in {told}");
        press(page, "collisions.time").await;
        page.until(&format!("[...{orders}].every((tr) => Number(tr.lastChild.textContent) > 0)")).await;
        page.assert_no_errors().await;
    });
}

/// What the engine did in its last step is told, and changes with it.
#[test]
fn the_looks_of_the_last_step_are_told_as_it_runs() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=wall", Screen::DESKTOP).await;
        page.tab("collisions").await;
        page.until("document.querySelector('.collisions .looks')").await;
        let told = "document.querySelector('.collisions .looks').textContent";
        page.value("page.actions.step(), 0").await;
        page.until(&format!("{told}.includes('The engine in its last step')")).await;
        page.run(true).await;
        page.until(&format!("/The whole step took [0-9.]+\u{a0}ms/.test({told})")).await;
        page.run(false).await;
        page.until_still().await;
        let numbers = page.value("[...page.view.culling()].slice(4)").await;
        let [comparisons, pairs, searched, kept, parts]: [usize; 5] = serde_json::from_value(numbers).unwrap();
        let words = page.text(told).await;
        for shown in [comparisons, pairs, searched, kept, pairs - searched - kept, parts] {
            assert!(words.contains(&shown.to_string()), "{shown} is not in {words}");
        }
        assert!(kept > 0 && parts > 0, "{words}");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_search_that_is_stopped_early_has_bounds_around_the_distance() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=polygonal-bolt", Screen::DESKTOP).await;
        page.tab("collisions").await;
        page.until("document.querySelector('.collisions .chart')").await;
        let bounds = page.value("(() => { const [d, , , , ...rest] = page.view.search(0, 1, true);
            return rest.every((x, k) => (k % 3 === 1 ? x >= d || x === null : k % 3 === 2 ? x <= d + 1e-15 : true)); })()").await;
        assert_eq!(bounds, json!(true));
        page.value(
            "(() => { const [stop] = document.querySelectorAll('.collisions .stop input');
            stop.value = 0.3; stop.dispatchEvent(new Event('input')); return 0; })()",
        )
        .await;
        page.until("document.querySelector('.collisions output').textContent.startsWith('After')").await;
        page.assert_no_errors().await;
    });
}

/// One button compares the volumes on the scene and answers which one pays.
#[test]
fn volumes_are_compared_by_one_button() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=polygonal-bolt", Screen::DESKTOP).await;
        page.tab("collisions").await;
        page.until("document.querySelector('.collisions .chart')").await;
        press(page, "collisions.compare").await;
        page.until("document.querySelectorAll('.collisions tr.best').length === 1").await;
        let rows = page
            .value(
                "[...document.querySelector('.collisions tr.best').parentNode.rows].map((row) => \
                 [...row.cells].slice(1).map((cell) => Number(cell.textContent)))",
            )
            .await;
        let rows: Vec<[f64; 4]> = serde_json::from_value(rows).expect("numbers");
        assert!(rows.len() == 7 && rows.iter().flatten().all(|x| *x > 0.0), "{rows:?}");
        assert!(rows[0][..2] != rows[2][..2], "balls and boxes take other numbers of tests: {rows:?}");
        let answer = page.text("document.querySelector('.collisions .outcome[aria-live]').textContent").await;
        assert!(answer.contains("Fastest here and now") && answer.contains("pheres"), "{answer}");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_level_of_the_trees_is_drawn() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bolt", Screen::DESKTOP).await;
        let picture = "(() => { page.view.draw(); return document.getElementById('picture').toDataURL(); })()";
        page.value("page.scene.set('level', '0'), 0").await;
        page.until_still().await;
        let without = page.text(picture).await;
        let mut seen = vec![without.clone()];
        for kind in ["sphere", "aabb", "obb", "14-dop", "18-dop", "26-dop"] {
            page.value(&format!("page.scene.set('volume', '{kind}'), page.scene.set('level', '3'), 0")).await;
            let with = page.text(picture).await;
            assert!(!seen.contains(&with), "{kind}");
            seen.push(with);
            page.value("page.scene.set('level', '0'), 0").await;
        }
        // the bolt's boxes are nearly all along its axes
        page.value("page.scene.set('volume', 'box'), page.scene.set('level', '3'), 0").await;
        assert_ne!(page.text(picture).await, without);
        page.value("page.scene.set('level', '0'), 0").await;
        assert_eq!(page.text(picture).await, without);
        page.assert_no_errors().await;
    });
}

#[test]
fn balls_have_no_trees_and_the_tab_says_so() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=balls&n=4&lang=de", Screen::PHONE).await;
        page.value("document.querySelector('#tab-collisions').click(), 0").await;
        page.until("document.querySelector('.collisions')").await;
        let told = page.text("document.querySelector('.collisions').textContent").await;
        assert!(
            told.contains("Kein Körper dieser Szene hat einen Baum") && told.contains("Paare von Körpern: 10."),
            "{told}"
        );
        page.assert_no_errors().await;
    });
}
