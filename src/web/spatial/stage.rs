//! A spatial scene with its visitor: the clock that runs it, the eye that looks at it, the keys and the hand that move
//! it, the past to go back to.
use super::arrows::arrows;
use super::camera::Camera;
use super::input::{Hand, KEYS, firing, pushes};
use super::notices::Notices;
use super::sight::Sight;
use super::trails::Trails;
use super::view::{Extent, FIRST_LOOK, seen, usual_stiffness, usual_strength};
use crate::session::SpatialLink;
use crate::session::clock::Clock;
use crate::session::history::History;
use crate::session::own::{OWN, Own};
use crate::session::warning::Warning;
use crate::spatial::body::{BodyId, State};
use crate::spatial::contact::{Contact, Key};
use crate::spatial::forces::Push;
use crate::spatial::pose::Pose;
use crate::spatial::smooth::tracks::Tracks;
use crate::spatial::time_stepping::instant::Instant;
use crate::spatial::world::World;
use crate::web::eased::Scale;
use crate::web::keys::Keys;
use crate::web::series::Series;
use glam::{DQuat, DVec2, DVec3};
use std::rc::Rc;

/// s of simulated time that one can go back.
const PAST: f64 = 10.0;
/// Bodies times seconds that are kept: more bodies, less past.
const MEMORY: f64 = 4000.0;

/// What restores a moment bit for bit.
type Moment = (Vec<State>, Vec<Contact>, Tracks);

/// What is drawn beside the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Values beside all arrows, not only the greatest.
    pub values: bool,
    /// Weights, thrust and damping.
    pub applied: bool,
    /// Lines along the normals of the contacts.
    pub normals: bool,
    /// Paths of the points of contact on smooth bodies.
    pub paths: bool,
    /// Shadows.
    pub shadows: bool,
    /// The inside of what hides contacts.
    pub section: bool,
    /// Level of the trees of bounding volumes that is drawn, from 1; 0 for none.
    pub level: usize,
}

/// See the head of this file.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The bodies and forces.
    pub world: World,
    /// Scene and settings as the address names them, without the state.
    pub link: SpatialLink,
    /// Hands out time steps.
    pub clock: Clock,
    /// Whether the clock runs.
    pub running: bool,
    /// The eye.
    pub camera: Camera,
    /// What is drawn.
    pub shown: Shown,
    /// Spring of the hand, N/m.
    pub stiffness: f64,
    /// Length of the arrow of 1 N, m, and the greatest force of the last picture, N.
    pub(super) scale: Scale,
    pub(super) forces_before: f64,
    /// Whether the hand leads a body by its velocity, not by the spring, and with what force at most, N.
    pub leads: bool,
    pub strength: f64,
    /// What is plotted.
    pub series: Series,
    /// The contacts that are shown, with their forces.
    pub contacts: Vec<Contact>,
    /// Whose forces those are.
    pub(super) sight: Sight,
    /// Forces and accelerations of the present state, once they were asked for.
    pub(super) instant: Option<Rc<Instant>>,
    /// The states after the coming step, where its forces are shown.
    pub(super) coming: Vec<State>,
    /// The body that a visitor has chosen.
    pub chosen: Option<BodyId>,
    /// Where the eye goes by itself, to see again what left the picture.
    pub(super) goal: Option<Camera>,
    /// For how long it could have been nearer, s of the screen.
    pub(super) calm: f64,
    /// Whether the eye goes along with the chosen body.
    pub following: bool,
    /// Whether the eye stays where it is, for a hand on a handle of the page.
    pub holding: bool,
    pub(super) keys: Keys,
    pub(super) hand: Option<Hand>,
    pub(super) selected: Option<(BodyId, BodyId, Key)>,
    pub(super) history: History<Moment>,
    /// Paths of the points of contact.
    pub trails: Trails,
    /// What is to be told of the steps since this was last emptied.
    pub notices: Notices,
    /// Whether the last step ended in this very state.
    pub(super) stepped: bool,
    /// The scene's own pushes.
    given: Vec<Push>,
    extent: Extent,
}

impl Stage {
    /// The stage of a link with the warnings from its reading, and what of it could not be taken.
    pub fn open((mut link, mut warnings): (SpatialLink, Vec<Warning>)) -> (Self, Vec<Warning>) {
        let (world, more) = link.open();
        warnings.extend(more);
        let restored = link.state.take().is_some();
        let extent = Extent::of(&link.start());
        let mut stage = Self {
            clock: Clock::new(link.page.rate),
            running: false,
            camera: Camera::fit(DVec3::ZERO, 1.0, FIRST_LOOK[0], FIRST_LOOK[1], DVec2::splat(300.0)),
            shown: Shown {
                values: false,
                applied: true,
                normals: false,
                paths: true,
                shadows: true,
                section: true,
                level: 0,
            },
            stiffness: 1.0,
            scale: Scale::of(1.0),
            forces_before: 1.0,
            leads: false,
            strength: 1.0,
            series: Series::default(),
            contacts: Vec::new(),
            sight: Sight::default(),
            instant: None,
            coming: Vec::new(),
            chosen: None,
            following: false,
            holding: false,
            goal: None,
            calm: 0.0,
            keys: Keys::new(&KEYS),
            hand: None,
            selected: None,
            history: History::new(PAST),
            trails: Trails::default(),
            notices: Notices::default(),
            stepped: false,
            given: Vec::new(),
            extent,
            world,
            link,
        };
        stage.begin();
        stage.look_at_all();
        if restored {
            stage.stepped = !stage.world.contacts.is_empty();
            stage.changed();
        }
        (stage, warnings)
    }

    /// Starts the scene anew.
    pub fn reset(&mut self) {
        self.world = self.link.start();
        self.extent = Extent::of(&self.world);
        self.begin();
    }

    /// Loads scene and physics of another link; the page keeps its language, its colours and what it shows. An exercise
    /// ends with its scene.
    pub fn load(&mut self, mut link: SpatialLink) {
        link.state = None;
        let old = std::mem::replace(&mut self.link, link);
        self.keep_page(&old);
        self.reset();
        self.look_at_all();
    }

    /// Loads a scene that the visitor has built, from its start.
    pub fn build(&mut self, start: World) {
        self.load(SpatialLink { scene: OWN, own: Some(Own::new(start)), ..SpatialLink::default() });
    }

    /// Takes language, colours, what is shown and the size of the picture from another stage, which this one, of earlier,
    /// replaces; its clock stands.
    pub fn take_page_of(&mut self, other: &Self) {
        self.keep_page(&other.link);
        (self.shown, self.running, self.leads) = (other.shown, false, other.leads);
        self.clock.rate = self.link.page.rate;
        self.keys.release_all();
        (self.hand, self.world.forces.hand) = (None, None);
        self.camera.resize(other.camera.size);
        self.fire();
    }

    fn keep_page(&mut self, old: &SpatialLink) {
        let (old, new) = (&old.page, &mut self.link.page);
        (new.show, new.language, new.theme, new.motion) = (old.show, old.language, old.theme, old.motion);
        (new.keys, new.embed, new.rate) = (old.keys, old.embed, old.rate);
    }

    /// Takes over a changed link: at once if the scene stays the same, else from its start.
    pub(super) fn adopt(&mut self, mut link: SpatialLink) {
        link.page.show = self.link.page.show;
        let other = link.scene != self.link.scene;
        if other {
            link = link.without_physics();
            link.page.exercise = None;
        }
        let same = (link.scene, link.options()) == (self.link.scene, self.link.options());
        self.link = link;
        self.clock.rate = self.link.page.rate;
        if same {
            self.link.apply(&mut self.world);
            return self.changed();
        }
        self.reset();
        self.look_at_all();
    }

    fn begin(&mut self) {
        (self.hand, self.selected, self.chosen, self.following) = (None, None, None, false);
        (self.goal, self.calm) = (None, 0.0);
        self.clock.restart();
        let bodies = self.world.bodies.len().max(1) as f64;
        self.history = History::new(PAST.min(MEMORY / bodies));
        self.series.clear();
        self.trails.clear();
        self.keys.release_all();
        self.given.clone_from(&self.world.forces.pushes);
        self.stiffness = usual_stiffness(&self.world, self.extent);
        self.strength = usual_strength(&self.world);
        self.notices = Notices::default();
        self.stepped = false;
        self.record();
        self.changed();
    }

    /// The eye sees all of the scene, and its forces to their tips, from where it was seen first.
    pub fn look_at_all(&mut self) {
        let mut bounds = seen(&self.world);
        self.camera.show(bounds, FIRST_LOOK);
        self.scale_at_once();
        let top = bounds.high.z; // not of what hangs far above
        let arrows = arrows(self, &[], false).into_iter().filter(|arrow| arrow.tail.z < top);
        bounds.high.z = arrows.fold(top, |high, arrow| high.max(arrow.head.z));
        self.camera.show(bounds, FIRST_LOOK);
    }

    /// After a change of the bodies that are there: an eye that nobody has moved goes to where it sees all of them.
    pub fn see_all_again(&mut self) {
        let eye = self.camera;
        self.look_at_all();
        (self.goal, self.camera) = (Some(self.camera), eye); // one that was moved forgets the goal
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
        let Some((time, moment)) = self.history.back() else { return false };
        self.trails.clear();
        restore(&mut self.world, time, moment);
        self.stepped = !self.world.contacts.is_empty();
        self.changed();
        true
    }

    /// Times of the first and the last moment that are kept, s.
    pub fn past(&self) -> (f64, f64) {
        self.history.range().unwrap_or((self.world.time, self.world.time))
    }

    /// Shows the kept moment nearest to a time, bit for bit. The plotted lines stay, for the way back.
    pub fn seek(&mut self, time: f64) {
        // the last moment not after this is the nearest one, for moments are a time step apart
        let half = 0.5 * self.world.settings.time_step;
        if let Some((time, moment)) = self.history.seek(time + half) {
            self.trails.clear();
            restore(&mut self.world, time, moment);
            self.stepped = !self.world.contacts.is_empty();
            self.look();
        }
    }

    fn advance(&mut self) {
        let before = self.chosen.map(|id| self.world.bodies[id].state.pose.position);
        self.lead();
        self.world.step();
        self.led();
        self.notices.record(&self.world);
        self.stepped = true;
        if let (Some(before), Some(id), true) = (before, self.chosen, self.following) {
            self.camera.target += self.world.bodies[id].state.pose.position - before;
        }
        self.trails.record(&self.world, self.extent.radius);
        self.record();
    }

    fn record(&mut self) {
        self.history
            .record(self.world.time, (self.world.states(), self.world.contacts.clone(), self.world.tracks.clone()));
    }

    /// What was put elsewhere by hand has no past, and no forces yet.
    pub(super) fn forget_past(&mut self) {
        self.history.clear();
        self.trails.clear();
        self.stepped = false;
        self.world.contacts.clear();
        self.record();
    }

    /// After any change of the state.
    pub(super) fn changed(&mut self) {
        self.look();
        self.series.add(super::report::row(&self.world, &self.contacts));
    }

    /// Puts the bodies that can move elsewhere: position and quaternion of each.
    pub fn put(&mut self, poses: &[f64]) {
        let moving = self.world.bodies.iter_mut().filter(|body| !body.is_fixed());
        for (body, &[x, y, z, qx, qy, qz, qw]) in moving.zip(poses.as_chunks().0) {
            body.state.pose = Pose { position: DVec3::new(x, y, z), rotation: DQuat::from_xyzw(qx, qy, qz, qw) };
        }
    }

    /// Radius of what moves at the scene's start, and its middle.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Mean radius of the bodies that can move, m.
    pub fn body_radius(&self) -> f64 {
        let (count, sum) = self
            .world
            .bodies
            .iter()
            .filter(|body| !body.is_fixed())
            .fold((0.0, 0.0), |(n, sum), body| (n + 1.0, sum + body.shape.radius()));
        if count > 0.0 { sum / count } else { 0.0 }
    }

    /// The thrusters of the keys that are held act beside the scene's own pushes.
    pub(super) fn fire(&mut self) {
        self.world.forces.firing = firing(&self.keys, &self.world);
        let own = pushes(&self.keys, &self.world, &self.camera);
        let all = &mut self.world.forces.pushes;
        all.clone_from(&self.given);
        all.extend(own);
        self.look_again();
    }

    /// Number of the scene's own pushes, which come first.
    pub fn given(&self) -> usize {
        self.given.len()
    }
}

/// Puts a world into a moment of its past.
fn restore(world: &mut World, time: f64, (states, contacts, tracks): &Moment) {
    world.time = time;
    for (body, state) in world.bodies.iter_mut().zip(states) {
        body.state = *state;
    }
    world.contacts.clone_from(contacts);
    world.tracks.clone_from(tracks);
}
