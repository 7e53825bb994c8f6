//! Working storage that is kept for its room, not for its content.
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Working storage: kept from one use to the next so that nothing is allocated again, while no result depends on what it
/// holds. So a copy of what owns it starts with storage of its own, and costs nothing.
pub struct Scratch<T>(T);

impl<T> fmt::Debug for Scratch<T> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Scratch")
    }
}

impl<T: Default> Default for Scratch<T> {
    /// Once for all that begin anew: storage has many parts.
    #[inline(never)]
    fn default() -> Self {
        Self(T::default())
    }
}

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> Deref for Scratch<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Scratch<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
