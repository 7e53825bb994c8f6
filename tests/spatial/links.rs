//! Links to running scenes in space.
use contact_forces::session::SpatialLink;
use contact_forces::spatial::law::{Cone, ImpactLaw};

/// Scenes of smooth bodies, and one of a ball.
const NAMES: [&str; 12] = [
    "bowl",
    "ellipsoid",
    "ellipsoid-bowl",
    "rolling-ellipsoid",
    "rolling-bowl",
    "rolling-off",
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

/// Each setting of the physics comes from the address into the world and from there back; what the scene has anyway is left
/// out, and so is the number of objects that is usual there.
#[test]
fn a_link_names_the_physics_that_differs_from_the_scenes_own() {
    let query = "?mode=spatial&scene=packing&g=3&mu=0.7&e=0.25&et=-0.5&cone=pyramid-8&law=serial&d=0.1&thrust=2&dt=0.01\
                 &scheme=fischer&sleep=1";
    let (link, warnings) = SpatialLink::parse(query, "");
    assert!(warnings.is_empty(), "{warnings:?}");
    let mut world = link.start();
    let settings = &world.settings;
    assert_eq!((settings.friction, settings.restitution, settings.tangential), (0.7, 0.25, -0.5));
    assert_eq!((settings.cone, settings.impact_law), (Cone::Pyramid(8), ImpactLaw::Serial));
    assert_eq!((settings.time_step, settings.scheme, settings.sleep), (0.01, "fischer", true));
    assert_eq!((world.forces.gravity.z, world.forces.damping, world.forces.thrust), (-3.0, 0.1, 2.0));
    let plain = SpatialLink::parse("?mode=spatial&scene=packing", "").0;
    assert_eq!(plain.without_state(&world).write().0, query);
    assert_eq!(world.bodies.iter().filter(|body| body.is_free()).count(), 80);
    world.settings = plain.start().settings;
    world.forces = plain.start().forces;
    assert_eq!(link.without_state(&world).write().0, "?mode=spatial&scene=packing");
}
