//! The laboratory under the stage: what its tabs show, and that it agrees with the forces of the scene.
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use thirtyfour::Key;

/// Opens a tab of the laboratory and waits until it shows something.
pub async fn open_tab(page: &Page, name: &str) {
    page.value(format!("document.getElementById('tab-{name}').click()")).await;
    page.until(&format!("document.querySelector('#panel-{name} > *') && page.view.pivots")).await;
    page.until_still().await;
}

/// The numbers of a column of a table of the laboratory, with all their digits.
async fn column(page: &Page, panel: &str, number: usize) -> Vec<f64> {
    let cells = format!(
        "[...document.querySelectorAll('#panel-{panel} tbody tr')].map((row) =>
            Number(row.children[{number}].title))"
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

/// f and a of the solution on the stage.
const FORCES: &str = "((n, e) => [...e.slice(n * n + n, n * n + 2 * n)])(page.view.contacts(), page.view.equation())";
const ACCELERATIONS: &str = "((n, e) => [...e.slice(n * n + 2 * n)])(page.view.contacts(), page.view.equation())";
const B: &str = "((n, e) => [...e.slice(n * n, n * n + n)])(page.view.contacts(), page.view.equation())";

#[test]
fn the_pivots_go_forward_and_back_and_end_at_the_forces() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=6", Screen::DESKTOP).await;
        page.step(600).await; // they have settled
        let digest = page.digest().await;
        open_tab(page, "pivots").await;
        assert_eq!(page.digest().await, digest, "another module, the same state");
        let steps = page.number("page.view.pivots()[0]").await as usize;
        assert!(steps > 5, "{steps} steps");
        close_to(page, "pivots", 2, FORCES).await;
        close_to(page, "pivots", 3, ACCELERATIONS).await;
        // to the start, where no force acts, and on by the buttons: each step changes something that can be read
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        assert_eq!(column(page, "pivots", 2).await.iter().fold(0.0, |sum, f| sum + f), 0.0);
        close_to(page, "pivots", 3, B).await;
        page.screenshot("pivots-start").await;
        let words = "document.querySelector('.pivot-words').textContent";
        let mut told = vec![page.text(words).await];
        for _ in 0..steps {
            page.click("#panel-pivots .pivot-bar button:nth-last-child(2)").await;
            told.push(page.text(words).await);
        }
        assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "{told:#?}");
        close_to(page, "pivots", 2, FORCES).await;
        // back by the keyboard
        page.value("document.querySelector('.pivot-bar input').focus()").await;
        for expected in told.iter().rev().skip(1) {
            page.press(Key::Left).await;
            assert_eq!(page.text(words).await, *expected);
        }
        page.press(Key::End).await;
        assert_eq!(page.text(words).await, told[steps]);
        assert_eq!(page.digest().await, digest, "nothing has moved");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_stage_shows_the_pivot_and_returns_to_the_solution() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        let picture = "document.getElementById('stage').toDataURL()";
        open_tab(page, "pivots").await;
        let solution = page.text(picture).await;
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        page.until("document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_ne!(page.text(picture).await, solution);
        page.click("#tab-matrix").await;
        page.until("!document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_eq!(page.text(picture).await, solution);
        page.click("#tab-pivots").await;
        page.until("document.getElementById('note-pivots')").await;
        page.click("[data-do='step']").await; // the scene goes on: its forces are others, the place stays
        page.until_still().await;
        page.run(true).await;
        page.until("!document.getElementById('note-pivots')").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn the_pivots_of_lemke_can_be_followed_too() {
    in_browser(async |page| {
        page.open("?scene=wedge&solver=lemke", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        let words = page.text("document.querySelector('.pivot-words').textContent").await;
        assert!(words.contains("Lemke"), "{words}");
        page.press(Key::Tab).await;
        page.click("#panel-pivots .pivot-bar button:last-child").await;
        close_to(page, "pivots", 2, FORCES).await;
        page.assert_no_errors().await;
    });
}

/// The dots of a solution lie on the two half axes that are allowed, those of the start do not.
#[test]
fn a_dot_of_a_solution_lies_on_an_axis() {
    in_browser(async |page| {
        page.open("?scene=pyramid", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        let off = "(() => {
            const axis = document.querySelector('.plane .allowed').getBBox();
            const dots = [...document.querySelectorAll('.plane .dot')];
            const [x, y] = [axis.x, axis.y + axis.height];
            return dots.filter((dot) => Math.min(Math.abs(dot.cx.baseVal.value - x), Math.abs(dot.cy.baseVal.value - y)) > 0.5
                || dot.cy.baseVal.value > y + 0.5).length;
        })()";
        assert_eq!(page.value(off).await, 0);
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        assert!(page.number(off).await > 0.0, "without forces some contact is pressed in");
    });
}

/// Pictures for the eye.
#[test]
fn the_laboratory_can_be_seen() {
    in_browser(async |page| {
        for (name, address, screen) in [
            ("laboratory", "?scene=two-blocks", Screen::DESKTOP),
            ("laboratory-blocks-dark", "?scene=blocks&theme=dark", Screen::DESKTOP),
            ("laboratory-phone", "?scene=two-blocks", Screen::PHONE),
            ("laboratory-phone-dark", "?scene=blocks&theme=dark&lang=de", Screen::PHONE),
        ] {
            page.open(address, screen).await;
            page.step(if address.contains("scene=blocks") { 600 } else { 0 }).await;
            if name.contains("phone") {
                page.click("[data-do='panels']").await;
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
