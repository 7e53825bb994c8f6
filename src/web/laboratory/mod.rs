//! What the laboratory under the stage shows of the scene. Plain Rust, no physics of its own: it asks the solvers and
//! the equations of the instant.
#[cfg(page)]
pub mod bindings;
pub mod choice;
pub mod free_body;
pub mod ghost;
mod past;
pub mod pivots;
pub mod race;

use super::friction::is_rough;
use super::stage::Stage;
use crate::complementarity::{Lcp, Order, Solution};
use crate::planar::body::BodyId;
use crate::planar::dynamics::Dynamics;
use crate::planar::equations::Twist;
use choice::{Choice, Choosable, Rough, Smooth};
use free_body::FreeBody;
use ghost::Ghost;
use pivots::Pivots;
use std::rc::Rc;

/// The problem of the contact forces at one instant of a scene, with its solution.
pub trait Answered {
    /// A and b.
    fn lcp(&self) -> &Lcp;
    /// f and a.
    fn solution(&self) -> &Solution;
    /// The largest difference that other forces, N, make to a body's acceleration, by component, m/s² or rad/s².
    fn difference(&self, f: &[f64]) -> f64;
    /// The forces that a visitor may exchange.
    fn choosable(&self) -> Box<dyn Choosable + '_>;
}

/// A stage with contacts.
pub trait Staged {
    /// What it computes for an instant.
    type Instant: Answered;
    /// The present one; the same until the stage has another.
    fn instant(&mut self) -> Rc<Self::Instant>;
    /// The method that finds the forces, by name, and the order in which it takes the contacts.
    fn method(&self) -> (&'static str, Order);
    /// The way to the forces of an instant with friction, where the stage knows one.
    fn way_with_friction(&mut self) -> Option<Pivots> {
        None
    }
    /// The bodies that can move, with their names.
    fn moving(&self) -> Vec<(usize, &str)>;
    /// A body alone as numbers for the page: see `free_body` of the stage's handle.
    fn free_body(&mut self, body: usize) -> Vec<f64>;
    /// An entry of A, and the acceleration of its gap by the motion that its picture shows; none without such contacts.
    fn entry(&mut self, row: usize, column: usize) -> Option<[f64; 2]>;
}

impl Answered for Dynamics {
    fn lcp(&self) -> &Lcp {
        &self.lcp
    }

    fn solution(&self) -> &Solution {
        &self.solution
    }

    fn difference(&self, f: &[f64]) -> f64 {
        let mut motions = self.accelerations.clone();
        self.rows.push(&difference(f, &self.solution.f), &mut motions);
        let size =
            |(x, y): (Twist, &Twist)| (x.linear - y.linear).abs().max_element().max((x.angular - y.angular).abs());
        motions.into_iter().zip(&self.accelerations).map(size).fold(0.0, f64::max)
    }

    fn choosable(&self) -> Box<dyn Choosable + '_> {
        if is_rough(self) { Box::new(Rough(self)) } else { Box::new(Smooth(self)) }
    }
}

/// One list of numbers less another.
pub(super) fn difference(x: &[f64], y: &[f64]) -> Vec<f64> {
    x.iter().zip(y).map(|(x, y)| x - y).collect()
}

impl Staged for Stage {
    type Instant = Dynamics;

    fn instant(&mut self) -> Rc<Dynamics> {
        Stage::instant(self)
    }

    fn method(&self) -> (&'static str, Order) {
        (self.world.settings.solver, self.world.settings.order)
    }

    fn way_with_friction(&mut self) -> Option<Pivots> {
        let instant = Stage::instant(self);
        is_rough(&instant).then(|| Pivots::with_friction(&instant.friction))
    }

    fn moving(&self) -> Vec<(BodyId, &str)> {
        let bodies = self.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        bodies.map(|(id, body)| (id, &*body.name)).collect()
    }

    fn free_body(&mut self, body: BodyId) -> Vec<f64> {
        let instant = Stage::instant(self);
        FreeBody::of(&self.world, &instant, body).numbers(instant.accelerations[body])
    }

    fn entry(&mut self, row: usize, column: usize) -> Option<[f64; 2]> {
        let instant = self.smooth();
        let ghost = Ghost::of(&instant, row, column)?;
        Some([ghost.entry, ghost.gap_acceleration(&instant, &self.world.bodies)])
    }
}

/// What is open in the laboratory, and what it has computed for the instant on the stage.
#[derive(Debug)]
pub struct Laboratory<I = Dynamics> {
    /// The place on the way of the pivots that the stage shows.
    pub place: Option<f64>,
    /// The entry of A that is shown as a picture: row, column, and the share of its time, 0 to 1.
    pub entry: Option<(usize, usize, f64)>,
    pivots: Kept<I, Pivots>,
    /// Other forces that the stage shows, while it has this instant.
    choice: Option<(Rc<I>, Choice)>,
}

/// Something computed from an instant, until the stage has another.
#[derive(Debug)]
struct Kept<I, T>(Option<(Rc<I>, Rc<T>)>);

impl<I, T> Default for Kept<I, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<I, T> Kept<I, T> {
    /// What was computed for this instant, or is now.
    fn of(&mut self, instant: &Rc<I>, compute: impl FnOnce() -> T) -> Rc<T> {
        match &self.0 {
            Some((kept, value)) if Rc::ptr_eq(kept, instant) => value.clone(),
            _ => {
                let value = Rc::new(compute());
                self.0 = Some((instant.clone(), value.clone()));
                value
            }
        }
    }
}

impl<I> Default for Laboratory<I> {
    fn default() -> Self {
        Self { place: None, entry: None, pivots: Kept::default(), choice: None }
    }
}

impl<I: Answered> Laboratory<I> {
    /// The pivots that lead to the forces on the stage.
    pub fn pivots(&mut self, stage: &mut impl Staged<Instant = I>) -> Rc<Pivots> {
        let (instant, (solver, order)) = (stage.instant(), stage.method());
        let compute = || stage.way_with_friction().unwrap_or_else(|| Pivots::of(instant.lcp(), solver, order));
        self.pivots.of(&instant, compute)
    }

    /// The forces that the visitor chose for the instant on the stage, or its own.
    pub fn choice(&mut self, stage: &mut impl Staged<Instant = I>) -> (Rc<I>, &mut Choice) {
        let instant = stage.instant();
        let kept = self.choice.take().filter(|(of, _)| Rc::ptr_eq(of, &instant));
        let kept = kept.unwrap_or_else(|| {
            let problem = instant.choosable();
            (instant.clone(), Choice::of(&*problem, problem.forces()))
        });
        (instant, &mut self.choice.insert(kept).1)
    }

    /// The forces of the instant with the accelerations that they cause, row by row.
    pub fn answer(&self, stage: &mut impl Staged<Instant = I>) -> Vec<f64> {
        let [f, a] = stage.instant().choosable().forces();
        f.iter().zip(a).flat_map(|(f, a)| [*f, a]).collect()
    }

    /// Takes the forces that another order of the contacts leads to.
    pub fn shuffle(&mut self, stage: &mut impl Staged<Instant = I>, seed: u64) {
        let (solver, _) = stage.method();
        let (instant, choice) = self.choice(stage);
        let problem = instant.choosable();
        *choice = Choice::of(&*problem, problem.shuffled(solver, seed));
    }

    /// Shows the forces of the instant itself again.
    pub fn drop_choice(&mut self) {
        self.choice = None;
    }

    /// Forces, N, and accelerations of the gaps, m/s², that the stage is to show instead of those of its instant.
    pub fn instead(&mut self, stage: &mut impl Staged<Instant = I>) -> Option<[Vec<f64>; 2]> {
        if let Some(place) = self.place {
            let point = self.pivots(stage).at(place);
            return Some([point.f, point.a]);
        }
        let (of, choice) = self.choice.as_ref()?;
        Rc::ptr_eq(of, &stage.instant()).then(|| choice.forces.clone())
    }
}

impl Laboratory {
    /// The entry of A that is shown, with the share of its time.
    pub fn ghost(&self, instant: &Dynamics) -> Option<(Ghost, f64)> {
        let (row, column, share) = self.entry?;
        Some((Ghost::of(instant, row, column)?, share))
    }

    /// The instant with the forces that the stage is to show.
    pub fn shown(&mut self, stage: &mut Stage) -> Rc<Dynamics> {
        let Some([f, a]) = self.instead(stage) else { return stage.instant() };
        let mut shown = Dynamics::clone(&Stage::instant(stage));
        let n = shown.contacts.len();
        if let Some(place) = self.place {
            if let Some(modes) = self.pivots(stage).modes(place) {
                (shown.friction.solved, shown.friction.modes) = (true, modes);
            }
            shown.lcp = Lcp::default(); // these forces solve no problem, so that none could do as well
        }
        (shown.solution.f, shown.solution.a) = (f[..n].to_vec(), a[..n].to_vec());
        if is_rough(&shown) {
            (shown.friction.f, shown.friction.a) = (f, a);
        }
        Rc::new(shown)
    }
}
