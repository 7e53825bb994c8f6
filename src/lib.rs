//! Contact forces between rigid bodies: computed, shown and explained.
//!
//! Bodies that touch must not sink into each other. At each contact the acceleration `a` of the gap is what it would
//! be without contact forces, `b`, plus what the forces `f` of all contacts do to it:
//!
//! ```text
//! a = A f + b,   a ≥ 0,   f ≥ 0,   a·f = 0
//! ```
//!
//! Contacts push and never pull, and push only while the gap does not open. [`complementarity`] solves this problem,
//! [`planar`] sets it up for polygons in the plane and carries them on in time.
//!
//! # Conventions
//!
//! SI units, radians, counter-clockwise, y up. A contact's normal points out of its second body into the first; a gap is
//! positive apart and negative overlapping. All numbers are `f64`; the same input gives the same bits on every machine.
//!
//! # Example
//!
//! A block of mass 1 rests on the floor: two forces carry its weight.
//!
//! ```
//! use contact_forces::planar::scenes::{Options, scene};
//!
//! let mut world = (scene("one-block").unwrap().build)(Options::default());
//! world.step();
//! let forces = &world.instant().solution.f;
//! assert_eq!(forces.len(), 2);
//! assert!((forces[0] + forces[1] - 3.0).abs() < 1e-12);
//! ```
//!
//! # Not for
//!
//! Games with thousands of bodies; bodies that bend.
pub mod complementarity;
pub mod linalg;
pub mod planar;
mod scratch;
pub mod session;
mod sort;
pub mod source;
#[cfg(feature = "spatial")]
pub mod spatial;
// for JavaScript, by `cargo run -- package`
#[cfg(all(package, feature = "spatial"))]
mod package;
// for the page, by `cargo run -- build`, and for its tests
#[cfg(any(feature = "cli", page))]
pub mod web;
