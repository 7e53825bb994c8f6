//! Conjugate projected gradient.
//!
//! Renouf, Alart, *Conjugate gradient type algorithms for frictional multi-contact problems: applications to granular
//! materials*, Comput. Methods Appl. Mech. Engrg. 194 (2005). Conjugate gradients as if the contacts that are open, stick or
//! slide stayed so: gradient `z` and direction `p` are projected on what their status allows, and after each step the
//! forces are, on the discs of radius `μ r_N` with the `r_N` just found. Departures: preconditioned by one number for each
//! contact, the inverse of its mean diagonal entry of `W`, which leaves the discs round; friction that slides grows with its
//! normal force within the step, and the rim's bend adds to the curvature; a step beyond the lowest place of its line is cut;
//! contacts that `W` does not link go each as far and in the direction that are their own, or what cuts the step of some would
//! stop the others; where directions lead in circles, steps along the gradient take turns with them. An iteration takes two
//! products with `W`, along the gradient one. Nothing proves that it ends: with friction it minimizes no function.
use super::super::Status;
use super::super::cone::{ConeProblem, project_on_disc, tangential};
use super::any_dimension::{AnyDimension, Method};
use super::referee::Referee;
use crate::linalg::islands::Islands;
use crate::linalg::vector::dot;

/// Conjugate projected gradient for contacts of every dimension.
pub type Cpg = AnyDimension<Conjugate<1>, Conjugate<2>, Conjugate<3>>;

/// Iterations without a better point after which it ends.
const PATIENCE: usize = 2000;
/// Conjugate steps without halving the residual after which there are as many along the gradient, from the best point on; each
/// time twice as many of both, and those along the gradient half as long. (Of 2,000 random problems of 2 to 6 contacts
/// 3 are not solved to 1e-13 then, and 20 if those along the gradient stay as long.)
const TRUST: usize = 20;

/// What contacts that `W` links do together.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// How far the next step goes along the direction.
    length: f64,
    curvature: f64,
    /// Whether the direction is the gradient, and whether the last step was cut.
    is_gradient: bool,
    is_cut: bool,
}

/// The method for contacts of one dimension.
#[derive(Clone, Debug, Default)]
pub struct Conjugate<const D: usize> {
    /// Blocks that hang together, the island of each contact, and what each does.
    islands: Islands,
    island: Vec<usize>,
    lines: Vec<Line>,
    /// For each island, sums over its contacts.
    sums: [Vec<f64>; 2],
    /// Inverse mean diagonal of `W` at each contact.
    scale: Vec<f64>,
    /// `W r + q`.
    u: Vec<f64>,
    /// Direction, and projected gradient.
    p: Vec<f64>,
    z: Vec<f64>,
    /// Direction of the friction of each contact that slides.
    slides: Vec<Option<[f64; D]>>,
    /// The direction with the friction that grows along, and how the velocities answer.
    step: Vec<f64>,
    response: Vec<f64>,
    /// The last point, its velocities, and the way from it.
    last: Vec<f64>,
    last_u: Vec<f64>,
    way: Vec<f64>,
}

impl<const D: usize> Method<D> for Conjugate<D> {
    const MOST: usize = 20_000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        let problem = referee.problem;
        self.begin(referee, r);
        let (mut best, mut idle, mut halved) = (f64::INFINITY, 0, f64::INFINITY);
        let (mut turn, mut turns) = (0, TRUST);
        while !referee.is_over() && idle <= PATIENCE {
            if turn < turns {
                self.respond(problem, r);
                if self.choose_lengths() {
                    continue;
                }
                if self.lines.iter().all(|line| line.length == 0.0) {
                    turn = turns;
                    continue;
                }
                self.advance(problem, r);
                self.project_gradient(&problem.mu, r);
                self.conjugate();
                referee.solution.work.passes += 2;
            } else {
                if turn == turns {
                    r.copy_from_slice(&referee.solution.r);
                    self.u.copy_from_slice(&referee.solution.u);
                }
                self.descend(problem, r, TRUST as f64 / turns as f64);
                referee.solution.work.passes += 1;
            }
            let residuals = referee.see_at(r, &self.u);
            referee.solution.work.iterations += 1;
            referee.show(r);
            (best, idle) = if residuals.worst() < best { (residuals.worst(), 0) } else { (best, idle + 1) };
            turn += 1;
            if turn <= turns && best < 0.5 * halved {
                (turn, halved) = (0, best);
            } else if turn == 2 * turns {
                (turn, turns, halved) = (0, 2 * turns, best);
            }
        }
        if idle > PATIENCE { Status::Stalled } else { Status::OutOfSteps }
    }
}

impl<const D: usize> Conjugate<D> {
    fn begin(&mut self, referee: &mut Referee, r: &mut [f64]) {
        let problem = referee.problem;
        self.find_islands(problem);
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

    fn find_islands(&mut self, problem: &ConeProblem) {
        let (rows, contacts) = (&problem.row_ptr, problem.contacts());
        let row = |block: usize| rows.partition_point(|first| *first <= block) - 1;
        let links = |block: usize| [row(block), problem.col_idx[block]];
        self.islands.find(contacts, problem.col_idx.len(), &links, &|_| true);
        self.island.clear();
        self.island.resize(contacts, 0);
        self.lines.clear();
        for (k, blocks) in self.islands.iter().enumerate() {
            blocks.iter().for_each(|block| self.island[row(*block)] = k);
            self.lines.push(Line { is_gradient: true, ..Line::default() });
        }
    }

    /// Sums `x · y` over the contacts of each island.
    fn sum(island: &[usize], [x, y]: [&[f64]; 2], sums: &mut Vec<f64>, islands: usize) {
        sums.clear();
        sums.resize(islands, 0.0);
        let parts = x.as_chunks::<D>().0.iter().zip(y.as_chunks::<D>().0);
        island.iter().zip(parts).for_each(|(k, (x, y))| sums[*k] += dot(x, y));
    }

    /// How far each island goes along its direction; true if some take the gradient for one instead, so that velocities have to
    /// be asked again. Where not even that leads down an island is done.
    fn choose_lengths(&mut self) -> bool {
        let [curvature, slope] = &mut self.sums;
        Self::sum(&self.island, [&self.p, &self.response], curvature, self.lines.len());
        Self::sum(&self.island, [&self.p, &self.u], slope, self.lines.len());
        let mut turns = false;
        for (k, line) in self.lines.iter_mut().enumerate() {
            let leads = curvature[k] > 0.0 && slope[k] < 0.0;
            (line.length, line.curvature) = (if leads { -slope[k] / curvature[k] } else { 0.0 }, curvature[k]);
            if leads || line.is_gradient {
                continue;
            }
            (line.is_gradient, turns) = (true, true);
            let own = |contact: usize| self.island[contact] == k;
            for (i, (p, z)) in self.p.as_chunks_mut::<D>().0.iter_mut().zip(self.z.as_chunks::<D>().0).enumerate() {
                if own(i) {
                    *p = *z;
                }
            }
        }
        turns
    }

    /// The next directions, each leaning on the last one where that was not cut.
    fn conjugate(&mut self) {
        let along = &mut self.sums[0];
        Self::sum(&self.island, [&self.z, &self.response], along, self.lines.len());
        for (line, along) in self.lines.iter_mut().zip(&mut *along) {
            let leans = !line.is_cut && line.curvature > 0.0;
            *along = if leans { -*along / line.curvature } else { 0.0 };
            line.is_gradient = *along == 0.0;
        }
        let parts = self.p.as_chunks_mut::<D>().0.iter_mut().zip(self.z.as_chunks::<D>().0);
        for (k, (p, z)) in self.island.iter().zip(parts) {
            p.iter_mut().zip(z).for_each(|(p, z)| *p = z + along[*k] * *p);
        }
    }

    /// The step along `p`, and how velocities change with it; where friction slides across its direction, that turns, and
    /// the velocity along it counts.
    fn respond(&mut self, problem: &ConeProblem, r: &[f64]) {
        self.step.clone_from(&self.p);
        for (i, step) in self.step.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            if let Some(t) = self.slides[i] {
                (1..D).for_each(|k| step[k] += problem.mu[i] * step[0] * t[k]);
            }
        }
        problem.response_into(&self.step, &mut self.response);
        for (i, response) in self.response.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            if let Some(t) = self.slides[i] {
                let (u, r, p) = (&self.u[D * i..][..D], &r[D * i..][..D], &self.p[D * i..][..D]);
                let bend = -(1..D).map(|k| u[k] * t[k]).sum::<f64>() / tangential(r);
                (1..D).for_each(|k| response[k] += bend * p[k]);
            }
        }
    }

    /// Goes that part of the way along the gradient, and begins anew there.
    fn descend(&mut self, problem: &ConeProblem, r: &mut [f64], part: f64) {
        for (i, r) in r.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            (0..D).for_each(|k| r[k] -= part * self.scale[i] * self.u[D * i + k]);
            project_on_disc(r, problem.mu[i]);
        }
        problem.velocities_into(r, &mut self.u);
        self.project_gradient(&problem.mu, r);
        self.p.clone_from(&self.z);
        self.lines.iter_mut().for_each(|line| line.is_gradient = true);
    }

    /// Goes so far, and projects; notes what cut a step, so that the next must not lean on its direction.
    fn advance(&mut self, problem: &ConeProblem, r: &mut [f64]) {
        self.last_u.clone_from(&self.u);
        self.last.clear();
        self.last.extend_from_slice(r);
        self.lines.iter_mut().for_each(|line| line.is_cut = false);
        for (i, r) in r.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            let (slides, length) = (self.slides[i], self.lines[self.island[i]].length);
            (0..D).for_each(|k| r[k] += length * self.step[D * i + k]);
            project_on_disc(r, problem.mu[i]);
            let along = tangential(r);
            if slides.is_some() && along > 0.0 {
                (1..D).for_each(|k| r[k] *= problem.mu[i] * r[0] / along);
            }
        }
        problem.velocities_into(r, &mut self.u);
        self.cut(r);
    }

    /// Goes back along the way from the last point if that led beyond its lowest place.
    fn cut(&mut self, r: &mut [f64]) {
        let [start, end] = &mut self.sums;
        self.way.clear();
        self.way.extend(r.iter().zip(&self.last).map(|(r, last)| r - last));
        Self::sum(&self.island, [&self.way, &self.last_u], start, self.lines.len());
        Self::sum(&self.island, [&self.way, &self.u], end, self.lines.len());
        for (i, k) in self.island.iter().enumerate() {
            let [start, end] = [start[*k], end[*k]];
            if start >= 0.0 || end <= -0.1 * start {
                continue;
            }
            self.lines[*k].is_cut = true;
            let part = start / (start - end);
            let own = D * i..D * (i + 1);
            let back = |now: &mut [f64], last: &[f64]| {
                now.iter_mut().zip(last).for_each(|(now, last)| *now = last + part * (*now - last));
            };
            back(&mut r[own.clone()], &self.last[own.clone()]);
            back(&mut self.u[own.clone()], &self.last_u[own]);
        }
    }

    /// The gradient: as far as `−u`, preconditioned, leads within the discs. It and the direction without what the status
    /// of a contact forbids.
    fn project_gradient(&mut self, mu: &[f64], r: &[f64]) {
        self.z.clear();
        self.slides.clear();
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
            self.slides.push(slides.then_some(t));
        }
    }
}
