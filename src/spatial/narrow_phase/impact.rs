//! The first collision of two moving meshes during a step.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, sections 2.2 and 2.3: trees of volumes
//! around the whole motion leave few pairs of triangles; their vertices are tested against faces and their edges against
//! edges by interpolated distances. Beyond the paper, a step is cut into parts in which the bodies turn little, and an
//! interpolated time is improved to the zero of the true distance of the same features.
use super::contact_point::{ContactPoint, Reach};
use super::continuous::{MovingEdge, MovingPlane, piercing_intervals};
use super::distance::Counts;
use super::features::View;
use super::motion::Motion;
use super::roots::bracketed;
use crate::spatial::bvh::swept::Sweep;
use crate::spatial::pose::Pose;
use crate::spatial::shape::mesh::Feature;
use crate::spatial::shape::{Posed, Solid};
use glam::DVec3;

/// Bodies turn by no more than this in a part of a step, rad.
const TURN: f64 = 0.1;
/// Intervals found by taking edges' ends to move in straight lines are looked at with this much more at either end.
const WIDER: f64 = 0.05;

/// Where and when two bodies `a` and `b` first meet. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Fraction of the step.
    pub time: f64,
    /// Where they meet then.
    pub point: DVec3,
    /// Unit vector out of `b` into `a` then.
    pub normal: DVec3,
    /// What of each body meets.
    pub features: [Feature; 2],
}

/// Two meshes that move.
#[derive(Clone, Copy)]
struct Moving<'a> {
    solids: [&'a Solid; 2],
    motions: [Motion; 2],
    /// At the start and the end.
    views: [View<'a>; 2],
    /// How far gaps may leave their chords, m: points do, and normals turn while the bodies move past each other.
    bend: f64,
    reach: Reach,
}

/// A search for first collisions; its storage is kept from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct ImpactSearch {
    sweep: Sweep,
    stack: Vec<[usize; 2]>,
    /// What the last search has cost; its pairs are those of features.
    pub counts: Counts,
}

impl ImpactSearch {
    /// The first collision of two bodies during a step, if there is one.
    ///
    /// Features that are `graze` apart, m, count as touching: bodies that touch at the start collide at once if they
    /// move into each other, and not at all if they part or slide along each other.
    pub fn first(&mut self, a: (&Solid, &Motion), b: (&Solid, &Motion), graze: f64) -> Option<Impact> {
        self.counts = Counts::default();
        let parts = (a.1.angle().max(b.1.angle()) / TURN).ceil().max(1.0);
        (0..parts as usize).find_map(|part| {
            let times = [part, part + 1].map(|k| k as f64 / parts);
            let motions = [a.1, b.1].map(|motion| motion.part(times[0], times[1]));
            let impact = self.first_of_part([a.0, b.0], motions, graze)?;
            Some(Impact { time: times[0] + impact.time * (times[1] - times[0]), ..impact })
        })
    }

    /// The same for bodies that turn little.
    fn first_of_part(&mut self, solids: [&Solid; 2], motions: [Motion; 2], graze: f64) -> Option<Impact> {
        let [a, b] = solids;
        let [of_a, of_b] = motions.each_ref().map(|motion| [&motion.start, &motion.end]);
        let bulge = motions[0].bulge(a.mesh.radius()) + motions[1].bulge(b.mesh.radius());
        self.sweep.set((&a.tree, of_a), (&b.tree, of_b), bulge + graze);
        let moving = Moving::new(solids, motions, bulge, graze);
        let back = moving.swapped();
        let (mut best, stack, pairs) = (None, &mut self.stack, &mut self.counts.pairs);
        let mut count = |s: &[usize], t: &[usize]| *pairs += s.len() * t.len();
        let mut tests = self.sweep.near(&a.corners, &b.tree, stack, &mut |s, t| {
            count(s, t);
            s.iter().for_each(|&v| t.iter().for_each(|&t| take(&mut best, moving.vertex_triangle(v, t))));
        });
        tests += self.sweep.near(&a.tree, &b.corners, stack, &mut |s, t| {
            count(s, t);
            let swapped = |v, s| back.vertex_triangle(v, s).map(Impact::swapped);
            t.iter().for_each(|&v| s.iter().for_each(|&s| take(&mut best, swapped(v, s))));
        });
        tests += self.sweep.near(&a.edges, &b.edges, stack, &mut |s, t| {
            count(s, t);
            s.iter().for_each(|&e| t.iter().for_each(|&g| take(&mut best, moving.edges(e, g))));
        });
        self.counts.volumes += tests;
        best
    }
}

/// Keeps the earlier of two impacts; of two at one time, that of the first features.
fn take(best: &mut Option<Impact>, found: Option<Impact>) {
    let Some(impact) = found else { return };
    let later = |best: &Impact| (best.time, best.features) <= (impact.time, impact.features);
    if !best.as_ref().is_some_and(later) {
        *best = Some(impact);
    }
}

impl Impact {
    /// The same with the bodies exchanged.
    fn swapped(self) -> Self {
        let [f, g] = self.features;
        Self { normal: -self.normal, features: [g, f], ..self }
    }
}

impl<'a> Moving<'a> {
    fn new(solids: [&'a Solid; 2], motions: [Motion; 2], bulge: f64, graze: f64) -> Self {
        let reach = Reach { graze, ..Reach::new(graze) };
        let passing = motions.map(|motion| motion.end.position - motion.start.position);
        let turning = motions[0].angle() + motions[1].angle();
        let bend = 4.0 * bulge + turning * passing[0].distance(passing[1]);
        let views = [0.0, 1.0].map(|time| view(solids, &motions, time, reach));
        Self { solids, motions, views, bend, reach }
    }

    /// The two bodies exchanged.
    fn swapped(&self) -> Self {
        let ([a, b], [p, q]) = (self.solids, self.motions);
        Self { solids: [b, a], motions: [q, p], views: self.views.map(|view| view.swapped()), ..*self }
    }

    fn view(&self, time: f64) -> View<'a> {
        match time {
            0.0 => self.views[0],
            1.0 => self.views[1],
            _ => view(self.solids, &self.motions, time, self.reach),
        }
    }

    fn measure(&self, features: [Feature; 2], time: f64) -> Option<ContactPoint> {
        self.view(time).measure(features)
    }

    /// The impact of two features at a time, if they touch and face each other then.
    fn meet(&self, features: [Feature; 2], time: f64) -> Option<Impact> {
        let mut view = self.view(time);
        let contact = view.measure(features).filter(|contact| contact.gap.abs() <= 2.0 * self.reach.graze)?;
        let poses = self.motions.each_ref().map(|motion| motion.at(time));
        let placed = contact.placed(&poses[1]);
        let point = 0.5 * (placed.points[0] + placed.points[1]);
        let way = |k: usize| self.motions[k].end.place(poses[k].point_to_body(point));
        view.drift = poses[1].direction_to_body(way(0) - way(1));
        view.faces(&contact).then_some(Impact { time, point, normal: placed.normal, features })
    }

    /// When and where a vertex of the first body meets a face of the second in one of its triangles.
    fn vertex_triangle(&self, v: usize, t: usize) -> Option<Impact> {
        let mesh = &self.solids[1].mesh;
        let face = mesh.triangles()[t].face;
        let vertices = self.views.map(|view| view.vertex(v));
        let plane = &mesh.faces()[face];
        let [start, end] = vertices.map(|vertex| plane.normal.dot(vertex) - plane.offset);
        if start.min(end) > self.bend.max(self.reach.graze) || start.max(end) < -self.bend.max(self.reach.graze) {
            return None;
        }
        if start.min(end) < -self.bend && start.max(end) > self.bend {
            // where it passes the plane, roughly
            let there = vertices[0].lerp(vertices[1], start / (start - end));
            let reach = Reach { graze: self.bend + 2.0 * self.reach.graze, ..self.reach };
            if start < end || !super::features::covers(mesh, t, there, reach) {
                return None;
            }
        }
        let features = [Feature::Vertex(v), Feature::Face(face)];
        let gap = |time: f64| self.measure(features, time).map_or(f64::NAN, |point| point.gap);
        self.meet(features, self.passing(&gap, [0.0, 1.0])?)
    }

    /// When and where two edges first meet: during the whole step, or, if they turn through being parallel, in the
    /// intervals in which the ends of the first are on different sides of a face at the second, of its two the one that
    /// the first edge crosses more steeply.
    fn edges(&self, e: usize, g: usize) -> Option<Impact> {
        let features = [Feature::Edge(e), Feature::Edge(g)];
        let gap = |time: f64| self.measure(features, time).map_or(f64::NAN, |point| point.gap);
        let [along, other] = [self.solids[0].mesh.edges()[e].along, self.solids[1].mesh.edges()[g].along];
        let [before, after] = self.views.map(|view| (view.rotation * along).cross(other));
        let steady = before.dot(after) > 0.5 * before.length_squared().max(after.length_squared());
        if steady {
            let (start, end) = (gap(0.0), gap(1.0));
            let far = self.bend.max(self.reach.graze) * (1.0 + 1.0 / before.length());
            if start.min(end) > far || start.max(end) < -far || (start < -far && end > far) {
                return None;
            }
            return self.meet(features, self.passing(&gap, [0.0, 1.0])?);
        }
        let first = self.edge(0, e);
        let mesh = &self.solids[1].mesh;
        let planes = mesh.edges()[g].faces.map(|f| self.plane(mesh.faces()[f].normal, mesh.faces()[f].offset));
        let [a, b] = first.at(0.5);
        let steepness = planes.map(|plane| (plane.normal[0] + plane.normal[1]).dot(b - a).abs());
        let plane = &planes[usize::from(steepness[1] > steepness[0])];
        piercing_intervals(&first, plane).find_map(|[from, to]| {
            let interval = [from - WIDER, to + WIDER].map(|time| time.clamp(0.0, 1.0));
            self.meet(features, self.passing(&gap, interval)?)
        })
    }

    /// When a gap falls under zero in an interval of time.
    ///
    /// Where it may leave its chord by more than it is away from zero, it is looked at where the parabola through three
    /// of its values turns: it may rise and fall again, or fall and rise.
    fn passing(&self, gap: &dyn Fn(f64) -> f64, [from, to]: [f64; 2]) -> Option<f64> {
        let (start, end, graze) = (gap(from), gap(to), self.reach.graze);
        let falls = |before: f64, after: f64| before >= -graze && after < -graze && after < before;
        let root = |before: f64, low: f64, high: f64| {
            if before <= 0.0 { low } else { bracketed(&mut |time| gap(time), low, high) }
        };
        if falls(start, end) {
            return Some(root(start, from, to));
        }
        let middle = gap(0.5 * (from + to));
        let (bend, slope) = (2.0 * (start + end) - 4.0 * middle, 4.0 * middle - 3.0 * start - end);
        let turn = from - 0.5 * slope / bend * (to - from);
        if !(from < turn && turn < to) {
            return None;
        }
        let at_turn = gap(turn);
        let before = falls(start, at_turn).then(|| root(start, from, turn));
        before.or_else(|| falls(at_turn, end).then(|| root(at_turn, turn, to)))
    }

    /// The ends of an edge of one of the bodies, at the start and the end.
    fn edge(&self, body: usize, e: usize) -> MovingEdge {
        let ends = self.solids[body].mesh.edge_ends(e);
        let motion = &self.motions[body];
        let [a, b] = ends.map(|x| [motion.start.place(x), motion.end.place(x)]);
        MovingEdge { a, b }
    }

    /// A plane of the second body.
    fn plane(&self, normal: DVec3, offset: f64) -> MovingPlane {
        let poses = [&self.motions[1].start, &self.motions[1].end];
        let normals = poses.map(|pose| pose.turn(normal));
        let offsets = [0, 1].map(|k| offset + normals[k].dot(poses[k].position));
        MovingPlane { normal: normals, offset: offsets }
    }
}

fn view<'a>(solids: [&'a Solid; 2], motions: &[Motion; 2], time: f64, reach: Reach) -> View<'a> {
    let [a, b]: [Pose; 2] = motions.each_ref().map(|motion| motion.at(time));
    View::new(Posed { solid: solids[0], pose: a }, Posed { solid: solids[1], pose: b }, reach)
}
