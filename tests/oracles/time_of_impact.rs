//! A vertex against a face, and an edge against an edge, during a step.
use super::case::{Case, Quantity};
use super::closest::{numbers, pose, vector};
use super::verdict::Answer;
use contact_forces::spatial::narrow_phase::continuous::{
    MovingEdge, MovingPlane, Plane, coplanar_times, edge_edge, line_parameters, piercing_intervals, plane_crossing,
    plane_distance, vertex_face,
};
use contact_forces::spatial::narrow_phase::motion::Motion;
use glam::DVec3;
use serde_json::{Value, json};

/// Whether the case is about two moving features.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    scene.get("vertex_body_coordinates").is_some() || scene.get("edge1").is_some()
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let scene = &case.value["scene"];
    let value = if scene.get("edge1").is_some() { edges(scene, &quantity.name) } else { face(scene, &quantity.name) };
    value.map_or(Answer::Unknown, Answer::one)
}

fn motion(value: &Value) -> Motion {
    Motion::new(pose(&value[0]), pose(&value[1]))
}

fn face(scene: &Value, name: &str) -> Option<Value> {
    let vertex = vector(&scene["vertex_body_coordinates"]);
    let outline: Vec<DVec3> = scene["face_body_coordinates"].as_array()?.iter().map(vector).collect();
    let normal = (outline[1] - outline[0]).cross(outline[2] - outline[1]).normalize();
    let plane = Plane { point: outline[0], normal };
    let (a, b) = (motion(&scene["body1_poses"]), motion(&scene["body2_poses"]));
    let hit = vertex_face([&a, &b], vertex, plane);
    let inside = |time: f64| {
        let place = b.at(time).point_to_body(a.at(time).place(vertex));
        let next = outline.iter().cycle().skip(1);
        outline.iter().zip(next).all(|(p, q)| normal.dot((*q - *p).cross(place - *p)) >= 0.0)
    };
    Some(match name {
        "d_start" => json!(hit.distances[0]),
        "d_end" => json!(hit.distances[1]),
        "t_c_linear_distance" => json!(hit.time?),
        "vertex_at_t_c" => json!(a.at(hit.time?).place(vertex).to_array()),
        "remaining_distance_at_t_c" => json!(plane_distance([&a, &b], vertex, plane, hit.time?)),
        "inside_prism_at_t_c" => json!(inside(hit.time?)),
        "collision_reported" => json!(hit.time.is_some_and(inside)),
        "t_exact_first_plane_crossing" => json!(plane_crossing([&a, &b], vertex, plane)?),
        _ => return None,
    })
}

fn edges(scene: &Value, name: &str) -> Option<Value> {
    let pair = |value: &Value| [vector(&value[0]), vector(&value[1])];
    let edge = |value: &Value| MovingEdge { a: pair(&value["a"]), b: pair(&value["b"]) };
    let (e, g, plane) = (edge(&scene["edge1"]), edge(&scene["edge2"]), &scene["face_plane_of_edge2"]);
    let normal = [vector(&plane[0]["n"]), vector(&plane[1]["n"])];
    let [offset] = numbers(&json!([plane[0]["n0"]]));
    let [offset_end] = numbers(&json!([plane[1]["n0"]]));
    let intervals: Vec<[f64; 2]> =
        piercing_intervals(&e, &MovingPlane { normal, offset: [offset, offset_end] }).collect();
    let on_edges = |time: f64| line_parameters(&e, &g, time).iter().all(|s| (0.0..=1.0).contains(s));
    if let Some((interval, rest)) = name.strip_prefix("interval").and_then(|name| name.split_once(": ")) {
        let hit = edge_edge(&e, &g, *intervals.get(interval.parse::<usize>().ok()? - 1)?);
        return Some(match rest {
            "d1,d2" => json!(hit.distances),
            "t_c" => json!(hit.time?),
            "line_parameters" => json!(line_parameters(&e, &g, hit.time?)),
            "closest_points_on_edges" => json!(on_edges(hit.time?)),
            _ => return None,
        });
    }
    Some(match name {
        "intervals" => json!(intervals),
        "collision_reported" => {
            json!(intervals.iter().any(|interval| edge_edge(&e, &g, *interval).time.is_some_and(on_edges)))
        }
        "t_exact_coplanarity" => json!(coplanar_times(&e, &g).as_slice()),
        _ => return None,
    })
}
