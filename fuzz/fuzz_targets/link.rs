//! Feeds any text to the reader of links; whatever it makes of it reads back without a warning, and opens.
#![no_main]

use contact_forces::session::{Link, SpatialLink};
use libfuzzer_sys::fuzz_target;

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
    link.open();
});
