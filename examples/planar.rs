//! A stack from a scene file: how much each contact carries. Run it with `cargo run --example planar`.
use contact_forces::session::SceneFile;

const SCENE: &str = r#"{
    "mode": "planar", "gravity": [0, -9.81], "time_step": 0.01,
    "scene": {"friction": 0.4, "bodies": [
        {"name": "lower", "mass": 2, "position": [0, 0.5],
         "shape": {"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
        {"name": "upper", "mass": 1, "position": [0.4, 1.5],
         "shape": {"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
        {"name": "floor", "fixed": true,
         "shape": {"type": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}}]}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = SceneFile::read(SCENE, None)?.planar()?.world;
    for _ in 0..100 {
        world.step();
    }
    let instant = world.instant();
    let carried: Vec<_> = instant.contacts.iter().copied().zip(instant.solution.f.clone()).collect();
    for (contact, force) in carried {
        let [a, b] = [contact.a, contact.b].map(|body| &world.bodies[body].name);
        println!("{a} on {b} at x = {:+.2} m: {force:6.3} N", contact.point.x);
    }
    Ok(())
}
