//! A bolt over a countersunk hole: where it touches, how it slides, and where it ends.
use super::case::{Case, Quantity};
use super::verdict::Answer;
use contact_forces::spatial::candidates::{Finder, Look};
use contact_forces::spatial::contact::Candidate;
use contact_forces::spatial::scenes::bolt::{Round, Sizes, world};
use contact_forces::spatial::time_stepping::SCHEMES;
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// Height that means that the bolt enters.
const ENTERS: f64 = -9.0;

/// Whether the case is a bolt over a hole.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    scene["hole"]["countersink_top_radius"].is_number() && scene["bolt"]["shaft_radius"].is_number()
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let sizes = sizes(case);
    let one = |value: Option<Value>| value.map_or(Answer::Unknown, Answer::one);
    match quantity.name.as_str() {
        "tip_height_table" => one(table(sizes, quantity)),
        "slopes" => one(Some(slopes(sizes))),
        "lateral_accel_on_countersink" => one(at_start(case, sizes).map(|(acceleration, _)| json!(acceleration))),
        "contact_force_on_countersink" => one(at_start(case, sizes).map(|(_, force)| json!(force))),
        "time_to_reach_hole_edge" => every_scheme(|scheme| Some(slide(case, sizes, scheme)?.0)),
        "lateral_speed_there" => every_scheme(|scheme| Some(slide(case, sizes, scheme)?.1)),
        "clearance_max_final_offset" => every_scheme(|scheme| {
            let (bound, end) = (quantity.value.as_f64()?, final_offset(case, sizes, scheme)?);
            Some(end.max(bound)) // the value is the limit itself
        }),
        "max_offset_aligned_polygons" => one(sides(case).and_then(|sides| room(sizes, sides))),
        "max_offset_circumscribed_hole" => one(sides(case).and_then(|sides| {
            let around = sizes.hole / (std::f64::consts::PI / sides as f64).cos();
            room(Sizes { hole: around, ..sizes }, sides)
        })),
        _ => Answer::Unknown,
    }
}

fn every_scheme(value: impl Fn(&'static str) -> Option<f64>) -> Answer {
    let schemes = SCHEMES.iter().filter(|row| row.keeps_gaps).map(|row| row.name);
    let ways: Option<Vec<_>> = schemes.map(|name| Some((name.to_string(), json!(value(name)?)))).collect();
    ways.map_or(Answer::Unknown, Answer::Computed)
}

fn number(case: &Case, part: &str, name: &str) -> f64 {
    case.value["scene"][part][name].as_f64().unwrap_or_else(|| panic!("{}: no {part}.{name}", case.id))
}

/// How many sides the polygonal variants have, which a note says: "regular 16-gons".
fn sides(case: &Case) -> Option<usize> {
    let said = |note: &str| note.split_once("-gon")?.0.rsplit(' ').next()?.parse().ok();
    case.quantities.iter().find_map(|quantity| said(&quantity.note))
}

fn sizes(case: &Case) -> Sizes {
    Sizes {
        hole: number(case, "hole", "radius"),
        top: number(case, "hole", "countersink_top_radius"),
        depth: number(case, "hole", "countersink_depth"),
        shaft: number(case, "bolt", "shaft_radius"),
        flat: number(case, "bolt", "tip_flat_radius"),
        cone: number(case, "bolt", "tip_cone_height"),
        mass: number(case, "bolt", "mass"),
    }
}

/// The bolt at the start of the case.
fn start(case: &Case, sizes: Sizes) -> World {
    let (offset, height) = (number(case, "start", "offset"), number(case, "start", "tip_height"));
    let force = case.value["scene"]["total_downward_force"].as_f64().expect("a force");
    world(sizes, Round::Exact, DVec3::new(offset, 0.0, height), force).expect("a bolt")
}

fn tip(world: &World, sizes: Sizes) -> DVec3 {
    world.bodies[0].state.pose.position - sizes.centre() * DVec3::Z
}

fn near(world: &World, apart: f64) -> Vec<Candidate> {
    let mut found = Vec::new();
    let look = Look { apart, overlap: 1e-6, sunk: false, graze: 1e-9, span: 0.0 };
    Finder::default().find(&world.bodies, &world.states(), look, &mut found);
    found
}

/// Gap and normal on the bolt of all pairs of parts within reach.
fn gaps(world: &World, apart: f64) -> Vec<(f64, DVec3)> {
    let pose = |body: usize| world.bodies[body].state.pose;
    let measure = |c: &Candidate| {
        let measure = c.gap.measure(&pose(c.a), &pose(c.b));
        (measure.gap, if c.a == 0 { measure.normal } else { -measure.normal })
    };
    near(world, apart).iter().map(measure).collect()
}

/// Moves the bolt along a direction until it touches; false if it goes on for `far`, m.
fn until_touch(world: &mut World, direction: DVec3, far: f64) -> bool {
    const STRIDE: f64 = 0.01;
    let mut gone = 0.0;
    while gone < far {
        let against = gaps(world, 2.0 * STRIDE).into_iter().filter(|(_, normal)| normal.dot(direction) < -1e-9);
        let room = against.map(|(gap, normal)| gap / -normal.dot(direction)).fold(f64::INFINITY, f64::min);
        if room < 1e-13 {
            return true;
        }
        let stride = room.min(STRIDE);
        world.bodies[0].state.pose.position += stride * direction;
        gone += stride;
    }
    false
}

/// How far the bolt comes down at each offset.
fn table(sizes: Sizes, quantity: &Quantity) -> Option<Value> {
    let mut rows = Vec::new();
    for row in quantity.value.as_array()? {
        let offset = row[0].as_f64()?;
        let mut world = world(sizes, Round::Exact, DVec3::new(offset, 0.0, 0.5), 0.0).ok()?;
        let touches = until_touch(&mut world, -DVec3::Z, 0.5 + sizes.cone + sizes.depth + 0.2);
        rows.push([offset, if touches { tip(&world, sizes).z } else { ENTERS }]);
    }
    Some(json!(rows))
}

/// Of the countersink and of the tip, from the profiles.
fn slopes(sizes: Sizes) -> Value {
    let slope = |profile: Vec<glam::DVec2>| {
        let oblique = profile.windows(2).map(|pair| pair[1] - pair[0]).find(|d| d.x != 0.0 && d.y != 0.0);
        oblique.map(|d| d.y / d.x)
    };
    json!([slope(sizes.plate()), slope(sizes.bolt())])
}

/// Lateral acceleration and contact force at the start.
fn at_start(case: &Case, sizes: Sizes) -> Option<(f64, f64)> {
    let mut world = start(case, sizes);
    let (instant, contacts) = world.instant();
    let acceleration = instant.accelerations[0].linear.x;
    Some((acceleration, contacts.iter().map(|contact| contact.force).sum()))
}

/// When the tip's edge reaches the edge of the hole, and the lateral speed there.
fn slide(case: &Case, sizes: Sizes, scheme: &'static str) -> Option<(f64, f64)> {
    let mut world = start(case, sizes);
    (world.settings.scheme, world.settings.time_step) = (scheme, 2.5e-4);
    let goal = sizes.hole - sizes.flat;
    while world.time < case.duration {
        let before = world.bodies[0].state;
        world.step();
        let after = world.bodies[0].state;
        let (x, y) = (before.pose.position.x, after.pose.position.x);
        if y <= goal {
            let part = (x - goal) / (x - y);
            let speed = before.velocity.x + part * (after.velocity.x - before.velocity.x);
            return Some((world.time - (1.0 - part) * world.settings.time_step, -speed));
        }
    }
    None
}

/// Distance of the axes at the end.
fn final_offset(case: &Case, sizes: Sizes, scheme: &'static str) -> Option<f64> {
    let mut world = start(case, sizes);
    (world.settings.scheme, world.settings.time_step) = (scheme, 1.0 / 240.0);
    while world.time < case.duration {
        world.step();
    }
    let end = tip(&world, sizes);
    // it must be in the hole
    (end.z < -sizes.depth).then(|| end.truncate().length())
}

/// The farthest that a shaft with plane sides gets from the middle of a hole with as many: towards a corner, where the
/// last bit of the way is along both sides.
fn room(sizes: Sizes, sides: usize) -> Option<Value> {
    let low = DVec3::new(0.0, 0.0, -sizes.cone - 1.0);
    let mut world = world(sizes, Round::Sides(sides), low, 0.0).ok()?;
    until_touch(&mut world, DVec3::X, 1.0).then(|| json!(tip(&world, sizes).truncate().length()))
}
