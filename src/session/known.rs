//! Short runs whose outcome the native program knows, bit for bit: a module that ends elsewhere cannot be trusted.
use super::Mode;
use crate::planar::scenes::{Options, scene};

/// Steps of such a run: enough for falls, impacts and rest, in a few milliseconds.
const STEPS: usize = 200;

/// The digest of the state after the run of a mode; none for a mode that is not built in.
pub fn digest(mode: Mode) -> Option<u64> {
    match mode {
        Mode::Planar => scene("blocks").map(|row| {
            let mut world = (row.build)(Options::default());
            (0..STEPS).for_each(|_| world.step());
            world.digest()
        }),
        #[cfg(feature = "spatial")]
        Mode::Spatial => crate::spatial::scenes::scene("cradle").map(|row| {
            let mut world = (row.build)(crate::spatial::scenes::Options { count: row.count, ..Default::default() });
            (0..STEPS).for_each(|_| world.step());
            world.digest()
        }),
        #[cfg(not(feature = "spatial"))]
        Mode::Spatial => None,
    }
}
