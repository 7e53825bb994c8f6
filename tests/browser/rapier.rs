//! Our engine and Rapier (npm @dimforge/rapier3d-compat), both in WebAssembly, on the same scenes in one run.
//!
//! `cargo run -- test` and `cargo run -- bench --table rapier` set `RAPIER` to its module, the latter `RAPIER_COUNTS` to the
//! numbers of balls too. Times are printed; what is judged is that our balls do not overlap and our masonry stands.
use crate::delivery::copy_folder;
use crate::harness::{dist, in_browser_serving, left_out};
use crate::page::{Page, Screen};
use std::{env, fs};

/// Numbers of balls where none are asked for.
const COUNTS: &str = "80,320";
/// Largest overlap of our balls, as a part of the radius.
const OVERLAP: f64 = 3e-4;
/// Scenes of blocks, and the largest way that any may go in ten seconds, m.
const MASONRY: [(&str, f64); 3] =
    [("scene=wall&n=20&sleep=0", 1e-3), ("scene=arch&n=21", 2e-4), ("scene=heavy-top&n=10", 3e-4)];

#[test]
fn packings_and_masonry_beside_rapier() {
    let Some(module) = env::var_os("RAPIER") else {
        return left_out("what stands beside Rapier: RAPIER names no rapier.mjs");
    };
    let folder = tempfile::tempdir().unwrap();
    let site = || {
        copy_folder(dist(), folder.path());
        fs::copy(&module, folder.path().join("rapier.mjs")).expect("Rapier's module");
        fs::write(folder.path().join("rapier.js"), include_str!("rapier.js")).unwrap();
        folder.path().to_path_buf()
    };
    in_browser_serving(site, async |page| {
        println!(
            "{:<34} {:<6} {:>11} {:>9} {:>10} {:>9} {:>10} {:>10} {:>9} {:>9}",
            "scene",
            "engine",
            "settling ms",
            "of theirs",
            "at rest ms",
            "of theirs",
            "overlap %",
            "at rest %",
            "mm/s",
            "way mm"
        );
        let counts = env::var("RAPIER_COUNTS").unwrap_or(COUNTS.into());
        for count in counts.split(',') {
            let [ours, _] = compare(page, &format!("scene=packing&seed=1&sleep=0&n={count}"), 480).await;
            let [_, _, settling, rest, ..] = ours;
            assert!(settling.max(rest) <= OVERLAP, "{count} balls overlap by {settling}, at rest {rest} of the radius");
        }
        for (scene, most) in MASONRY {
            let [[.., way], _] = compare(page, scene, 600).await;
            assert!(way <= most, "{scene}: a block went {way} m");
        }
        page.assert_no_errors().await;
    });
}

/// Carries a scene on by both engines, prints and returns what rapier.js measures, ours first.
async fn compare(page: &Page, scene: &str, steps: usize) -> [[f64; 6]; 2] {
    page.open(&format!("?mode=spatial&{scene}"), Screen::DESKTOP).await;
    page.until("page.mode === 'spatial'").await;
    let both = format!(
        "page.clock.run(false), import('./rapier.js').then(({{ compare }}) => compare(page.view, {steps}, 120))"
    );
    let both: [[f64; 6]; 2] = serde_json::from_value(page.value(both).await).expect("rows of numbers");
    for (name, row) in ["ours", "Rapier"].into_iter().zip(both) {
        let [settling, rest, overlap, at_rest, speed, way] = row;
        println!(
            "{scene:<34} {name:<6} {settling:>11.3} {:>9.2} {rest:>10.3} {:>9.2} {:>10.4} {:>10.4} {:>9.4} {:>9.4}",
            settling / both[1][0],
            rest / both[1][1],
            100.0 * overlap.max(at_rest),
            100.0 * at_rest,
            1e3 * speed,
            1e3 * way
        );
    }
    both
}
