//! The page in a browser, driven as a visitor would: in Chromium, or in what `ENGINE` names, `firefox` or `webkit`.
//!
//! Without the driver these tests are left out, which one line says; where `CI` or `TEST_ALL` is set, that is a
//! failure. `cargo run -- test` sets `TEST_ALL` after installing what is missing.
mod browsers;
mod engine;
mod harness;
#[path = "../support/listener.rs"]
mod listener;
mod page;
mod spared;
mod stage;
#[path = "../support/mod.rs"]
mod support;

mod accessibility;
mod arrival;
mod article;
mod bench;
mod build;
mod collisions;
mod console;
mod contest;
mod controls;
mod curvature;
mod delivery;
mod drift;
mod embed;
mod faults;
mod friction;
mod handles;
mod keyboard;
mod laboratory;
mod layout;
mod own;
mod package;
mod parity;
mod pictures;
mod pointers;
mod rapier;
mod share;
mod spatial;
mod spatial_laboratory;
mod surroundings;
mod tabs;
mod watch;
mod words;
