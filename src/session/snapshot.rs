//! The state of a running scene, bit for bit, as text for a link.
//!
//! Form `v1`: base64url (no padding) of little-endian bytes: number of bodies and number of firing thrusters (one byte
//! each), the time, six numbers for each body that can move (x, y, angle, vx, vy, ω; each an IEEE 754 double), two
//! bytes for each firing thruster (body, number on it), and the 32-bit FNV-1a sum of all these, which tells a damaged
//! link from a good one.
use crate::planar::body::{BodyId, State};
use crate::planar::world::World;
use base64ct::{Base64UrlUnpadded, Encoding};
use glam::DVec2;
use std::fmt;

/// Time, states and firing thrusters of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// s.
    time: f64,
    /// States of the bodies that can move, in the world's order.
    states: Vec<State>,
    /// Thrusters that are on: body and number on it.
    firing: Vec<(BodyId, usize)>,
}

/// Why a world's state cannot go into a link, or a link's state not into a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// More bodies or thrusters than a link has room for.
    TooLarge,
    /// A number that is not finite, or larger than any scene needs.
    OutOfRange,
    /// Not the form `v1`, or damaged.
    Unreadable,
    /// The state of another scene.
    OtherScene,
}

impl SnapshotError {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::TooLarge => "a link has room for 20 moving bodies and 24 firing thrusters",
            Self::OutOfRange => "a number of the state is not within ±1e9",
            Self::Unreadable => "the state is damaged or of another version",
            Self::OtherScene => "the state belongs to another scene",
        }
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.words())
    }
}

impl std::error::Error for SnapshotError {}

impl Snapshot {
    /// Moving bodies that a link has room for.
    pub const MOST_BODIES: usize = 20;
    /// Firing thrusters that a link has room for.
    pub const MOST_FIRING: usize = 24;
    /// Largest size of a number, SI units.
    pub const LARGEST: f64 = 1e9;
    const VERSION: &str = "v1.";

    /// The state of a world now.
    pub fn of(world: &World) -> Result<Self, SnapshotError> {
        let moving = world.bodies.iter().filter(|body| !body.is_fixed());
        Self::new(world.time, moving.map(|body| body.state).collect(), world.forces.firing.clone())
    }

    /// A state from its parts, which must fit into a link.
    pub fn new(time: f64, states: Vec<State>, firing: Vec<(BodyId, usize)>) -> Result<Self, SnapshotError> {
        let byte = |&(body, number): &(BodyId, usize)| body <= 255 && number <= 255;
        if states.len() > Self::MOST_BODIES || firing.len() > Self::MOST_FIRING || !firing.iter().all(byte) {
            return Err(SnapshotError::TooLarge);
        }
        let in_range = |x: f64| x.abs() <= Self::LARGEST;
        if !in_range(time) || !states.iter().all(|s| numbers(s).into_iter().all(in_range)) {
            return Err(SnapshotError::OutOfRange);
        }
        Ok(Self { time, states, firing })
    }

    /// s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Puts a world of the same scene into this state; another world stays as it is.
    pub fn restore(&self, world: &mut World) -> Result<(), SnapshotError> {
        let count = world.bodies.iter().filter(|body| !body.is_fixed()).count();
        let nozzles = |body: usize| world.bodies.get(body).map_or(0, |body| body.thrusters.len());
        if count != self.states.len() || self.firing.iter().any(|&(body, number)| number >= nozzles(body)) {
            return Err(SnapshotError::OtherScene);
        }
        let moving = world.bodies.iter_mut().filter(|body| !body.is_fixed());
        for (body, state) in moving.zip(&self.states) {
            body.state = *state;
        }
        world.time = self.time;
        world.forces.firing.clone_from(&self.firing);
        Ok(())
    }

    /// As text for a link.
    pub fn encode(&self) -> String {
        let mut bytes = vec![self.states.len() as u8, self.firing.len() as u8];
        let all = self.states.iter().flat_map(numbers);
        bytes.extend(std::iter::once(self.time).chain(all).flat_map(f64::to_le_bytes));
        bytes.extend(self.firing.iter().flat_map(|&(body, number)| [body as u8, number as u8]));
        bytes.extend(checksum(&bytes).to_le_bytes());
        Self::VERSION.to_string() + &Base64UrlUnpadded::encode_string(&bytes)
    }

    /// From the text of a link.
    pub fn decode(text: &str) -> Result<Self, SnapshotError> {
        Self::read(text).ok_or(SnapshotError::Unreadable)?
    }

    fn read(text: &str) -> Option<Result<Self, SnapshotError>> {
        let bytes = Base64UrlUnpadded::decode_vec(text.strip_prefix(Self::VERSION)?).ok()?;
        let (bytes, sum) = bytes.split_last_chunk::<4>()?;
        if !is_intact(bytes, *sum) {
            return None;
        }
        let (&[bodies, firing], rest) = bytes.split_first_chunk::<2>()?;
        let (doubles, pairs) = rest.split_at_checked(8 * (1 + 6 * usize::from(bodies)))?;
        if pairs.len() != 2 * usize::from(firing) {
            return None;
        }
        let (doubles, _) = doubles.as_chunks::<8>();
        let doubles: Vec<f64> = doubles.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        let states = doubles[1..].as_chunks::<6>().0.iter().map(state).collect();
        let firing = pairs.as_chunks::<2>().0.iter().map(|&[body, number]| (body.into(), number.into())).collect();
        Some(Self::new(doubles[0], states, firing))
    }
}

fn numbers(s: &State) -> [f64; 6] {
    [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega]
}

fn state(&[x, y, angle, vx, vy, omega]: &[f64; 6]) -> State {
    State { position: DVec2::new(x, y), angle, velocity: DVec2::new(vx, vy), omega }
}

/// Whether the sum is that of the bytes. It is not asked for while the readers are fuzzed: no chance would find the right one,
/// and what reads the bytes would never be reached.
pub(in crate::session) fn is_intact(bytes: &[u8], sum: [u8; 4]) -> bool {
    cfg!(fuzzing) || u32::from_le_bytes(sum) == checksum(bytes)
}

/// FNV-1a, 32 bits.
pub(in crate::session) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
