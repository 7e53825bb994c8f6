//! The browser computes what the native program computes, bit for bit.
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::session::spatial_scenes::SCENES;
use contact_forces::session::{Link, SpatialLink};
use contact_forces::web::spatial::stage::Stage as SpatialStage;
use contact_forces::web::stage::Stage;
use std::thread;

const STEPS: usize = 10_000;

#[test]
fn ten_thousand_steps_end_in_the_same_bits() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        for query in ["scene=blocks&n=6", "scene=blocks&n=6&g=0&e=1"] {
            let fields = query.replace(['=', '&'], "\u{1f}");
            let mut stage = Stage::open(Link::parse(query, "")).0;
            (0..STEPS).for_each(|_| stage.world.step());
            let digest = page.text(format!(
                "(() => {{
                    const view = new page.modes.wasm.PlanarView(document.createElement('canvas'), '{fields}', '');
                    for (let step = 0; step < {STEPS}; step++) view.step();
                    return view.digest().toString(16);
                }})()"
            ));
            assert_eq!(digest.await, format!("{:x}", stage.world.digest()), "{query}");
        }
        page.assert_no_errors().await;
    });
}

/// In how many tests the scenes in space are run: the screwdriver alone takes nearly half of the time of all.
const PARTS: usize = 3;

#[test]
fn ten_thousand_steps_in_space_end_in_the_same_bits() {
    end_in_the_same_bits_in_space(0);
}

#[test]
fn ten_thousand_steps_of_more_scenes_in_space_end_in_the_same_bits() {
    end_in_the_same_bits_in_space(1);
}

#[test]
fn ten_thousand_steps_of_yet_more_scenes_in_space_end_in_the_same_bits() {
    end_in_the_same_bits_in_space(2);
}

/// Of all scenes that the spatial mode has of its own, and some of the plane seen in space, each `PARTS`th from this one on.
fn end_in_the_same_bits_in_space(part: usize) {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=spinning-box", Screen::DESKTOP).await;
        page.until("page.mode === 'spatial'").await;
        let own = SCENES.iter().map(|row| row.name).filter(|name| !name.ends_with("-3d"));
        for name in own.chain(["stack-3d", "blocks-3d", "wedge-3d"]).skip(part).step_by(PARTS) {
            let query = format!("?mode=spatial&scene={name}");
            let link = query.clone();
            let native = thread::spawn(move || {
                let mut stage = SpatialStage::open(SpatialLink::parse(&link, "")).0;
                (0..STEPS).for_each(|_| stage.world.step());
                stage.world.digest()
            });
            page.load(&query).await;
            for _ in 0..20 {
                let steps = STEPS / 20;
                page.value(format!("(() => {{ for (let k = 0; k < {steps}; k++) page.view.step(); return 0; }})()"))
                    .await;
            }
            let digest = page.text("page.view.digest().toString(16)").await;
            assert_eq!(digest, format!("{:x}", native.join().expect("a digest")), "{name}");
        }
        page.assert_no_errors().await;
    });
}
