//! What a run of a planar world shows at chosen times: motion, contacts, forces, energy, and the impacts between.
use crate::complementarity::{Lcp, Solution};
use crate::planar::body::Body;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Setup;
use crate::planar::friction::{Cones, Coulomb, FrictionSolution};
use crate::planar::impulse::Impact;
use crate::planar::world::{Notice, World};
use glam::DVec2;
use serde::Serialize;

/// A world at one time, and what happened since the sample before.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// s.
    pub time: f64,
    /// All bodies, fixed ones too.
    pub bodies: Vec<BodySample>,
    /// The contacts that may carry force.
    pub contacts: Vec<ContactSample>,
    /// J.
    pub energy: EnergySample,
    /// kg m/s.
    pub momentum: [f64; 2],
    /// About the world's origin, kg m²/s.
    pub angular_momentum: f64,
    /// The least gap at the end of any step since the last sample, m; none if no bodies were near each other.
    pub least_gap: Option<f64>,
    /// Impacts since the last sample.
    pub impacts: Vec<ImpactSample>,
    /// Notices since the last sample: the worst of each kind.
    pub notices: Vec<NoticeSample>,
    /// The equations of the instant, if it was asked for alone.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemSample>,
    /// Friction of the instant, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<FrictionSample>,
}

/// A body at one time.
#[derive(Clone, Debug, Serialize)]
pub struct BodySample {
    /// Its name.
    pub name: String,
    /// Centre of mass, m.
    pub position: [f64; 2],
    /// rad.
    pub angle: f64,
    /// m/s.
    pub velocity: [f64; 2],
    /// rad/s.
    pub omega: f64,
    /// x, y, angular: m/s², rad/s²; none where friction leaves no solution.
    pub acceleration: Option<[f64; 3]>,
}

/// A contact at one time.
#[derive(Clone, Debug, Serialize)]
pub struct ContactSample {
    /// Owner of the vertex, owner of the edge or of the other vertex.
    pub bodies: [String; 2],
    /// m.
    pub point: [f64; 2],
    /// Out of the second body into the first.
    pub normal: [f64; 2],
    /// m.
    pub gap: f64,
    /// Along the normal on the first body, N; none where friction leaves no solution.
    pub force: Option<f64>,
}

/// Energies, J.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EnergySample {
    /// Of motion.
    pub kinetic: f64,
    /// In gravity, zero at the world's origin, and in springs.
    pub potential: f64,
    /// Both.
    pub total: f64,
}

/// An impact.
#[derive(Clone, Debug, Serialize)]
pub struct ImpactSample {
    /// s.
    pub time: f64,
    /// As in [`ContactSample`].
    pub bodies: [String; 2],
    /// m.
    pub point: [f64; 2],
    /// As in [`ContactSample`].
    pub normal: [f64; 2],
    /// N s.
    pub impulse: f64,
}

/// A notice, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoticeSample {
    /// `overlap`, `no_way_out`, `no_solution`, `crowded`, `impulse_without_collision` or `handed_over`.
    pub kind: &'static str,
    /// Greatest overlap, m, violation, m/s², impulse, N s, or number of problems in a step.
    pub size: f64,
}

/// The equations of the contacts.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemSample {
    /// A, 1/kg.
    #[serde(rename = "A")]
    pub delassus: Vec<Vec<f64>>,
    /// Accelerations of the gaps without contact forces, m/s².
    pub b: Vec<f64>,
    /// Accelerations of the gaps, m/s².
    pub a: Vec<f64>,
    /// Largest entry of min(a, f).
    pub residual: f64,
    /// How the method ended.
    pub status: &'static str,
}

/// What friction does at an instant.
#[derive(Clone, Debug, Serialize)]
pub struct FrictionSample {
    /// μ of each contact.
    pub coefficients: Vec<f64>,
    /// Number of motions that obey the law: 0 and 2 are Painlevé's paradox. None if the contacts are too many to tell.
    pub solutions: Option<usize>,
    /// Of the solution shown: what each contact does.
    pub modes: Vec<&'static str>,
    /// Of the solution shown: force along each tangent, the normal turned clockwise, N.
    pub tangential: Vec<f64>,
}

/// Carries a world on and takes samples of it.
pub struct Recording<'a> {
    world: &'a mut World,
    /// Longest step, s.
    step: f64,
    impacts: Vec<Impact>,
    notices: Vec<NoticeSample>,
    least_gap: f64,
}

impl<'a> Recording<'a> {
    /// Of a world, in steps as long as its time step at most.
    pub fn new(world: &'a mut World) -> Self {
        let step = world.settings.time_step;
        let mut recording = Self { world, step, impacts: Vec::new(), notices: Vec::new(), least_gap: f64::INFINITY };
        recording.least_gap = recording.world.least_gap();
        recording
    }

    /// Goes on to a time, in equal steps.
    pub fn advance_to(&mut self, time: f64) {
        let span = time - self.world.time;
        let count = libm::ceil(span / self.step - 1e-6).max(1.0);
        self.world.settings.time_step = span / count;
        for _ in 0..count as u64 {
            self.world.step();
            self.impacts.extend(&self.world.report.impacts);
            self.world.report.notices.iter().for_each(|notice| note(&mut self.notices, notice));
            self.least_gap = self.least_gap.min(self.world.least_gap());
        }
        self.world.settings.time_step = self.step;
        self.world.time = time; // without the rounding of many small sums
    }

    /// The world now, with what happened since the last sample.
    pub fn sample(&mut self) -> Sample {
        let rough = self.world.has_friction();
        let instant = self.world.instant();
        let (contacts, forces) = (instant.contacts.clone(), instant.solution.f.clone());
        let friction = rough.then(|| FrictionSample::of(&instant.friction));
        let accelerations: Vec<_> =
            instant.accelerations.iter().map(|a| Some([a.linear.x, a.linear.y, a.angular])).collect();
        let world = &*self.world;
        let balance = world.balance();
        let contact = |(contact, force): (&Contact, &f64)| ContactSample::of(contact, Some(*force), &world.bodies);
        let least_gap = std::mem::replace(&mut self.least_gap, f64::INFINITY);
        Sample {
            time: world.time,
            bodies: world.bodies.iter().zip(accelerations).map(|(body, a)| BodySample::of(body, a)).collect(),
            contacts: contacts.iter().zip(&forces).map(contact).collect(),
            energy: EnergySample { kinetic: balance.kinetic(), potential: balance.potential(), total: balance.total() },
            momentum: balance.momentum.into(),
            angular_momentum: balance.angular_momentum,
            least_gap: Some(least_gap).filter(|gap| gap.is_finite()),
            impacts: self.impacts.drain(..).map(|impact| ImpactSample::of(&impact, &world.bodies)).collect(),
            notices: std::mem::take(&mut self.notices),
            problem: None,
            friction,
        }
    }

    /// The instant alone, with its equations; with friction if `friction` is over zero.
    pub fn instant(&mut self, friction: f64) -> Sample {
        let mut sample = self.sample();
        let instant = self.world.instant();
        sample.problem = Some(ProblemSample::of(&instant.lcp, &instant.solution));
        if friction > 0.0 {
            let contacts = instant.contacts.clone();
            self.add_friction(&mut sample, &contacts, friction);
        }
        sample
    }

    /// Puts forces and accelerations with friction in the place of those without.
    fn add_friction(&self, sample: &mut Sample, contacts: &[Contact], coefficient: f64) {
        let World { bodies, forces, settings, .. } = &*self.world;
        let problem = Coulomb::new(Setup { bodies, forces, settings }, contacts, &self.world.states(), coefficient);
        let all = problem.all_solutions();
        let solutions = all.as_ref().map(Vec::len);
        let shown = all.map_or_else(|| problem.solve().0, |list| list.into_iter().next());
        for (contact, i) in sample.contacts.iter_mut().zip(0..) {
            contact.force = shown.as_ref().map(|solution| solution.normal[i]);
        }
        for (body, i) in sample.bodies.iter_mut().zip(0..) {
            let acceleration = |solution: &FrictionSolution| solution.accelerations[i];
            body.acceleration = shown.as_ref().map(acceleration).map(|a| [a.linear.x, a.linear.y, a.angular]);
        }
        let modes = shown.iter().flat_map(|solution| solution.modes.iter().map(|mode| mode.name())).collect();
        let tangential = shown.map_or(Vec::new(), |solution| solution.tangential);
        sample.problem = None;
        sample.friction =
            Some(FrictionSample { coefficients: vec![coefficient; contacts.len()], solutions, modes, tangential });
    }
}

impl FrictionSample {
    /// The forces in motion, of which there may be others.
    fn of(cones: &Cones) -> Self {
        Self {
            coefficients: cones.friction.clone(),
            solutions: None,
            modes: cones.modes.iter().map(|mode| mode.name()).collect(),
            tangential: cones.f[cones.len()..].to_vec(),
        }
    }
}

impl ProblemSample {
    /// A problem with its solution.
    pub(super) fn of(lcp: &Lcp, solution: &Solution) -> Self {
        Self {
            delassus: (0..lcp.len()).map(|i| lcp.a.row(i).to_vec()).collect(),
            b: lcp.b.clone(),
            a: solution.a.clone(),
            residual: solution.residual,
            status: solution.status.name(),
        }
    }
}

impl BodySample {
    fn of(body: &Body, acceleration: Option<[f64; 3]>) -> Self {
        let state = body.state;
        Self {
            name: body.name.clone(),
            position: state.position.into(),
            angle: state.angle,
            velocity: state.velocity.into(),
            omega: state.omega,
            acceleration,
        }
    }
}

fn names(contact: &Contact, bodies: &[Body]) -> [String; 2] {
    [contact.a, contact.b].map(|body| bodies[body].name.clone())
}

impl ContactSample {
    fn of(contact: &Contact, force: Option<f64>, bodies: &[Body]) -> Self {
        let Contact { point, normal, gap, .. } = *contact;
        Self { bodies: names(contact, bodies), point: point.into(), normal: normal.into(), gap, force }
    }
}

impl ImpactSample {
    fn of(impact: &Impact, bodies: &[Body]) -> Self {
        let place = |v: DVec2| <[f64; 2]>::from(v);
        let (point, normal) = (place(impact.contact.point), place(impact.contact.normal));
        Self { time: impact.time, bodies: names(&impact.contact, bodies), point, normal, impulse: impact.impulse }
    }
}

/// Keeps the worst notice of each kind.
fn note(list: &mut Vec<NoticeSample>, notice: &Notice) {
    let (kind, size) = match *notice {
        Notice::Overlap(depth) => ("overlap", depth),
        Notice::NoWay(depth) => ("no_way_out", depth),
        Notice::NoSolution(violation) => ("no_solution", violation),
        Notice::Crowded => ("crowded", 0.0),
        Notice::Shock(impulse) => ("impulse_without_collision", impulse),
        Notice::HandedOver(count) => ("handed_over", count as f64),
    };
    match list.iter_mut().find(|known| known.kind == kind) {
        Some(known) => known.size = known.size.max(size),
        None => list.push(NoticeSample { kind, size }),
    }
}
