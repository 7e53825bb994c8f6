//! Feeds any text to the reader of links; whatever it makes of it reads back without a warning, and opens.
#![no_main]

use contact_forces::session::{Link, SpatialLink};
use contact_forces::spatial::world::World;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::collections::HashMap;

fuzz_target!(|text: &str| {
    let (query, hash) = text.split_once('#').unwrap_or((text, ""));
    let (link, _) = Link::parse(query, hash);
    let (shared, state) = link.write();
    assert!(shared.len() + state.len() <= Link::LONGEST);
    let (again, warnings) = Link::parse(&shared, &state);
    assert!(warnings.is_empty());
    assert_eq!(format!("{again:?}"), format!("{link:?}"));
    link.open();

    let (link, _) = SpatialLink::parse(query, hash);
    let (shared, state) = link.write();
    let (again, warnings) = SpatialLink::parse(&shared, &state);
    assert!(warnings.is_empty());
    assert_eq!(format!("{again:?}"), format!("{link:?}"));
    open(&link);
});

/// Opens a link as [`SpatialLink::open`] does, but builds each scene once: a bolt takes longer than a thousand links.
fn open(link: &SpatialLink) {
    thread_local! {
        static BUILT: RefCell<HashMap<String, World>> = RefCell::default();
    }
    let scene = SpatialLink { scene: link.scene, count: link.count, seed: link.seed, ..SpatialLink::default() };
    let mut world = BUILT.with_borrow_mut(|built| {
        if built.len() > 1000 {
            built.clear(); // seeds make any number of scenes
        }
        built.entry(format!("{scene:?}")).or_insert_with(|| scene.start()).clone()
    });
    link.apply(&mut world);
    if let Some(state) = &link.state {
        let _ = state.restore(&mut world); // it may be another scene's
    }
}
