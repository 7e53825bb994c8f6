//! The laboratory under the stage: what its tabs show, and that it agrees with the forces of the scene.
mod body;
mod entry;
mod pivots;
mod redundancy;
mod rewind;
mod solvers;

use crate::harness::in_browser;
use crate::page::{Page, Screen};

/// Opens a tab of the laboratory and waits until it shows something.
pub async fn open_tab(page: &Page, name: &str) {
    page.value(format!("document.getElementById('tab-{name}').click()")).await;
    page.until(&format!("document.querySelector('#panel-{name} > *') && page.view.pivots")).await;
    page.until_still().await;
}

/// A number over all pixels of the stage. The first readings make Chromium draw by another path from then on.
pub async fn picture(page: &Page) -> f64 {
    page.number(
        "Array.from({ length: 5 }, () => {
            page.view.draw();
            const { width, height } = document.getElementById('stage');
            const { data } = document.getElementById('stage').getContext('2d').getImageData(0, 0, width, height);
            return new Uint32Array(data.buffer).reduce((sum, pixel) => (Math.imul(sum, 31) + pixel) | 0, 7);
        }).at(-1)",
    )
    .await
}

/// The numbers of a column of a table of the laboratory, with all their digits.
async fn column(page: &Page, panel: &str, number: usize) -> Vec<f64> {
    column_of(page, &format!("#panel-{panel} tbody tr"), number).await
}

/// The same for the rows that a selector finds.
pub async fn column_of(page: &Page, rows: &str, number: usize) -> Vec<f64> {
    let cells = format!(
        "[...document.querySelectorAll('{rows}')].map((row) => row.children[{number}]).map((cell) =>
            Number(cell.title || cell.querySelector('[title]').title))"
    );
    serde_json::from_value(page.value(cells).await).expect("numbers")
}

async fn close_to(page: &Page, panel: &str, number: usize, expected: &str) {
    let expected: Vec<f64> = serde_json::from_value(page.value(expected).await).expect("numbers");
    let found = column(page, panel, number).await;
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found == expected, "{found} where {expected} is expected");
    }
}

/// Puts what a button saves into `kept`.
const KEEP: &str = "window.kept = null;
    URL.createObjectURL = (content) => { window.kept = content; return 'data:,'; };
    HTMLAnchorElement.prototype.click = () => {};";

/// f and a of the solution on the stage.
const FORCES: &str = "((n, e) => [...e.slice(n * n + n, n * n + 2 * n)])(page.view.contacts(), page.view.equation())";
const ACCELERATIONS: &str = "((n, e) => [...e.slice(n * n + 2 * n)])(page.view.contacts(), page.view.equation())";
const B: &str = "((n, e) => [...e.slice(n * n, n * n + n)])(page.view.contacts(), page.view.equation())";

/// Pictures for the eye.
#[test]
fn the_laboratory_can_be_seen() {
    in_browser(async |page| {
        for (name, address, screen) in [
            ("laboratory", "?scene=two-blocks", Screen::DESKTOP),
            ("laboratory-blocks-dark", "?scene=blocks&theme=dark", Screen::DESKTOP),
            ("laboratory-phone", "?scene=pyramid", Screen::PHONE),
            ("laboratory-phone-dark", "?scene=blocks&theme=dark&lang=de", Screen::PHONE),
        ] {
            page.open(address, screen).await;
            page.step(if address.contains("scene=blocks") { 600 } else { 0 }).await;
            if name.contains("phone") {
                page.click("[data-do='panels']").await;
            }
            for tab in ["redundancy", "solvers", "body"] {
                open_tab(page, tab).await;
                page.value(format!("document.querySelector('#panel-{tab} .actions button')?.click()")).await;
                page.until_still().await;
                page.screenshot(&format!("{name}-{tab}")).await;
            }
            open_tab(page, "pivots").await;
            page.screenshot(&format!("{name}-pivots-end")).await;
            page.click("#panel-pivots .pivot-bar button:first-child").await;
            page.click("#panel-pivots .pivot-bar button:nth-last-child(2)").await;
            page.until_still().await;
            page.screenshot(&format!("{name}-pivots")).await;
        }
        page.assert_no_errors().await;
    });
}
