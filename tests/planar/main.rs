//! Laws of the plane: mechanics, scenes, sessions and what is shown of them.
#[path = "../support/polygons.rs"]
mod polygons;
#[path = "../support/mod.rs"]
mod support;

mod contact_scenes;
mod friction;
mod friction_drive;
mod friction_motion;
mod friction_scenes;
mod friction_wheels;
mod hand;
mod laboratory;
mod laws;
mod moreau;
mod scenes;
mod sessions;
mod sleep;
mod stage;
