//! What a visitor's keys and pointer do to the blocks.
use super::keys::{Heading, Key, Keys};
use crate::planar::body::{Body, BodyId, State};
use crate::planar::clearance;
use crate::planar::forces::{Anchor, Spring};
use crate::planar::lead::Lead;
use crate::planar::world::World;
use glam::DVec2;

/// The keys of the plane alone.
pub const KEYS: [Key; 4] = [
    ("arrowleft", 1, Heading::Left),
    ("arrowright", 1, Heading::Right),
    ("arrowup", 1, Heading::Up),
    ("arrowdown", 1, Heading::Down),
];

/// Which thrusters are on: body and number, each once.
pub fn firing(keys: &Keys, bodies: &[Body]) -> Vec<(BodyId, usize)> {
    let mut firing = Vec::new();
    for (block, heading) in keys.held() {
        let blocks = bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        let Some((id, body)) = blocks.clone().nth(block) else { continue };
        for number in nozzles(heading, keys.turning).iter().filter(|&&n| n < body.thrusters.len()) {
            if !firing.contains(&(id, *number)) {
                firing.push((id, *number));
            }
        }
    }
    firing
}

/// The nozzles for a heading, in the order of `Body::thrusters`: those that push left are 0 and 4, those that push
/// right 1 and 5, one of each pair on either side of the centre. Shift changes one nozzle of a pair to the other side,
/// which turns the block.
pub(super) fn nozzles(heading: Heading, turning: bool) -> &'static [usize] {
    match (heading, turning) {
        (Heading::Left, false) => &[0, 4],
        (Heading::Left, true) => &[0, 5],
        (Heading::Right, false) => &[1, 5],
        (Heading::Right, true) => &[1, 4],
        (Heading::Up, _) => &[2],
        (Heading::Down, _) => &[3],
        (Heading::Away | Heading::Near, _) => &[],
    }
}

/// A body held by the visitor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The body.
    pub body: BodyId,
    /// Where it is held, in its frame, m.
    pub attach: DVec2,
    /// Where the hand is, in the world, m.
    pub target: DVec2,
    /// Where the pointer was last; it leaves the target where it turns a led body.
    pub pointer: DVec2,
    /// The turn that a led body has yet to make, rad.
    pub turn: f64,
}

/// s in which a led body goes to where the hand is.
const DELAY: f64 = 0.05;

/// The part of a way that a led body goes in a second, in steps of `h` seconds: so fast that half the hand's strength, which
/// gives `braking` per second squared, brakes it in time.
pub(super) fn pace(way: f64, h: f64, braking: f64) -> f64 {
    DELAY.max(h).recip().min((braking / way).sqrt())
}

impl Hand {
    /// Takes the body nearest to a point of the world, at exactly that point, if it is nearer than `reach`, m.
    pub fn take(world: &World, point: DVec2, reach: f64) -> Option<Self> {
        let body = world.body_near(point, reach)?;
        Some(Self::at(world, body, point))
    }

    /// Takes a body at its centre.
    pub fn hold(world: &World, body: BodyId) -> Self {
        Self::at(world, body, world.bodies[body].state.position)
    }

    fn at(world: &World, body: BodyId, point: DVec2) -> Self {
        Self { body, attach: world.bodies[body].state.frame().local(point), target: point, pointer: point, turn: 0.0 }
    }

    /// Follows the pointer with what it leads, or turns that about its centre by the angle that the pointer goes around it.
    pub fn guide(&mut self, to: DVec2, turning: Option<DVec2>) {
        match turning {
            Some(centre) => self.turn += angle(self.pointer - centre, to - centre),
            None => self.target += to - self.pointer,
        }
        self.pointer = to;
    }

    /// The velocities that bring a body to the hand.
    pub fn lead(&self, body: &Body, h: f64, strength: f64) -> Lead {
        let (state, torque) = (&body.state, strength * body.shape.radius());
        let place = state.frame().place(self.attach);
        let way = self.target - place;
        let omega = self.turn * pace(self.turn.abs(), h, torque / body.inertia);
        let velocity = way * pace(way.length(), h, strength / body.mass) - omega * (place - state.position).perp();
        Lead { body: self.body, velocity, omega, strength }
    }

    /// After a step of the body that it leads: the point that is held has gone around the centre with the turn.
    pub fn led(&mut self, lead: &Lead, state: &State, h: f64) {
        let by = h * lead.omega;
        self.turn -= by;
        self.target += by * (state.frame().place(self.attach) - state.position).perp();
    }

    /// The spring with which the hand pulls.
    pub fn spring(&self, stiffness: f64) -> Spring {
        let (body, attach, anchor) = (self.body, self.attach, Anchor::World(self.target));
        Spring { body, attach, anchor, stiffness, rest_length: 0.0 }
    }

    /// Moves the body with the hand to a point, as far as others let it, and leaves it at rest there.
    pub fn carry(&mut self, world: &mut World, to: DVec2) {
        (self.target, self.pointer) = (to, to);
        let shift = to - world.bodies[self.body].state.frame().place(self.attach);
        clearance::carry(&mut world.bodies, self.body, shift, world.settings.target_gap);
        self.leave_at_rest(world);
    }

    /// Turns the body about its centre by the angle that the hand goes around it, where it has room.
    pub fn turn(&mut self, world: &mut World, to: DVec2) {
        let centre = world.bodies[self.body].state.position;
        let angle = angle(self.target - centre, to - centre);
        (self.target, self.pointer) = (to, to);
        if clearance::turn(&mut world.bodies, self.body, angle, world.settings.target_gap) {
            self.attach = world.bodies[self.body].state.frame().local(to);
        }
        self.leave_at_rest(world);
    }

    fn leave_at_rest(&self, world: &mut World) {
        let state = &mut world.bodies[self.body].state;
        (state.velocity, state.omega) = (DVec2::ZERO, 0.0);
    }
}

/// From one direction to another, counter-clockwise, rad.
fn angle(from: DVec2, onto: DVec2) -> f64 {
    libm::atan2(from.perp_dot(onto), from.dot(onto))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::forces::{Forces, Place};
    use crate::planar::scenes::{Options, scene};

    fn two_blocks() -> World {
        (scene("two-blocks").unwrap().build)(Options::default())
    }

    /// Force and torque of the firing thrusters on a body, with the body's axes along the world's.
    fn push(keys: &Keys, block: usize) -> (DVec2, f64) {
        let mut world = two_blocks();
        world.bodies.iter_mut().for_each(|body| body.state.angle = 0.0);
        let states = world.states();
        let frames: Vec<_> = states.iter().map(|state| state.frame()).collect();
        let forces = Forces { firing: firing(keys, &world.bodies), thrust: 1.0, ..Forces::default() };
        let (mut force, mut torque) = (DVec2::ZERO, 0.0);
        let place = Place { bodies: &world.bodies, states: &states, frames: &frames, fastest: f64::INFINITY };
        forces.for_each(place, |applied| {
            if applied.body == block {
                force += applied.force;
                torque += (applied.point - states[block].position).perp_dot(applied.force);
            }
        });
        (force, torque)
    }

    #[test]
    fn a_key_pushes_its_block_the_way_it_points() {
        let ways = [DVec2::NEG_X, DVec2::X, DVec2::Y, DVec2::NEG_Y, DVec2::NEG_Y];
        for (block, names) in [(0, ["s", "F", "e", "d", "C"]), (1, ["j", "l", "i", "K", "k"])] {
            for (name, way) in names.into_iter().zip(ways) {
                let mut keys = Keys::new(&KEYS);
                assert!(keys.press(name, false));
                let (force, _) = push(&keys, block);
                assert!(force.normalize().distance(way) < 1e-12, "{name} pushes {force}");
                assert_eq!(push(&keys, 1 - block).0, DVec2::ZERO, "{name} pushes the other block too");
            }
        }
    }

    #[test]
    fn sideways_keys_push_without_turning_and_with_shift_turn_without_pushing() {
        for (name, block) in [("s", 0), ("f", 0), ("ArrowLeft", 1), ("ArrowRight", 1)] {
            let mut keys = Keys::new(&KEYS);
            keys.press(name, false);
            let (force, torque) = push(&keys, block);
            assert!(force.length() > 0.5 && torque.abs() < 1e-12, "{name}: {force}, {torque}");
            keys.turning = true;
            let (force, torque) = push(&keys, block);
            assert!(force.length() < 1e-12 && torque.abs() > 0.1, "{name} with shift: {force}, {torque}");
        }
    }

    #[test]
    fn two_keys_of_one_thruster_hold_it_together() {
        let world = two_blocks();
        let mut keys = Keys::new(&KEYS);
        for name in ["d", "c", "ArrowUp", "i"] {
            keys.press(name, false);
        }
        assert_eq!(firing(&keys, &world.bodies), [(0, 3), (1, 2)]);
        keys.release("D");
        assert_eq!(firing(&keys, &world.bodies), [(0, 3), (1, 2)], "c still holds it");
        keys.release("c");
        assert_eq!(firing(&keys, &world.bodies), [(1, 2)]);
    }

    #[test]
    fn the_hand_takes_a_block_at_the_exact_point() {
        let world = two_blocks();
        let point = world.bodies[1].state.position + DVec2::new(0.3, 0.7);
        let hand = Hand::take(&world, point, 0.1).unwrap();
        let (near, far) = hand.spring(3.0).ends(|id| world.bodies[id].state.frame());
        assert_eq!(hand.body, 1);
        assert!(near.distance(point) < 1e-12 && far == point);
        assert_eq!(Hand::take(&world, DVec2::new(2.5, 3.5), 0.1), None);
    }

    #[test]
    fn a_carried_or_turned_block_stays_under_the_hand() {
        let mut world = two_blocks();
        let body = world.bodies[1].clone().moving(1.0, 2.0, 3.0);
        world.bodies[1] = body;
        let target = world.bodies[1].state.frame().place(DVec2::X);
        let mut hand = Hand { body: 1, attach: DVec2::new(0.3, 0.25), target, pointer: target, turn: 0.0 };
        for turn in [false, true, false] {
            let before = world.bodies[1].state;
            let (angle, to) = (before.angle, before.position + DVec2::new(-0.4, 1.1));
            if turn {
                hand.turn(&mut world, to)
            } else {
                hand.carry(&mut world, to)
            }
            let body = &world.bodies[1];
            assert!(body.state.frame().place(hand.attach).distance(to) < 1e-12);
            assert_eq!(turn, body.state.angle != angle);
            assert_eq!((body.state.velocity, body.state.omega), (DVec2::ZERO, 0.0));
        }
    }
}
