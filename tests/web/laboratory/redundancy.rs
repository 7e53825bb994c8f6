//! The tab "Redundancy": other forces that carry as well.
use super::{ACCELERATIONS, FORCES, open_tab, picture};
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use thirtyfour::Key;

/// Largest difference of chosen forces and of accelerations from the solver's, and of the accelerations of bodies.
async fn choice(page: &Page) -> [f64; 3] {
    let differences = page.value(format!(
        "(() => {{
            const choice = page.view.choice(), f = {FORCES}, a = {ACCELERATIONS};
            const most = (list, k) => Math.max(...list.map((x, i) => Math.abs(choice[2 * i + k] - x)));
            return [most(f, 0), most(a, 1), choice.at(-1)];
        }})()"
    ));
    serde_json::from_value(differences.await).unwrap()
}

#[test]
fn other_forces_carry_as_well_and_nothing_accelerates_differently() {
    in_browser(async |page| {
        page.open("?scene=pyramid", Screen::DESKTOP).await;
        let digest = page.digest().await;
        open_tab(page, "redundancy").await;
        let [contacts, rank] = [0, 1].map(|k| format!("Number(page.view.summary().split('\\x1f')[{k}])"));
        let free = page.number(contacts).await - page.number(rank).await;
        let sliders = "document.querySelectorAll('.exchanges input').length";
        assert!(free > 0.0 && page.number(sliders).await == free, "{free} redundant contacts");
        let solution = picture(page).await;
        page.click("#panel-redundancy .actions button").await;
        let [f, a, bodies] = choice(page).await;
        assert!(f > 1e-3 && a < 1e-9 && bodies < 1e-9, "shuffled: {f}, {a}, {bodies}");
        assert!(
            page.text("document.querySelector('#panel-redundancy .outcome').textContent").await.contains("rounding")
        );
        page.click("#panel-redundancy .actions button + button").await;
        assert_eq!(choice(page).await[0], 0.0);
        // along the null space by the keyboard
        page.value("document.querySelector('.exchanges input').focus()").await;
        let start = page.number("Number(document.activeElement.value)").await;
        let key = if start < page.number("document.activeElement.max / 2").await { Key::Right } else { Key::Left };
        for _ in 0..10 {
            page.press(key.clone()).await;
        }
        let [f, a, bodies] = choice(page).await;
        assert!(f > 1e-3 && a < 1e-9 && bodies < 1e-9, "by hand: {f}, {a}, {bodies}");
        assert!(page.value("[...page.view.choice()].every((x, k) => k % 2 || x >= 0)").await == true, "a force pulls");
        page.until("document.getElementById('note-choice')").await;
        page.until_still().await;
        assert_ne!(picture(page).await, solution, "the arrows have moved");
        page.screenshot("redundancy").await;
        page.tab("matrix").await;
        page.until("!document.getElementById('note-choice')").await;
        assert_eq!(page.digest().await, digest, "the blocks have not");
        page.assert_no_errors().await;
    });
}

#[test]
fn without_redundant_contacts_no_order_changes_a_force() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        open_tab(page, "redundancy").await;
        page.click("#panel-redundancy .actions button").await;
        assert!(
            page.text("document.querySelector('#panel-redundancy .outcome').textContent").await.contains("same forces")
        );
        assert_eq!(page.value("document.querySelectorAll('.exchanges input').length").await, 0);
        page.assert_no_errors().await;
    });
}

/// A ladder has four forces for three coordinates: one of them can be chosen, the others give way within their cones, and
/// the ladder moves no differently. Without friction it has two, and none to choose.
#[test]
fn friction_makes_forces_redundant_that_were_not() {
    in_browser(async |page| {
        page.open("?scene=rough-ladder", Screen::DESKTOP).await;
        open_tab(page, "redundancy").await;
        let words = page.text("document.querySelector('#panel-redundancy').innerText").await;
        assert!(words.contains("2 contacts have 4 forces, but the rank of their matrix is 3"), "{words}");
        assert!(!words.contains("Rank of A") && !words.contains("left out"), "{words}");
        let choice = "Array.from(page.view.choice())";
        let before = page.value(choice).await;
        let sliders = "document.querySelectorAll('#panel-redundancy .exchanges input')";
        assert_eq!(page.value(&format!("{sliders}.length")).await, 1);
        page.value(
            "(slider => {
                const way = end => Math.abs(end - slider.value);
                slider.value = way(slider.max) > way(slider.min) ? slider.max : slider.min;
                slider.dispatchEvent(new Event('input'));
            })(document.querySelector('#panel-redundancy .exchanges input'))",
        )
        .await;
        let after = page.value(choice).await;
        let moved = |k: usize| (after[k].as_f64().unwrap() - before[k].as_f64().unwrap()).abs();
        for row in 0..4 {
            assert!(moved(2 * row + 1) < 1e-9, "accelerations: {before} to {after}");
        }
        assert!(moved(8) < 1e-9 && after[8].as_f64().unwrap() < 1e-9, "of bodies: {after}");
        let mu = page.value("page.view.friction()[4]").await.as_f64().unwrap();
        // the friction at the top goes from one edge of its cone to the other
        let slope = |forces: &serde_json::Value| forces[6].as_f64().unwrap() / forces[2].as_f64().unwrap();
        assert!((slope(&before) + mu).abs() < 1e-9 && (slope(&after) - mu).abs() < 1e-9, "{before} to {after}");
        page.screenshot("redundancy-friction").await;
        page.load("?scene=ladder").await;
        page.until("document.querySelector('#panel-redundancy .counts').checkVisibility()").await;
        page.assert_no_errors().await;
    });
}
