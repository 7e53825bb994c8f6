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
