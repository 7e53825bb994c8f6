//! Spatial scene files: what is written reads back bit for bit, and what cannot run is named.
use crate::schema::Schema;
use contact_forces::session::scene_file::{SceneFile, write_spatial};
use contact_forces::session::spatial_scenes::{Options, SCENES, scene};
use contact_forces::spatial::body::{Thruster, Turning};
use contact_forces::spatial::forces::{Anchor, Push, Spring};
use contact_forces::spatial::time_stepping::{MOREAU, SCHEMES};
use contact_forces::spatial::world::World;
use glam::DVec3;

/// A box on the ground, as a file gives it.
const BOX: &str = r#"{"schema": 1, "mode": "spatial", "gravity": [0, 0, -9.81], "duration": 1, "scene": {"bodies": [
    {"name": "box", "mass": 2, "position": [0, 0, 0.2], "shape": {"type": "box", "half_extents": [0.5, 0.3, 0.2]}},
    {"name": "ground", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}}]}}"#;

/// A tetrahedron.
const MESH: &str = r#"{"mode": "spatial", "scene": {"bodies": [{"name": "wedge", "density": 6, "shape": {"type": "mesh",
    "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}}]}}"#;

fn read(text: &str) -> Result<World, String> {
    let scene = SceneFile::read(text, None).map_err(|error| error.to_string())?;
    scene.spatial().unwrap().world().map_err(|error| error.to_string())
}

fn written(world: &World) -> World {
    read(&write_spatial(world, "again", 1.0)).expect("what is written reads back")
}

/// Everything that a file can hold.
fn adorned(mut world: World) -> World {
    let body = &mut world.bodies[0];
    body.turning = Turning::About(DVec3::Z);
    body.thrusters = vec![Thruster { point: DVec3::X, direction: DVec3::Y, strength: 0.3 }];
    let forces = &mut world.forces;
    (forces.damping, forces.rotation_damping, forces.thrust) = (0.1, 0.2, 0.3);
    forces.firing = vec![(0, 0)];
    forces.pushes = vec![Push { body: 0, point: DVec3::X, force: DVec3::Y, torque: 0.1 * DVec3::Z }];
    let spring =
        |anchor| Spring { body: 0, attach: DVec3::X, anchor, stiffness: 3.0, rest_length: 1.0 / 3.0, damping: 0.7 };
    forces.springs = vec![spring(Anchor::World(DVec3::ONE))];
    if world.bodies.len() > 1 {
        forces.springs.push(spring(Anchor::Body(1, 0.1 * DVec3::ONE)));
    }
    world
}

/// A saved scene goes on exactly as the original does: as it is by its own scheme, and with all that a file can hold by every one.
#[test]
fn a_saved_scene_goes_on_bit_for_bit() {
    let schema = Schema(serde_json::from_str(include_str!("../../schema/scene.schema.json")).unwrap());
    for scene in SCENES {
        let world = || (scene.build)(Options::default());
        saved_scene_goes_on(world(), scene.title, &schema);
        for row in SCHEMES {
            let mut world = adorned(world());
            world.settings.scheme = row.name;
            saved_scene_goes_on(world, scene.title, &schema);
        }
    }
}

/// Two seconds of each scene: a world that begins with what another one wrote takes the same step, so that nothing is kept from
/// step to step but what a file holds.
#[test]
fn a_step_depends_on_the_state_alone() {
    for scene in SCENES {
        let mut world = (scene.build)(Options::default());
        world.settings.scheme = MOREAU;
        for step in 0..120 {
            if step % 5 == 4 {
                step_as_one_that_was_read(&mut world, &format!("{}, step {step}", scene.name));
            } else {
                world.step();
            }
        }
    }
}

/// Takes a step; a world that is read from what this one wrote takes the same.
pub fn step_as_one_that_was_read(world: &mut World, about: &str) {
    let mut again = written(world);
    world.step();
    again.step();
    assert_eq!(again.digest(), world.digest(), "{about}");
}

fn saved_scene_goes_on(mut world: World, title: &str, schema: &Schema) {
    (0..20).for_each(|_| world.step());
    let text = write_spatial(&world, title, 1.0);
    assert!(schema.takes(&serde_json::from_str(&text).unwrap()), "{title}: not as the schema has it");
    let mut again = written(&world);
    assert_eq!((&again.forces, &again.settings), (&world.forces, &world.settings), "{title}");
    assert_eq!((&again.contacts, again.time.to_bits()), (&world.contacts, world.time.to_bits()));
    for k in 0..20 {
        assert_eq!(again.digest(), world.digest(), "{title} with {} after {k} steps", world.settings.scheme);
        world.step();
        again.step();
    }
}

/// Masses and moments follow from the shape: of a box by its sides, of a mesh by its volume.
#[test]
fn mass_and_moments_follow_from_the_shape() {
    let world = read(BOX).unwrap();
    let moments = world.bodies[0].inertia;
    assert!((moments.x_axis.x - 2.0 / 3.0 * (0.09 + 0.04)).abs() < 1e-15, "{moments}");
    assert!((read(MESH).unwrap().bodies[0].mass - 1.0).abs() < 1e-15);
    let ground = world.bodies.iter().find(|body| body.name == "ground").unwrap();
    assert!(ground.is_fixed());
    let cylinder =
        MESH.replace("mesh", "cylinder").replacen("\"vertices\"", "\"radius\": 0.5, \"height\": 2, \"x\"", 1);
    let body = r#""shape": {"type": "cylinder", "radius": 0.5, "height": 2}"#;
    let start = cylinder.find("\"shape\"").unwrap();
    let cylinder = read(&format!("{}{body}}}]}}}}", &cylinder[..start])).unwrap();
    let mass = std::f64::consts::PI * 0.25 * 2.0 * 6.0;
    assert!((cylinder.bodies[0].mass - mass).abs() < 1e-13 * mass);
    assert!((cylinder.bodies[0].inertia.z_axis.z - mass / 8.0).abs() < 1e-13 * mass);
}

/// A file that cannot be meant says where, what was expected and what was found; of a mesh also the body and the face.
#[test]
fn faults_are_named() {
    for (text, from, to, message) in [
        (MESH, "[0, 3, 2]", "[0, 2, 3]", "scene.bodies[0].shape: expected faces 0 and 2"),
        (MESH, ", [1, 2, 3]", "", "scene.bodies[0].shape: expected at least 4 faces of the body \"wedge\", found 3"),
        // all inside out
        (
            MESH,
            "[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]",
            "[[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]",
            "expected outward normals of the body \"wedge\", found a volume of",
        ),
        // a tetrahedron without height, and one whose height is rounding
        (MESH, "[0, 0, 1]]", "[0.2, 0.2, 0]]", "of the body \"wedge\", found"),
        (MESH, "[0, 0, 1]]", "[0.2, 0.2, 1e-300]]", "of the body \"wedge\", found"),
        // no numbers
        (MESH, "[0, 0, 1]]", "[0, 0, NaN]]", "line "),
        (MESH, "[0, 0, 1]]", "[0, 0, null]]", "scene.bodies[0].shape.vertices[3][2]: expected"),
        (MESH, "[0, 0, 1]]", "[0, 0, 1e400]]", "line "),
        (MESH, ", [1, 2, 3]", ", [1, 2, 3], [1, 2, 3]", "of the body \"wedge\", found"),
        (MESH, "[0, 0, 1]]", "[0, 0, 0]]", "face 1 of the body \"wedge\""),
        (MESH, "[1, 2, 3]", "[1, 2, 4]", "scene.bodies[0].shape.faces[3][2]: expected a whole number"),
        (MESH, "[1, 2, 3]", "[1, 2]", "scene.bodies[0].shape.faces[3]: expected the numbers of at least three"),
        (MESH, "\"density\": 6,", "", "scene.bodies[0]: expected the field \"mass\" or \"density\""),
        (BOX, "0.3,", "-0.3,", "scene.bodies[0].shape.half_extents: expected lengths over zero"),
        (
            BOX,
            "\"box\", \"half_extents\": [0.5, 0.3, 0.2]",
            "\"torus\", \"major_radius\": 1, \"minor_radius\": 2",
            "scene.bodies[0].shape: expected a tube thinner than the circle",
        ),
        (BOX, "\"ground\"", "\"box\"", "scene.bodies[1].name: expected a name of its own, found \"box\""),
        (BOX, "\"mass\": 2", "\"mass\": 2, \"inertia\": [1, 1, 0]", "scene.bodies[0].inertia: expected three numbers"),
        (
            BOX,
            "\"mass\": 2",
            "\"mass\": 2, \"inertia\": [1, 1, 1], \"products_of_inertia\": [2, 0, 0]",
            "moments of inertia",
        ),
        (BOX, "\"mass\": 2", "\"mass\": 2, \"turning\": \"about\"", "scene.bodies[0].turning: expected \"free\""),
        (BOX, "\"fixed\": true", "\"fixed\": true, \"driven\": true", "either \"fixed\" or \"driven\""),
        (BOX, "\"fixed\": true", "\"fixed\": true, \"omega\": [1, 0, 0]", "expected zero velocity and omega"),
        (BOX, "\"schema\": 1", "\"scheme\": \"lemke\"", "scheme: expected one of fixpoint, fixpoint-lemke, fischer"),
        (BOX, "\"bodies\"", "\"bodie\": [], \"bodies\"", "scene.bodie: expected the field \"bodies\""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = read(&changed).err().unwrap_or_else(|| panic!("{to} was taken"));
        assert!(error.contains(message), "{to}: {error}");
    }
}

/// Of a mesh that is open the body, the face and the edge are named; so is the face that is inside out.
#[test]
fn open_meshes_are_named() {
    let mesh = |last: &str| {
        format!(
            r#"{{"mode": "spatial", "scene": {{"bodies": [{{"name": "gem", "density": 1, "shape": {{"type": "mesh",
            "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.2, 0.2, -1]],
            "faces": [[0, 1, 3], [1, 2, 3], [2, 0, 3], [1, 0, 4], [2, 1, 4]{last}]}}}}]}}}}"#
        )
    };
    assert!((read(&mesh(", [0, 2, 4]")).unwrap().bodies[0].mass - 1.0 / 3.0).abs() < 1e-15);
    let open = read(&mesh("")).unwrap_err();
    let expected = "scene.bodies[0].shape: expected a face beyond the edge 2-0 of face 2 of the body \"gem\"";
    assert!(open.starts_with(expected) && open.ends_with("found none: the mesh is open"), "{open}");
    let inverted = read(&mesh(", [2, 0, 4]")).unwrap_err();
    assert!(inverted.contains("expected faces 2 and 5 to run") && inverted.contains("\"gem\""), "{inverted}");
}

/// The contacts of the step before are part of a scene: without them the next step would start from other forces.
#[test]
fn contacts_are_kept_with_their_forces() {
    let mut world = (scene("balls").unwrap().build)(Options::default());
    while world.contacts.is_empty() {
        world.step();
    }
    let text = write_spatial(&world, "", 0.0);
    assert!(text.contains("\"part1\": \"whole\""));
    assert_eq!(read(&text).unwrap().contacts, world.contacts);
    let error = read(&text.replace("whole", "half")).unwrap_err();
    assert!(error.contains("scene.contacts[0].part1: expected \"whole\""), "{error}");
}
