//! The equation a = A f + b of a set of contacts.
use super::body::{Body, Frame, State};
use super::contact::Contact;
use super::dynamics::Setup;
use super::forces::Place;
use super::world::Settings;
use crate::linalg::Matrix;
use crate::linalg::islands::Islands;
use glam::DVec2;

/// Linear and angular acceleration of a body (or any other pair of a vector and a turn).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// m/s² (m/s for a velocity).
    pub linear: DVec2,
    /// Counter-clockwise, rad/s² (rad/s).
    pub angular: f64,
}

/// How a unit force at a contact moves its two bodies: one row of J, and the same row times M⁻¹.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Row of J: n, r×n for `a`; the same with a minus for `b`.
    pub jacobian: [Twist; 2],
    /// J M⁻¹: what a unit force does to each body, zero for a fixed one.
    pub response: [Twist; 2],
}

impl Row {
    /// The row of a contact, along its normal.
    pub fn of(contact: &Contact, bodies: &[Body], states: &[State]) -> Self {
        Self::along(contact.normal, contact, bodies, states)
    }

    /// The row along a direction, for forces at the point of the contact.
    pub fn along(direction: DVec2, contact: &Contact, bodies: &[Body], states: &[State]) -> Self {
        let side = |body: usize, sign: f64| {
            let linear = sign * direction;
            let jacobian = Twist { linear, angular: (contact.point - states[body].position).perp_dot(linear) };
            let (m, i) = (bodies[body].inverse_mass(), bodies[body].inverse_inertia());
            (jacobian, Twist { linear: m * linear, angular: i * jacobian.angular })
        };
        let (a, b) = (side(contact.a, 1.0), side(contact.b, -1.0));
        Self { bodies: [contact.a, contact.b], jacobian: [a.0, b.0], response: [a.1, b.1] }
    }

    /// M⁻¹ Jᵀ f: what a force does to its two bodies.
    fn spread(&self, f: f64, add: &mut impl FnMut(usize, Twist)) {
        for (&body, response) in self.bodies.iter().zip(&self.response) {
            add(body, Twist { linear: f * response.linear, angular: f * response.angular });
        }
    }

    /// Adds that to the bodies' motions.
    pub fn push(&self, f: f64, motions: &mut [Twist]) {
        self.spread(f, &mut |body, twist| {
            motions[body].linear += twist.linear;
            motions[body].angular += twist.angular;
        });
    }

    /// J times the motions of its two bodies.
    pub fn apply(&self, motion: impl Fn(usize) -> Twist) -> f64 {
        (0..2).map(|k| dot(&self.jacobian[k], &motion(self.bodies[k]))).sum()
    }

    /// The entry of A = J M⁻¹ Jᵀ with another row: the acceleration of this gap by a unit force there.
    pub fn coupling(&self, other: &Row) -> f64 {
        let mut sum = 0.0;
        for k in 0..2 {
            for l in 0..2 {
                if self.bodies[k] == other.bodies[l] {
                    sum += dot(&self.jacobian[k], &other.response[l]);
                }
            }
        }
        sum
    }
}

fn dot(x: &Twist, y: &Twist) -> f64 {
    x.linear.dot(y.linear) + x.angular * y.angular
}

/// Rows of all contacts, and A; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// One row for each contact.
    pub rows: Vec<Row>,
}

impl Rows {
    /// Fills the rows.
    pub fn fill(&mut self, contacts: &[Contact], bodies: &[Body], states: &[State]) {
        self.rows.clear();
        self.rows.extend(contacts.iter().map(|contact| Row::of(contact, bodies, states)));
    }

    /// Takes up the contacts along all normals, then along all tangents.
    pub fn fill_with_tangents(&mut self, contacts: &[Contact], bodies: &[Body], states: &[State]) {
        self.fill(contacts, bodies, states);
        self.rows.extend(contacts.iter().map(|contact| Row::along(contact.tangent(), contact, bodies, states)));
    }

    /// A = J M⁻¹ Jᵀ (the Delassus matrix), 1/kg.
    pub fn delassus(&self, a: &mut Matrix) {
        let n = self.rows.len();
        a.reset(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = self.rows[i].coupling(&self.rows[j]);
                (a[(i, j)], a[(j, i)]) = (entry, entry);
            }
        }
    }

    /// `A x` into `out`; `sums` holds a motion for each body and is overwritten where rows are.
    pub fn multiply(&self, x: &[f64], sums: &mut [Twist], out: &mut [f64]) {
        for body in self.rows.iter().flat_map(|row| row.bodies) {
            sums[body] = Twist::default();
        }
        self.push(x, sums);
        for (out, row) in out.iter_mut().zip(&self.rows) {
            *out = row.apply(|body| sums[body]);
        }
    }

    /// Finds the islands of the first `contacts` rows; `moving` is then whether any row moves a body.
    pub fn find_islands(&self, contacts: usize, moving: &mut Vec<bool>, islands: &mut Islands) {
        let bodies = bodies(&self.rows);
        moving.clear();
        moving.resize(bodies, false);
        for row in &self.rows {
            for (&body, response) in row.bodies.iter().zip(&row.response) {
                moving[body] |= *response != Twist::default();
            }
        }
        islands.find(bodies, contacts, &|k| self.rows[k].bodies, &|body| moving[body]);
    }

    /// `a = A f + b`; `sums` has a place for each body.
    pub fn evaluate(&self, f: &[f64], b: &[f64], sums: &mut [Twist], a: &mut Vec<f64>) {
        a.resize(b.len(), 0.0);
        self.multiply(f, sums, a);
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    }

    /// Adds M⁻¹ Jᵀ f to the bodies' motions.
    pub fn push(&self, f: &[f64], motions: &mut [Twist]) {
        self.rows.iter().zip(f).for_each(|(row, &f)| row.push(f, motions));
    }

    /// Shows M⁻¹ Jᵀ f, contact by contact: to which body, and what it adds there.
    pub fn spread(&self, f: &[f64], mut add: impl FnMut(usize, Twist)) {
        self.rows.iter().zip(f).for_each(|(row, &f)| row.spread(f, &mut add));
    }
}

/// One more than the highest number of a body of these rows.
pub fn bodies(rows: &[Row]) -> usize {
    rows.iter().flat_map(|row| row.bodies).max().map_or(0, |most| most + 1)
}

/// How a gap that is off its target is brought back: b += (2 d' τ + (d − target))/τ².
///
/// Critically damped with the time constant τ, in proportion to the time step; so it works alike for any step. It is
/// taken at the start of a step and held: fed back within the step it would multiply the error of a Runge-Kutta
/// method's early stages by 1/τ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// Which of its terms are added.
    pub extra: Extra,
    /// Gap at rest, m.
    pub target: f64,
    /// τ, s.
    pub time_constant: f64,
}

/// The extra acceleration that contacts are asked for: which terms of [`Correction`] are added to b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    /// None: gaps drift, until what overlaps is set apart.
    None,
    /// That of the rate: gaps stay where they are.
    Velocity,
    /// Those of rate and distance: gaps go back to their target.
    #[default]
    VelocityAndDistance,
}

impl Extra {
    /// All, in the order a reader should meet them.
    pub const ALL: [Extra; 3] = [Self::None, Self::Velocity, Self::VelocityAndDistance];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Velocity => "velocity",
            Self::VelocityAndDistance => "velocity-and-distance",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|extra| extra.name() == name)
    }
}

impl Correction {
    /// A gap this much under its target is no drift but an overlap: it is not driven out by force, which would feed
    /// energy in (and has no solution in a slot too tight for its block), but set apart by `separate`.
    pub const DRIFT: f64 = 1e-5;

    /// The one that goes with some settings.
    pub fn of(settings: &Settings) -> Self {
        Self { extra: settings.extra, target: settings.target_gap, time_constant: 2.0 * settings.time_step }
    }

    /// How far a gap is off its target by drift, m.
    pub fn off(&self, contact: &Contact) -> f64 {
        let off = contact.gap - self.target;
        if off < -Self::DRIFT { 0.0 } else { off }
    }

    /// What it adds to b, m/s².
    pub fn term(&self, contact: &Contact, rate: f64) -> f64 {
        let off = if self.extra == Extra::VelocityAndDistance { self.off(contact) } else { 0.0 };
        let rate = if self.extra == Extra::None { 0.0 } else { rate };
        (2.0 * rate * self.time_constant + off) / (self.time_constant * self.time_constant)
    }
}

/// Accelerations of all bodies without contact forces.
pub fn free_accelerations(setup: Setup, states: &[State], frames: &[Frame], out: &mut Vec<Twist>) {
    out.clear();
    out.resize(setup.bodies.len(), Twist::default());
    let place = Place { bodies: setup.bodies, states, frames, fastest: setup.settings.fastest_rate() };
    setup.forces.for_each(place, |applied| {
        let (body, arm) = (&setup.bodies[applied.body], applied.point - states[applied.body].position);
        let twist = &mut out[applied.body];
        twist.linear += body.inverse_mass() * applied.force;
        twist.angular += body.inverse_inertia() * (arm.perp_dot(applied.force) + applied.torque);
    });
}
