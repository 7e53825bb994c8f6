//! What the page shows of smooth contacts: curvatures, the contact frame, and what flats stand on.
use super::stage::Stage;
use crate::session::number::shortest;
use crate::spatial::body::State;
use crate::spatial::narrow_phase::extremal::{Conditions, Extremal, Relative, SINGULAR};
use crate::spatial::shape::Shape;
use crate::spatial::shape::surface::Local;
use crate::spatial::smooth::seen::{Standing, extremal_at, standing};
use crate::spatial::time_stepping::CONTACT_POINTS;
use crate::spatial::world::World;
use crate::web::report::Row;
use glam::{DMat2, DVec3};

/// Rows about the selected contact, or the first one between smooth features, each with its kind first: `pair` with the
/// number of the contact, its bodies, d, and where it rolls by law its force across the normal, N; `surface` or `curve`
/// for each of the two; `relative`; `frame`; `rates`, unless they are ambiguous. Nothing where there is no such contact.
pub fn rows(stage: &Stage) -> Vec<Row> {
    let bodies = &stage.world.bodies;
    let numbers = stage.selected().into_iter().chain(0..stage.contacts.len());
    let found = numbers.filter_map(|k| Some((k, extremal_at(bodies, &stage.contacts[k])?))).next();
    let Some((number, extremal)) = found else { return Vec::new() };
    let contact = &stage.contacts[number];
    let names = [contact.a, contact.b].map(|body| bodies[body].name.clone());
    let [first, second] = names;
    let mut pair = vec!["pair".into(), number.to_string(), first, second, shortest(extremal.distance)];
    // one that is let go has no force across its normal
    if stage.world.rolls() && contact.friction != DVec3::ZERO {
        pair.push(shortest(contact.friction.length_squared().sqrt()));
    }
    let mut rows = vec![pair];
    rows.extend([0, 1].map(|k| feature(&extremal, k)));
    rows.push(relative(&extremal));
    rows.push(frame(&extremal));
    rows.extend(rates(&extremal, [contact.a, contact.b].map(|body| &bodies[body].state)));
    rows
}

/// d', d'' by velocities alone, |e| of both points, |n'| as the second body sees it, ψ', and u', v' of both points.
fn rates(extremal: &Extremal, states: [&State; 2]) -> Option<Row> {
    let rates = extremal.rates(Relative::at(extremal.points()[0], states))?;
    let [e1, e2] = rates.slides.map(|slide| slide.length_squared().sqrt());
    let turn = rates.normal.length_squared().sqrt();
    let numbers = [rates.distance, extremal.acceleration(&rates, states), e1, e2, turn, rates.spin];
    Some(named("rates", &[&numbers, rates.coordinates.as_flattened()]))
}

fn named(name: &str, numbers: &[&[f64]]) -> Row {
    std::iter::once(name.to_string()).chain(numbers.concat().into_iter().map(shortest)).collect()
}

fn entries(m: DMat2) -> [f64; 4] {
    [m.x_axis.x, m.y_axis.x, m.x_axis.y, m.y_axis.y]
}

/// u, v and M, K row by row and T of a surface; u, |c_u|, κ, τ and κ N·n of a curve.
fn feature(extremal: &Extremal, k: usize) -> Row {
    let at = extremal.at[k];
    match extremal.local[k] {
        Local::Surface(g) => {
            named("surface", &[&[at.u, at.v], &entries(g.metric), &entries(g.curvature), &g.torsion.to_array()])
        }
        Local::Curve(c) => {
            named("curve", &[&[at.u, c.speed, c.curvature, c.torsion, c.curvature * c.frame[1].dot(extremal.normal)]])
        }
    }
}

/// Dimension, determinant, margin, whether it is singular, and the entries of the relative curvature.
fn relative(extremal: &Extremal) -> Row {
    let conditions = Conditions::of(extremal);
    let (m, dimension) = conditions.relative_curvature().unwrap_or((DMat2::ZERO, 2));
    let determinant = if dimension == 1 { m.x_axis.x } else { m.determinant() };
    let margin = conditions.margin();
    let singular = f64::from(u8::from(margin < SINGULAR));
    named("relative", &[&[dimension as f64, determinant, margin, singular], &entries(m)])
}

/// n, the first tangents of the two features, and the angle from the second's to the first's about n.
fn frame(extremal: &Extremal) -> Row {
    let (n, [t, s]) = (extremal.normal, extremal.local.map(|local| local.tangent()));
    let angle = libm::atan2(n.dot(s.cross(t)), s.dot(t));
    named("frame", &[&n.to_array(), &t.to_array(), &s.to_array(), &[angle]])
}

/// Whether the scheme carries nearest points on, how many pairs were carried and how many searched in the last step; then of
/// each pair its bodies, `carried` or `searched`, and d, empty where its points are ambiguous.
pub fn tracks(world: &World) -> Vec<Row> {
    let counts = world.report.points;
    let carries = usize::from(world.settings.scheme == CONTACT_POINTS);
    let mut rows = vec![[carries, counts.carried, counts.searched].map(|count| count.to_string()).to_vec()];
    rows.extend(world.tracks.all.iter().map(|track| {
        let [first, second] = track.who.bodies.map(|body| world.bodies[body].name.clone());
        let how = if track.carried { "carried" } else { "searched" };
        let distance = track.nearest().map_or_else(String::new, |nearest| shortest(nearest.distance));
        vec![first, second, how.into(), distance]
    }));
    rows
}

/// For each flat that a body stands on: the body, points kept, points with force, resultant, N, centre of the pressure, m,
/// reach of the hull that way, m; and, of a load on the body beyond its base, the load at which it tips and the load, N.
pub fn flats(stage: &Stage) -> Vec<Row> {
    standing(&stage.world.bodies, &stage.contacts).iter().map(|one| flat(stage, one)).collect()
}

fn flat(stage: &Stage, one: &Standing) -> Row {
    let body = &stage.world.bodies[one.body];
    let centre = one.resultant.place;
    let mut row = vec![body.name.clone()];
    row.extend([one.kept, one.resultant.points].map(|count| count.to_string()));
    row.extend([one.resultant.force, centre.x, centre.y, one.reach].map(shortest));
    row.extend(tipping(stage, one).into_iter().flatten().map(shortest));
    row
}

/// The load at which the first given push tips the body that stands, W r/(ρ − r), and the push, N.
fn tipping(stage: &Stage, one: &Standing) -> Option<[f64; 2]> {
    let world = &stage.world;
    let body = &world.bodies[one.body];
    let Shape::Smooth(smooth) = &body.shape else { return None };
    let flat = &smooth.flats()[one.flat];
    let push = world.forces.pushes.iter().find(|push| push.body == one.body)?;
    let place = flat.pose.point_to_body(push.point).truncate();
    let far = place.length_squared().sqrt();
    let reach = flat.region.hull_radius(glam::DVec2::ZERO, place / far);
    let weight = body.mass * world.forces.gravity.length_squared().sqrt();
    (far > reach).then(|| [weight * reach / (far - reach), push.force.length_squared().sqrt()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;

    fn after(query: &str, steps: usize) -> Stage {
        let mut stage = Stage::open(SpatialLink::parse(query, "")).0;
        (0..steps).for_each(|_| stage.step());
        stage
    }

    fn numbers(row: &Row) -> Vec<f64> {
        row[1..].iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_plane_has_no_curvature_and_the_relative_one_is_that_of_the_body() {
        let stage = after("?scene=ellipsoid", 50);
        let rows = rows(&stage);
        let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names, ["pair", "surface", "surface", "relative", "frame", "rates"]);
        let [body, plane, relative, frame] = [1, 2, 3, 4].map(|k| numbers(&rows[k]));
        assert!(plane[6..10].iter().all(|k| *k == 0.0), "{plane:?}");
        let determinant = body[6] * body[9] - body[7] * body[8];
        assert!((relative[1] - determinant).abs() < 1e-9 * determinant && relative[3] == 0.0, "{relative:?}");
        assert_eq!(frame[..3], [0.0, 0.0, 1.0]);
    }

    /// u and v of both points go as their rates say, to the error of a difference over two steps.
    #[test]
    fn rates_are_those_of_the_places() {
        let h = 1e-4;
        let at = |steps: usize| rows(&after("?scene=ellipsoid&dt=0.0001", steps));
        let (before, now, later) = (at(49), at(50), at(51));
        let places = |rows: &[Row]| [1, 2].map(|k| [0, 1].map(|i| numbers(&rows[k])[i]));
        for (k, i) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let slope = (places(&later)[k][i] - places(&before)[k][i]) / (2.0 * h);
            let rate = numbers(&now[5])[6 + 2 * k + i];
            assert!((slope - rate).abs() < 2e-3 * (1.0 + rate.abs()), "{k}, {i}: {rate}, measured {slope}");
        }
    }

    #[test]
    fn an_edge_is_a_curve_and_joints_and_meshes_have_no_curvature() {
        let rows = rows(&after("?scene=disc", 20));
        assert_eq!((rows[1][0].as_str(), rows[3][1].as_str()), ("curve", "1"));
        assert!((rows[1][3].parse::<f64>().unwrap() - 2.0).abs() < 1e-12, "1/r: {:?}", rows[1]);
        assert!(super::rows(&after("?scene=crank", 5)).is_empty());
    }

    /// The ellipsoid in the bowl is searched in the first step and carried in the next, and so it is after a step back.
    #[test]
    fn it_tells_which_points_are_carried() {
        let mut stage = after("?scene=ellipsoid-bowl&scheme=contact-points", 1);
        assert_eq!(tracks(&stage.world)[0], ["1", "0", "1"]);
        assert_eq!(tracks(&stage.world)[1][..3], ["ellipsoid", "bowl", "searched"]);
        stage.step();
        let rows = tracks(&stage.world);
        assert_eq!((rows[0].join(" "), rows[1][2].as_str()), ("1 1 0".into(), "carried"));
        let distance: f64 = rows[1][3].parse().unwrap();
        assert!((1e-3..1.0).contains(&distance), "it begins above the bowl: {distance}");
        let digest = stage.world.digest();
        assert!(stage.back());
        stage.step();
        assert_eq!((tracks(&stage.world), stage.world.digest()), (rows, digest));
        assert_eq!(tracks(&after("?scene=ellipsoid-bowl", 3).world), [["0", "0", "0"]]);
    }

    #[test]
    fn the_half_disc_stands_with_its_load_and_tips_at_its_threshold() {
        let stage = after("?scene=half-disc", 30);
        let rows = flats(&stage);
        let [row] = &rows[..] else { panic!("one flat: {rows:?}") };
        let n = numbers(row);
        let weight = 9.81 * stage.world.bodies[0].mass;
        assert!((n[2] - weight - 20.0).abs() < 1e-6 && n[1] <= n[0], "{row:?}");
        let [x, y] = [0.35, 0.2].map(|at| at * 20.0 / n[2]);
        assert!((n[3].abs() - x).abs() < 1e-6 && (n[4].abs() - y).abs() < 1e-6, "{row:?}");
        assert!(n[3].hypot(n[4]) < n[5], "the pressure's centre is in the base: {row:?}");
        assert!(n.len() == 6 || n[6] > n[7], "it stands: {row:?}");
    }

    #[test]
    fn paths_are_kept_on_both_bodies_and_forgotten_at_the_start() {
        let mut stage = after("?scene=ellipsoid", 200);
        let strokes: Vec<usize> = stage.trails.iter().map(|path| path.strokes.len()).collect();
        assert!(strokes.len() == 2 && strokes.iter().all(|count| *count > 10), "{strokes:?}");
        stage.reset();
        assert_eq!(stage.trails.iter().count(), 0);
    }
}
