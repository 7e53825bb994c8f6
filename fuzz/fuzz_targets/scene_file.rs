//! Feeds any text to the reader of scene files; what it takes must be written and read back as it is.
#![no_main]

use contact_forces::session::scene_file::{Content, SceneFile, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(file) = SceneFile::read(text, None) else { return };
    let Content::Planar(scene) = file.content else { return };
    let again = SceneFile::read(&write(&scene.world, &file.title, file.duration), None).expect("it was written");
    let again = again.planar().expect("it is planar").world;
    assert_eq!(again.digest(), scene.world.digest());
    assert_eq!((again.forces, again.settings), (scene.world.forces, scene.world.settings));
});
