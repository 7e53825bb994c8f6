//! Newton's method with a search along a path, as PATH does it.
//!
//! Around each point the function of Alart and Curnier is replaced by one that is linear in cells (module `cells`). The
//! path `p(t)` on which that has the value `(1 − t) F(r)` leads from `r`, at `t = 0`, to its zero, at 1; it is followed from
//! cell to cell, where it may also turn back, and the farthest point of it is taken at which the merit `|F|` is low
//! enough (Ralph, *Global convergence of damped Newton's method for nonsmooth equations via the path search*, Math. Oper.
//! Res. 19, 1994; Dirkse, Ferris, *The PATH solver*, Optim. Methods Softw. 5, 1995, whose search allows for rises within a
//! memory). A few Gauss-Seidel sweeps come before, as PATH's crash does. In the plane, and without friction, a path that
//! gets to its end is a solution: pivots of Lemke's kind from any point. An iteration is a path; each cell of it takes a
//! factorization. As in module `newton` a multiple of the diagonal of `W` makes the equations regular.
use super::super::Status;
use super::super::cone::add_product;
use super::alart_curnier::{Linearized, linearize};
use super::any_dimension::{AnyDimension, Method};
use super::cells::Cell;
use super::equations::Equations;
use super::newton::rho_of;
use super::nsgs::{Sweeper, Visit};
use super::one_contact::{Normal, Plane, Space};
use super::referee::Referee;

/// Newton's method with path search for contacts of every dimension.
pub type PathSearch = AnyDimension<Path<1, Normal>, Path<2, Plane>, Path<3, Space>>;

/// Sweeps before the first path, and after one that led nowhere.
const CRASH: usize = 10;
/// Paths that do not halve the residual after which the next go on from another crash, twice as long as the last, with the
/// next `ρ`: paths may lead around in a circle.
const PATIENCE: usize = 30;
const SCALES: [f64; 4] = [1.0, 3.0, 10.0, 0.3];
/// Part of the decrease that a point at `t` promises and must achieve.
const ARMIJO: f64 = 1e-4;
/// Merits that the search remembers.
const MEMORY: usize = 10;
/// Cells of a path, for each contact and in all, beyond which it is taken for one that does not end.
const CELLS: [usize; 2] = [3, 30];
/// Least and largest multiple of the diagonal, and what it is of the residual.
const DAMPING: [f64; 2] = [1e-12, 1e-2];
const SHARE: f64 = 1e-4;
/// No first piece of a path is cut further.
const SHORTEST: f64 = 1e-3;

/// The method for contacts of one dimension.
#[derive(Clone, Debug)]
pub struct Path<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    equations: Equations<D>,
    rho: Vec<[f64; 2]>,
    /// Mean diagonal entry of `W` at each contact.
    diagonal: Vec<f64>,
    cells: Vec<Cell<D>>,
    /// The function where the path starts.
    value: Vec<[f64; D]>,
    parts: Vec<Linearized<D>>,
    /// The point of the path and its velocities, by the shifted matrix, and how both change with `t`.
    point: Vec<[f64; D]>,
    velocity: Vec<[f64; D]>,
    response: Vec<[f64; D]>,
    /// The farthest point that is low enough, and where it is.
    taken: Vec<[f64; D]>,
    /// The end of the first piece.
    first: Vec<[f64; D]>,
    u: Vec<f64>,
    merits: Vec<f64>,
}

impl<const D: usize, C: Visit<D>> Default for Path<D, C> {
    fn default() -> Self {
        Self {
            sweeper: Sweeper::default(),
            equations: Equations::default(),
            rho: Vec::new(),
            diagonal: Vec::new(),
            cells: Vec::new(),
            value: Vec::new(),
            parts: Vec::new(),
            point: Vec::new(),
            velocity: Vec::new(),
            response: Vec::new(),
            taken: Vec::new(),
            first: Vec::new(),
            u: Vec::new(),
            merits: Vec::new(),
        }
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Path<D, C> {
    const MOST: usize = 500;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.run_from_sweeps(referee, r, usize::MAX);
        Status::OutOfSteps
    }
}

/// The function at each contact.
fn values<const D: usize>(r: &[f64], u: &[f64], rho: &[[f64; 2]], mu: &[f64]) -> impl Iterator<Item = [f64; D]> {
    let points = r.as_chunks::<D>().0.iter().zip(u.as_chunks::<D>().0);
    points.zip(rho.iter().zip(mu)).map(|((r, u), (rho, mu))| linearize(r, u, *rho, *mu).value)
}

impl<const D: usize, C: Visit<D>> Path<D, C> {
    /// Takes a new problem.
    pub fn prepare(&mut self, referee: &Referee) {
        self.sweeper.prepare(referee.problem);
        self.equations.prepare();
        self.diagonal.clear();
        self.diagonal.extend(self.sweeper.own().iter().map(|w| (0..D).map(|k| w[k][k]).sum::<f64>() / D as f64));
        self.scale(SCALES[0]);
    }

    /// So many paths at most for a new problem, after a few sweeps from `r`.
    pub fn run_from_sweeps(&mut self, referee: &mut Referee, r: &mut [f64], paths: usize) {
        self.prepare(referee);
        self.sweeper.run(referee, r, CRASH);
        self.run(referee, r, paths, CELLS[0] * referee.problem.contacts() + CELLS[1]);
    }

    /// Takes these multiples of the usual `ρ`.
    fn scale(&mut self, scale: f64) {
        self.rho.clear();
        self.rho.extend(self.sweeper.own().iter().map(|w| rho_of(w, scale)));
    }

    /// Goes on from `r` by so many paths, each of so many cells at most; the referee keeps the best point.
    pub fn run(&mut self, referee: &mut Referee, r: &mut [f64], paths: usize, cells: usize) {
        self.merits.clear();
        let mut share = SHARE;
        let (mut least, mut idle, mut circles) = (f64::INFINITY, 0, 0);
        for _ in 0..paths {
            if referee.is_over() {
                return;
            }
            let merit = self.merit(referee, r);
            self.merits.push(merit);
            let residuals = referee.see_at(r, &self.u);
            let damping = (share * residuals.scaled).clamp(DAMPING[0], DAMPING[1]);
            let reached = self.follow(referee, r, damping, cells);
            referee.solution.work.iterations += 1;
            r.copy_from_slice(self.taken.as_flattened());
            share = if reached == 1.0 { (0.1 * share).max(1e-3 * SHARE) } else { (10.0 * share).min(1e4 * SHARE) };
            if idle == PATIENCE {
                self.merits.clear();
                (idle, circles, share) = (0, circles + 1, SHARE);
                self.sweeper.run(referee, r, CRASH << circles);
                self.scale(SCALES[circles % SCALES.len()]);
            } else if reached < 1.0 {
                self.sweeper.run(referee, r, if reached == 0.0 { CRASH } else { 1 });
            }
            let residuals = referee.see(r);
            (least, idle) = if residuals.worst() < 0.5 * least { (residuals.worst(), 0) } else { (least, idle + 1) };
            referee.show(r);
        }
    }

    /// The norm of the function at `r`, whose velocities go to `u`.
    fn merit(&mut self, referee: &mut Referee, r: &[f64]) -> f64 {
        referee.problem.velocities_into(r, &mut self.u);
        referee.solution.work.passes += 1;
        let values = values::<D>(r, &self.u, &self.rho, &referee.problem.mu);
        values.flatten().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// Follows the path from `r`, leaves the point to take in `taken` and returns its `t`; 0 if there is none.
    fn follow(&mut self, referee: &mut Referee, r: &[f64], damping: f64, cells: usize) -> f64 {
        let problem = referee.problem;
        let contacts = r.as_chunks::<D>().0;
        self.cells.clear();
        let points = contacts.iter().zip(self.u.as_chunks::<D>().0).zip(self.rho.iter().zip(&problem.mu));
        self.cells.extend(points.map(|((r, u), (rho, mu))| Cell::new(r, u, *rho, *mu)));
        for vector in [&mut self.point, &mut self.taken] {
            vector.clear();
            vector.extend_from_slice(contacts);
        }
        self.velocity.clear();
        self.velocity.extend_from_slice(self.u.as_chunks::<D>().0);
        self.value.clear();
        self.value.extend(values::<D>(r, &self.u, &self.rho, &problem.mu));
        self.parts.clear();
        self.parts.extend(self.cells.iter().zip(&self.value).map(|(cell, value)| cell.linearized(value)));
        let allowed = self.merits.iter().rev().take(MEMORY).fold(0.0_f64, |most, merit| most.max(*merit));
        let (mut t, mut reached, mut sign) = (0.0, 0.0, 1.0);
        let (mut crossed, mut first) = (None, true);
        for _ in 0..cells {
            referee.solution.work.factorizations += 1;
            if !self.equations.solve(problem, &self.parts, |i| damping * self.diagonal[i]) {
                break;
            }
            self.respond(referee, damping);
            if let Some((i, border)) = crossed
                && sign * self.rate(i, border) < 0.0
            {
                sign = -sign;
            }
            let left: f64 = if sign > 0.0 { 1.0 - t } else { t };
            let next = self.first_border(sign).filter(|(length, ..)| *length < left);
            let length = next.map_or(left, |(length, ..)| length);
            self.advance(sign * length);
            t = if next.is_none() { 0.5 + 0.5 * sign } else { t + sign * length };
            if t > reached && (length > 0.0 || next.is_none()) {
                let point = std::mem::take(&mut self.point);
                let merit = self.merit(referee, point.as_flattened());
                if merit <= (1.0 - ARMIJO * t) * allowed {
                    self.taken.clone_from(&point);
                    reached = t;
                }
                self.point = point;
            }
            if first {
                self.first.clone_from(&self.point);
                first = false;
            }
            let Some((_, i, border)) = next else { break };
            crossed = Some((i, self.cross(i, border)));
        }
        if reached == 0.0 && !first { self.cut(referee, contacts, allowed) } else { reached }
    }

    /// Cuts the first piece of the path until its end is low enough, or short.
    fn cut(&mut self, referee: &mut Referee, r: &[[f64; D]], allowed: f64) -> f64 {
        let mut length = 0.5;
        while length >= SHORTEST {
            let mut taken = std::mem::take(&mut self.taken);
            for (taken, (from, to)) in taken.iter_mut().zip(r.iter().zip(&self.first)) {
                *taken = std::array::from_fn(|k| from[k] + length * (to[k] - from[k]));
            }
            let merit = self.merit(referee, taken.as_flattened());
            self.taken = taken;
            if merit <= (1.0 - ARMIJO * length) * allowed {
                return length;
            }
            length *= 0.5;
        }
        self.taken.copy_from_slice(r);
        0.0
    }

    /// How the velocities change with the step.
    fn respond(&mut self, referee: &mut Referee, damping: f64) {
        referee.solution.work.passes += 1;
        self.response.clear();
        for (i, step) in self.equations.step.iter().enumerate() {
            let mut change = step.map(|x| damping * self.diagonal[i] * x);
            for (j, block) in referee.problem.row(i) {
                add_product(block, &self.equations.step[j], &mut change);
            }
            self.response.push(change);
        }
    }

    /// How fast a contact goes away from a border of its cell.
    fn rate(&self, i: usize, border: usize) -> f64 {
        self.cells[i].borders(&self.equations.step[i], &self.response[i])[border].unwrap_or(0.0)
    }

    /// The border that is reached first: how far it is, the contact, and which of its borders.
    fn first_border(&self, sign: f64) -> Option<(f64, usize, usize)> {
        let mut first: Option<(f64, usize, usize)> = None;
        for (i, cell) in self.cells.iter().enumerate() {
            let distances = cell.borders(&self.point[i], &self.velocity[i]);
            for (border, distance) in distances.into_iter().enumerate() {
                let (Some(distance), rate) = (distance, sign * self.rate(i, border)) else { continue };
                let length = distance.max(0.0) / -rate;
                if rate < 0.0 && first.is_none_or(|(least, ..)| length < least) {
                    first = Some((length, i, border));
                }
            }
        }
        first
    }

    fn advance(&mut self, length: f64) {
        let places = self.point.iter_mut().zip(&mut self.velocity);
        for ((point, velocity), (step, response)) in places.zip(self.equations.step.iter().zip(&self.response)) {
            for k in 0..D {
                point[k] += length * step[k];
                velocity[k] += length * response[k];
            }
        }
    }

    /// Moves a contact to the cell beyond a border, and says which border of that it is on.
    fn cross(&mut self, i: usize, border: usize) -> usize {
        let cell = &mut self.cells[i];
        let border = cell.cross(border, &self.point[i], &self.velocity[i]);
        self.parts[i] = cell.linearized(&self.value[i]);
        border
    }
}
