//! Bilateral rows are eliminated before a method that knows only unilateral ones begins.
use super::Lcp;
use crate::linalg::vector::{dot, max_abs};
use crate::linalg::{Lu, Matrix};

/// The unilateral problem that remains when the bilateral rows, as far as they are independent, are solved for their
/// forces: `w = M z + q` with `M = A_UU − A_UB A_BB⁻¹ A_BU`, and the way back. Everything is scaled as in
/// [`super::clamped`]: `f = scale·f'`.
#[derive(Default)]
pub struct Elimination {
    /// Unilateral rows.
    pub unilateral: Vec<usize>,
    /// Independent bilateral rows, and the columns (forces) that they are solved for.
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
    /// Powers of two that bring the diagonal near one, or ones if some of it is negative: such a problem is not one of
    /// contacts, and has no natural unit for each row.
    pub scale: Vec<f64>,
    lu: Lu,
}

impl Elimination {
    /// Chooses the independent bilateral rows.
    pub fn prepare(&mut self, lcp: &Lcp) {
        let n = lcp.len();
        self.scale.clear();
        let contact_like = (0..n).all(|i| lcp.a[(i, i)] >= 0.0);
        let scale = |i: usize| if contact_like { super::clamped::inverse_root(lcp.a[(i, i)]) } else { 1.0 };
        self.scale.extend((0..n).map(scale));
        self.unilateral.clear();
        self.unilateral.extend((0..n).filter(|&i| !lcp.is_bilateral(i)));
        let bilateral: Vec<usize> = (0..n).filter(|&i| lcp.is_bilateral(i)).collect();
        let block =
            Matrix::from_fn(bilateral.len(), bilateral.len(), |i, j| self.entry(lcp, bilateral[i], bilateral[j]));
        let (rows, columns) = independent(block);
        self.rows = rows.into_iter().map(|i| bilateral[i]).collect();
        self.columns = columns.into_iter().map(|i| bilateral[i]).collect();
        let (rows, columns) = (&self.rows, &self.columns);
        let mut lu = std::mem::take(&mut self.lu);
        lu.factor(rows.len(), |i, j| self.entry(lcp, rows[i], columns[j]));
        self.lu = lu;
    }

    /// Whether there are no bilateral rows.
    pub fn is_idle(&self) -> bool {
        self.unilateral.len() == self.scale.len()
    }

    /// Entry of the scaled matrix.
    pub fn entry(&self, lcp: &Lcp, i: usize, j: usize) -> f64 {
        lcp.a[(i, j)] * self.scale[i] * self.scale[j]
    }

    /// `Mᵀ` and `q`.
    pub fn reduce(&self, lcp: &Lcp, transposed: &mut Matrix, q: &mut Vec<f64>) {
        let u = &self.unilateral;
        transposed.reset(u.len(), u.len());
        for (j, &column) in u.iter().enumerate() {
            transposed.row_mut(j).iter_mut().zip(u).for_each(|(x, &i)| *x = self.entry(lcp, i, column));
        }
        q.clear();
        q.extend(u.iter().map(|&i| lcp.b[i] * self.scale[i]));
        if self.rows.is_empty() {
            return;
        }
        let mut answer = Vec::new();
        let subtract = |column: &mut [f64], answer: &[f64]| {
            for (x, &i) in column.iter_mut().zip(u) {
                *x -= self.columns.iter().zip(answer).map(|(&k, f)| self.entry(lcp, i, k) * f).sum::<f64>();
            }
        };
        for (j, &column) in u.iter().enumerate() {
            let right: Vec<f64> = self.rows.iter().map(|&i| self.entry(lcp, i, column)).collect();
            self.lu.solve(&right, &mut answer);
            subtract(transposed.row_mut(j), &answer);
        }
        let right: Vec<f64> = self.rows.iter().map(|&i| lcp.b[i] * self.scale[i]).collect();
        self.lu.solve(&right, &mut answer);
        subtract(q, &answer);
    }

    /// All forces, from those `z` of the unilateral rows.
    pub fn expand(&self, lcp: &Lcp, z: &[f64], f: &mut Vec<f64>) {
        f.clear();
        f.resize(lcp.len(), 0.0);
        for (&i, z) in self.unilateral.iter().zip(z) {
            f[i] = z * self.scale[i];
        }
        self.balance(lcp, &lcp.b, f);
    }

    /// Sets the bilateral forces such that `A f + b` vanishes in their rows.
    pub fn balance(&self, lcp: &Lcp, b: &[f64], f: &mut [f64]) {
        let pushed = |&i: &usize| -(dot(lcp.a.row(i), f) + b[i]) * self.scale[i];
        let right: Vec<f64> = self.rows.iter().map(pushed).collect();
        let mut answer = Vec::new();
        self.lu.solve(&right, &mut answer);
        for (&k, x) in self.columns.iter().zip(&answer) {
            f[k] = x * self.scale[k];
        }
    }
}

/// Rows and columns of a largest regular submatrix, by elimination with the largest entry of all as pivot.
fn independent(mut block: Matrix) -> (Vec<usize>, Vec<usize>) {
    let n = block.rows();
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    let largest = (0..n).map(|i| max_abs(block.row(i))).fold(0.0, f64::max);
    while rows.len() < n {
        let free = |used: &Vec<usize>| (0..n).filter(|i| !used.contains(i)).collect::<Vec<_>>();
        let (free_rows, free_columns) = (free(&rows), free(&columns));
        let places = free_rows.iter().flat_map(|&i| free_columns.iter().map(move |&j| (i, j)));
        let Some((r, c)) = places.max_by(|&x, &y| block[x].abs().total_cmp(&block[y].abs())) else { break };
        if block[(r, c)].abs() <= 1e-13 * n as f64 * largest {
            break;
        }
        for &i in free_rows.iter().filter(|&&i| i != r) {
            let factor = block[(i, c)] / block[(r, c)];
            for &j in &free_columns {
                let change = factor * block[(r, j)];
                block[(i, j)] -= change;
            }
        }
        rows.push(r);
        columns.push(c);
    }
    (rows, columns)
}
