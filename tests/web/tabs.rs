//! The tabs under the stage, and what is told where a visitor points.
use crate::harness::in_browser;
use crate::page::{Page, Screen};

async fn seen(page: &Page) -> String {
    page.text("[...document.querySelectorAll('[role=tab]')].filter((tab) => !tab.hidden).map((tab) => tab.id.slice(4)).join()")
        .await
}

/// A body alone is what a visitor sees first; how it is all computed is behind "More", each with what it is for.
#[test]
fn a_body_comes_first_and_the_rest_is_behind_more() {
    const FIRST: &str = "body,matrix,graph,build,settings";
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.until("document.querySelector('#panel-body tfoot td')?.textContent").await;
        assert_eq!(seen(page).await, FIRST);
        page.click("#more").await;
        assert_eq!(seen(page).await, format!("{FIRST},pivots,redundancy,solvers,drift"));
        for name in ["pivots", "redundancy", "solvers", "drift"] {
            page.tab(name).await;
            let words = page.text("document.getElementById('purpose').textContent").await;
            assert!(words.len() > 40 && words.ends_with('.'), "{name}: {words}");
        }
        page.click("#more").await;
        assert_eq!(seen(page).await, FIRST);
        assert!(page.value("!document.getElementById('panel-body').hidden").await == true, "the first takes the place");
        // what leads to a tab unfolds it, in space too
        page.click("[name=mode][value=spatial]").await;
        page.until("page.mode === 'spatial' && page.view").await;
        page.value("page.panels.open('curvature')").await;
        assert!(seen(page).await.ends_with("drift,collisions,curvature"));
        page.assert_no_errors().await;
    });
}

/// A body that is pointed at says what it is; so do the heads of the table.
#[test]
fn what_is_pointed_at_is_told() {
    in_browser(async |page| {
        page.open("?scene=one-block", Screen::DESKTOP).await;
        let [x, y] = page.grip().await;
        page.point_at([x, y]).await;
        page.until("document.getElementById('stage').title.includes('kg')").await;
        page.tab("matrix").await;
        page.until("document.querySelectorAll('#matrix thead th').length > 3").await;
        let silent = "[...document.querySelectorAll('#matrix thead th')].filter((head) => !head.title).length";
        assert_eq!(page.number(silent).await, 0.0);
        page.assert_no_errors().await;
    });
}

/// That an entry of the matrix is shown at work is said where there are entries: of many contacts only forces are listed.
#[test]
fn the_table_says_that_its_entries_can_be_pointed_at() {
    in_browser(async |page| {
        for (address, has_entries) in
            [("", true), ("?mode=spatial&scene=two-blocks-3d", true), ("?mode=spatial&scene=wall", false)]
        {
            page.open(address, Screen::DESKTOP).await;
            page.tab("matrix").await;
            page.run(true).await;
            page.until("document.querySelectorAll('#matrix td').length > 2").await;
            let told = page.value("document.getElementById('pointing').checkVisibility()").await;
            assert_eq!(told, has_entries, "{address}");
        }
        page.assert_no_errors().await;
    });
}

/// Where nothing touches, tabs of contacts say so and lead to where something does, and show no empty table.
#[test]
fn tabs_of_contacts_lead_to_where_something_touches() {
    in_browser(async |page| {
        for (address, tabs) in [
            ("?scene=blocks&lang=en", &["matrix", "pivots", "redundancy", "solvers", "drift"]),
            ("?mode=spatial&scene=balls&lang=en", &["matrix", "drift", "solvers", "redundancy", "pivots"]),
        ] {
            page.open(address, Screen::PHONE).await;
            page.value("page.panels.toggleSheet(true)").await;
            for tab in tabs {
                page.tab(tab).await;
                page.until("document.querySelector('#purpose button')").await;
                let bare = format!(
                    "[...document.querySelectorAll('#panel-{tab} table')].filter((one) => one.checkVisibility()).length"
                );
                assert_eq!(page.value(bare).await, 0, "{tab}: a table with nothing in it");
            }
            page.click("#purpose button").await;
            page.until("!page.clock.running && page.view.contacts() > 0").await;
            page.until("!document.querySelector('#purpose button')").await;
            page.value("page.actions.reset()").await;
            page.until("document.querySelectorAll('#purpose button').length === 1").await;
            page.tab("matrix").await;
            assert_eq!(page.value("document.getElementById('row').checkVisibility()").await, false);
            page.value("page.scene.set('lang', 'de')").await;
            page.until("document.querySelector('#purpose button')?.textContent.startsWith('Abspielen')").await;
        }
        page.assert_no_errors().await;
    });
}
