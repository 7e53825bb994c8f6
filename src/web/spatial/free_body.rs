//! A body in space by itself, with every force that acts on it.
//!
//! After Newton and Euler the forces add up to m a, and their torques about the centre of mass to the rate of the angular
//! momentum, I α + ω × I ω. Where the forces are means over the coming step, so are both rates.
use super::arrows::Arrow;
use super::camera::Camera;
use super::sight::Sight;
use super::stage::Stage;
use crate::source::Source;
use crate::spatial::body::{Body, BodyId, Turning};
use crate::spatial::contact::{Contact, Part};
use crate::spatial::equations::Twist;
use crate::spatial::forces::{Applied, Place};
use crate::spatial::law::ImpactLaw;
use crate::spatial::shape::{Aabb, Shape};
use crate::web::cause::Cause;
use crate::web::notation::{Kind, label, numbered};
use glam::{DVec2, DVec3};

/// Length of the longest arrow, in radii of the body.
const LONGEST: f64 = 1.3;
/// Forces below this part of the greatest have no arrow.
const LEAST: f64 = 2e-3;

/// A force on the body. World frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// What makes it.
    pub cause: Cause,
    /// Where it acts, m.
    pub point: DVec3,
    /// N, and about the centre of mass, with any torque of its own, N m.
    pub force: Twist,
}

/// All forces on one body, and what they do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FreeBody {
    /// In the order: applied, then contacts by number, then what guides the body.
    pub loads: Vec<Load>,
    /// Rates of momentum, N, and of angular momentum, N m.
    pub rate: Twist,
    /// m/s² and rad/s².
    pub acceleration: Twist,
}

impl FreeBody {
    /// The forces on a body that can move, of those that the stage shows; none where it shows those of a step before.
    pub fn of(stage: &mut Stage, id: BodyId) -> Option<Self> {
        let body = stage.world.bodies.get(id).filter(|body| !body.is_fixed())?;
        let (start, h) = (body.state, stage.world.settings.time_step);
        let inertia = body.inertia_at(start.pose.rotation);
        let momentum = inertia * start.omega;
        let (acceleration, turning, centre) = if stage.sight() == Sight::Instant {
            let acceleration = stage.instant().accelerations[id];
            (acceleration, inertia * acceleration.angular + start.omega.cross(momentum), start.pose.position)
        } else {
            let end = stage.coming.get(id)?;
            let acceleration =
                Twist { linear: (end.velocity - start.velocity) / h, angular: (end.omega - start.omega) / h };
            let later = body.inertia_at(end.pose.rotation) * end.omega;
            (acceleration, (later - momentum) / h, end.pose.position)
        };
        let body = &stage.world.bodies[id];
        let rate = Twist { linear: body.mass * acceleration.linear, angular: turning };
        let mut free = Self { loads: applied(stage, id), rate, acceleration };
        let on_body = |(k, contact): (usize, &Contact)| touch(k, contact, (id, body), centre);
        free.loads.extend(stage.contacts.iter().enumerate().filter_map(on_body));
        let serial = stage.sight() != Sight::Instant && stage.world.settings.impact_law == ImpactLaw::Serial;
        if is_guided(body) {
            free.close(Cause::Guide, start.pose.position);
        } else if serial {
            free.close(Cause::Impacts, start.pose.position);
        }
        Some(free)
    }

    /// Sum of all forces, N, and of all torques about the centre of mass, N m.
    pub fn sum(&self) -> Twist {
        let mut sum = Twist::default();
        self.loads.iter().for_each(|load| sum.add(1.0, &load.force));
        sum
    }

    /// Adds what the others leave to be done.
    fn close(&mut self, cause: Cause, point: DVec3) {
        let mut force = self.rate;
        force.add(-1.0, &self.sum());
        self.loads.push(Load { cause, point, force });
    }

    /// As numbers for the page: see `free_body` of the stage's handle.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for twist in [&self.sum(), &self.rate, &self.acceleration] {
            put(&mut numbers, twist);
        }
        for load in &self.loads {
            numbers.extend_from_slice(&load.cause.numbers());
            put(&mut numbers, &load.force);
        }
        numbers
    }

    /// An arrow for each force and one for their sum, and the length of that of 1 N, m.
    pub fn arrows(&self, body: &Body, comma: bool) -> (Vec<Arrow>, f64) {
        let sum = self.sum().linear;
        let size = |force: DVec3| force.length_squared().sqrt();
        let most = self.loads.iter().map(|load| size(load.force.linear)).fold(size(sum), f64::max);
        let metres = if most > 0.0 { LONGEST * body.shape.radius() / most } else { 1.0 };
        let mut list = Vec::new();
        let mut add = |kind, name: &str, tail, force| {
            if size(force) > LEAST * most {
                let (head, label, key) = (tail + metres * force, label(name, size(force), comma), list.len() as u64);
                list.push(Arrow { kind, tail, head, label, key });
            }
        };
        for load in &self.loads {
            let (kind, name) = shape(load.cause);
            add(kind, &name, load.point, load.force.linear);
        }
        add(Kind::Outcome, "\u{3a3}", body.state.pose.position, sum);
        (list, metres)
    }
}

fn put(numbers: &mut Vec<f64>, Twist { linear, angular }: &Twist) {
    numbers.extend_from_slice(&[linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]);
}

/// How the arrow of a force is drawn and what it is called.
fn shape(cause: Cause) -> (Kind, String) {
    let (kind, name) = match cause {
        Cause::Contact(k) | Cause::Joint(k) => return (Kind::Contact(k), numbered("f", k + 1)),
        Cause::Applied(Source::Gravity) => (Kind::Gravity, "mg"),
        Cause::Applied(Source::Damping) => (Kind::Spring, "kv"),
        Cause::Applied(Source::Thruster(_) | Source::Push) => (Kind::Thrust, "T"),
        Cause::Applied(Source::Spring) => (Kind::Spring, "S"),
        Cause::Guide | Cause::Impacts => (Kind::Contact(usize::MAX), "R"),
    };
    (kind, name.into())
}

/// A camera that sees a body and its arrows from where the stage is looked at.
pub fn camera(stage: &Camera, body: &Body, arrows: &[Arrow], size: DVec2) -> Camera {
    let bounds = body.shape.bounds(&body.state.pose).union(&Aabb::around(arrows.iter().map(|arrow| arrow.head)));
    let radius = (bounds.high - bounds.low).length_squared().sqrt() / 2.0;
    Camera::fit(bounds.centre(), radius, stage.yaw, stage.pitch, size)
}

/// Whether something beside the forces has a say in the motion of a body.
fn is_guided(body: &Body) -> bool {
    !body.is_free() || body.pinned || body.turning != Turning::Free
}

/// What acts on a body beside contacts. The thrusters of the keys come after the scene's own pushes.
fn applied(stage: &Stage, id: BodyId) -> Vec<Load> {
    let (world, states) = (&stage.world, stage.world.states());
    let place = Place { bodies: &world.bodies, states: &states, fastest: world.settings.time_step.recip() };
    let given = world.forces.pushes[..stage.given()].iter().filter(|push| push.body == id).count();
    let (mut pushes, mut loads) = (0, Vec::new());
    world.forces.for_each(place, &mut |Applied { body, point, force, torque, source }| {
        if body != id {
            return;
        }
        let is_push = source == Source::Push;
        let source = if is_push && pushes >= given { Source::Thruster(pushes - given) } else { source };
        pushes += usize::from(is_push);
        let torque = torque + (point - states[id].pose.position).cross(force);
        loads.push(Load { cause: Cause::Applied(source), point, force: Twist { linear: force, angular: torque } });
    });
    loads
}

/// The force of a contact on a body with this centre, friction included.
fn touch(k: usize, contact: &Contact, (id, body): (BodyId, &Body), centre: DVec3) -> Option<Load> {
    let sign = if contact.a == id { 1.0 } else { -1.0 };
    let linear = sign * (contact.force * contact.normal + contact.friction);
    let arm = match body.shape {
        Shape::Sphere { radius } => -sign * radius * contact.normal, // a step moves the point, but not off the normal
        _ => contact.point - centre,
    };
    let force = Twist { linear, angular: arm.cross(linear) };
    let cause = if matches!(contact.key.first, Part::Joint(_)) { Cause::Joint(k) } else { Cause::Contact(k) };
    [contact.a, contact.b].contains(&id).then_some(Load { cause, point: contact.point, force })
}
