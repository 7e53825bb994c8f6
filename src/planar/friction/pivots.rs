//! The law of friction by Lemke's method, in the form of Stewart and Trinkle (module `instant`), with all forces in units that
//! make the mean diagonal entry 1.
use super::Mode;
use super::law::{Problem, TOLERANCE};
use crate::complementarity::{Limits, Solver, Status};
use crate::linalg::vector::max_abs;

/// Most pivots of a run, for each contact: of 3,500 runs that ended at a solution two took more, of those that did not,
/// some go on without end.
const PIVOTS: usize = 10;

impl Problem {
    /// Forces that are at least `least` along the normals, or 0 if that is empty, by Lemke's method. Whether they obey the law.
    pub fn by_pivots_over(&mut self, least: &[f64]) -> bool {
        self.prepare();
        let posed = self.pivot(least, &Limits::default());
        self.take_pivoted(least);
        posed && self.solution.status == Status::Solved
    }

    /// The law by Lemke's method. Whether the forces obey it.
    pub(super) fn by_pivots(&mut self) -> bool {
        // as many as for the first run and those with other covering vectors
        let limits = Limits { steps: 4 * PIVOTS * self.len(), ..Limits::default() };
        self.pivot(&[], &limits) && self.is_nearly_run()
    }

    /// The law by a single run of pivots, which is exact where it finds a solution.
    pub(super) fn by_one_run(&mut self) -> bool {
        let posed = self.pivot(&[], &Limits { once: true, steps: PIVOTS * self.len(), ..Limits::default() });
        self.take_pivoted(&[]);
        posed && self.is_law()
    }

    /// Whether the forces of the last pivots obey the law, but for equations that contradict each other by next to nothing.
    pub(super) fn is_nearly_run(&mut self) -> bool {
        self.take_pivoted(&[]);
        self.violation() <= self.nearly()
    }

    /// Lemke's method; false if nothing moves.
    fn pivot(&mut self, least: &[f64], limits: &Limits) -> bool {
        self.rows.delassus(&mut self.matrix);
        let unit = self.unit();
        if unit > 0.0 {
            self.pose(unit, least);
            let Self { lcp, solution, lemke, .. } = self;
            lemke.of("lemke", Box::default).solve(lcp, limits, solution, &mut |_| ());
        }
        unit > 0.0
    }

    /// The mean diagonal entry.
    fn unit(&self) -> f64 {
        self.own.iter().sum::<f64>() / (2 * self.len()).max(1) as f64
    }

    /// Takes over forces and modes from the last pivots.
    fn take_pivoted(&mut self, least: &[f64]) {
        let n = self.len();
        let unit = self.unit();
        if unit <= 0.0 {
            self.f.fill(0.0);
            return self.evaluate();
        }
        self.read(unit, least);
        self.evaluate();
        let size = TOLERANCE * max_abs(&self.b).max(1.0);
        for i in 0..n {
            self.modes[i] = match self.sliding[i] {
                _ if self.a[i] > size && self.f[i] <= least.get(i).copied().unwrap_or(0.0) => Mode::Open,
                0 if self.a[n + i].abs() <= size => Mode::Stick,
                0 => Mode::Slip(self.a[n + i].signum() as i8),
                sign => Mode::Slide(sign),
            };
        }
    }

    /// Whether the friction of contact `i` is not known from its normal force.
    fn is_free(&self, i: usize) -> bool {
        self.sliding[i] == 0 && self.friction[i] > 0.0
    }

    fn at_rest(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&i| self.is_free(i))
    }

    /// The problem in f, then β₊ and β₋ of each contact at rest, then λ of each; forces in units of 1/`unit`.
    fn pose(&mut self, unit: f64, least: &[f64]) {
        let n = self.len();
        let mut lcp = std::mem::take(&mut self.lcp);
        let resting = self.at_rest().count();
        let size = n + 3 * resting;
        lcp.a.reset(size, size);
        lcp.b.clear();
        lcp.b.resize(size, 0.0);
        // rows of accelerations: which of ours, with which sign
        let betas = || self.at_rest().flat_map(|i| [(n + i, 1.0), (n + i, -1.0)]);
        let listed = || (0..n).map(|i| (i, 1.0)).chain(betas());
        for (row, (i, sign)) in listed().enumerate() {
            let forced: f64 = least.iter().enumerate().map(|(j, least)| self.matrix[(i, j)] * least).sum();
            lcp.b[row] = sign * (self.b[i] + forced);
            for (column, (j, other)) in listed().enumerate() {
                let friction = if column < n { self.friction[j] * f64::from(self.sliding[j]) } else { 0.0 };
                let slid = if column < n { friction * self.matrix[(i, n + j)] } else { 0.0 };
                lcp.a[(row, column)] = sign * (other * self.matrix[(i, j)] - slid) / unit;
            }
        }
        for (k, i) in self.at_rest().enumerate() {
            let (beta, lambda) = (n + 2 * k, n + 2 * resting + k);
            for row in [beta, beta + 1] {
                lcp.a[(row, lambda)] = 1.0;
                lcp.a[(lambda, row)] = -1.0;
            }
            lcp.a[(lambda, i)] = self.friction[i];
            lcp.b[lambda] = self.friction[i] * least.get(i).map_or(0.0, |least| least * unit);
        }
        self.lcp = lcp;
    }

    /// Takes the forces over from the solution.
    fn read(&mut self, unit: f64, least: &[f64]) {
        let n = self.len();
        for i in 0..n {
            self.f[i] = self.solution.f[i] / unit + least.get(i).copied().unwrap_or(0.0);
            self.f[n + i] = -self.friction[i] * f64::from(self.sliding[i]) * self.f[i];
        }
        let mut k = 0;
        for i in 0..n {
            if self.is_free(i) {
                self.f[n + i] = (self.solution.f[n + 2 * k] - self.solution.f[n + 2 * k + 1]) / unit;
                k += 1;
            }
        }
    }
}
