//! What is plotted against time: the last seconds of energies, forces, places and velocities.
use crate::planar::{dynamics::Dynamics, world::World};
use std::collections::VecDeque;

/// s of simulated time that are kept, and how many rows at most.
const SPAN: f64 = 10.0;
const MOST_ROWS: usize = 1200;

/// Columns that every scene has.
const COMMON: [&str; 7] = ["time", "translation", "rotation", "gravity", "springs", "total", "forces"];
/// Columns of each body that can move; its number follows the name.
const PER_BODY: [&str; 6] = ["x", "y", "angle", "vx", "vy", "omega"];

/// Rows of numbers over time.
#[derive(Clone, Debug, Default)]
pub struct Series {
    pub(super) rows: VecDeque<Vec<f64>>,
}

impl Series {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Adds the present state. Rows of a later time, left from before a step back, go; so do those that are too old.
    pub fn record(&mut self, world: &World, instant: &Dynamics) {
        self.add(row(world, instant));
    }

    /// Adds a row of any mode, which begins with its time, in the same way.
    pub fn add(&mut self, row: Vec<f64>) {
        let time = row[0];
        while self.rows.back().is_some_and(|row| row[0] >= time) {
            self.rows.pop_back();
        }
        // the newest row is always there; it stays only if it is not too near to the one before
        if self.rows.len() > 1 && self.rows[self.rows.len() - 2][0] > time - SPAN / MOST_ROWS as f64 {
            self.rows.pop_back();
        }
        self.rows.push_back(row);
        while self.rows.len() > MOST_ROWS || self.rows[0][0] < time - SPAN {
            self.rows.pop_front();
        }
    }

    /// Names of the columns for a world, in the order of the numbers: time first.
    pub fn names(world: &World) -> Vec<String> {
        let bodies = 1..=world.bodies.iter().filter(|body| !body.is_fixed()).count();
        let own = bodies.flat_map(|k| PER_BODY.map(|name| format!("{name}{k}")));
        COMMON.iter().map(|name| name.to_string()).chain(own).collect()
    }

    /// One column.
    pub fn column(&self, number: usize) -> Vec<f64> {
        self.rows.iter().filter_map(|row| row.get(number).copied()).collect()
    }
}

fn row(world: &World, instant: &Dynamics) -> Vec<f64> {
    let energy = world.balance();
    let forces = instant.solution.f.iter().sum();
    let mut row =
        vec![world.time, energy.translation, energy.rotation, energy.gravity, energy.springs, energy.total(), forces];
    for s in world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| &body.state) {
        row.extend([s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega]);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, SCENES};

    fn recorded(times: impl Iterator<Item = f64>) -> Series {
        let mut world = (SCENES[0].build)(Options::default());
        let mut series = Series::default();
        for time in times {
            world.time = time;
            series.record(&world, &Dynamics::default());
        }
        series
    }

    #[test]
    fn a_row_has_a_number_for_each_name() {
        let world = (SCENES[0].build)(Options::default());
        let (names, row) = (Series::names(&world), row(&world, &Dynamics::default()));
        assert_eq!(names.len(), row.len());
        let at = |name: &str| row[names.iter().position(|n| n == name).unwrap()];
        assert_eq!(at("y2"), world.bodies[1].state.position.y);
        assert_eq!(at("total"), world.balance().total());
    }

    #[test]
    fn keeps_the_last_seconds_in_few_rows() {
        let series = recorded((0..100_000).map(|k| 1e-3 * k as f64));
        let times = series.column(0);
        assert!(times.len() <= MOST_ROWS && times.len() > MOST_ROWS / 2, "{} rows", times.len());
        assert!(times[0] >= 99.999 - SPAN && times[0] < 91.0 && times.is_sorted());
    }

    #[test]
    fn a_step_back_removes_what_comes_after() {
        let series = recorded([0.0, 1.0, 2.0, 3.0, 1.5].into_iter());
        assert_eq!(series.column(0), [0.0, 1.0, 1.5]);
    }
}
