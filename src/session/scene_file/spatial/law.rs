//! Reading friction and restitution, of the scene and of single pairs of bodies.
use super::{SpatialBody, body_named};
use crate::session::scene_file::node::{Fields, Node, Read};
use crate::spatial::law::{Cone, ImpactLaw, Law, PairLaw};

const MOST_PAIRS: usize = 1_000_000;
const FIELDS: &[&str] = &["body1", "body2", "friction", "restitution", "tangential_restitution", "cone", "rolls"];

/// The coefficients that stand among these fields.
pub(super) fn read(fields: &Fields) -> Read<Law> {
    let names = Cone::ALL.map(Cone::name);
    let find = |name: &str| Cone::ALL.into_iter().find(|cone| cone.name() == name);
    Ok(Law {
        friction: fields.number("friction", 0.0, 0.0..=1e6)?,
        restitution: fields.number("restitution", 0.0, 0.0..=1.0)?,
        tangential: fields.number("tangential_restitution", 0.0, -1.0..=1.0)?,
        cone: fields.or("cone", Cone::Round, |node| node.word(&names, find))?,
        rolls: fields.or("rolls", false, |node| node.flag())?,
    })
}

/// The laws of single pairs.
pub(super) fn pairs(scene: &Fields, bodies: &[SpatialBody]) -> Read<Vec<PairLaw>> {
    scene.or("pairs", Vec::new(), |node| node.list(MOST_PAIRS))?.iter().map(|node| pair(node, bodies)).collect()
}

fn pair(node: &Node, bodies: &[SpatialBody]) -> Read<PairLaw> {
    let fields = node.object(FIELDS)?;
    let (a, b) = (body_named(&fields.need("body1")?, bodies)?, body_named(&fields.need("body2")?, bodies)?);
    if a == b {
        return node.refuse("two bodies");
    }
    Ok(PairLaw { bodies: [a.min(b), a.max(b)], law: read(&fields)? })
}

/// How several impacts in one step are treated.
pub(super) fn impacts(head: &Fields) -> Read<ImpactLaw> {
    let names = ImpactLaw::ALL.map(ImpactLaw::name);
    let find = |name: &str| ImpactLaw::ALL.into_iter().find(|law| law.name() == name);
    head.or("impact_law", ImpactLaw::default(), |node| node.word(&names, find))
}
