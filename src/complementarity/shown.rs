//! What Lemke's method shows of itself: forces and accelerations after a pivot, and how they change by it.
use super::elimination::Elimination;
use super::tableau::Tableau;
use super::variable::Variable;
use super::{Lcp, Solution, Step};

/// The state that is shown.
#[derive(Default)]
pub struct Shown {
    pub f: Vec<f64>,
    pub a: Vec<f64>,
    direction: Vec<f64>,
    response: Vec<f64>,
    pub clamped: Vec<bool>,
    /// Values of the unilateral variables.
    pub z: Vec<f64>,
    /// The contact that entered last.
    pub last: Option<usize>,
}

impl Shown {
    /// The change of forces and accelerations per unit of the entering variable, at whose column the tableau stands.
    pub fn aim(&mut self, lcp: &Lcp, tableau: &Tableau, e: &Elimination, entering: Variable) {
        for vector in [&mut self.direction, &mut self.response] {
            vector.clear();
            vector.resize(lcp.len(), 0.0);
        }
        for (j, change) in tableau.force_changes(entering) {
            self.direction[e.unilateral[j]] = change * e.scale[e.unilateral[j]];
        }
        if e.is_idle() {
            let changes = tableau.motion_changes(entering).zip(&e.scale);
            self.response.iter_mut().zip(changes).for_each(|(response, (change, scale))| *response = change / scale);
        } else {
            e.balance(lcp, &vec![0.0; lcp.len()], &mut self.direction);
            lcp.a.multiply(&self.direction, &mut self.response);
        }
    }

    pub fn show(
        &mut self,
        e: &Elimination,
        (entering, left, length): (Variable, Variable, f64),
        watch: &mut dyn FnMut(&Step),
    ) {
        let contact = |variable: Variable| match variable {
            Variable::W(j) | Variable::Z(j) => Some(e.unilateral[j]),
            Variable::Artificial => None,
        };
        let (driven, blocker) = (contact(entering), contact(left));
        let driven = driven.or(blocker).unwrap_or(0);
        self.last = Some(driven);
        self.tell(driven, blocker.unwrap_or(driven), length, watch);
    }

    fn tell(&self, driven: usize, blocker: usize, length: f64, watch: &mut dyn FnMut(&Step)) {
        let Shown { f, a, direction, response, clamped, .. } = self;
        watch(&Step { driven, blocker, length, direction, response, f, a, clamped });
    }

    /// Shows the solution itself, if there was a pivot.
    pub fn close(&mut self, solution: &Solution, watch: &mut dyn FnMut(&Step)) {
        if let Some(driven) = self.last {
            self.f.clone_from(&solution.f);
            self.a.clone_from(&solution.a);
            self.direction.fill(0.0);
            self.response.fill(0.0);
            self.tell(driven, driven, 0.0, watch);
        }
    }
}
