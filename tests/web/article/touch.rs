//! The formulas of curved and planar contacts, with the numbers of the scene on the stage.
use crate::harness::in_browser;
use crate::page::{Page, Screen};

const FIGURE: &str = "document.querySelector('[data-figure=touch]')";

/// Scrolls to the figure, and waits until it is there.
async fn open(page: &Page) {
    let open = format!("({FIGURE}.closest('details').open = true, {FIGURE}.scrollIntoView(), 0)");
    page.value(format!("page.reader.read().then(() => {open})")).await;
    page.until(&format!("{FIGURE}.childElementCount")).await;
}

/// Loads a scene, lets steps pass, and brings the figure up to date.
async fn show(page: &Page, scene: &str, steps: usize) {
    page.value(format!("page.scene.load('?mode=spatial&scene={scene}')")).await;
    page.until(&format!("page.mode === 'spatial' && page.view.value('scene') === '{scene}'")).await;
    page.step(steps).await;
    page.value(format!("({FIGURE}.scrollIntoView(), 0)")).await;
    page.until_still().await;
    page.value(format!("(page.article.figures.get({FIGURE}).draw(), 0)")).await;
}

/// The numbers of the formulas that hold this text, in their order.
async fn numbers(page: &Page, text: &str) -> Vec<f64> {
    let lines = format!("[...{FIGURE}.querySelectorAll('.formula')]");
    let words = format!(
        "{lines}.filter((line) => line.textContent.includes({text:?})).flatMap((line) => [...line.querySelectorAll('mn')])\
         .map((mn) => Number(mn.textContent.replace('−', '-').replace(',', '.')))"
    );
    serde_json::from_value(page.value(words).await).expect("numbers")
}

async fn rows(page: &Page, of: &str) -> Vec<Vec<String>> {
    serde_json::from_value(
        page.value(format!("page.view.{of}().split('\\x1e').filter(Boolean).map((row) => row.split('\\x1f'))")).await,
    )
    .expect("rows")
}

/// The determinant, rates and b of an ellipsoid and of a disc's edge are the engine's.
#[test]
fn formulas_of_curved_contacts_have_the_numbers_of_the_scene() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        open(page).await;
        assert!(page.text(&format!("{FIGURE}.textContent")).await.contains("Load one of the scenes"));
        for (scene, steps) in [("ellipsoid", 100), ("disc", 40), ("cylinders", 60)] {
            show(page, scene, steps).await;
            let engine = rows(page, "curvatures").await;
            let of = |row: usize, k: usize| engine[row][k].parse::<f64>().expect("a number");
            let near = |shown: Option<&f64>, expected: f64, what: &str| {
                let shown = *shown.unwrap_or_else(|| panic!("{scene}: {what} is not shown"));
                assert!((shown - expected).abs() <= 5.1e-5, "{scene}: {what} is {shown}, the engine has {expected}");
            };
            let relative = numbers(page, if scene == "disc" { "κN·n+" } else { "detR" }).await;
            near(relative.last(), of(3, 2), "relative curvature");
            let slides = numbers(page, "|e").await;
            near(slides.get(1), of(5, 3), "|e₁|");
            near(slides.last(), of(5, 4), "|e₂|");
            let turn = numbers(page, "ψ").await;
            near(turn.first(), of(5, 5), "|n'|");
            near(turn.last(), of(5, 6), "ψ'");
            let gap = numbers(page, "µm").await;
            near(gap.get(1), of(5, 1), "d'");
            near(numbers(page, "bv=").await.first(), of(5, 2), "b");
            page.screenshot(&format!("touch-{scene}")).await;
        }
        page.assert_no_errors().await;
    });
}

/// Resultant, centre of pressure and the load that tips a half disc are the engine's, in German on a phone.
#[test]
fn formulas_of_planar_contacts_have_the_numbers_of_the_scene() {
    in_browser(async |page| {
        page.open("?lang=de", Screen::PHONE).await;
        open(page).await;
        show(page, "half-disc", 30).await;
        let flat = rows(page, "flats").await.remove(0);
        let engine: Vec<f64> = flat[3..].iter().map(|text| text.parse().expect("a number")).collect();
        let [force, x, y, reach, threshold, load] = engine[..] else { panic!("{flat:?}") };
        let mut shown = numbers(page, "∑").await;
        shown.extend(numbers(page, "≥").await);
        let expected = [force, x, y, reach, x.hypot(y)];
        assert_eq!(shown.len(), expected.len(), "{shown:?}");
        assert!(shown.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 5.1e-4), "{shown:?}, expected {expected:?}");
        let shown = numbers(page, "ρ").await;
        assert!(shown.iter().zip([threshold, load]).all(|(a, b)| (a - b).abs() <= 5.1e-4), "{shown:?}: {flat:?}");
        assert!(page.text(&format!("{FIGURE}.textContent")).await.contains("Grundfläche"));
        page.screenshot("touch-phone").await;
        page.assert_no_errors().await;
    });
}
