//! What the page shows of friction at an instant: the rows of both directions, and which forces could be others.
use super::report::Row;
use crate::complementarity::redundancy::{not_unique, rank};
use crate::complementarity::{Lcp, Solution};
use crate::linalg::Matrix;
use crate::planar::dynamics::Dynamics;
use crate::planar::friction::Mode;
use crate::session::number::shortest;

/// Whether friction acts at any contact of the instant.
pub fn is_rough(instant: &Dynamics) -> bool {
    instant.friction.friction.iter().any(|mu| *mu > 0.0)
}

/// The friction of a contact, N, along its normal turned clockwise; 0 without friction.
pub fn friction(instant: &Dynamics, contact: usize) -> f64 {
    let cones = &instant.friction;
    cones.f.get(cones.len() + contact).copied().unwrap_or(0.0)
}

/// What a contact does, for the eye: one that could begin to slip and does not sticks.
pub fn mode(instant: &Dynamics, contact: usize) -> Mode {
    let cones = &instant.friction;
    let noise = 1e-9 * cones.b.iter().fold(1.0, |m: f64, b| m.max(b.abs()));
    match cones.modes.get(contact) {
        Some(Mode::Slip(sign)) if *sign != 0 && cones.a[cones.len() + contact].abs() <= noise => Mode::Stick,
        found => found.copied().unwrap_or_default(),
    }
}

/// Of each contact: 0 open, 1 sticks, 2 begins to slip, 3 slides, and then −1 or 1 by its sense along the tangent; the
/// forces along normal and tangent, N; μ. Empty without friction.
pub fn numbers(instant: &Dynamics) -> Vec<f64> {
    let (cones, mut list) = (&instant.friction, Vec::new());
    if is_rough(instant) {
        for k in 0..cones.len() {
            let [mode, sense] = match mode(instant, k) {
                Mode::Open => [0, 0],
                Mode::Stick => [1, 0],
                Mode::Slip(sign) => [2, sign],
                Mode::Slide(sign) => [3, sign],
            };
            list.extend([f64::from(mode), f64::from(sense), cones.f[k], cones.f[cones.len() + k], cones.friction[k]]);
        }
    }
    list
}

/// J M⁻¹ Jᵀ of all normals, then all tangents.
fn matrix(instant: &Dynamics) -> Matrix {
    let mut matrix = Matrix::default();
    instant.friction.rows.delassus(&mut matrix);
    matrix
}

/// The table of a rough instant: A row by row, then b, f and a, of all normals, then all tangents.
pub fn equation(instant: &Dynamics) -> Vec<f64> {
    let (cones, all) = (&instant.friction, matrix(instant));
    let mut numbers = Vec::new();
    (0..cones.b.len()).for_each(|i| numbers.extend_from_slice(all.row(i)));
    [&cones.b, &cones.f, &cones.a].iter().for_each(|vector| numbers.extend_from_slice(vector));
    numbers
}

/// What stands beside the table: see `report::summary`.
pub fn summary(instant: &Dynamics, bodies: usize) -> Row {
    let counts = [instant.contacts.len(), rank(&matrix(instant)), bodies, 0];
    let mut row: Row = counts.map(|count| count.to_string()).to_vec();
    row.extend([shortest(0.0), instant.solution.status.name().into()]);
    row
}

/// Whether the forces of all normals, then all tangents, could be others with the same motion: directions in which forces
/// may change, the normal of a closed contact and the tangent of one that sticks, or both as one where it slides, depend
/// on each other.
pub fn loose(instant: &Dynamics) -> Vec<bool> {
    let (n, ways) = (instant.contacts.len(), ways(instant));
    let m = ways.len();
    let solution = Solution { f: vec![1.0; m], a: vec![0.0; m], ..Solution::default() };
    let open = not_unique(&ways_matrix(instant, &ways), &solution);
    let mut list = vec![false; 2 * n];
    for (Way { row, slope }, open) in ways.iter().zip(open).filter(|(_, open)| *open) {
        list[*row] = open;
        if *slope != 0.0 {
            list[n + row] = open;
        }
    }
    list
}

/// A direction in which forces may change: along a row, and for each newton there so many along the tangent.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// That of a normal, or of the tangent of a contact that sticks.
    pub row: usize,
    /// Not 0 where the contact moves along the edge of its cone.
    pub slope: f64,
}

/// The directions of all contacts that carry.
pub fn ways(instant: &Dynamics) -> Vec<Way> {
    let (cones, n) = (&instant.friction, instant.contacts.len());
    let closed = || (0..n).filter(|&k| cones.f[k] > 0.0);
    let mut ways: Vec<Way> = closed().map(|k| Way { row: k, slope: slope(instant, k) }).collect();
    ways.extend(closed().filter(|&k| mode(instant, k) == Mode::Stick).map(|k| Way { row: n + k, slope: 0.0 }));
    ways
}

/// What forces in these directions do to each other.
pub fn ways_matrix(instant: &Dynamics, ways: &[Way]) -> Lcp {
    let (all, n, m) = (matrix(instant), instant.contacts.len(), ways.len());
    let of =
        |r: usize, Way { row, slope }: Way| all[(r, row)] + if slope == 0.0 { 0.0 } else { slope * all[(r, n + row)] };
    let entry = |i: usize, j: usize| {
        let Way { row, slope } = ways[i];
        of(row, ways[j]) + if slope == 0.0 { 0.0 } else { slope * of(n + row, ways[j]) }
    };
    Lcp { a: Matrix::from_fn(m, m, entry), b: vec![0.0; m], bilateral: Vec::new() }
}

/// Friction for each newton of the normal force, where it moves along the edge.
fn slope(instant: &Dynamics, k: usize) -> f64 {
    match mode(instant, k) {
        Mode::Slip(sign) | Mode::Slide(sign) => -f64::from(sign) * instant.friction.friction[k],
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, scene};

    fn loose_in(name: &str, friction: f64) -> Vec<bool> {
        let mut world = (scene(name).unwrap().build)(Options::default());
        world.settings.friction = friction;
        loose(world.instant())
    }

    /// A ladder that holds has four forces for three coordinates. On a floor the normal forces of a block follow from its
    /// weight, only the shares of friction are open; where it slides, none is.
    #[test]
    fn forces_that_could_be_others_are_found() {
        assert_eq!(loose_in("rough-ladder", 0.4), [true; 4]);
        assert_eq!(loose_in("incline", 0.4), [false, false, true, true]);
        assert_eq!(loose_in("incline", 0.2), [false; 4]);
    }
}
