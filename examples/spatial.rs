//! A box thrown onto a rough floor: how far it slides. Run it with `cargo run --example spatial`.
use contact_forces::session::SceneFile;

const SCENE: &str = r#"{
    "mode": "spatial", "gravity": [0, 0, -9.81], "time_step": 0.005, "scheme": "moreau",
    "scene": {"friction": 0.5, "bodies": [
        {"name": "box", "mass": 1, "position": [0, 0, 0.1], "velocity": [2, 0, 0],
         "shape": {"type": "box", "half_extents": [0.3, 0.2, 0.1]}},
        {"name": "floor", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1]}}]}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = SceneFile::read(SCENE, None)?.spatial()?.world()?;
    while world.time < 1.0 {
        world.step();
    }
    let slid = world.bodies[0].state.pose.position.x;
    println!("slid {slid:.4} m; v² / (2 μ g) = {:.4} m", 2.0 * 2.0 / (2.0 * 0.5 * 9.81));
    for contact in &world.contacts {
        println!("at {:+.2}: {:.3} N", contact.point, contact.force);
    }
    Ok(())
}
