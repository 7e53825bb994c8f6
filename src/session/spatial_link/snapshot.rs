//! The state of a running spatial scene, bit for bit, as text for a link.
//!
//! Form `v1`: base64url (no padding) of bytes: the letter S; the numbers of bodies and contacts; the time; for each body
//! that is not fixed which of its thirteen numbers are not zero (two bytes) and those (position, quaternion x, y, z, w,
//! velocity, angular velocity); for each contact its two bodies, its two parts, its force and, if any has friction (the
//! letter then is F), its friction, from which the next step starts; and the 32-bit FNV-1a sum of all these. Whole numbers are written seven bits to a byte, lowest first, the
//! others as little-endian IEEE 754 doubles.
use crate::session::Link;
use crate::session::snapshot::{Snapshot, checksum, is_intact};
use crate::spatial::body::{BodyId, State};
use crate::spatial::candidates::{Finder, Look};
use crate::spatial::contact::{Contact, Key, Part};
use crate::spatial::pose::Pose;
use crate::spatial::world::World;
use base64ct::{Base64UrlUnpadded, Encoding};
use glam::{DQuat, DVec3};
use std::fmt;

/// Time, states, and what the contacts carried in the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpatialSnapshot {
    /// s.
    time: f64,
    /// States of the bodies that are not fixed, in the world's order.
    states: Vec<State>,
    /// Contacts in the world's order.
    contacts: Vec<Carried>,
}

/// What a contact carried.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Carried {
    bodies: [BodyId; 2],
    key: Key,
    force: f64,
    friction: DVec3,
}

/// Why a world's state cannot go into a link, or a link's state not into a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpatialSnapshotError {
    /// The text would be longer than a link may be.
    TooLarge,
    /// A number that is not finite, or larger than any scene needs.
    OutOfRange,
    /// Not the form `v1`, or damaged.
    Unreadable,
    /// The state of another scene.
    OtherScene,
}

impl SpatialSnapshotError {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::TooLarge => "the state is too long for a link",
            Self::OutOfRange => "a number of the state is not within ±1e9",
            Self::Unreadable => "the state is damaged or of another version",
            Self::OtherScene => "the state belongs to another scene",
        }
    }
}

impl fmt::Display for SpatialSnapshotError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.words())
    }
}

impl std::error::Error for SpatialSnapshotError {}

const VERSION: &str = "v1.";
/// Without and with friction.
const MARKS: [u8; 2] = *b"SF";
/// Room for the other fields of a link.
const LONGEST: usize = Link::LONGEST - 200;

impl SpatialSnapshot {
    /// The state of a world now.
    ///
    /// # Errors
    /// It is too long for a link, or a number of it is too large.
    pub fn of(world: &World) -> Result<Self, SpatialSnapshotError> {
        let states: Vec<State> = world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.state).collect();
        let carried = |c: &Contact| Carried { bodies: [c.a, c.b], key: c.key, force: c.force, friction: c.friction };
        // far too large a state is not even written
        if states.len() + world.contacts.len() > LONGEST {
            return Err(SpatialSnapshotError::TooLarge);
        }
        let snapshot = Self { time: world.time, states, contacts: world.contacts.iter().map(carried).collect() };
        if !snapshot.is_in_range() {
            return Err(SpatialSnapshotError::OutOfRange);
        }
        if snapshot.encode().len() > LONGEST { Err(SpatialSnapshotError::TooLarge) } else { Ok(snapshot) }
    }

    fn is_in_range(&self) -> bool {
        let numbers = self.states.iter().flat_map(numbers).chain(self.contacts.iter().map(|c| c.force));
        let numbers = numbers.chain(self.contacts.iter().flat_map(|c| c.friction.to_array()));
        std::iter::once(self.time).chain(numbers).all(|x| x.abs() <= Snapshot::LARGEST)
    }

    /// s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Puts a world of the same scene into this state; another world stays as it is.
    ///
    /// # Errors
    /// The world has other bodies.
    pub fn restore(&self, world: &mut World) -> Result<(), SpatialSnapshotError> {
        let moving = world.bodies.iter().filter(|body| !body.is_fixed()).count();
        let known = |carried: &Carried| carried.bodies.iter().all(|&body| body < world.bodies.len());
        if moving != self.states.len() || !self.contacts.iter().all(known) {
            return Err(SpatialSnapshotError::OtherScene);
        }
        for (body, state) in world.bodies.iter_mut().filter(|body| !body.is_fixed()).zip(&self.states) {
            body.state = *state;
        }
        world.time = self.time;
        world.contacts = self.measured(world);
        Ok(())
    }

    /// The contacts where they are now: what the link does not hold follows from the states.
    fn measured(&self, world: &World) -> Vec<Contact> {
        let (states, mut near, mut found) = (world.states(), Finder::default(), Vec::new());
        let radii = world.bodies.iter().map(|body| body.shape.radius()).filter(|radius| radius.is_finite());
        let size = radii.fold(0.0, f64::max);
        let look = Look { apart: 1e-3 * size, overlap: 1e-2 * size, sunk: false, graze: 1e-7 * size, span: 0.0 };
        near.find(&world.bodies, &states, look, &mut found);
        let measured = |c: &Carried| {
            let ([a, b], poses) = (c.bodies, c.bodies.map(|body| states[body].pose));
            let middle = (poses[0].position + poses[1].position) / 2.0;
            let blank = Contact {
                a,
                b,
                point: middle,
                normal: DVec3::Z,
                gap: 0.0,
                force: c.force,
                friction: c.friction,
                key: c.key,
            };
            let same = found.iter().find(|other| (other.a, other.b, other.key) == (a, b, c.key));
            same.map_or(blank, |other| {
                let measure = other.gap.measure(&poses[0], &poses[1]);
                Contact { point: measure.point, normal: measure.normal, gap: measure.gap, ..blank }
            })
        };
        self.contacts.iter().map(measured).collect()
    }

    /// As text for a link.
    pub fn encode(&self) -> String {
        let rubs = self.contacts.iter().any(|c| c.friction != DVec3::ZERO);
        let mut bytes = vec![MARKS[usize::from(rubs)]];
        [self.states.len(), self.contacts.len()].iter().for_each(|&count| put(&mut bytes, count));
        bytes.extend(self.time.to_le_bytes());
        for state in &self.states {
            let numbers = numbers(state);
            let mask = (0..13).filter(|&k| numbers[k].to_bits() != 0).fold(0u16, |mask, k| mask | 1 << k);
            bytes.extend(mask.to_le_bytes());
            bytes.extend(numbers.iter().filter(|x| x.to_bits() != 0).flat_map(|x| x.to_le_bytes()));
        }
        for Carried { bodies, key, force, friction } in &self.contacts {
            let parts = [key.first, key.second].map(number_of);
            bodies.iter().chain(&parts).for_each(|&number| put(&mut bytes, number));
            bytes.extend(force.to_le_bytes());
            if rubs {
                bytes.extend(friction.to_array().iter().flat_map(|x| x.to_le_bytes()));
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        VERSION.to_string() + &Base64UrlUnpadded::encode_string(&bytes)
    }

    /// From the text of a link.
    ///
    /// # Errors
    /// It is no such text, or damaged.
    pub fn decode(text: &str) -> Result<Self, SpatialSnapshotError> {
        let snapshot = read(text).ok_or(SpatialSnapshotError::Unreadable)?;
        if snapshot.is_in_range() { Ok(snapshot) } else { Err(SpatialSnapshotError::OutOfRange) }
    }
}

fn read(text: &str) -> Option<SpatialSnapshot> {
    let bytes = Base64UrlUnpadded::decode_vec(text.strip_prefix(VERSION)?).ok()?;
    let (bytes, sum) = bytes.split_last_chunk::<4>()?;
    if !is_intact(bytes, *sum) {
        return None;
    }
    let (mark, mut rest) = bytes.split_first()?;
    let rubs = MARKS.iter().position(|known| known == mark)? == 1;
    let counts = [take(&mut rest)?, take(&mut rest)?];
    let time = double(&mut rest)?;
    let states = (0..counts[0]).map(|_| state(&mut rest)).collect::<Option<_>>()?;
    let contacts = (0..counts[1]).map(|_| carried(&mut rest, rubs)).collect::<Option<_>>()?;
    rest.is_empty().then_some(SpatialSnapshot { time, states, contacts })
}

fn carried(rest: &mut &[u8], rubs: bool) -> Option<Carried> {
    let bodies = [take(rest)?, take(rest)?];
    let key = Key { first: part(take(rest)?), second: part(take(rest)?) };
    let force = double(rest)?;
    let mut friction = [0.0; 3];
    for x in friction.iter_mut().filter(|_| rubs) {
        *x = double(rest)?;
    }
    Some(Carried { bodies, key, force, friction: friction.into() })
}

fn state(rest: &mut &[u8]) -> Option<State> {
    let (mask, after) = rest.split_first_chunk::<2>()?;
    *rest = after;
    let mask = u16::from_le_bytes(*mask);
    let mut numbers = [0.0; 13];
    for (k, x) in numbers.iter_mut().enumerate() {
        if mask >> k & 1 == 1 {
            *x = double(rest)?;
        }
    }
    let [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = numbers;
    let pose = Pose { position: DVec3::new(x, y, z), rotation: DQuat::from_xyzw(qx, qy, qz, qw) };
    let is_rotation = (pose.rotation.length_squared() - 1.0).abs() < 1e-6;
    (is_rotation && mask < 1 << 13).then_some(State {
        pose,
        velocity: DVec3::new(vx, vy, vz),
        omega: DVec3::new(wx, wy, wz),
    })
}

fn numbers(s: &State) -> [f64; 13] {
    let ([x, y, z], [qx, qy, qz, qw]) = (s.pose.position.to_array(), s.pose.rotation.to_array());
    let ([vx, vy, vz], [wx, wy, wz]) = (s.velocity.to_array(), s.omega.to_array());
    [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz]
}

/// A part of a body as one number.
fn number_of(part: Part) -> usize {
    match part {
        Part::Whole => 0,
        Part::Vertex(k) => 4 * k + 1,
        Part::Edge(k) => 4 * k + 2,
        Part::Face(k) => 4 * k + 3,
        Part::Joint(k) => 4 * k + 4,
    }
}

fn part(number: usize) -> Part {
    match number % 4 {
        _ if number == 0 => Part::Whole,
        0 => Part::Joint(number / 4 - 1),
        1 => Part::Vertex(number / 4),
        2 => Part::Edge(number / 4),
        _ => Part::Face(number / 4),
    }
}

fn put(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 128 {
        bytes.push((number % 128) as u8 | 128);
        number /= 128;
    }
    bytes.push(number as u8);
}

fn take(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= usize::from(byte % 128) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

fn double(rest: &mut &[u8]) -> Option<f64> {
    let (bytes, after) = rest.split_first_chunk::<8>()?;
    *rest = after;
    Some(f64::from_le_bytes(*bytes))
}
