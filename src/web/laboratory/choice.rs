//! Other forces that carry the bodies as well: found in another order, or exchanged for the visitor's wish.
use super::Answered;
use crate::complementarity::exchange::{Exchange, exchanges};
use crate::complementarity::{Limits, METHODS, Order, Solution, method};

/// Forces that solve the problem of an instant, not always those of the stage.
#[derive(Clone, Debug)]
pub struct Choice {
    /// N.
    pub f: Vec<f64>,
    /// `A f + b`, m/s².
    pub a: Vec<f64>,
    /// What can be exchanged without an acceleration changing.
    pub exchanges: Vec<Exchange>,
}

impl Choice {
    /// The forces of the instant itself.
    pub fn of(instant: &impl Answered) -> Self {
        let (lcp, solution) = (instant.lcp(), instant.solution());
        Self { f: solution.f.clone(), a: solution.a.clone(), exchanges: exchanges(lcp, solution) }
    }

    /// The forces that the method of this name finds when it treats the contacts in another order.
    pub fn shuffled(instant: &impl Answered, solver: &str, seed: u64) -> Self {
        let lcp = instant.lcp();
        let limits = Limits { order: Order::Random(seed), ..Limits::default() };
        let mut solution = Solution::default();
        (method(solver).unwrap_or(&METHODS[0]).new)().solve(lcp, &limits, &mut solution, &mut |_| ());
        let exchanges = exchanges(lcp, &solution);
        Self { f: solution.f, a: solution.a, exchanges }
    }

    /// Lets the row of an exchange act with a force as near to this, N, as the others can give way.
    pub fn exchange(&mut self, instant: &impl Answered, number: usize, force: f64) {
        let Some(exchange) = self.exchanges.get(number) else { return };
        let (low, high) = exchange.room(&self.f);
        let length = (force - self.f[exchange.row]).clamp(low, high);
        for (f, change) in self.f.iter_mut().zip(&exchange.change) {
            *f = (*f + length * change).max(0.0);
        }
        instant.lcp().evaluate(&self.f, &mut self.a);
    }

    /// For each exchange: its row, and the least, the present and the greatest force there, N.
    pub fn rooms(&self) -> Vec<[f64; 4]> {
        let room = |exchange: &Exchange| {
            let (now, (low, high)) = (self.f[exchange.row], exchange.room(&self.f));
            [exchange.row as f64, now + low, now, now + high]
        };
        self.exchanges.iter().map(room).collect()
    }
}
