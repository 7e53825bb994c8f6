//! What a visitor did, to be taken back and done again.

/// As many deeds can be taken back.
const MOST: usize = 50;

/// The states before each deed, the last one at the end, and those that were taken back.
#[derive(Clone, Debug)]
pub struct Undo<T> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T> Default for Undo<T> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new() }
    }
}

impl<T> Undo<T> {
    /// Keeps the state before a deed; what was taken back before cannot be done again.
    pub fn keep(&mut self, state: T) {
        self.future.clear();
        self.past.push(state);
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// The state before the last deed, in exchange for the present one; gives that back if there is none.
    pub fn back(&mut self, present: T) -> Result<T, T> {
        exchange(&mut self.past, &mut self.future, present)
    }

    /// The state after the deed that was taken back last, in exchange for the present one.
    pub fn again(&mut self, present: T) -> Result<T, T> {
        exchange(&mut self.future, &mut self.past, present)
    }

    /// Whether there is something to take back, and something to do again.
    pub fn ways(&self) -> [bool; 2] {
        [!self.past.is_empty(), !self.future.is_empty()]
    }
}

fn exchange<T>(from: &mut Vec<T>, to: &mut Vec<T>, present: T) -> Result<T, T> {
    let Some(other) = from.pop() else { return Err(present) };
    to.push(present);
    Ok(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_taken_back_and_done_again_in_their_order() {
        let mut undo = Undo::default();
        for state in 0..3 {
            undo.keep(state);
        }
        assert_eq!((undo.back(3), undo.back(2), undo.again(1)), (Ok(2), Ok(1), Ok(2)));
        assert_eq!(undo.ways(), [true, true]);
        undo.keep(2);
        assert_eq!((undo.again(9), undo.ways()), (Err(9), [true, false]));
        assert_eq!((undo.back(9), undo.back(2), undo.back(1), undo.back(0)), (Ok(2), Ok(1), Ok(0), Err(0)));
    }

    #[test]
    fn the_oldest_deeds_are_forgotten() {
        let mut undo = Undo::default();
        (0..2 * MOST).for_each(|state| undo.keep(state));
        let mut kept = 0;
        while undo.back(0).is_ok() {
            kept += 1;
        }
        assert_eq!(kept, MOST);
    }
}
