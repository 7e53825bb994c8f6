//! Meshes and their mass: closed forms, adjacencies, and what is refused.
use crate::meshes;
use contact_forces::spatial::shape::{Mesh, MeshError};
use glam::{DAffine3, DMat3, DQuat, DVec2, DVec3};
use std::f64::consts::TAU;

fn assert_close(found: f64, expected: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error <= 1e-13 * (1.0 + expected.abs()), "{what}: {found}, expected {expected}, off by {error:.1e}");
}

fn outline(points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|&(x, y)| DVec2::new(x, y)).collect()
}

/// Vertices that are corners, edges, faces.
fn counts(mesh: &Mesh) -> (usize, usize, usize) {
    let corners = (0..mesh.vertices().len()).filter(|&v| !mesh.vertex_edges(v).is_empty()).count();
    (corners, mesh.edges().len(), mesh.faces().len())
}

/// A box whose faces are cut into n × n squares of two triangles each.
fn cut_box(n: usize) -> Mesh {
    let mut vertices: Vec<DVec3> = Vec::new();
    let mut index = |p: DVec3| {
        vertices.iter().position(|q| *q == p).unwrap_or_else(|| {
            vertices.push(p);
            vertices.len() - 1
        })
    };
    let (mut faces, step) = (Vec::new(), 1.0 / n as f64);
    for axis in 0..3 {
        for side in [0.0, 1.0] {
            for k in 0..n * n {
                let at = |i: usize, j: usize| {
                    let mut p = [side; 3];
                    (p[(axis + 1) % 3], p[(axis + 2) % 3]) = (i as f64 * step, j as f64 * step);
                    DVec3::from_array(p)
                };
                let (i, j) = (k / n, k % n);
                let mut square = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)].map(&mut index);
                if side == 0.0 {
                    square.reverse();
                }
                let [a, b, c, d] = square;
                faces.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    Mesh::new(vertices, &faces).unwrap()
}

#[test]
fn a_box_has_six_faces_however_it_is_cut() {
    for n in [1, 2, 5] {
        let mesh = cut_box(n);
        assert_eq!(counts(&mesh), (8, 12, 6), "{n} cuts");
        assert_eq!(mesh.triangles().len(), 12 * n * n);
        assert!(mesh.edges().iter().all(|edge| edge.convex));
        assert!(mesh.faces().iter().all(|face| face.edges.len() == 4));
        assert!((0..8).all(|v| mesh.vertex_edges(v).len() == 3 || n > 1));
        assert_close(mesh.edge_ends(0)[0].distance(mesh.edge_ends(0)[1]), 1.0, "length of an edge");
    }
    assert_eq!(counts(&Mesh::cuboid(DVec3::new(1.0, 2.0, 3.0)).unwrap()), (8, 12, 6));
}

#[test]
fn notches_and_holes_are_known() {
    let l = outline(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 3.), (0., 3.)]);
    let mesh = Mesh::extrusion(&l, 0.5).unwrap();
    assert_eq!(counts(&mesh), (12, 18, 8));
    assert_eq!(mesh.edges().iter().filter(|edge| !edge.convex).count(), 1);
    // a tube: outer and inner walls, two rings
    let tube = Mesh::lathe(8, &outline(&[(1., -1.), (2., -1.), (2., 1.), (1., 1.)])).unwrap();
    assert_eq!(counts(&tube), (32, 48, 18));
    let rings = tube.faces().iter().filter(|face| face.edges.len() == 16).count();
    assert_eq!(rings, 2, "faces with a hole");
    assert_eq!(tube.edges().iter().filter(|edge| !edge.convex).count(), 8);
    // a cone with a tip, and one that stands on its tip
    for radii in [[1.0, 0.0], [0.0, 1.0]] {
        assert_eq!(counts(&Mesh::frustum(12, radii, 1.0).unwrap()), (13, 24, 13));
    }
}

/// Plates with holes: the difference of volumes, and two faces with borders of several pieces.
#[test]
fn plates_have_their_holes() {
    let square = |x: f64, y: f64, half: f64| {
        outline(&[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    };
    let round = |x: f64, y: f64, n: usize| -> Vec<DVec2> {
        (0..n).map(|k| DVec2::new(x, y) + 0.3 * DVec2::from_angle(TAU * k as f64 / n as f64)).collect()
    };
    let area = |n: usize| n as f64 / 2.0 * 0.09 * (TAU / n as f64).sin();
    let holes = [round(-0.5, 0.1, 16), square(0.5, 0.5, 0.2), round(0.4, -0.5, 7), square(-0.5, -0.6, 0.1)];
    for count in 0..=4 {
        let plate = Mesh::plate(&square(0.0, 0.0, 1.0), &holes[..count], 0.5).unwrap();
        let cut: f64 = [area(16), 0.16, area(7), 0.04][..count].iter().sum();
        assert_close(plate.mass_properties(1.0).mass, 4.0 - cut, "volume");
        let corners: usize = holes[..count].iter().map(Vec::len).sum::<usize>() + 4;
        assert_eq!(counts(&plate), (2 * corners, 3 * corners, corners + 2));
    }
    for bad in [square(3.0, 0.0, 0.1), outline(&[(0., 0.), (0.1, 0.), (0.2, 0.)]), Vec::new()] {
        assert!(Mesh::plate(&square(0.0, 0.0, 1.0), &[bad], 0.5).is_err());
    }
}

/// Each edge lies in both of its faces, with the first on its left.
#[test]
fn adjacencies_agree() {
    let profile = outline(&[(0., -1.), (1., -1.), (0.4, 0.), (1.2, 0.5), (0.5, 1.), (0., 0.7)]);
    for mesh in [cut_box(3), Mesh::lathe(7, &profile).unwrap()] {
        for (k, edge) in mesh.edges().iter().enumerate() {
            let [start, end] = mesh.edge_ends(k);
            for (side, &f) in edge.faces.iter().enumerate() {
                let face = &mesh.faces()[f];
                assert!(face.edges.contains(&k));
                assert!([start, end].iter().all(|p| (face.normal.dot(*p) - face.offset).abs() < 1e-12));
                let t = face.triangles.iter().find(|&&t| mesh.triangles()[t].edges.contains(&Some(k)));
                let inside = mesh.corners(*t.expect("a triangle at the edge")).iter().sum::<DVec3>() / 3.0 - start;
                let left = face.normal.cross(end - start).dot(inside);
                assert!(if side == 0 { left > 0.0 } else { left < 0.0 });
            }
            assert!(edge.ends.iter().all(|&v| mesh.vertex_edges(v).contains(&k)));
        }
        assert_eq!(mesh.faces().iter().map(|face| face.triangles.len()).sum::<usize>(), mesh.triangles().len());
    }
}

#[test]
fn mass_properties_have_their_closed_forms() {
    let half = DVec3::new(0.3, 1.1, 0.7);
    let motion = DAffine3::from_rotation_translation(DQuat::from_rotation_y(0.8), DVec3::new(300.0, -20.0, 7.0));
    let found = Mesh::cuboid(half).unwrap().moved(&motion).mass_properties(2.5);
    let mass = 2.5 * 8.0 * half.x * half.y * half.z;
    let square = half * half;
    let moments = mass / 3.0 * DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y);
    assert_close(found.mass, mass, "mass of a box");
    assert!(found.centre.distance(motion.translation) < 1e-11);
    let turned = motion.matrix3 * DMat3::from_diagonal(moments) * motion.matrix3.transpose();
    for k in 0..9 {
        assert_close(found.inertia.to_cols_array()[k], turned.to_cols_array()[k], "inertia of a box");
    }
    let (principal, axes) = found.principal();
    let mut sorted = moments.to_array();
    sorted.sort_by(f64::total_cmp);
    assert!(principal.distance(DVec3::from_array(sorted)) < 1e-13);
    let axes = DMat3::from_quat(axes);
    let back = axes * DMat3::from_diagonal(principal) * axes.transpose();
    assert!((0..3).all(|k| (back.col(k) - found.inertia.col(k)).length() < 1e-13));
}

/// A prism of n sides: area and second moment of the regular polygon.
#[test]
fn a_prism_approaches_a_cylinder_as_its_formula_says() {
    for n in [3, 8, 64] {
        let (radius, half) = (0.7, 0.4);
        let found = Mesh::prism(n, radius, half).unwrap().mass_properties(1.0);
        let angle = TAU / n as f64;
        let area = n as f64 / 2.0 * radius * radius * angle.sin();
        let polar = area * radius * radius / 6.0 * (2.0 + angle.cos());
        let mass = 2.0 * half * area;
        assert_close(found.mass, mass, "mass");
        assert_close(found.inertia.z_axis.z, 2.0 * half * polar, "about the axis");
        assert_close(found.inertia.x_axis.x, half * polar + mass * half * half / 3.0, "across");
    }
}

/// A cube with a cubic cavity: the difference of two cubes.
#[test]
fn cavities_are_left_out() {
    let (outer, inner) = (Mesh::cuboid(DVec3::ONE).unwrap(), Mesh::cuboid(DVec3::splat(0.5)).unwrap());
    let mut vertices = outer.vertices().to_vec();
    vertices.extend(inner.vertices());
    let mut faces: Vec<[usize; 3]> = outer.triangles().iter().map(|t| t.corners).collect();
    faces.extend(inner.triangles().iter().map(|t| [t.corners[2] + 8, t.corners[1] + 8, t.corners[0] + 8]));
    let hollow = Mesh::new(vertices, &faces).unwrap();
    assert_eq!(hollow.components(), 2);
    assert_close(hollow.mass_properties(1.0).mass, 7.0, "mass");
    assert_close(hollow.mass_properties(1.0).inertia.x_axis.x, 8.0 * 4.0 / 6.0 - 1.0 / 6.0, "inertia");
}

#[test]
fn bad_meshes_are_named() {
    let points = |list: &[[f64; 3]]| list.iter().map(|p| DVec3::from_array(*p)).collect::<Vec<_>>();
    let tetra = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
    let good: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    type Change = dyn Fn(&mut Vec<DVec3>, &mut Vec<Vec<usize>>);
    let with = |change: &Change| {
        let (mut vertices, mut faces) = (points(&tetra), good.map(|f| f.to_vec()).to_vec());
        change(&mut vertices, &mut faces);
        Mesh::new(vertices, &faces).unwrap_err()
    };
    assert!(Mesh::new(points(&tetra), &good).is_ok());
    assert_eq!(with(&|_, f| f.truncate(2)), MeshError::TooFewFaces(2));
    assert_eq!(with(&|v, _| v[2].y = f64::NAN), MeshError::NotFinite { vertex: 2 });
    assert_eq!(with(&|_, f| f[1].truncate(2)), MeshError::ShortFace { face: 1, found: 2 });
    assert_eq!(with(&|_, f| f[3][1] = 9), MeshError::NoSuchVertex { face: 3, found: 9, count: 4 });
    assert_eq!(with(&|v, _| v.push(DVec3::ONE)), MeshError::Unused { vertex: 4 });
    assert_eq!(with(&|_, f| f[2][1] = 1), MeshError::Degenerate { face: 2 });
    assert_eq!(with(&|v, _| v[3] = DVec3::new(0.5, 0.5, 0.0)), MeshError::Degenerate { face: 2 });
    assert_eq!(with(&|_, f| f.push(vec![0, 1, 3])), MeshError::NonManifold { face: 0, edge: [1, 0], found: 3 });
    assert_eq!(with(&|_, f| f[2].reverse()), MeshError::Inverted { face: 0, neighbour: 2, edge: [2, 1] });
    let turned = with(&|_, f| f.iter_mut().for_each(|f| f.reverse()));
    assert!(matches!(turned, MeshError::Volume { found } if (found + 1.0 / 6.0).abs() < 1e-15), "{turned}");
    let flat = with(&|v, _| v[3] = DVec3::new(0.3, 0.3, 0.0));
    assert_eq!(flat, MeshError::Volume { found: 0.0 });
    let open = with(&|v, f| {
        v.push(DVec3::splat(2.0));
        f[0] = vec![0, 2, 4];
    });
    assert_eq!(open, MeshError::Open { face: 1, edge: [0, 1] });
    assert_eq!(open.to_string(), "expected a face beyond the edge 0-1 of face 1, found none: the mesh is open");
    for bad in [Mesh::cuboid(DVec3::new(1.0, 0.0, 1.0)), Mesh::prism(2, 1.0, 1.0), Mesh::prism(5, -1.0, 1.0)] {
        assert!(matches!(bad, Err(MeshError::Dimension { .. })));
    }
    assert!(
        Mesh::prism(5, f64::NAN, 1.0).is_err()
            && Mesh::lathe(5, &[]).is_err()
            && Mesh::lathe(5, &[DVec2::ONE]).is_err()
    );
    assert!(Mesh::extrusion(&[DVec2::ZERO, DVec2::X], 1.0).is_err());
}

/// Every point is inside the hull, every vertex of it is one of the points, and it is convex.
#[test]
fn hulls_are_convex_and_hold_their_points() {
    let mut random = meshes::Random::new(1);
    for round in 0..300 {
        let count = 4 + random.below(60);
        let size = libm::exp(6.0 * random.unit() - 3.0);
        let mut point = |_| match round % 4 {
            // at random, on a grid, on a ball, on a box
            0 => random.vector(),
            1 => (2.0 * random.vector()).round(),
            2 => random.vector().normalize(),
            _ => {
                let v = random.vector();
                v / v.abs().max_element()
            }
        };
        let points: Vec<DVec3> = (0..count).map(|k| size * point(k)).collect();
        let hull = match Mesh::convex_hull(&points) {
            Ok(hull) => hull,
            Err(error) => {
                assert!(error == MeshError::Flat && round % 4 == 1 && count < 12, "round {round}: {error}");
                continue;
            }
        };
        assert_eq!(hull.components(), 1);
        assert!(hull.edges().iter().all(|edge| edge.convex));
        assert!((0..hull.vertices().len()).all(|v| hull.vertex_edges(v).len() >= 3), "round {round}");
        assert!(hull.vertices().iter().all(|v| points.contains(v)));
        for face in hull.faces() {
            let out = points.iter().map(|p| face.normal.dot(*p) - face.offset).fold(f64::NEG_INFINITY, f64::max);
            assert!(out <= 1e-10 * size, "round {round}: a point is {out:.1e} outside");
        }
        let (v, e, f) = counts(&hull);
        assert_eq!(v + f, e + 2, "Euler's formula");
    }
    let cube: Vec<DVec3> = cut_box(4).vertices().to_vec();
    assert_eq!(counts(&Mesh::convex_hull(&cube).unwrap()), (8, 12, 6));
    assert_eq!(Mesh::convex_hull(&[]).unwrap_err(), MeshError::Flat);
    assert_eq!(Mesh::convex_hull(&[DVec3::ZERO; 9]).unwrap_err(), MeshError::Flat);
    assert_eq!(Mesh::convex_hull(&[DVec3::NAN]).unwrap_err(), MeshError::NotFinite { vertex: 0 });
}
