//! Reading the forces of a planar scene.
use super::node::{Fields, LARGEST, Node, POSITIVE, Read};
use super::planar::{GivenThrust, body_named};
use crate::planar::forces::{Anchor, Push, Spring};
use crate::planar::world::World;
use glam::DVec2;

const MOST_MAGNITUDES: usize = 1000;

type Reader = fn(&Node, &mut World, &mut Vec<GivenThrust>) -> Read<()>;

/// The kinds of forces, and how each is read.
const KINDS: &[(&str, Reader)] =
    &[("spring", spring), ("thrust", thrust), ("constant", constant), ("wrench", wrench), ("damping", damping)];

impl GivenThrust {
    /// The force with its magnitude of number `choice`, or its last if it has fewer.
    pub fn push(&self, choice: usize) -> Push {
        let magnitude = self.magnitudes.get(choice).or(self.magnitudes.last()).copied().unwrap_or(0.0);
        Push { body: self.body, point: self.point, force: magnitude * self.direction, torque: 0.0 }
    }
}

/// Adds all forces to the world, but the thrusts of given magnitudes, which it returns.
pub(super) fn read(list: &[Node], world: &mut World) -> Read<Vec<GivenThrust>> {
    let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
    let mut thrusts = Vec::new();
    for node in list {
        let kind = node.loose_object()?.need("type")?;
        let find = |name: &str| KINDS.iter().find(|(kind, _)| *kind == name);
        let (_, reader) = kind.word(&names, find)?;
        reader(node, world, &mut thrusts)?;
    }
    Ok(thrusts)
}

fn spring(node: &Node, world: &mut World, _: &mut Vec<GivenThrust>) -> Read<()> {
    let known = ["type", "body", "attach_body", "anchor_world", "body2", "attach_body2", "stiffness", "rest_length"];
    let fields = node.object(&known)?;
    let anchor = match (fields.get("anchor_world"), fields.get("body2")) {
        (Some(point), None) => Anchor::World(point.vector()?.into()),
        (None, Some(body)) => Anchor::Body(body_named(&body, world)?, fields.vector("attach_body2")?.into()),
        _ => return node.refuse("either \"anchor_world\" or \"body2\" with \"attach_body2\""),
    };
    world.forces.springs.push(Spring {
        body: body_named(&fields.need("body")?, world)?,
        attach: fields.vector("attach_body")?.into(),
        anchor,
        stiffness: fields.need("stiffness")?.number(0.0..=*POSITIVE.end())?,
        rest_length: fields.number("rest_length", 0.0, 0.0..=LARGEST)?,
    });
    Ok(())
}

fn thrust(node: &Node, world: &mut World, thrusts: &mut Vec<GivenThrust>) -> Read<()> {
    let fields = node.object(&["type", "body", "point_body", "direction_world", "magnitudes"])?;
    let magnitudes = fields.need("magnitudes")?;
    let list = magnitudes.list(MOST_MAGNITUDES)?;
    if list.is_empty() {
        return magnitudes.refuse("at least one number");
    }
    thrusts.push(GivenThrust {
        body: body_named(&fields.need("body")?, world)?,
        point: fields.vector("point_body")?.into(),
        direction: fields.need("direction_world")?.vector()?.into(),
        magnitudes: list.iter().map(Node::coordinate).collect::<Read<_>>()?,
    });
    Ok(())
}

fn constant(node: &Node, world: &mut World, _: &mut Vec<GivenThrust>) -> Read<()> {
    let fields = node.object(&["type", "body", "at", "force_world"])?;
    fields.or("at", (), |node| node.word(&["centre of mass"], |at| (at == "centre of mass").then_some(())))?;
    let force = fields.need("force_world")?.vector()?.into();
    world.forces.pushes.push(Push { body: of(&fields, world)?, point: DVec2::ZERO, force, torque: 0.0 });
    Ok(())
}

fn wrench(node: &Node, world: &mut World, _: &mut Vec<GivenThrust>) -> Read<()> {
    let fields = node.object(&["type", "body", "point_body", "force_world", "torque"])?;
    world.forces.pushes.push(Push {
        body: of(&fields, world)?,
        point: fields.vector("point_body")?.into(),
        force: fields.vector("force_world")?.into(),
        torque: fields.number("torque", 0.0, -LARGEST..=LARGEST)?,
    });
    Ok(())
}

fn damping(node: &Node, world: &mut World, _: &mut Vec<GivenThrust>) -> Read<()> {
    let fields = node.object(&["type", "k", "rotate_ratio"])?;
    if world.forces.damping != 0.0 {
        return node.refuse("one force of type \"damping\" at most");
    }
    world.forces.damping = fields.need("k")?.number(0.0..=LARGEST)?;
    world.forces.rotation_damping = fields.number("rotate_ratio", 0.1, 0.0..=LARGEST)?;
    Ok(())
}

fn of(fields: &Fields, world: &World) -> Read<usize> {
    body_named(&fields.need("body")?, world)
}
