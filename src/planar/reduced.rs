//! Equations of contacts, solved in the motions of their bodies.
//!
//! Forces f at some rows shall change what these rows have by r: J M⁻¹ Cᵀ f = r, where C is J, and with it the friction that
//! goes with the normal force of a contact that slides. Rows may depend on each other (two corners of a block that sticks
//! have four for three coordinates), so R f is added, with a small diagonal R. With v = M⁻¹ Cᵀ f that is
//!
//! (M + Cᵀ R⁻¹ J) v = Cᵀ R⁻¹ r,  f = R⁻¹ (r − J v):
//!
//! three unknowns for each body in place of two for each contact, linked as the bodies are by contacts; symmetric where
//! nothing slides with friction.
use crate::linalg::block::Block;
use crate::linalg::block_lu::{self, BlockLu};
use crate::planar::equations::{Row, Twist, bodies};
use glam::DVec2;

/// R in parts of what each row does to itself, ε; repeated with what is left the equations are solved without it, and the
/// part of the forces that they leave free stays as it was. Each time the rest falls by the larger of ε over the smallest
/// singular value and of the rounding of the factor, about 1e-16/ε² for two bodies that touch: 1e-2 at 1e-7, 1e-3 here.
pub const SOFTNESS: f64 = 3e-7;

/// The equations with the storage of their factor.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    lu: BlockLu<3>,
    /// The bodies that each contact moves.
    pairs: Vec<[Option<usize>; 2]>,
    /// Number of contacts: of the rows each has one along its normal, and one along its tangent or none.
    contacts: usize,
    /// The bodies that the rows move.
    bodies: Vec<usize>,
    /// Where the contacts of each body begin in `touching`, and these.
    start: Vec<usize>,
    touching: Vec<usize>,
    /// 1/R of each row that is an equation, 0 of the others.
    weights: Vec<f64>,
    /// Cᵀ of each row.
    pushes: Vec<[Twist; 2]>,
    motions: Vec<[f64; 3]>,
    /// The mass and the inertia of each body: sums over its rows of squares of J, and of J times J M⁻¹.
    masses: Vec<[[f64; 2]; 2]>,
}

impl Reduced {
    /// Takes up rows: those along the normals of so many contacts, then along the tangents if they count.
    pub fn prepare(&mut self, rows: &[Row], contacts: usize) {
        let pairs = || rows[..contacts].iter().map(moved);
        if self.pairs.iter().copied().eq(pairs()) && bodies(rows) <= self.motions.len() {
            return;
        }
        self.pairs.clear();
        self.pairs.extend(pairs());
        self.contacts = contacts;
        // as many as ever before, so that storage is kept
        let bodies = bodies(rows).max(self.motions.len());
        let touches =
            || (0..self.contacts).flat_map(|k| self.pairs[k].into_iter().flatten().map(move |body| (k, body)));
        self.start.clear();
        self.start.resize(bodies + 2, 0);
        touches().for_each(|(_, body)| self.start[body + 2] += 1);
        (0..bodies).for_each(|body| self.start[body + 2] += self.start[body + 1]);
        self.touching.clear();
        self.touching.resize(self.start[bodies + 1], 0);
        for (k, body) in touches() {
            self.touching[self.start[body + 1]] = k;
            self.start[body + 1] += 1;
        }
        self.bodies.clear();
        self.bodies.extend((0..bodies).filter(|&body| self.start[body] < self.start[body + 1]));
        self.motions.resize(bodies, [0.0; 3]);
        self.masses.resize(bodies, [[0.0; 2]; 2]);
        let Self { lu, bodies: set, start, touching, pairs, .. } = self;
        lu.analyze(bodies, set, |body, list| {
            let from = list.len();
            for other in touching[start[body]..start[body + 1]].iter().flat_map(|&k| pairs[k].into_iter().flatten()) {
                if other != body && !list[from..].contains(&other) {
                    list.push(other);
                }
            }
        });
    }

    /// Factors the equations of the rows that have a friction `joined` to their own force: that part of it along the
    /// tangent of their contact. False if they are singular.
    pub fn factor(&mut self, rows: &[Row], softness: f64, joined: &dyn Fn(usize) -> Option<f64>) -> bool {
        let n = self.contacts;
        self.weights.clear();
        self.pushes.clear();
        self.weigh(rows);
        let mut symmetric = true;
        for (r, row) in rows.iter().enumerate() {
            let (own, part) = (row.coupling(row), joined(r));
            self.weights.push(if part.is_some() && own > 0.0 { 1.0 / (softness * own) } else { 0.0 });
            let tangent = part.filter(|part| *part != 0.0).map(|part| (part, &rows[n + r].jacobian));
            symmetric &= tangent.is_none();
            let (mut push, moved) = ([Twist::default(); 2], moved(row));
            for k in (0..2).filter(|&k| moved[k].is_some()) {
                push[k] = row.jacobian[k];
                if let Some((part, along)) = tangent {
                    push[k].linear += part * along[k].linear;
                    push[k].angular += part * along[k].angular;
                }
            }
            self.pushes.push(push);
        }
        let Self { lu, start, touching, weights, pushes, masses, .. } = self;
        let fill = |body: usize, filled: &mut block_lu::Row<3>| {
            // any inertia will do for what no row turns
            let [mass, inertia] = masses[body].map(|[part, moved]| if moved > 0.0 { part / moved } else { 1.0 });
            let mut own = [[mass, 0.0, 0.0], [0.0, mass, 0.0], [0.0, 0.0, inertia]];
            let both = touching[start[body]..start[body + 1]].iter().flat_map(|&k| [k, n + k]);
            for r in both.filter(|r| *r < rows.len() && weights[*r] > 0.0) {
                let side = usize::from(rows[r].bodies[1] == body);
                let [push, here, there] = [&pushes[r][side], &rows[r].jacobian[side], &rows[r].jacobian[1 - side]];
                add_outer(weights[r], push, here, &mut own);
                let mut across = Block::default();
                add_outer(weights[r], push, there, &mut across);
                filled.add(rows[r].bodies[1 - side], &across);
            }
            filled.add(body, &own);
        };
        lu.factor(symmetric, fill)
    }

    /// Sums up, body by body, what turns J M⁻¹ into J.
    fn weigh(&mut self, rows: &[Row]) {
        self.masses.fill([[0.0; 2]; 2]);
        for row in rows {
            for ((&body, part), moved) in row.bodies.iter().zip(&row.jacobian).zip(&row.response) {
                let [mass, inertia] = &mut self.masses[body];
                mass[0] += part.linear.dot(part.linear);
                mass[1] += part.linear.dot(moved.linear);
                inertia[0] += part.angular * part.angular;
                inertia[1] += part.angular * moved.angular;
            }
        }
    }

    /// Adds to the forces of the equations what takes `a` off their rows.
    pub fn correct(&mut self, rows: &[Row], a: &[f64], f: &mut [f64]) {
        let Self { lu, weights, pushes, motions, .. } = self;
        motions.fill([0.0; 3]);
        let equations = || (0..rows.len()).filter(|&r| weights[r] > 0.0);
        for r in equations() {
            for (&body, push) in rows[r].bodies.iter().zip(&pushes[r]) {
                let asked = -weights[r] * a[r];
                motions[body].iter_mut().zip(numbers(push)).for_each(|(v, push)| *v += asked * push);
            }
        }
        lu.solve(motions);
        for r in equations() {
            let motion = |body: usize| Twist {
                linear: DVec2::new(motions[body][0], motions[body][1]),
                angular: motions[body][2],
            };
            f[r] += weights[r] * (-a[r] - rows[r].apply(motion));
        }
    }
}

/// The bodies that a row moves.
fn moved(row: &Row) -> [Option<usize>; 2] {
    let moves = |k: usize| (row.response[k] != Twist::default()).then_some(row.bodies[k]);
    [moves(0), moves(1)]
}

fn numbers(twist: &Twist) -> [f64; 3] {
    [twist.linear.x, twist.linear.y, twist.angular]
}

/// Adds the outer product of a push and a Jacobian.
fn add_outer(weight: f64, push: &Twist, jacobian: &Twist, block: &mut Block<3>) {
    let (push, jacobian) = (numbers(push), numbers(jacobian));
    for (row, push) in block.iter_mut().zip(&push) {
        for (x, j) in row.iter_mut().zip(&jacobian) {
            *x += weight * push * j;
        }
    }
}
