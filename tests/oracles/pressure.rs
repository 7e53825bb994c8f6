//! A flat base of any outline, pressed against a plane without friction.
use super::case::{Case, Quantity};
use super::closest::{pose, vector};
use super::verdict::Answer;
use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::equations::Twist;
use contact_forces::spatial::forces::{Forces, Push};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::shape::region::Region;
use contact_forces::spatial::time_stepping::Setup;
use contact_forces::spatial::time_stepping::contact_points::dynamics::ContactPoints;
use contact_forces::spatial::time_stepping::contact_points::faces::{FlatContact, Resultant};
use glam::{DMat3, DQuat, DVec2, DVec3};
use serde_json::{Value, json};

/// A body that accelerates by less than this, m/s² and rad/s², rests.
const STILL: f64 = 1e-9;

/// Whether the case is about one body with a flat base on a plane at one instant.
pub fn takes(case: &Case) -> bool {
    let shapes: Vec<&Value> =
        case.value["scene"]["bodies"].as_array().into_iter().flatten().map(|body| &body["shape"]["type"]).collect();
    case.kind == "instant" && matches!(&shapes[..], [a, b] if *a == "extruded" && *b == "plane")
}

/// The body, its base and its loads, and what the engine makes of them.
struct Pressed {
    face: FlatContact,
    state: State,
    weight: f64,
    /// Sum of all loads, and their moment about the origin of the world.
    load: [DVec3; 2],
    acceleration: Twist,
    resultant: Resultant,
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(pressed) = Pressed::of(case) else { return Answer::Unknown };
    assert!(pressed.resultant.points <= 3, "{}: {} points carry force", case.id, pressed.resultant.points);
    pressed.value(quantity).map_or(Answer::Unknown, Answer::one)
}

/// The outline about its centroid.
fn region(shape: &Value) -> Option<Region> {
    let outline = &shape["outline"];
    let parameters: Vec<f64> = outline["parameters"].as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    let region = match (outline["type"].as_str()?, &parameters[..]) {
        ("ellipse", &[a, b]) => Region::ellipse([a, b]),
        ("disk" | "disc" | "circle", &[radius]) => Region::ellipse([radius, radius]),
        ("half_disk" | "half_disc", &[radius]) => Region::half_disc(radius),
        ("rectangle", &[a, b]) => {
            Region::polygon(&[[-a, -b], [a, -b], [a, b], [-a, b]].map(|corner| 0.5 * DVec2::from_array(corner)))
        }
        _ => return None,
    };
    let centroid = shape["outline_centroid"].as_array()?;
    Some(region.moved(-DVec2::new(centroid[0].as_f64()?, centroid[1].as_f64()?)))
}

impl Pressed {
    fn of(case: &Case) -> Option<Self> {
        let scene = &case.value["scene"];
        let (block, ground) = (&scene["bodies"][0], &scene["bodies"][1]);
        let states = [block, ground].map(|body| State {
            pose: pose(body),
            velocity: vector(&body["velocity"]),
            omega: vector(&body["omega"]),
        });
        let shape = Shape::Sphere { radius: 1.0 };
        let mut body = Body::new("block", shape.clone(), block["mass"].as_f64()?);
        body.inertia = DMat3::from_diagonal(vector(&block["inertia"]));
        let mut forces = Forces { gravity: vector(&case.value["gravity"]), ..Forces::default() };
        for force in scene["forces"].as_array().into_iter().flatten() {
            if force["type"] != "dead_force" {
                return None;
            }
            let (point, force) = (vector(&force["at_body"]), vector(&force["force_world"]));
            forces.pushes.push(Push { body: 0, point, force, torque: DVec3::ZERO });
        }
        let base = DVec3::new(0.0, 0.0, -0.5 * block["shape"]["height"].as_f64()?);
        let face = FlatContact {
            bodies: [0, 1],
            region: region(&block["shape"])?,
            pose: Pose { position: base, rotation: DQuat::IDENTITY },
            normal: vector(&ground["shape"]["normal"]).normalize(),
            offset: ground["shape"]["offset"].as_f64()?,
        };
        let mut points = ContactPoints::default();
        points.faces.push(face.clone());
        let bodies = [body, Body::fixed("ground", shape)];
        points.evaluate(&Setup { bodies: &bodies, forces: &forces, h: 1e-3, tolerance: 0.0 }, &states).ok()?;
        let weight = bodies[0].mass * forces.gravity;
        let place = states[0].pose;
        let mut load = [weight, place.position.cross(weight)];
        for push in &forces.pushes {
            load = [load[0] + push.force, load[1] + place.place(push.point).cross(push.force)];
        }
        let weight = weight.length();
        let (acceleration, resultant) = (points.rows.accelerations[0], points.resultant(0));
        Some(Self { face, state: states[0], weight, load, acceleration, resultant })
    }

    fn value(&self, quantity: &Quantity) -> Option<Value> {
        let Self { face, resultant, acceleration, .. } = self;
        let pair = |v: DVec2| json!(v.to_array());
        let balance = face.balance([&self.state.pose, &Pose::default()], self.load[0], self.load[1]);
        let still = acceleration.linear.length().max(acceleration.angular.length()) < STILL;
        Some(match quantity.name.as_str() {
            "resultant_position" => pair(balance),
            "rests" if still == face.region.hull_holds(balance) => json!(still),
            "total_normal_force" => json!(resultant.force),
            "force_point" => pair(resultant.place),
            "accel_z" => json!(acceleration.linear.z),
            "angular_accel_xy" => json!([acceleration.angular.x, acceleration.angular.y]),
            "rho_of_table" => json!(self.distance()),
            "tipping_table" => {
                let row = |row: &Value| {
                    let (sin, cos) = row[0].as_f64()?.sin_cos();
                    let way = DVec2::new(cos, sin);
                    let load = face.tipping_load(self.weight, self.distance() * way)?;
                    Some(json!([row[0], face.region.hull_radius(DVec2::ZERO, way), load]))
                };
                json!(quantity.value.as_array()?.iter().map(row).collect::<Option<Vec<Value>>>()?)
            }
            _ => return None,
        })
    }

    /// Where the tables' loads act: half as far again as the hull reaches in the farthest of 60 directions, from 0 to a
    /// full turn.
    fn distance(&self) -> f64 {
        let reach = |k: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 59.0).sin_cos();
            self.face.region.hull_radius(DVec2::ZERO, DVec2::new(cos, sin))
        };
        1.5 * (0..60).map(reach).fold(0.0, f64::max)
    }
}
