//! Distances of two polyhedra, for every bounding volume and both orders of descent.
use super::case::{Case, Quantity};
use super::verdict::Answer;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::narrow_phase::distance::{Closest, Descent, DistanceSearch};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Mesh, Posed, Solid};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// Whether the case is about two polyhedra at one instant.
pub fn takes(case: &Case) -> bool {
    let bodies = case.value["scene"]["bodies"].as_array();
    let is_polyhedron = |body: &Value| matches!(body["shape"]["type"].as_str(), Some("mesh" | "box"));
    case.kind == "geometry" && bodies.is_some_and(|bodies| bodies.len() == 2 && bodies.iter().all(is_polyhedron))
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    if quantity.note.contains("may not be unique") {
        return Answer::LeftOut;
    }
    let read: fn(&Closest) -> Value = match quantity.name.as_str() {
        "distance" => |closest| json!(closest.distance),
        "intersecting" => |closest| json!(closest.intersecting),
        "separation_vector_b_minus_a" => |closest| json!((closest.points[1] - closest.points[0]).to_array()),
        "a_closest_pair" => |closest| json!(closest.points.map(|p| p.to_array())),
        _ => return Answer::Unknown,
    };
    let bodies = &case.value["scene"]["bodies"];
    let mut ways = Vec::new();
    for kind in VolumeKind::ALL {
        let solids = [0, 1].map(|k| Solid::new(mesh(&bodies[k]["shape"]), kind));
        let [a, b] = [0, 1].map(|k| Posed { solid: &solids[k], pose: pose(&bodies[k]) });
        for descent in [Descent::Greedy, Descent::BestFirst] {
            let closest = DistanceSearch::new(descent).closest(a, b);
            ways.push((format!("{}, {descent:?}", kind.name()), read(&closest)));
        }
    }
    Answer::Computed(ways)
}

fn mesh(shape: &Value) -> Mesh {
    if shape["type"] == "box" {
        return Mesh::cuboid(vector(&shape["half_extents"])).expect("a box");
    }
    let list = |key: &str| shape[key].as_array().unwrap_or_else(|| panic!("a mesh has {key}"));
    let index = |value: &Value| value.as_u64().expect("a number of a vertex") as usize;
    let face = |face: &Value| face.as_array().expect("a face").iter().map(index).collect::<Vec<usize>>();
    let faces: Vec<Vec<usize>> = list("faces").iter().map(face).collect();
    Mesh::new(list("vertices").iter().map(vector).collect(), &faces).unwrap_or_else(|error| panic!("{error}"))
}

/// Position and quaternion [w, x, y, z].
pub fn pose(value: &Value) -> Pose {
    let q: [f64; 4] = numbers(&value["quaternion"]);
    Pose { position: vector(&value["position"]), rotation: DQuat::from_xyzw(q[1], q[2], q[3], q[0]).normalize() }
}

pub fn vector(value: &Value) -> DVec3 {
    DVec3::from_array(numbers(value))
}

pub fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let list: Vec<f64> = value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    list.try_into().unwrap_or_else(|list: Vec<f64>| panic!("expected {N} numbers, found {}", list.len()))
}
