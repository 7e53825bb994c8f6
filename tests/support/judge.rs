//! Judges one session from outside the engine, step by step.
use super::space::KINDS;
use super::visit::{CALM, Done, Visit};
use contact_forces::spatial::time_stepping::MOREAU;
use std::time::Instant;

/// What a put overlap may take to go, s.
const UNDONE: f64 = 2.0;
/// A session that takes longer to compute does not end, ms of processor time for each second of it: ten times the slowest, so
/// that a busy machine does not count as a session without end.
const ENDLESS: f64 = 100e3;
/// Slower bodies rest, m/s.
const RESTS: f64 = 0.02;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    Overlap,
    RestOverlap,
    Stuck,
    Thrown,
    StepGrowth,
    Growth,
    Milliseconds,
    Dishonest,
    Left,
    Unsolved,
    Broken,
}

pub const MEASURES: [Measure; 11] = [
    Measure::Overlap,
    Measure::RestOverlap,
    Measure::Stuck,
    Measure::Thrown,
    Measure::StepGrowth,
    Measure::Growth,
    Measure::Milliseconds,
    Measure::Dishonest,
    Measure::Left,
    Measure::Unsolved,
    Measure::Broken,
];

impl Measure {
    pub fn about(self) -> &'static str {
        match self {
            Self::Overlap => "deepest overlap / least extent (bound 0.02, in proportion to dt over 1/60)",
            Self::RestOverlap => "overlap at rest / least extent (bound 0.001)",
            Self::Stuck => "overlap 2 s after bodies were put into others / least extent (bound 0.001)",
            Self::Thrown => "energy gained from such an overlap / what lifts all by it (bound 1)",
            Self::StepGrowth => "growth of energy in a step / energy (bound 1e-6, smooth bodies 1e-4)",
            Self::Growth => "growth of energy in all / energy (bound 1e-4, smooth bodies 1e-3)",
            Self::Milliseconds => "longest step, ms of processor time (bound 100)",
            Self::Dishonest => "steps that say solved with a residual over their tolerance (bound 0)",
            Self::Left => "bodies that left through a wall (bound 0)",
            Self::Unsolved => "part of the steps that say unsolved (no bound)",
            Self::Broken => "no numbers, panics, sessions without end (bound 0)",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Verdict {
    pub seed: u64,
    pub about: String,
    /// The kind of bodies, or the scheme if it is not the usual one.
    pub row: &'static str,
    step: f64,
    smooth: bool,
    values: [f64; MEASURES.len()],
    at: [f64; MEASURES.len()],
    /// Which bodies overlap most.
    pub pair: [usize; 2],
}

impl Verdict {
    pub fn panicked(seed: u64) -> Self {
        let mut verdict = Self::new(&Visit::new(seed, 1.0), seed);
        verdict.worse(Measure::Broken, 1.0, 0.0);
        verdict
    }

    /// Of a session that has not begun.
    pub fn new(visit: &Visit, seed: u64) -> Self {
        let settings = &visit.world.settings;
        let usual = settings.scheme == MOREAU;
        Self {
            seed,
            about: visit.about.clone(),
            row: if usual { KINDS[visit.kind] } else { settings.scheme },
            step: settings.time_step,
            smooth: visit.kind >= 6,
            values: [0.0; MEASURES.len()],
            at: [0.0; MEASURES.len()],
            pair: [0; 2],
        }
    }

    pub fn of(&self, measure: Measure) -> f64 {
        self.values[measure as usize]
    }

    /// When it was worst, s.
    pub fn at(&self, measure: Measure) -> f64 {
        self.at[measure as usize]
    }

    pub fn is_over(&self, measure: Measure) -> bool {
        let smooth = |smooth: f64, other: f64| if self.smooth { smooth } else { other };
        let bound = match measure {
            Measure::Overlap => 0.02 * (60.0 * self.step).max(1.0),
            Measure::RestOverlap | Measure::Stuck => 1e-3,
            Measure::Thrown => 1.0,
            Measure::StepGrowth => smooth(1e-4, 1e-6),
            Measure::Growth => smooth(1e-3, 1e-4),
            Measure::Milliseconds => 100.0,
            Measure::Dishonest | Measure::Left | Measure::Broken => 0.0,
            Measure::Unsolved => f64::INFINITY,
        };
        self.of(measure) > bound
    }

    fn worse(&mut self, measure: Measure, value: f64, at: f64) {
        if value > self.values[measure as usize] {
            (self.values[measure as usize], self.at[measure as usize]) = (value, at);
        }
    }

    fn count(&mut self, measure: Measure, by: f64, at: f64) {
        self.values[measure as usize] += by;
        self.at[measure as usize] = at;
    }
}

/// What energy is compared with.
struct Ledger {
    /// Of the step before, and the least since something acted: energy, and its size, J.
    before: [f64; 2],
    least: [f64; 2],
    /// When bodies were put where others are, and the sum of the overlaps, m.
    put: Option<(f64, f64)>,
}

/// Energy, and how much there is of it: that of motion, and of what lies over the floor. J.
pub fn energy(visit: &Visit) -> [f64; 2] {
    let (world, balance) = (&visit.world, visit.world.balance());
    let g = world.forces.gravity.length();
    let height: f64 = world.bodies[..visit.free].iter().map(|b| b.mass * b.state.pose.position.z.max(0.0)).sum();
    [balance.total(), balance.kinetic() + g * height]
}

impl Ledger {
    fn new(visit: &Visit) -> Self {
        let now = energy(visit);
        Self { before: now, least: now, put: None }
    }

    fn acted(&mut self, visit: &Visit, done: Done) {
        let put = done.put.map(|sum| (visit.world.time, sum));
        if done.pushed {
            *self = Self { put: put.or(self.put), ..Self::new(visit) };
        }
    }

    /// After a step.
    fn judge(&mut self, visit: &Visit, verdict: &mut Verdict) {
        let (now, time) = (energy(visit), visit.world.time);
        if !visit.is_free() {
            (self.before, self.least) = (now, now);
            return;
        }
        if let Some((since, sum)) = self.put {
            let mass: f64 = visit.world.bodies[..visit.free].iter().map(|body| body.mass).sum();
            let lift = mass * visit.world.forces.gravity.length() * (sum + 1e-3);
            verdict.worse(Measure::Thrown, (now[0] - self.before[0]) / lift, time);
            if time - since < UNDONE {
                return;
            }
            *self = Self::new(visit);
        }
        verdict.worse(Measure::StepGrowth, (now[0] - self.before[0]) / self.before[1], time);
        verdict.worse(Measure::Growth, (now[0] - self.least[0]) / self.least[1], time);
        if now[0] < self.least[0] {
            self.least = now;
        }
        self.before = now;
    }
}

/// Runs a session; shows the visit before each step, with the number of the step.
pub fn judge(seed: u64, seconds: f64, show: &mut dyn FnMut(&Visit, usize)) -> Verdict {
    let mut visit = Visit::new(seed, seconds);
    let mut verdict = Verdict::new(&visit, seed);
    let (mut ledger, start) = (Ledger::new(&visit), Instant::now());
    let began = processor_time(start);
    let steps = (seconds / visit.world.settings.time_step).round() as usize;
    for step in 0..steps {
        let done = visit.act();
        ledger.acted(&visit, done);
        show(&visit, step);
        let before = processor_time(start);
        visit.world.step();
        verdict.worse(Measure::Milliseconds, processor_time(start) - before, visit.world.time);
        let finite = |k: usize| {
            let state = visit.world.bodies[k].state;
            state.pose.position.is_finite() && state.velocity.is_finite() && state.omega.is_finite()
        };
        if !(0..visit.free).all(finite) || processor_time(start) - began > ENDLESS * seconds {
            verdict.count(Measure::Broken, 1.0, visit.world.time);
            return verdict;
        }
        inside(&visit, ledger.put.map(|put| put.0), &mut verdict);
        told(&visit, steps, &mut verdict);
        ledger.judge(&visit, &mut verdict);
    }
    at_rest(&visit, &mut verdict);
    left(&visit, &mut verdict);
    verdict
}

/// Overlaps after a step; what was put together may stay so for a while.
fn inside(visit: &Visit, put: Option<f64>, verdict: &mut Verdict) {
    let time = visit.world.time;
    let waits = put.is_some_and(|since| time - since < UNDONE);
    let ends =
        put.is_some_and(|since| time - since >= UNDONE && time - since < UNDONE + visit.world.settings.time_step);
    if waits {
        return;
    }
    let measure = if ends { Measure::Stuck } else { Measure::Overlap };
    visit.overlaps(&mut |pair, depth| {
        if measure == Measure::Overlap && depth / visit.extent > verdict.of(measure) {
            verdict.pair = pair;
        }
        verdict.worse(measure, depth / visit.extent, time);
    });
}

/// Whether what the step tells of itself fits together. The tolerance is the one that the scheme states which took it.
fn told(visit: &Visit, steps: usize, verdict: &mut Verdict) {
    let (world, report) = (&visit.world, visit.world.report);
    let (h, time) = (world.settings.time_step, world.time);
    if !report.outcome.solved {
        verdict.count(Measure::Unsolved, 1.0 / steps as f64, time);
        return;
    }
    let speed = |k: usize| {
        let (body, judged) = (&world.bodies[k], &visit.judged[k]);
        body.state.velocity.length() + judged.radius * body.state.omega.length()
    };
    let fastest = (0..visit.free).map(speed).fold(0.0, f64::max);
    let tolerance = if world.settings.scheme == MOREAU || report.by_impulses.is_some() {
        h * (1e-4 * h * world.forces.gravity.length() + 1e-6 * 2.0 * (fastest + 1.0))
    } else {
        1e-10 * report.size
    };
    if visit.is_free() && report.outcome.residual > tolerance {
        verdict.count(Measure::Dishonest, 1.0, time);
    }
}

/// Overlaps at the end, if all is at rest.
fn at_rest(visit: &Visit, verdict: &mut Verdict) {
    let time = visit.world.time;
    let rests = |k: usize| {
        let state = visit.world.bodies[k].state;
        state.velocity.length() + visit.judged[k].radius * state.omega.length() < RESTS
    };
    if time > CALM * visit.seconds && (0..visit.free).all(rests) {
        visit.overlaps(&mut |_, depth| verdict.worse(Measure::RestOverlap, depth / visit.extent, time));
    }
}

/// Bodies that are under the plane of a wall with more than their middle.
fn left(visit: &Visit, verdict: &mut Verdict) {
    for k in 0..visit.free {
        if visit.is_out(k) {
            verdict.count(Measure::Left, 1.0, visit.world.time);
        }
    }
}

/// Of this thread so far, ms; where the system does not tell, that of the clock.
fn processor_time(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split(' ').next().and_then(|number| number.parse::<f64>().ok()));
    spent.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |nanoseconds| nanoseconds * 1e-6)
}
