//! A scene with its visitor: the clock that runs it, the keys and the hand that move it, the past to go back to.
use super::input::{Hand, KEYS};
use super::keys::Keys;
use super::series::Series;
use crate::planar::body::{BodyId, State};
use crate::planar::contact::Feature;
use crate::planar::dynamics::Dynamics;
use crate::planar::friction::{Cones, Scheme};
use crate::planar::impulse::Impact;
use crate::planar::scenes::{SCENES, scene};
use crate::planar::world::{Notice, World};
use crate::session::clock::Clock;
use crate::session::history::History;
use crate::session::own::{OWN, Own};
use crate::session::warning::Warning;
use crate::session::{Link, Mode};
use std::rc::Rc;

/// s of simulated time that one can go back.
const PAST: f64 = 10.0;
/// s of simulated time that an impact is shown.
pub const IMPACT_SHOWN: f64 = 0.2;
/// Far more impacts than can be told apart.
const MOST_IMPACTS: usize = 100;

/// See the head of this file.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The bodies and forces.
    pub world: World,
    /// Scene and settings as the address names them, without the state.
    pub link: Link,
    /// Hands out time steps.
    pub clock: Clock,
    /// Whether the clock runs.
    pub running: bool,
    /// Spring of the hand, N/m.
    pub stiffness: f64,
    /// Whether the hand leads a body by its velocity, not by the spring, and with what force at most, N.
    pub leads: bool,
    pub strength: f64,
    /// Whether all arrows have their values beside them, not only the greatest.
    pub values: bool,
    /// Whether weights, thrust and damping are drawn.
    pub applied: bool,
    /// Whether the cones of friction are drawn.
    pub cones: bool,
    /// Thruster keys.
    pub(super) keys: Keys,
    /// The body in the visitor's hand.
    pub(super) hand: Option<Hand>,
    /// Impacts that are still shown.
    pub impacts: Vec<Impact>,
    /// What was to be told of the steps since it was last asked for.
    pub notices: Vec<Notice>,
    /// In how many steps since the start impulses without a collision took the place of forces.
    pub shocks: usize,
    /// What is plotted.
    pub series: Series,
    pub(super) selected: Option<(BodyId, BodyId, Feature)>,
    pub(super) history: History<Vec<State>>,
    pub(super) instant: Option<Rc<Dynamics>>,
    /// An instant with friction, and the same with all surfaces smooth.
    smooth: Option<[Rc<Dynamics>; 2]>,
}

impl Stage {
    /// The stage of a link with the warnings from its reading, and what of it could not be taken.
    pub fn open((mut link, mut warnings): (Link, Vec<Warning>)) -> (Self, Vec<Warning>) {
        let (world, more) = link.open();
        warnings.extend(more);
        link.state = None;
        if scene(link.scene).is_none() {
            (link.mode, link.scene) = (Mode::Planar, SCENES[0].name); // a mode of which this page has no scenes
        }
        let mut stage = Self {
            world,
            clock: Clock::new(link.rate),
            running: false,
            stiffness: 3.0,
            leads: false,
            strength: 1.0,
            values: false,
            applied: true,
            cones: true,
            keys: Keys::new(&KEYS),
            hand: None,
            impacts: Vec::new(),
            notices: Vec::new(),
            shocks: 0,
            series: Series::default(),
            selected: None,
            history: History::new(PAST),
            instant: None,
            smooth: None,
            link,
        };
        stage.begin();
        (stage, warnings)
    }

    /// Starts the scene anew.
    pub fn reset(&mut self) {
        self.world = self.link.start();
        self.begin();
    }

    /// Loads scene and physics of another link; the page keeps its language, its colours and what it shows. An exercise
    /// ends with its scene.
    pub fn load(&mut self, link: Link) {
        let old = std::mem::replace(&mut self.link, link);
        self.keep_page(&old);
        self.reset();
    }

    /// Loads a scene that the visitor has built, from its start.
    pub fn build(&mut self, start: World) {
        self.load(Link { scene: OWN, own: Some(Own::new(start)), ..Link::default() });
    }

    /// Takes language, colours and what is shown from another stage, which this one, of earlier, replaces; its clock
    /// stands.
    pub fn take_page_of(&mut self, other: &Self) {
        self.keep_page(&other.link);
        (self.values, self.applied, self.cones, self.running) = (other.values, other.applied, other.cones, false);
        self.leads = other.leads;
        self.clock.rate = self.link.rate;
        self.keys.release_all();
        (self.hand, self.world.forces.hand) = (None, None);
        self.fire();
    }

    fn keep_page(&mut self, old: &Link) {
        let link = &mut self.link;
        (link.show, link.theme, link.motion) = (old.show, old.theme, old.motion);
        link.language = old.language;
        (link.keys, link.embed, link.rate) = (old.keys, old.embed, old.rate);
    }

    /// Takes over a changed link: at once if the scene stays the same, else from its start.
    pub(super) fn adopt(&mut self, mut link: Link) {
        link.show = self.link.show;
        if link.scene != self.link.scene {
            link = without_physics(link);
        }
        let same = (link.scene, link.count, link.seed) == (self.link.scene, self.link.count, self.link.seed);
        self.link = link;
        self.clock.rate = self.link.rate;
        if !same {
            return self.reset();
        }
        let fresh = self.link.start();
        self.world.settings = fresh.settings;
        let (now, new) = (&mut self.world.forces, fresh.forces);
        (now.gravity, now.damping, now.thrust) = (new.gravity, new.damping, new.thrust);
        for (body, fresh) in self.world.bodies.iter_mut().zip(fresh.bodies) {
            (body.mass, body.inertia) = (fresh.mass, fresh.inertia);
        }
        self.instant = None;
    }

    fn begin(&mut self) {
        (self.hand, self.selected) = (None, None);
        self.strength = usual_strength(&self.world);
        self.clock.restart();
        self.history.clear();
        self.series.clear();
        self.impacts.clear();
        self.notices.clear();
        self.shocks = 0;
        self.keys.release_all();
        self.history.record(self.world.time, self.world.states());
        self.changed();
    }

    /// Starts or stops the clock.
    pub fn run(&mut self, on: bool) {
        self.running = on;
        self.clock.restart();
        self.pull();
    }

    /// Lets a frame of the screen pass; returns the number of steps taken.
    pub fn frame(&mut self, elapsed: f64, in_time: impl FnMut() -> bool) -> usize {
        let (mut clock, time_step) = (self.clock.clone(), self.world.settings.time_step);
        let steps = clock.frame(elapsed, time_step, in_time, || self.advance());
        self.clock = clock;
        if steps > 0 {
            self.changed();
        }
        steps
    }

    /// One time step.
    pub fn step(&mut self) {
        self.pull();
        self.advance();
        self.changed();
    }

    /// One time step back, bit for bit; false if the past is not kept.
    pub fn back(&mut self) -> bool {
        let Some((time, states)) = self.history.back() else { return false };
        self.world.time = time;
        for (body, state) in self.world.bodies.iter_mut().zip(states) {
            body.state = *state;
        }
        self.world.report.impacts.clear();
        self.impacts.retain(|impact| impact.time <= time);
        self.changed();
        true
    }

    fn advance(&mut self) {
        self.lead();
        self.world.step();
        self.led();
        self.history.record(self.world.time, self.world.states());
        self.impacts.extend_from_slice(&self.world.report.impacts);
        for notice in &self.world.report.notices {
            self.shocks += usize::from(matches!(notice, Notice::Shock(_)));
            self.notices.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(notice));
            self.notices.push(*notice);
        }
    }

    /// After any change of the state.
    pub(super) fn changed(&mut self) {
        let since = self.world.time - IMPACT_SHOWN;
        self.impacts.retain(|impact| impact.time > since);
        self.impacts.drain(..self.impacts.len().saturating_sub(MOST_IMPACTS));
        self.instant = None;
        let instant = self.instant();
        self.series.record(&self.world, &instant);
    }

    /// Contacts, forces and accelerations at the present state.
    pub fn instant(&mut self) -> Rc<Dynamics> {
        let world = &mut self.world;
        let compute = || {
            let mut instant = world.instant().clone();
            if !world.has_friction() {
                instant.friction = Cones::default(); // what it was when there was some
            }
            Rc::new(instant)
        };
        self.instant.get_or_insert_with(compute).clone()
    }

    /// The same instant with all surfaces smooth, which the laboratory takes apart.
    pub fn smooth(&mut self) -> Rc<Dynamics> {
        let rough = self.instant();
        if !self.world.has_friction() {
            return rough;
        }
        if let Some([_, smooth]) = self.smooth.as_ref().filter(|[of, _]| Rc::ptr_eq(of, &rough)) {
            return smooth.clone();
        }
        let mut world = self.world.clone();
        (world.settings.friction, world.settings.scheme) = (0.0, Scheme::Acceleration);
        world.settings.pair_friction.clear();
        world.bodies.iter_mut().for_each(|body| body.friction = None);
        let mut smooth = world.instant().clone();
        smooth.friction = Default::default(); // the clone's, of the rough surfaces
        let smooth = Rc::new(smooth);
        self.smooth = Some([rough, smooth.clone()]);
        smooth
    }
}

/// Most force of a hand that leads bodies, N: ten times the weight of the heaviest, on Earth where there is none.
fn usual_strength(world: &World) -> f64 {
    let heaviest = world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).fold(0.0, f64::max);
    let gravity = world.forces.gravity.length();
    10.0 * heaviest * if gravity > 0.0 { gravity } else { 9.81 }
}

/// The same link with the scene's own physics.
fn without_physics(link: Link) -> Link {
    Link {
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
        exercise: None,
        ..link
    }
}
