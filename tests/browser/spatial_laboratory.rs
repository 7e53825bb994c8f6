//! Pivots and redundancy in space.
use crate::harness::in_browser;
use crate::page::{Page, Screen};

async fn settled(page: &Page, address: &str) {
    page.open(address, Screen::DESKTOP).await;
    page.value("(() => { for (let k = 0; k < 30; k++) page.view.step(); page.changed(); return 0; })()").await;
}

/// The stepper shows the way on the stage, ends at the forces of the instant, and gives the stage back its own.
#[test]
fn the_pivots_of_a_scene_in_space_are_walked() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=stack-3d&n=3").await;
        let own = page.value("Array.from(page.view.forces())").await;
        page.click("#tab-pivots").await;
        page.until("document.querySelector('#panel-pivots .pivot-bar')").await;
        page.click("#panel-pivots .pivot-bar button").await;
        page.until("document.getElementById('note-pivots')").await;
        let count = page.number("page.view.pivots()[0]").await;
        assert!(count >= 9.0, "{count} pivots for twelve contacts");
        let rows = page.number("document.querySelectorAll('#panel-pivots tbody tr').length").await;
        assert_eq!(rows, page.number("page.view.contacts()").await);
        let off =
            "(() => { const [count] = page.view.pivots(), answer = page.view.answer(), end = page.view.pivot(count);
            return Math.max(...answer.map((x, k) => k % 2 ? Math.abs(x - end[4 + 6 * (k >> 1) + 1]) : 0)); })()";
        let off = page.number(off).await;
        assert!(off < 1e-9, "the way ends {off} m/s² from the accelerations of the solution");
        page.click("#tab-matrix").await;
        page.until("!document.getElementById('note-pivots')").await;
        assert_eq!(page.value("Array.from(page.view.forces())").await, own);
        page.assert_no_errors().await;
    });
}

#[test]
fn other_forces_carry_a_pyramid_in_space_as_well() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=pyramid-3d").await;
        page.click("#tab-redundancy").await;
        page.until("document.querySelector('#panel-redundancy .exchanges input')").await;
        page.click("#panel-redundancy .actions button").await;
        page.until("document.getElementById('note-choice')").await;
        let changed = page.number("page.view.choice().at(-1)").await;
        assert!(changed < 1e-9, "accelerations of bodies change by {changed}");
        let told = page.text("document.querySelector('#panel-redundancy .counts').textContent").await;
        assert!(told.contains("6 × bodies: 36"), "{told}");
        page.assert_no_errors().await;
    });
}

/// With friction there is no such problem, which is said.
#[test]
fn with_friction_a_sentence_stands_instead() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch&lang=de", Screen::PHONE).await;
        page.click("[data-do=panels]").await;
        page.click("#tab-pivots").await;
        page.until("document.querySelector('#panel-pivots .instead')?.checkVisibility()").await;
        assert!(page.text("document.querySelector('#panel-pivots').innerText").await.contains("Reibung"));
        page.assert_no_errors().await;
    });
}
