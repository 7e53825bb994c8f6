//! Feeds any text to the reader of links; whatever it makes of it reads back without a warning, and opens.
#![no_main]

use contact_forces::session::Link;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (query, hash) = text.split_once('#').unwrap_or((text, ""));
    let (link, _) = Link::parse(query, hash);
    let (query, hash) = link.write();
    assert!(query.len() + hash.len() <= Link::LONGEST);
    let (again, warnings) = Link::parse(&query, &hash);
    assert!(warnings.is_empty());
    assert_eq!(format!("{again:?}"), format!("{link:?}"));
    link.open();
});
