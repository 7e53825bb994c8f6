//! The search for the few points of faces that carry force; see [`super::faces`].
use super::faces::{FacePoint, FlatContact};
use super::rows::Rows;
use crate::spatial::body::State;
use glam::DVec2;

/// Rounds of adding the deepest point of each face.
const MOST_ROUNDS: usize = 60;
/// A face penetrates if a point does by more than this part of the accelerations at hand.
const PENETRATES: f64 = 1e-12;
/// Two points nearer to each other than this part of the face's size may be two of one.
const NEAR: f64 = 0.01;
/// How often one point between two is looked for.
const MOST_MERGES: usize = 4;
/// Most trials for one point between two.
const MOST_TRIALS: usize = 60;
/// Angle at which the gap's least acceleration is at the point itself, rad.
const LEVEL: f64 = 1e-13;

/// The points that carry force, with storage for the search.
#[derive(Clone, Debug, Default)]
pub struct Pressure {
    /// The points of all faces whose rows were solved last; the next search starts from them.
    pub points: Vec<FacePoint>,
    /// How often forces were computed in the last search.
    pub rounds: usize,
    merges: usize,
    before: Vec<FacePoint>,
    added: Vec<FacePoint>,
}

impl Pressure {
    /// Adds the rows of points of the faces to those there are, and solves, until no point of any face penetrates.
    pub fn solve(&mut self, faces: &[FlatContact], rows: &mut Rows, states: &[State]) {
        let fixed = rows.len();
        if self.points.is_empty() {
            for (number, face) in faces.iter().enumerate() {
                let spread = [0.0, 1.0, 2.0].map(|k| direction(std::f64::consts::TAU * k / 3.0));
                self.points.extend(spread.map(|out| face.farthest(number, out)));
            }
        }
        (self.rounds, self.merges) = (0, 0);
        self.forces(faces, rows, fixed, states);
        for _ in 0..MOST_ROUNDS {
            self.merge(faces, rows, fixed, states);
            if !self.add_deepest(faces, rows, fixed, states) {
                return;
            }
            self.forces(faces, rows, fixed, states);
        }
    }

    /// The forces at the points at hand.
    fn forces(&mut self, faces: &[FlatContact], rows: &mut Rows, fixed: usize, states: &[State]) {
        rows.cut(fixed);
        for point in &self.points {
            let face = &faces[point.face];
            rows.push_gap(face.bodies, &face.gap(point.place), states, false);
        }
        rows.solve();
        self.rounds += 1;
    }

    /// Drops the points without force, and adds to each face the point that penetrates most. Whether there is any.
    fn add_deepest(&mut self, faces: &[FlatContact], rows: &Rows, fixed: usize, states: &[State]) -> bool {
        let scale = rows.lcp.b[fixed..].iter().fold(0.0_f64, |most, b| most.max(b.abs()));
        self.added.clear();
        for (number, face) in faces.iter().enumerate() {
            let gap = face.acceleration(rows, states);
            let lowest = face.farthest(number, gap.down());
            if gap.at(lowest.place) < -PENETRATES * scale {
                self.added.push(lowest);
            }
        }
        let known = |point: &FacePoint| self.points.iter().any(|p| (p.face, p.place) == (point.face, point.place));
        if self.added.iter().all(known) {
            return false;
        }
        let mut forces = rows.solution.f[fixed..].iter();
        self.points.retain(|_| forces.next().is_some_and(|f| *f > 0.0));
        self.points.append(&mut self.added);
        true
    }

    /// Where the force of a face is at two points near to each other: one point between them, if the gap has its least
    /// acceleration there.
    fn merge(&mut self, faces: &[FlatContact], rows: &mut Rows, fixed: usize, states: &[State]) {
        for (number, face) in faces.iter().enumerate() {
            let forces = rows.solution.f[fixed..].iter();
            let mut loaded = self.points.iter().zip(forces).filter(|(p, f)| p.face == number && **f > 0.0);
            let (Some((a, _)), Some((b, _)), None) = (loaded.next(), loaded.next(), loaded.next()) else { continue };
            let (a, b) = (*a, *b);
            let near = NEAR * face.region.radius();
            let apart = a.place.distance_squared(b.place);
            if apart == 0.0 || apart > near * near || self.merges == MOST_MERGES {
                continue;
            }
            self.merges += 1;
            self.before.clone_from(&self.points);
            self.points.retain(|point| point.face != number);
            self.points.push(a);
            if !self.between(faces, rows, (fixed, [a.out, b.out]), states) {
                std::mem::swap(&mut self.points, &mut self.before);
                self.forces(faces, rows, fixed, states);
            }
        }
    }

    /// Moves the last point between two directions until the gap falls nowhere from it. Whether that is possible: not at
    /// a corner, nor on a straight edge.
    ///
    /// The false position with Illinois' halving; at either end the gap falls towards the other.
    fn between(
        &mut self,
        faces: &[FlatContact],
        rows: &mut Rows,
        (fixed, ends): (usize, [DVec2; 2]),
        states: &[State],
    ) -> bool {
        let start = libm::atan2(ends[0].y, ends[0].x);
        let mut off = |part: f64, pressure: &mut Self| {
            let out = direction(start + part);
            if let Some(last) = pressure.points.last_mut() {
                *last = faces[last.face].farthest(last.face, out);
                let face = &faces[last.face];
                pressure.forces(faces, rows, fixed, states);
                let down = face.acceleration(rows, states).down();
                return libm::atan2(out.perp_dot(down), out.dot(down));
            }
            0.0
        };
        let mut span = [0.0, libm::atan2(ends[0].perp_dot(ends[1]), ends[0].dot(ends[1]))];
        let mut turns = span.map(|part| off(part, self));
        if turns[0] * turns[1] > 0.0 {
            return false;
        }
        let mut before = 2;
        for _ in 0..MOST_TRIALS {
            let part = span[0] - turns[0] * (span[1] - span[0]) / (turns[1] - turns[0]);
            let turn = off(part, self);
            if turn.abs() <= LEVEL {
                return true;
            }
            let side = usize::from(turn * turns[0] < 0.0);
            (span[side], turns[side]) = (part, turn);
            // an end that stays is given less weight
            turns[1 - side] *= if side == before { 0.5 } else { 1.0 };
            before = side;
            if (span[1] - span[0]).abs() <= LEVEL {
                return turn.abs() <= 1e3 * LEVEL;
            }
        }
        false
    }
}

fn direction(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}
