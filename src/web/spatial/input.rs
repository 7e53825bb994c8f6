//! What a visitor's keys and pointer do to the bodies.
use super::camera::Camera;
use crate::spatial::body::{Body, BodyId, State};
use crate::spatial::forces::{Anchor, Push, Spring};
use crate::spatial::lead::Lead;
use crate::spatial::pose::Pose;
use crate::spatial::world::World;
use crate::web::input::{nozzles, pace};
use crate::web::keys::{Heading, Key, Keys};
use glam::{DQuat, DVec3};

/// The keys of space alone.
pub const KEYS: [Key; 4] =
    [("w", 0, Heading::Away), ("r", 0, Heading::Near), ("u", 1, Heading::Away), ("o", 1, Heading::Near)];

/// Which nozzles are on, of bodies that have their own, as in the plane: body and number, each once.
pub fn firing(keys: &Keys, world: &World) -> Vec<(BodyId, usize)> {
    let mut firing = Vec::new();
    for (number, heading) in keys.held() {
        let free = world.bodies.iter().enumerate().filter(|(_, body)| body.is_free());
        let Some((id, body)) = free.clone().nth(number) else { continue };
        let own = nozzles(heading, keys.turning).iter().filter(|&&nozzle| nozzle < body.thrusters.len());
        firing.extend(own.map(|&nozzle| (id, nozzle)));
    }
    crate::sort::sort_and_dedup(&mut firing);
    firing
}

/// Force, or torque, of each other key that is held: on the centre of its body, along axes of the world that are those of
/// the visitor, with up and away kept level.
pub fn pushes(keys: &Keys, world: &World, camera: &Camera) -> Vec<Push> {
    let mut pushes: Vec<Push> = Vec::new();
    for (number, heading) in keys.held() {
        let free = world.bodies.iter().enumerate().filter(|(_, body)| body.is_free());
        let Some((body, shape, own)) = free.clone().nth(number).map(|(id, b)| (id, &b.shape, b.thrusters.len())) else {
            continue;
        };
        if nozzles(heading, keys.turning).iter().any(|&nozzle| nozzle < own) {
            continue;
        }
        let push = world.forces.thrust * direction(heading, camera);
        let (force, torque) = match keys.turning {
            false => (push, DVec3::ZERO),
            // as if the push were at the top of the body
            true => (DVec3::ZERO, turning_axis(heading, camera) * world.forces.thrust * shape.radius()),
        };
        pushes.push(Push { body, point: DVec3::ZERO, force, torque });
    }
    pushes
}

fn direction(heading: Heading, camera: &Camera) -> DVec3 {
    let [right, ..] = camera.axes();
    let away = DVec3::Z.cross(right);
    match heading {
        Heading::Left => -right,
        Heading::Right => right,
        Heading::Up => DVec3::Z,
        Heading::Down => DVec3::NEG_Z,
        Heading::Away => away,
        Heading::Near => -away,
    }
}

/// What a heading turns about: left and right about the vertical, up and down about the visitor's right, as a ball
/// rolls, the other two about the line of sight.
fn turning_axis(heading: Heading, camera: &Camera) -> DVec3 {
    let [right, ..] = camera.axes();
    let away = DVec3::Z.cross(right);
    match heading {
        Heading::Left => DVec3::NEG_Z,
        Heading::Right => DVec3::Z,
        Heading::Up => -right,
        Heading::Down => right,
        Heading::Away => away,
        Heading::Near => -away,
    }
}

/// A body held by the visitor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The body.
    pub body: BodyId,
    /// Where it is held, in its frame, m.
    pub attach: DVec3,
    /// Where the hand is, in the world, m.
    pub target: DVec3,
    /// Where the pointer was last; it leaves the target where it turns a led body.
    pub pointer: DVec3,
    /// The turn that a led body has yet to make, world axes, rad.
    pub turn: DVec3,
}

/// How fast a body is led at most, radii a second: faster than that a hand does not fit parts into each other, and a step
/// that ends deep in another body costs many.
const FASTEST: f64 = 1.0;

impl Hand {
    /// Takes a body at a point of the world.
    pub fn hold(body: BodyId, pose: &Pose, point: DVec3) -> Self {
        Self { body, attach: pose.point_to_body(point), target: point, pointer: point, turn: DVec3::ZERO }
    }

    /// Follows the pointer with what it leads, or turns that as [`Self::turn`] does.
    pub fn guide(&mut self, to: DVec3, turning: Option<(DVec3, f64)>) {
        let by = to - self.pointer;
        self.pointer = to;
        match turning {
            Some((towards_eye, radius)) => self.turn += towards_eye.cross(by) / radius.max(1e-9),
            None => self.target += by,
        }
    }

    /// The velocities that bring a body in this state to the hand.
    pub fn lead(&self, body: &Body, h: f64, strength: f64) -> Lead {
        let (state, radius) = (&body.state, body.shape.radius());
        let place = state.pose.place(self.attach);
        let way = self.target - place;
        let way = (way * pace(way.length(), h, strength / body.mass)).clamp_length_max(FASTEST * radius);
        let omega = (self.turn * pace(0.0, h, f64::INFINITY)).clamp_length_max(FASTEST);
        let velocity = way - omega.cross(place - state.pose.position);
        Lead { body: self.body, velocity, omega, strength }
    }

    /// After a step of the body that it leads: the point that is held has gone around the centre with the turn.
    pub fn led(&mut self, lead: &Lead, state: &State, h: f64) {
        let by = h * lead.omega;
        self.turn -= by;
        self.target += by.cross(state.pose.place(self.attach) - state.pose.position);
    }

    /// The spring with which the hand pulls, damped enough that what hangs on it comes to rest.
    pub fn spring(&self, stiffness: f64, mass: f64) -> Spring {
        let (body, attach, anchor) = (self.body, self.attach, Anchor::World(self.target));
        Spring { body, attach, anchor, stiffness, rest_length: 0.0, damping: (stiffness * mass).sqrt() }
    }

    /// Moves the body with the hand to a point, and leaves it at rest there.
    pub fn carry(&mut self, body: &mut Body, to: DVec3) {
        (self.target, self.pointer) = (to, to);
        body.state.pose.position += to - body.state.pose.place(self.attach);
        leave_at_rest(body);
    }

    /// Turns the body about its centre as the hand drags its near side by a part of its radius.
    pub fn turn(&mut self, body: &mut Body, to: DVec3, towards_eye: DVec3) {
        let radius = body.shape.radius().max(1e-9);
        let turn = towards_eye.cross(to - self.target) / radius;
        let pose = &mut body.state.pose;
        pose.rotation = (DQuat::from_scaled_axis(turn) * pose.rotation).normalize();
        (self.target, self.pointer) = (to, to);
        self.attach = pose.point_to_body(to);
        leave_at_rest(body);
    }
}

fn leave_at_rest(body: &mut Body) {
    (body.state.velocity, body.state.omega) = (DVec3::ZERO, DVec3::ZERO);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::spatial_scenes::{Options, scene};
    use crate::spatial::forces::{Forces, Place};
    use glam::DVec2;

    fn balls() -> World {
        let mut world = (scene("balls").unwrap().build)(Options { count: 2, ..Options::default() });
        world.forces.thrust = 3.0;
        world
    }

    fn camera() -> Camera {
        Camera::fit(DVec3::ZERO, 2.0, 0.4, 0.5, DVec2::new(400.0, 300.0))
    }

    #[test]
    fn a_key_pushes_its_body_the_way_it_is_seen() {
        let (world, camera) = (balls(), camera());
        let [right, up, back] = camera.axes();
        let ways = [("s", -right), ("F", right), ("e", up), ("d", -up), ("c", -up), ("w", -back), ("r", back)];
        for (key, way) in ways {
            let mut keys = Keys::new(&KEYS);
            assert!(keys.press(key, false));
            let [push] = pushes(&keys, &world, &camera)[..] else { panic!("{key} pushes one body") };
            assert!(push.body == 0 && (push.force.length() - 3.0).abs() < 1e-12);
            assert!(push.force.dot(way) > 2.0, "{key} pushes along {}", push.force);
        }
        let mut keys = Keys::new(&KEYS);
        keys.press("i", true);
        let [push] = pushes(&keys, &world, &camera)[..] else { panic!("i turns one body") };
        assert!(push.body == 1 && push.force == DVec3::ZERO && push.torque.length() > 0.1);
        keys.release_all();
        assert!(pushes(&keys, &world, &camera).is_empty());
    }

    /// A block that has nozzles of its own is pushed by these along its own axes, however it is turned; away and near are
    /// pushes, for it has no nozzles there.
    #[test]
    fn a_key_fires_the_nozzles_of_a_body_that_has_some() {
        let mut world = (scene("two-blocks-3d").unwrap().build)(Options::default());
        world.forces.thrust = 3.0;
        let mut keys = Keys::new(&KEYS);
        keys.press("f", false);
        assert_eq!(firing(&keys, &world), [(0, 1), (0, 5)]);
        assert!(pushes(&keys, &world, &camera()).is_empty());
        keys.press("w", false);
        assert_eq!((firing(&keys, &world).len(), pushes(&keys, &world, &camera()).len()), (2, 1));
        let mut forces = Forces { thrust: 3.0, firing: firing(&keys, &world), ..Forces::default() };
        let quarter = DQuat::from_rotation_y(-1.0);
        world.bodies[0].state.pose.rotation = quarter * world.bodies[0].state.pose.rotation;
        let states = world.states();
        let place = Place { bodies: &world.bodies, states: &states, fastest: f64::INFINITY };
        let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
        forces.firing.sort_unstable();
        forces.for_each(place, &mut |applied| {
            force += applied.force;
            torque += (applied.point - states[0].pose.position).cross(applied.force);
        });
        let along = states[0].pose.rotation * DVec3::X;
        assert!(
            force.normalize().distance(along) < 1e-12 && torque.length() < 1e-12,
            "{force} along {along}, {torque}"
        );
        assert!(firing(&Keys::new(&KEYS), &world).is_empty());
    }

    #[test]
    fn a_carried_or_turned_body_stays_under_the_hand() {
        let mut body = balls().bodies[0].clone().moving(DVec3::X, DVec3::Y);
        let point = body.state.pose.place(DVec3::new(0.0, -0.1, 0.1));
        let mut hand = Hand::hold(0, &body.state.pose, point);
        for turn in [false, true, false] {
            let (before, to) = (body.state.pose, hand.target + DVec3::new(0.1, 0.02, 0.05));
            if turn {
                hand.turn(&mut body, to, DVec3::NEG_Y);
            } else {
                hand.carry(&mut body, to);
            }
            assert!(body.state.pose.place(hand.attach).distance(to) < 1e-12);
            assert_eq!(turn, body.state.pose.rotation != before.rotation);
            assert_eq!((body.state.velocity, body.state.omega), (DVec3::ZERO, DVec3::ZERO));
        }
    }
}
