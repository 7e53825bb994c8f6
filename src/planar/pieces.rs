//! Convex pieces of a simple polygon, by ears that are cut off and put together again where no notch results.
//!
//! Hertel and Mehlhorn, *Fast triangulation of simple polygons*, FCT 1983: diagonals of a triangulation are taken out one
//! by one, as long as both their ends stay convex. No corners are added.
use glam::DVec2;

/// The corners of each convex piece, counter-clockwise, by number.
pub fn convex_pieces(vertices: &[DVec2], reflex: &[bool]) -> Vec<Vec<usize>> {
    if !reflex.contains(&true) {
        return vec![(0..vertices.len()).collect()];
    }
    let mut pieces = triangles(vertices);
    let mut first = 0;
    while first < pieces.len() {
        let joined = (first + 1..pieces.len())
            .find_map(|second| joined(vertices, &pieces[first], &pieces[second]).map(|piece| (second, piece)));
        match joined {
            Some((second, piece)) => {
                pieces[first] = piece;
                pieces.remove(second);
            }
            None => first += 1,
        }
    }
    pieces
}

fn triangles(vertices: &[DVec2]) -> Vec<Vec<usize>> {
    let mut rest: Vec<usize> = (0..vertices.len()).collect();
    let mut cut = Vec::new();
    while rest.len() > 3 {
        let ear = (0..rest.len()).find(|&k| is_ear(vertices, &rest, k));
        let ear = ear.unwrap_or(0); // rounding alone can hide all ears
        cut.push(corner(&rest, ear).to_vec());
        rest.remove(ear);
    }
    cut.push(rest);
    // corners in a line cut off nothing
    cut.retain(|piece| turn(vertices, piece[0], piece[1], piece[2]) > 0.0);
    cut
}

fn corner(rest: &[usize], k: usize) -> [usize; 3] {
    let n = rest.len();
    [rest[(k + n - 1) % n], rest[k], rest[(k + 1) % n]]
}

/// Whether corner `k` is convex and the triangle there holds no other corner.
fn is_ear(vertices: &[DVec2], rest: &[usize], k: usize) -> bool {
    let t = corner(rest, k);
    let inside = |v: usize| (0..3).all(|i| turn(vertices, t[i], t[(i + 1) % 3], v) >= 0.0);
    turn(vertices, t[0], t[1], t[2]) >= 0.0 && !rest.iter().any(|v| !t.contains(v) && inside(*v))
}

/// Twice the area of a triangle, over zero if it runs counter-clockwise.
fn turn(vertices: &[DVec2], a: usize, b: usize, c: usize) -> f64 {
    (vertices[b] - vertices[a]).perp_dot(vertices[c] - vertices[b])
}

/// Two pieces as one, if they have a side in common and the whole is convex.
fn joined(vertices: &[DVec2], p: &[usize], q: &[usize]) -> Option<Vec<usize>> {
    let next = |list: &[usize], k: usize| list[(k + 1) % list.len()];
    let shared = |&k: &usize| q.iter().position(|&v| v == next(p, k)).filter(|&l| next(q, l) == p[k]);
    let at = (0..p.len()).find(|k| shared(k).is_some())?;
    let from = shared(&at)?;
    // from the end of the common side once around p, then on around q to where it began
    let around_p = (1..=p.len()).map(|k| p[(at + k) % p.len()]);
    let around_q = (2..q.len()).map(|l| q[(from + l) % q.len()]);
    let whole: Vec<usize> = around_p.chain(around_q).collect();
    let convex = (0..whole.len()).all(|k| {
        let [a, b, c] = corner(&whole, k);
        turn(vertices, a, b, c) >= 0.0
    });
    convex.then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::polygon::Polygon;

    #[test]
    fn a_cross_falls_into_three_convex_pieces_of_its_area() {
        let corners = [
            (1., 0.),
            (2., 0.),
            (2., 1.),
            (3., 1.),
            (3., 2.),
            (2., 2.),
            (2., 3.),
            (1., 3.),
            (1., 2.),
            (0., 2.),
            (0., 1.),
            (1., 1.),
        ];
        let shape = Polygon::new(corners.map(|(x, y)| DVec2::new(x, y)).to_vec()).unwrap();
        let v = shape.vertices();
        let area = |piece: &Vec<usize>| -> f64 {
            (2..piece.len()).map(|k| turn(v, piece[0], piece[k - 1], piece[k]) / 2.0).sum()
        };
        assert!(shape.pieces().len() <= 5, "{:?}", shape.pieces());
        let whole: f64 = shape.pieces().iter().map(area).sum();
        assert_eq!(whole, 5.0);
        let convex =
            |p: &Vec<usize>| (0..p.len()).all(|k| turn(v, p[k], p[(k + 1) % p.len()], p[(k + 2) % p.len()]) >= 0.0);
        assert!(shape.pieces().iter().all(convex));
    }
}
