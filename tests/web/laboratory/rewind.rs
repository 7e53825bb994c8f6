//! The slider of the past.
use crate::harness::in_browser;
use crate::page::Screen;
use thirtyfour::Key;

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
        // the slider is where the present is once the picture of the last step is drawn
        page.until("Math.abs(document.getElementById('rewind').value - page.view.time()) < 1e-6").await;
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
                "(page.clock.rewind.slider.value = {}, page.clock.rewind.slider.dispatchEvent(new Event('input')))",
                0.025 * k as f64
            );
            page.value(at).await;
            page.until(&format!("page.view.time() > {}", 0.025 * k as f64 - 0.01)).await;
            assert_eq!(page.digest().await, *digest, "moment {k}");
        }
        // from the past it goes on, and what came later is gone
        page.press(Key::Home).await;
        page.until("page.view.time() === 0").await;
        page.click("[data-do='step']").await;
        page.until("page.clock.rewind.slider.max < 0.03").await;
        assert_eq!(page.digest().await, digests[1]);
        page.assert_no_errors().await;
    });
}
