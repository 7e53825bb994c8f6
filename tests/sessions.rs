//! Random sessions as a visitor might have them: none gets stuck, none lets bodies overlap.
//!
//! `CONTACT_FORCES_SESSIONS=10000 cargo test --release --test sessions` runs ten thousand sessions of 30 s; without
//! the variable there are a few.
use contact_forces::planar::forces::{Anchor, Spring};
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::World;
use glam::DVec2;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Random numbers of one session.
struct Chance(Pcg64Mcg);

impl Chance {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

/// Random blocks, gravity, elasticity, damping and thrust within the ranges of the page.
fn start(chance: &mut Chance, seed: u64) -> World {
    let count = 1 + chance.below(6);
    let mut world = (scene("blocks").expect("a scene").build)(Options { count, seed });
    world.forces.gravity.y = -chance.between(0.0, 10.0);
    world.forces.thrust = chance.between(0.0, 5.0);
    world.forces.damping = if chance.unit() < 0.5 { 0.0 } else { chance.between(0.0, 0.5) };
    world.settings.restitution = chance.unit();
    if chance.unit() < 0.2 {
        let factor = libm::exp10(chance.between(-2.0, 4.0));
        world.bodies[0].mass *= factor;
        world.bodies[0].inertia *= factor;
    }
    world
}

/// Presses and releases keys and the mouse now and then.
fn act(chance: &mut Chance, world: &mut World, blocks: usize) {
    if chance.unit() < 0.05 {
        let thruster = (chance.below(blocks.min(2)), chance.below(6));
        match world.forces.firing.iter().position(|on| *on == thruster) {
            Some(on) => drop(world.forces.firing.remove(on)),
            None => world.forces.firing.push(thruster),
        }
    }
    let mut somewhere = || {
        let [low, high] = world.view;
        DVec2::new(chance.between(low.x, high.x), chance.between(low.y, high.y))
    };
    let to = Anchor::World(somewhere());
    match &mut world.forces.hand {
        Some(_) if chance.unit() < 0.05 => world.forces.hand = None,
        Some(spring) if chance.unit() < 0.1 => spring.anchor = to,
        None if chance.unit() < 0.05 => {
            let (body, attach) =
                (chance.below(blocks), DVec2::new(chance.between(-0.4, 0.4), chance.between(-0.4, 0.4)));
            let stiffness = chance.between(1.0, 20.0);
            world.forces.hand = Some(Spring { body, attach, anchor: to, stiffness, rest_length: 0.0 });
        }
        _ => (),
    }
}

/// The least gap of a session; checks at each step that the world is sound.
fn session(seed: u64, seconds: f64) -> f64 {
    let mut chance = Chance(Pcg64Mcg::new(u128::from(seed) + 1));
    let mut world = start(&mut chance, seed);
    let blocks = world.bodies.iter().filter(|body| !body.is_fixed()).count();
    let steps = (seconds / world.settings.time_step).round() as usize;
    let mut least = f64::INFINITY;
    for step in 0..steps {
        act(&mut chance, &mut world, blocks);
        world.step();
        let gap = world.least_gap();
        least = least.min(gap);
        assert!(world.balance().total().is_finite(), "session {seed}: the energy is no number after step {step}");
        assert!(gap >= -1e-3, "session {seed}: an overlap of {:.2e} after step {step}", -gap);
        for body in &world.bodies[..blocks] {
            let (p, [low, high]) = (body.state.position, world.view);
            assert!(p.cmpge(low).all() && p.cmple(high).all(), "session {seed}: {} left the room", body.name);
        }
    }
    least
}

#[test]
fn random_sessions_neither_stick_nor_overlap() {
    let count: Option<u64> = std::env::var("CONTACT_FORCES_SESSIONS").ok().and_then(|text| text.parse().ok());
    let (sessions, seconds) = count.map_or((60, 10.0), |count| (count, 30.0));
    let least = (0..sessions).map(|seed| session(seed, seconds)).fold(f64::INFINITY, f64::min);
    println!("{sessions} sessions of {seconds} s: least gap {least:.3e}");
}
