//! The variables of Lemke's method, and where they stand in its tableau.

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

/// Where a basic variable stands: at a place of `S`, or `wᵢ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The variable at that place of `S`.
    Inside(usize),
    /// `wᵢ`.
    Open(usize),
}

/// A number for each basic variable: those of `S`, and those of all `w`, zero where that is not basic.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Those of `S`.
    pub inside: Vec<f64>,
    /// Those of `w`.
    pub open: Vec<f64>,
}

impl Numbers {
    /// The number of one.
    pub fn at(&self, row: Row) -> f64 {
        match row {
            Row::Inside(s) => self.inside[s],
            Row::Open(i) => self.open[i],
        }
    }
}
