//! Impulses of many contacts: conjugate gradients that stay at f ≥ 0.
//!
//! 0 ≤ f ⊥ A f + b ≥ 0 holds where ½ f·A f + b·f is least among all f ≥ 0. There leads MPRGP: Dostál and Schöberl, *Minimizing
//! quadratic functions subject to bound constraints with the rate of convergence and finite termination*, Comput. Optim.
//! Appl. 30 (2005). Conjugate gradients run among the contacts that push, as long as these are more wrong than the others; a
//! step that would pull is cut at zero contact by contact, and they begin anew: Kružík, Horák, Čermák, Pospíšil and Pecha,
//! *Active set expansion strategies in MPRGP algorithm*, Adv. Eng. Softw. 149 (2020). A step costs one product with A, which
//! grows like the contacts alone; nothing is factored, and contacts may depend on each other.
use super::equations::{Row, Rows, bodies};

/// Most steps: heaps of 200 squares take a hundred on the mean, and few take a thousand.
const STEPS: usize = 5000;
/// A contact gives way by this part of what new force does to it, so that what wedges bodies stays finite: so large that
/// rounding of those forces leaves 1e-6 of what the gaps lack, and far too small for any other.
const SOFTNESS: f64 = 3e-11;

/// The method with its storage. Forces and accelerations are in units of each contact, in which Aᵢᵢ = 1; A is with the softness.
#[derive(Clone, Debug, Default)]
pub struct Proportioning {
    links: Vec<Link>,
    /// √Aᵢᵢ.
    units: Vec<f64>,
    b: Vec<f64>,
    /// Forces, those given at first, and A f + b.
    f: Vec<f64>,
    given: Vec<f64>,
    a: Vec<f64>,
    /// The direction of the next step, and A times it.
    direction: Vec<f64>,
    response: Vec<f64>,
    motions: Vec<[f64; 3]>,
}

/// A row of J M^(−½), over √Aᵢᵢ.
#[derive(Clone, Copy, Debug)]
struct Link {
    bodies: [usize; 2],
    parts: [[f64; 3]; 2],
}

impl Link {
    fn of(row: &Row, unit: f64) -> Self {
        let part = |k: usize| {
            let entry = |j: f64, moved: f64| (j * moved).sqrt().copysign(j) / unit;
            let (j, moved) = (&row.jacobian[k], &row.response[k]);
            [entry(j.linear.x, moved.linear.x), entry(j.linear.y, moved.linear.y), entry(j.angular, moved.angular)]
        };
        Self { bodies: row.bodies, parts: [part(0), part(1)] }
    }

    /// What the gap feels of the bodies' motions.
    fn apply(&self, motions: &[[f64; 3]]) -> f64 {
        let [x, y] = [0, 1].map(|k| {
            let (part, motion) = (&self.parts[k], &motions[self.bodies[k]]);
            part[0] * motion[0] + part[1] * motion[1] + part[2] * motion[2]
        });
        x + y
    }

    /// Adds what a force does to the bodies' motions.
    fn push(&self, f: f64, motions: &mut [[f64; 3]]) {
        for (&body, part) in self.bodies.iter().zip(&self.parts) {
            motions[body].iter_mut().zip(part).for_each(|(motion, part)| *motion += f * part);
        }
    }
}

impl Proportioning {
    /// Improves `f` until |min(a, Aᵢᵢ f)| is within the tolerance everywhere, as far as that can be.
    pub fn solve(&mut self, rows: &Rows, b: &[f64], tolerance: f64, f: &mut [f64]) {
        self.begin(rows, b, f);
        self.evaluate();
        // one over what the last direction was worth, if the next is to be conjugate to it
        let mut worth = 0.0;
        for _ in 0..STEPS {
            let wrong = self.look();
            if wrong.most <= tolerance {
                break;
            }
            let spreads = wrong.pressed > wrong.pushing;
            if spreads {
                self.spread();
            } else {
                self.turn(worth * wrong.undone);
            }
            let (fall, bend) = self.respond();
            worth = if self.go(fall / bend) || spreads { 0.0 } else { bend.recip() };
        }
        f.iter_mut().zip(&self.f).zip(&self.units).for_each(|((f, own), unit)| *f = own / unit);
    }

    fn begin(&mut self, rows: &Rows, b: &[f64], f: &[f64]) {
        let Self { links, units, motions, .. } = self;
        units.clear();
        units.extend(rows.rows.iter().map(|row| row.coupling(row).sqrt()));
        links.clear();
        links.extend(rows.rows.iter().zip(&*units).map(|(row, unit)| Link::of(row, *unit)));
        let count = bodies(&rows.rows).max(motions.len());
        motions.resize(count, [0.0; 3]);
        self.b.clear();
        self.b.extend(b.iter().zip(&self.units).map(|(b, unit)| b / unit));
        self.f.clear();
        self.f.extend(f.iter().zip(&self.units).map(|(f, unit)| f * unit));
        self.given.clone_from(&self.f);
        for list in [&mut self.a, &mut self.direction, &mut self.response] {
            list.clear();
            list.resize(b.len(), 0.0);
        }
    }

    fn evaluate(&mut self) {
        let Self { links, b, f, given, a, motions, .. } = self;
        push(links, f, motions);
        for (((a, link), b), (f, given)) in a.iter_mut().zip(links).zip(b).zip(f.iter().zip(given)) {
            *a = link.apply(motions) + SOFTNESS * (f - *given) + *b;
        }
    }

    fn look(&self) -> Wrong {
        let mut wrong = Wrong::default();
        let mut all = 0.0;
        for (((f, a), unit), response) in self.f.iter().zip(&self.a).zip(&self.units).zip(&self.response) {
            let off = if f < a { *f } else { *a };
            let size = off.abs() * unit;
            wrong.most = if size > wrong.most { size } else { wrong.most };
            all += off * a;
            let pushes = *f > 0.0;
            wrong.pushing += if pushes { off * a } else { 0.0 };
            wrong.undone += if pushes { a * response } else { 0.0 };
        }
        wrong.pressed = all - wrong.pushing;
        wrong
    }

    /// Takes as the direction what is wrong with the contacts that push, less a part of the last direction.
    fn turn(&mut self, part: f64) {
        for ((direction, f), a) in self.direction.iter_mut().zip(&self.f).zip(&self.a) {
            let free = if *f > 0.0 { *a } else { 0.0 };
            *direction = free - part * *direction;
        }
    }

    /// Takes as the direction what is wrong with the contacts that do not push.
    fn spread(&mut self) {
        for ((direction, f), a) in self.direction.iter_mut().zip(&self.f).zip(&self.a) {
            *direction = if *f > 0.0 { 0.0 } else { a.min(0.0) };
        }
    }

    /// Finds A times the direction d; d·a and d·A d.
    fn respond(&mut self) -> (f64, f64) {
        push(&self.links, &self.direction, &mut self.motions);
        let (mut fall, mut bend) = (0.0, 0.0);
        for (((response, link), direction), a) in
            self.response.iter_mut().zip(&self.links).zip(&self.direction).zip(&self.a)
        {
            *response = link.apply(&self.motions) + SOFTNESS * direction;
            fall += direction * a;
            bend += direction * *response;
        }
        (fall, bend)
    }

    /// Goes so far against the direction, but no force below zero; whether some would have gone there.
    fn go(&mut self, length: f64) -> bool {
        let mut pulls = false;
        for ((f, a), (direction, response)) in
            self.f.iter_mut().zip(&mut self.a).zip(self.direction.iter().zip(&self.response))
        {
            let next = *f - length * direction;
            pulls |= next < 0.0;
            *f = if next < 0.0 { 0.0 } else { next };
            *a -= length * response;
        }
        if pulls {
            self.evaluate();
        }
        pulls
    }
}

/// What is wrong: the most of it, squares of it of the contacts that push and of those that do not, and what the last
/// direction has left undone.
#[derive(Default)]
struct Wrong {
    most: f64,
    pushing: f64,
    pressed: f64,
    undone: f64,
}

/// The motions that some forces lead to.
fn push(links: &[Link], f: &[f64], motions: &mut [[f64; 3]]) {
    motions.fill([0.0; 3]);
    for (link, f) in links.iter().zip(f).filter(|(_, f)| **f != 0.0) {
        link.push(*f, motions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Matrix;
    use crate::linalg::vector::dot;
    use crate::planar::body::Body;
    use crate::planar::contact::{Contact, Feature};
    use crate::planar::polygon::Polygon;
    use glam::DVec2;

    /// The rows of contacts, and their A.
    fn equation(contacts: &[Contact], bodies: &[Body]) -> (Rows, Matrix) {
        let states: Vec<_> = bodies.iter().map(|body| body.state).collect();
        let (mut rows, mut a) = (Rows::default(), Matrix::default());
        rows.fill(contacts, bodies, &states);
        rows.delassus(&mut a);
        (rows, a)
    }

    /// 0 ≤ f ⊥ A f + b ≥ 0 within the tolerance, by the whole A: blocks pressed together in a row, with three corners
    /// where two would do, so that A is singular; the last ones fly off.
    #[test]
    fn impulses_obey_the_law_where_contacts_depend_on_each_other() {
        let block = |k: usize| Body::new("block", Polygon::rectangle(1.0, 1.0), 1.0 + k as f64).at(k as f64, 0.0, 0.0);
        let bodies: Vec<Body> = (0..12).map(block).collect();
        let corner = |k: usize, j: usize| Contact {
            a: k + 1,
            b: k,
            point: DVec2::new(k as f64 + 0.5, 0.5 * j as f64 - 0.5),
            normal: DVec2::X,
            gap: 0.0,
            feature: Feature::VertexEdge(j, 0),
        };
        let contacts: Vec<Contact> = (0..11).flat_map(|k| (0..3).map(move |j| corner(k, j))).collect();
        let (rows, a) = equation(&contacts, &bodies);
        let b: Vec<f64> = (0..33).map(|i| if i < 27 { -1.0 - 0.01 * (i / 3) as f64 } else { 1.0 }).collect();
        let mut f = vec![0.0; 33];
        Proportioning::default().solve(&rows, &b, 1e-9, &mut f);
        let speed = |i: usize| dot(a.row(i), &f) + b[i];
        let worst = (0..33).map(|i| speed(i).min(a[(i, i)] * f[i]).abs()).fold(0.0, f64::max);
        assert!(worst <= 1e-9, "{worst:.1e}");
    }

    /// Blocks in a row between two walls that are pressed together everywhere have no impulses that part them all: these are
    /// finite, share what cannot be, and the law holds for the pair beside them.
    #[test]
    fn what_is_wedged_leaves_others_right() {
        let wall = Body::fixed("wall", Polygon::rectangle(1.0, 1.0));
        let block = |k: usize| Body::new("block", Polygon::rectangle(1.0, 1.0), 1.0 + k as f64);
        let bodies = [wall.clone(), block(0), block(5), wall, block(1), block(2)];
        let contact = |&k: &usize| Contact {
            a: k + 1,
            b: k,
            point: DVec2::ZERO,
            normal: DVec2::X,
            gap: 0.0,
            feature: Feature::VertexEdge(0, 0),
        };
        let contacts: Vec<Contact> = [0, 1, 2, 4].iter().map(contact).collect();
        let (rows, a) = equation(&contacts, &bodies);
        let (b, mut f) = ([-1.0, -2.0, -0.5, -1.0], [0.0; 4]);
        Proportioning::default().solve(&rows, &b, 1e-9, &mut f);
        let speed = |i: usize| dot(a.row(i), &f) + b[i];
        assert!(f.iter().all(|f| f.is_finite()), "{f:?}");
        assert!(speed(3).abs() <= 1e-9 && f[3] > 0.0, "{:.1e}", speed(3));
        // the sum is that of b, whatever the impulses are
        assert!((0..3).all(|i| speed(i) > -3.5 && speed(i) < 0.0), "{:?}", [0, 1, 2].map(speed));
    }
}
