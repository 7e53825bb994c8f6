//! A session in space as a visitor might have it: where it starts, and what is done to it.
use super::meshes::Random;
use super::overlap::{Form, Judged, depth};
use super::space::{self, KINDS, between, direction, rotation};
use contact_forces::session::scene_file::write_spatial;
use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::forces::{Anchor, Push, Spring};
use contact_forces::spatial::law::ImpactLaw;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};

/// How often the visitor may do something else, s.
const ACTS: f64 = 0.1;
/// The part of a session after which nobody touches anything.
pub const CALM: f64 = 0.6;
/// Lengths of the steps, the page's own most often.
const STEPS: [f64; 6] = [1.0 / 240.0, 1.0 / 120.0, 1.0 / 60.0, 1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0];
/// One in eight sessions is by one of these, those by accelerations without friction; the last knows smooth bodies alone.
const OTHERS: [&str; 6] =
    ["fixpoint", "fischer", "bilateral", "acceleration-rk4", "acceleration-semi-implicit", "contact-points"];
const GRAVITY: f64 = 9.81;

pub struct Visit {
    pub world: World,
    pub judged: Vec<Judged>,
    pub kind: usize,
    pub seconds: f64,
    /// In words, for a reader.
    pub about: String,
    /// Bodies that forces move; the others come after them.
    pub free: usize,
    /// The least extent of all of them, m.
    pub extent: f64,
    random: Random,
    busy: bool,
    acted: usize,
    room: f64,
}

/// What was done before a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Done {
    /// Something pushes or pulls, or does no longer.
    pub pushed: bool,
    /// Bodies were put where others are: the sum of the overlaps, m.
    pub put: Option<f64>,
}

impl Visit {
    pub fn new(seed: u64, seconds: f64) -> Self {
        let mut random = Random::new(seed);
        let kind = (seed % KINDS.len() as u64) as usize;
        let most = [4, 10, 30][random.below(3)];
        let count = 1 + random.below(most);
        let density =
            |random: &mut Random| if random.below(8) == 0 { 10f64.powf(between(random, 1.0, 4.0)) } else { 1e3 };
        let bodies = (0..count).map(|_| {
            let density = density(&mut random);
            space::body(kind, &mut random, density)
        });
        let (mut bodies, mut judged): (Vec<Body>, Vec<Judged>) = bodies.unzip();
        let extent = judged.iter().map(|judged| judged.extent).fold(f64::INFINITY, f64::min);
        let room = scatter(&mut random, &mut bodies, &judged);
        let speed = throw(&mut random, &mut bodies);
        let walls = enclose(&mut random, room, &mut bodies, &mut judged);
        let mut world = World::new(bodies);
        let law = rule(&mut random, &mut world, KINDS[kind] == "smooth");
        let busy = random.below(5) < 3;
        let scheme = world.settings.scheme;
        let about = format!(
            "{} {}, {scheme}, dt 1/{:.0}, {walls}, {speed}, {law}{}",
            count,
            KINDS[kind],
            1.0 / world.settings.time_step,
            if busy { ", visited" } else { "" }
        );
        Self { world, judged, kind, seconds, about, free: count, extent, random, busy, acted: 0, room }
    }

    /// What the visitor does before the next step.
    pub fn act(&mut self) -> Done {
        let time = self.world.time;
        let (due, calm) = ((time / ACTS) as usize, time >= CALM * self.seconds);
        let mut done = Done::default();
        let forces = &mut self.world.forces;
        if calm && (forces.hand.is_some() || !forces.pushes.is_empty()) {
            (forces.hand, done.pushed) = (None, true);
            forces.pushes.clear();
        }
        if self.busy && !calm && due > self.acted {
            self.acted = due;
            match self.random.below(40) {
                0 => done.put = Some(self.put()),
                1..=7 => self.push(),
                8..=19 => self.drag(),
                20..=22 => self.world.forces.hand = None,
                23..=25 => self.world.forces.pushes.clear(),
                _ => return done,
            }
            done.pushed = true;
        }
        done
    }

    /// Whether anything but weight acts.
    pub fn is_free(&self) -> bool {
        self.world.forces.hand.is_none() && self.world.forces.pushes.is_empty()
    }

    /// A thruster of one of the first two bodies, on its centre or turning it.
    fn push(&mut self) {
        let body = self.random.below(self.free.min(2));
        let b = &self.world.bodies[body];
        let force = b.mass * between(&mut self.random, 2.0, 30.0) * direction(&mut self.random);
        let turning = self.random.below(3) == 0;
        let (force, torque) = if turning { (DVec3::ZERO, b.shape.radius() * force) } else { (force, DVec3::ZERO) };
        self.world.forces.pushes.push(Push { body, point: DVec3::ZERO, force, torque });
    }

    /// The hand takes a body, or pulls the one that it has elsewhere.
    fn drag(&mut self) {
        let at = DVec3::new(self.room, self.room, self.room) * self.random.vector() + self.room * DVec3::Z;
        let to = Anchor::World(at);
        if let Some(spring) = &mut self.world.forces.hand {
            spring.anchor = to;
            return;
        }
        let body = self.random.below(self.free);
        let mass = self.world.bodies[body].mass;
        let attach = 0.3 * self.judged[body].extent * self.random.vector();
        let stiffness = mass * between(&mut self.random, 5.0, 300.0);
        let damping = (stiffness * mass).sqrt();
        self.world.forces.hand = Some(Spring { body, attach, anchor: to, stiffness, rest_length: 0.0, damping });
    }

    /// As while the clock stands: a body is carried to where another is, or half under the floor, and left at rest there.
    fn put(&mut self) -> f64 {
        let body = self.random.below(self.free);
        let onto = self.world.bodies[self.random.below(self.free)].state.pose.position;
        let mut position = onto + between(&mut self.random, 0.0, 0.3) * direction(&mut self.random);
        if self.random.below(4) == 0 {
            position.z = self.judged[body].extent * between(&mut self.random, 0.0, 0.5);
        }
        let pose = Pose { position, rotation: rotation(&mut self.random) };
        self.world.bodies[body].state = State { pose, ..State::default() };
        self.world.contacts.clear();
        let mut sum = 0.0;
        self.overlaps(&mut |_, depth| sum += depth);
        sum
    }

    /// Shows all pairs that overlap, and how deep, m.
    pub fn overlaps(&self, show: &mut dyn FnMut([usize; 2], f64)) {
        let at = |k: usize| (&self.judged[k], &self.world.bodies[k].state.pose);
        for i in 0..self.free {
            for j in i + 1..self.judged.len() {
                let depth = depth(at(i), at(j));
                if depth > 0.0 {
                    show([i, j], depth);
                }
            }
        }
    }
}

impl Visit {
    /// Whether the middle of a body is behind a wall, or under a plate that it did not fall from.
    pub fn is_out(&self, body: usize) -> bool {
        let p = self.world.bodies[body].state.pose.position;
        (self.free..self.judged.len()).any(|k| match self.judged[k].form {
            Form::HalfSpace(normal) => normal.dot(p - self.world.bodies[k].state.pose.position) < 0.0,
            _ => p.z < 0.0 && p.truncate().abs().max_element() < 4.0 * self.room,
        })
    }

    /// As a scene file; the hand becomes a spring of the scene.
    pub fn scene(&self, seconds: f64) -> String {
        let mut world = self.world.clone();
        world.forces.springs.extend(world.forces.hand.take());
        write_spatial(&world, &self.about, seconds)
    }
}

/// Over each other in layers, so that none overlap; half the width of the room that they need, m.
fn scatter(random: &mut Random, bodies: &mut [Body], judged: &[Judged]) -> f64 {
    let cell = 2.1 * judged.iter().map(|judged| judged.radius).fold(0.0, f64::max);
    let wide = [1, 2, 3, 6][random.below(4)].min(bodies.len());
    let half = 0.5 * cell * wide as f64;
    for (k, body) in bodies.iter_mut().enumerate() {
        let [x, y, z] = [k % wide, k / wide % wide, k / wide / wide].map(|place| (place as f64 + 0.5) * cell);
        let shift = 0.02 * cell * random.vector();
        body.state.pose =
            Pose { position: DVec3::new(x - half, y - half, 1.02 * z) + shift.abs(), rotation: rotation(random) };
        body.state.pose.position.z += 0.02 * cell;
    }
    half.max(cell) + between(random, 0.1, 1.5)
}

/// Velocities: none, slow, fast, or one wild body.
fn throw(random: &mut Random, bodies: &mut [Body]) -> &'static str {
    let class = random.below(4);
    for body in &mut *bodies {
        let (speed, spin) = [(0.0, 0.0), (2.0, 5.0), (15.0, 30.0), (2.0, 5.0)][class];
        body.state.velocity = between(random, 0.0, speed) * direction(random);
        body.state.omega = between(random, 0.0, spin) * direction(random);
    }
    if class == 3 {
        bodies[0].state.velocity = between(random, 20.0, 100.0) * direction(random);
        bodies[0].state.omega = between(random, 10.0, 60.0) * direction(random);
    }
    ["dropped", "slow", "fast", "one wild"][class]
}

/// A floor, or a room; the floor is a half-space or a thick plate, and gravity may be askew later.
fn enclose(random: &mut Random, room: f64, bodies: &mut Vec<Body>, judged: &mut Vec<Judged>) -> &'static str {
    let plate = random.below(3) == 0;
    if plate {
        let floor = space::cuboid(DVec3::new(4.0 * room, 4.0 * room, 0.5));
        bodies.push(Body::fixed("floor", floor.shape).at(-0.5 * DVec3::Z, DQuat::IDENTITY));
        judged.push(floor.judged);
    }
    let walls = if random.below(3) == 0 { 0 } else { 4 };
    let normals = [DVec3::Z, DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y];
    for normal in normals.into_iter().skip(usize::from(plate)).take(walls + usize::from(!plate)) {
        let place = if normal == DVec3::Z { DVec3::ZERO } else { -room * normal };
        bodies.push(Body::fixed("wall", Shape::HalfSpace { normal }).at(place, DQuat::IDENTITY));
        judged.push(Judged::new(Form::HalfSpace(normal)));
    }
    match (plate, walls) {
        (true, 0) => "on a plate",
        (true, _) => "plate and walls",
        (false, 0) => "on a floor",
        _ => "room",
    }
}

/// Scheme, length of step, friction, restitution, impact law, sleep and gravity.
fn rule(random: &mut Random, world: &mut World, smooth: bool) -> String {
    let settings = &mut world.settings;
    settings.scheme = MOREAU;
    settings.time_step = STEPS[random.below(STEPS.len())];
    if random.below(8) == 0 {
        settings.scheme = OTHERS[random.below(OTHERS.len() - usize::from(!smooth))];
    }
    settings.friction = [0.0, 0.3, 0.6, between(random, 0.0, 1.2)][random.below(4)];
    settings.restitution = [0.0, 0.0, 0.5, 1.0, random.unit()][random.below(5)];
    settings.impact_law = ImpactLaw::ALL[random.below(2)];
    settings.sleep = random.below(3) == 0;
    // in a room gravity askew makes its floor a slope
    let tilt = if random.below(3) == 0 {
        DQuat::from_axis_angle(direction(random), between(random, 0.0, 0.5))
    } else {
        DQuat::IDENTITY
    };
    world.forces.gravity = tilt * (-GRAVITY * DVec3::Z);
    format!(
        "mu {:.2}, e {:.2}, {}{}{}",
        settings.friction,
        settings.restitution,
        settings.impact_law.name(),
        if settings.sleep { ", sleep" } else { "" },
        if tilt == DQuat::IDENTITY { "" } else { ", slope" }
    )
}
