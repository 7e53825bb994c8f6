//! Bounding volumes over a step.
//!
//! Along a fixed direction of the world the interval that a volume covers moves from where it is at the start to where
//! it is at the end. If two such intervals are apart at both ends, in the same order, by more than the points may leave
//! their chords, the triangles inside cannot meet between.
use super::kdop::{Split, direction};
use super::{Tree, Volumes};
use crate::spatial::pose::Pose;
use glam::DVec3;

/// Number of directions along which intervals are compared: axes, corners and edges of a cube.
const COUNT: usize = 13;

/// A direction of the world, as a tree in some pose sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Probe {
    /// Body frame, of length 1.
    direction: DVec3,
    /// Of the tree's hulls, if it has any.
    split: Option<Split>,
    /// Place of the body's origin along it, m.
    offset: f64,
}

/// Two moving trees; reused from query to query.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// For each direction: the first body's at the start and the end, then the second's.
    probes: [[Probe; 4]; COUNT],
    slack: f64,
}

impl Sweep {
    /// For two trees that move from one pose to another, no point leaving its chord by more than `bulge`, both taken
    /// together; what comes nearer than `bulge` is found as well.
    pub fn set(&mut self, a: (&Tree, [&Pose; 2]), b: (&Tree, [&Pose; 2]), bulge: f64) {
        let origin = a.1[0].position;
        let bodies = [(a.0, a.1[0]), (a.0, a.1[1]), (b.0, b.1[0]), (b.0, b.1[1])];
        for (k, probes) in self.probes.iter_mut().enumerate() {
            let unit = direction(k).normalize();
            *probes = bodies.map(|(tree, pose)| {
                let direction = pose.direction_to_body(unit);
                let split = match &tree.volumes {
                    Volumes::Hulls(set, _) => Some(Split::new(*set, direction)),
                    _ => None,
                };
                Probe { direction, split, offset: unit.dot(pose.position - origin) }
            });
        }
        let reach = bodies.iter().map(|(tree, pose)| tree.radius + pose.position.distance(origin));
        self.slack = bulge + 1e-14 * reach.sum::<f64>();
    }

    /// Whether the triangles of two nodes certainly do not meet.
    pub fn separates(&self, (a, i): (&Tree, usize), (b, j): (&Tree, usize)) -> bool {
        self.probes.iter().any(|[a0, a1, b0, b1]| {
            let ([p0, q0], [p1, q1]) = (a.extent(i, a0), a.extent(i, a1));
            let ([r0, s0], [r1, s1]) = (b.extent(j, b0), b.extent(j, b1));
            (p0 - s0).min(p1 - s1) > self.slack || (r0 - q0).min(r1 - q1) > self.slack
        })
    }
}

impl Sweep {
    /// Shows the items of all pairs of nodes that may meet, where both hold only a few; returns how many pairs of volumes
    /// were compared.
    pub fn near(
        &self,
        a: &Tree,
        b: &Tree,
        stack: &mut Vec<[usize; 2]>,
        show: &mut dyn FnMut(&[usize], &[usize]),
    ) -> usize {
        a.near_by(b, stack, &mut |i, j| !self.separates((a, i), (b, j)), show)
    }
}

impl Tree {
    /// The interval that the volume of a node covers along a direction.
    fn extent(&self, node: usize, probe: &Probe) -> [f64; 2] {
        let (middle, half) = match (&self.volumes, &probe.split) {
            (Volumes::Spheres(spheres), _) => (spheres[node].centre, spheres[node].radius),
            (Volumes::Boxes(boxes), _) => {
                let b = &boxes[node];
                (b.centre, b.half.dot((b.axes.transpose() * probe.direction).abs()))
            }
            (Volumes::Hulls(set, bounds), Some(split)) => {
                let [low, high] = split.extent(&bounds[2 * set.count() * node..]);
                return [low + probe.offset, high + probe.offset];
            }
            (Volumes::Hulls(..), None) => return [f64::NEG_INFINITY, f64::INFINITY],
        };
        let middle = probe.direction.dot(middle) + probe.offset;
        [middle - half, middle + half]
    }
}
