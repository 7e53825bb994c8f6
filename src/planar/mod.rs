//! Planar mode.
