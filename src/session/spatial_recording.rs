//! What a run of a spatial world shows at chosen times: motion, contacts, forces, energy, and how the steps went.
use super::recording::{EnergySample, ProblemSample};
use crate::spatial::body::{Body, State};
use crate::spatial::contact::Contact;
use crate::spatial::time_stepping::MOREAU;
use crate::spatial::world::World;
use glam::DVec3;
use serde::Serialize;

/// A world at one time.
#[derive(Clone, Debug, Serialize)]
pub struct SpatialSample {
    /// s.
    pub time: f64,
    /// All bodies, fixed ones too.
    pub bodies: Vec<SpatialBodySample>,
    /// What touches: with the forces over the last step, or, where there was none, those of the instant.
    pub contacts: Vec<SpatialContactSample>,
    /// J.
    pub energy: EnergySample,
    /// kg m/s.
    pub momentum: [f64; 3],
    /// About the world's origin, kg m²/s.
    pub angular_momentum: [f64; 3],
    /// The steps since the last sample.
    pub steps: StepsSample,
    /// The equations of the instant, if it was asked for alone.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemSample>,
}

/// A body at one time.
#[derive(Clone, Debug, Serialize)]
pub struct SpatialBodySample {
    /// Its name.
    pub name: String,
    /// Centre of mass, m.
    pub position: [f64; 3],
    /// w, x, y, z: from body to world axes.
    pub quaternion: [f64; 4],
    /// m/s.
    pub velocity: [f64; 3],
    /// World axes, rad/s.
    pub omega: [f64; 3],
    /// Of the centre of mass, m/s², then of ω, rad/s²: the mean over the last step, or, where there was none, that of
    /// the instant.
    pub acceleration: [f64; 6],
}

/// A contact at one time.
#[derive(Clone, Debug, Serialize)]
pub struct SpatialContactSample {
    /// The first and the second body.
    pub bodies: [String; 2],
    /// m.
    pub point: [f64; 3],
    /// Out of the second body into the first.
    pub normal: [f64; 3],
    /// m.
    pub gap: f64,
    /// Along the normal on the first body, N.
    pub force: f64,
    /// Across the normal on the first body, N.
    pub friction: [f64; 3],
}

/// How steps went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepsSample {
    /// How many.
    pub count: usize,
    /// Iterations of the scheme, all steps together.
    pub iterations: usize,
    /// Linear problems of a scheme that makes a sequence of them, solved by Lemke's method, all steps together.
    pub by_lemke: usize,
    /// Those solved by one factorization, with the contacts that carried in the problem before.
    pub by_factor: usize,
    /// The most of them in one step.
    pub most_iterations: usize,
    /// Repeats for contacts that a step did not expect.
    pub repeats: usize,
    /// Steps that did not reach the tolerance.
    pub unsolved: usize,
    /// Steps taken by impulses, whatever the scheme: bodies were deep in each other when they began, or contact forces would have
    /// added energy.
    pub by_impulses: usize,
    /// Steps after which bodies overlapped that no motion sets apart.
    pub no_way_out: usize,
    /// The largest |min(f, δ)| at the end of any step, with f as the distance that it moves its bodies apart, as a part
    /// of the size of the bodies.
    pub residual: f64,
}

/// Carries a world on and takes samples of it.
pub struct SpatialRecording<'a> {
    world: &'a mut World,
    /// Longest step, s.
    step: f64,
    steps: StepsSample,
    /// Mean accelerations over the last step, once there was one.
    accelerations: Option<Vec<[f64; 6]>>,
}

impl<'a> SpatialRecording<'a> {
    /// Of a world, in steps as long as its time step at most.
    pub fn new(world: &'a mut World) -> Self {
        let step = world.settings.time_step;
        Self { world, step, steps: StepsSample::default(), accelerations: None }
    }

    /// Goes on to a time, in equal steps.
    pub fn advance_to(&mut self, time: f64) {
        let span = time - self.world.time;
        let count = libm::ceil(span / self.step - 1e-6).max(1.0);
        self.world.settings.time_step = span / count;
        for left in (0..count as u64).rev() {
            let before = (left == 0).then(|| self.world.states());
            self.world.step();
            self.steps.add(self.world);
            if let Some(before) = before {
                self.accelerations = Some(gained(&before, self.world));
            }
        }
        self.world.settings.time_step = self.step;
        self.world.time = time; // without the rounding of many small sums
    }

    /// The world now, with what happened since the last sample.
    pub fn sample(&mut self) -> SpatialSample {
        let of_the_instant = || {
            let mut copy = self.world.clone();
            if impulsive(&copy) {
                return ahead(copy);
            }
            let (instant, contacts) = copy.instant();
            let accelerations = instant.accelerations.iter().map(|a| join(a.linear, a.angular)).collect::<Vec<_>>();
            (accelerations, contacts)
        };
        let (accelerations, contacts) = match &self.accelerations {
            Some(mean) => (mean.clone(), self.world.contacts.clone()),
            None => of_the_instant(),
        };
        let world = &*self.world;
        let balance = world.balance();
        SpatialSample {
            time: world.time,
            bodies: world.bodies.iter().zip(accelerations).map(|(b, a)| SpatialBodySample::of(b, a)).collect(),
            contacts: contacts.iter().map(|c| SpatialContactSample::of(c, &world.bodies)).collect(),
            energy: EnergySample { kinetic: balance.kinetic(), potential: balance.potential(), total: balance.total() },
            momentum: balance.momentum.into(),
            angular_momentum: balance.angular_momentum.into(),
            steps: std::mem::take(&mut self.steps),
            problem: None,
        }
    }

    /// The instant alone, with its equations where the scheme has forces.
    pub fn instant(&mut self) -> SpatialSample {
        let mut sample = self.sample();
        if impulsive(self.world) {
            return sample;
        }
        let (instant, _) = self.world.instant();
        sample.problem = Some(ProblemSample::of(&instant.lcp, &instant.solution));
        sample
    }
}

/// Whether what contacts carry is known of steps alone.
fn impulsive(world: &World) -> bool {
    world.settings.scheme == MOREAU || world.rolls() || world.rubs()
}

/// Mean accelerations over a step that is about to be taken, and what its contacts carry: under a law of impulses
/// there is no instant.
fn ahead(mut world: World) -> (Vec<[f64; 6]>, Vec<Contact>) {
    let before = world.states();
    world.step();
    (gained(&before, &world), world.contacts)
}

/// Mean accelerations over the last step.
fn gained(before: &[State], world: &World) -> Vec<[f64; 6]> {
    let h = world.settings.time_step;
    let changes = before.iter().zip(&world.bodies).map(|(before, body)| {
        let (linear, angular) = (body.state.velocity - before.velocity, body.state.omega - before.omega);
        join(linear / h, angular / h)
    });
    changes.collect()
}

fn join(linear: DVec3, angular: DVec3) -> [f64; 6] {
    let ([x, y, z], [a, b, c]) = (linear.to_array(), angular.to_array());
    [x, y, z, a, b, c]
}

impl StepsSample {
    /// Counts the step that the world has just taken.
    fn add(&mut self, world: &World) {
        let report = &world.report;
        self.count += 1;
        self.iterations += report.outcome.iterations;
        self.most_iterations = self.most_iterations.max(report.outcome.iterations);
        self.by_lemke += report.linear.lemke;
        self.by_factor += report.linear.factor;
        self.repeats += report.repeats;
        self.unsolved += usize::from(!report.outcome.solved);
        self.by_impulses += usize::from(report.by_impulses.is_some());
        self.no_way_out += usize::from(report.no_way.is_some());
        self.residual = self.residual.max(report.outcome.residual / report.size);
    }
}

impl SpatialBodySample {
    fn of(body: &Body, acceleration: [f64; 6]) -> Self {
        let state = &body.state;
        let [x, y, z, w] = state.pose.rotation.to_array();
        Self {
            name: body.name.clone(),
            position: state.pose.position.into(),
            quaternion: [w, x, y, z],
            velocity: state.velocity.into(),
            omega: state.omega.into(),
            acceleration,
        }
    }
}

impl SpatialContactSample {
    fn of(contact: &Contact, bodies: &[Body]) -> Self {
        let Contact { a, b, point, normal, gap, force, friction, .. } = *contact;
        let bodies = [a, b].map(|body| bodies[body].name.clone());
        Self { bodies, point: point.into(), normal: normal.into(), gap, force, friction: friction.into() }
    }
}
