//! The tab that shows curvatures, contact frames and flat bases, and the paths of points of contact.
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use serde_json::json;

async fn open(page: &Page, address: &str, screen: Screen) {
    page.open(address, screen).await;
    page.value("document.querySelector('#tab-curvature').click(), 0").await;
    page.until("document.querySelector('.curvature')").await;
}

async fn told(page: &Page) -> String {
    page.value("(page.clock.changed(), 0)").await;
    page.until_still().await;
    page.text("document.querySelector('.curvature').innerText").await
}

#[test]
fn curvatures_and_the_contact_frame_are_shown() {
    in_browser(async |page| {
        open(page, "?mode=spatial&scene=ellipsoid", Screen::DESKTOP).await;
        page.step(200).await;
        let words = told(page).await;
        assert!(words.contains("Contact 1: ellipsoid at floor") && words.contains("is certain"), "{words}");
        let determinant = page.number("Number(page.view.curvatures().split('\\x1e')[3].split('\\x1f')[2])").await;
        assert!(
            determinant > 0.0 && words.contains(&format!("Determinant {determinant:.4}")),
            "{determinant}: {words}"
        );
        page.screenshot("curvature").await;
        // of a disc's edge on a plane the numbers of a curve, and one number along it
        page.value("page.scene.load('?mode=spatial&scene=disc'), 0").await;
        page.step(20).await;
        let words = told(page).await;
        assert!(words.contains("κ 2.0000") && words.contains("Along the curve"), "{words}");
        page.assert_no_errors().await;
    });
}

#[test]
fn nearest_points_are_told_to_be_carried_or_searched() {
    in_browser(async |page| {
        open(page, "?mode=spatial&scene=ellipsoid-bowl&scheme=contact-points", Screen::DESKTOP).await;
        page.step(1).await;
        let words = told(page).await;
        assert!(words.contains("0 carried, 1 searched") && words.contains("mm: searched"), "{words}");
        page.step(3).await;
        let words = told(page).await;
        assert!(words.contains("1 carried, 0 searched") && words.contains("mm: carried"), "{words}");
        page.value("page.scene.load('?mode=spatial&scene=ellipsoid-bowl'), 0").await;
        page.step(3).await;
        let words = told(page).await;
        assert!(words.contains("searches the points anew in each step"), "{words}");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_contact_that_rolls_by_law_is_told_with_its_force_across_the_normal() {
    in_browser(async |page| {
        open(page, "?mode=spatial&scene=rolling-off", Screen::DESKTOP).await;
        page.step(100).await;
        let words = told(page).await;
        assert!(words.contains("Contact 1: rolling ball at dome") && words.contains("It rolls by law"), "{words}");
        let across = page.number("Number(page.view.curvatures().split('\\x1e')[0].split('\\x1f')[5])").await;
        assert!(across > 0.1, "{across} N");
        page.screenshot("rolling").await;
        page.value("page.scene.load('?mode=spatial&scene=rolling-off&scheme=fixpoint'), 0").await;
        page.step(100).await;
        let words = told(page).await;
        assert!(!words.contains("rolls by law"), "{words}");
        page.assert_no_errors().await;
    });
}

#[test]
fn what_a_flat_base_carries_is_shown_in_german_on_a_phone() {
    in_browser(async |page| {
        open(page, "?mode=spatial&scene=half-disc&lang=de", Screen::PHONE).await;
        page.step(30).await;
        page.value("document.querySelector('[data-do=panels]').click(), 0").await;
        let words = told(page).await;
        assert!(words.contains("Halbe Scheibe") || words.contains("halbe Scheibe"), "{words}");
        assert!(words.contains("Resultierende 34,7") && words.contains("kein Kontakt dieser Szene"), "{words}");
        page.screenshot("curvature-phone").await;
        let [content, window] = ["document.documentElement.scrollWidth", "innerWidth"];
        assert!(page.number(content).await <= page.number(window).await, "it sticks out sideways");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_paths_of_points_of_contact_are_drawn() {
    in_browser(async |page| {
        page.open("?mode=spatial", Screen::DESKTOP).await;
        for scene in ["ellipsoid", "rolling-bowl", "torus", "disc", "cylinders", "top", "rolling-ellipsoid"] {
            page.load(&format!("?mode=spatial&scene={scene}")).await;
            assert_eq!(page.text("page.view.value('scene')").await, scene);
            page.step(400).await;
            page.value("(page.clock.changed(), 0)").await;
            page.until_still().await;
            page.screenshot(&format!("paths-{scene}")).await;
            let picture = "(() => { page.view.draw(); return document.getElementById('picture').toDataURL(); })()";
            let with = page.text(picture).await;
            page.value("page.scene.set('paths', '0'), 0").await;
            assert_ne!(page.text(picture).await, with, "{scene}");
            page.value("page.scene.set('paths', '1'), 0").await;
        }
        assert_eq!(page.value("page.view.value('paths')").await, json!("1"));
        page.assert_no_errors().await;
    });
}
