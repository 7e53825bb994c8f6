//! One place where two bodies touch or nearly do, and how the gap there changes.
use super::body::{Body, BodyId, State};
use glam::DVec2;

/// Which parts meet: the same pair at the next step is the same contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// A vertex of `a` at an edge of `b`, by number; the edge starts at the vertex of that number.
    VertexEdge(usize, usize),
    /// A vertex of `a` at a vertex of `b`.
    VertexVertex(usize, usize),
}

/// A vertex of one body at an edge or a vertex of another. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Owner of the vertex.
    pub a: BodyId,
    /// Owner of the edge, or of the other vertex.
    pub b: BodyId,
    /// Where they meet: the vertex of `a`.
    pub point: DVec2,
    /// Unit vector out of `b` into `a`; a force `f > 0` pushes `a` along it and `b` against it.
    pub normal: DVec2,
    /// Distance along `normal`: positive apart, negative overlapping.
    pub gap: f64,
    /// What meets.
    pub feature: Feature,
}

impl Contact {
    /// What tells this contact from all others.
    pub fn key(&self) -> (BodyId, BodyId, Feature) {
        (self.a, self.b, self.feature)
    }

    /// Elasticity of an impact here: the least of the two bodies' and the world's.
    pub fn restitution(&self, bodies: &[Body], world: f64) -> f64 {
        [self.a, self.b].iter().map(|body| bodies[*body].restitution).fold(world, f64::min)
    }

    /// The place on `b`: the body-fixed point whose motion enters the gap.
    ///
    /// At an edge it is the point of `b` that is at the vertex just now, for the edge's line turns with `b`; at a
    /// vertex it is that vertex.
    pub fn point_on_b(&self) -> DVec2 {
        match self.feature {
            Feature::VertexEdge(..) => self.point,
            Feature::VertexVertex(..) => self.point - self.gap * self.normal,
        }
    }

    /// Velocity of the vertex of `a` relative to the point of `b`, m/s.
    pub fn relative_velocity(&self, states: &[State]) -> DVec2 {
        let (a, b) = (&states[self.a], &states[self.b]);
        a.velocity_at(self.point - a.position) - b.velocity_at(self.point_on_b() - b.position)
    }

    /// d', the rate of the gap, m/s: negative when approaching.
    pub fn normal_velocity(&self, states: &[State]) -> f64 {
        self.normal.dot(self.relative_velocity(states))
    }

    /// The direction of friction: the normal turned clockwise.
    pub fn tangent(&self) -> DVec2 {
        -self.normal.perp()
    }

    /// vₜ, the velocity of `a` past `b` along the tangent at the point where both feel the force, m/s.
    pub fn tangential_velocity(&self, states: &[State]) -> f64 {
        let at = |body: BodyId| states[body].velocity_at(self.point - states[body].position);
        self.tangent().dot(at(self.a) - at(self.b))
    }

    /// The part of vₜ' that comes from the velocities alone, while the gap stays as it is.
    pub fn tangential_terms(&self, states: &[State]) -> f64 {
        let inward = |body: BodyId| states[body].omega * states[body].omega * (self.point - states[body].position);
        self.tangent().dot(inward(self.b) - inward(self.a))
    }

    /// The part of d'' that comes from the velocities alone:
    /// `n·(ω×(ω×r))` of both points, and the turning of the normal.
    ///
    /// d = n·(p₁ − p₂) gives d'' = n·(p₁'' − p₂'') + 2 n'·(p₁' − p₂') with n' = ω₂ × n at an edge (Baraff 1989, and
    /// the derivation on the ContactSim page); between two vertices d = |p₁ − p₂| gives
    /// d'' = n·(p₁'' − p₂'') + |t·(p₁' − p₂')|²/d.
    pub fn velocity_terms(&self, states: &[State]) -> f64 {
        let (a, b) = (&states[self.a], &states[self.b]);
        let (arm_a, arm_b) = (self.point - a.position, self.point_on_b() - b.position);
        let centripetal = b.omega * b.omega * arm_b - a.omega * a.omega * arm_a;
        let slide = self.normal.perp_dot(self.relative_velocity(states));
        let turning = match self.feature {
            Feature::VertexEdge(..) => 2.0 * b.omega * slide,
            Feature::VertexVertex(..) if self.gap > MIN_VERTEX_GAP => slide * slide / self.gap,
            Feature::VertexVertex(..) => 0.0,
        };
        self.normal.dot(centripetal) + turning
    }
}

/// Between vertices nearer than this, m, the curvature of the distance has no meaning and is left out.
const MIN_VERTEX_GAP: f64 = 1e-9;
