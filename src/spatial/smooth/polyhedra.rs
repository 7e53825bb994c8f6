//! Where round bodies are nearest to polyhedra: over faces, at edges and at corners.
//!
//! The way from a face, an edge or a corner of a solid to what is nearest there leads along the normal of the face, between the
//! normals of the faces at the edge, or among those at the corner. Of a convex surface there is one such place for each of them
//! at most.
use super::{Finder, Side, SmoothGap, gap, part};
use crate::spatial::contact::{Candidate, Key};
use crate::spatial::gap::Gap;
use crate::spatial::narrow_phase::contact_point::Reach;
use crate::spatial::narrow_phase::extremal::Pair;
use crate::spatial::narrow_phase::features::leads_out;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Mesh;
use crate::spatial::shape::mesh;
use crate::spatial::shape::smooth::Smooth;
use crate::spatial::shape::surface::{Coordinates, Curve, Feature, Kind, Surface};
use glam::{DQuat, DVec3};

/// A corner is a ball of this part of the size of the body that meets it.
const CORNER: f64 = 1e-7;

impl Finder {
    /// Adds the places of a round body at a polyhedron: at some of its features, and at what is within reach beside those.
    pub fn over(
        &mut self,
        [side, other]: [Side; 2],
        (body, mesh): (&Smooth, &Mesh),
        features: impl Iterator<Item = mesh::Feature>,
        (reach, out): (Reach, &mut Vec<Candidate>),
    ) {
        self.near.clear();
        features.for_each(|feature| add_new(feature, &mut self.near));
        let poses = [&side.state.pose, &other.state.pose];
        let mut k = 0;
        while let Some(&feature) = self.near.get(k) {
            k += 1;
            let mut is_near = false;
            for (i, surface) in body.features().iter().enumerate() {
                let Some((pair, at, faces)) = met(surface, (mesh, feature), poses, reach) else { continue };
                is_near = true;
                if !faces {
                    continue;
                }
                let (own, its) = ((side.id, part(side.shape, i, 0)), (other.id, feature.into()));
                let [(a, first), (b, second)] = if pair.features[0].is_curve() { [its, own] } else { [own, its] };
                out.push(Candidate { a, b, key: Key { first, second }, gap: Gap::Smooth(SmoothGap { pair, at }) });
            }
            if is_near || k == 1 {
                beside(mesh, feature, &mut self.near);
            }
        }
    }
}

/// Adds what a feature ends at and what ends at it, if that is not there yet.
fn beside(mesh: &Mesh, feature: mesh::Feature, near: &mut Vec<mesh::Feature>) {
    use mesh::Feature::{Edge, Face, Vertex};
    let mut add = |feature| add_new(feature, near);
    match feature {
        Face(f) => mesh.faces()[f].edges.iter().for_each(|&e| add(Edge(e))),
        Edge(e) => {
            mesh.edges()[e].ends.map(Vertex).into_iter().for_each(&mut add);
            mesh.edges()[e].faces.map(Face).into_iter().for_each(add);
        }
        Vertex(v) => mesh.vertex_edges(v).iter().for_each(|&e| add(Edge(e))),
    }
}

fn add_new(feature: mesh::Feature, near: &mut Vec<mesh::Feature>) {
    if !near.contains(&feature) {
        near.push(feature);
    }
}

/// Where a surface and a feature are nearest to each other, if that is within reach, and whether they face each other there.
fn met(
    surface: &Feature,
    (mesh, feature): (&Mesh, mesh::Feature),
    poses: [&Pose; 2],
    reach: Reach,
) -> Option<(Pair, [Coordinates; 2], bool)> {
    let ([from, to], middle, its) = match feature {
        mesh::Feature::Face(f) => {
            let face = &mesh.faces()[f];
            ([DVec3::Z, face.normal], face.offset * face.normal, Feature::surface(Surface::Plane))
        }
        mesh::Feature::Edge(e) => {
            let (edge, [start, end]) = (&mesh.edges()[e], mesh.edge_ends(e));
            let line = Curve::Line { half_length: 0.5 * edge.length };
            (if edge.convex { [DVec3::X, edge.along] } else { return None }, 0.5 * (start + end), Feature::curve(line))
        }
        mesh::Feature::Vertex(v) => {
            let ball = Surface::Sphere { radius: CORNER * surface.size() };
            ([DVec3::Z; 2], mesh.vertices()[v], Feature::surface(ball))
        }
    };
    let its = its.at(middle, DQuat::from_rotation_arc(from, to));
    let (turned, [body, solid]) = (its.is_curve(), poses);
    let ([first, second], poses) = if turned { ([its, *surface], [solid, body]) } else { ([*surface, its], poses) };
    if Feature::are_apart([&first, &second], poses, reach.apart) {
        return None;
    }
    let pair = Pair::new(first, second)?;
    let extremal = gap::formula(&pair, poses).or_else(|| gap::along_line(&pair, poses))?;
    if !reach.holds(extremal.distance) {
        return None;
    }
    let way = solid.direction_to_body(if turned { -extremal.normal } else { extremal.normal });
    let place = solid.point_to_body(extremal.points()[usize::from(!turned)]);
    // at an end of an edge the corner there is met
    let ends = matches!(pair.features[0].kind, Kind::Curve(Curve::Line { half_length }) if extremal.at[0].u.abs() >= half_length);
    Some((pair, extremal.at, !ends && leads_out(mesh, feature, (place, way), reach)))
}
