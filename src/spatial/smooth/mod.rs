//! Which parts of smooth bodies may touch during a step: each other, balls, half-spaces and bowls; of round ones polyhedra, too.
pub mod gap;
pub mod polyhedra;
pub mod seen;
pub mod stand;
pub mod tracks;

pub use gap::SmoothGap;

use super::body::{BodyId, State};
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::narrow_phase::contact_point::Reach;
use super::narrow_phase::extremal::search::{Found, Search};
use super::narrow_phase::extremal::{Conditions, Pair, SINGULAR};
use super::pose::Pose;
use super::shape::Shape;
use super::shape::mesh;
use super::shape::smooth::{Flat, Form, Smooth};
use super::shape::surface::{Feature, Kind, Surface};
use glam::{DQuat, DVec3};
use stand::{Ground, Tilt};
use tracks::{Tracks, Who};

/// Minima of the distance of one pair of features are told apart by adding this to the number of the first's.
const NEXT_MINIMUM: usize = 1000;
/// Flats that face each other to this sine of an angle meet as polyhedra do.
const FACING: f64 = 0.1;

/// One body of a pair.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// Its number.
    pub id: BodyId,
    /// Its shape.
    pub shape: &'a Shape,
    /// Where it is, and how it moves.
    pub state: &'a State,
}

/// Finds candidates; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    search: Search,
    found: Vec<Found>,
    places: Vec<usize>,
    /// Features of a polyhedron that may be near.
    near: Vec<mesh::Feature>,
    /// Where nearest points are carried from step to step: those at the end of the last one.
    pub tracks: Option<Tracks>,
}

/// Whether a pair of shapes is one for this finder: one of them smooth, and round if the other is a polyhedron; not both with
/// faces that face each other.
pub fn takes(sides: [Side; 2], reach: Reach) -> bool {
    let [a, b] = sides.map(|side| side.shape);
    match (a, b) {
        (Shape::Smooth(a), Shape::Smooth(b)) => a.is_whole() && b.is_whole() && !are_facing([a, b], sides, reach),
        (Shape::Smooth(body), other) | (other, Shape::Smooth(body)) => match other {
            Shape::HalfSpace { .. } | Shape::SphereCavity { .. } => true,
            Shape::Sphere { .. } => body.is_whole(),
            Shape::Mesh(_) | Shape::Lathe(_) => body.is_round(),
            Shape::Smooth(_) => false,
        },
        _ => false,
    }
}

/// Whether faces of two bodies are nearly parallel and near each other.
fn are_facing(bodies: [&Smooth; 2], sides: [Side; 2], reach: Reach) -> bool {
    let flats = |k: usize| bodies[k].flats().iter().filter(|flat| flat.radius == 0.0);
    let whole = |k: usize| !matches!(bodies[k].form(), Form::Wire(_));
    let frame = |k: usize, flat: &Flat| flat.in_world(&sides[k].state.pose);
    whole(0)
        && whole(1)
        && flats(0).any(|first| {
            let first = frame(0, first);
            flats(1).any(|second| {
                let second = frame(1, second);
                let (n, m) = (second.turn(DVec3::Z), first.turn(DVec3::Z));
                let apart = n.dot(first.position - second.position);
                n.dot(m) < 0.0 && n.cross(m).length_squared() < FACING * FACING && reach.holds(apart)
            })
        })
}

impl Finder {
    /// Adds the candidates of two bodies within reach of each other during the next `span` seconds.
    pub fn find(&mut self, sides: [Side; 2], span: f64, reach: Reach, out: &mut Vec<Candidate>) {
        for [first, second] in [sides, [sides[1], sides[0]]] {
            let Shape::Smooth(body) = first.shape else { continue };
            match second.shape {
                Shape::HalfSpace { normal } => {
                    let ground = Ground { normal: *normal, offset: 0.0 };
                    self.stand([first, second], body, (ground, span), (reach, out));
                }
                Shape::Sphere { .. } | Shape::Smooth(_) => self.faces([first, second], body, reach, out),
                _ => {}
            }
        }
        for i in 0..count(sides[0].shape) {
            for j in 0..count(sides[1].shape) {
                self.features(sides, [i, j], reach, out);
            }
        }
    }

    /// The places of a body's flats over a plane.
    fn stand(
        &mut self,
        [first, second]: [Side; 2],
        body: &Smooth,
        (ground, span): (Ground, f64),
        (reach, out): (Reach, &mut Vec<Candidate>),
    ) {
        let later = [first, second].map(|side| ahead(side.state, span));
        let normals = [second.state.pose.turn(ground.normal), later[1].turn(ground.normal)];
        for (k, flat) in body.flats().iter().enumerate() {
            // a boundary without features of its own is met by its places always
            let closed = flat.pieces().len() == 1 && !body.features().is_empty();
            if closed && !Tilt::of(flat, &first.state.pose, normals[0]).is_level() {
                continue;
            }
            self.places.clear();
            stand::places(flat, [&first.state.pose, &later[0]], normals, |number| self.places.push(number));
            crate::sort::sort_and_dedup(&mut self.places);
            for number in &self.places {
                let gap = stand::gap(flat, *number, ground);
                if reach.holds(gap.measure(&first.state.pose, &second.state.pose).gap) {
                    let key = Key { first: stand::part(body, k, *number), second: Part::Whole };
                    out.push(Candidate { a: first.id, b: second.id, key, gap });
                }
            }
        }
    }

    /// The flat faces of a body against the features of the other.
    fn faces(&mut self, [first, second]: [Side; 2], body: &Smooth, reach: Reach, out: &mut Vec<Candidate>) {
        let solid = !matches!(body.form(), Form::Wire(_));
        for (k, flat) in body.flats().iter().enumerate().filter(|(_, flat)| solid && flat.radius == 0.0) {
            let plane = Feature { kind: Kind::Surface(Surface::Plane), pose: flat.pose };
            for (i, feature) in (0..count(second.shape)).filter_map(|i| Some((i, feature(second.shape, i)?.0))) {
                let Some(pair) = Pair::new(feature, plane) else { continue };
                let poses = [&second.state.pose, &first.state.pose];
                let Some(extremal) = gap::over_plane(&pair, poses) else { continue };
                let under = extremal.at[1];
                let place = glam::DVec2::new(under.u, under.v);
                let far = place.length_squared().sqrt();
                let inside = far == 0.0 || far <= flat.region.hull_radius(glam::DVec2::ZERO, place / far);
                // a side along the face rests on its ends
                if inside && reach.holds(extremal.distance) && Conditions::of(&extremal).margin() >= SINGULAR {
                    let key = Key { first: part(second.shape, i, 0), second: Part::Face(count(first.shape) + k) };
                    let gap = Gap::Smooth(SmoothGap { pair, at: extremal.at });
                    out.push(Candidate { a: second.id, b: first.id, key, gap });
                }
            }
        }
    }

    /// The minima of the distance of one feature of each body.
    fn features(&mut self, sides: [Side; 2], numbers: [usize; 2], reach: Reach, out: &mut Vec<Candidate>) {
        let [Some(f), Some(g)] = [0, 1].map(|k| feature(sides[k].shape, numbers[k])) else { return };
        let (order, features) = if f.1 <= g.1 { ([0, 1], [f.0, g.0]) } else { ([1, 0], [g.0, f.0]) };
        let ordered = order.map(|k| sides[k]);
        let Some(pair) = Pair::new(features[0], features[1]) else { return };
        let poses = ordered.map(|side| &side.state.pose);
        if Feature::are_apart([&features[0], &features[1]], poses, reach.apart) {
            return;
        }
        let who = Who { bodies: ordered.map(|side| side.id), numbers: order.map(|k| numbers[k]) };
        self.found.clear();
        match gap::over_plane(&pair, poses) {
            Some(extremal) => {
                let regular = Conditions::of(&extremal).margin() >= SINGULAR;
                self.found.push(Found { extremal, pair, regular });
            }
            None if is_plane(&features[1]) => return,
            None => match &mut self.tracks {
                Some(tracks) => tracks.find(who, &pair, poses, &mut self.search, &mut self.found),
                None => self.search.find(&pair, poses, reach.apart, &mut self.found),
            },
        }
        let on_plane = is_plane(&features[1]);
        for (minimum, found) in self.found.iter().enumerate() {
            let Found { extremal, pair, .. } = found;
            let held = (0..2).all(|k| features[k].holds(extremal.at[k]));
            let stands = on_plane && level(ordered, extremal.normal);
            if !held || stands || !reach.holds(extremal.distance) || !(found.regular || on_plane) {
                continue;
            }
            if let Some(pair) = facing(pair, found, ordered) {
                let [first, second] =
                    order.map(|k| part(sides[k].shape, numbers[k], if k == order[0] { minimum } else { 0 }));
                let gap = Gap::Smooth(SmoothGap { pair, at: extremal.at });
                let key = Key { first, second };
                out.push(Candidate { a: ordered[0].id, b: ordered[1].id, key, gap });
                if let Some(tracks) = &mut self.tracks {
                    tracks.name(who, minimum, key);
                }
            }
        }
    }
}

/// Where a body is after a span at its velocities.
fn ahead(state: &State, span: f64) -> Pose {
    let rotation = (DQuat::from_scaled_axis(span * state.omega) * state.pose.rotation).normalize();
    Pose { position: state.pose.position + span * state.velocity, rotation }
}

/// Whether the first body stands on a plane with this normal by the places of a level flat.
fn level([first, _]: [Side; 2], normal: DVec3) -> bool {
    let Shape::Smooth(body) = first.shape else { return false };
    body.flats().iter().any(|flat| Tilt::of(flat, &first.state.pose, normal).is_level())
}

fn is_plane(feature: &Feature) -> bool {
    matches!(feature.kind, Kind::Surface(Surface::Plane))
}

/// Number of features of a shape.
fn count(shape: &Shape) -> usize {
    match shape {
        Shape::Smooth(smooth) => smooth.features().len(),
        Shape::Sphere { .. } | Shape::SphereCavity { .. } | Shape::HalfSpace { .. } => 1,
        Shape::Mesh(_) | Shape::Lathe(_) => 0,
    }
}

/// A feature of a shape, and its rank: of two features the one of lower rank is the first of a pair.
fn feature(shape: &Shape, number: usize) -> Option<(Feature, usize)> {
    let feature = match shape {
        Shape::Smooth(smooth) => *smooth.features().get(number)?,
        Shape::Sphere { radius } => Feature::surface(Surface::Sphere { radius: *radius }),
        Shape::SphereCavity { radius } => Feature::new(Kind::Hollow(Surface::Sphere { radius: *radius })),
        Shape::HalfSpace { normal } => {
            Feature::surface(Surface::Plane).at(DVec3::ZERO, DQuat::from_rotation_arc(DVec3::Z, *normal))
        }
        Shape::Mesh(_) | Shape::Lathe(_) => return None,
    };
    let rank = match feature.kind {
        Kind::Curve(_) => 0,
        // whose nearest points take the longest to find
        Kind::Surface(Surface::Superquadric { .. }) => 1,
        Kind::Surface(Surface::Sphere { .. }) => 3,
        Kind::Surface(Surface::Plane) => 5,
        Kind::Surface(_) => 2,
        Kind::Hollow(_) => 4,
    };
    Some((feature, rank))
}

/// What a feature is called in contacts.
fn part(shape: &Shape, number: usize, minimum: usize) -> Part {
    let number = number + NEXT_MINIMUM * minimum;
    match shape {
        Shape::Smooth(smooth) if smooth.features()[number % NEXT_MINIMUM].is_curve() => Part::Edge(number),
        Shape::Smooth(_) => Part::Face(number),
        _ => Part::Whole,
    }
}

/// The pair with its curves on the right side, if these are met from outside: an edge of a solid faces away from its
/// middle. Curves that touch take the side that faces away, others the one on which they are.
fn facing(pair: &Pair, found: &Found, sides: [Side; 2]) -> Option<Pair> {
    let out = |k: usize| {
        let point = found.extremal.points()[k];
        let solid = matches!(sides[k].shape, Shape::Smooth(smooth) if !matches!(smooth.form(), Form::Wire(_)));
        (point - sides[k].state.pose.position, solid && pair.features[k].is_curve())
    };
    let (n, sides_out) = (found.extremal.normal, [out(0), out(1)]);
    let faces = |n: DVec3| sides_out.iter().zip([-n, n]).all(|((out, edge), n)| !edge || out.dot(n) > 0.0);
    if !pair.features[1].is_curve() {
        return faces(n).then_some(*pair);
    }
    let apart = found.extremal.distance.abs() > 1e-6 * pair.size();
    let turned = !apart && (sides_out[1].0 - sides_out[0].0).dot(n) < 0.0;
    let (side, n) = if turned { (-pair.side, -n) } else { (pair.side, n) };
    faces(n).then_some(Pair { side, ..*pair })
}
