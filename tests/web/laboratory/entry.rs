//! An entry of the matrix at work.
use super::picture;
use crate::harness::in_browser;
use crate::page::Screen;

/// An entry of the matrix that is pointed at or focused is shown as a unit force and the bodies that it moves.
#[test]
fn an_entry_of_the_matrix_is_shown_at_work() {
    in_browser(async |page| {
        page.open("?scene=two-blocks", Screen::DESKTOP).await;
        page.value("page.scene.set('values', '0')").await;
        page.tab("matrix").await;
        page.until("document.querySelector('#matrix tbody tr')").await;
        let note = "document.getElementById('note-entry')?.textContent";
        // words find their places once, and keep them
        page.value("document.querySelectorAll('#matrix tbody tr')[0].children[1].focus()").await;
        page.until(note).await;
        page.until_still().await;
        page.value("document.activeElement.blur()").await;
        page.until(&format!("!({note})")).await;
        page.until_still().await;
        let before = picture(page).await;
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
        let frames = page.number("page.clock.frames").await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        assert_eq!(page.number("page.clock.frames").await, frames, "nothing moves any more");
        page.assert_no_errors().await;
    });
}
