//! Which contacts there are.
