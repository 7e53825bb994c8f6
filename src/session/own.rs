//! A scene that a visitor has built or opened, in place of one of the table.
use std::rc::Rc;

/// What the address calls it.
pub const OWN: &str = "own";

/// The start of such a scene. Two are equal if they are the same.
#[derive(Debug)]
pub struct Own<W>(Rc<W>);

impl<W: Clone> Own<W> {
    /// A scene that begins with this world.
    pub fn new(start: W) -> Self {
        Self(Rc::new(start))
    }

    /// The world at its start.
    pub fn start(&self) -> W {
        W::clone(&self.0)
    }
}

impl<W> Clone for Own<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W> PartialEq for Own<W> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
