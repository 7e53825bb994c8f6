//! The browser computes what the native program computes, bit for bit.
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::session::spatial_scenes::SCENES;
use contact_forces::session::{Link, SpatialLink};
use contact_forces::web::spatial::stage::Stage as SpatialStage;
use contact_forces::web::stage::Stage;
use std::env;
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

/// Steps of each scene in space. As many as in the plane take four minutes of a core, half of them for the screwdriver:
/// `CONTACT_FORCES_STEPS=10000` asks for them.
fn steps_in_space() -> usize {
    let given = env::var("CONTACT_FORCES_STEPS").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(2_000)
}

/// Of all scenes that the spatial mode has of its own, and some of the plane seen in space.
#[test]
fn steps_in_space_end_in_the_same_bits() {
    in_browser(async |page| {
        let steps = steps_in_space();
        page.open("?mode=spatial&scene=spinning-box", Screen::DESKTOP).await;
        page.until("page.mode === 'spatial'").await;
        let own = SCENES.iter().map(|row| row.name).filter(|name| !name.ends_with("-3d"));
        for name in own.chain(["stack-3d", "blocks-3d", "wedge-3d"]) {
            let query = format!("?mode=spatial&scene={name}");
            let link = query.clone();
            let native = thread::spawn(move || {
                let mut stage = SpatialStage::open(SpatialLink::parse(&link, "")).0;
                (0..steps).for_each(|_| stage.world.step());
                stage.world.digest()
            });
            page.load(&query).await;
            // a driver lets no script run for long
            for done in (0..steps).step_by(500) {
                let more = (steps - done).min(500);
                page.value(format!("(() => {{ for (let k = 0; k < {more}; k++) page.view.step(); return 0; }})()"))
                    .await;
            }
            let digest = page.text("page.view.digest().toString(16)").await;
            assert_eq!(digest, format!("{:x}", native.join().expect("a digest")), "{name}");
        }
        page.assert_no_errors().await;
    });
}
