//! The pivots of Lemke's method on `w = M z + q + d z₀`, `w ≥ 0`, `z ≥ 0`, `wᵀz = 0`.
use crate::linalg::vector::{add_scaled, dot, dot_magnitude};
use crate::linalg::{Lu, Matrix};

/// A variable of the tableau.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// `wᵢ`
    W(usize),
    /// `zᵢ`
    Z(usize),
    /// The artificial variable `z₀`.
    Artificial,
}

impl Variable {
    /// The other one of the pair, of which at most one is in the basis.
    pub fn complement(self) -> Variable {
        match self {
            Variable::W(i) => Variable::Z(i),
            Variable::Z(i) => Variable::W(i),
            Variable::Artificial => Variable::Artificial,
        }
    }
}

/// An entry of the entering column counts as zero below this many roundings of the terms it is the sum of.
const PIVOT: f64 = 64.0 * f64::EPSILON;
/// Two quotients of the lexicographic test are a tie if they differ by less than this, relatively.
const TIE: f64 = 1e-11;

/// A basis `B` of `[I, −M, −d]`, with `B⁻¹` and the values `B⁻¹ q` of the basic variables.
///
/// The rows of `B⁻¹` also decide ties: Lemke's lexicographic rule compares `(B⁻¹q, B⁻¹)ᵢ / uᵢ`, with which no basis can
/// return (Cottle, Pang, Stone, *The Linear Complementarity Problem*, 4.9).
#[derive(Clone, Debug, Default)]
pub struct Tableau {
    /// `Mᵀ`: its rows are the columns of `M`.
    columns: Matrix,
    q: Vec<f64>,
    cover: Vec<f64>,
    /// The basic variable of each row.
    pub basis: Vec<Variable>,
    /// Value of each basic variable.
    pub value: Vec<f64>,
    inverse: Matrix,
    /// `B⁻¹` times the entering column: what each basic variable loses per unit of the entering one.
    pub loss: Vec<f64>,
    /// Rounding error of each loss.
    noise: Vec<f64>,
    lu: Lu,
    pivots_since_factor: usize,
    /// Rows that may leave.
    leaving: Vec<usize>,
}

impl Tableau {
    /// The problem to be set before [`Self::start`]: `M` as the rows of its transpose, and `q`.
    pub fn problem(&mut self) -> (&mut Matrix, &mut Vec<f64>) {
        (&mut self.columns, &mut self.q)
    }

    /// The basis of all `w`, for `w = M z + q + cover z₀`.
    pub fn start(&mut self, cover: impl Iterator<Item = f64>) {
        let n = self.q.len();
        self.cover.clear();
        self.cover.extend(cover.take(n));
        self.basis.clear();
        self.basis.extend((0..n).map(Variable::W));
        self.value.clone_from(&self.q);
        self.inverse.reset(n, n);
        for i in 0..n {
            self.inverse[(i, i)] = 1.0;
        }
        self.pivots_since_factor = 0;
    }

    /// Computes [`Self::loss`] for the variable that is to enter.
    pub fn enter(&mut self, variable: Variable) {
        let n = self.q.len();
        self.loss.clear();
        self.noise.clear();
        let column = match variable {
            Variable::W(j) => {
                self.loss.extend((0..n).map(|i| self.inverse[(i, j)]));
                self.noise.extend(self.loss.iter().map(|x| f64::EPSILON * x.abs()));
                return;
            }
            Variable::Z(j) => self.columns.row(j),
            Variable::Artificial => &self.cover[..],
        };
        self.loss.extend((0..n).map(|i| -dot(self.inverse.row(i), column)));
        self.noise.extend((0..n).map(|i| PIVOT * dot_magnitude(self.inverse.row(i), column)));
    }

    /// The row in which `z₀` enters first: where `q/d` is least, by the lexicographic rule.
    pub fn first_row(&self) -> Option<usize> {
        let candidate = |i: &usize| self.cover[*i] > 0.0 && self.q[*i] < 0.0;
        (0..self.q.len()).filter(candidate).max_by(|&i, &j| {
            let quotient = |i: usize| -self.q[i] / self.cover[i];
            // Of equal ones the last: −eᵢ/dᵢ is then the lexicographically least row.
            quotient(i).total_cmp(&quotient(j)).then(i.cmp(&j))
        })
    }

    /// The row whose basic variable reaches zero first, by the lexicographic rule but `z₀` before all; `None` on a ray.
    pub fn leaving_row(&mut self) -> Option<usize> {
        let mut rows = std::mem::take(&mut self.leaving);
        rows.clear();
        rows.extend((0..self.loss.len()).filter(|&i| self.loss[i] > self.noise[i]));
        let row = self.least_row(&mut rows);
        self.leaving = rows;
        row
    }

    fn least_row(&self, rows: &mut Vec<usize>) -> Option<usize> {
        self.keep_least(rows, |tableau, i| tableau.value[i].max(0.0));
        if let Some(&row) = rows.iter().find(|&&i| self.basis[i] == Variable::Artificial) {
            return Some(row);
        }
        for k in 0..self.q.len() {
            if rows.len() <= 1 {
                break;
            }
            self.keep_least(rows, |tableau, i| tableau.inverse[(i, k)]);
        }
        rows.first().copied()
    }

    /// Keeps the rows with the least quotient of `entry` by the loss.
    fn keep_least(&self, rows: &mut Vec<usize>, entry: impl Fn(&Self, usize) -> f64) {
        let quotient = |i: usize| entry(self, i) / self.loss[i];
        let least = rows.iter().map(|&i| quotient(i)).fold(f64::INFINITY, f64::min);
        let size = rows.iter().map(|&i| quotient(i).abs()).fold(0.0, f64::max).min(least.abs().max(1.0));
        rows.retain(|&i| quotient(i) <= least + TIE * size);
    }

    /// Exchanges the basic variable of `row` for `entering`, whose loss is at hand. Returns the one that left, and the
    /// value of the one that entered.
    pub fn pivot(&mut self, row: usize, entering: Variable) -> (Variable, f64) {
        let length = self.value[row] / self.loss[row];
        let divisor = self.loss[row];
        self.inverse.row_mut(row).iter_mut().for_each(|x| *x /= divisor);
        for i in (0..self.q.len()).filter(|&i| i != row && self.loss[i] != 0.0) {
            let (upper, lower) = self.inverse.rows_mut(row.min(i), row.max(i));
            let (pivot_row, other) = if row < i { (&*upper, lower) } else { (&*lower, upper) };
            add_scaled(other, -self.loss[i], pivot_row);
            self.value[i] -= length * self.loss[i];
        }
        self.value[row] = length;
        let left = std::mem::replace(&mut self.basis[row], entering);
        self.pivots_since_factor += 1;
        if self.pivots_since_factor >= 50 + self.q.len() / 2 {
            self.factor_afresh();
        }
        (left, length)
    }

    /// Computes `B⁻¹` from `B` itself, which removes the rounding of the pivots before.
    fn factor_afresh(&mut self) {
        let n = self.q.len();
        self.pivots_since_factor = 0;
        let entry = |i: usize, k: usize| match self.basis[k] {
            Variable::W(j) => f64::from(i == j),
            Variable::Z(j) => -self.columns[(j, i)],
            Variable::Artificial => -self.cover[i],
        };
        if !self.lu.factor(n, entry) {
            return;
        }
        let (mut unit, mut column) = (vec![0.0; n], Vec::new());
        for j in 0..n {
            unit[j] = 1.0;
            self.lu.solve(&unit, &mut column);
            unit[j] = 0.0;
            (0..n).for_each(|i| self.inverse[(i, j)] = column[i]);
        }
        self.lu.solve(&self.q, &mut self.value);
    }
}
