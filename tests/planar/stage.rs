//! The stage as a visitor uses it: runs, steps back, loads scenes, shares links.
use contact_forces::planar::scenes::SCENES;
use contact_forces::session::link::Theme;
use contact_forces::session::{Link, Mode};
use contact_forces::web::stage::Stage;

fn run(stage: &mut Stage, steps: usize) -> Vec<u64> {
    let mut step = |_| {
        stage.step();
        stage.world.digest()
    };
    (0..steps).map(&mut step).collect()
}

#[test]
fn steps_back_restore_every_bit_and_steps_forward_repeat_it() {
    let (mut stage, warnings) = Stage::open(Link::parse("?scene=blocks&n=6", ""));
    assert_eq!(warnings, []);
    let start = stage.world.digest();
    let forward = run(&mut stage, 60);
    for digest in forward.iter().rev().skip(1).chain([&start]) {
        assert!(stage.back());
        assert_eq!(stage.world.digest(), *digest);
    }
    assert_eq!((stage.back(), stage.world.time), (false, 0.0));
    assert_eq!(run(&mut stage, 60), forward);
}

#[test]
fn frames_run_the_scene_in_real_time() {
    let mut stage = Stage::open(Link::parse("?rate=2", "")).0;
    stage.run(true);
    let steps: usize = (0..60).map(|_| stage.frame(1.0 / 60.0, || true)).sum();
    assert!((79..=80).contains(&steps), "{steps} steps of 0.025 s in 1 s at rate 2");
    assert!((stage.world.time - 2.0).abs() < 0.03);
}

#[test]
fn a_reset_starts_the_same_scene_with_the_same_settings() {
    let mut stage = Stage::open(Link::parse("?scene=blocks&n=3&seed=5&g=9.81", "")).0;
    let start = stage.world.digest();
    run(&mut stage, 5);
    stage.reset();
    assert_eq!((stage.world.digest(), stage.world.forces.gravity.y), (start, -9.81));
}

#[test]
fn another_scene_leaves_the_page_as_it_is() {
    let mut stage = Stage::open(Link::parse("?theme=dark&lang=de&g=9.81&show=none", "")).0;
    stage.load(Link::parse("?scene=blocks&n=4", "").0);
    assert_eq!((stage.link.scene, stage.link.count, stage.link.gravity), ("blocks", 4, None));
    assert_eq!((stage.link.theme, stage.link.show.forces), (Theme::Dark, false));
}

#[test]
fn a_shared_link_restores_the_state() {
    let mut stage = Stage::open(Link::parse("?scene=blocks&n=6", "")).0;
    run(&mut stage, 37);
    let (query, hash) = stage.link.capture(&stage.world).unwrap().write();
    let (restored, warnings) = Stage::open(Link::parse(&query, &hash));
    assert_eq!(warnings, []);
    assert_eq!((restored.world.digest(), restored.world.time), (stage.world.digest(), stage.world.time));
}

#[test]
fn a_mode_without_scenes_falls_back_to_the_plane() {
    let stage = Stage::open(Link::parse("?mode=spatial", "")).0;
    assert_eq!((stage.link.mode, stage.value("scene").as_str()), (Mode::Planar, SCENES[0].name));
}

#[test]
fn what_an_address_gets_wrong_is_told() {
    let (stage, warnings) = Stage::open(Link::parse("?scene=nowhere&g=x", "#s=v1.x"));
    assert_eq!(warnings.len(), 3);
    assert_eq!(stage.link.scene, SCENES[0].name);
}

#[test]
fn looking_at_a_scene_changes_nothing() {
    let mut stage = Stage::open(Link::parse("?scene=blocks&n=6", "")).0;
    let (mut alone, _) = Link::parse("?scene=blocks&n=6", "").0.open();
    for step in 0..200 {
        stage.step(); // looks at contacts, forces and energies after each step
        alone.step();
        assert_eq!(stage.world.digest(), alone.digest(), "after step {step}");
    }
}

#[test]
fn ten_seconds_can_be_taken_back() {
    let mut stage = Stage::open(Link::parse("?scene=two-blocks", "")).0;
    run(&mut stage, 600);
    let back = std::iter::from_fn(|| stage.back().then_some(())).count();
    assert!((399..=401).contains(&back), "{back} steps of 0.025 s");
}
