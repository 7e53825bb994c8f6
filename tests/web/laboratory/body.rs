//! The tab "Body": a body alone with its forces.
use super::column_of;
use crate::harness::in_browser;
use crate::page::Screen;

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
        let words = page.text("document.querySelector('#panel-body .outcome').textContent").await;
        assert!(words.contains("m a") && !words.contains("NaN"), "{words}");
        page.assert_no_errors().await;
    });
}

/// What rounding leaves of forces that cancel is told as zero, and what is small beside them as it is.
#[test]
fn what_rounding_leaves_is_zero() {
    in_browser(async |page| {
        for (address, numbers) in [("?scene=stack&lang=en", 3), ("?mode=spatial&scene=stack-3d&lang=en", 6)] {
            page.open(address, Screen::DESKTOP).await;
            page.step(1).await;
            page.tab("body").await;
            page.until("document.querySelector('#panel-body tfoot td')?.textContent").await;
            for (off, rests) in [(-9e-9, true), (1e-4, false)] {
                // in one piece: the next frame draws the true ones
                let told = page
                    .value(format!(
                        "(() => {{
                            const view = page.view, force = {numbers} === 3 ? 2 : 3;
                            view.free_body = (number) => {{
                                const all = Object.getPrototypeOf(view).free_body.call(view, number);
                                return all.map((x, k) => (k >= 3 * {numbers} ? x : k % {numbers} < force ? {off} : 0));
                            }};
                            page.panels.parts.body.draw();
                            delete view.free_body;
                            const panel = document.getElementById('panel-body');
                            const ends = [...panel.querySelectorAll('tfoot td')].map((cell) => cell.textContent);
                            return [ends.join(), panel.querySelector('.outcome').textContent];
                        }})()"
                    ))
                    .await;
                let [ends, words]: [String; 2] = serde_json::from_value(told).expect("two texts");
                assert_eq!(ends.split(',').all(|cell| cell == "0"), rests, "{off}: {ends}");
                assert_eq!(words.contains("does not accelerate"), rests, "{off}: {words}");
                assert_eq!(words.contains("10"), !rests, "{off}: {words}");
            }
        }
        page.assert_no_errors().await;
    });
}

/// A drag is no click: the tab stays as it is.
#[test]
fn a_dragged_body_opens_nothing() {
    in_browser(async |page| {
        page.open("?scene=one-block&g=0", Screen::DESKTOP).await;
        page.tab("matrix").await;
        let [x, y] = page.grip().await;
        page.drag_mouse([x, y], [x + 30.0, y - 40.0]).await;
        page.release_mouse().await;
        page.until_still().await;
        assert_eq!(page.value("document.getElementById('tab-matrix').ariaSelected").await, "true");
    });
}
