//! What the laboratory under the stage shows of the scene. Plain Rust, no physics of its own: it asks the solvers and
//! the equations of the instant.
pub mod pivots;

use super::stage::Stage;
use crate::complementarity::Lcp;
use crate::planar::dynamics::Dynamics;
use pivots::Pivots;
use std::rc::Rc;

/// What is open in the laboratory, and what it has computed for the instant on the stage.
#[derive(Debug, Default)]
pub struct Laboratory {
    /// The place on the way of the pivots that the stage shows.
    pub place: Option<f64>,
    pivots: Kept<Pivots>,
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

    /// The instant with the forces that the stage is to show.
    pub fn shown(&mut self, stage: &mut Stage) -> Rc<Dynamics> {
        let instant = stage.instant();
        let Some(place) = self.place else { return instant };
        let point = self.pivots(stage).at(place);
        let mut shown = Dynamics::clone(&instant);
        (shown.solution.f, shown.solution.a) = (point.f, point.a);
        shown.lcp = Lcp::default(); // these forces solve no problem, so that none could do as well
        Rc::new(shown)
    }
}
