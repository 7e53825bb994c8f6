//! Laws of space: shapes and queries, steps, joints, scenes, sessions and what is shown of them.
#[path = "../support/judge.rs"]
mod judge;
#[path = "../support/meshes.rs"]
mod meshes;
#[path = "../support/overlap.rs"]
mod overlap;
#[path = "../support/parry.rs"]
mod parry;
#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/smooth.rs"]
mod smooth;
#[path = "../support/space.rs"]
mod space;
#[path = "../support/threads.rs"]
mod threads;
#[path = "../support/visit.rs"]
mod visit;

mod cards;
mod contact_points;
mod extremes;
mod flats;
mod geometry;
mod geometry_contacts;
mod geometry_culling;
mod geometry_distance;
mod geometry_impact;
mod geometry_parry;
mod heaps;
mod joints;
mod laboratory;
mod links;
mod rebounds;
mod rolling;
mod round_bodies;
mod rubbing;
mod scene_file;
mod scenes;
mod sessions;
mod sinking;
mod smooth_bodies;
mod smooth_energy;
mod smooth_pairs;
mod steps;
mod sunk;
mod surfaces;
mod thrown;
