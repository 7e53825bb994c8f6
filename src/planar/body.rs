//! Rigid bodies in the plane and their states.
use super::polygon::Polygon;
use glam::DVec2;

/// A body by its number in the world.
pub type BodyId = usize;

/// Where a body is and how it moves. World frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Centre of mass, m.
    pub position: DVec2,
    /// Angle from body to world axes, counter-clockwise, rad.
    pub angle: f64,
    /// Velocity of the centre of mass, m/s.
    pub velocity: DVec2,
    /// Angular velocity, counter-clockwise, rad/s.
    pub omega: f64,
}

impl State {
    /// Velocity of the body's point at `arm` from the centre of mass (world axes).
    pub fn velocity_at(&self, arm: DVec2) -> DVec2 {
        self.velocity + self.omega * arm.perp()
    }

    /// The transformation from body to world.
    pub fn frame(&self) -> Frame {
        Frame { origin: self.position, axis: DVec2::new(libm::cos(self.angle), libm::sin(self.angle)) }
    }
}

/// A rotation and a shift, with the sine and cosine at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The body's centre in the world, m.
    pub origin: DVec2,
    /// The body's x axis in the world.
    pub axis: DVec2,
}

impl Frame {
    /// A direction of the body in world axes.
    pub fn turn(&self, local: DVec2) -> DVec2 {
        self.axis.rotate(local)
    }

    /// A point of the body in the world.
    pub fn place(&self, local: DVec2) -> DVec2 {
        self.origin + self.turn(local)
    }

    /// A point of the world in the body's frame.
    pub fn local(&self, world: DVec2) -> DVec2 {
        DVec2::new(self.axis.x, -self.axis.y).rotate(world - self.origin)
    }
}

/// A nozzle that pushes its body while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thruster {
    /// Where it pushes, body frame, m.
    pub point: DVec2,
    /// Which way it pushes the body: unit vector, body frame.
    pub direction: DVec2,
    /// Force as a multiple of the world's thrust setting.
    pub strength: f64,
}

/// A rigid body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Name in files and for readers.
    pub name: String,
    /// Outline, body frame, origin at the centre of mass.
    pub shape: Polygon,
    /// kg; infinite if the body is fixed.
    pub mass: f64,
    /// Moment about the centre of mass, kg m²; infinite if the body is fixed.
    pub inertia: f64,
    /// Elasticity of its impacts, 0 to 1; an impact takes the smaller of the two bodies'.
    pub restitution: f64,
    /// Its coefficient of friction, in the place of the scene's.
    pub friction: Option<f64>,
    /// How fast its surface runs along its outline, counter-clockwise, m/s: a belt.
    pub surface_speed: f64,
    /// Where it is and how it moves; a fixed body has zero velocity.
    pub state: State,
    /// Its nozzles.
    pub thrusters: Vec<Thruster>,
}

impl Body {
    /// A body of uniform density with its centre of mass at the shape's origin, at rest at the origin of the world.
    pub fn new(name: &str, shape: Polygon, mass: f64) -> Self {
        let mut body = Self {
            name: name.into(),
            inertia: 0.0,
            shape,
            mass,
            restitution: 1.0,
            friction: None,
            surface_speed: 0.0,
            state: State::default(),
            thrusters: Vec::new(),
        };
        body.set_mass(mass);
        body
    }

    /// Another mass of uniform density; the moment does not depend on what the mass was before.
    pub fn set_mass(&mut self, mass: f64) {
        let area = self.shape.area_properties();
        (self.mass, self.inertia) = (mass, mass * area.second_moment / area.area);
    }

    /// A body that never moves.
    pub fn fixed(name: &str, shape: Polygon) -> Self {
        Self { mass: f64::INFINITY, inertia: f64::INFINITY, ..Self::new(name, shape, 1.0) }
    }

    /// The same body at another place.
    pub fn at(mut self, x: f64, y: f64, angle: f64) -> Self {
        (self.state.position, self.state.angle) = (DVec2::new(x, y), angle);
        self
    }

    /// The same body with another motion.
    pub fn moving(mut self, vx: f64, vy: f64, omega: f64) -> Self {
        (self.state.velocity, self.state.omega) = (DVec2::new(vx, vy), omega);
        self
    }

    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        self.mass.is_infinite()
    }

    /// 1/mass, 1/kg; 0 if fixed.
    pub fn inverse_mass(&self) -> f64 {
        self.mass.recip()
    }

    /// 1/inertia, 1/(kg m²); 0 if fixed.
    pub fn inverse_inertia(&self) -> f64 {
        self.inertia.recip()
    }
}
