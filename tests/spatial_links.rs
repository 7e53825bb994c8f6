//! Links to running scenes in space.
use contact_forces::session::SpatialLink;

/// Scenes of smooth bodies, and one of a ball.
const NAMES: [&str; 11] = [
    "bowl",
    "ellipsoid",
    "ellipsoid-bowl",
    "rolling-ellipsoid",
    "rolling-bowl",
    "torus",
    "disc",
    "cylinders",
    "half-disc",
    "top",
    "spinning-top",
];

/// A scene that is put into a link in mid run and opened again goes on as the one that was not, bit for bit, whatever the
/// scheme: what a step starts from is all in the state.
#[test]
fn a_scene_from_a_link_goes_on_with_the_same_bits() {
    let schemes = [None, Some("moreau"), Some("contact-points")];
    for (name, scheme) in NAMES.iter().flat_map(|name| schemes.map(|scheme| (name, scheme))) {
        let query = scheme.map_or_else(|| (*name).into(), |scheme| format!("{name}&scheme={scheme}"));
        let link = SpatialLink::parse(&format!("?mode=spatial&scene={query}"), "").0;
        let (mut world, warnings) = link.open();
        assert!(warnings.is_empty(), "{query}: {warnings:?}");
        assert!(scheme.is_none_or(|scheme| world.settings.scheme == scheme), "{query}");
        for part in 0..4 {
            (0..60).for_each(|_| world.step());
            let link = link.capture(&world).expect("the state fits into a link");
            let (mut other, warnings) = link.open();
            assert!(warnings.is_empty(), "{query}: {warnings:?}");
            let mut go_on = world.clone();
            for step in 0..40 {
                assert_eq!(other.digest(), go_on.digest(), "{query}: {step} steps after part {part}");
                go_on.step();
                other.step();
            }
        }
    }
}
