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

/// A number over all pixels of the stage. The first readings make Chromium draw by another path from then on.
async fn picture(page: &Page) -> f64 {
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
async fn column_of(page: &Page, rows: &str, number: usize) -> Vec<f64> {
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
const KEEP: &str = "globalThis.kept = null;
    URL.createObjectURL = (content) => { kept = content; return 'data:,'; };
    HTMLAnchorElement.prototype.click = () => {};";

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

#[test]
fn the_stage_shows_the_pivot_and_returns_to_the_solution() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        open_tab(page, "pivots").await;
        page.value("page.set('values', '0')").await; // the places of words depend on what was there before
        page.until_still().await;
        let solution = picture(page).await;
        page.click("#panel-pivots .pivot-bar button:first-child").await;
        page.until("document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_ne!(picture(page).await, solution);
        page.click("#tab-matrix").await;
        page.until("!document.getElementById('note-pivots')").await;
        page.until_still().await;
        assert_eq!(picture(page).await, solution);
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

/// An entry of the matrix that is pointed at or focused is shown as a unit force and the bodies that it moves.
#[test]
fn an_entry_of_the_matrix_is_shown_at_work() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        page.value("page.set('values', '0')").await;
        page.until_still().await;
        let before = picture(page).await;
        let note = "document.getElementById('note-entry')?.textContent";
        for (i, j) in [(0, 0), (2, 1), (1, 2)] {
            page.value(format!("document.querySelectorAll('#matrix tbody tr')[{i}].children[{}].focus()", j + 1)).await;
            page.until(&format!("{note}?.includes('contact {} alone')", j + 1)).await;
            // the number shown, and the acceleration of the bodies that are shown, are the entry
            let entry = page.number(format!("page.view.equation()[{i} * page.view.contacts() + {j}]")).await;
            let words = page.text(note).await;
            let told = words.rsplit('=').next().unwrap().replace('−', "-").replace(" m/s²", "");
            assert!((told.trim().parse::<f64>().unwrap() - entry).abs() < 5.1e-4, "{words}: {entry}");
            let shown = page.value(format!("[...page.view.show_entry({i}, {j}, 1)]")).await;
            let [named, moved]: [f64; 2] = serde_json::from_value(shown).unwrap();
            assert!(named == entry && (moved - entry).abs() < 1e-12, "{named}, {moved}: {entry}");
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            assert_ne!(picture(page).await, before);
            page.screenshot(&format!("entry-{}-{}", i + 1, j + 1)).await;
        }
        page.value("document.activeElement.blur()").await;
        page.until(&format!("!({note})")).await;
        page.until_still().await;
        assert_eq!(picture(page).await, before, "and all is as it was");
        let frames = page.number("page.frames").await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        assert_eq!(page.number("page.frames").await, frames, "nothing moves any more");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_slider_goes_to_every_moment_bit_for_bit() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=6", Screen::DESKTOP).await;
        assert_eq!(page.value("document.getElementById('rewind').disabled").await, true, "no past yet");
        let mut digests = vec![page.digest().await];
        for _ in 0..40 {
            page.click("[data-do='step']").await;
            digests.push(page.digest().await);
        }
        page.until("!document.getElementById('rewind').disabled").await;
        let lines = "JSON.stringify([...page.view.column(0), ...page.view.column(5)])";
        let plotted = page.text(lines).await;
        page.value("document.getElementById('rewind').focus()").await;
        // the first key fetches the module that can go back; the past comes along
        for k in (20..40).rev().chain(21..=40) {
            let before = page.digest().await;
            page.press(if before == digests[(k + 1).min(40)] && k < 40 { Key::Left } else { Key::Right }).await;
            page.until(&format!("page.view.seek && page.view.digest().toString(16) !== '{before}'")).await;
        }
        assert_eq!(page.digest().await, digests[40]);
        page.press(Key::Home).await;
        page.until("page.view.time() === 0").await;
        assert_eq!(page.digest().await, digests[0]);
        assert_eq!(page.text(lines).await, plotted, "the plotted lines are still there");
        page.screenshot("rewound").await;
        for (k, digest) in digests.iter().enumerate() {
            let at = format!(
                "(page.rewind.slider.value = {}, page.rewind.slider.dispatchEvent(new Event('input')))",
                0.025 * k as f64
            );
            page.value(at).await;
            page.until(&format!("page.rewind.wanted === null && page.view.time() > {}", 0.025 * k as f64 - 0.01)).await;
            assert_eq!(page.digest().await, *digest, "moment {k}");
        }
        // from the past it goes on, and what came later is gone
        page.press(Key::Home).await;
        page.until("page.view.time() === 0").await;
        page.click("[data-do='step']").await;
        page.until("page.rewind.slider.max < 0.03").await;
        assert_eq!(page.digest().await, digests[1]);
        page.assert_no_errors().await;
    });
}

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
        let [contacts, rank] = [0, 1].map(|k| format!("Number(page.cells(page.view.summary())[{k}])"));
        let free = page.number(contacts).await - page.number(rank).await;
        let sliders = "document.querySelectorAll('.exchanges input').length";
        assert!(free > 0.0 && page.number(sliders).await == free, "{free} redundant contacts");
        let solution = picture(page).await;
        page.click("#panel-redundancy .actions button").await;
        let [f, a, bodies] = choice(page).await;
        assert!(f > 1e-3 && a < 1e-9 && bodies < 1e-9, "shuffled: {f}, {a}, {bodies}");
        assert!(page.text("document.querySelector('.outcome').textContent").await.contains("rounding"));
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
        page.click("#tab-matrix").await;
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
        assert!(page.text("document.querySelector('.outcome').textContent").await.contains("same forces"));
        assert_eq!(page.value("document.querySelectorAll('.exchanges input').length").await, 0);
        page.assert_no_errors().await;
    });
}

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

/// A body is drawn alone: the forces on it add up to m a, with the numbers that stand in the table.
#[test]
fn a_clicked_body_is_drawn_alone_with_its_forces() {
    in_browser(async |page| {
        page.open("?scene=wedge", Screen::DESKTOP).await;
        page.step(1).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x, y]).await;
        page.release_mouse().await;
        page.until(
            "document.querySelector('#panel-body tfoot td') && document.getElementById('panel-body').checkVisibility()",
        )
        .await;
        for body in 0..2 {
            page.value(format!("(document.getElementById('body').value = {body}, document.getElementById('body').dispatchEvent(new Event('change')))")).await;
            page.until_still().await;
            for (column, what) in [(1, "x"), (2, "y"), (3, "torque")] {
                let all = column_of(page, "#panel-body tbody tr", column).await;
                let ends = column_of(page, "#panel-body tfoot tr", column).await;
                let sum: f64 = all.iter().sum();
                assert!(all.len() >= 2 && (sum - ends[0]).abs() < 1e-9, "{what}: {all:?} add up to {}", ends[0]);
                assert!((ends[0] - ends[1]).abs() < 1e-9, "{what}: the sum {} is not m a, {}", ends[0], ends[1]);
            }
            let drawn = "((canvas) => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size)(
                document.querySelector('#panel-body canvas'))";
            assert!(page.number(drawn).await > 10.0, "the picture is empty");
            page.screenshot(&format!("body-{body}")).await;
        }
        assert!(page.text("document.querySelector('#panel-body .outcome').textContent").await.contains("m a"));
        page.assert_no_errors().await;
    });
}

/// A drag is no click: the tab stays as it is.
#[test]
fn a_dragged_body_opens_nothing() {
    in_browser(async |page| {
        page.open("?scene=one-block&g=0", Screen::DESKTOP).await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 30.0, y - 40.0]).await;
        page.release_mouse().await;
        page.until_still().await;
        assert_eq!(page.value("document.getElementById('tab-matrix').ariaSelected").await, "true");
    });
}

#[test]
fn two_methods_are_compared_on_the_problem_of_the_stage() {
    in_browser(async |page| {
        page.open("?scene=pyramid", Screen::DESKTOP).await;
        page.script(KEEP).await;
        open_tab(page, "solvers").await;
        for (one, other) in [("dantzig", "gauss-seidel"), ("lemke", "newton")] {
            for (k, name) in [one, other].into_iter().enumerate() {
                page.value(format!("((s) => {{ s.value = '{name}'; s.dispatchEvent(new Event('change')); }})(document.querySelectorAll('#panel-solvers select')[{k}])")).await;
            }
            let words = page.text("document.querySelector('#panel-solvers .outcome').textContent").await;
            assert!(words.contains("iterations") && words.contains("residual"), "{words}");
            let forces = column_of(page, "#panel-solvers tbody tr", 1).await;
            let expected: Vec<f64> = serde_json::from_value(page.value(FORCES).await).unwrap();
            assert_eq!(forces.len(), expected.len());
            if one == "dantzig" {
                assert_eq!(forces, expected, "the forces of the stage");
            }
            // what is plotted and listed can be kept, with all digits
            page.click("#panel-solvers .actions button + button").await;
            let table = page.text("kept.text()").await;
            let mut parts = table.split("contact,");
            let lines: Vec<Vec<&str>> = parts.next().unwrap().lines().map(|line| line.split(',').collect()).collect();
            assert_eq!(
                lines[0],
                [
                    "iteration",
                    &format!("{one} residual"),
                    &format!("{other} residual"),
                    &format!("{one} ms"),
                    &format!("{other} ms")
                ]
            );
            let residuals: Vec<f64> = lines[1..].iter().filter_map(|line| line[1].parse().ok()).collect();
            assert!(residuals.len() > 3 && residuals[0] > 1.0 && *residuals.last().unwrap() < 1e-9, "{residuals:?}");
            let kept: Vec<f64> = parts
                .next()
                .unwrap()
                .lines()
                .skip(1)
                .map(|line| line.split(',').nth(1).unwrap().parse().unwrap())
                .collect();
            assert_eq!(kept, forces);
            page.screenshot(&format!("solvers-{one}")).await;
        }
        assert_eq!(page.value("document.querySelectorAll('#panel-solvers .chart svg').length").await, 2);
        page.assert_no_errors().await;
    });
}
