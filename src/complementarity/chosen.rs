//! A method chosen by its name, with the storage that it keeps from one problem to the next.
use std::fmt;

/// The method that was asked for last. A copy starts with storage of its own: it holds nothing that a result depends on.
pub struct Chosen<M: ?Sized>(Option<(&'static str, Box<M>)>);

impl<M: ?Sized> Chosen<M> {
    /// The method of this name; made, unless it is there already.
    pub fn of(&mut self, name: &'static str, make: impl FnOnce() -> Box<M>) -> &mut M {
        if self.0.as_ref().is_none_or(|(held, _)| *held != name) {
            self.0 = None;
        }
        &mut self.0.get_or_insert_with(|| (name, make())).1
    }
}

impl<M: ?Sized> Default for Chosen<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M: ?Sized> Clone for Chosen<M> {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl<M: ?Sized> fmt::Debug for Chosen<M> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?}", self.0.as_ref().map(|(name, _)| name))
    }
}
