//! Reading a spatial scene: bodies with their shapes, forces and settings, checked.
mod forces;
mod joints;
mod law;
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
pub(super) mod mesh_file;
mod shape;
mod smooth;
mod world;
pub(super) mod write;

pub use shape::SpatialShape;

use super::LONGEST;
use super::error::SceneError;
use super::node::{Fields, LARGEST, Node, POSITIVE, Read};
use crate::spatial::body::{Motion, Thruster, Turning};
use crate::spatial::contact::{Contact, Key, Part};
use crate::spatial::forces::Forces;
use crate::spatial::law::{ImpactLaw, Law, PairLaw};
use crate::spatial::time_stepping::{SCHEMES, scheme};
use glam::DVec3;

const MOST_BODIES: usize = 100_000;
const MOST_CONTACTS: usize = 1_000_000;
const MOST_THRUSTERS: usize = 256;

/// Fields of `scene`; others belong to special problems.
const SCENE: &[&str] = &[
    "bodies",
    "contacts",
    "forces",
    "joints",
    "friction",
    "restitution",
    "tangential_restitution",
    "cone",
    "rolls",
    "pairs",
    "thrust",
    "firing",
    "dt",
    "time_step",
];
const BODY: &[&str] = &[
    "name",
    "shape",
    "position",
    "quaternion",
    "velocity",
    "omega",
    "mass",
    "inertia",
    "products_of_inertia",
    "density",
    "fixed",
    "driven",
    "turning",
    "pinned",
    "restitution",
    "thrusters",
];

/// A scene in three dimensions, z up.
#[derive(Clone, Debug, Default)]
pub struct SpatialScene {
    /// Its bodies.
    pub bodies: Vec<SpatialBody>,
    /// Gravity, damping, springs, thrusters; of a thrust of several magnitudes the first.
    pub forces: Forces,
    /// Of contacts that have none of their own.
    pub law: Law,
    /// Laws of single pairs of bodies.
    pub laws: Vec<PairLaw>,
    /// How several impacts in one step are treated.
    pub impact_law: ImpactLaw,
    /// Whether bodies at rest sleep.
    pub sleep: bool,
    /// h, s, if the file names it.
    pub time_step: Option<f64>,
    /// Name of the scheme, if the file names it.
    pub scheme: Option<&'static str>,
    /// s.
    pub time: f64,
    /// Contacts of the step before, with their forces.
    pub contacts: Vec<Contact>,
}

/// A rigid body in three dimensions.
#[derive(Clone, Debug)]
pub struct SpatialBody {
    /// Where it stands in the file.
    pub path: String,
    /// Name for a reader.
    pub name: String,
    /// Body frame.
    pub shape: SpatialShape,
    /// Centre of mass in the world, m.
    pub position: [f64; 3],
    /// w, x, y, z: from body to world axes, of length 1.
    pub quaternion: [f64; 4],
    /// Of the centre of mass, m/s.
    pub velocity: [f64; 3],
    /// World axes, rad/s.
    pub omega: [f64; 3],
    /// kg, if given.
    pub mass: Option<f64>,
    /// Moments about the body's axes, kg m², if given.
    pub inertia: Option<[f64; 3]>,
    /// ∫xy, ∫xz, ∫yz with a minus, kg m²: the other entries of the tensor.
    pub products_of_inertia: [f64; 3],
    /// kg/m³, if given.
    pub density: Option<f64>,
    /// What moves it.
    pub motion: Motion,
    /// How it may turn.
    pub turning: Turning,
    /// Whether its centre of mass stays where it is.
    pub pinned: bool,
    /// Elasticity of its impacts, 0 to 1.
    pub restitution: f64,
    /// Its nozzles.
    pub thrusters: Vec<Thruster>,
}

/// Reads a scene whose own fields stand under `scene` or at the top.
pub(super) fn read(top: &Node) -> Read<SpatialScene> {
    let head = top.loose_object()?;
    let scene = match head.get("scene") {
        Some(node) => node.commented_object(SCENE)?,
        None => top.loose_object()?,
    };
    let bodies: Vec<SpatialBody> = scene.need("bodies")?.list(MOST_BODIES)?.iter().map(body).collect::<Read<_>>()?;
    different_names(&bodies)?;
    let names: Vec<&str> = SCHEMES.iter().map(|row| row.name).collect();
    let step = |fields: &Fields, name: &str| fields.optional(name, |node| node.number(1e-6..=1.0));
    let contacts = scene.or("contacts", Vec::new(), |node| node.list(MOST_CONTACTS))?;
    Ok(SpatialScene {
        forces: forces::read(&head, &scene, &bodies)?,
        law: law::read(&scene)?,
        laws: law::pairs(&scene, &bodies)?,
        impact_law: law::impacts(&head)?,
        sleep: head.or("sleep", false, |node| node.flag())?,
        time_step: step(&head, "time_step")?.or(step(&scene, "time_step")?).or(step(&scene, "dt")?),
        scheme: head.optional("scheme", |node| node.word(&names, |name| Some(scheme(name)?.name)))?,
        time: head.number("time", 0.0, -LONGEST..=LONGEST)?,
        contacts: contacts.iter().map(|node| contact(node, &bodies)).collect::<Read<_>>()?,
        bodies,
    })
}

fn different_names(bodies: &[SpatialBody]) -> Read<()> {
    let mut names: Vec<(&str, usize)> = bodies.iter().zip(0..).map(|(body, i)| (body.name.as_str(), i)).collect();
    crate::sort::sort(&mut names);
    match names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => {
            let again = &bodies[pair[1].1];
            let path = format!("{}.name", again.path);
            Err(SceneError::new(path, "a name of its own", format!("{:?}", again.name)))
        }
    }
}

fn body(node: &Node) -> Read<SpatialBody> {
    let fields = node.object(BODY)?;
    let quaternion = fields.or("quaternion", [1.0, 0.0, 0.0, 0.0], |node| {
        let q = node.vector::<4>()?;
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() <= 1e-6 { Ok(q) } else { node.refuse("w, x, y, z of length 1") }
    })?;
    let positive = |name| fields.optional(name, |node: Node| node.number(POSITIVE));
    let moments = |node: Node| {
        let moments = node.vector::<3>()?;
        if moments.iter().all(|x| POSITIVE.contains(x)) { Ok(moments) } else { node.refuse("three numbers over zero") }
    };
    let thrusters = fields.or("thrusters", Vec::new(), |node| node.list(MOST_THRUSTERS))?;
    let body = SpatialBody {
        path: node.path.clone(),
        name: fields.need("name")?.text()?.to_string(),
        shape: shape::read(&fields.need("shape")?)?,
        position: fields.vector("position")?,
        quaternion,
        velocity: fields.vector("velocity")?,
        omega: fields.vector("omega")?,
        mass: positive("mass")?,
        inertia: fields.optional("inertia", moments)?,
        products_of_inertia: fields.vector("products_of_inertia")?,
        density: positive("density")?,
        motion: motion(node, &fields)?,
        turning: fields.or("turning", Turning::Free, turning)?,
        pinned: fields.or("pinned", false, |node| node.flag())?,
        restitution: fields.number("restitution", 1.0, 0.0..=1.0)?,
        thrusters: thrusters.iter().map(thruster).collect::<Read<_>>()?,
    };
    if body.motion == Motion::Free && body.mass.or(body.density).is_none() && fields.get("velocity").is_some() {
        return node.refuse("the field \"mass\" or \"density\", or \"fixed\": true");
    }
    if body.pinned && (body.motion != Motion::Free || body.velocity != [0.0; 3]) {
        return Err(SceneError::new(format!("{}.pinned", node.path), "false, or a free body without velocity", "true"));
    }
    if body.motion == Motion::Fixed && (body.velocity, body.omega) != ([0.0; 3], [0.0; 3]) {
        return Err(SceneError::new(node.path.as_str(), "zero velocity and omega of a fixed body", "others"));
    }
    Ok(body)
}

fn motion(node: &Node, fields: &Fields) -> Read<Motion> {
    let flag = |name| fields.or(name, false, |node: Node| node.flag());
    match (flag("fixed")?, flag("driven")?) {
        (false, false) => Ok(Motion::Free),
        (true, false) => Ok(Motion::Fixed),
        (false, true) => Ok(Motion::Driven),
        (true, true) => node.refuse("either \"fixed\" or \"driven\""),
    }
}

fn turning(node: Node) -> Read<Turning> {
    const EXPECTED: &str = "\"free\", \"locked\" or {\"about\": a vector of length 1}";
    match node.value.as_str() {
        Some("free") => Ok(Turning::Free),
        Some("locked") => Ok(Turning::Locked),
        None if node.value.is_object() => Ok(Turning::About(unit(&node.object(&["about"])?.need("about")?)?)),
        _ => node.refuse(EXPECTED),
    }
}

/// A vector of length 1.
fn unit(node: &Node) -> Read<DVec3> {
    let unit = DVec3::from(node.vector()?);
    if (unit.length() - 1.0).abs() <= 1e-6 { Ok(unit) } else { node.refuse("a vector of length 1") }
}

fn thruster(node: &Node) -> Read<Thruster> {
    let fields = node.object(&["point", "direction", "strength"])?;
    let strength = fields.number("strength", 1.0, 0.0..=LARGEST)?;
    Ok(Thruster { point: fields.vector("point")?.into(), direction: unit(&fields.need("direction")?)?, strength })
}

/// The body of that name.
fn body_named(node: &Node, bodies: &[SpatialBody]) -> Read<usize> {
    let name = node.text()?;
    match bodies.iter().position(|body| body.name == name) {
        Some(body) => Ok(body),
        None => {
            let names: Vec<&str> = bodies.iter().take(30).map(|body| body.name.as_str()).collect();
            node.refuse(format!("the name of a body: {}", names.join(", ")))
        }
    }
}

fn contact(node: &Node, bodies: &[SpatialBody]) -> Read<Contact> {
    let fields =
        node.object(&["name", "body1", "body2", "part1", "part2", "point", "normal", "gap", "force", "friction"])?;
    let part = |name| fields.or(name, Part::Whole, |node| part(&node));
    let number = |name| fields.number(name, 0.0, -1e30..=1e30);
    Ok(Contact {
        a: body_named(&fields.need("body1")?, bodies)?,
        b: body_named(&fields.need("body2")?, bodies)?,
        key: Key { first: part("part1")?, second: part("part2")? },
        point: fields.vector("point")?.into(),
        normal: fields.vector("normal")?.into(),
        gap: number("gap")?,
        force: number("force")?,
        friction: fields.vector("friction")?.into(),
    })
}

/// A part of a surface: `whole`, or `vertex`, `edge` or `face` and its number.
fn part(node: &Node) -> Read<Part> {
    let text = node.text()?;
    let number = |text: &str| text.parse().ok();
    let part = match text.split_once(' ') {
        None if text == "whole" => Some(Part::Whole),
        Some(("vertex", rest)) => number(rest).map(Part::Vertex),
        Some(("edge", rest)) => number(rest).map(Part::Edge),
        Some(("face", rest)) => number(rest).map(Part::Face),
        Some(("joint", rest)) => number(rest).map(Part::Joint),
        _ => None,
    };
    part.map_or_else(|| node.refuse("\"whole\", or such as \"vertex 3\", \"edge 3\" or \"face 3\""), Ok)
}
