//! Rigid bodies in space and their states.
use super::dynamics::rotation::Spin;
use super::pose::Pose;
use super::shape::Shape;
use glam::{DMat3, DQuat, DVec3};

/// A body by its number in the world.
pub type BodyId = usize;

/// Where a body is and how it moves. World frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Centre of mass, m, and attitude.
    pub pose: Pose,
    /// Velocity of the centre of mass, m/s.
    pub velocity: DVec3,
    /// Angular velocity, rad/s.
    pub omega: DVec3,
}

impl State {
    /// Velocity of the point of the body that is at `point` of the world now.
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.omega.cross(point - self.pose.position)
    }

    /// Attitude and angular velocity.
    pub fn spin(&self) -> Spin {
        Spin { rotation: self.pose.rotation, omega: self.omega }
    }
}

/// What moves a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Forces.
    #[default]
    Free,
    /// Nothing: it never moves.
    Fixed,
    /// A hand that gives it its velocity and angular velocity, whatever the forces (a kinematic body).
    Driven,
}

impl Motion {
    /// All kinds.
    pub const ALL: [Motion; 3] = [Self::Free, Self::Fixed, Self::Driven];

    /// The word used in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Fixed => "fixed",
            Self::Driven => "driven",
        }
    }
}

/// How a body that forces move may turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Turning {
    /// In all ways.
    #[default]
    Free,
    /// About this unit vector of the world only, as in a bearing.
    About(DVec3),
    /// Not at all.
    Locked,
}

/// A nozzle that pushes its body while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thruster {
    /// Where it pushes, body frame, m.
    pub point: DVec3,
    /// Which way it pushes the body: unit vector, body frame.
    pub direction: DVec3,
    /// Force as a multiple of the world's thrust setting.
    pub strength: f64,
}

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Name in files and for readers.
    pub name: String,
    /// Body frame, origin at the centre of mass.
    pub shape: Shape,
    /// kg; what it is has no effect unless forces move the body.
    pub mass: f64,
    /// About the centre of mass, body axes, kg m².
    pub inertia: DMat3,
    /// What moves it.
    pub motion: Motion,
    /// How it may turn.
    pub turning: Turning,
    /// Whether its centre of mass stays where it is, as in a bearing.
    pub pinned: bool,
    /// Elasticity of its impacts, 0 to 1.
    pub restitution: f64,
    /// Where it is and how it moves; a fixed body has zero velocity.
    pub state: State,
    /// Its nozzles.
    pub thrusters: Vec<Thruster>,
}

impl Body {
    /// A body of uniform density that forces move, at rest at the origin. The shape's own origin is taken as its centre
    /// of mass. Of a shape without end the moments are those of a ball of radius 1.
    pub fn new(name: &str, shape: Shape, mass: f64) -> Self {
        let inertia = match shape.mass_properties(1.0) {
            Some(unit) => unit.inertia * (mass / unit.mass),
            None => DMat3::from_diagonal(DVec3::splat(0.4 * mass)),
        };
        Self {
            name: name.into(),
            shape,
            mass,
            inertia,
            motion: Motion::Free,
            turning: Turning::Free,
            pinned: false,
            restitution: 1.0,
            state: State::default(),
            thrusters: Vec::new(),
        }
    }

    /// A body that never moves.
    pub fn fixed(name: &str, shape: Shape) -> Self {
        Self { motion: Motion::Fixed, ..Self::new(name, shape, 1.0) }
    }

    /// A body that a hand moves at its velocity and angular velocity.
    pub fn driven(name: &str, shape: Shape) -> Self {
        Self { motion: Motion::Driven, ..Self::new(name, shape, 1.0) }
    }

    /// The same body at another place.
    pub fn at(mut self, position: DVec3, rotation: DQuat) -> Self {
        self.state.pose = Pose { position, rotation };
        self
    }

    /// The same body with another motion.
    pub fn moving(mut self, velocity: DVec3, omega: DVec3) -> Self {
        (self.state.velocity, self.state.omega) = (velocity, omega);
        self
    }

    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        self.motion == Motion::Fixed
    }

    /// Whether forces move it.
    pub fn is_free(&self) -> bool {
        self.motion == Motion::Free
    }

    /// Whether forces turn it, in all ways.
    pub fn turns_freely(&self) -> bool {
        self.is_free() && self.turning == Turning::Free
    }

    /// 1/mass, 1/kg; 0 unless forces move its centre of mass.
    pub fn inverse_mass(&self) -> f64 {
        if self.is_free() && !self.pinned { self.mass.recip() } else { 0.0 }
    }

    /// Inertia in world axes at an attitude, kg m². A function of its own: a dozen places ask for it.
    #[inline(never)]
    pub fn inertia_at(&self, rotation: DQuat) -> DMat3 {
        let axes = DMat3::from_quat(rotation);
        axes * self.inertia * axes.transpose()
    }

    /// What a torque does to the angular velocity, world axes, 1/(kg m²); zero where nothing can turn.
    pub fn inverse_inertia_at(&self, rotation: DQuat) -> DMat3 {
        match self.turning {
            Turning::Free if self.is_free() => {
                let axes = DMat3::from_quat(rotation);
                axes * self.inertia.inverse() * axes.transpose()
            }
            Turning::About(axis) if self.is_free() => {
                let moment = axis.dot(self.inertia_at(rotation) * axis);
                DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z) * moment.recip()
            }
            _ => DMat3::ZERO,
        }
    }
}
