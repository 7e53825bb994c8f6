//! Reading the bodies and settings of a planar scene.
use super::error::{SceneError, halves};
use super::node::{Fields, LARGEST, Node, POSITIVE, Read};
use super::{LONGEST, TOP, forces};
use crate::complementarity::{METHODS, Order, method};
use crate::planar::body::{Body, BodyId, State, Thruster};
use crate::planar::equations::Extra;
use crate::planar::friction::{FrictionSolver, PairFriction, Restitution, Scheme};
use crate::planar::impulse::ImpactLaw;
use crate::planar::integrate::Integrator;
use crate::planar::polygon::Polygon;
use crate::planar::world::{Settings, World};
use glam::DVec2;

const MOST_BODIES: usize = 1000;
const MOST_VERTICES: usize = 1000;
const MOST_THRUSTERS: usize = 256;
const MOST_PAIRS: usize = 10_000;
const MOST_CONTACTS: usize = 10_000;
/// Time step of a file that names none, s: a quarter of the tolerance that bounces are usually measured with.
const TIME_STEP: f64 = 0.0025;

/// Fields of `scene`.
const SCENE: &[&str] = &["bodies", "contacts", "forces", "friction", "restitution", "pairs", "thrust", "firing"];
const BODY: &[&str] = &[
    "name",
    "shape",
    "position",
    "angle",
    "velocity",
    "omega",
    "mass",
    "inertia",
    "density",
    "fixed",
    "restitution",
    "friction",
    "surface_speed",
    "thrusters",
];

/// A planar scene: a world, and what a file says beside it.
#[derive(Clone, Debug)]
pub struct PlanarScene {
    /// Bodies, forces and settings; of [`Self::thrusts`] none.
    pub world: World,
    /// Contacts as the file lists them.
    pub contacts: Vec<GivenContact>,
    /// Forces of fixed direction, each with one or more magnitudes.
    pub thrusts: Vec<GivenThrust>,
    /// Coefficient of friction of contacts that have none of their own; the world's settings have it, too.
    pub friction: f64,
}

/// A contact that a file lists.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenContact {
    /// Name for a reader.
    pub name: String,
    /// Owner of the corner.
    pub body1: BodyId,
    /// Owner of the edge.
    pub body2: BodyId,
    /// Where, in the world, m.
    pub point: DVec2,
    /// Outward unit normal of `body2`.
    pub normal: DVec2,
}

/// A force of fixed direction at a point of a body, to be tried with several magnitudes.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenThrust {
    /// The body.
    pub body: BodyId,
    /// Where, body frame, m.
    pub point: DVec2,
    /// Direction in the world, as given.
    pub direction: DVec2,
    /// N for a direction of length 1.
    pub magnitudes: Vec<f64>,
}

impl PlanarScene {
    /// The world with each thrust at its magnitude of number `choice`, or its last if it has fewer.
    pub fn with_thrust(&self, choice: usize) -> World {
        let mut world = self.world.clone();
        world.forces.pushes.extend(self.thrusts.iter().map(|thrust| thrust.push(choice)));
        world
    }
}

/// Reads a scene whose own fields stand under `scene` or at the top; what a case says beside them is commentary.
pub(super) fn read(top: &Node, is_case: bool) -> Read<PlanarScene> {
    if top.value.get("scene").is_none() {
        let fields = top.object(&[TOP, SCENE].concat())?;
        return read_parts(&fields, &fields);
    }
    let head = if is_case { top.commented_object(TOP)? } else { top.object(TOP)? };
    read_parts(&head, &head.need("scene")?.object(SCENE)?)
}

fn read_parts(head: &Fields, scene: &Fields) -> Read<PlanarScene> {
    let mut world = World::default();
    world.settings = settings(head, scene)?;
    world.time = head.number("time", 0.0, -LONGEST..=LONGEST)?;
    for (i, node) in scene.need("bodies")?.list(MOST_BODIES)?.iter().enumerate() {
        let body = body(node, i)?;
        if world.bodies.iter().any(|other| other.name == body.name) {
            return Err(SceneError::new(
                format!("{}.name", node.path),
                "a name of its own",
                format!("{:?}", body.name),
            ));
        }
        world.bodies.push(body);
    }
    for node in scene.or("pairs", Vec::new(), |node| node.list(MOST_PAIRS))? {
        let pair = pair(&node, &world)?;
        world.settings.pair_friction.push(pair);
    }
    world.view = head.or("view", around(&world), view)?;
    let list = |name, most| scene.or(name, Vec::new(), |node| node.list(most));
    let contacts = list("contacts", MOST_CONTACTS)?.iter().map(|node| contact(node, &world)).collect::<Read<_>>()?;
    world.forces.gravity = head.vector("gravity")?.into();
    world.forces.thrust = scene.number("thrust", 0.0, 0.0..=*POSITIVE.end())?;
    for node in list("firing", MOST_BODIES)? {
        let thruster = firing(&node, &world)?;
        world.forces.firing.push(thruster);
    }
    let thrusts = forces::read(&list("forces", MOST_CONTACTS)?, &mut world)?;
    let friction = world.settings.friction;
    Ok(PlanarScene { world, contacts, thrusts, friction })
}

fn pair(node: &Node, world: &World) -> Read<PairFriction> {
    let fields = node.object(&["body1", "body2", "friction"])?;
    let bodies = [body_named(&fields.need("body1")?, world)?, body_named(&fields.need("body2")?, world)?];
    if bodies[0] == bodies[1] {
        return node.refuse("two bodies");
    }
    Ok(PairFriction { bodies, friction: fields.need("friction")?.number(0.0..=1e6)? })
}

fn view(node: Node) -> Read<[DVec2; 2]> {
    let corners = node.list(2)?.iter().map(|corner| corner.vector().map(DVec2::from)).collect::<Read<Vec<_>>>()?;
    match corners[..] {
        [low, high] if low.cmplt(high).all() => Ok([low, high]),
        _ => node.refuse("the lower left and the upper right corner"),
    }
}

/// A box around the bodies that move, or around all if none does, with room to move.
fn around(world: &World) -> [DVec2; 2] {
    let moving = world.bodies.iter().any(|body| !body.is_fixed());
    let shown = || world.bodies.iter().filter(|body| !(moving && body.is_fixed()));
    let corner = |sign: f64, pick: fn(DVec2, DVec2) -> DVec2| {
        shown().map(|body| body.state.position + sign * body.shape.radius()).reduce(pick).unwrap_or(DVec2::splat(sign))
    };
    let (low, high) = (corner(-1.0, DVec2::min), corner(1.0, DVec2::max));
    let room = 0.25 * (high - low);
    [low - room, high + room]
}

fn settings(head: &Fields, scene: &Fields) -> Read<Settings> {
    let own = Settings { time_step: TIME_STEP, target_gap: 0.0, ..Settings::default() };
    let solvers: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
    let (integrators, laws) = (Integrator::ALL.map(Integrator::name), ImpactLaw::ALL.map(ImpactLaw::name));
    let (restitutions, schemes) = (Restitution::ALL.map(Restitution::name), Scheme::ALL.map(Scheme::name));
    let friction_solvers = FrictionSolver::ALL.map(FrictionSolver::name);
    let orders = ["worst-first", "index", "random: and a seed, such as random:7"];
    Ok(Settings {
        time_step: head.number("time_step", own.time_step, 1e-6..=1.0)?,
        restitution: scene.number("restitution", own.restitution, 0.0..=1.0)?,
        integrator: head.or("integrator", own.integrator, |node| node.word(&integrators, Integrator::from_name))?,
        solver: head.or("solver", own.solver, |node| node.word(&solvers, |name| Some(method(name)?.name)))?,
        order: head.or("order", own.order, |node| node.word(&orders, Order::from_name))?,
        impact_law: head.or("impact_law", own.impact_law, |node| node.word(&laws, ImpactLaw::from_name))?,
        target_gap: head.number("target_gap", own.target_gap, 0.0..=1.0)?,
        extra: head
            .or("extra_acceleration", own.extra, |node| node.word(&Extra::ALL.map(Extra::name), Extra::from_name))?,
        friction: scene.number("friction", 0.0, 0.0..=1e6)?,
        pair_friction: Vec::new(),
        restitution_law: head
            .or("restitution_law", own.restitution_law, |node| node.word(&restitutions, Restitution::from_name))?,
        scheme: head.or("scheme", own.scheme, |node| node.word(&schemes, Scheme::from_name))?,
        friction_solver: head.or("friction_solver", own.friction_solver, |node| {
            node.word(&friction_solvers, FrictionSolver::from_name)
        })?,
    })
}

fn body(node: &Node, number: usize) -> Read<Body> {
    let fields = node.object(BODY)?;
    let name = fields.or("name", format!("body {}", number + 1), |node| node.text().map(str::to_string))?;
    let shape = polygon(&fields.need("shape")?)?;
    let state = State {
        position: fields.vector("position")?.into(),
        angle: fields.number("angle", 0.0, -LARGEST..=LARGEST)?,
        velocity: fields.vector("velocity")?.into(),
        omega: fields.number("omega", 0.0, -LARGEST..=LARGEST)?,
    };
    let mut body = Body::fixed(&name, shape);
    body.restitution = fields.number("restitution", 1.0, 0.0..=1.0)?;
    body.friction = fields.optional("friction", |node: Node| node.number(0.0..=1e6))?;
    body.surface_speed = fields.number("surface_speed", 0.0, -LARGEST..=LARGEST)?;
    if !fields.or("fixed", false, |node| node.flag())? {
        give_mass(&mut body, &fields, node)?;
    } else if state.velocity != DVec2::ZERO || state.omega != 0.0 {
        return Err(SceneError::new(node.path.as_str(), "zero velocity and omega of a fixed body", "others"));
    }
    let list = fields.or("thrusters", Vec::new(), |node| node.list(MOST_THRUSTERS))?;
    body.thrusters = list.iter().map(thruster).collect::<Read<_>>()?;
    body.state = state;
    Ok(body)
}

/// Mass from `mass` or from `density`, moment from `inertia` or from the shape.
fn give_mass(body: &mut Body, fields: &Fields, node: &Node) -> Read<()> {
    let positive = |name| fields.optional(name, |node: Node| node.number(POSITIVE));
    let area = body.shape.area_properties().area;
    match (positive("mass")?, positive("density")?) {
        (Some(mass), _) => body.set_mass(mass),
        (None, Some(density)) => body.set_mass(density * area),
        (None, None) => {
            let expected = "the field \"mass\" or \"density\", or \"fixed\": true";
            return Err(SceneError::new(node.path.as_str(), expected, "none of them"));
        }
    }
    body.inertia = positive("inertia")?.unwrap_or(body.inertia);
    if !POSITIVE.contains(&body.mass) || !POSITIVE.contains(&body.inertia) {
        let found = format!("a mass of {:e} kg and a moment of {:e} kg m²", body.mass, body.inertia);
        return Err(SceneError::new(node.path.as_str(), "a shape and a density of usual size", found));
    }
    Ok(())
}

fn polygon(node: &Node) -> Read<Polygon> {
    let fields = node.object(&["type", "vertices"])?;
    fields.need("type")?.word(&["polygon"], |name| (name == "polygon").then_some(()))?;
    let list = fields.need("vertices")?;
    let vertices = list.list(MOST_VERTICES)?.iter().map(|v| v.vector().map(DVec2::from)).collect::<Read<_>>()?;
    Polygon::new(vertices).map_err(|error| {
        let text = error.to_string();
        let [expected, found] = halves(&text, "other vertices");
        SceneError::new(list.path.as_str(), expected, found)
    })
}

fn thruster(node: &Node) -> Read<Thruster> {
    let fields = node.object(&["point", "direction", "strength"])?;
    let direction = fields.need("direction")?;
    let unit = DVec2::from(direction.vector()?);
    if (unit.length() - 1.0).abs() > 1e-6 {
        return direction.refuse("a vector of length 1");
    }
    let strength = fields.number("strength", 1.0, 0.0..=LARGEST)?;
    Ok(Thruster { point: fields.vector("point")?.into(), direction: unit, strength })
}

fn firing(node: &Node, world: &World) -> Read<(BodyId, usize)> {
    match &node.list(2)?[..] {
        [body, number] => {
            let body = body_named(body, world)?;
            Ok((body, number.index(world.bodies[body].thrusters.len())?))
        }
        _ => node.refuse("the name of a body and the number of a thruster on it"),
    }
}

fn contact(node: &Node, world: &World) -> Read<GivenContact> {
    let fields = node.object(&["name", "body1", "body2", "point", "normal"])?;
    let normal = fields.need("normal")?;
    let unit = DVec2::from(normal.vector()?);
    if (unit.length() - 1.0).abs() > 1e-6 {
        return normal.refuse("a vector of length 1");
    }
    Ok(GivenContact {
        name: fields.or("name", String::new(), |node| node.text().map(str::to_string))?,
        body1: body_named(&fields.need("body1")?, world)?,
        body2: body_named(&fields.need("body2")?, world)?,
        point: fields.need("point")?.vector()?.into(),
        normal: unit,
    })
}

/// The body of that name.
pub(super) fn body_named(node: &Node, world: &World) -> Read<BodyId> {
    let name = node.text()?;
    match world.bodies.iter().position(|body| body.name == name) {
        Some(body) => Ok(body),
        None => {
            let names: Vec<&str> = world.bodies.iter().take(30).map(|body| body.name.as_str()).collect();
            node.refuse(format!("the name of a body: {}", names.join(", ")))
        }
    }
}
