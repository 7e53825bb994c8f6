//! Whose forces the stage shows: those of its steps, or those of the present state.
use super::stage::Stage;
use crate::spatial::time_stepping::instant::Instant;
use std::rc::Rc;

/// With more bodies than this, forces are not computed anew while the hand carries one of them.
const QUICK: usize = 200;

/// See the head of this file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Those of the last step, or of the coming one if there was none.
    #[default]
    Steps,
    /// Those that belong to the accelerations of the present state, if there were no friction.
    Instant,
    /// Those of the coming step.
    Coming,
}

impl Stage {
    /// Shows the forces of another sight.
    pub fn look_at(&mut self, sight: Sight) {
        if self.sight != sight {
            self.sight = sight;
            self.look();
        }
    }

    /// Whose forces are shown.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// Finds the contacts that are shown.
    pub(super) fn look(&mut self) {
        (self.instant, self.coming) = (None, Vec::new());
        match self.sight {
            Sight::Instant => {
                let (instant, contacts) = self.world.instant();
                (self.instant, self.contacts) = (Some(Rc::new(instant.clone())), contacts);
            }
            Sight::Steps if self.stepped => self.contacts.clone_from(&self.world.contacts),
            _ if self.hand.is_some() && self.world.bodies.len() > QUICK => self.contacts.clear(),
            _ => {
                let mut ahead = self.world.clone();
                ahead.step();
                (self.coming, self.contacts) = (ahead.states(), ahead.contacts);
            }
        }
    }

    /// Finds them again after a change of the forces, where those of the present state are shown.
    pub(super) fn look_again(&mut self) {
        self.instant = None;
        if self.sight != Sight::Steps {
            self.look();
        }
    }

    /// Forces and accelerations of the present state, whatever is shown.
    pub fn instant(&mut self) -> Rc<Instant> {
        let Self { instant, world, .. } = self;
        instant.get_or_insert_with(|| Rc::new(world.instant().0.clone())).clone()
    }
}
