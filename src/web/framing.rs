//! What of the world the camera shows, and how long arrows are: as large as the stage allows, and calm. It follows what
//! leaves the picture, and comes nearer only when that is worth a motion.
use super::camera::Camera;
use super::eased::{Scale, WORTH, share};
use crate::planar::body::Body;
use crate::planar::dynamics::Dynamics;
use crate::planar::world::World;
use glam::DVec2;

/// Room beside and above the bodies, as a part of the stage's smaller side, and below them, where weights are drawn.
const SIDE: f64 = 0.045;
const BELOW: f64 = 0.11;
/// The page's buttons take so much of the beginning of a stage's upper edge, CSS pixels, and all of it on a narrower stage than
/// this: bodies stay below them.
const BUTTONS: f64 = 210.0;
const NARROW: f64 = 480.0;
const CONTROLS: f64 = 62.0;
/// But no more than this part of a low one.
const LOW_PART: f64 = 0.17;
/// Part of the stage that bodies fill at most: a single one is not to stand before everything else.
const FULLEST: f64 = 0.22;
/// Length of the longest arrow, as a part of the stage's smaller side.
const LONGEST: f64 = 0.195;
/// s in which a motion of the camera is all but done.
const CAMERA_EASE: f64 = 0.4;

/// What a camera is asked to show.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shot {
    middle: DVec2,
    scale: f64,
}

/// Where the camera is, and where it goes.
#[derive(Clone, Debug)]
pub struct Framing {
    size: DVec2,
    now: Shot,
    goal: Shot,
    /// CSS pixels for a newton.
    newton: Scale,
}

impl Framing {
    /// All of a world on a stage of this size, CSS pixels.
    pub fn of(world: &World, instant: &Dynamics, size: DVec2) -> Self {
        let size = size.max(DVec2::splat(88.0));
        let goal = wanted(world, size);
        let newton = LONGEST * size.min_element() / greatest(world, instant);
        Self { size, now: goal, goal, newton: Scale::of(newton) }
    }

    /// The camera as it is now.
    pub fn camera(&self) -> Camera {
        let mut camera = Camera::at(self.now.middle, self.now.scale, self.size);
        camera.newton = self.newton.now;
        camera
    }

    /// Lets `seconds` of the screen's time pass. A camera that is `held` stays, since a hand reaches through it.
    pub fn follow(&mut self, world: &World, instant: &Dynamics, seconds: f64, held: bool) {
        if !held {
            let shot = wanted(world, self.size);
            let outside = extent(world).is_some_and(|extent| !self.shows(extent));
            if outside || shot.scale > WORTH * self.goal.scale {
                self.goal = shot;
            }
        }
        self.now.middle = self.now.middle.lerp(self.goal.middle, share(seconds, CAMERA_EASE));
        self.now.scale += (self.goal.scale - self.now.scale) * share(seconds, CAMERA_EASE);
        self.newton.follow(LONGEST * self.size.min_element() / greatest(world, instant), seconds);
        if !self.goes() {
            self.now = self.goal;
        }
    }

    /// The force of the longest arrow, N.
    pub fn longest(&self) -> f64 {
        LONGEST * self.size.min_element() / self.newton.goal
    }

    /// Whether the picture still moves by what can be seen.
    pub fn moves(&self) -> bool {
        self.newton.moves() || self.goes()
    }

    /// Whether the camera is on its way.
    fn goes(&self) -> bool {
        let way = self.now.middle.distance(self.goal.middle) * self.goal.scale;
        way > 0.5 || (self.now.scale / self.goal.scale - 1.0).abs() >= 2e-3
    }

    /// Whether the camera's goal shows a part of the world, with a little room.
    fn shows(&self, [low, high]: [DVec2; 2]) -> bool {
        let half = (self.size / 2.0 - 0.02 * self.size.min_element()) / self.goal.scale;
        let middle = self.goal.middle;
        low.cmpge(middle - half).all() && high.cmple(middle + half).all()
    }
}

/// The box around bodies, m.
fn around<'a>(bodies: impl Iterator<Item = &'a Body>) -> Option<[DVec2; 2]> {
    let corners = bodies.flat_map(|body| {
        let frame = body.state.frame();
        body.shape.vertices().iter().map(move |v| frame.place(*v))
    });
    corners.map(|corner| [corner, corner]).reduce(|[low, high], [p, _]| [low.min(p), high.max(p)])
}

/// The box around all bodies that can move and what they would fall on.
fn extent(world: &World) -> Option<[DVec2; 2]> {
    let [mut low, high] = around(world.bodies.iter().filter(|body| !body.is_fixed()))?;
    if world.forces.gravity.y < 0.0 {
        let grounds = world.bodies.iter().filter(|body| body.is_fixed()).filter_map(|body| around([body].into_iter()));
        let below = grounds.filter(|[left, top]| left.x < high.x && top.x > low.x && top.y <= low.y + 0.1);
        low.y = below.map(|[_, top]| top.y).fold(low.y, f64::min).max(low.y - (world.view[1].y - world.view[0].y));
    }
    Some([low, high])
}

/// The nearest shot that shows all bodies with room around them, and below them for their weights, and none under the buttons.
fn wanted(world: &World, size: DVec2) -> Shot {
    let [low, high] = extent(world).unwrap_or(world.view);
    let (side, below) = (SIDE * size.min_element(), BELOW * size.min_element());
    let area: f64 = world.bodies.iter().filter(|b| !b.is_fixed()).map(|b| b.shape.area_properties().area).sum();
    let fullest = (FULLEST * size.x * size.y / area.max(1e-9)).sqrt();
    let with_room = |above: f64| {
        let room = size - DVec2::new(2.0 * side, above + below);
        let scale = (room / (high - low).max(DVec2::splat(1e-6))).min_element().min(fullest);
        let middle = (low + high) / 2.0 - DVec2::new(0.0, (below - above) / 2.0 / scale);
        Shot { middle, scale }
    };
    let lower = || with_room(side.max(controls(size)));
    if size.x < NARROW {
        return lower();
    }
    let shot = with_room(side);
    if reaches_buttons(world, size, shot) { lower() } else { shot }
}

/// Whether a body that can move lies under the buttons at the beginning of a stage.
fn reaches_buttons(world: &World, size: DVec2, shot: Shot) -> bool {
    let camera = Camera::at(shot.middle, shot.scale, size);
    let boxes = world.bodies.iter().filter(|body| !body.is_fixed()).filter_map(|body| around([body].into_iter()));
    let mut corners = boxes.map(|[low, high]| camera.to_stage(DVec2::new(low.x, high.y)));
    corners.any(|corner| corner.x < BUTTONS && corner.y < controls(size))
}

/// Height of the part of a stage at whose beginning, or in all of which, the page has buttons, CSS pixels.
pub fn controls(size: DVec2) -> f64 {
    CONTROLS.min(LOW_PART * size.y)
}

/// The greatest weight or contact force, N: the longest arrow is its.
fn greatest(world: &World, instant: &Dynamics) -> f64 {
    let gravity = world.forces.gravity.length();
    let weights = world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass * gravity);
    let found = weights.chain(instant.solution.f.iter().copied()).fold(0.0, f64::max);
    if found > 1e-6 { found } else { world.forces.thrust.max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, SCENES};

    /// The stage on a wide desktop, a laptop, a tablet and a phone.
    const SIZES: [DVec2; 4] =
        [DVec2::new(792.0, 540.0), DVec2::new(704.0, 400.0), DVec2::new(768.0, 460.0), DVec2::new(360.0, 333.0)];

    /// A scene after some seconds, with a camera that has followed it.
    fn after(build: fn(Options) -> World, size: DVec2, seconds: f64) -> (World, Framing) {
        let mut world = build(Options::default());
        let instant = world.instant().clone();
        let mut framing = Framing::of(&world, &instant, size);
        while world.time < seconds {
            world.step();
            let instant = world.instant().clone();
            framing.follow(&world, &instant, world.settings.time_step, false);
        }
        (world, framing)
    }

    #[test]
    fn every_scene_fills_the_stage_and_stays_on_it() {
        for scene in SCENES {
            for (size, seconds) in SIZES.into_iter().flat_map(|size| [(size, 0.0), (size, 5.0)]) {
                let (world, mut framing) = after(scene.build, size, seconds);
                framing.now = framing.goal; // when its motion has ended
                let camera = framing.camera();
                let [low, high] = extent(&world).unwrap();
                let (low, high) = (camera.to_stage(low), camera.to_stage(high));
                let inside = low.x >= 0.0 && high.x <= size.x && high.y >= 0.0 && low.y <= size.y;
                assert!(inside, "{} after {seconds} s leaves {size}: {low} {high}", scene.name);
                let areas = world.bodies.iter().filter(|b| !b.is_fixed()).map(|b| b.shape.area_properties().area);
                let filled = areas.sum::<f64>() * camera.scale * camera.scale / (size.x * size.y);
                let spans = ((high.x - low.x) / size.x).max((low.y - high.y) / size.y);
                let large = filled >= 0.15 || spans >= 0.5;
                assert!(large, "{} after {seconds} s on {size}: {filled:.3} filled, {spans:.2} wide", scene.name);
                assert!(size.y - low.y >= 0.1 * size.y.min(size.x), "{}: no room below", scene.name);
            }
        }
    }

    /// Neither on a wide stage, at whose beginning they are, nor on a narrow one, where they are everywhere.
    #[test]
    fn no_body_lies_under_the_buttons() {
        for (scene, size) in SCENES.iter().flat_map(|scene| SIZES.map(|size| (scene, size))) {
            let (world, framing) = after(scene.build, size, 0.0);
            let camera = framing.camera();
            let until = if size.x < NARROW { size.x } else { BUTTONS };
            let under = |corner: DVec2| corner.x < until && corner.y < controls(size) - 1e-9;
            for body in world.bodies.iter().filter(|body| !body.is_fixed()) {
                let frame = body.state.frame();
                let corner = body.shape.vertices().iter().map(|v| camera.to_stage(frame.place(*v))).find(|c| under(*c));
                assert!(corner.is_none(), "{} on {size}: {} is under the buttons at {corner:?}", scene.name, body.name);
            }
        }
    }

    #[test]
    fn bodies_fill_a_sixth_of_the_first_picture() {
        for size in SIZES {
            let (world, framing) = after(SCENES[0].build, size, 0.0);
            let areas = world.bodies.iter().filter(|b| !b.is_fixed()).map(|b| b.shape.area_properties().area);
            let filled = areas.sum::<f64>() * framing.now.scale * framing.now.scale / (size.x * size.y);
            assert!(filled > 0.15, "{filled} of {size}");
        }
    }

    #[test]
    fn a_camera_that_is_held_stays() {
        let (mut world, mut framing) = after(SCENES[0].build, SIZES[0], 0.0);
        let instant = world.instant().clone();
        let before = framing.camera();
        world.bodies[1].state.position.x += 20.0;
        framing.follow(&world, &instant, 1.0, true);
        assert_eq!(framing.camera(), before);
        framing.follow(&world, &instant, 0.2, false);
        assert!(framing.moves() && framing.camera() != before);
        framing.follow(&world, &instant, 5.0, false);
        assert!(!framing.moves());
    }
}
