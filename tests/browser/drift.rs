//! The tab "Drift": a scene carried on twice, and a loupe on a gap.
use crate::harness::in_browser;
use crate::laboratory::open_tab;
use crate::page::{Page, Screen};

/// How far the gap under the loupe is off at the end of each of the two runs, m.
async fn off(page: &Page) -> [f64; 2] {
    let ends = page.value("page.panels.parts.drift.runs.map(({ gaps }) => Math.abs(gaps.at(-1) - gaps[0]))").await;
    serde_json::from_value(ends).expect("two numbers")
}

#[test]
fn a_scene_drifts_by_accelerations_and_not_by_distances() {
    in_browser(async |page| {
        page.open("?scene=turning", Screen::DESKTOP).await;
        open_tab(page, "drift").await;
        page.value("(() => { const time = document.querySelector('#panel-drift select'); time.value = 2; time.dispatchEvent(new Event('change')); })()").await;
        let (digest, [accelerations, distances]) = (page.digest().await, off(page).await);
        assert!(accelerations > 1e-5 && distances < 1e-9, "{accelerations} and {distances}");
        assert_eq!(page.value("page.view.time()").await, 0.0, "the stage stays as it is");
        assert_eq!(page.value("document.querySelectorAll('#panel-drift .twin-rim').length").await, 2);
        // a scene of the visitor's own, from the state it is in
        page.load("?scene=blocks&n=3").await;
        page.step(30).await;
        page.value("page.changed()").await;
        page.until_still().await;
        page.until_still().await;
        let contacts = page.number("page.view.contacts()").await;
        let words = page.text("document.querySelector('#panel-drift .outcome').textContent").await;
        assert!(contacts == 0.0 || words.contains("after"), "{words}");
        assert_ne!(page.digest().await, digest);
        page.screenshot("drift").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn all_schemes_of_the_spatial_mode_are_compared() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bowl", Screen::DESKTOP).await;
        page.click("#tab-drift").await;
        page.until("page.panels.parts.drift?.runs?.length").await;
        let [accelerations, distances] = off(page).await;
        assert!(accelerations > 1e-5 && distances < 1e-9, "{accelerations} and {distances}");
        // both are seen, at the end and at the beginning, and the stage stays as it is
        assert_eq!(page.number("document.querySelectorAll('#panel-drift .twin-pictures canvas').length").await, 2.0);
        let [ends, begins] = [1000, 0].map(|place| {
            format!(
                "(() => {{
                    const part = page.panels.parts.drift;
                    part.slider.value = {place};
                    part.slider.dispatchEvent(new Event('input'));
                    const pictures = [...document.querySelectorAll('#panel-drift .twin-pictures canvas')];
                    return pictures.map((picture) => picture.toDataURL());
                }})()"
            )
        });
        let (ends, begins) = (page.value(ends).await, page.value(begins).await);
        assert_ne!(ends[0], ends[1], "one drifts, the other does not");
        assert_eq!(begins[0], begins[1], "both begin alike");
        assert_eq!(page.value("page.view.time()").await, 0.0);
        page.value("page.panels.parts.drift.compare()").await;
        let rows = page.number("document.querySelectorAll('#panel-drift tbody tr').length").await;
        assert_eq!(rows as usize, contact_forces::spatial::time_stepping::SCHEMES.len());
        page.screenshot("drift-spatial").await;
        page.value("page.set('lang', 'de')").await;
        page.until("document.querySelector('#panel-drift .twin-title').textContent.includes('Beschleunigungen')").await;
        page.assert_no_errors().await;
    });
}
