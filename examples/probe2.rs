use contact_forces::planar::{body::Body, polygon::Polygon, world::World};
use glam::DVec2;
fn main() {
    let mut w = World::default();
    w.forces.gravity = DVec2::new(0., -9.81);
    w.settings.target_gap = 0.0;
    w.settings.time_step = 0.01;
    w.bodies = vec![
        Body::new("b", Polygon::rectangle(2., 1.), 1.0).at(0., 0.5, 0.).moving(0., 0.002, 0.),
        Body::fixed("f", Polygon::rectangle(40., 1.)).at(0., -0.5, 0.),
    ];
    for _ in 0..10 {
        w.step();
        for i in &w.report.impacts {
            if i.contact.point.x < 0. {
                println!("impact t={:.6} j={:.4} gap={:.2e}", i.time, i.impulse, i.contact.gap);
            }
        }
        let s = w.bodies[0].state;
        println!(
            "t {} y {:.3e} v {:.3e} w {:.2e} {:?}",
            w.time,
            s.position.y - 0.5,
            s.velocity.y,
            s.omega,
            w.report.notices
        );
    }
}
