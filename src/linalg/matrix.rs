//! A dense matrix of `f64`, stored row by row.
use super::vector::dot;
use std::ops::{Index, IndexMut};

/// `rows × cols` numbers, row by row. Its storage is kept when it is resized, so that a matrix that is filled
/// anew at every step allocates only while it grows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, data: vec![0.0; rows * cols] }
    }

    /// From rows of equal length.
    ///
    /// # Panics
    /// If the rows differ in length.
    pub fn from_rows(rows: &[Vec<f64>]) -> Self {
        let cols = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == cols), "rows of a matrix must have equal length");
        Self { rows: rows.len(), cols, data: rows.concat() }
    }

    /// Entry by entry.
    pub fn from_fn(rows: usize, cols: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let data = (0..rows * cols).map(|k| entry(k / cols, k % cols)).collect();
        Self { rows, cols, data }
    }

    /// Keeps storage for so many numbers from now on.
    pub fn reserve(&mut self, numbers: usize) {
        self.data.reserve(numbers.saturating_sub(self.data.len()));
    }

    /// Gives the matrix a new size and sets every entry to zero.
    pub fn reset(&mut self, rows: usize, cols: usize) {
        (self.rows, self.cols) = (rows, cols);
        self.data.clear();
        self.data.resize(rows * cols, 0.0);
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    /// Row `i`, to be written.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.cols..(i + 1) * self.cols]
    }

    /// Rows `i < j`, to be written.
    pub fn rows_mut(&mut self, i: usize, j: usize) -> (&mut [f64], &mut [f64]) {
        let (front, back) = self.data.split_at_mut(j * self.cols);
        (&mut front[i * self.cols..(i + 1) * self.cols], &mut back[..self.cols])
    }

    /// Exchanges rows `i` and `j`.
    pub fn swap_rows(&mut self, i: usize, j: usize) {
        if i != j {
            let (upper, lower) = self.rows_mut(i.min(j), i.max(j));
            upper.swap_with_slice(lower);
        }
    }

    /// `y = A x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (i, y) in y.iter_mut().enumerate() {
            *y = dot(self.row(i), x);
        }
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}
