//! What of a volume can be drawn.
use super::kdop::direction;
use super::obb::Obb;
use super::sphere::Sphere;
use super::{Tree, Volumes};
use glam::DVec3;

/// The border of a bounding volume. Body frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A ball.
    Ball(Sphere),
    /// The edges of a polyhedron, from end to end.
    Edges(Vec<[DVec3; 2]>),
}

impl Tree {
    /// The border of the volume of a node.
    pub fn outline(&self, node: usize) -> Outline {
        match &self.volumes {
            Volumes::Spheres(spheres) => Outline::Ball(spheres[node]),
            Volumes::Boxes(boxes) => Outline::Edges(box_edges(&boxes[node])),
            Volumes::Hulls(set, bounds) => {
                let bounds = &bounds[2 * set.count() * node..];
                let planes = set.all().zip(bounds.chunks_exact(2)).flat_map(|(k, pair)| {
                    let length = direction(k).length();
                    let normal = direction(k) / length;
                    [(normal, pair[1] / length), (-normal, -pair[0] / length)]
                });
                Outline::Edges(hull_edges(&planes.collect::<Vec<_>>(), self.nodes[node].size))
            }
        }
    }
}

fn box_edges(b: &Obb) -> Vec<[DVec3; 2]> {
    let corner = |k: usize| {
        let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        b.centre + b.axes * (b.half * DVec3::new(sign(0), sign(1), sign(2)))
    };
    let pairs = (0..8).flat_map(|k| [1, 2, 4].map(move |bit| [k, k | bit])).filter(|[k, l]| k != l);
    pairs.map(|pair| pair.map(corner)).collect()
}

/// Where the planes of two faces cut each other, as far as that is behind all others.
fn hull_edges(planes: &[(DVec3, f64)], size: f64) -> Vec<[DVec3; 2]> {
    let mut edges = Vec::new();
    for (k, &(m, p)) in planes.iter().enumerate() {
        for (l, &(n, q)) in planes.iter().enumerate().skip(k + 1) {
            let along = m.cross(n);
            let square = along.length_squared();
            if square < 1e-6 {
                continue;
            }
            let start = (p * n.cross(along) + q * along.cross(m)) / square;
            let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
            for (j, &(normal, offset)) in planes.iter().enumerate() {
                let (rise, room) = (normal.dot(along), offset - normal.dot(start));
                if rise > 1e-9 {
                    to = to.min(room / rise);
                } else if rise < -1e-9 {
                    from = from.max(room / rise);
                } else if room < -1e-12 * size && j != k && j != l {
                    to = from;
                }
            }
            if (to - from) * square.sqrt() > 1e-9 * size {
                edges.push([start + from * along, start + to * along]);
            }
        }
    }
    edges
}
