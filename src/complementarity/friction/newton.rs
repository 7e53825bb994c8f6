//! Newton's method on the function of Alart and Curnier, made to come down from far away.
//!
//! Where contacts are more than the motion can tell apart, `W` and with it the Jacobian is singular. A multiple ε of the
//! diagonal of `W`, proportional to the residual, makes it regular; it is a step of the proximal point method as well as one
//! of Levenberg's and Marquardt's. ε grows where the line search has to cut steps down, and falls where it has not. The
//! search allows for rises of the merit `|F|` within its memory (Grippo, Lampariello, Lucidi, SIAM J. Numer. Anal. 23,
//! 1986). A Gauss-Seidel sweep after each step that was cut puts single contacts right that kept it from going further.
use super::super::Status;
use super::alart_curnier::{Linearized, linearize};
use super::any_dimension::{AnyDimension, Method};
use super::equations::Equations;
use super::nsgs::{Sweeper, Visit};
use super::one_contact::{Normal, Plane, Space};
use super::referee::Referee;
use crate::linalg::block::Block;

/// Largest and smallest ε.
const DAMPING: [f64; 2] = [1e-12, 1e-2];
/// What ε is of the residual at first, least and most.
const SHARE: [f64; 3] = [1e-2, 1e-6, 1e3];
/// Part of the decrease that a step promises and must achieve.
const ARMIJO: f64 = 1e-4;
/// No step is cut further.
const SHORTEST: f64 = 1e-3;
/// Merits that the line search remembers.
const MEMORY: usize = 10;

/// Newton's method alone for contacts of every dimension.
pub type AlartCurnier = AnyDimension<Alone<1, Normal>, Alone<2, Plane>, Alone<3, Space>>;

/// `ρ` of the runs of the method alone, over and over, and their iterations: most, and without halving the residual.
const SCALES: [f64; 6] = [1.0, 3.0, 0.3, 10.0, 0.1, 30.0];
const STEPS: usize = 200;
const PATIENCE: usize = 60;

/// How long a run goes on.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// What `ρ` is of the inverse diagonal of `W`.
    pub scale: f64,
    /// Most iterations.
    pub most: usize,
    /// Iterations without halving the residual after which it ends.
    pub patience: usize,
}

/// The method alone, for contacts of one dimension: where a run gets no further, the next goes on from the best point with
/// another `ρ`.
pub struct Alone<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    newton: Newton<D>,
}

impl<const D: usize, C: Visit<D>> Default for Alone<D, C> {
    fn default() -> Self {
        Self { sweeper: Sweeper::default(), newton: Newton::default() }
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Alone<D, C> {
    const MOST: usize = 2000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.sweeper.prepare(referee.problem);
        self.newton.prepare(self.sweeper.own());
        loop {
            let before = referee.solution.residuals.worst();
            for scale in SCALES {
                self.newton.run(referee, &mut self.sweeper, r, Run { scale, most: STEPS, patience: PATIENCE });
                if referee.is_over() {
                    return Status::OutOfSteps;
                }
                r.copy_from_slice(&referee.solution.r);
            }
            if referee.solution.residuals.worst() == before {
                return Status::Stalled;
            }
        }
    }
}

/// `ρ` for the normal and the tangents of a contact: `scale` over its entries of the diagonal of `W`.
pub fn rho_of<const D: usize>(w: &Block<D>, scale: f64) -> [f64; 2] {
    let tangential = (1..D).map(|k| w[k][k]).sum::<f64>() / (D - 1).max(1) as f64;
    [w[0][0], tangential].map(|x| if x > 0.0 { scale / x } else { scale })
}

/// The method with its working storage.
#[derive(Clone, Debug)]
pub struct Newton<const D: usize> {
    /// `ρ` of normal and tangents.
    rho: Vec<[f64; 2]>,
    /// Mean diagonal entry of each contact.
    diagonal: Vec<f64>,
    parts: Vec<Linearized<D>>,
    equations: Equations<D>,
    u: Vec<f64>,
    trial: Vec<f64>,
    merits: Vec<f64>,
}

impl<const D: usize> Default for Newton<D> {
    fn default() -> Self {
        Self {
            rho: Vec::new(),
            diagonal: Vec::new(),
            parts: Vec::new(),
            equations: Equations::default(),
            u: Vec::new(),
            trial: Vec::new(),
            merits: Vec::new(),
        }
    }
}

impl<const D: usize> Newton<D> {
    /// Takes the contacts' own blocks of a new problem.
    pub fn prepare(&mut self, own: &[Block<D>]) {
        self.equations.prepare();
        self.diagonal.clear();
        self.diagonal.extend(own.iter().map(|w| (0..D).map(|k| w[k][k]).sum::<f64>() / D as f64));
    }

    /// Goes on from `r`, which is left at the last point; the referee keeps the best one.
    pub fn run<C: Visit<D>>(&mut self, referee: &mut Referee, sweeper: &mut Sweeper<D, C>, r: &mut [f64], run: Run) {
        self.choose_rho(sweeper.own(), run.scale);
        let mut merit = self.measure(referee, r);
        let mut residuals = referee.see_at(r, &self.u);
        self.merits.clear();
        let (mut least, mut idle, mut share) = (residuals.scaled, 0, SHARE[0]);
        for _ in 0..run.most {
            if referee.is_over() || idle > run.patience {
                return;
            }
            self.merits.push(merit);
            let damping = (share * residuals.scaled).clamp(DAMPING[0], DAMPING[1]);
            referee.solution.work.factorizations += 1;
            if !self.equations.solve(referee.problem, &self.parts, |i| damping * self.diagonal[i]) {
                return;
            }
            let length;
            (length, merit) = self.search(referee, r);
            if length < 1.0 {
                sweeper.sweep(referee, r);
                merit = self.measure(referee, r);
            }
            share = if length < 0.2 {
                10.0 * share
            } else if length == 1.0 {
                0.3 * share
            } else {
                share
            };
            share = share.clamp(SHARE[1], SHARE[2]);
            residuals = referee.see_at(r, &self.u);
            referee.solution.work.iterations += 1;
            referee.show(r);
            idle += 1;
            if residuals.scaled < 0.5 * least {
                (least, idle) = (residuals.scaled, 0);
            }
        }
    }

    fn choose_rho(&mut self, own: &[Block<D>], scale: f64) {
        self.rho.clear();
        self.rho.extend(own.iter().map(|w| rho_of(w, scale)));
    }

    /// The function at `r`; returns its norm.
    fn measure(&mut self, referee: &mut Referee, r: &[f64]) -> f64 {
        let problem = referee.problem;
        problem.velocities_into(r, &mut self.u);
        referee.solution.work.passes += 1;
        self.parts.clear();
        let points = r.as_chunks::<D>().0.iter().zip(self.u.as_chunks::<D>().0);
        let contacts = points.zip(self.rho.iter().zip(&problem.mu));
        self.parts.extend(contacts.map(|((r, u), (rho, mu))| linearize(r, u, *rho, *mu)));
        self.parts.iter().flat_map(|part| part.value).map(|x| x * x).sum::<f64>().sqrt()
    }

    /// Cuts the step until the merit is low enough, goes there and returns the part that was gone and the merit.
    fn search(&mut self, referee: &mut Referee, r: &mut [f64]) -> (f64, f64) {
        let recent = self.merits.iter().rev().take(MEMORY).fold(0.0_f64, |most, merit| most.max(*merit));
        let mut length = 1.0;
        let mut trial = std::mem::take(&mut self.trial);
        let merit = loop {
            trial.clear();
            trial.extend(r.iter().zip(self.equations.step.as_flattened()).map(|(r, d)| r + length * d));
            let merit = self.measure(referee, &trial);
            if merit <= (1.0 - ARMIJO * length) * recent || length < SHORTEST {
                break merit;
            }
            length *= 0.5;
        };
        r.copy_from_slice(&trial);
        self.trial = trial;
        (length, merit)
    }
}
