//! Which parts of which bodies may touch during a step.
use super::body::{Body, BodyId, State};
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::length;
use super::pose::Pose;
use super::shape::Shape;
use glam::DVec3;

/// Finds the candidates of a step; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// How far each body may move in a step, m.
    travel: Vec<f64>,
}

impl Finder {
    /// Bounds how far any point of each body moves in `h` seconds with these velocities, a little room included.
    pub fn reach(&mut self, bodies: &[Body], states: &[State], h: f64) {
        self.travel.clear();
        self.travel.extend(bodies.iter().zip(states).map(|(body, state)| {
            let turning = length(state.omega) * finite(body.shape.radius());
            h * (length(state.velocity) + turning)
        }));
    }

    /// All pairs of parts of these bodies that are nearer than both bodies may move, or than `slack`, m.
    pub fn find(&mut self, bodies: &[Body], states: &[State], slack: f64, out: &mut Vec<Candidate>) {
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                if !bodies[a].is_free() && !bodies[b].is_free() {
                    continue;
                }
                let near = slack + self.travel[a] + self.travel[b];
                let (pose_a, pose_b) = (&states[a].pose, &states[b].pose);
                let apart = length(pose_a.position - pose_b.position);
                if apart <= bodies[a].shape.radius() + bodies[b].shape.radius() + near {
                    pair([a, b], [&bodies[a].shape, &bodies[b].shape], [pose_a, pose_b], near, out);
                }
            }
        }
    }
}

fn finite(radius: f64) -> f64 {
    if radius.is_finite() { radius } else { 0.0 }
}

/// The candidates of one pair of bodies.
fn pair(ids: [BodyId; 2], shapes: [&Shape; 2], poses: [&Pose; 2], near: f64, out: &mut Vec<Candidate>) {
    let swapped = || ([ids[1], ids[0]], [poses[1], poses[0]]);
    match shapes {
        [Shape::Sphere { radius: r }, Shape::Sphere { radius: s }] => {
            let gap = Gap::Points { p: DVec3::ZERO, q: DVec3::ZERO, radii: [*r, *s] };
            keep(ids, poses, Key::default(), gap, near, out);
        }
        [Shape::Sphere { radius: r }, Shape::SphereCavity { radius: s }] => {
            let gap = Gap::Inside { p: DVec3::ZERO, q: DVec3::ZERO, radii: [*r, *s] };
            keep(ids, poses, Key::default(), gap, near, out);
        }
        [Shape::Sphere { radius }, Shape::HalfSpace { normal }] => {
            let gap = Gap::Plane { p: DVec3::ZERO, normal: *normal, offset: 0.0, radius: *radius };
            keep(ids, poses, Key::default(), gap, near, out);
        }
        [Shape::Mesh(solid), Shape::HalfSpace { normal }] => {
            for (k, &p) in solid.mesh.vertices().iter().enumerate() {
                let gap = Gap::Plane { p, normal: *normal, offset: 0.0, radius: 0.0 };
                let key = Key { first: Part::Vertex(k), second: Part::Whole };
                keep(ids, poses, key, gap, near, out);
            }
        }
        [Shape::SphereCavity { .. } | Shape::HalfSpace { .. }, Shape::Sphere { .. } | Shape::Mesh(_)] => {
            let (ids, poses) = swapped();
            pair(ids, [shapes[1], shapes[0]], poses, near, out);
        }
        _ => {}
    }
}

/// Adds a candidate if its gap is less than `near`.
fn keep(ids: [BodyId; 2], poses: [&Pose; 2], key: Key, gap: Gap, near: f64, out: &mut Vec<Candidate>) {
    if gap.measure(poses[0], poses[1]).gap <= near {
        out.push(Candidate { a: ids[0], b: ids[1], key, gap });
    }
}
