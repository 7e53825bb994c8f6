//! The pivots of Lemke's method on `w = M z + q + d z₀`, `w ≥ 0`, `z ≥ 0`, `wᵀz = 0`.
use super::variable::{Numbers, Row, Variable};
use crate::linalg::vector::{add_scaled, dot, max_abs};
use crate::linalg::{Lu, Matrix, Sparse};

/// An entry of the entering column counts as zero below this many roundings of the terms it is the sum of, and below
/// this many times what the rows of `R` are seen to be off.
const PIVOT: f64 = 64.0 * f64::EPSILON;
const OFF: f64 = 16.0;
/// Beyond this, of what enters, losses are refined by `K⁻¹`; where a refinement leaves more than half, that is computed afresh.
const TRUST: f64 = 1e-10;
const REFINED: f64 = 0.5;
/// After so many pivots the values are computed afresh.
const EVERY: usize = 50;
/// Not among the rows of `R`.
pub(super) const NOWHERE: usize = usize::MAX;

/// A basis `B` of `[I, −M, −d]` and the values `B⁻¹ q` of its variables.
///
/// Only a part of `B` is held inverted, as in the revised simplex method: with `S` those `z` that are basic, perhaps with
/// `z₀`, and `R` the rows whose `w` is not, `K = −(M, d)_RS`, `z_S = K⁻¹ q_R` and `w = q + (M, d) z_S`. Contacts feel but
/// their neighbours, `M` is sparse, and so a pivot takes `|S|²` operations for `K⁻¹` and little else.
///
/// The rows of `B⁻¹`, which are those of `K⁻¹` and `(M, d)_·S K⁻¹`, decide ties: Lemke's lexicographic rule compares
/// `(B⁻¹q, B⁻¹)ᵢ / uᵢ`, with which no basis can return (Cottle, Pang, Stone, *The Linear Complementarity Problem*, 4.9).
#[derive(Clone, Debug, Default)]
pub struct Tableau {
    /// `Mᵀ`: its rows are the columns of `M`.
    columns: Matrix,
    /// What is not zero in them.
    by_column: Sparse,
    pub(super) q: Vec<f64>,
    pub(super) cover: Vec<f64>,
    /// S.
    pub inside: Vec<Variable>,
    /// R, and the place of each row in it.
    tight: Vec<usize>,
    pub(super) place: Vec<usize>,
    /// `K⁻¹`, a row for each of `S`, and storage of rows that were.
    inverse: Vec<Vec<f64>>,
    spare: Vec<Vec<f64>>,
    pub(super) value: Numbers,
    /// `B⁻¹` times the entering column: what each basic variable loses per unit of the entering one.
    pub(super) loss: Numbers,
    /// Rounding error of each loss.
    pub(super) noise: Numbers,
    /// The entering column: rows and entries.
    column: Vec<(usize, f64)>,
    lu: Lu,
    pivots: usize,
    /// Rows that may leave, and rows of `B⁻¹` that decide between them.
    pub(super) leaving: Vec<Row>,
    pub(super) known: Vec<(Row, Vec<f64>)>,
    /// By how much the rows of `R` are off.
    off: Vec<f64>,
}

impl Tableau {
    /// The problem to be set before [`Self::start`]: `M` as the rows of its transpose, and `q`.
    pub fn problem(&mut self) -> (&mut Matrix, &mut Vec<f64>) {
        (&mut self.columns, &mut self.q)
    }

    /// The basis of all `w`, for `w = M z + q + cover z₀`.
    pub fn start(&mut self, cover: impl Iterator<Item = f64>) {
        let (n, columns) = (self.q.len(), &self.columns);
        self.by_column.take(n, |j, i| columns[(j, i)]);
        self.cover.clear();
        self.cover.extend(cover.take(n));
        self.inside.clear();
        self.inside.reserve(n);
        self.tight.clear();
        self.tight.reserve(n);
        self.place.clear();
        self.place.resize(n, NOWHERE);
        self.spare.append(&mut self.inverse);
        self.inverse.reserve(n);
        self.spare.resize_with(self.spare.len().max(n), Vec::new);
        for row in &mut self.spare {
            row.clear();
            row.reserve(n); // as long as any row may become
        }
        let Self { off, value, loss, noise, .. } = self;
        for list in [off, &mut value.inside, &mut loss.inside, &mut noise.inside] {
            list.clear();
            list.reserve(n);
        }
        self.lu.reserve(n);
        self.value.open.clone_from(&self.q);
        self.pivots = 0;
    }

    /// Values of the basic `z`.
    pub fn forces(&self) -> impl Iterator<Item = (usize, f64)> {
        let pairs = self.inside.iter().zip(&self.value.inside);
        pairs.filter_map(|(variable, &value)| if let Variable::Z(j) = *variable { Some((j, value)) } else { None })
    }

    /// How the basic `z` change per unit of the entering variable, with that itself.
    pub fn force_changes(&self, entering: Variable) -> impl Iterator<Item = (usize, f64)> {
        let pairs = self.inside.iter().zip(&self.loss.inside).map(|(variable, loss)| (*variable, -loss));
        let all = pairs.chain([(entering, 1.0)]);
        all.filter_map(|(variable, change)| if let Variable::Z(j) = variable { Some((j, change)) } else { None })
    }

    /// `M z + q`, row by row: `w` without what the artificial variable does.
    pub fn motions(&self) -> impl Iterator<Item = f64> {
        let own = self.inside.iter().position(|&variable| variable == Variable::Artificial);
        let artificial = own.map_or(0.0, |s| self.value.inside[s]);
        self.value.open.iter().zip(&self.cover).map(move |(w, d)| w - d * artificial)
    }

    /// The change of [`Self::motions`] per unit of the entering variable.
    pub fn motion_changes(&self, entering: Variable) -> impl Iterator<Item = f64> {
        let own = self.inside.iter().position(|&variable| variable == Variable::Artificial);
        let grows = if entering == Variable::Artificial { 1.0 } else { 0.0 };
        let artificial = own.map_or(grows, |s| -self.loss.inside[s]);
        let entries = self.loss.open.iter().zip(&self.cover).enumerate();
        entries.map(move |(i, (loss, d))| f64::from(entering == Variable::W(i)) - loss - d * artificial)
    }

    /// Computes the losses for the variable that is to enter.
    pub fn enter(&mut self, variable: Variable) {
        if self.lose(variable) && self.pivots > 0 {
            self.factor_afresh();
            self.lose(variable);
        }
    }

    /// The same with `K⁻¹` as it is. True if that is not to be trusted any more.
    fn lose(&mut self, variable: Variable) -> bool {
        self.column.clear();
        match variable {
            Variable::W(j) => self.column.push((j, 1.0)),
            Variable::Z(j) => self.column.extend(self.by_column.row(j).map(|(i, x)| (i, -x))),
            Variable::Artificial => self.column.extend(self.cover.iter().map(|d| -d).enumerate()),
        }
        let Self { column, place, inverse, loss, noise, .. } = self;
        loss.inside.clear();
        noise.inside.clear();
        for row in inverse {
            let (mut sum, mut size) = (0.0, 0.0);
            for &(i, x) in column.iter().filter(|(i, _)| place[*i] != NOWHERE) {
                let term = row[place[i]] * x;
                (sum, size) = (sum + term, size + term.abs());
            }
            loss.inside.push(sum);
            noise.inside.push(PIVOT * size);
        }
        let size = self.column.iter().fold(0.0_f64, |size, (_, x)| size.max(x.abs()));
        let (mut inside, mut open) = (std::mem::take(&mut self.loss.inside), std::mem::take(&mut self.loss.open));
        let mut before = f64::INFINITY;
        let off = loop {
            open.clear();
            open.resize(self.q.len(), 0.0);
            self.column.iter().for_each(|&(i, x)| open[i] = x);
            let off = self.spread_to_zero(&inside, &mut open);
            // what is off is taken off, while that helps
            if off <= TRUST * size || off > REFINED * before {
                break off;
            }
            before = off;
            self.refine(&mut inside);
        };
        self.tight.iter().for_each(|&i| open[i] = 0.0);
        self.noise.open.iter_mut().for_each(|noise| *noise = PIVOT * *noise + OFF * off);
        self.column.clear();
        (self.loss.inside, self.loss.open) = (inside, open);
        off > TRUST * size
    }

    /// `y += (M, d) x` for numbers `x` of `S`. The sizes of what was summed up are the noise then.
    pub(super) fn spread(&mut self, x: &[f64], y: &mut [f64]) {
        let sizes = &mut self.noise.open;
        sizes.clear();
        sizes.extend(y.iter().map(|y| y.abs()));
        let mut add = |i: usize, term: f64| {
            y[i] += term;
            sizes[i] += term.abs();
        };
        for (variable, x) in self.inside.iter().zip(x).filter(|(_, x)| **x != 0.0) {
            match *variable {
                Variable::Z(j) => self.by_column.row(j).for_each(|(i, m)| add(i, m * x)),
                _ => self.cover.iter().enumerate().for_each(|(i, d)| add(i, d * x)),
            }
        }
    }

    /// The same, and by how much the rows of `R` are off then, at most.
    fn spread_to_zero(&mut self, x: &[f64], y: &mut [f64]) -> f64 {
        self.spread(x, y);
        self.off.clear();
        self.off.extend(self.tight.iter().map(|&i| y[i]));
        max_abs(&self.off)
    }

    /// Refines numbers of `S` by what the rows of `R` are off.
    fn refine(&self, x: &mut [f64]) {
        x.iter_mut().zip(&self.inverse).for_each(|(x, row)| *x += dot(row, &self.off));
    }

    /// A row of `B⁻¹` in the columns of `R`.
    pub(super) fn inverse_row(&self, row: Row, entries: &mut Vec<f64>) {
        let i = match row {
            Row::Inside(s) => return entries.clone_from(&self.inverse[s]),
            Row::Open(i) => i,
        };
        entries.clear();
        entries.resize(self.tight.len(), 0.0);
        for (variable, row) in self.inside.iter().zip(&self.inverse) {
            let factor = self.coefficient(i, *variable);
            if factor != 0.0 {
                add_scaled(entries, factor, row);
            }
        }
    }

    /// The entry of `(M, d)` in a row, for a variable of `S`.
    fn coefficient(&self, i: usize, variable: Variable) -> f64 {
        if let Variable::Z(j) = variable { self.columns[(j, i)] } else { self.cover[i] }
    }

    /// Exchanges the basic variable of `row` for `entering`, whose losses are at hand. Returns the one that left, and the
    /// value of the one that entered.
    pub fn pivot(&mut self, row: Row, entering: Variable) -> (Variable, f64) {
        let loss = self.loss.at(row);
        let length = self.value.at(row) / loss;
        let mut pivot_row = self.spare.pop().unwrap_or_default();
        pivot_row.clear();
        pivot_row.reserve(self.q.len()); // as long as any row of it may become
        self.inverse_row(row, &mut pivot_row);
        pivot_row.iter_mut().for_each(|x| *x /= loss);
        add_scaled(&mut self.value.inside, -length, &self.loss.inside);
        add_scaled(&mut self.value.open, -length, &self.loss.open);
        for (s, (other, &lost)) in self.inverse.iter_mut().zip(&self.loss.inside).enumerate() {
            if row == Row::Inside(s) {
                continue;
            }
            if lost != 0.0 {
                add_scaled(other, -lost, &pivot_row);
            }
            if let Row::Open(_) = row {
                other.push(-lost / loss);
            }
        }
        let left = self.leave(row, entering, pivot_row, length);
        self.pivots += 1;
        if self.pivots.is_multiple_of(EVERY) {
            self.settle();
        }
        (left, length)
    }

    /// Puts the entering variable in its place, with its value and its row of `K⁻¹`. Returns the one that left.
    fn leave(&mut self, row: Row, entering: Variable, mut pivot_row: Vec<f64>, length: f64) -> Variable {
        let left = match row {
            Row::Inside(s) => {
                self.spare.push(std::mem::replace(&mut self.inverse[s], pivot_row));
                self.inside[s]
            }
            Row::Open(i) => {
                pivot_row.push(1.0 / self.loss.open[i]);
                self.place[i] = self.tight.len();
                self.tight.push(i);
                self.value.open[i] = 0.0;
                self.inside.push(entering);
                self.inverse.push(pivot_row);
                self.value.inside.push(length);
                Variable::W(i)
            }
        };
        let s = if let Row::Inside(s) = row { s } else { self.inside.len() - 1 };
        (self.inside[s], self.value.inside[s]) = (entering, length);
        if let Variable::W(j) = entering {
            self.inside.swap_remove(s);
            self.value.inside.swap_remove(s);
            let old = self.inverse.swap_remove(s);
            self.spare.push(old);
            let place = std::mem::replace(&mut self.place[j], NOWHERE);
            self.tight.swap_remove(place);
            if let Some(&moved) = self.tight.get(place) {
                self.place[moved] = place;
            }
            for row in &mut self.inverse {
                row.swap_remove(place);
            }
            self.value.open[j] = length;
        }
        left
    }

    /// Computes the values afresh, with `K⁻¹` as it is.
    pub fn settle(&mut self) {
        let mut value = std::mem::take(&mut self.value);
        for _ in 0..3 {
            value.open.clone_from(&self.q);
            if self.spread_to_zero(&value.inside, &mut value.open) == 0.0 {
                break;
            }
            self.refine(&mut value.inside);
        }
        self.tight.iter().for_each(|&i| value.open[i] = 0.0);
        self.value = value;
    }

    /// Computes `K⁻¹` from `K` itself, which removes the rounding of the pivots before.
    fn factor_afresh(&mut self) {
        self.pivots = 0;
        let mut lu = std::mem::take(&mut self.lu);
        let n = self.tight.len();
        if lu.factor(n, |r, s| -self.coefficient(self.tight[r], self.inside[s])) {
            // the losses are computed anew after this
            let (mut unit, mut column) = (std::mem::take(&mut self.off), std::mem::take(&mut self.loss.inside));
            unit.clear();
            unit.resize(n, 0.0);
            for k in 0..n {
                unit[k] = 1.0;
                lu.solve(&unit, &mut column);
                unit[k] = 0.0;
                self.inverse.iter_mut().zip(&column).for_each(|(row, x)| row[k] = *x);
            }
            (self.off, self.loss.inside) = (unit, column);
            self.settle();
        }
        self.lu = lu;
    }
}
