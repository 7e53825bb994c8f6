//! The first collision of two moving meshes during a step.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, sections 2.2 and 2.3: trees of volumes
//! around the whole motion leave few pairs of triangles; their vertices are tested against faces and their edges against
//! edges by interpolated distances. Beyond the paper, a step is cut into parts in which the bodies turn little, and an
//! interpolated time is improved to the zero of the true distance of the same features.
use super::contact_point::Reach;
use super::continuous::{MovingEdge, MovingPlane, piercing_intervals};
use super::distance::Counts;
use super::features::View;
use super::motion::Motion;
use super::roots::bracketed;
use crate::spatial::bvh::swept::Sweep;
use crate::spatial::pose::Pose;
use crate::spatial::shape::mesh::{Feature, Mesh};
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
    /// How far points may leave their chords, both bodies taken together, m.
    bulge: f64,
    /// How far gaps may leave theirs: points do, and normals turn while the bodies move past each other.
    bend: f64,
    reach: Reach,
}

/// A search for first collisions; its storage is kept from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct ImpactSearch {
    sweep: Sweep,
    stack: Vec<[usize; 2]>,
    candidates: Vec<[Feature; 2]>,
    /// What the last search has cost.
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
        let reach = Reach { apart: graze, overlap: graze, graze };
        (0..parts as usize).find_map(|part| {
            let times = [part, part + 1].map(|k| k as f64 / parts);
            let motions = [a.1, b.1].map(|motion| motion.part(times[0], times[1]));
            let bulge = motions[0].bulge(a.0.mesh.radius()) + motions[1].bulge(b.0.mesh.radius());
            let passing = motions.map(|motion| motion.end.position - motion.start.position);
            let turning = motions[0].angle() + motions[1].angle();
            let bend = 4.0 * bulge + turning * passing[0].distance(passing[1]);
            let moving = Moving { solids: [a.0, b.0], motions, bulge, bend, reach };
            let impact = self.first_of_part(&moving)?;
            Some(Impact { time: times[0] + impact.time * (times[1] - times[0]), ..impact })
        })
    }

    fn first_of_part(&mut self, moving: &Moving) -> Option<Impact> {
        self.collect(moving);
        let impacts = self.candidates.iter().filter_map(|features| moving.impact(*features));
        impacts.min_by(|x, y| x.time.total_cmp(&y.time).then(x.features.cmp(&y.features)))
    }

    /// Pairs of features of triangles whose swept volumes meet, each pair once.
    fn collect(&mut self, moving: &Moving) {
        let ([p, q], [s, t]) = (moving.solids.map(|solid| &solid.mesh), moving.solids.map(|solid| &solid.tree));
        let [of_a, of_b] = moving.motions.each_ref().map(|motion| [&motion.start, &motion.end]);
        self.sweep.set((s, of_a), (t, of_b), moving.bulge + moving.reach.graze);
        self.candidates.clear();
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some([i, j]) = self.stack.pop() {
            self.counts.volumes += 1;
            if self.sweep.separates((s, i), (t, j)) {
                continue;
            }
            let larger = s.nodes()[i].size >= t.nodes()[j].size;
            match (s.children(i), t.children(j)) {
                (Some(children), other) if larger || other.is_none() => {
                    self.stack.extend(children.map(|i| [i, j]));
                }
                (_, Some(children)) => self.stack.extend(children.map(|j| [i, j])),
                _ => {
                    for &s in s.items(i) {
                        t.items(j).iter().for_each(|&t| self.add(p, s, q, t));
                    }
                }
            }
        }
        self.candidates.sort_unstable();
        self.candidates.dedup();
    }

    /// Pairs of features of two triangles.
    fn add(&mut self, p: &Mesh, s: usize, q: &Mesh, t: usize) {
        self.counts.pairs += 1;
        let (s, t) = (&p.triangles()[s], &q.triangles()[t]);
        let corner = |mesh: &Mesh, v: &usize| !mesh.vertex_edges(*v).is_empty();
        let of_a = s.corners.into_iter().filter(|v| corner(p, v));
        self.candidates.extend(of_a.map(|v| [Feature::Vertex(v), Feature::Face(t.face)]));
        let of_b = t.corners.into_iter().filter(|v| corner(q, v));
        self.candidates.extend(of_b.map(|v| [Feature::Face(s.face), Feature::Vertex(v)]));
        let convex = |mesh: &Mesh, e: &usize| mesh.edges()[*e].convex;
        for e in s.edges.into_iter().flatten().filter(|e| convex(p, e)) {
            let of_b = t.edges.into_iter().flatten().filter(|g| convex(q, g));
            self.candidates.extend(of_b.map(|g| [Feature::Edge(e), Feature::Edge(g)]));
        }
    }
}

impl Moving<'_> {
    /// The two bodies exchanged.
    fn swapped(&self) -> Self {
        let ([a, b], [p, q]) = (self.solids, self.motions);
        Self { solids: [b, a], motions: [q, p], ..*self }
    }

    /// When and where two features meet.
    fn impact(&self, features: [Feature; 2]) -> Option<Impact> {
        match features {
            [Feature::Vertex(v), Feature::Face(f)] => self.meet(features, self.vertex_face_time(v, f)?),
            [Feature::Face(f), Feature::Vertex(v)] => self.meet(features, self.swapped().vertex_face_time(v, f)?),
            [Feature::Edge(e), Feature::Edge(g)] => self.edges(e, g, features),
            _ => None,
        }
    }

    /// The impact at a time, if the features face each other then.
    fn meet(&self, features: [Feature; 2], time: f64) -> Option<Impact> {
        let poses = self.poses(time);
        let mut view = self.view(time);
        let contact = view.measure(features).filter(|contact| contact.gap.abs() <= 2.0 * self.reach.graze)?;
        let placed = contact.placed(&poses[1]);
        let point = 0.5 * (placed.points[0] + placed.points[1]);
        let way = |k: usize| self.motions[k].end.place(poses[k].point_to_body(point));
        view.drift = poses[1].direction_to_body(way(0) - way(1));
        view.faces(&contact).then_some(Impact { time, point, normal: placed.normal, features })
    }

    fn poses(&self, time: f64) -> [Pose; 2] {
        self.motions.each_ref().map(|motion| motion.at(time))
    }

    fn view(&self, time: f64) -> View<'_> {
        let [a, b] = self.poses(time);
        View::new(Posed { solid: self.solids[0], pose: a }, Posed { solid: self.solids[1], pose: b }, self.reach)
    }

    /// When a vertex of the first body passes the plane of a face of the second, from the front to the back.
    fn vertex_face_time(&self, v: usize, f: usize) -> Option<f64> {
        let features = [Feature::Vertex(v), Feature::Face(f)];
        self.passing(&|time| self.view(time).measure(features).map_or(f64::NAN, |point| point.gap), [0.0, 1.0])
    }

    /// The first time at which two edges meet: in the intervals in which the ends of the first are on different sides
    /// of a face at the second, of its two the one that the first edge crosses more steeply, and in the whole step.
    fn edges(&self, e: usize, g: usize, features: [Feature; 2]) -> Option<Impact> {
        let [first, second] = [self.edge(0, e), self.edge(1, g)];
        let mesh = &self.solids[1].mesh;
        let planes = mesh.edges()[g].faces.map(|f| self.plane(mesh.faces()[f].normal, mesh.faces()[f].offset));
        let [a, b] = first.at(0.5);
        let steepness = planes.map(|plane| (plane.normal[0] + plane.normal[1]).dot(b - a).abs());
        let plane = &planes[usize::from(steepness[1] > steepness[0])];
        let gap = |time: f64| self.view(time).measure(features).map_or(f64::NAN, |point| point.gap);
        let turns = first.along(0.0).cross(second.along(0.0)).dot(first.along(1.0).cross(second.along(1.0))) <= 0.0;
        let intervals = piercing_intervals(&first, plane).map(|[from, to]| [from - WIDER, to + WIDER]);
        let intervals = intervals.chain((!turns).then_some([0.0, 1.0]));
        let times = intervals.filter_map(|interval| self.passing(&gap, interval.map(|time| time.clamp(0.0, 1.0))));
        let impacts = times.filter_map(|time| self.meet(features, time));
        impacts.min_by(|x, y| x.time.total_cmp(&y.time))
    }

    /// When a gap falls under zero in an interval of time.
    ///
    /// Where it may leave its chord by more than it is away from zero, it is looked at where the parabola through three
    /// of its values turns: it may rise and fall again, or fall and rise.
    fn passing(&self, gap: &dyn Fn(f64) -> f64, [from, to]: [f64; 2]) -> Option<f64> {
        let (start, end, graze) = (gap(from), gap(to), self.reach.graze);
        let falls = |before: f64, after: f64| before >= -graze && after < -graze && after < before;
        let root = |before: f64, low: f64, high: f64| if before <= 0.0 { low } else { bracketed(gap, low, high) };
        if falls(start, end) {
            return Some(root(start, from, to));
        }
        if start.max(end) < -self.bend || start.min(end) > self.bend {
            return None;
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
