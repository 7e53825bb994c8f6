//! Joints of spatial scene files, from a file and back.
use super::{SpatialBody, body_named, unit};
use crate::session::scene_file::node::{Fields, Node, POSITIVE, Read};
use crate::session::scene_file::value::object;
use crate::spatial::joint::{Joint, JointKind};
use crate::spatial::pose::Pose;
use glam::{DMat3, DQuat, DVec3};
use serde_json::Value;

const MOST_JOINTS: usize = 100_000;
const FIELDS: &[&str] = &["type", "body1", "body2", "point", "axis", "anchor1", "anchor2", "axes1", "axes2", "span"];
/// How far the axes of a joint may be from orthonormal.
const ROUNDING: f64 = 1e-6;

/// The joints of a scene. Each is given by a point and an axis of the world for the bodies as the file places them, or by
/// a point and three axes in the frame of each body.
pub(super) fn read(scene: &Fields, bodies: &[SpatialBody]) -> Read<Vec<Joint>> {
    let list = scene.or("joints", Vec::new(), |node| node.list(MOST_JOINTS))?;
    list.iter().map(|node| joint(node, bodies)).collect()
}

fn joint(node: &Node, bodies: &[SpatialBody]) -> Read<Joint> {
    let fields = node.object(FIELDS)?;
    let names = JointKind::ALL.map(|(name, _)| name);
    let of_name = |name: &str| JointKind::ALL.iter().find(|(own, _)| *own == name).map(|(_, kind)| *kind);
    let kind = fields.need("type")?.word(&names, of_name)?;
    let [first, second] = [fields.need("body1")?, fields.need("body2")?];
    let pair = [body_named(&first, bodies)?, body_named(&second, bodies)?];
    if pair[0] == pair[1] {
        return second.refuse("another body than body1");
    }
    let span = fields.number("span", 1.0, POSITIVE)?;
    if let Some(point) = fields.get("point") {
        let axis = match kind {
            JointKind::Point => fields.or("axis", DVec3::X, |node| unit(&node))?,
            JointKind::Hinge | JointKind::Slider => unit(&fields.need("axis")?)?,
        };
        let [a, b] = pair.map(|body| pose(&bodies[body]));
        return Ok(Joint { span, ..Joint::new(kind, pair, [&a, &b], DVec3::from(point.vector()?), axis) });
    }
    let vector = |name: &str| Ok(DVec3::from(fields.need(name)?.vector()?));
    let anchors = [vector("anchor1")?, vector("anchor2")?];
    let axes = [axes(&fields.need("axes1")?)?, axes(&fields.need("axes2")?)?];
    Ok(Joint { bodies: pair, kind, anchors, axes, span })
}

fn pose(body: &SpatialBody) -> Pose {
    let [w, x, y, z] = body.quaternion;
    Pose { position: body.position.into(), rotation: DQuat::from_xyzw(x, y, z, w).normalize() }
}

/// Three orthonormal vectors.
fn axes(node: &Node) -> Read<DMat3> {
    let rows = node.list(3)?;
    let [x, y, z] = &rows[..] else { return node.refuse("three vectors") };
    let axes = DMat3::from_cols(x.vector()?.into(), y.vector()?.into(), z.vector()?.into());
    let off = axes.transpose() * axes - DMat3::IDENTITY;
    let most = off.to_cols_array().into_iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if most <= ROUNDING { Ok(axes) } else { node.refuse("three vectors of length 1 at right angles") }
}

/// The joint as files have it.
pub(super) fn value(joint: &Joint, names: &[String]) -> Value {
    let axes = joint.axes.map(|axes| axes.to_cols_array_2d());
    object!(
        "type": joint.kind.name(),
        "body1": names[joint.bodies[0]].as_str(),
        "body2": names[joint.bodies[1]].as_str(),
        "anchor1": joint.anchors[0].to_array(),
        "anchor2": joint.anchors[1].to_array(),
        "axes1": axes[0],
        "axes2": axes[1],
        "span": joint.span,
    )
}
