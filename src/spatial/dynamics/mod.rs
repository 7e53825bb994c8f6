//! How bodies move by themselves, between contacts.
pub mod rotation;
