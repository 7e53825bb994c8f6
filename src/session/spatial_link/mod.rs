//! The address of a scene of the spatial mode.
//!
//! `?mode=spatial&scene=&n=&seed=&play=&g=&mu=&e=&et=&cone=&law=&d=&thrust=&dt=&scheme=&solver=&sleep=&volume=&culling=&descent=` and,
//! as in the plane, `&rate=&run=&show=&lang=&theme=&motion=&keys=&ex=&embed=#s=v1.<state>`. Defaults are left out; a value that cannot be taken becomes a
//! [`Warning`] and its default stands; what is written reads back bit for bit and has at most [`Link::LONGEST`]
//! characters: the state of a scene too large for that is left to [`SpatialLink::capture`]'s error.
pub(crate) mod address;
pub mod physics;
pub mod snapshot;

use super::Link;
use super::own::Own;
use super::warning::{Expected, Warning};
use crate::session::spatial_scenes::{Options, SCENES, Scene, scene};
use crate::spatial::broad_phase::Culling;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::narrow_phase::distance::Descent;
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use physics::Physics;
use snapshot::{SpatialSnapshot, SpatialSnapshotError};
use std::ptr;

/// What an address of the spatial mode says. `None` in a setting of the physics leaves the scene's own value.
#[derive(Clone, Debug, PartialEq)]
pub struct SpatialLink {
    /// What concerns the page and not the physics; its fields of the physics stay unused.
    pub page: Link,
    /// `scene`: a name of the table of spatial scenes, or [`OWN`](super::own::OWN).
    pub scene: &'static str,
    /// The visitor's own scene, where `scene` says so; an address does not hold it.
    pub own: Option<Own<World>>,
    /// `n`: number of objects; `None` for what is usual in the scene.
    pub count: Option<usize>,
    /// `seed`: of random places.
    pub seed: u64,
    /// `play`: room between parts that fit into each other, m; `None` for what is usual in the scene.
    pub play: Option<f64>,
    /// Settings of the physics.
    pub physics: Physics,
    /// `volume`: what the trees of bounding volumes are made of.
    pub volume: VolumeKind,
    /// `culling`: how pairs of bodies that may be near each other are found.
    pub culling: Culling,
    /// `descent`: in which order two trees are searched.
    pub descent: Descent,
    /// `#s=`: the state; none for the scene's start.
    pub state: Option<SpatialSnapshot>,
}

impl Default for SpatialLink {
    fn default() -> Self {
        Self {
            page: Link::default(),
            scene: SCENES[0].name,
            own: None,
            count: None,
            seed: Options::default().seed,
            play: None,
            physics: Physics::default(),
            volume: VolumeKind::default(),
            culling: Culling::default(),
            descent: Descent::default(),
            state: None,
        }
    }
}

impl SpatialLink {
    /// The world it names, in its state, and what of it could not be taken.
    pub fn open(&self) -> (World, Vec<Warning>) {
        let mut world = self.start();
        let restored = self.state.as_ref().map_or(Ok(()), |state| state.restore(&mut world));
        let moving = world.bodies.iter().filter(|body| !body.is_fixed()).count();
        let warn = |error: SpatialSnapshotError| Warning::new("s", Expected::StateOfScene(moving), error.words());
        (world, restored.err().map(warn).into_iter().collect())
    }

    /// The scene with the settings, at its start.
    pub fn start(&self) -> World {
        let mut world = self.untouched();
        self.apply(&mut world);
        world
    }

    /// Puts the settings that it names into a world.
    pub fn apply(&self, world: &mut World) {
        self.physics.apply(world);
        world.settings.culling = self.culling;
        build_trees(world, self.volume);
    }

    /// This link with the settings and the state of a world that grew out of its scene. What equals the scene's own
    /// value is left out, and the state of a scene that no address holds.
    ///
    /// # Errors
    /// The state does not fit into a link.
    pub fn capture(&self, world: &World) -> Result<Self, SpatialSnapshotError> {
        let link = self.without_state(world);
        Ok(if self.own.is_some() { link } else { Self { state: Some(SpatialSnapshot::of(world)?), ..link } })
    }

    /// The same, without the state.
    pub fn without_state(&self, world: &World) -> Self {
        let physics = Physics::of(world).besides(&Physics::of(&self.untouched()));
        Self { physics, state: None, ..self.clone() }
    }

    /// This link with the number of objects and all settings of the physics as a world has them.
    pub fn with_physics(&self, world: &World) -> Self {
        let count = Some(self.options().count);
        Self { count, physics: Physics::of(world), state: None, ..self.clone() }
    }

    /// The same link with the scene's own number of objects and physics.
    pub fn without_physics(self) -> Self {
        Self { count: None, play: None, physics: Physics::default(), ..self }
    }

    fn row(&self) -> &'static Scene {
        scene(self.scene).unwrap_or(&SCENES[0])
    }

    /// What the scene is asked for.
    pub fn options(&self) -> Options {
        Options { count: self.count.unwrap_or(self.row().count), seed: self.seed, play: self.play }
    }

    /// The scene as its table builds it, or as the visitor did, and what every scene can do here: a visitor may always
    /// fire.
    fn untouched(&self) -> World {
        let mut world = self.own.as_ref().map_or_else(|| (self.row().build)(self.options()), Own::start);
        if world.forces.thrust == 0.0 {
            world.forces.thrust = usual_thrust(&world);
        }
        world
    }
}

/// Enough to lift the first body that forces move, or to move it well where nothing has weight; N.
fn usual_thrust(world: &World) -> f64 {
    let mass = world.bodies.iter().find(|body| body.is_free()).map_or(1.0, |body| body.mass);
    let gravity = world.forces.gravity.length_squared().sqrt();
    super::number::round_up(1.5 * mass * if gravity > 0.0 { gravity } else { 2.0 })
}

/// Gives the trees of all bodies these volumes; bodies of the same shape go on sharing it.
fn build_trees(world: &mut World, kind: VolumeKind) {
    let mut built: Vec<[Shape; 2]> = Vec::new();
    for body in &mut world.bodies {
        let Some(solid) = body.shape.solid().filter(|solid| solid.tree.kind() != kind) else { continue };
        let known = built.iter().find(|[old, _]| old.solid().is_some_and(|old| ptr::eq(old, solid)));
        let new = known.map_or_else(|| body.shape.with_volumes(kind), |[_, new]| new.clone());
        built.push([std::mem::replace(&mut body.shape, new.clone()), new]);
    }
}
