//! From where a scene is first seen, and how large things in it are.
use super::camera::Camera;
use crate::session::number::round_up;
use crate::spatial::body::Body;
use crate::spatial::shape::{Aabb, Shape};
use crate::spatial::world::World;
use glam::DVec3;

/// A ball around what matters in a scene. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its middle.
    pub centre: DVec3,
    /// Its radius, over zero.
    pub radius: f64,
}

/// The direction of the eye at first: around the vertical, and above the horizon; rad.
pub const FIRST_LOOK: [f64; 2] = [-1.15, 0.35];

impl Extent {
    /// Around all bodies that can move, and the finite ones among the fixed that are not far larger.
    pub fn of(world: &World) -> Self {
        Self::around(all(world))
    }

    fn around(bounds: Aabb) -> Self {
        let (centre, radius) = (bounds.centre(), (bounds.high - bounds.low).length_squared().sqrt() / 2.0);
        if radius > 0.0 && radius.is_finite() {
            Self { centre, radius }
        } else {
            Self { centre: DVec3::ZERO, radius: 1.0 }
        }
    }
}

/// The box around all bodies that can move, and the finite ones among the fixed that are not far larger.
fn all(world: &World) -> Aabb {
    let moving = moving(world, None);
    let size = (moving.high - moving.low).max_element();
    let fits = |body: &&Body| (bounds([*body]).high - bounds([*body]).low).max_element() <= 4.0 * size;
    scenery(world).filter(fits).fold(moving, |all, body| all.union(&bounds([body])))
}

/// What is to be seen of them: bodies that can move with room for arrows, what springs hold them by, and of the fixed ones
/// what is near.
fn near(world: &World, place: Option<&Together>) -> Aabb {
    let moving = moving(world, place);
    let size = (moving.high - moving.low).max_element();
    let room = moving.grown(0.12 * size);
    let held = world.forces.springs.iter().fold(moving.grown(0.06 * size), |all, spring| {
        let end = spring.ends(|id| world.bodies[id].state.pose).1;
        all.union(&Aabb { low: end, high: end })
    });
    scenery(world).fold(held, |all, body| {
        let mut part = bounds([body]);
        let floor = part.low.z.max(part.high.z.min(moving.low.z) - 0.06 * size);
        part = part.intersection(&Aabb { low: room.low.with_z(floor), high: room.high });
        if part.low.cmple(part.high).all() { all.union(&part) } else { all }
    })
}

/// In a bowl the bodies fall to its bottom, roll apart and swing to its other side: the box around all of that, half as wide as
/// they are high above the bottom.
fn of_bowl(world: &World) -> Option<Aabb> {
    let (middle, radius) = world.bodies.iter().find_map(|body| match body.shape {
        Shape::SphereCavity { radius } => Some((body.state.pose.position, radius)),
        _ => None,
    })?;
    let bodies = moving(world, None);
    let across = |p: DVec3| DVec3::new(2.0 * middle.x - p.x, 2.0 * middle.y - p.y, p.z);
    let bottom = middle - DVec3::new(0.0, 0.0, radius);
    let aside = 0.25 * DVec3::new(1.0, 1.0, 0.0) * (bodies.high.z - bottom.z);
    let corners = [bodies.low, bodies.high, across(bodies.low), across(bodies.high), bottom - aside, bottom + aside];
    Some(Aabb::around(corners))
}

/// The box around all that is to be seen at first, also of where the bodies will go; never empty.
pub fn seen(world: &World) -> Aabb {
    not_empty(of_bowl(world).unwrap_or_else(|| near(world, None)))
}

/// The box around the bodies that have stayed together, within a multiple of the radius of the scene: what has gone farther
/// would leave nothing but dots of the picture. Marks at its edge lead there. It also holds where they will be if they go on for
/// some seconds. Of the scene's size by a third at least, so that what has come together is still seen in its place.
pub fn seen_together(world: &World, place: &Together, radius: f64, seconds: f64) -> Aabb {
    let ahead = place.among(world).map(|body| bounds([body]).moved(seconds * body.state.velocity));
    let bounds = not_empty(ahead.fold(near(world, Some(place)), |all, one| all.union(&one)));
    let lacking = 0.33 * radius - 0.5 * (bounds.high - bounds.low).length();
    bounds.grown((lacking / 3.0_f64.sqrt()).max(0.0))
}

fn not_empty(bounds: Aabb) -> Aabb {
    let Extent { centre, radius } = Extent::around(bounds);
    if bounds.centre() == centre { bounds } else { Aabb { low: centre - radius, high: centre + radius } }
}

/// Where the bodies of a scene are that have stayed together.
pub struct Together {
    middle: DVec3,
    reach: f64,
    /// That what comes is not gone back for, unless nothing else is there.
    eye: Option<Camera>,
}

/// How far apart bodies may be and still be seen together, in radii of the scene: they are a quarter as large then.
const APART: f64 = 4.0;

/// See [`Together`]; in their middle is the body nearest to `target`, what the eye looks at or is about to: while they part it
/// stays with the same ones.
pub fn together(world: &World, radius: f64, eye: Camera, target: DVec3) -> Together {
    let free = || world.bodies.iter().filter(|body| !body.is_fixed());
    let eye = free().any(|body| !comes(body, &eye)).then_some(eye);
    let stay = free().filter(|body| !eye.is_some_and(|eye| comes(body, &eye)));
    let places = stay.map(|body| body.state.pose.position);
    let (all, reach) = (Aabb::around(places.clone()), APART * radius);
    let far = |place: &DVec3| place.distance_squared(target);
    let nearest = places.min_by(|one, other| far(one).total_cmp(&far(other)));
    let middle = if (all.high - all.low).length() <= reach { None } else { nearest };
    Together { middle: middle.unwrap_or(all.centre()), reach, eye }
}

/// Whether a body comes into the picture by itself: an eye that went back for it would only see all else smaller meanwhile.
fn comes(body: &Body, eye: &Camera) -> bool {
    let place = body.state.pose.position;
    body.state.velocity.dot(eye.target - place) > 0.0 && !eye.see(place).is_some_and(|seen| eye.holds(seen))
}

impl Together {
    /// The bodies of a world that are among them.
    pub fn among<'a>(&'a self, world: &'a World) -> impl Iterator<Item = &'a Body> {
        world.bodies.iter().filter(|body| !body.is_fixed() && self.holds(body))
    }

    /// Whether a body that can move is among them.
    pub fn holds(&self, body: &Body) -> bool {
        body.state.pose.position.distance(self.middle) <= self.reach && !self.eye.is_some_and(|eye| comes(body, &eye))
    }
}

/// The box around those of the bodies that can move and are in a place; without one around all, but for what hangs so far above
/// the others that these would be tiny: that comes into the picture from outside.
fn moving(world: &World, place: Option<&Together>) -> Aabb {
    let free = || world.bodies.iter().filter(|body| !body.is_fixed() && place.is_none_or(|place| place.holds(body)));
    let all = bounds(free());
    let lower = bounds(free().filter(|body| bounds([*body]).low.z < all.centre().z));
    let hangs = place.is_none() && (lower.high - lower.low).max_element() < 0.3 * (all.high - all.low).z;
    if hangs { lower } else { all }
}

/// The fixed bodies that are seen as a whole.
fn scenery(world: &World) -> impl Iterator<Item = &Body> {
    world.bodies.iter().filter(|body| body.is_fixed() && body.shape.solid().is_some())
}

/// The box around some bodies, each with all of its surface.
fn bounds<'a>(bodies: impl IntoIterator<Item = &'a Body>) -> Aabb {
    let finite = bodies.into_iter().filter(|body| body.shape.radius().is_finite());
    finite.fold(Aabb::EMPTY, |all, body| all.union(&body.shape.bounds(&body.state.pose)))
}

/// Whether a wall stands between the eye and nearly all that moves, as the near walls of a box do: a plane across an axis
/// of the world has the wall and the eye on one side and those on the other.
pub fn hides(eye: DVec3, wall: &Body, bodies: &[Body]) -> bool {
    let Aabb { low, high } = wall.shape.bounds(&wall.state.pose);
    let (eye, faces) = (eye.to_array(), [high.to_array(), (-low).to_array()]);
    (0..6).any(|side| {
        let (k, sign) = (side % 3, if side < 3 { 1.0 } else { -1.0 });
        let face = faces[side / 3][k];
        let (mut free, mut beyond) = (0, 0);
        for body in bodies.iter().filter(|body| !body.is_fixed()) {
            free += 1;
            let nearest = sign * body.state.pose.position.to_array()[k] - 0.99 * body.shape.radius(); // they touch it
            beyond += usize::from(nearest > face);
        }
        sign * eye[k] < face && 10 * beyond > 9 * free
    })
}

/// Stiffness of the visitor's spring with which the usual weight stretches it by a third of the scene's radius, N/m.
pub fn usual_stiffness(world: &World, extent: Extent) -> f64 {
    round_up(2.0 * world.forces.thrust.max(1e-9) / extent.radius)
}

/// Most force of a hand that leads bodies, N: twice the weight of the heaviest, on Earth where there is none; a stronger one
/// jams parts into each other.
pub fn usual_strength(world: &World) -> f64 {
    let heaviest = world.bodies.iter().filter(|body| body.is_free()).map(|body| body.mass).fold(0.0, f64::max);
    let gravity = world.forces.gravity.length_squared().sqrt();
    round_up(2.0 * heaviest.max(1e-9) * if gravity > 0.0 { gravity } else { 9.81 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::session::spatial_scenes::{Options, SCENES};
    use crate::web::spatial::arrows::arrows;
    use crate::web::spatial::stage::Stage;
    use glam::DVec2;

    #[test]
    fn every_scene_has_an_extent_that_holds_its_bodies() {
        for scene in SCENES {
            let world = (scene.build)(Options::default());
            let extent = Extent::of(&world);
            for body in world.bodies.iter().filter(|body| !body.is_fixed()) {
                let far = (body.state.pose.position - extent.centre).length();
                let falls_in = scene.name == "bridge" && body.state.pose.position.z > extent.centre.z;
                assert!(far <= extent.radius || falls_in, "{}: {} is {far} away", scene.name, body.name);
            }
            let Aabb { low, high } = seen(&world);
            assert!(low.is_finite() && high.is_finite() && low.cmplt(high).any(), "{}", scene.name);
        }
    }

    /// Nor does the arrow of its weight, and not while it falls.
    #[test]
    fn what_falls_on_a_bridge_from_far_above_does_not_make_it_small() {
        for size in STAGES {
            let (mut stage, _) = first_picture("bridge", size);
            stage.run(true);
            while stage.world.time < 1.5 {
                let across = corners(&stage).map(|at| at.x);
                let wide = across.clone().fold(0.0, f64::max) - across.fold(size.x, f64::min);
                assert!(wide > 0.4 * size.x, "{wide:.0} px of {size} after {:.2} s", stage.world.time);
                stage.step();
                stage.keep_in_sight(stage.world.settings.time_step);
            }
        }
    }

    /// What comes back by itself is gone back for where there is nothing else.
    #[test]
    fn a_body_alone_is_followed_wherever_it_goes() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=drop-3d", "")).0;
        stage.camera.resize(STAGES[0]);
        stage.run(true);
        let body = stage.world.bodies.iter().position(|body| !body.is_fixed()).unwrap();
        let state = &mut stage.world.bodies[body].state;
        (state.pose.position, state.velocity) = (DVec3::new(0.0, 20.0, 30.0), DVec3::new(0.0, -1.0, -1.0));
        while stage.keep_in_sight(0.1) {}
        let place = stage.world.bodies[body].state.pose.position;
        assert!(stage.camera.see(place).is_some_and(|seen| stage.camera.holds(seen)));
    }

    /// Of balls on which the same force acts, and friction in four ways, each goes its own, faster and faster.
    #[test]
    fn of_bodies_that_go_apart_all_are_in_the_picture_while_they_can_and_one_at_any_time() {
        for size in [STAGES[0], STAGES[2]] {
            let mut stage = Stage::open(SpatialLink::parse("?scene=driven", "")).0;
            stage.camera.resize(size);
            stage.run(true);
            while stage.world.time < 9.0 {
                stage.step();
                stage.keep_in_sight(stage.world.settings.time_step);
                let inside = |at: DVec2| at.cmpge(DVec2::ZERO).all() && at.cmple(size).all();
                let places =
                    stage.world.bodies.iter().filter(|body| body.is_free()).map(|body| body.state.pose.position);
                let seen = places.filter_map(|place| stage.camera.see(place)).filter(|seen| inside(seen.at)).count();
                let time = stage.world.time;
                assert!(seen == 4 || time > 3.0 && seen > 0, "{seen} of 4 after {time:.2} s on {size}");
            }
        }
    }

    #[test]
    fn a_world_without_bodies_has_an_extent_too() {
        assert_eq!(Extent::of(&World::default()), Extent { centre: DVec3::ZERO, radius: 1.0 });
        assert_eq!(seen(&World::default()), Aabb { low: DVec3::NEG_ONE, high: DVec3::ONE });
    }

    /// A scene as it is seen first on a stage, and where the corners of its bodies are seen.
    fn first_picture(scene: &str, size: DVec2) -> (Stage, Vec<DVec2>) {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        stage.camera.resize(size);
        let seen = corners(&stage).collect();
        (stage, seen)
    }

    /// Where the corners of the bodies that can move are seen.
    fn corners(stage: &Stage) -> impl Iterator<Item = DVec2> + Clone {
        let free = stage.world.bodies.iter().filter(|body| !body.is_fixed());
        let points = free.flat_map(|body| match body.shape.solid() {
            Some(solid) => solid.mesh.vertices().iter().map(|v| body.state.pose.place(*v)).collect(),
            None => Vec::from(bounds([body]).corners()),
        });
        points.filter_map(|point| Some(stage.camera.see(point)?.at))
    }

    /// Of the stage's width and height what the bodies take at the first look, the larger; and whether all are seen.
    fn filled(scene: &str, size: DVec2) -> (f64, bool) {
        let (_, seen) = first_picture(scene, size);
        let low = seen.iter().fold(size, |low, at| low.min(*at));
        let high = seen.iter().fold(DVec2::ZERO, |high, at| high.max(*at));
        let inside = low.cmpge(DVec2::splat(-1.0)).all() && high.cmple(size + 1.0).all();
        (((high - low) / size).max_element(), inside)
    }

    /// The stages of a laptop, a large screen, a phone and a tablet.
    const STAGES: [DVec2; 4] =
        [DVec2::new(704.0, 346.0), DVec2::new(1056.0, 560.0), DVec2::new(390.0, 380.0), DVec2::new(820.0, 480.0)];

    /// What hangs far above a bridge comes from outside.
    #[test]
    fn no_body_and_no_tip_of_an_arrow_is_under_the_buttons_at_first() {
        let mut faults = Vec::new();
        for scene in SCENES.iter().filter(|scene| scene.name != "bridge") {
            for size in STAGES {
                let (stage, bodies) = first_picture(scene.name, size);
                let all = arrows(&stage, &[], false);
                let tips: Vec<_> = all.iter().filter_map(|arrow| Some(stage.camera.see(arrow.head)?.at)).collect();
                for (what, points) in [("bodies", bodies), ("arrows", tips)] {
                    let highest = points.iter().map(|at| at.y).fold(f64::INFINITY, f64::min);
                    if highest < stage.camera.top() {
                        faults.push(format!("{}: {what} reach to {highest:.0} px on {size}", scene.name));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// What of the bodies of a scene, and of the flames of the keys that push them, an eye does not see.
    fn cut(stage: &Stage) -> Vec<String> {
        let (world, camera) = (&stage.world, &stage.camera);
        let place = together(world, stage.extent().radius, *camera, camera.target);
        let mut points: Vec<(&Body, DVec3)> = Vec::new();
        for body in world.bodies.iter().filter(|body| !body.is_fixed()) {
            match body.shape.solid() {
                Some(solid) => points.extend(solid.mesh.vertices().iter().map(|v| (body, body.state.pose.place(*v)))),
                None => points.push((body, body.state.pose.position)),
            }
        }
        for push in &world.forces.pushes[stage.given()..] {
            let body = &world.bodies[push.body];
            points.push((body, body.state.pose.position - 1.7 * body.shape.radius() * push.force.normalize()));
        }
        let inside = |at: DVec2| at.cmpge(DVec2::splat(-1.0)).all() && at.cmple(camera.size + 1.0).all();
        let cut = |point: DVec3| !camera.see(point).is_some_and(|seen| inside(seen.at));
        points.iter().filter(|(body, at)| place.holds(body) && cut(*at)).map(|(body, _)| body.name.clone()).collect()
    }

    /// In every scene, whatever has come of it, with a key pressed and without.
    #[test]
    fn an_eye_that_nobody_moved_sees_all_of_the_bodies_and_of_their_flames() {
        let mut faults = Vec::new();
        for scene in SCENES {
            for size in [STAGES[0], STAGES[2]] {
                let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={}", scene.name), "")).0;
                stage.camera.resize(size);
                stage.run(true);
                for key in ["", "e", "s"] {
                    stage.press(key, false);
                    let until = stage.world.time + 0.5;
                    while stage.world.time < until {
                        stage.step();
                        stage.keep_in_sight(stage.world.settings.time_step);
                    }
                    (0..20).for_each(|_| _ = stage.keep_in_sight(1.0));
                    let cut = cut(&stage);
                    stage.release(key);
                    if !cut.is_empty() {
                        faults.push(format!("{} with {key:?} on {size}: {} of {}", scene.name, cut.len(), cut[0]));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// On all stages bodies reach over a third of one side of the stage at least, where nothing is to fall far.
    /// What hangs far above a bridge comes from outside; in a bowl there is room for where the bodies swing.
    #[test]
    fn every_scene_fills_its_stage() {
        let mut faults = Vec::new();
        for scene in SCENES {
            let falls = of_bowl(&(scene.build)(Options::default())).is_some() || scene.name == "drop-3d";
            let least = if falls { 0.1 } else { 0.33 };
            for size in STAGES {
                let (part, inside) = filled(scene.name, size);
                if part < least || !inside && scene.name != "bridge" {
                    faults.push(format!("{}: {part:.2} of {size}, all of it: {inside}", scene.name));
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
