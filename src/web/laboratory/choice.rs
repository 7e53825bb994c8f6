//! Other forces that carry the bodies as well: found in another order, or exchanged for the visitor's wish.
use super::{Answered, difference};
use crate::complementarity::exchange::{Exchange, exchanges, room};
use crate::complementarity::{Limits, METHODS, Order, Solution, method};
use crate::planar::dynamics::Dynamics;
use crate::planar::equations::Twist;
use crate::planar::friction::cut;
use crate::web::friction::{Way, ways, ways_matrix};

/// The forces of an instant, row by row, and what others could take their place.
pub trait Choosable {
    /// f, N, and a, m/s².
    fn forces(&self) -> [Vec<f64>; 2];
    /// The same, found when the contacts are taken in another order.
    fn shuffled(&self, solver: &str, seed: u64) -> [Vec<f64>; 2];
    /// A f + b.
    fn evaluate(&self, f: &[f64], a: &mut Vec<f64>);
    /// Changes of these forces that change no acceleration.
    fn exchanges(&self, forces: &[Vec<f64>; 2]) -> Vec<Exchange>;
    /// What must not become negative, linear in the forces.
    fn limits(&self, f: &[f64]) -> Vec<f64>;
    /// Takes off what rounding has left beyond the limits.
    fn cut(&self, f: &mut [f64]);
    /// The largest difference that these forces make to a body's acceleration, by component, m/s² or rad/s².
    fn difference(&self, f: &[f64]) -> f64;
}

/// Contacts without friction: a row each.
pub struct Smooth<'a, I>(pub &'a I);

impl<I: Answered> Choosable for Smooth<'_, I> {
    fn forces(&self) -> [Vec<f64>; 2] {
        let Solution { f, a, .. } = self.0.solution();
        [f.clone(), a.clone()]
    }

    fn shuffled(&self, solver: &str, seed: u64) -> [Vec<f64>; 2] {
        let limits = Limits { order: Order::Random(seed), ..Limits::default() };
        let mut solution = Solution::default();
        (method(solver).unwrap_or(&METHODS[0]).new)().solve(self.0.lcp(), &limits, &mut solution, &mut |_| ());
        [solution.f, solution.a]
    }

    fn evaluate(&self, f: &[f64], a: &mut Vec<f64>) {
        self.0.lcp().evaluate(f, a);
    }

    fn exchanges(&self, [f, a]: &[Vec<f64>; 2]) -> Vec<Exchange> {
        exchanges(self.0.lcp(), f, a)
    }

    fn limits(&self, f: &[f64]) -> Vec<f64> {
        f.to_vec()
    }

    fn cut(&self, f: &mut [f64]) {
        f.iter_mut().for_each(|f| *f = f.max(0.0));
    }

    fn difference(&self, f: &[f64]) -> f64 {
        self.0.difference(f)
    }
}

/// Contacts with friction in the plane: the rows of all normals, then those of all tangents.
pub struct Rough<'a>(pub &'a Dynamics);

impl Choosable for Rough<'_> {
    fn forces(&self) -> [Vec<f64>; 2] {
        [self.0.friction.f.clone(), self.0.friction.a.clone()]
    }

    fn shuffled(&self, _: &str, seed: u64) -> [Vec<f64>; 2] {
        self.0.friction.drive_in_order(&Order::Random(seed).of(self.0.contacts.len())).unwrap_or_else(|| self.forces())
    }

    fn evaluate(&self, f: &[f64], a: &mut Vec<f64>) {
        self.0.friction.evaluate(f, a);
    }

    /// Along the ways in which forces may change at all.
    fn exchanges(&self, [f, _]: &[Vec<f64>; 2]) -> Vec<Exchange> {
        let (n, ways) = (self.0.contacts.len(), ways(self.0));
        let still = vec![0.0; ways.len()];
        let along: Vec<f64> = ways.iter().map(|way| f[way.row].abs()).collect();
        let spread = |exchange: Exchange| {
            let mut change = vec![0.0; 2 * n];
            for (Way { row, slope }, part) in ways.iter().zip(&exchange.change) {
                change[*row] += part;
                if *slope != 0.0 {
                    change[n + row] += slope * part;
                }
            }
            Exchange { row: ways[exchange.row].row, change }
        };
        exchanges(&ways_matrix(self.0, &ways), &along, &still).into_iter().map(spread).collect()
    }

    /// The normal forces, and what is left on both sides of the cones of contacts that stick.
    fn limits(&self, f: &[f64]) -> Vec<f64> {
        let cones = &self.0.friction;
        let (normal, tangential) = f.split_at(cones.len());
        let sticking = ways(self.0).into_iter().filter_map(|way| way.row.checked_sub(cones.len()));
        let left = |k: usize| [-1.0, 1.0].map(|side| cones.friction[k] * normal[k] + side * tangential[k]);
        normal.iter().copied().chain(sticking.flat_map(left)).collect()
    }

    fn cut(&self, f: &mut [f64]) {
        cut(f, &self.0.friction.friction, &vec![0.0; f.len() / 2]);
    }

    fn difference(&self, f: &[f64]) -> f64 {
        let (cones, mut motions) = (&self.0.friction, vec![Twist::default(); self.0.accelerations.len()]);
        cones.rows.push(&difference(f, &cones.f), &mut motions);
        motions.iter().map(|twist| twist.linear.abs().max_element().max(twist.angular.abs())).fold(0.0, f64::max)
    }
}

/// Forces that solve the problem of an instant, not always those of the stage.
#[derive(Clone, Debug)]
pub struct Choice {
    /// f, N, and a, m/s².
    pub forces: [Vec<f64>; 2],
    /// What can be exchanged without an acceleration changing.
    pub exchanges: Vec<Exchange>,
}

impl Choice {
    /// These forces.
    pub fn of(problem: &dyn Choosable, forces: [Vec<f64>; 2]) -> Self {
        Self { exchanges: problem.exchanges(&forces), forces }
    }

    /// Lets the row of an exchange act with a force as near to this, N, as the others can give way.
    pub fn exchange(&mut self, problem: &dyn Choosable, number: usize, force: f64) {
        let Some(exchange) = self.exchanges.get(number) else { return };
        let (low, high) = self.room(problem, exchange);
        let [f, a] = &mut self.forces;
        let length = (force - f[exchange.row]).clamp(low, high);
        f.iter_mut().zip(&exchange.change).for_each(|(f, change)| *f += length * change);
        problem.cut(f);
        problem.evaluate(f, a);
    }

    /// For each exchange: its row, and the least, the present and the greatest force there, N.
    pub fn rooms(&self, problem: &dyn Choosable) -> Vec<[f64; 4]> {
        let room = |exchange: &Exchange| {
            let (now, (low, high)) = (self.forces[0][exchange.row], self.room(problem, exchange));
            [exchange.row as f64, now + low, now, now + high]
        };
        self.exchanges.iter().map(room).collect()
    }

    fn room(&self, problem: &dyn Choosable, exchange: &Exchange) -> (f64, f64) {
        room(&problem.limits(&self.forces[0]), &problem.limits(&exchange.change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, scene};

    /// However forces with friction are exchanged or found in another order: all stay within their cones, and nothing moves
    /// differently.
    #[test]
    fn chosen_forces_with_friction_obey_the_law() {
        let mut exchanged = 0;
        for (name, friction) in
            [("rough-ladder", 0.4), ("incline", 0.4), ("pyramid", 0.3), ("cards", 0.6), ("stack", 0.5)]
        {
            let mut world = (scene(name).unwrap().build)(Options::default());
            world.settings.friction = friction;
            (0..30).for_each(|_| world.step());
            let instant = world.instant().clone();
            let problem = Rough(&instant);
            let mut choice = Choice::of(&problem, problem.forces());
            for (seed, side) in (0..10).flat_map(|seed| [-1e9, 1e9].map(|side| (seed, side))) {
                if side > 0.0 {
                    choice = Choice::of(&problem, problem.shuffled("", seed));
                }
                for number in 0..choice.exchanges.len() {
                    let from = choice.forces[0].clone();
                    choice.exchange(&problem, number, side);
                    exchanged += usize::from(difference(&from, &choice.forces[0]).iter().any(|f| f.abs() > 0.1));
                    let least = problem.limits(&choice.forces[0]).into_iter().fold(0.0, f64::min);
                    assert!(least >= -1e-9, "{name} {seed}: beyond a limit by {least:e} N");
                    let moved = problem.difference(&choice.forces[0]);
                    assert!(moved < 1e-8, "{name} {seed}: bodies accelerate by {moved:e} more");
                }
            }
        }
        assert!(exchanged > 100, "{exchanged} exchanges of a tenth of a newton and more");
    }
}
