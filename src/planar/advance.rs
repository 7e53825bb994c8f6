//! The motion up to the next event: integration, and the search for the time at which something has come too near, or a
//! contact that slides has come to rest along its edge.
use super::body::State;
use super::collide::{self, Collider};
use super::contact::Contact;
use super::dynamics::{Dynamics, Setup};
use super::equations::Correction;
use super::friction::REST;
use super::integrate::Stepper;

/// A touch is found to this accuracy, m.
pub const TOUCH: f64 = 1e-8;
/// A new contact may have come this much nearer than the target when it is found, m.
const DEPTH: f64 = 1e-9;
/// A part of a step in which a contact begins or ends to carry force is halved down to this part of the time step.
const KINK: f64 = 1.0 / 16.0;
/// One in which a contact drifts, to this, a millionth of the error for a method of order two.
const DRIFTING: f64 = 1.0 / 1024.0;

/// What is asked of one stretch of motion.
#[derive(Clone, Copy)]
pub struct Stretch<'a> {
    /// Bodies, forces, settings.
    pub setup: Setup<'a>,
    /// The contacts near enough to act at the start.
    pub near: &'a [Contact],
    /// Longest span, s.
    pub longest: f64,
    /// Span that passes even if something comes too near within it, s.
    pub shortest: f64,
}

impl Stretch<'_> {
    /// The gap under which a contact counts as passed through. One that was near at the start may not come nearer; so
    /// may none of a pair that overlapped, whose features change as it is set apart.
    fn limit(&self, dynamics: &Dynamics, contact: &Contact) -> f64 {
        let target = self.setup.settings.target_gap;
        if let Some(known) = self.near.iter().find(|near| near.key() == contact.key()) {
            let resting = dynamics.contacts.iter().any(|resting| resting.key() == contact.key());
            return known.gap.min(target) - if resting { Correction::DRIFT } else { DEPTH };
        }
        let pair = |c: &Contact| (c.a.min(c.b), c.a.max(c.b));
        let same = self.near.iter().filter(|near| pair(near) == pair(contact));
        let least = same.map(|near| near.gap).fold(target, f64::min);
        if least < target - Correction::DRIFT { least - Correction::DRIFT } else { target - DEPTH }
    }
}

/// Carries states on; its storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Advance {
    collider: Collider,
    stepper: Stepper,
    early: Vec<State>,
    late: Vec<State>,
    trial: Vec<State>,
    found: Vec<Contact>,
    hits: Vec<Contact>,
    /// How fast contacts slide on at the trial states, and at both ends of the bracket.
    slides: Vec<f64>,
    early_slides: Vec<f64>,
    late_slides: Vec<f64>,
}

impl Advance {
    /// Integrates up to the longest span, or up to the first event. The time that passed.
    pub fn run(&mut self, stretch: Stretch, dynamics: &mut Dynamics, states: &mut Vec<State>) -> f64 {
        self.stepper.begin(dynamics, states);
        dynamics.slide_on(stretch.setup, states, &mut self.early_slides);
        let mut span = self.first_turn(dynamics).clamp(stretch.shortest, stretch.longest);
        let mut through = self.passes_through(stretch, dynamics, span);
        while self.is_rough(stretch, dynamics, span) {
            span *= 0.5;
            through = self.passes_through(stretch, dynamics, span);
        }
        let time = if through { self.search(stretch, dynamics, span) } else { span };
        std::mem::swap(states, &mut self.trial);
        time
    }

    /// When the first contact that slides would come to rest if its acceleration stayed the same.
    fn first_turn(&self, dynamics: &Dynamics) -> f64 {
        let friction = &dynamics.friction;
        let along = friction.sliding.iter().zip(&friction.a[friction.len()..]).map(|(&sign, a)| f64::from(sign) * a);
        let turns = self.early_slides.iter().zip(along).filter(|(speed, rate)| **speed > REST && *rate < 0.0);
        turns.map(|(speed, rate)| -speed / rate).fold(f64::INFINITY, f64::min)
    }

    /// Whether the last integration was less accurate than the contacts need.
    fn is_rough(&self, Stretch { setup, .. }: Stretch, dynamics: &Dynamics, span: f64) -> bool {
        let h = setup.settings.time_step;
        let drifts = || self.stepper.drifted(dynamics, setup, &self.trial);
        (span > KINK * h && self.stepper.switched()) || (span > DRIFTING * h && drifts())
    }

    /// The time of the first event before `late`, when something has gone past one. Leaves the states of that time
    /// in `trial`.
    fn search(&mut self, stretch: Stretch, dynamics: &mut Dynamics, mut late: f64) -> f64 {
        let (mut early, accuracy) = (0.0, 1e-13 * late);
        self.early.clear();
        self.early.extend_from_slice(self.stepper.start());
        std::mem::swap(&mut self.late, &mut self.trial);
        for round in 1.. {
            // every third guess halves the bracket, in case the guesses creep
            let guess =
                if round % 3 == 0 { 0.5 * (early + late) } else { self.first_event(stretch, dynamics, early, late) };
            let time = guess.max(stretch.shortest);
            let through = self.passes_through(stretch, dynamics, time);
            if (through && time <= stretch.shortest)
                || late - early <= accuracy
                || dynamics.lost
                || (!through && (self.touches(stretch, dynamics) || self.is_at_rest()))
            {
                return time;
            }
            if through {
                late = time;
                std::mem::swap(&mut self.late, &mut self.trial);
            } else {
                early = time;
                std::mem::swap(&mut self.early, &mut self.trial);
                std::mem::swap(&mut self.early_slides, &mut self.slides);
            }
        }
        late
    }

    /// Integrates from the start over `time` into `trial`. Whether some contact is then nearer than it may be, or has turned
    /// round along its edge; if so these contacts are kept in `hits` and `late_slides`.
    fn passes_through(&mut self, stretch: Stretch, dynamics: &mut Dynamics, time: f64) -> bool {
        let setup = stretch.setup;
        self.stepper.integrate(dynamics, setup, time, &mut self.trial);
        dynamics.place(&self.trial);
        let reach = setup.settings.target_gap - DEPTH;
        self.collider.find(setup.bodies, &dynamics.frames, reach, &mut self.found);
        let mut found = std::mem::take(&mut self.found);
        found.retain(|contact| contact.gap < stretch.limit(dynamics, contact));
        dynamics.slide_on(setup, &self.trial, &mut self.slides);
        let through = !found.is_empty() || self.slides.iter().any(|speed| *speed < -REST);
        if through {
            std::mem::swap(&mut self.hits, &mut found);
            std::mem::swap(&mut self.late_slides, &mut self.slides);
        }
        self.found = found;
        through
    }

    /// Whether one of the hits is just being reached at the trial states.
    fn touches(&self, stretch: Stretch, dynamics: &Dynamics) -> bool {
        self.hits.iter().any(|hit| {
            let (gap, rate) = gap_and_rate(*hit, stretch.setup, &self.trial);
            rate < 0.0 && gap <= stretch.limit(dynamics, hit) + DEPTH + TOUCH
        })
    }

    fn first_event(&self, stretch: Stretch, dynamics: &Dynamics, early: f64, late: f64) -> f64 {
        self.first_hit(stretch, dynamics, early, late).min(self.first_rest(early, late))
    }

    /// Whether one of the contacts that turn round is at rest at the trial states.
    fn is_at_rest(&self) -> bool {
        self.slides.iter().zip(&self.late_slides).any(|(now, late)| *late < -REST && *now <= REST)
    }

    /// When the first contact that turns round between `early` and `late` comes to rest, by the straight line.
    fn first_rest(&self, early: f64, late: f64) -> f64 {
        let ends = self.early_slides.iter().zip(&self.late_slides).filter(|(_, after)| **after < -REST);
        let part = |(before, after): (&f64, &f64)| {
            if *before > REST && before.is_finite() { before / (before - after) } else { 0.5 }
        };
        early + ends.map(part).fold(1.0, f64::min) * (late - early)
    }

    /// An estimate of the first time between `early` and `late` at which one of the hits is reached: the cubic through
    /// gaps and rates at both ends.
    fn first_hit(&self, stretch: Stretch, dynamics: &Dynamics, early: f64, late: f64) -> f64 {
        let span = late - early;
        let hit = |hit: &Contact| {
            let limit = stretch.limit(dynamics, hit);
            let (g0, r0) = gap_and_rate(*hit, stretch.setup, &self.early);
            let (g1, r1) = gap_and_rate(*hit, stretch.setup, &self.late);
            if g0 < limit {
                return 0.5 * (early + late); // it came in past the end of this edge, through another feature
            }
            // one that starts at the limit may not rise over the usual level
            let level =
                if g0 > limit + DEPTH + 0.25 * TOUCH { limit + DEPTH + 0.25 * TOUCH } else { 0.5 * (g0 + limit) };
            let cubic = |x: f64| {
                let y = 1.0 - x;
                y * y * (g0 * (1.0 + 2.0 * x) + x * span * r0) + x * x * (g1 * (3.0 - 2.0 * x) - y * span * r1)
            };
            let (mut above, mut below) = (0.0, 1.0);
            for _ in 0..50 {
                let middle = 0.5 * (above + below);
                *(if cubic(middle) > level { &mut above } else { &mut below }) = middle;
            }
            early + below * span
        };
        self.hits.iter().map(hit).fold(late, f64::min)
    }
}

/// Gap and its rate for the features of a contact at other states.
fn gap_and_rate(mut contact: Contact, setup: Setup, states: &[State]) -> (f64, f64) {
    collide::refresh(&mut contact, setup.bodies, |body| states[body].frame());
    (contact.gap, contact.normal_velocity(states))
}
