//! Reading the forces of a spatial scene.
use super::{SpatialBody, body_named, joints, unit};
use crate::session::scene_file::node::{Fields, LARGEST, Node, POSITIVE, Read};
use crate::spatial::forces::{Aim, Anchor, Forces, Push, Spring};
use glam::DVec3;

const MOST_FORCES: usize = 100_000;
const MOST_MAGNITUDES: usize = 1000;

type Reader = fn(&Node, &[SpatialBody], &mut Forces) -> Read<()>;

/// The kinds of forces, and how each is read.
const KINDS: &[(&str, Reader)] = &[
    ("spring", spring),
    ("aim", aim),
    ("thrust", thrust),
    ("constant", constant),
    ("wrench", wrench),
    ("damping", damping),
];

/// All forces of a scene: gravity at its head, the others of the scene proper.
pub(super) fn read(head: &Fields, scene: &Fields, bodies: &[SpatialBody]) -> Read<Forces> {
    let mut forces = Forces {
        gravity: head.vector("gravity")?.into(),
        thrust: scene.number("thrust", 0.0, 0.0..=*POSITIVE.end())?,
        ..Forces::default()
    };
    for node in scene.or("firing", Vec::new(), |node| node.list(MOST_FORCES))? {
        forces.firing.push(firing(&node, bodies)?);
    }
    forces.joints = joints::read(scene, bodies)?;
    let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
    for node in scene.or("forces", Vec::new(), |node| node.list(MOST_FORCES))? {
        let kind = node.loose_object()?.need("type")?;
        let find = |name: &str| KINDS.iter().find(|(kind, _)| *kind == name);
        let (_, reader) = kind.word(&names, find)?;
        reader(&node, bodies, &mut forces)?;
    }
    Ok(forces)
}

fn firing(node: &Node, bodies: &[SpatialBody]) -> Read<(usize, usize)> {
    match &node.list(2)?[..] {
        [body, number] => {
            let body = body_named(body, bodies)?;
            Ok((body, number.index(bodies[body].thrusters.len())?))
        }
        _ => node.refuse("the name of a body and the number of a thruster on it"),
    }
}

fn spring(node: &Node, bodies: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let known =
        ["type", "body", "attach_body", "anchor_world", "body2", "attach_body2", "stiffness", "rest_length", "damping"];
    let fields = node.object(&known)?;
    let anchor = match (fields.get("anchor_world"), fields.get("body2")) {
        (Some(point), None) => Anchor::World(point.vector()?.into()),
        (None, Some(body)) => Anchor::Body(body_named(&body, bodies)?, fields.vector("attach_body2")?.into()),
        _ => return node.refuse("either \"anchor_world\" or \"body2\" with \"attach_body2\""),
    };
    forces.springs.push(Spring {
        body: body_named(&fields.need("body")?, bodies)?,
        attach: fields.vector("attach_body")?.into(),
        anchor,
        stiffness: fields.need("stiffness")?.number(0.0..=*POSITIVE.end())?,
        rest_length: fields.number("rest_length", 0.0, 0.0..=LARGEST)?,
        damping: fields.number("damping", 0.0, 0.0..=*POSITIVE.end())?,
    });
    Ok(())
}

fn aim(node: &Node, bodies: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let fields = node.object(&["type", "body", "axis_body", "direction_world", "stiffness", "damping"])?;
    forces.aims.push(Aim {
        body: body_named(&fields.need("body")?, bodies)?,
        axis: unit(&fields.need("axis_body")?)?,
        direction: unit(&fields.need("direction_world")?)?,
        stiffness: fields.need("stiffness")?.number(0.0..=*POSITIVE.end())?,
        damping: fields.number("damping", 0.0, 0.0..=*POSITIVE.end())?,
    });
    Ok(())
}

fn thrust(node: &Node, bodies: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let fields = node.object(&["type", "body", "point_body", "direction_world", "magnitudes"])?;
    let magnitudes = fields.need("magnitudes")?;
    let list: Vec<f64> = magnitudes.list(MOST_MAGNITUDES)?.iter().map(Node::coordinate).collect::<Read<_>>()?;
    let Some(first) = list.first() else { return magnitudes.refuse("at least one number") };
    forces.pushes.push(Push {
        body: body_named(&fields.need("body")?, bodies)?,
        point: fields.vector("point_body")?.into(),
        force: *first * DVec3::from(fields.need("direction_world")?.vector()?),
        torque: DVec3::ZERO,
    });
    Ok(())
}

fn constant(node: &Node, bodies: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let fields = node.object(&["type", "body", "at", "force_world"])?;
    fields.or("at", (), |node| {
        let turns_nothing = |at: &str| at == "centre of mass" || at.ends_with("no torque)");
        if node.value.as_str().is_some_and(turns_nothing) { Ok(()) } else { node.refuse("\"centre of mass\"") }
    })?;
    forces.pushes.push(Push {
        body: body_named(&fields.need("body")?, bodies)?,
        point: DVec3::ZERO,
        force: fields.need("force_world")?.vector()?.into(),
        torque: DVec3::ZERO,
    });
    Ok(())
}

fn wrench(node: &Node, bodies: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let fields = node.object(&["type", "body", "point_body", "force_world", "torque"])?;
    forces.pushes.push(Push {
        body: body_named(&fields.need("body")?, bodies)?,
        point: fields.vector("point_body")?.into(),
        force: fields.vector("force_world")?.into(),
        torque: fields.vector("torque")?.into(),
    });
    Ok(())
}

fn damping(node: &Node, _: &[SpatialBody], forces: &mut Forces) -> Read<()> {
    let fields = node.object(&["type", "k", "rotate_ratio"])?;
    if forces.damping != 0.0 {
        return node.refuse("one force of type \"damping\" at most");
    }
    forces.damping = fields.need("k")?.number(0.0..=LARGEST)?;
    forces.rotation_damping = fields.number("rotate_ratio", 0.1, 0.0..=LARGEST)?;
    Ok(())
}
