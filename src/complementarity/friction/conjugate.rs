//! Conjugate projected gradient.
//!
//! Renouf, Alart, *Conjugate gradient type algorithms for frictional multi-contact problems: applications to granular
//! materials*, Comput. Methods Appl. Mech. Engrg. 194 (2005). Conjugate gradients as if the contacts that are open, stick or
//! slide stayed so: gradient `z` and direction `p` are projected on what their status allows, and after each step the
//! forces are, on the discs of radius `μ r_N` with the `r_N` just found. Departures: preconditioned by one number for each
//! contact, the inverse of its mean diagonal entry of `W`, which leaves the discs round; friction that slides grows with its
//! normal force within the step, and the rim's bend adds to the curvature; a step beyond the lowest place of its line is cut.
//! An iteration takes two products with `W`. Nothing proves that it ends: with friction it minimizes no function.
use super::super::Status;
use super::super::cone::{ConeProblem, project_on_disc, tangential};
use super::any_dimension::{AnyDimension, Method};
use super::referee::Referee;
use crate::linalg::vector::dot;

/// Conjugate projected gradient for contacts of every dimension.
pub type Cpg = AnyDimension<Conjugate<1>, Conjugate<2>, Conjugate<3>>;

/// Iterations without a better point after which it ends.
const PATIENCE: usize = 2000;
/// Iterations without a better point after which no friction steps farther than to its rim.
const TRUST: usize = 20;

/// What a contact may do in the next step.
#[derive(Clone, Copy, Debug)]
struct Freedom<const D: usize> {
    /// Direction of the friction of a contact that slides.
    slides: Option<[f64; D]>,
    /// Friction that sticks would leave the disc.
    crosses: bool,
}

/// The method for contacts of one dimension.
#[derive(Clone, Debug, Default)]
pub struct Conjugate<const D: usize> {
    /// Inverse mean diagonal of `W` at each contact.
    scale: Vec<f64>,
    /// `W r + q`.
    u: Vec<f64>,
    /// Direction, and projected gradient.
    p: Vec<f64>,
    z: Vec<f64>,
    freedom: Vec<Freedom<D>>,
    /// The direction with the friction that grows along, and how the velocities answer.
    step: Vec<f64>,
    response: Vec<f64>,
    /// The last point and its velocities.
    last: Vec<f64>,
    last_u: Vec<f64>,
}

impl<const D: usize> Method<D> for Conjugate<D> {
    const MOST: usize = 20_000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        let problem = referee.problem;
        self.begin(referee, r);
        let (mut best, mut idle, mut is_gradient) = (f64::INFINITY, 0, true);
        while !referee.is_over() && idle <= PATIENCE {
            self.respond(problem, r);
            let curvature = dot(&self.p, &self.response);
            let decrease = -dot(&self.p, &self.u);
            if !(curvature > 0.0 && decrease > 0.0) {
                if is_gradient {
                    return Status::Stalled;
                }
                self.p.clone_from(&self.z);
                is_gradient = true;
                continue;
            }
            let is_cut = self.advance(problem, r, decrease / curvature, idle > TRUST);
            self.project_gradient(&problem.mu, r);
            let share = if is_cut { 0.0 } else { -dot(&self.z, &self.response) / curvature };
            self.p.iter_mut().zip(&self.z).for_each(|(p, z)| *p = z + share * *p);
            is_gradient = share == 0.0;
            let residuals = referee.see_at(r, &self.u);
            referee.solution.work.passes += 2;
            referee.solution.work.iterations += 1;
            referee.show("conjugate gradient", r, residuals);
            (best, idle) = if residuals.worst() < best { (residuals.worst(), 0) } else { (best, idle + 1) };
        }
        if idle > PATIENCE { Status::Stalled } else { Status::OutOfSteps }
    }
}

impl<const D: usize> Conjugate<D> {
    fn begin(&mut self, referee: &mut Referee, r: &mut [f64]) {
        let problem = referee.problem;
        self.scale.clear();
        for i in 0..problem.contacts() {
            let own = problem.row::<D>(i).filter(|(j, _)| *j == i);
            let trace: f64 = own.map(|(_, w)| (0..D).map(|k| w[k][k]).sum::<f64>()).sum();
            self.scale.push(if trace > 0.0 { D as f64 / trace } else { referee.yardstick.rho });
        }
        r.as_chunks_mut::<D>().0.iter_mut().zip(&problem.mu).for_each(|(r, mu)| project_on_disc(r, *mu));
        problem.velocities_into(r, &mut self.u);
        referee.solution.work.passes += 1;
        self.p.clear();
        self.p.resize(r.len(), 0.0);
        self.project_gradient(&problem.mu, r);
        self.p.clone_from(&self.z);
    }

    /// The step along `p`, and how velocities change with it; where friction slides across its direction, that turns, and
    /// the velocity along it counts.
    fn respond(&mut self, problem: &ConeProblem, r: &[f64]) {
        self.step.clone_from(&self.p);
        for (i, step) in self.step.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            if let Some(t) = self.freedom[i].slides {
                (1..D).for_each(|k| step[k] += problem.mu[i] * step[0] * t[k]);
            }
        }
        problem.response_into(&self.step, &mut self.response);
        for (i, response) in self.response.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            if let Some(t) = self.freedom[i].slides {
                let (u, r, p) = (&self.u[D * i..][..D], &r[D * i..][..D], &self.p[D * i..][..D]);
                let bend = -(1..D).map(|k| u[k] * t[k]).sum::<f64>() / tangential(r);
                (1..D).for_each(|k| response[k] += bend * p[k]);
            }
        }
    }

    /// Goes so far, and projects. True if something cut the step, so that the next must not lean on its direction.
    fn advance(&mut self, problem: &ConeProblem, r: &mut [f64], length: f64, cautious: bool) -> bool {
        self.last_u.clone_from(&self.u);
        self.last.clear();
        self.last.extend_from_slice(r);
        let mut is_cut = false;
        for (i, r) in r.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            let Freedom { slides, crosses } = self.freedom[i];
            let cut = cautious && crosses && length > 1.0;
            is_cut |= cut;
            let length = if cut { 1.0 } else { length };
            (0..D).for_each(|k| r[k] += length * self.step[D * i + k]);
            project_on_disc(r, problem.mu[i]);
            let along = tangential(r);
            if slides.is_some() && along > 0.0 {
                (1..D).for_each(|k| r[k] *= problem.mu[i] * r[0] / along);
            }
        }
        problem.velocities_into(r, &mut self.u);
        self.cut(r) | is_cut
    }

    /// Goes back along the way from the last point if that led beyond its lowest place.
    fn cut(&mut self, r: &mut [f64]) -> bool {
        let slope = |u: &[f64]| r.iter().zip(&self.last).zip(u).map(|((r, last), u)| (r - last) * u).sum::<f64>();
        let [start, end] = [slope(&self.last_u), slope(&self.u)];
        if start >= 0.0 || end <= -0.1 * start {
            return false;
        }
        let part = start / (start - end);
        r.iter_mut().zip(&self.last).for_each(|(r, last)| *r = last + part * (*r - last));
        self.u.iter_mut().zip(&self.last_u).for_each(|(u, last)| *u = last + part * (*u - last));
        true
    }

    /// The gradient: as far as `−u`, preconditioned, leads within the discs. It and the direction without what the status
    /// of a contact forbids.
    fn project_gradient(&mut self, mu: &[f64], r: &[f64]) {
        self.z.clear();
        self.freedom.clear();
        let points = r.as_chunks::<D>().0.iter().zip(self.u.as_chunks::<D>().0);
        for (((r, u), p), (mu, scale)) in points.zip(self.p.as_chunks_mut::<D>().0).zip(mu.iter().zip(&self.scale)) {
            let (length, rim) = (tangential(r), mu * r[0]);
            let opposes = (1..D).map(|k| r[k] * u[k]).sum::<f64>() <= 0.0;
            let slides = rim > 0.0 && length >= (1.0 - 1e-12) * rim && opposes;
            let t: [f64; D] = std::array::from_fn(|k| if slides && k > 0 { r[k] / length } else { 0.0 });
            let mut next: [f64; D] = std::array::from_fn(|k| r[k] - scale * u[k]);
            next[0] = next[0].max(0.0);
            let reach = tangential(&next);
            if reach > rim {
                (1..D).for_each(|k| next[k] *= rim / reach);
            }
            let mut z: [f64; D] = std::array::from_fn(|k| next[k] - r[k]);
            for x in [&mut z, p] {
                let along: f64 = (1..D).map(|k| t[k] * x[k]).sum();
                (1..D).for_each(|k| x[k] = if rim > 0.0 { x[k] - along * t[k] } else { 0.0 });
            }
            if r[0] <= 0.0 {
                p[0] = p[0].max(0.0);
            }
            self.z.extend(z);
            let crosses = rim > 0.0 && !slides && reach > rim;
            self.freedom.push(Freedom { slides: slides.then_some(t), crosses });
        }
    }
}
