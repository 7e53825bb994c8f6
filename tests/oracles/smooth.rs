//! Smooth bodies as the cases give them.
use super::case::Case;
use super::closest::{numbers, pose, vector};
use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::narrow_phase::extremal::Pair;
use contact_forces::spatial::narrow_phase::extremal::search::Search;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::shape::surface::{Curve, Feature, Kind, Surface};
use contact_forces::spatial::time_stepping::contact_points::Tracked;
use glam::{DMat3, DQuat, DVec3};
use serde_json::Value;

/// Whether a scene has two bodies, both of smooth shapes, and no contacts or other tasks listed.
pub fn takes(case: &Case) -> bool {
    let bodies = case.value["scene"]["bodies"].as_array();
    let kinds = ["kinematics", "trajectory", "geometry"];
    let smooth = |body: &Value| feature(body).is_some();
    let flat = |body: &Value| body["shape"]["type"] == "plane";
    let round = |body: &Value| matches!(body["shape"]["type"].as_str(), Some("sphere" | "plane"));
    kinds.contains(&case.kind.as_str())
        && bodies.is_some_and(|bodies| {
            // balls and planes alone are nothing but smooth where points are to be followed
            let only_round = bodies.iter().all(round) && case.kind != "kinematics";
            // where these move along, others judge
            let led = |body: &Value| matches!(body["shape"]["type"].as_str(), Some("cylinder" | "sphere_cavity"));
            let left = case.kind == "trajectory" && bodies.iter().any(led);
            !left && bodies.len() == 2 && bodies.iter().all(smooth) && !bodies.iter().all(flat) && !only_round
        })
}

/// The feature of a body, if it is smooth. Of a plane the frame has z along the normal.
pub fn feature(body: &Value) -> Option<Feature> {
    let shape = &body["shape"];
    let number = |name: &str| shape[name].as_f64();
    Some(match shape["type"].as_str()? {
        "plane" => {
            let normal = vector(&shape["normal"]).normalize();
            let place = number("offset")? * normal;
            Feature::surface(Surface::Plane).at(place, DQuat::from_rotation_arc(DVec3::Z, normal))
        }
        "sphere" => Feature::surface(Surface::Sphere { radius: number("radius")? }),
        "sphere_cavity" => Feature::new(Kind::Hollow(Surface::Sphere { radius: number("radius")? })),
        "cylinder" if shape["axis"] == "z" => {
            let surface = Surface::Cylinder { radius: number("radius")?, half_height: 0.5 * number("height")? };
            Feature::surface(surface)
        }
        "ellipsoid" => Feature::surface(Surface::Ellipsoid { semi_axes: vector(&shape["semi_axes"]) }),
        "torus" => Feature::surface(Surface::Torus { major: number("major_radius")?, minor: number("minor_radius")? }),
        "ellipse_curve" => Feature::curve(Curve::Ellipse { semi_axes: numbers(&shape["semi_axes"]) }),
        _ => return None,
    })
}

/// A body with mass and moments; its shape is not asked for.
fn body(value: &Value) -> Body {
    let shape = Shape::Sphere { radius: 1.0 };
    if value["fixed"] == true {
        return Body::fixed("fixed", shape);
    }
    let mut body = Body::new("moving", shape, value["mass"].as_f64().unwrap_or(1.0));
    body.inertia = DMat3::from_diagonal(vector(&value["inertia"]));
    body
}

/// The two bodies of a scene, those that move first, and their nearest points.
pub struct Scene {
    pub bodies: Vec<Body>,
    pub states: Vec<State>,
    pub tracked: Tracked,
    /// Which body of the case each one is.
    pub order: [usize; 2],
}

impl Scene {
    /// With the bodies in an order that the pair of their features can have.
    pub fn of(case: &Case) -> Self {
        let bodies = &case.value["scene"]["bodies"];
        let fixed = bodies[0]["fixed"] == true && bodies[1]["fixed"] != true;
        let features = [0, 1].map(|k| feature(&bodies[k]).expect("it has been taken"));
        let swapped = fixed || (features[1].is_curve() && !features[0].is_curve());
        let order = if swapped { [1, 0] } else { [0, 1] };
        let states = order.map(|k| {
            let value = &bodies[k];
            State { pose: pose(value), velocity: vector(&value["velocity"]), omega: vector(&value["omega"]) }
        });
        let pair = Pair::new(features[order[0]], features[order[1]]).expect("a curve comes first");
        let tracked = Tracked::find([0, 1], pair, &states, &mut Search::default())
            .unwrap_or_else(|| panic!("{}: the nearest points are ambiguous", case.id));
        Self { bodies: order.map(|k| body(&bodies[k])).to_vec(), states: states.to_vec(), tracked, order }
    }
}
