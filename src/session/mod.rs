//! What both modes share above the physics: links that restore a scene, scene files, and their errors.
pub(crate) mod address;
pub mod answer;
pub mod clock;
mod fields;
pub mod history;
pub mod known;
pub mod link;
pub mod number;
pub mod own;
pub mod problem_file;
pub mod recording;
pub mod scene_file;
pub mod snapshot;
#[cfg(feature = "spatial")]
pub mod spatial_link;
#[cfg(feature = "spatial")]
pub mod spatial_recording;
#[cfg(feature = "spatial")]
pub mod spatial_scenes;
pub mod undo;
pub mod warning;

pub use link::Link;
pub use scene_file::SceneFile;
pub use snapshot::Snapshot;
#[cfg(feature = "spatial")]
pub use spatial_link::SpatialLink;
pub use warning::Warning;

/// Which engine runs a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Two dimensions, contact forces at acceleration level.
    #[default]
    Planar,
    /// Three dimensions, time stepping.
    Spatial,
}

impl Mode {
    /// Both, the default first.
    pub const ALL: [Mode; 2] = [Self::Planar, Self::Spatial];

    /// The word used in files and links.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planar => "planar",
            Self::Spatial => "spatial",
        }
    }
}
