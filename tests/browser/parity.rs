//! The browser computes what the native program computes, bit for bit.
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::web::stage::Stage;

const STEPS: usize = 10_000;

#[test]
fn ten_thousand_steps_end_in_the_same_bits() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        for query in ["?scene=blocks&n=6", "?scene=blocks&n=6&g=0&e=1"] {
            let mut stage = Stage::open(query, "").0;
            (0..STEPS).for_each(|_| stage.world.step());
            let digest = page.text(format!(
                "(() => {{
                    const view = new contactForces.PlanarView(document.createElement('canvas'), {query:?}, '');
                    for (let step = 0; step < {STEPS}; step++) view.step();
                    return view.digest();
                }})()"
            ));
            assert_eq!(digest.await, format!("{:016x}", stage.world.digest()), "{query}");
        }
        page.assert_no_errors().await;
    });
}
