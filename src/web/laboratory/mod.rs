//! What the laboratory under the stage shows of the scene. Plain Rust, no physics of its own: it asks the solvers and
//! the equations of the instant.
pub mod choice;
pub mod free_body;
pub mod ghost;
mod past;
pub mod pivots;
pub mod race;

use super::stage::Stage;
use crate::complementarity::Lcp;
use crate::planar::dynamics::Dynamics;
use choice::Choice;
use ghost::Ghost;
use pivots::Pivots;
use std::rc::Rc;

/// What is open in the laboratory, and what it has computed for the instant on the stage.
#[derive(Debug, Default)]
pub struct Laboratory {
    /// The place on the way of the pivots that the stage shows.
    pub place: Option<f64>,
    /// The entry of A that is shown as a picture: row, column, and the share of its time, 0 to 1.
    pub entry: Option<(usize, usize, f64)>,
    pivots: Kept<Pivots>,
    /// Other forces that the stage shows, while it has this instant.
    choice: Option<(Rc<Dynamics>, Choice)>,
}

/// Something computed from an instant, until the stage has another.
#[derive(Debug)]
struct Kept<T>(Option<(Rc<Dynamics>, Rc<T>)>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Kept<T> {
    /// What was computed for this instant, or is now.
    fn of(&mut self, instant: &Rc<Dynamics>, compute: impl FnOnce() -> T) -> Rc<T> {
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

impl Laboratory {
    /// The pivots that lead to the forces on the stage.
    pub fn pivots(&mut self, stage: &mut Stage) -> Rc<Pivots> {
        let instant = stage.instant();
        self.pivots.of(&instant, || Pivots::of(&instant, &stage.world.settings))
    }

    /// The entry of A that is shown, with the share of its time.
    pub fn ghost(&self, instant: &Dynamics) -> Option<(Ghost, f64)> {
        let (row, column, share) = self.entry?;
        Some((Ghost::of(instant, row, column)?, share))
    }

    /// The forces that the visitor chose for the instant on the stage, or its own.
    pub fn choice(&mut self, stage: &mut Stage) -> (Rc<Dynamics>, &mut Choice) {
        let instant = stage.instant();
        let kept = self.choice.take().filter(|(of, _)| Rc::ptr_eq(of, &instant));
        let kept = kept.unwrap_or_else(|| (instant.clone(), Choice::of(&instant)));
        (instant, &mut self.choice.insert(kept).1)
    }

    /// Shows the forces of the instant itself again.
    pub fn drop_choice(&mut self) {
        self.choice = None;
    }

    /// The instant with the forces that the stage is to show.
    pub fn shown(&mut self, stage: &mut Stage) -> Rc<Dynamics> {
        let instant = stage.instant();
        if let Some(place) = self.place {
            let point = self.pivots(stage).at(place);
            let mut shown = Dynamics::clone(&instant);
            (shown.solution.f, shown.solution.a) = (point.f, point.a);
            shown.lcp = Lcp::default(); // these forces solve no problem, so that none could do as well
            return Rc::new(shown);
        }
        match &self.choice {
            Some((of, choice)) if Rc::ptr_eq(of, &instant) => {
                let mut shown = Dynamics::clone(&instant);
                (shown.solution.f, shown.solution.a) = (choice.f.clone(), choice.a.clone());
                Rc::new(shown)
            }
            _ => instant,
        }
    }
}
