//! Feeds any text to the reader of scene files; what it takes must be written and read back as it is.
#![no_main]

use contact_forces::session::scene_file::{Content, SceneFile, write, write_spatial};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(file) = SceneFile::read(text, None) else { return };
    let read = |text: &str| SceneFile::read(text, None).expect("it was written");
    match file.content {
        Content::Planar(scene) => {
            let again = read(&write(&scene.world, &file.title, file.duration)).planar().expect("it is planar").world;
            assert_eq!(again.digest(), scene.world.digest());
            assert_eq!((again.forces, again.settings), (scene.world.forces, scene.world.settings));
        }
        Content::Spatial(scene) => {
            let Ok(world) = scene.world() else { return };
            let again = read(&write_spatial(&world, &file.title, file.duration)).spatial().expect("it is spatial");
            assert_eq!(again.world().expect("it was one").digest(), world.digest());
        }
    }
});
