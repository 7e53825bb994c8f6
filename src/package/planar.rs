//! Worlds of the plane.
use crate::planar::body::State;
use crate::planar::world::World;
use crate::session::Mode;
use crate::session::recording::Recording;
use crate::session::scene_file::write;
use glam::DVec2;

impl super::World for World {
    fn mode(&self) -> &'static str {
        Mode::Planar.name()
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn stride(&self) -> usize {
        6
    }

    fn step(&mut self) {
        self.step();
    }

    fn states(&self, into: &mut Vec<f64>) {
        for State { position, angle, velocity, omega } in self.bodies.iter().map(|body| body.state) {
            into.extend([position.x, position.y, angle, velocity.x, velocity.y, omega]);
        }
    }

    fn place(&mut self, body: usize, state: &[f64]) {
        let [x, y, angle, vx, vy, omega] = std::array::from_fn(|i| state[i]);
        self.bodies[body].state = State { position: DVec2::new(x, y), angle, velocity: DVec2::new(vx, vy), omega };
    }

    fn push(&mut self, body: usize, impulse: &[f64], point: Option<&[f64]>) {
        let body = &mut self.bodies[body];
        let (inverse_mass, inverse_inertia) = (body.inverse_mass(), body.inverse_inertia());
        let (impulse, centre) = (DVec2::from_slice(impulse), body.state.position);
        let arm = point.map_or(DVec2::ZERO, |point| DVec2::from_slice(point) - centre);
        body.state.velocity += impulse * inverse_mass;
        body.state.omega += arm.perp_dot(impulse) * inverse_inertia;
    }

    fn sample(&mut self, seconds: f64) -> String {
        let time = self.time + seconds;
        let mut recording = Recording::new(self);
        if seconds > 0.0 {
            recording.advance_to(time);
        }
        serde_json::to_string(&recording.sample()).expect("all keys are texts")
    }

    fn scene(&self) -> String {
        write(self, "", 0.0)
    }
}
