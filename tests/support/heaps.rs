//! Piles of bodies at rest as problems of contacts with friction: one step under gravity.
use contact_forces::complementarity::cone::ConeProblem;
use glam::DVec3;
use std::collections::BTreeMap;

/// Length of the step, s.
const STEP: f64 = 0.01;
const GRAVITY: f64 = 9.81;

/// A body with its axes along those of the world: centre (m), inverse mass (1/kg) and inverse moments (1/(kg m²)).
struct Body {
    centre: DVec3,
    mass: f64,
    inertia: DVec3,
}

/// Where `upper` touches `lower`, `None` being the floor; the normal points to `upper`.
struct Contact {
    upper: usize,
    lower: Option<usize>,
    point: DVec3,
    normal: DVec3,
}

/// Bodies and contacts.
#[derive(Default)]
pub struct Heap {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
}

impl Heap {
    /// A wall of bricks, 2 × 1 × 1, each on the halves of two, which it touches in four points each.
    pub fn wall(rows: usize, columns: usize) -> Self {
        let mut heap = Self::default();
        let mut below = Vec::new();
        for row in 0..rows {
            let start = 2.0 * (row % 2) as f64;
            let this: Vec<(usize, f64)> = (0..columns - row % 2)
                .map(|i| {
                    let x = start * 0.5 + 2.0 * i as f64;
                    let inertia = DVec3::new(6.0, 2.4, 2.4);
                    heap.bodies.push(Body { centre: DVec3::new(x, 0.0, 0.5 + row as f64), mass: 1.0, inertia });
                    (heap.bodies.len() - 1, x)
                })
                .collect();
            for &(upper, x) in &this {
                let floor = [(None, x)];
                let neighbours = below.iter().filter(|(_, y): &&(usize, f64)| (x - y).abs() < 1.5);
                let lower: Vec<_> = neighbours.map(|&(body, y)| (Some(body), y)).collect();
                for (lower, y) in if row == 0 { floor.to_vec() } else { lower } {
                    heap.face(upper, lower, [(x - 1.0).max(y - 1.0), (x + 1.0).min(y + 1.0)], row as f64);
                }
            }
            below = this;
        }
        heap
    }

    /// The corners of a rectangle, 1 deep, at a height.
    fn face(&mut self, upper: usize, lower: Option<usize>, sides: [f64; 2], height: f64) {
        for (x, y) in [(sides[0], -0.5), (sides[0], 0.5), (sides[1], -0.5), (sides[1], 0.5)] {
            self.contacts.push(Contact { upper, lower, point: DVec3::new(x, y, height), normal: DVec3::Z });
        }
    }

    /// A pyramid of balls with `side²` on the floor.
    pub fn balls(side: usize) -> Self {
        let mut heap = Self::default();
        for layer in 0..side {
            let place = |i: usize| layer as f64 + 2.0 * i as f64;
            for i in 0..(side - layer).pow(2) {
                let (row, column) = (i / (side - layer), i % (side - layer));
                let centre = DVec3::new(place(row), place(column), 1.0 + 2f64.sqrt() * layer as f64);
                heap.bodies.push(Body { centre, mass: 1.0, inertia: DVec3::splat(2.5) });
                if layer == 0 {
                    let point = centre.with_z(0.0);
                    heap.contacts.push(Contact { upper: i, lower: None, point, normal: DVec3::Z });
                }
            }
        }
        for upper in 0..heap.bodies.len() {
            for lower in 0..upper {
                let (to, from) = (heap.bodies[upper].centre, heap.bodies[lower].centre);
                if (to - from).length() < 2.0 + 1e-9 {
                    let (point, normal) = (0.5 * (to + from), 0.5 * (to - from));
                    heap.contacts.push(Contact { upper, lower: Some(lower), point, normal });
                }
            }
        }
        heap
    }

    /// The contacts after a step in which all bodies fall, and `sideways` times as much to the side.
    pub fn problem(&self, mu: f64, sideways: f64) -> ConeProblem {
        let mut of_body = vec![Vec::new(); self.bodies.len()];
        for (i, contact) in self.contacts.iter().enumerate() {
            of_body[contact.upper].push((i, 1.0));
            if let Some(lower) = contact.lower {
                of_body[lower].push((i, -1.0));
            }
        }
        let mut problem = ConeProblem { dim: 3, row_ptr: vec![0], ..ConeProblem::default() };
        for contact in &self.contacts {
            let mut row = BTreeMap::<usize, [f64; 9]>::new();
            for (body, sign) in [(Some(contact.upper), 1.0), (contact.lower, -1.0)] {
                let Some(body) = body else { continue };
                for &(j, other) in &of_body[body] {
                    let block = row.entry(j).or_insert([0.0; 9]);
                    let add = self.block(body, contact, &self.contacts[j]);
                    block.iter_mut().zip(add).for_each(|(x, w)| *x += sign * other * w);
                }
            }
            problem.col_idx.extend(row.keys());
            problem.blocks.extend(row.values().flatten());
            problem.row_ptr.push(problem.col_idx.len());
            let fall = STEP * GRAVITY * DVec3::new(sideways, 0.0, -1.0);
            let relative = if contact.lower.is_none() { fall } else { DVec3::ZERO };
            problem.q.extend(frame(contact.normal).map(|axis| axis.dot(relative)));
            problem.mu.push(mu);
        }
        problem
    }

    /// How the velocity of a body at one contact answers to a force at another.
    fn block(&self, body: usize, at: &Contact, other: &Contact) -> [f64; 9] {
        let Body { centre, mass, inertia } = self.bodies[body];
        let lever = |contact: &Contact, axis: DVec3| (contact.point - centre).cross(axis);
        let (rows, columns) = (frame(at.normal), frame(other.normal));
        std::array::from_fn(|k| {
            let (out, into) = (rows[k / 3], columns[k % 3]);
            mass * out.dot(into) + lever(at, out).dot(inertia * lever(other, into))
        })
    }
}

/// Normal and tangents.
fn frame(normal: DVec3) -> [DVec3; 3] {
    let (one, other) = normal.any_orthonormal_pair();
    [normal, one, other]
}
