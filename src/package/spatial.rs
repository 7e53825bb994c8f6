//! Worlds of space.
use crate::session::Mode;
use crate::session::scene_file::write_spatial;
use crate::session::spatial_recording::SpatialRecording;
use crate::spatial::body::State;
use crate::spatial::pose::Pose;
use crate::spatial::world::World;
use glam::{DQuat, DVec3};

impl super::World for World {
    fn mode(&self) -> &'static str {
        Mode::Spatial.name()
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn stride(&self) -> usize {
        13
    }

    fn step(&mut self) {
        self.step();
    }

    fn states(&self, into: &mut Vec<f64>) {
        for State { pose, velocity, omega } in self.bodies.iter().map(|body| body.state) {
            into.extend(pose.position.to_array());
            let DQuat { x, y, z, w } = pose.rotation;
            into.extend([w, x, y, z]);
            into.extend(velocity.to_array());
            into.extend(omega.to_array());
        }
    }

    fn place(&mut self, body: usize, state: &[f64]) {
        let rotation = DQuat::from_xyzw(state[4], state[5], state[6], state[3]).normalize();
        let pose = Pose { position: DVec3::from_slice(state), rotation };
        let (velocity, omega) = (DVec3::from_slice(&state[7..]), DVec3::from_slice(&state[10..]));
        self.bodies[body].state = State { pose, velocity, omega };
    }

    fn push(&mut self, body: usize, impulse: &[f64], point: Option<&[f64]>) {
        let body = &mut self.bodies[body];
        let pose = body.state.pose;
        let (inverse_mass, inverse_inertia) = (body.inverse_mass(), body.inverse_inertia_at(pose.rotation));
        let impulse = DVec3::from_slice(impulse);
        let arm = point.map_or(DVec3::ZERO, |point| DVec3::from_slice(point) - pose.position);
        body.state.velocity += impulse * inverse_mass;
        body.state.omega += inverse_inertia * arm.cross(impulse);
    }

    fn sample(&mut self, seconds: f64) -> String {
        let time = self.time + seconds;
        let mut recording = SpatialRecording::new(self);
        if seconds > 0.0 {
            recording.advance_to(time);
        }
        serde_json::to_string(&recording.sample()).expect("all keys are texts")
    }

    fn scene(&self) -> String {
        write_spatial(self, "", 0.0)
    }
}
