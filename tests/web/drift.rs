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
        page.value("page.clock.changed()").await;
        page.until_still().await;
        let words = "document.querySelector('#panel-drift .outcome').textContent";
        page.until(&format!("page.view.contacts() === 0 || {words}.includes('after')")).await;
        assert_ne!(page.digest().await, digest);
        page.screenshot("drift").await;
        page.assert_no_errors().await;
    });
}

/// With friction both schemes of the stage run side by side. Down a slope of gradient 0.35 under μ = 0.3 a block slides by
/// g (sin θ − μ cos θ) t²/2, by either up to its time step; in Painlevé's paradox one needs an impulse, the other does not.
#[test]
fn both_schemes_of_the_stage_run_side_by_side() {
    in_browser(async |page| {
        page.open("?scene=incline&mu=0.3&g=9.81", Screen::DESKTOP).await;
        open_tab(page, "drift").await;
        page.value("(() => { const time = document.querySelectorAll('#panel-drift select')[1]; time.value = 2; time.dispatchEvent(new Event('change')); })()").await;
        assert_eq!(page.value("page.panels.parts.drift.choice.value").await, "schemes");
        let runs = "page.panels.parts.drift.runs";
        let slid: [f64; 2] =
            serde_json::from_value(page.value(format!("{runs}.map(({{ slid }}) => Math.abs(slid.at(-1)))")).await)
                .unwrap();
        let (sin, cos) = f64::atan(0.35).sin_cos();
        let exact = 9.81 * (sin - 0.3 * cos) * 2.0;
        let step = page.number("Number(page.view.value('dt'))").await;
        // velocities go ahead of places by at most a step
        let most = exact * step / 2.0 + 1e-9;
        assert!((slid[0] - exact).abs() < 1e-6, "{slid:?}, not {exact}");
        assert!((slid[1] - exact).abs() < most, "{slid:?}, not {exact}");
        assert!(off(page).await.iter().all(|off| *off < 1e-9));
        assert_eq!(
            page.number("document.querySelectorAll('#panel-drift .chart').length").await,
            1.0,
            "both hold the gap"
        );
        page.screenshot("drift-schemes").await;
        page.load("?scene=painleve").await;
        page.until(&format!("{runs}?.[0]?.shocks.some(Boolean)")).await;
        let shocks = page.value(format!("{runs}.map(({{ shocks }}) => shocks.filter(Boolean).length > 0)")).await;
        assert_eq!(shocks, serde_json::json!([true, false]));
        assert_eq!(page.value("page.view.time()").await, 0.0, "the stage stays as it is");
        page.assert_no_errors().await;
    });
}

#[test]
fn all_schemes_of_the_spatial_mode_are_compared() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bowl", Screen::DESKTOP).await;
        page.tab("drift").await;
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
        page.value("page.scene.set('lang', 'de')").await;
        page.until("document.querySelector('#panel-drift .twin-title').textContent.includes('Beschleunigungen')").await;
        page.assert_no_errors().await;
    });
}
