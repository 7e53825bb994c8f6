//! A flat base of any outline, pressed against a plane without friction: what the world shows at the instant.
use super::case::{Case, Quantity};
use super::verdict::Answer;
use contact_forces::session::scene_file::SceneFile;
use contact_forces::spatial::contact::Contact;
use contact_forces::spatial::equations::Twist;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::shape::region::Region;
use glam::{DVec2, DVec3};
use serde_json::{Value, json};

/// A body that accelerates by less than this, m/s² and rad/s², rests.
const STILL: f64 = 1e-9;

/// Whether the case is about one body with a flat base on a plane at one instant.
pub fn takes(case: &Case) -> bool {
    let shapes: Vec<&Value> =
        case.value["scene"]["bodies"].as_array().into_iter().flatten().map(|body| &body["shape"]["type"]).collect();
    case.kind == "instant" && matches!(&shapes[..], [a, b] if *a == "extruded" && *b == "plane")
}

/// The base in the axes of the world about the body's centre, its loads, and what the engine makes of them.
struct Pressed {
    region: Region,
    weight: f64,
    /// Where the load has its centre, m.
    balance: DVec2,
    acceleration: Twist,
    contacts: Vec<Contact>,
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let pressed = Pressed::of(case);
    let carrying = pressed.contacts.iter().filter(|contact| contact.force > 0.0).count();
    assert!(carrying <= 3, "{}: {carrying} points carry force", case.id);
    pressed.value(quantity).map_or(Answer::Unknown, Answer::one)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// The case with its constant forces as thrusts.
fn readable(case: &Case) -> Value {
    let mut value = case.value.clone();
    for force in value["scene"]["forces"].as_array_mut().into_iter().flatten() {
        if force["type"] == "dead_force" {
            let along = DVec3::from_slice(&numbers(&force["force_world"]));
            *force = json!({
                "type": "thrust", "body": force["body"], "point_body": force["at_body"],
                "direction_world": along.normalize().to_array(), "magnitudes": [along.length()],
            });
        }
    }
    value
}

impl Pressed {
    fn of(case: &Case) -> Self {
        let value = readable(case);
        let read = || SceneFile::from_value(&json!({ "cases": [value] }), None)?.spatial()?.world();
        let mut world = read().unwrap_or_else(|error| panic!("{}: {error}", case.id));
        let body = &world.bodies[0];
        let weight = body.mass * world.forces.gravity.length();
        let Shape::Smooth(smooth) = &body.shape else { panic!("{}: not smooth", case.id) };
        let region = smooth.flats()[1].region.clone();
        let (mut load, mut moment) = (weight, DVec2::ZERO);
        for force in case.value["scene"]["forces"].as_array().into_iter().flatten() {
            let down = -numbers(&force["force_world"])[2];
            (load, moment) = (load + down, moment + down * DVec2::from_slice(&numbers(&force["at_body"])[..2]));
        }
        let (instant, contacts) = world.instant();
        Self { region, weight, balance: moment / load, acceleration: instant.accelerations[0], contacts }
    }

    fn value(&self, quantity: &Quantity) -> Option<Value> {
        let Self { region, acceleration, contacts, balance, weight } = self;
        let pair = |v: DVec2| json!(v.to_array());
        let force: f64 = contacts.iter().map(|contact| contact.force).sum();
        let moment: DVec2 = contacts.iter().map(|contact| contact.force * contact.point.truncate()).sum();
        let still = acceleration.linear.length().max(acceleration.angular.length()) < STILL;
        Some(match quantity.name.as_str() {
            "resultant_position" => pair(*balance),
            "rests" if still == region.hull_holds(*balance) => json!(still),
            "total_normal_force" => json!(force),
            "force_point" => pair(moment / force),
            "accel_z" => json!(acceleration.linear.z),
            "angular_accel_xy" => json!([acceleration.angular.x, acceleration.angular.y]),
            "rho_of_table" => json!(self.distance()),
            "tipping_table" => {
                let row = |row: &Value| {
                    let (sin, cos) = row[0].as_f64()?.sin_cos();
                    let (reach, far) = (region.hull_radius(DVec2::ZERO, DVec2::new(cos, sin)), self.distance());
                    Some(json!([row[0], reach, weight * reach / (far - reach)]))
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
            self.region.hull_radius(DVec2::ZERO, DVec2::new(cos, sin))
        };
        1.5 * (0..60).map(reach).fold(0.0, f64::max)
    }
}
