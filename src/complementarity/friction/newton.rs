//! Newton's method on the function of Alart and Curnier, made to come down from far away.
//!
//! Where contacts are more than the motion can tell apart, `W` and with it the Jacobian is singular. A multiple ε of the
//! diagonal of `W`, proportional to the residual, makes it regular; it is a step of the proximal point method as well as one
//! of Levenberg's and Marquardt's. ε grows where the line search has to cut steps down, and falls where it has not. The
//! search allows for rises of the merit `|F|` within its memory (Grippo, Lampariello, Lucidi, SIAM J. Numer. Anal. 23,
//! 1986). A Gauss-Seidel sweep after each step that was cut puts single contacts right that kept it from going further.
use super::super::cone::{Block, add_product};
use super::alart_curnier::{Branch, Linearized, linearize};
use super::nsgs::Sweeper;
use super::one_contact::OneContact;
use super::referee::Referee;
use crate::linalg::block_lu::{BlockLu, product};

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

/// The method with its working storage.
#[derive(Clone, Debug)]
pub struct Newton<const D: usize> {
    /// `ρ` of normal and tangents.
    rho: Vec<[f64; 2]>,
    /// Mean diagonal entry of each contact.
    diagonal: Vec<f64>,
    parts: Vec<Linearized<D>>,
    lu: BlockLu<D>,
    /// Contacts that are not open.
    closed: Vec<usize>,
    /// Contacts of which the factor knows the places of entries, and how many they are.
    known: Vec<bool>,
    known_count: usize,
    u: Vec<f64>,
    trial: Vec<f64>,
    step: Vec<[f64; D]>,
    /// Forces that open contacts lose.
    lost: Vec<[f64; D]>,
    merits: Vec<f64>,
}

impl<const D: usize> Default for Newton<D> {
    fn default() -> Self {
        Self {
            rho: Vec::new(),
            diagonal: Vec::new(),
            parts: Vec::new(),
            lu: BlockLu::default(),
            closed: Vec::new(),
            known: Vec::new(),
            known_count: 0,
            u: Vec::new(),
            trial: Vec::new(),
            step: Vec::new(),
            lost: Vec::new(),
            merits: Vec::new(),
        }
    }
}

impl<const D: usize> Newton<D> {
    /// Takes the contacts' own blocks of a new problem.
    pub fn prepare(&mut self, own: &[Block<D>]) {
        self.known.clear();
        self.diagonal.clear();
        self.diagonal.extend(own.iter().map(|w| (0..D).map(|k| w[k][k]).sum::<f64>() / D as f64));
    }

    /// Goes on from `r`, which is left at the last point; the referee keeps the best one.
    pub fn run<C: OneContact<D>>(
        &mut self,
        referee: &mut Referee,
        sweeper: &mut Sweeper<D, C>,
        r: &mut [f64],
        run: Run,
    ) {
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
            if !self.direction(referee, r, damping) {
                return;
            }
            let length;
            (length, merit) = self.search(referee, r);
            if length < 1.0 {
                sweeper.sweep(referee, r, 1.0);
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
            referee.show(if length < 1.0 { "damped Newton step" } else { "Newton step" }, r, residuals);
            idle += 1;
            if residuals.scaled < 0.5 * least {
                (least, idle) = (residuals.scaled, 0);
            }
        }
    }

    fn choose_rho(&mut self, own: &[Block<D>], scale: f64) {
        let inverse = |x: f64| if x > 0.0 { scale / x } else { scale };
        let tangential = |w: &Block<D>| (1..D).map(|k| w[k][k]).sum::<f64>() / (D - 1).max(1) as f64;
        self.rho.clear();
        self.rho.extend(own.iter().map(|w| [inverse(w[0][0]), inverse(tangential(w))]));
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

    /// The step to the zero of the linearized function. False if there is none.
    fn direction(&mut self, referee: &mut Referee, r: &[f64], damping: f64) -> bool {
        self.analyze(referee);
        let problem = referee.problem;
        let (parts, diagonal) = (&self.parts, &self.diagonal);
        let regular = self.lu.factor(|i, row| {
            let Linearized { branch, force, velocity, .. } = &parts[i];
            row.add(i, force);
            if *branch == Branch::Open {
                return;
            }
            row.add(i, &velocity.map(|row| row.map(|x| damping * diagonal[i] * x)));
            for (j, block) in problem.row(i) {
                match (parts[j].branch, branch) {
                    (Branch::Open, _) => (),
                    (_, Branch::Stick) => {
                        row.add(j, &std::array::from_fn(|k| block[k].map(|w| velocity[k][k] * w)));
                    }
                    _ => row.add(j, &product(velocity, block)),
                }
            }
        });
        referee.solution.work.factorizations += 1;
        self.right_side(referee, r);
        self.lu.solve(&mut self.step);
        regular && self.step.as_flattened().iter().all(|x| x.is_finite())
    }

    /// Finds a sequence for the closed contacts, unless the last one will do.
    fn analyze(&mut self, referee: &Referee) {
        let (problem, parts) = (referee.problem, &self.parts);
        self.closed.clear();
        self.closed.extend((0..parts.len()).filter(|&i| parts[i].branch != Branch::Open));
        let known = self.known.len() == parts.len() && self.closed.iter().all(|&i| self.known[i]);
        if known && 10 * self.closed.len() >= 7 * self.known_count {
            return;
        }
        let links = |i: usize, list: &mut Vec<usize>| {
            list.extend(&problem.col_idx[problem.row_ptr[i]..problem.row_ptr[i + 1]]);
        };
        self.lu.analyze(parts.len(), &self.closed, links);
        self.known.clear();
        self.known.resize(parts.len(), false);
        self.closed.iter().for_each(|&i| self.known[i] = true);
        self.known_count = self.closed.len();
    }

    /// `−F`, with the known loss of force of open contacts on the right.
    fn right_side(&mut self, referee: &Referee, r: &[f64]) {
        let problem = referee.problem;
        let loss = |(part, r): (&Linearized<D>, &[f64; D])| match part.branch {
            Branch::Open => r.map(|x| -x),
            _ => [0.0; D],
        };
        self.lost.clear();
        self.lost.extend(self.parts.iter().zip(r.as_chunks::<D>().0).map(loss));
        self.step.clone_from(&self.lost);
        for &i in &self.closed {
            let mut change = [0.0; D];
            for (j, block) in problem.row(i).filter(|(j, _)| self.parts[*j].branch == Branch::Open) {
                add_product(block, &self.lost[j], &mut change);
            }
            let Linearized { value, velocity, .. } = &self.parts[i];
            let mut right = *value;
            add_product(velocity, &change, &mut right);
            self.step[i] = right.map(|x| -x);
        }
    }

    /// Cuts the step until the merit is low enough, goes there and returns the part that was gone and the merit.
    fn search(&mut self, referee: &mut Referee, r: &mut [f64]) -> (f64, f64) {
        let recent = self.merits.iter().rev().take(MEMORY).fold(0.0_f64, |most, merit| most.max(*merit));
        let mut length = 1.0;
        let mut trial = std::mem::take(&mut self.trial);
        let merit = loop {
            trial.clear();
            trial.extend(r.iter().zip(self.step.as_flattened()).map(|(r, d)| r + length * d));
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
