//! The browser computes what the native program computes, bit for bit.
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::session::Link;
use contact_forces::web::stage::Stage;

const STEPS: usize = 10_000;

#[test]
fn ten_thousand_steps_end_in_the_same_bits() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let scenes = ["scene=blocks&n=6", "scene=blocks&n=6&g=0&e=1"];
        for (module, query) in [("planar", scenes[0]), ("laboratory", scenes[0]), ("planar", scenes[1])] {
            page.use_module(module).await;
            let fields = query.replace(['=', '&'], "\u{1f}");
            let mut stage = Stage::open(Link::parse(query, "")).0;
            (0..STEPS).for_each(|_| stage.world.step());
            let digest = page.text(format!(
                "(() => {{
                    const view = new contactForces.PlanarView(document.createElement('canvas'), '{fields}', '');
                    for (let step = 0; step < {STEPS}; step++) view.step();
                    return view.digest().toString(16);
                }})()"
            ));
            assert_eq!(digest.await, format!("{:x}", stage.world.digest()), "{query} in the module {module}");
        }
        page.assert_no_errors().await;
    });
}
