//! What the article prints about a contact, term by term: its gap, the two rates of it, one entry of A, one of b.
//!
//! The simulation does not use this. It is the textbook's way of writing what `contact` and `equations` compute, and
//! the tests hold one against the other.
use super::body::{Body, BodyId, State};
use super::contact::{Contact, Feature};
use super::dynamics::{Dynamics, Setup};
use super::equations::{Correction, Twist, free_accelerations};
use super::world::World;
use glam::DVec2;

/// One of the two bodies at a contact: number 1 owns the corner, number 2 the edge or the other corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Which body.
    pub body: BodyId,
    /// 1/m, 1/kg; 0 if fixed.
    pub inverse_mass: f64,
    /// 1/I, 1/(kg m²); 0 if fixed.
    pub inverse_inertia: f64,
    /// p: the body's point at the contact, m.
    pub point: DVec2,
    /// r: from the centre of mass to that point, m.
    pub arm: DVec2,
    /// ω, rad/s.
    pub omega: f64,
    /// p′ = v + ω×r, m/s.
    pub velocity: DVec2,
    /// v′ + ω′×r by all forces but those of the contacts, m/s².
    pub applied: DVec2,
    /// ω×(ω×r), m/s².
    pub centripetal: DVec2,
    /// p″ by all forces, m/s².
    pub acceleration: DVec2,
}

/// A contact term by term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anatomy {
    /// Corner at an edge; else corner at a corner.
    pub at_edge: bool,
    /// The two bodies.
    pub sides: [Side; 2],
    /// n, out of body 2 into body 1.
    pub normal: DVec2,
    /// n′, 1/s: ω₂×n at an edge.
    pub normal_rate: DVec2,
    /// d, m.
    pub gap: f64,
    /// What is added to b to bring the gap back to its target, m/s².
    pub correction: f64,
}

/// What a body that two contacts share adds to their entry of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Which body.
    pub body: BodyId,
    /// 1 if it is the same number, 1 or 2, at both contacts; else -1.
    pub sign: f64,
    /// nᵢ·nⱼ/m, 1/kg.
    pub linear: f64,
    /// (rᵢ×nᵢ)(rⱼ×nⱼ)/I, 1/kg.
    pub angular: f64,
}

impl Anatomy {
    /// All contacts of a world, with what was computed at its present state.
    pub fn of(world: &World, instant: &Dynamics) -> Vec<Anatomy> {
        let (contacts, pushed) = (&instant.contacts, &instant.accelerations);
        let states = world.states();
        let frames: Vec<_> = states.iter().map(State::frame).collect();
        let mut applied = Vec::new();
        let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
        free_accelerations(setup, &states, &frames, &mut applied);
        let correction = Correction::of(&world.settings);
        let one = |contact: &Contact| {
            let side = |body: BodyId, point: DVec2| Side::of(&world.bodies[body], body, point);
            let sides = [side(contact.a, contact.point), side(contact.b, contact.point_on_b())];
            let mut anatomy = Anatomy {
                at_edge: matches!(contact.feature, Feature::VertexEdge(..)),
                sides: sides.map(|side| side.accelerated(applied[side.body], pushed[side.body])),
                normal: contact.normal,
                normal_rate: DVec2::ZERO,
                gap: contact.gap,
                correction: 0.0,
            };
            anatomy.normal_rate = anatomy.turning_normal();
            anatomy.correction = correction.term(contact, anatomy.rate());
            anatomy
        };
        contacts.iter().map(one).collect()
    }

    /// p₁′ − p₂′, m/s.
    pub fn relative_velocity(&self) -> DVec2 {
        self.sides[0].velocity - self.sides[1].velocity
    }

    /// ω₂×n at an edge; between two corners the part of p₁′ − p₂′ across n, over d.
    fn turning_normal(&self) -> DVec2 {
        let across = self.normal.perp();
        match self.at_edge {
            true => self.sides[1].omega * across,
            false if self.gap > 1e-9 => across.dot(self.relative_velocity()) / self.gap * across,
            false => DVec2::ZERO,
        }
    }

    /// d′ = n·(p₁′ − p₂′), m/s.
    pub fn rate(&self) -> f64 {
        self.normal.dot(self.relative_velocity())
    }

    /// 2 n′·(p₁′ − p₂′), m/s²; between two corners n′·(p₁′ − p₂′).
    pub fn turning(&self) -> f64 {
        let times = if self.at_edge { 2.0 } else { 1.0 };
        times * self.normal_rate.dot(self.relative_velocity())
    }

    /// n·(p₁″ − p₂″) of one part of the accelerations.
    pub fn along(&self, part: impl Fn(&Side) -> DVec2) -> f64 {
        self.normal.dot(part(&self.sides[0]) - part(&self.sides[1]))
    }

    /// d″ = n·(p₁″ − p₂″) + 2 n′·(p₁′ − p₂′), m/s².
    pub fn acceleration(&self) -> f64 {
        self.along(|side| side.acceleration) + self.turning()
    }

    /// The entry of b: forces, centripetal part, turning of the normal, correction; m/s².
    pub fn b_terms(&self) -> [f64; 4] {
        [self.along(|side| side.applied), self.along(|side| side.centripetal), self.turning(), self.correction]
    }

    /// The entry of A with another contact, body by body.
    pub fn a_terms(&self, other: &Anatomy) -> Vec<Share> {
        let mut shares = Vec::new();
        for (k, mine) in self.sides.iter().enumerate() {
            for (l, theirs) in other.sides.iter().enumerate().filter(|(_, side)| side.body == mine.body) {
                let turns = mine.arm.perp_dot(self.normal) * theirs.arm.perp_dot(other.normal);
                shares.push(Share {
                    body: mine.body,
                    sign: if k == l { 1.0 } else { -1.0 },
                    linear: self.normal.dot(other.normal) * mine.inverse_mass,
                    angular: turns * mine.inverse_inertia,
                });
            }
        }
        shares
    }
}

impl Side {
    fn of(body: &Body, id: BodyId, point: DVec2) -> Self {
        let arm = point - body.state.position;
        Self {
            body: id,
            inverse_mass: body.inverse_mass(),
            inverse_inertia: body.inverse_inertia(),
            point,
            arm,
            omega: body.state.omega,
            velocity: body.state.velocity_at(arm),
            applied: DVec2::ZERO,
            centripetal: -body.state.omega * body.state.omega * arm,
            acceleration: DVec2::ZERO,
        }
    }

    fn accelerated(self, applied: Twist, pushed: Twist) -> Self {
        let at_point = |twist: Twist| twist.linear + twist.angular * self.arm.perp();
        Self { applied: at_point(applied), acceleration: at_point(pushed) + self.centripetal, ..self }
    }
}

impl Share {
    /// What it adds to the entry, 1/kg.
    pub fn value(&self) -> f64 {
        self.sign * (self.linear + self.angular)
    }
}
