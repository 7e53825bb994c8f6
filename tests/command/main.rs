//! The command, as a shell or another program sees it. How it sets itself up is in `tests/toolchain.rs`, which writes
//! programs and may not start others meanwhile.
#[path = "../support/listener.rs"]
mod listener;

mod server;
mod simulate;
