//! Contact finding, A and b on recorded scenes of the ContactSim page's engine, in `tests/data/vectors`
//! and in the folders of `CONTACT_FORCES_VECTORS`.
use crate::support::data::{data_folders, json_files, value};
use contact_forces::complementarity::Lcp;
use contact_forces::planar::body::{Body, State};
use contact_forces::planar::collide::Collider;
use contact_forces::planar::contact::{Contact, Feature};
use contact_forces::planar::dynamics::Setup;
use contact_forces::planar::equations::{self, Rows};
use contact_forces::planar::forces::Forces;
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::world::Settings;
use glam::DVec2;
use serde_json::Value;

/// The page's engine looks for contacts with gaps up to this, and rates up to `RATE`.
const REACH: f64 = 0.01;
const RATE: f64 = 0.5;

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(0.0)
}

fn point(value: &Value) -> DVec2 {
    DVec2::new(value[0].as_f64().expect("a number"), value[1].as_f64().expect("a number"))
}

fn body(value: &Value) -> Body {
    let centre = point(&value["cm_body"]);
    let vertices = value["vertices_body"].as_array().expect("vertices").iter().map(|v| point(v) - centre).collect();
    let shape = Polygon::new(vertices).expect("a polygon");
    let name = value["name"].as_str().expect("a name");
    if value["fixed"] == true {
        return Body::fixed(name, shape);
    }
    let mut body = Body::new(name, shape, number(value, "mass"));
    body.inertia = number(value, "moment");
    body
}

fn state(value: &Value) -> State {
    State {
        position: DVec2::new(number(value, "x"), number(value, "y")),
        angle: number(value, "angle"),
        velocity: DVec2::new(number(value, "vx"), number(value, "vy")),
        omega: number(value, "w"),
    }
}

/// A scene at one instant, with the contacts recorded there.
struct Recorded {
    bodies: Vec<Body>,
    states: Vec<State>,
    problem: Value,
}

impl Recorded {
    /// The start of a recorded scene, if it has contacts there, no force but gravity, and no round or jointed parts.
    fn of(scene: &Value) -> Option<Self> {
        let list = |key: &str| scene[key].as_array().cloned().unwrap_or_default();
        let problem = scene.get("lcp_start").or(scene.get("lcp"))?.as_array()?.first()?.clone();
        let plain = |contact: &Value| contact["kind"] == "CornerEdgeCollision" && contact["joint"] != true;
        let uniform = scene["gravity"].is_null() || scene["gravity"]["type"] == "uniform";
        let forced = !list("springs").is_empty() || number(&scene["damping"], "k") != 0.0;
        let contacts = problem["contacts"].as_array()?;
        if contacts.is_empty() || !contacts.iter().all(plain) || !uniform || forced {
            return None;
        }
        let after = list("state_after_advance0");
        let all: Vec<Value> = list("bodies").into_iter().chain(list("fixed_bodies")).collect();
        let moved = |value: &Value| after.iter().find(|moved| moved["name"] == value["name"]).unwrap_or(value).clone();
        let states = all.iter().map(|value| state(&moved(value))).collect();
        Some(Self { bodies: all.iter().map(body).collect(), states, problem })
    }

    fn id(&self, name: &Value) -> usize {
        self.bodies.iter().position(|body| body.name == name.as_str().expect("a name")).expect("a body")
    }

    /// The recorded contacts, with the recorded place: the foot on the edge.
    fn contacts(&self) -> Vec<Contact> {
        let one = |value: &Value| Contact {
            a: self.id(&value["primary"]),
            b: self.id(&value["normalBody"]),
            point: point(&value["point"]),
            normal: point(&value["normal"]),
            gap: number(value, "distance"),
            feature: Feature::VertexEdge(0, 0),
        };
        self.problem["contacts"].as_array().expect("contacts").iter().map(one).collect()
    }

    /// Our contacts with the page's tolerances.
    fn found(&self) -> Vec<Contact> {
        let frames: Vec<_> = self.states.iter().map(State::frame).collect();
        let mut found = Vec::new();
        Collider::default().find(&self.bodies, &frames, REACH, &mut found);
        found.retain(|contact| contact.gap > 0.0 && contact.normal_velocity(&self.states).abs() < RATE);
        found
    }

    fn problem(&self, contacts: &[Contact], gravity: f64) -> Lcp {
        let frames: Vec<_> = self.states.iter().map(State::frame).collect();
        let forces = Forces { gravity: DVec2::new(0.0, -gravity), ..Forces::default() };
        let settings = Settings::default();
        let setup = Setup { bodies: &self.bodies, forces: &forces, settings: &settings };
        let (mut free, mut rows, mut lcp) = (Vec::new(), Rows::default(), Lcp::default());
        equations::free_accelerations(setup, &self.states, &frames, &mut free);
        rows.fill(contacts, &self.bodies, &self.states);
        rows.delassus(&mut lcp.a);
        let apart = contacts
            .iter()
            .zip(&rows.rows)
            .map(|(contact, row)| row.apply(|body| free[body]) + contact.velocity_terms(&self.states));
        lcp.b = apart.collect();
        lcp
    }
}

/// Largest differences of A and b from the recorded ones.
fn differences(recorded: &Recorded, gravity: f64) -> (f64, f64) {
    let lcp = recorded.problem(&recorded.contacts(), gravity);
    let off = |found: f64, expected: &Value| (found - expected.as_f64().expect("a number")).abs();
    let (mut a, mut b) = (0.0_f64, 0.0_f64);
    for i in 0..lcp.len() {
        b = b.max(off(lcp.b[i], &recorded.problem["b_noextra"][i]));
        for j in 0..lcp.len() {
            a = a.max(off(lcp.a[(i, j)], &recorded.problem["A"][i][j]));
        }
    }
    (a, b)
}

#[test]
fn contacts_a_and_b_agree_with_the_recorded_scenes() {
    let mut compared = 0;
    for (name, path) in data_folders("CONTACT_FORCES_VECTORS", "vectors").iter().flat_map(|folder| json_files(folder)) {
        let scene = value(&path);
        let Some(recorded) = Recorded::of(&scene) else { continue };
        let gravity = number(&scene["gravity"], "g");
        let (a, b) = differences(&recorded, gravity);
        let found = recorded.found();
        let missing = recorded.contacts().into_iter().filter(|contact| {
            let pair = |c: &Contact| (c.a.min(c.b), c.a.max(c.b));
            !found.iter().any(|c| {
                pair(c) == pair(contact) && (c.point - c.gap * c.normal).distance(contact.point) <= 2.0 * REACH
            })
        });
        let missing = missing.count();
        println!(
            "{name:<34} {} contacts, {} found here, {missing} missing, A off by {a:.1e}, b by {b:.1e}",
            recorded.contacts().len(),
            found.len()
        );
        compared += 1;
        assert!(a <= 1e-9 && b <= 1e-9, "{name}: A differs by {a:e}, b by {b:e}");
        assert_eq!(missing, 0, "{name}: contacts are not found");
    }
    println!("{compared} scenes compared");
    assert!(compared > 0, "no scene could be compared");
}
