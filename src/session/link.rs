//! The address of the page: which scene, with which settings, in which state.
//!
//! `?mode=&scene=&n=&g=&e=&mu=&d=&thrust=&m1=&dt=&rate=&run=&integrator=&scheme=&fsolver=&solver=&order=&law=&restitution=&seed=`
//! `&show=&lang=&theme=&motion=&keys=&ex=&embed=#s=v1.<state>`. Defaults are left out; a value that cannot be taken
//! becomes a [`Warning`] and its default stands; what is written reads back bit for bit and has at most
//! [`Link::LONGEST`] characters.
use super::Mode;
use super::own::Own;
use super::snapshot::{Snapshot, SnapshotError};
use super::warning::{Expected, Warning};
use crate::complementarity::Order;
use crate::planar::body::Body;
use crate::planar::equations::Extra;
use crate::planar::friction::{FrictionSolver, Restitution, Scheme};
use crate::planar::impulse::ImpactLaw;
use crate::planar::integrate::Integrator;
use crate::planar::scenes::{Options, SCENES, scene};
use crate::planar::world::World;
use glam::DVec2;

/// What is drawn on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// Forces as arrows.
    pub forces: bool,
    /// Both arrows of each pair of a force and its counterforce.
    pub pairs: bool,
    /// Names of bodies and numbers of contacts.
    pub ids: bool,
    /// The table of A and b.
    pub matrix: bool,
}

impl Default for Show {
    fn default() -> Self {
        Self { forces: true, pairs: false, ids: false, matrix: false }
    }
}

/// The languages of the page, by their tags (BCP 47): each has its words in a file of that name.
pub const LANGUAGES: &[&str] = &include!("../../www/lang/languages.json");

/// Colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the visitor's system has it.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Thick lines and strong colours.
    Projector,
}

/// How much may move by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// As the visitor's system has it.
    #[default]
    Auto,
    /// Start paused.
    Reduce,
}

/// What an address says. `None` in a setting of the physics leaves the scene's own value.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// `mode`: which engine.
    pub mode: Mode,
    /// `scene`: a name of the mode's table of scenes, or [`OWN`](super::own::OWN); empty in a mode that has none yet.
    pub scene: &'static str,
    /// The visitor's own scene, where `scene` says so; an address does not hold it.
    pub own: Option<Own<World>>,
    /// `n`: number of objects, 1 to 6.
    pub count: usize,
    /// `g`: gravity downwards, m/s².
    pub gravity: Option<f64>,
    /// `e`: elasticity, 0 to 1.
    pub elasticity: Option<f64>,
    /// `mu`: coefficient of friction where neither body has one of its own.
    pub friction: Option<f64>,
    /// `d`: damping, kg/s.
    pub damping: Option<f64>,
    /// `thrust`: force of a thruster of strength 1, N.
    pub thrust: Option<f64>,
    /// `m1`: mass of the first body that can move, kg.
    pub mass1: Option<f64>,
    /// `dt`: time step, s.
    pub time_step: Option<f64>,
    /// `integrator`.
    pub integrator: Option<Integrator>,
    /// `solver`: a row of [`METHODS`](crate::complementarity::METHODS).
    pub solver: Option<&'static str>,
    /// `order`: `worst-first`, `index` or `random:` and a seed.
    pub order: Option<Order>,
    /// `law`: the impact law.
    pub impact_law: Option<ImpactLaw>,
    /// `scheme`: how states are carried on where there is friction.
    pub scheme: Option<Scheme>,
    /// `fsolver`: how forces are found where there is friction.
    pub friction_solver: Option<FrictionSolver>,
    /// `restitution`: what the elasticity of an impact with friction is the ratio of.
    pub restitution_law: Option<Restitution>,
    /// `extra`: what keeps gaps from drifting.
    pub extra: Option<Extra>,
    /// `rate`: seconds of the scene in a second of the clock.
    pub rate: f64,
    /// `run`: whether it runs at once; where nothing is said the page decides.
    pub run: Option<bool>,
    /// `seed`: of random shapes.
    pub seed: u64,
    /// `show`: what is drawn.
    pub show: Show,
    /// `lang`; none for the visitor's own.
    pub language: Option<&'static str>,
    /// `theme`.
    pub theme: Theme,
    /// `motion`.
    pub motion: Motion,
    /// `keys`: whether keys act on the stage.
    pub keys: bool,
    /// `ex`: the exercise that is open, 1 to 8.
    pub exercise: Option<u8>,
    /// `embed`: the stage alone.
    pub embed: bool,
    /// `#s=`: the state; none for the scene's start.
    pub state: Option<Snapshot>,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            mode: Mode::Planar,
            scene: SCENES[0].name,
            own: None,
            count: Options::default().count,
            gravity: None,
            elasticity: None,
            friction: None,
            damping: None,
            thrust: None,
            mass1: None,
            time_step: None,
            integrator: None,
            solver: None,
            order: None,
            impact_law: None,
            scheme: None,
            friction_solver: None,
            restitution_law: None,
            extra: None,
            rate: 1.0,
            run: None,
            seed: Options::default().seed,
            show: Show::default(),
            language: None,
            theme: Theme::Auto,
            motion: Motion::Auto,
            keys: true,
            exercise: None,
            embed: false,
            state: None,
        }
    }
}

impl Link {
    /// Longest link, characters of query and hash; this leaves room for the page's own address within 2,000.
    pub const LONGEST: usize = 1900;

    /// The world it names, in its state, and what of it could not be taken.
    pub fn open(&self) -> (World, Vec<Warning>) {
        let mut world = self.start();
        let restored = self.state.as_ref().map_or(Ok(()), |state| state.restore(&mut world));
        let moving = world.bodies.iter().filter(|body| !body.is_fixed()).count();
        let warn = |error: SnapshotError| Warning::new("s", Expected::StateOfScene(moving), error.words());
        (world, restored.err().map(warn).into_iter().collect())
    }

    /// The scene with the settings, at its start.
    pub fn start(&self) -> World {
        let mut world = self.untouched();
        let (forces, settings) = (&mut world.forces, &mut world.settings);
        if let Some(g) = self.gravity {
            forces.gravity = DVec2::new(0.0, -g);
        }
        settings.restitution = self.elasticity.unwrap_or(settings.restitution);
        settings.friction = self.friction.unwrap_or(settings.friction);
        forces.damping = self.damping.unwrap_or(forces.damping);
        forces.thrust = self.thrust.unwrap_or(forces.thrust);
        settings.time_step = self.time_step.unwrap_or(settings.time_step);
        settings.integrator = self.integrator.unwrap_or(settings.integrator);
        settings.solver = self.solver.unwrap_or(settings.solver);
        settings.order = self.order.unwrap_or(settings.order);
        settings.impact_law = self.impact_law.unwrap_or(settings.impact_law);
        settings.scheme = self.scheme.unwrap_or(settings.scheme);
        settings.friction_solver = self.friction_solver.unwrap_or(settings.friction_solver);
        settings.restitution_law = self.restitution_law.unwrap_or(settings.restitution_law);
        settings.extra = self.extra.unwrap_or(settings.extra);
        if let (Some(mass), Some(body)) = (self.mass1, first_moving(&mut world)) {
            body.set_mass(mass);
        }
        world
    }

    /// This link with the settings and the state of a world that grew out of its scene.
    ///
    /// What equals the scene's own value is left out, and the state of a scene that no address holds.
    pub fn capture(&self, world: &World) -> Result<Self, SnapshotError> {
        let (mut link, own) = (self.with_physics(world), self.with_physics(&self.untouched()));
        forget_equal(&mut link.gravity, own.gravity);
        forget_equal(&mut link.elasticity, own.elasticity);
        forget_equal(&mut link.friction, own.friction);
        forget_equal(&mut link.damping, own.damping);
        forget_equal(&mut link.thrust, own.thrust);
        forget_equal(&mut link.mass1, own.mass1);
        forget_equal(&mut link.time_step, own.time_step);
        forget_equal(&mut link.integrator, own.integrator);
        forget_equal(&mut link.solver, own.solver);
        forget_equal(&mut link.order, own.order);
        forget_equal(&mut link.impact_law, own.impact_law);
        forget_equal(&mut link.scheme, own.scheme);
        forget_equal(&mut link.friction_solver, own.friction_solver);
        forget_equal(&mut link.restitution_law, own.restitution_law);
        forget_equal(&mut link.extra, own.extra);
        if self.own.is_none() {
            link.state = Some(Snapshot::of(world)?);
        }
        Ok(link)
    }

    /// This link with all settings of the physics as a world has them.
    pub fn with_physics(&self, world: &World) -> Self {
        let (forces, settings) = (&world.forces, &world.settings);
        Self {
            gravity: Some(0.0 - forces.gravity.y),
            elasticity: Some(settings.restitution),
            friction: Some(settings.friction),
            damping: Some(forces.damping),
            thrust: Some(forces.thrust),
            mass1: world.bodies.iter().find(|body| !body.is_fixed()).map(|body| body.mass),
            time_step: Some(settings.time_step),
            integrator: Some(settings.integrator),
            solver: Some(settings.solver),
            order: Some(settings.order),
            impact_law: Some(settings.impact_law),
            scheme: Some(settings.scheme),
            friction_solver: Some(settings.friction_solver),
            restitution_law: Some(settings.restitution_law),
            extra: Some(settings.extra),
            ..self.clone()
        }
    }

    /// The scene as its table builds it, or as the visitor did.
    fn untouched(&self) -> World {
        if let Some(own) = &self.own {
            return own.start();
        }
        let options = Options { count: self.count, seed: self.seed };
        (scene(self.scene).unwrap_or(&SCENES[0]).build)(options)
    }
}

/// Leaves out a value that is what the scene has anyway.
fn forget_equal<T: PartialEq>(now: &mut Option<T>, own: Option<T>) {
    if *now == own {
        *now = None;
    }
}

fn first_moving(world: &mut World) -> Option<&mut Body> {
    world.bodies.iter_mut().find(|body| !body.is_fixed())
}
