//! Many bodies that meet at many places: one span for all of them, at whose end rebound what has met within it.
//!
//! Where impacts crowd, a step cannot follow one after another. Impulses j ≥ 0 then lead to velocities at which every gap
//! ends at its target or over it: gap + s J v⁺ ≥ target, j ≥ 0, one of them exact. That is the time stepping of Stewart and
//! Trinkle, *An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and Coulomb friction*,
//! IJNME 39 (1996). The equations are taken in the middle of the motion and the gaps at its end, found anew until they
//! agree, so bodies that turn do not overlap; friction has the velocities along the tangents there. Then contacts that came
//! faster than the forces of the span explain, and are not captured, rebound, all at once and by Newton's law; what energy
//! that would add is taken away.
use super::body::{Frame, State};
use super::collide::{self, Collider};
use super::contact::Contact;
use super::dynamics::Setup;
use super::equations::{self, Correction, Row, Rows, Twist};
use super::friction::Cones;
use super::impulse::{Impact, Rebound};
use super::proportioning::Proportioning;
use super::step::BAND;

/// A gap may end this much under its target, m; the next span brings it back. At a tenth of it heaps take half as long again.
const CLOSE: f64 = 2e-6;
/// The same with friction, which lets heaps come to rest, where no motion pays for the lift: at 2e-6 they gain up to 1e-6 of
/// their energy in seconds. Heaps take as long as at 4e-7 and 2e-8.
const CLOSER: f64 = 1e-7;
/// A span is halved while one ends farther under its target than this, m.
const FAR: f64 = Correction::DRIFT;
/// Times that gaps are found anew within a span.
const ROUNDS: usize = 6;
/// From this round on contacts that push are kept even if they are no longer found.
const KEEP: usize = 2;
/// Part of what a span could be under which it is not halved.
const SHORTEST: f64 = 1.0 / 8.0;
/// Impulses are as exact as this part of what the gaps were off by: of 0.1, 0.01 and 0.001 the fastest.
const SHARE: f64 = 0.01;

/// Carries bodies on; its storage is kept, its content is not.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    collider: Collider,
    solver: Proportioning,
    cones: Cones,
    /// What overlapped at the start of the span.
    sunk: Vec<Contact>,
    found: Vec<Contact>,
    last: Vec<Contact>,
    free: Vec<Twist>,
    motion: Vec<Twist>,
    trial: Vec<State>,
    middle: Vec<State>,
    frames: Vec<Frame>,
    rows: Rows,
    normals: Rows,
    tangents: Vec<Row>,
    b: Vec<f64>,
    impulses: Vec<f64>,
    guess: Vec<f64>,
    rebounds: Vec<bool>,
}

impl Crowd {
    /// Carries the states on by `span` from `time` on, in parts of `longest` at most. Tells of what rebounds, and of the greatest
    /// impulse along a normal, N s.
    pub fn run(
        &mut self,
        setup: Setup,
        [time, span, longest]: [f64; 3],
        states: &mut Vec<State>,
        impacts: &mut Vec<Impact>,
    ) -> f64 {
        let (mut done, mut most) = (0.0, 0.0_f64);
        while done < span {
            let whole = longest.min(span - done);
            let mut part = whole;
            while !self.attempt(setup, part, states) && part > SHORTEST * whole {
                part *= 0.5;
            }
            self.rebound(setup, part, states);
            self.keep_energy(setup, part, states);
            std::mem::swap(states, &mut self.trial);
            done = if part >= span - done { span } else { done + part };
            let hit = self.last.iter().zip(&self.impulses).zip(&self.rebounds).filter(|(_, rebounds)| **rebounds);
            impacts.extend(hit.map(|((&contact, &impulse), _)| Impact { time: time + done, contact, impulse }));
            most = self.impulses[..self.last.len()].iter().copied().fold(most, f64::max);
        }
        most
    }

    /// What finds its impulses.
    pub fn solver(&mut self) -> &mut Proportioning {
        &mut self.solver
    }

    /// One span, into `trial`. Whether it ends with all gaps right.
    fn attempt(&mut self, setup: Setup, span: f64, states: &[State]) -> bool {
        let speed = self.begin(setup, span, states);
        let margin = BAND.max((2.0 * speed * span).min(0.1 * smallest(setup)));
        let reach = setup.settings.target_gap + margin;
        self.collider.find(setup.bodies, &self.frames, reach, &mut self.found);
        self.sunk.clear();
        let sunk = |contact: &&Contact| contact.gap < setup.settings.target_gap - Correction::DRIFT;
        self.sunk.extend(self.found.iter().filter(sunk));
        self.middle.clear();
        self.middle.extend_from_slice(states);
        let mut worst = smallest(setup).min(speed * span);
        let close = if setup.has_friction() { CLOSER } else { CLOSE };
        for round in 0..ROUNDS {
            self.equations(setup, span, round > 0);
            self.solve(setup, (SHARE * worst).max(0.1 * close) / span);
            self.carry(span, states);
            place(&mut self.frames, &self.trial);
            self.collider.find(setup.bodies, &self.frames, reach, &mut self.found);
            let (sunk, target) = (&self.sunk, setup.settings.target_gap);
            worst = self.found.iter().map(|contact| limit(sunk, contact, target) - contact.gap).fold(0.0, f64::max);
            if worst <= close {
                break;
            }
            if round >= KEEP {
                self.keep_pushing(setup);
            }
        }
        worst <= FAR
    }

    /// Takes to the contacts found those that push but are not among them: a corner that goes round a corner would meet one
    /// edge and the other in turn without end.
    fn keep_pushing(&mut self, setup: Setup) {
        let Self { found, last, impulses, frames, .. } = self;
        let count = found.len();
        for (contact, _) in last.iter().zip(&*impulses).filter(|(_, impulse)| **impulse > 0.0) {
            if found[..count].binary_search_by_key(&contact.key(), Contact::key).is_err() {
                let mut there = *contact;
                collide::refresh(&mut there, setup.bodies, |body| frames[body]);
                found.push(there);
            }
        }
        found.sort_unstable_by_key(Contact::key);
    }

    /// Velocities at the end without contacts; the greatest speed of any point.
    fn begin(&mut self, setup: Setup, span: f64, states: &[State]) -> f64 {
        place(&mut self.frames, states);
        equations::free_accelerations(setup, states, &self.frames, &mut self.free);
        let mut speed: f64 = 0.0;
        for ((free, state), body) in self.free.iter_mut().zip(states).zip(setup.bodies) {
            free.linear = state.velocity + span * free.linear;
            free.angular = state.omega + span * free.angular;
            speed = speed.max(super::length(free.linear) + free.angular.abs() * body.shape.radius().min(1e9));
        }
        self.impulses.clear();
        self.last.clear();
        speed
    }

    /// Rows at the middle of the motion and what the velocities without contacts lack there; `found` are the contacts at
    /// its end, or at its start in the first round.
    fn equations(&mut self, setup: Setup, span: f64, at_end: bool) {
        let rough = setup.has_friction();
        let Self { found, sunk, rows, b, free, motion, tangents, .. } = self;
        b.clear();
        rows.rows.clear();
        place(&mut self.frames, &self.middle);
        for contact in found.iter() {
            let mut between = *contact;
            collide::refresh(&mut between, setup.bodies, |body| self.frames[body]);
            let row = equations::Row::of(&between, setup.bodies, &self.middle);
            let short = contact.gap - limit(sunk, contact, setup.settings.target_gap);
            let moved = if at_end { row.apply(|body| motion[body]) } else { 0.0 };
            b.push(short / span - moved + row.apply(|body| free[body]));
            rows.rows.push(row);
            if rough {
                tangents.push(Row::along(between.tangent(), &between, setup.bodies, &self.middle));
            }
        }
        for (row, contact) in tangents.iter().zip(&*found) {
            b.push(row.apply(|body| free[body]) + setup.surface_speed(contact));
        }
        rows.rows.append(tangents);
    }

    /// Impulses for the rows, and the velocities that they lead to.
    fn solve(&mut self, setup: Setup, tolerance: f64) {
        let before = self.last.len();
        self.guess.clear();
        for from in [0, before].into_iter().take(1 + usize::from(setup.has_friction())) {
            let had = |contact| guess(&self.last, contact).map_or(0.0, |k| self.impulses[from + k]);
            self.guess.extend(self.found.iter().map(had));
        }
        std::mem::swap(&mut self.impulses, &mut self.guess);
        self.last.clone_from(&self.found);
        if before == 0 && setup.has_friction() {
            self.begin_without_friction(tolerance);
        }
        self.find_impulses(setup, tolerance);
        self.motion.clone_from(&self.free);
        self.rows.push(&self.impulses, &mut self.motion);
    }

    /// Impulses of the law without friction, where nothing is known: with friction heaps then take a tenth less time than from
    /// none.
    fn begin_without_friction(&mut self, tolerance: f64) {
        let count = self.last.len();
        self.normals.rows.clear();
        self.normals.rows.extend_from_slice(&self.rows.rows[..count]);
        self.solver.solve(&self.normals, &self.b[..count], tolerance, &mut self.impulses[..count]);
    }

    /// Impulses that obey the laws, from those at hand.
    fn find_impulses(&mut self, setup: Setup, tolerance: f64) {
        let Self { cones, rows, b, impulses, last, .. } = self;
        if setup.has_friction() {
            cones.solve_nearly(setup, last, (rows, b, tolerance), impulses);
        } else {
            self.solver.solve(rows, b, tolerance, impulses);
        }
    }

    /// Newton's law at the contacts that closed within the span faster than the forces there would have closed them.
    fn rebound(&mut self, setup: Setup, span: f64, states: &[State]) {
        self.rebounds.clear();
        self.b.clear();
        for ((row, contact), impulse) in self.rows.rows.iter().zip(&self.last).zip(&self.impulses) {
            let pull = |body: usize| Twist {
                linear: (self.free[body].linear - states[body].velocity) / span,
                angular: (self.free[body].angular - states[body].omega) / span,
            };
            let before = row.apply(|body| Twist { linear: states[body].velocity, angular: states[body].omega });
            let Rebound { restitution, capture, .. } = Rebound::of(setup, contact, states, pull);
            let pulled = span * row.apply(pull);
            let rebounds = *impulse > 0.0 && before < -capture.max(pulled.abs()) && restitution > 0.0;
            let now = row.apply(|body| self.motion[body]);
            self.rebounds.push(rebounds);
            self.b.push(if rebounds { now + restitution * before } else { now.max(0.0) });
        }
        let tangents = self.rows.rows[self.last.len()..].iter().zip(&self.last);
        let slip =
            |(row, contact): (&Row, &Contact)| row.apply(|body| self.motion[body]) + setup.surface_speed(contact);
        self.b.extend(tangents.map(slip));
        if !self.rebounds.contains(&true) {
            return;
        }
        std::mem::swap(&mut self.impulses, &mut self.guess);
        self.impulses.clear();
        self.impulses.resize(self.rows.rows.len(), 0.0);
        let tolerance = 1e-3 * self.b.iter().fold(0.0_f64, |most, b| most.max(-b));
        self.find_impulses(setup, tolerance);
        self.rows.push(&self.impulses, &mut self.motion);
        for (state, motion) in self.trial.iter_mut().zip(&self.motion) {
            (state.velocity, state.omega) = (motion.linear, motion.angular);
        }
        self.impulses.iter_mut().zip(&self.guess).for_each(|(all, closing)| *all += closing);
    }

    /// Takes what energy of motion there is at the end of a span over that at the start and the work of the forces between. It
    /// comes from gaps that were too small at the start, or from edges that turned much.
    fn keep_energy(&mut self, setup: Setup, span: f64, states: &[State]) {
        let (mut kinetic, mut allowed) = (0.0, 0.0);
        let moving = setup.bodies.iter().zip(&self.free).zip(states.iter().zip(&self.trial));
        for ((body, free), (start, end)) in moving.filter(|((body, _), _)| !body.is_fixed()) {
            // forces work along the way, from which what rebounds turned at its end
            let work = (free.linear - start.velocity).dot(end.position - start.position) / span;
            let turning = (free.angular - start.omega) * (end.angle - start.angle) / span;
            kinetic += 0.5 * (body.mass * end.velocity.length_squared() + body.inertia * end.omega * end.omega);
            allowed += body.mass * (0.5 * start.velocity.length_squared() + work);
            allowed += body.inertia * (0.5 * start.omega * start.omega + turning);
        }
        // surfaces that run work, too
        let ran = self.last.iter().zip(&self.impulses[self.last.len()..]);
        allowed -= ran.map(|(contact, f)| f * setup.surface_speed(contact)).sum::<f64>();
        if kinetic > allowed {
            let part = (allowed.max(0.0) / kinetic).sqrt();
            for state in &mut self.trial {
                state.velocity *= part;
                state.omega *= part;
            }
        }
    }

    /// The states at the end of the span and in the middle of it.
    fn carry(&mut self, span: f64, states: &[State]) {
        for (to, part) in [(&mut self.middle, 0.5 * span), (&mut self.trial, span)] {
            to.clear();
            to.extend(states.iter().zip(&self.motion).map(|(state, motion)| State {
                position: state.position + part * motion.linear,
                angle: state.angle + part * motion.angular,
                velocity: motion.linear,
                omega: motion.angular,
            }));
        }
    }
}

/// The gap that a contact may end with: its target, or what it began with if that was an overlap.
fn limit(sunk: &[Contact], contact: &Contact, target: f64) -> f64 {
    sunk.binary_search_by_key(&contact.key(), Contact::key).map_or(target, |k| sunk[k].gap)
}

/// The place among others that a contact had when these were found: its own, or else that of the nearest between the same two
/// bodies. Where corners stand above corners a little shift exchanges which of them meets which edge.
fn guess(last: &[Contact], contact: &Contact) -> Option<usize> {
    if let Ok(same) = last.binary_search_by_key(&contact.key(), Contact::key) {
        return Some(same);
    }
    let of = |a: usize, b: usize| {
        let start = last.partition_point(|other| (other.a, other.b) < (a, b));
        (start..last.len()).take_while(move |&k| (last[k].a, last[k].b) == (a, b))
    };
    let off = |k: &usize| (last[*k].point - contact.point).length_squared();
    let both = of(contact.a, contact.b).chain(of(contact.b, contact.a));
    both.min_by(|j, k| off(j).total_cmp(&off(k)))
}

fn place(frames: &mut Vec<Frame>, states: &[State]) {
    frames.clear();
    frames.extend(states.iter().map(State::frame));
}

/// Radius of the smallest body that moves.
fn smallest(setup: Setup) -> f64 {
    let moving = setup.bodies.iter().filter(|body| !body.is_fixed());
    moving.map(|body| body.shape.radius()).fold(f64::INFINITY, f64::min)
}
