//! The tab "Pivots": every step of the way to the forces.
use super::{ACCELERATIONS, B, FORCES, KEEP, close_to, column, open_tab, picture};
use crate::harness::in_browser;
use crate::page::Screen;
use thirtyfour::Key;

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
        // the dots of the plane at every place can be kept
        page.script(KEEP).await;
        page.click("#panel-pivots .pivots > div > button").await;
        let table = page.text("kept.text()").await;
        let lines: Vec<Vec<f64>> =
            table.lines().skip(1).map(|line| line.split(',').map(|x| x.parse().unwrap()).collect()).collect();
        let contacts = page.number("page.view.contacts()").await as usize;
        assert_eq!(lines.len(), (steps + 1) * contacts);
        let last: Vec<f64> = lines[steps * contacts..].iter().map(|line| line[2]).collect();
        assert_eq!(serde_json::json!(last), page.value(FORCES).await);
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

/// With friction every contact has a row for its tangent, too; its friction is driven after its normal force.
#[test]
fn the_pivots_with_friction_drive_tangents_and_end_at_the_forces() {
    in_browser(async |page| {
        page.open("?scene=rough-ladder", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        let heads = "[...document.querySelectorAll('#panel-pivots tbody th')].map((head) => head.textContent).join()";
        assert_eq!(page.text(heads).await, "1n,2n,1t,2t");
        let part = |from: usize| {
            format!("((n, e) => [...e.slice({from} * n + n * n, {from} * n + n * n + n)])(4, page.view.table())")
        };
        close_to(page, "pivots", 2, &part(1)).await;
        close_to(page, "pivots", 3, &part(2)).await;
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        assert_eq!(column(page, "pivots", 2).await, [0.0; 4]);
        close_to(page, "pivots", 3, &part(0)).await;
        let (words, mut told) = ("document.querySelector('.pivot-words').textContent", String::new());
        for _ in 0..page.number("page.view.pivots()[0]").await as usize {
            told += &page.text(words).await;
            page.click("#panel-pivots .pivot-bar button:nth-last-child(2)").await;
        }
        for part in ["drives contact", "drives the friction of contact", "The contact sticks"] {
            assert!(told.contains(part), "{part:?} in {told}");
        }
        close_to(page, "pivots", 2, &part(1)).await;
        page.click("#panel-pivots .pivot-bar button:nth-child(2)").await;
        page.until_still().await;
        page.screenshot("pivots-friction").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn the_stage_shows_the_pivot_and_returns_to_the_solution() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        page.value("page.scene.set('values', '0')").await; // the places of words depend on what was there before
        page.until_still().await;
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        page.until("document.getElementById('note-pivots')").await;
        page.until_still().await;
        page.tab("matrix").await; // words have found their places, and keep them
        page.until("!document.getElementById('note-pivots')").await;
        page.until_still().await;
        let solution = picture(page).await;
        page.tab("pivots").await;
        page.until("document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_ne!(picture(page).await, solution);
        page.tab("matrix").await;
        page.until("!document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_eq!(picture(page).await, solution);
        page.tab("pivots").await;
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
