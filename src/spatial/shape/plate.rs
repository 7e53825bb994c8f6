//! Polygons drawn out to plates, with holes or without.
use super::builders::over_zero;
use super::error::MeshError;
use super::mesh::Mesh;
use super::triangulate::triangulate;
use crate::sort::by_insertion;
use glam::{DVec2, DVec3};

impl Mesh {
    /// A polygon, counter-clockwise, carried along z from `-half_height` to `half_height`.
    ///
    /// # Errors
    /// The height is not over zero, or the outline encloses no area.
    pub fn extrusion(outline: &[DVec2], half_height: f64) -> Result<Self, MeshError> {
        Self::plate(outline, &[], half_height)
    }

    /// A polygon with polygonal holes, all counter-clockwise, carried along z from `-half_height` to `half_height`.
    ///
    /// # Errors
    /// The height is not over zero, an outline encloses no area, or, which counts as a degenerate face, a hole is not
    /// inside the first outline.
    pub fn plate(outline: &[DVec2], holes: &[Vec<DVec2>], half_height: f64) -> Result<Self, MeshError> {
        over_zero("a half height over zero", half_height)?;
        for outline in holes.iter().map(Vec::as_slice).chain([outline]) {
            over_zero("counter-clockwise outlines with an area", area(outline))?;
        }
        let mut points = outline.to_vec();
        let mut loops: Vec<Vec<usize>> = vec![(0..outline.len()).collect()];
        for hole in holes {
            // the solid is to the left of each outline, so holes run clockwise
            loops.push((points.len()..points.len() + hole.len()).rev().collect());
            points.extend(hole);
        }
        let border = join(&points, &loops).ok_or(MeshError::Degenerate { face: 0 })?;
        let corners: Vec<DVec3> = border.iter().map(|&k| points[k].extend(0.0)).collect();
        let caps = triangulate(&corners).ok_or(MeshError::Degenerate { face: 0 })?;
        let n = points.len();
        let mut faces: Vec<Vec<usize>> = Vec::new();
        for [a, b, c] in caps.into_iter().map(|cap| cap.map(|k| border[k])) {
            faces.extend([vec![a + n, b + n, c + n], vec![c, b, a]]);
        }
        for outline in &loops {
            let next = outline.iter().cycle().skip(1);
            faces.extend(outline.iter().zip(next).map(|(&k, &l)| vec![k, l, l + n, k + n]));
        }
        let level = |z: f64| points.iter().map(move |p| p.extend(z));
        Self::new(level(-half_height).chain(level(half_height)).collect(), &faces)
    }
}

/// By the shoelace formula, m².
fn area(outline: &[DVec2]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(p, q)| p.perp_dot(*q) / 2.0).sum()
}

/// One border out of several: from the rightmost point of each hole a bridge leads to the border so far, there and back.
///
/// After Eberly, *Triangulation by ear clipping*. None if a hole sees no point of the border.
fn join(points: &[DVec2], loops: &[Vec<usize>]) -> Option<Vec<usize>> {
    let (outer, holes) = loops.split_first()?;
    let rightmost =
        |hole: &Vec<usize>| (0..hole.len()).max_by(|&i, &j| points[hole[i]].x.total_cmp(&points[hole[j]].x));
    let mut starts = Vec::new();
    for hole in holes {
        starts.push((hole, rightmost(hole)?));
    }
    // the rightmost first
    let x = |(hole, start): (&Vec<usize>, usize)| points[hole[start]].x;
    by_insertion(&mut starts, |one, other| x(other) > x(one));
    let mut border = outer.clone();
    for (hole, start) in starts {
        let from = points[hole[start]];
        let squared = |at: usize| points[border[at]].distance_squared(from);
        let seen = (0..border.len()).filter(|&at| {
            let free = |list: &[usize]| !crosses(points, [from, points[border[at]]], list);
            enters(points, &border, at, from) && free(&border) && loops[1..].iter().all(|hole| free(hole))
        });
        let at = seen.min_by(|&i, &j| squared(i).total_cmp(&squared(j)))?;
        let round = hole[start..].iter().chain(&hole[..=start]).copied();
        let rest = border.split_off(at);
        border.extend([rest[0]]);
        border.extend(round);
        border.extend(rest);
    }
    Some(border)
}

/// Whether a point lies within the angle of a border at a corner, where the inside is.
fn enters(points: &[DVec2], border: &[usize], at: usize, point: DVec2) -> bool {
    let n = border.len();
    let [before, corner, after] = [at + n - 1, at, at + 1].map(|k| points[border[k % n]]);
    let (to, left) = (point - corner, |p: DVec2, q: DVec2| p.perp_dot(q) > 0.0);
    let (incoming, outgoing) = (corner - before, after - corner);
    if left(incoming, outgoing) {
        left(incoming, to) && left(outgoing, to)
    } else {
        left(incoming, to) || left(outgoing, to)
    }
}

/// Whether a segment meets an edge of a closed line elsewhere than at an end of both.
fn crosses(points: &[DVec2], [p, q]: [DVec2; 2], list: &[usize]) -> bool {
    let side = |a: DVec2, b: DVec2, x: DVec2| (b - a).perp_dot(x - a);
    let next = list.iter().cycle().skip(1);
    list.iter().zip(next).map(|(&k, &l)| (points[k], points[l])).any(|(a, b)| {
        if [a, b].iter().any(|end| *end == p || *end == q) {
            return false;
        }
        side(p, q, a) * side(p, q, b) <= 0.0 && side(a, b, p) * side(a, b, q) <= 0.0
    })
}
