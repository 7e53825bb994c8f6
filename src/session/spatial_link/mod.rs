//! The address of a scene of the spatial mode.
//!
//! `?mode=spatial&scene=&n=&seed=&g=&d=&thrust=&dt=&scheme=&sleep=&volume=&culling=&descent=` and, as in the plane, `&rate=&run=
//! &show=&lang=&theme=&motion=&keys=&ex=&embed=#s=v1.<state>`. Defaults are left out; a value that cannot be taken becomes a
//! [`Warning`] and its default stands; what is written reads back bit for bit and has at most [`Link::LONGEST`]
//! characters: the state of a scene too large for that is left to [`SpatialLink::capture`]'s error.
pub(crate) mod address;
pub mod snapshot;

use super::Link;
use super::warning::{Expected, Warning};
use crate::session::spatial_scenes::{Options, SCENES, scene};
use crate::spatial::broad_phase::Culling;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::narrow_phase::distance::Descent;
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use glam::DVec3;
use snapshot::{SpatialSnapshot, SpatialSnapshotError};
use std::ptr;

/// What an address of the spatial mode says. `None` in a setting of the physics leaves the scene's own value.
#[derive(Clone, Debug, PartialEq)]
pub struct SpatialLink {
    /// What concerns the page and not the physics; its fields of the physics stay unused.
    pub page: Link,
    /// `scene`: a name of the table of spatial scenes.
    pub scene: &'static str,
    /// `n`: number of objects.
    pub count: usize,
    /// `seed`: of random places.
    pub seed: u64,
    /// `g`: gravity downwards, m/s².
    pub gravity: Option<f64>,
    /// `d`: damping, kg/s.
    pub damping: Option<f64>,
    /// `thrust`: force of a thruster, N.
    pub thrust: Option<f64>,
    /// `dt`: time step, s.
    pub time_step: Option<f64>,
    /// `scheme`: one of the table of schemes.
    pub scheme: Option<&'static str>,
    /// `sleep`: whether bodies at rest sleep.
    pub sleep: Option<bool>,
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
        let Options { count, seed } = Options::default();
        Self {
            page: Link::default(),
            scene: SCENES[0].name,
            count,
            seed,
            gravity: None,
            damping: None,
            thrust: None,
            time_step: None,
            scheme: None,
            sleep: None,
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
        let (forces, settings) = (&mut world.forces, &mut world.settings);
        if let Some(g) = self.gravity {
            forces.gravity = DVec3::new(0.0, 0.0, -g);
        }
        forces.damping = self.damping.unwrap_or(forces.damping);
        forces.thrust = self.thrust.unwrap_or(forces.thrust);
        settings.time_step = self.time_step.unwrap_or(settings.time_step);
        settings.scheme = self.scheme.unwrap_or(settings.scheme);
        settings.sleep = self.sleep.unwrap_or(settings.sleep);
        settings.culling = self.culling;
        build_trees(world, self.volume);
    }

    /// This link with the settings and the state of a world that grew out of its scene. What equals the scene's own
    /// value is left out.
    ///
    /// # Errors
    /// The state does not fit into a link.
    pub fn capture(&self, world: &World) -> Result<Self, SpatialSnapshotError> {
        Ok(Self { state: Some(SpatialSnapshot::of(world)?), ..self.without_state(world) })
    }

    /// The same, without the state.
    pub fn without_state(&self, world: &World) -> Self {
        let (mut link, own) = (self.with_physics(world), self.with_physics(&self.untouched()));
        forget_equal(&mut link.gravity, own.gravity);
        forget_equal(&mut link.damping, own.damping);
        forget_equal(&mut link.thrust, own.thrust);
        forget_equal(&mut link.time_step, own.time_step);
        forget_equal(&mut link.scheme, own.scheme);
        forget_equal(&mut link.sleep, own.sleep);
        link
    }

    /// This link with all settings of the physics as a world has them.
    pub fn with_physics(&self, world: &World) -> Self {
        let (forces, settings) = (&world.forces, &world.settings);
        Self {
            gravity: Some(0.0 - forces.gravity.z),
            damping: Some(forces.damping),
            thrust: Some(forces.thrust),
            time_step: Some(settings.time_step),
            scheme: Some(settings.scheme),
            sleep: Some(settings.sleep),
            state: None,
            ..self.clone()
        }
    }

    /// The same link with the scene's own physics.
    pub fn without_physics(self) -> Self {
        Self { gravity: None, damping: None, thrust: None, time_step: None, scheme: None, ..self }
    }

    /// The scene as its table builds it, and what every scene can do here: a visitor may always fire.
    fn untouched(&self) -> World {
        let options = Options { count: self.count, seed: self.seed };
        let mut world = (scene(self.scene).unwrap_or(&SCENES[0]).build)(options);
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

/// Leaves out a value that is what the scene has anyway.
fn forget_equal<T: PartialEq>(now: &mut Option<T>, own: Option<T>) {
    if *now == own {
        *now = None;
    }
}
