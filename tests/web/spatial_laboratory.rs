//! Pivots and redundancy in space.
use crate::harness::in_browser;
use crate::laboratory::{column_of, picture};
use crate::page::{Page, Screen};
use thirtyfour::Key;

async fn settled(page: &Page, address: &str) {
    page.open(address, Screen::DESKTOP).await;
    page.value("(() => { for (let k = 0; k < 30; k++) page.view.step(); page.clock.changed(); return 0; })()").await;
}

/// The stepper shows the way on the stage, ends at the forces of the instant, and gives the stage back its own.
#[test]
fn the_pivots_of_a_scene_in_space_are_walked() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=stack-3d&n=3").await;
        let own = page.value("Array.from(page.view.forces())").await;
        page.tab("pivots").await;
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
        page.tab("matrix").await;
        page.until("!document.getElementById('note-pivots')").await;
        assert_eq!(page.value("Array.from(page.view.forces())").await, own);
        page.assert_no_errors().await;
    });
}

/// With many contacts not every dot has its name, and no name covers another.
#[test]
fn names_of_dots_leave_each_other_room() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch", Screen::DESKTOP).await;
        page.tab("pivots").await;
        page.until("document.querySelectorAll('#panel-pivots .plane .name').length > 1").await;
        let covered = "((boxes) => boxes.filter((a, k) => boxes.slice(0, k).some((b) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2)).length)(
            [...document.querySelectorAll('#panel-pivots .plane .name')].map((name) => name.getBoundingClientRect()))";
        assert_eq!(page.value(covered).await, 0);
        page.assert_no_errors().await;
    });
}

/// What a tab marks on the stage goes when another is opened, and comes back with it.
#[test]
fn marks_of_a_tab_leave_the_stage_with_it() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=stack-3d&n=2", Screen::DESKTOP).await;
        page.step(30).await;
        page.until_still().await;
        let bare = picture(page).await;
        page.tab("solvers").await;
        page.until("page.panels.parts.solvers?.marks").await;
        page.until_still().await;
        let marked = picture(page).await;
        assert_ne!(marked, bare, "the contacts of the chosen row are marked");
        for (tab, expected) in [("matrix", bare), ("solvers", marked), ("graph", bare)] {
            page.tab(tab).await;
            page.until_still().await;
            assert_eq!(picture(page).await, expected, "{tab}");
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn other_forces_carry_a_pyramid_in_space_as_well() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=pyramid-3d").await;
        page.tab("redundancy").await;
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

/// How many colours a picture has.
const COLOURS: &str = "((canvas) => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size)(
    document.querySelector('#panel-body canvas'))";

/// A clicked body is drawn alone; the numbers in the table add up, and the stage is as it was afterwards.
#[test]
fn a_clicked_body_in_space_is_drawn_alone_with_its_forces() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=stack-3d&n=3").await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x, y]).await;
        page.release_mouse().await;
        page.until("document.querySelector('#panel-body tfoot td')").await;
        page.tab("matrix").await;
        page.until_still().await;
        page.value("(page.view.step(), page.clock.changed())").await;
        let own = page.value("Array.from(page.view.forces())").await;
        page.tab("body").await;
        for body in 0..3 {
            page.value(format!("(document.getElementById('body').value = {body}, document.getElementById('body').dispatchEvent(new Event('change')))")).await;
            page.until_still().await;
            for (column, what) in (1..).zip(["x", "y", "z", "about x", "about y", "about z"]) {
                let all = column_of(page, "#panel-body tbody tr", column).await;
                let ends = column_of(page, "#panel-body tfoot tr", column).await;
                let sum: f64 = all.iter().sum();
                assert!(all.len() >= 5 && (sum - ends[0]).abs() < 1e-9, "{what}: {all:?} add up to {}", ends[0]);
                assert!((ends[0] - ends[1]).abs() < 1e-9, "{what}: the sum {} is not the rate {}", ends[0], ends[1]);
            }
            assert!(page.number(COLOURS).await > 10.0, "the picture is empty");
            page.screenshot(&format!("spatial-body-{body}")).await;
        }
        page.tab("matrix").await;
        page.until_still().await;
        assert_eq!(page.value("Array.from(page.view.forces())").await, own);
        page.assert_no_errors().await;
    });
}

/// With friction the forces on a body are those of the coming step, which is said; the arrow keys choose the body.
#[test]
fn a_body_with_friction_is_drawn_alone_too() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch&lang=de", Screen::PHONE).await;
        page.click("[data-do=panels]").await;
        page.tab("body").await;
        page.until("document.querySelector('#panel-body tfoot td')?.textContent").await;
        let words = page.text("document.querySelector('#panel-body .outcome').textContent").await;
        assert!(words.contains("Mittel"), "{words}");
        page.value("document.getElementById('body').focus()").await;
        page.press(Key::Down).await;
        page.until("page.panels.parts.body.number === 1").await;
        let ends = column_of(page, "#panel-body tfoot tr", 3).await;
        // what comes to rest gives up velocities of 1e-5 of what its weight of 234 N gives it in a step
        assert!((ends[0] - ends[1]).abs() < 2.4e-3, "{ends:?}");
        page.screenshot("spatial-body-phone").await;
        page.assert_no_errors().await;
    });
}

/// An entry of A that is focused is shown as a unit force and the bodies that it moves.
#[test]
fn an_entry_of_the_matrix_is_shown_at_work_in_space() {
    in_browser(async |page| {
        settled(page, "?mode=spatial&scene=two-blocks-3d").await;
        page.value("page.scene.set('values', '0')").await; // labels remember where they were
        page.until_still().await;
        let note = "document.getElementById('note-entry')?.textContent";
        // words find their places once, and keep them
        let first = "document.querySelector('#matrix tbody tr').children[2].focus()";
        page.until(&format!("({first}, {note})")).await;
        page.until_still().await;
        page.value("document.activeElement.blur()").await;
        page.until(&format!("!({note})")).await;
        // names keep their sides while the eye turns, and stand where they would not be put without a past
        page.value(
            "(() => { for (let k = 0; k < 20; k++) { page.view.orbit(-3, 0); page.view.draw(); } return 0; })()",
        )
        .await;
        page.until_still().await;
        let before = picture(page).await;
        for (i, j) in [(0, 0), (4, 1), (1, 6)] {
            // the table is written anew when the frames come that are still due, and then a cell loses the focus
            let focus = format!("document.querySelectorAll('#matrix tbody tr')[{i}].children[{}].focus()", j + 2);
            page.until(&format!("({focus}, {note}?.includes('contact {} alone'))", j + 1)).await;
            let entry = page.number(format!("page.view.delassus()[{i} * page.view.contacts() + {j}]")).await;
            let shown = page.value(format!("[...page.view.show_entry({i}, {j}, 1)]")).await;
            let [named, moved]: [f64; 2] = serde_json::from_value(shown).unwrap();
            assert!(named == entry && (moved - entry).abs() < 1e-12, "{named}, {moved}: {entry}");
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            assert_ne!(picture(page).await, before);
            page.screenshot(&format!("spatial-entry-{}-{}", i + 1, j + 1)).await;
        }
        page.value("document.activeElement.blur()").await;
        page.until(&format!("!({note})")).await;
        page.until_still().await;
        assert_eq!(picture(page).await, before, "and all is as it was");
        let shown =
            "(() => { page.view.show_entry(0, 0, 1); page.view.draw(); page.view.show_entry(0, 0, -1); return 0; })()";
        page.value(shown).await;
        assert_eq!(picture(page).await, before, "nor does an entry move names whose contacts are not marked");
        // a cell that is no entry of A marks its contact alone
        page.value("document.querySelector('#matrix tbody tr td.f').focus()").await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        assert_eq!(page.value(format!("!{note}")).await, true);
        page.assert_no_errors().await;
    });
}

/// With friction the pivots are those of the normal forces alone, which is said; and they end at these.
#[test]
fn with_friction_the_normal_forces_alone_are_walked() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch&lang=de", Screen::PHONE).await;
        page.click("[data-do=panels]").await;
        page.tab("pivots").await;
        page.until("document.querySelector('#panel-pivots .instead')?.checkVisibility()").await;
        assert!(page.text("document.querySelector('#panel-pivots').innerText").await.contains("Reibung"));
        assert_eq!(page.text("document.querySelector('#note-instant').textContent").await, "Ohne Reibung");
        let rows = page.number("document.querySelectorAll('#panel-pivots tbody tr').length").await;
        assert!(rows >= 20.0, "{rows} contacts");
        let pressed = "[...document.querySelectorAll('#panel-pivots tbody tr')].map((row) => row.children[3].title).map(Number).filter((a) => a < -1e-9).length";
        assert_eq!(page.number(pressed).await, 0.0, "at the end no gap accelerates shut");
        page.click("#panel-pivots .pivot-bar button").await;
        assert!(page.number(pressed).await > 0.0, "and at the start some do");
        page.tab("matrix").await;
        page.until("!document.querySelector('#note-instant')").await;
        page.assert_no_errors().await;
    });
}

/// The numbers of the article are those of the scene in space: at rest the floor carries the weight, and the terms of b add up.
#[test]
fn the_formulas_of_the_plane_have_numbers_in_space() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=arch", Screen::DESKTOP).await;
        let number = |key: &str| {
            format!("Number(document.querySelector('[data-live=\"{key}\"]').textContent.replace('−', '-'))")
        };
        for section in ["overview", "gap", "offsets", "redundant", "conditions", "pivots", "drift"] {
            page.value(format!("page.reader.read().then(() => document.getElementById('{section}').scrollIntoView())"))
                .await;
            let open = format!(
                "[...document.getElementById('{section}').parentElement.querySelectorAll('[data-live]')].every((e) => /[0-9]/.test(e.textContent))"
            );
            page.until(&open).await;
        }
        let read = async |key: &str| page.number(number(key)).await;
        assert!(read("weight").await > 0.0 && (read("floor").await / read("weight").await - 1.0).abs() < 1e-2);
        let sum = read("bF").await + read("bw").await + read("bn").await + read("bc").await;
        assert!((sum - read("b").await).abs() < 3e-3, "{sum}");
        let (contacts, rank, freedoms) = (read("contacts").await, read("rank").await, read("freedoms").await);
        assert!(freedoms % 6.0 == 0.0 && rank <= freedoms && rank < contacts, "{contacts}, {rank}, {freedoms}");
        page.assert_no_errors().await;
    });
}
