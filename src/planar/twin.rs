//! The same scene carried on with forces from elsewhere, to compare what becomes of its gaps.
//!
//! At the level of accelerations the forces f of a step obey 0 ≤ f ⊥ A f + b ≥ 0 at its beginning (Baraff 1994), here
//! without the correction that `equations` adds: nothing holds a gap to its target, and it drifts. At the level of
//! distances they obey 0 ≤ f ⊥ δ(σ(f)) ≥ 0, where σ(f) is the state at the end of the step and δ the gaps there, less
//! the target (Hotz et al., *Calculation of contact forces*, 1999): a sequence of linear problems, 0 ≤ f ⊥ A f + ν/h² ≥ 0.
//! Two more are what other programs do instead: springs at the contacts (Moore and Wilhelms, *Collision detection and
//! response for computer animation*, 1988), and small collisions one after another (Mirtich and Canny, *Impulse-based
//! simulation of rigid bodies*, 1995).
//! All move positions by the new velocities (the semi-implicit method of Euler); the first two take impacts without
//! rebound.
use super::body::{Body, Frame, State};
use super::collide::{self, Collider};
use super::contact::Contact;
use super::dynamics::{Dynamics, Setup};
use super::equations::{Row, Rows, Twist, free_accelerations};
use super::forces::Forces;
use super::length;
use super::step::BAND;
use super::world::{Settings, World};
use crate::complementarity::{Lcp, Solution};

/// Where the forces of a step come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// From the second rates of the gaps at its beginning.
    Acceleration,
    /// From the gaps at its end.
    Distance,
    /// From the gaps at its beginning: each contact is a spring and a damper that push and never pull.
    Penalty {
        /// N/m.
        stiffness: f64,
        /// kg/s.
        damping: f64,
    },
    /// From collisions alone: a contact that touches and approaches is thrown apart.
    Impulse {
        /// e, 0 to 1.
        restitution: f64,
    },
}

/// At the level of accelerations an approach slower than this, m/s, is none; nor does the reference page count it.
const SLOW: f64 = 0.5;
/// The linear problems of a step end when no gap misses what is asked of it by more, m; or after so many of them.
const CLOSE: f64 = 1e-12;
const MOST_PROBLEMS: usize = 40;

/// A scene that goes on by itself at one level.
#[derive(Clone, Debug)]
pub struct Twin {
    level: Level,
    bodies: Vec<Body>,
    forces: Forces,
    settings: Settings,
    states: Vec<State>,
    contacts: Vec<Contact>,
    /// Force of each contact during the last step, N.
    f: Vec<f64>,
    dynamics: Dynamics,
    collider: Collider,
}

impl Twin {
    /// A world as it is now, which stays as it is.
    pub fn of(world: &World, level: Level) -> Self {
        Self {
            level,
            bodies: world.bodies.clone(),
            forces: world.forces.clone(),
            settings: world.settings.clone(),
            states: world.states(),
            contacts: Vec::new(),
            f: Vec::new(),
            dynamics: Dynamics::default(),
            collider: Collider::default(),
        }
    }

    /// The states of all bodies.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The gap of the features of a contact now, m.
    pub fn gap(&self, contact: &Contact) -> f64 {
        let mut now = *contact;
        collide::refresh(&mut now, &self.bodies, |body| self.states[body].frame());
        now.gap
    }

    /// Carries the scene on by one time step.
    pub fn step(&mut self) {
        let frames: Vec<Frame> = self.states.iter().map(State::frame).collect();
        let before: Vec<_> = self.contacts.iter().zip(&self.f).map(|(contact, f)| (contact.key(), *f)).collect();
        self.collider.find(&self.bodies, &frames, self.reach(), &mut self.contacts);
        let held = |contact: &Contact| before.iter().find(|(key, _)| *key == contact.key()).map_or(0.0, |(_, f)| *f);
        self.f = self.contacts.iter().map(held).collect();
        match self.level {
            Level::Acceleration => self.by_accelerations(&frames),
            Level::Distance => self.by_distances(&frames),
            Level::Penalty { stiffness, damping } => self.by_springs(&frames, stiffness, damping),
            Level::Impulse { restitution } => self.by_collisions(&frames, restitution),
        }
    }

    /// Force of each contact during the last step, N.
    pub fn forces(&self) -> &[f64] {
        &self.f
    }

    /// How near two features must be to count in the coming step, m.
    fn reach(&self) -> f64 {
        let (h, near) = (self.settings.time_step, 2.0 * self.settings.target_gap);
        let speed = |(body, state): (&Body, &State)| length(state.velocity) + state.omega.abs() * body.shape.radius();
        let fastest = self.bodies.iter().zip(&self.states).map(speed).fold(0.0, f64::max);
        match self.level {
            Level::Distance => near + 2.0 * h * (fastest + h * length(self.forces.gravity)),
            Level::Acceleration => near,
            Level::Penalty { .. } | Level::Impulse { .. } => self.settings.target_gap + BAND,
        }
    }

    fn by_accelerations(&mut self, frames: &[Frame]) {
        self.stop();
        let (mut motions, rows) = self.begin(frames);
        let mut lcp = Lcp::default();
        rows.delassus(&mut lcp.a);
        let entries = self.contacts.iter().zip(&rows.rows);
        lcp.b =
            entries.map(|(contact, row)| row.apply(|k| motions[k]) + contact.velocity_terms(&self.states)).collect();
        self.f = self.solve(&lcp);
        rows.push(&self.f, &mut motions);
        self.states = self.ahead(&motions);
    }

    /// Takes the approach from what overlaps or approaches fast, without rebound: 0 ≤ p ⊥ A p + d' ≥ 0.
    fn stop(&mut self) {
        let rates: Vec<f64> = self.contacts.iter().map(|contact| contact.normal_velocity(&self.states)).collect();
        if !self.contacts.iter().zip(&rates).any(|(contact, rate)| *rate < if contact.gap < 0.0 { 0.0 } else { -SLOW })
        {
            return;
        }
        let (mut rows, mut lcp) = (Rows::default(), Lcp { b: rates, ..Lcp::default() });
        rows.fill(&self.contacts, &self.bodies, &self.states);
        rows.delassus(&mut lcp.a);
        let impulses = self.solve(&lcp);
        let mut jumps = vec![Twist::default(); self.bodies.len()];
        rows.push(&impulses, &mut jumps);
        for (state, jump) in self.states.iter_mut().zip(&jumps) {
            state.velocity += jump.linear;
            state.omega += jump.angular;
        }
    }

    fn by_distances(&mut self, frames: &[Frame]) {
        let (free, rows) = self.begin(frames);
        let (h, target) = (self.settings.time_step, self.settings.target_gap);
        // what is too near already must not come nearer, and is not thrown apart
        let asked: Vec<f64> = self.contacts.iter().map(|contact| contact.gap.min(target)).collect();
        let mut lcp = Lcp::default();
        rows.delassus(&mut lcp.a);
        let n = self.contacts.len();
        let mut end = Vec::new();
        for problem in 0..=MOST_PROBLEMS {
            let mut motions = free.clone();
            rows.push(&self.f, &mut motions);
            end = self.ahead(&motions);
            let miss: Vec<f64> = self.gaps(&end).zip(&asked).map(|(gap, asked)| gap - asked).collect();
            let wrong = (0..n).map(|i| miss[i].min(h * h * lcp.a[(i, i)] * self.f[i]).abs()).fold(0.0, f64::max);
            if wrong <= CLOSE || problem == MOST_PROBLEMS {
                break;
            }
            let tangent = |i: usize| miss[i] / (h * h) - (0..n).map(|j| lcp.a[(i, j)] * self.f[j]).sum::<f64>();
            lcp.b = (0..n).map(tangent).collect();
            self.f = self.solve(&lcp);
        }
        self.states = end;
    }

    fn by_springs(&mut self, frames: &[Frame], stiffness: f64, damping: f64) {
        let (mut motions, rows) = self.begin(frames);
        let depth = |contact: &Contact| self.settings.target_gap - contact.gap;
        let push = |contact: &Contact| stiffness * depth(contact) - damping * contact.normal_velocity(&self.states);
        self.f = self.contacts.iter().map(|c| if depth(c) > 0.0 { push(c).max(0.0) } else { 0.0 }).collect();
        rows.push(&self.f, &mut motions);
        self.states = self.ahead(&motions);
    }

    /// 0 ≤ P ⊥ d'⁺ − r ≥ 0 for all that touches and approaches: it parts with r, by the law of restitution, or at least so
    /// fast that it would fall back in one step and so collides again.
    fn by_collisions(&mut self, frames: &[Frame], restitution: f64) {
        let (h, touch) = (self.settings.time_step, self.settings.target_gap + BAND);
        self.contacts.retain(|contact| contact.gap <= touch && contact.normal_velocity(&self.states) < 0.0);
        let (mut motions, rows) = self.begin(frames);
        let mut lcp = Lcp::default();
        rows.delassus(&mut lcp.a);
        let ask = |(contact, row): (&Contact, &Row)| {
            let (rate, free) = (contact.normal_velocity(&self.states), h * row.apply(|body| motions[body]));
            (rate + free - (-restitution * rate).max(-free)) / h
        };
        lcp.b = self.contacts.iter().zip(&rows.rows).map(ask).collect();
        self.f = self.solve(&lcp);
        rows.push(&self.f, &mut motions);
        self.states = self.ahead(&motions);
    }

    /// Accelerations without contact forces, and the rows of the contacts, at the beginning of a step.
    fn begin(&self, frames: &[Frame]) -> (Vec<Twist>, Rows) {
        let setup = Setup { bodies: &self.bodies, forces: &self.forces, settings: &self.settings };
        let (mut free, mut rows) = (Vec::new(), Rows::default());
        free_accelerations(setup, &self.states, frames, &mut free);
        rows.fill(&self.contacts, &self.bodies, &self.states);
        (free, rows)
    }

    /// The states at the end of the step with these accelerations.
    fn ahead(&self, accelerations: &[Twist]) -> Vec<State> {
        let h = self.settings.time_step;
        let moved = |(mut state, a): (State, &Twist)| {
            state.velocity += h * a.linear;
            state.omega += h * a.angular;
            state.position += h * state.velocity;
            state.angle += h * state.omega;
            state
        };
        self.states.iter().copied().zip(accelerations).map(moved).collect()
    }

    /// The gaps of all contacts in other states, m.
    fn gaps<'a>(&'a self, states: &'a [State]) -> impl Iterator<Item = f64> + 'a {
        self.contacts.iter().map(|contact| {
            let mut there = *contact;
            collide::refresh(&mut there, &self.bodies, |body| states[body].frame());
            there.gap
        })
    }

    fn solve(&mut self, lcp: &Lcp) -> Vec<f64> {
        let mut solution = Solution::default();
        self.dynamics.solve(&self.settings, lcp, &mut solution, &mut |_| ());
        solution.f
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, scene};

    /// The largest distance of a gap from its target while its contact carries force.
    fn drift(name: &str, level: Level, steps: usize) -> f64 {
        let world = (scene(name).unwrap().build)(Options::default());
        let mut twin = Twin::of(&world, level);
        let mut most: f64 = 0.0;
        for _ in 0..steps {
            twin.step();
            let carrying = twin.contacts.iter().zip(&twin.f).filter(|(_, f)| **f > 1e-6).map(|(contact, _)| contact);
            most = carrying.map(|contact| (twin.gap(contact) - 0.005).abs()).fold(most, f64::max);
        }
        most
    }

    #[test]
    fn a_gap_drifts_by_accelerations_and_not_by_distances() {
        let (drifting, held) = (drift("turning", Level::Acceleration, 40), drift("turning", Level::Distance, 40));
        assert!(drifting > 1e-4, "{drifting}");
        assert!(held < 1e-9, "{held}");
    }

    #[test]
    fn what_rests_stays_by_both() {
        for level in [Level::Acceleration, Level::Distance] {
            assert!(drift("two-blocks", level, 400) < 1e-10, "{level:?}");
        }
    }

    #[test]
    fn six_blocks_settle_by_distances_without_overlap() {
        let world = (scene("blocks").unwrap().build)(Options::default());
        let mut twin = Twin::of(&world, Level::Distance);
        let mut settled = world.clone();
        for _ in 0..800 {
            twin.step();
            assert!(twin.states.iter().all(|state| state.position.is_finite() && state.angle.is_finite()));
        }
        for (body, state) in settled.bodies.iter_mut().zip(twin.states()) {
            body.state = *state;
        }
        assert!(settled.least_gap() > 0.004, "{}", settled.least_gap());
    }

    /// A block that rests on springs sinks in by mg/k, k being that of all its corners together; and each level carries the
    /// weight in the mean.
    #[test]
    fn other_answers_carry_the_weight_too() {
        let mut world = (scene("one-block").unwrap().build)(Options::default());
        world.settings.time_step = 1e-3;
        for level in [Level::Penalty { stiffness: 1000.0, damping: 20.0 }, Level::Impulse { restitution: 0.3 }] {
            let mut twin = Twin::of(&world, level);
            (0..4000).for_each(|_| twin.step());
            let (mut sum, mut most, count) = (0.0, 0.0f64, 2000);
            for _ in 0..count {
                twin.step();
                let push = twin.forces().iter().sum::<f64>();
                sum += push;
                most = most.max(push);
            }
            let mean = sum / f64::from(count);
            assert!((mean - 3.0).abs() < 1e-2, "{level:?}: {mean} N carry 3 N");
            let gap = twin.contacts.first().map_or(0.005, |contact| twin.gap(contact));
            match level {
                Level::Penalty { .. } => assert!((gap - 0.005 + 3.0 / 2000.0).abs() < 1e-6, "{gap}"),
                _ => assert!(most > 5.9, "a rattle of {most} N at most"),
            }
        }
    }
}
