//! A world of bodies, and its step.
use super::body::BodyId;
use super::body::{Body, State};
use super::broad_phase::{Culling, Looks};
use super::contact::Contact;
use super::energy::Balance;
use super::forces::Forces;
use super::law::{Cone, ImpactLaw, Law, PairLaw, some_roll, some_rub};
use super::lead::{Felt, Lead};
use super::smooth::tracks::{Counts, Tracks};
use super::step::{Before, Stage, Workspace};
use super::time_stepping::instant::Instant;
use super::time_stepping::moreau::{self, Moreau};
use super::time_stepping::{CONTACT_POINTS, Linear, MOREAU, Row, SCHEMES, Setup, scheme};
use crate::complementarity::cone::ConeProblem;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use crate::scratch::Scratch;

/// What a visitor can set beside bodies and forces.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// h, s.
    pub time_step: f64,
    /// Name of the scheme, of the table [`SCHEMES`].
    pub scheme: &'static str,
    /// How the pairs of bodies that may be near each other are found; the motion is the same by any method.
    pub culling: Culling,
    /// Coefficient of friction of all contacts without a law of their own; schemes by accelerations know none.
    pub friction: f64,
    /// Elasticity of the world, 0 to 1, e_n; all schemes but [`MOREAU`] take impacts without rebound.
    pub restitution: f64,
    /// The same across the normal, e_t, -1 to 1.
    pub tangential: f64,
    /// What bounds friction.
    pub cone: Cone,
    /// Whether bodies without a law of their own roll on each other without slip; only [`CONTACT_POINTS`] knows that.
    pub rolls: bool,
    /// How several impacts in one step are treated.
    pub impact_law: ImpactLaw,
    /// Whether bodies at rest sleep: [`MOREAU`] neither solves nor moves them until something disturbs them.
    pub sleep: bool,
    /// Residual that contacts are solved to in a step by [`MOREAU`]: the largest natural map of a contact as a velocity, as a
    /// part of what external forces do to a velocity in the step, or of a hundredth of the fastest of its island if that is more.
    pub tolerance: f64,
    /// Sweeps over the contacts of an island in a step by [`MOREAU`] and visits of contacts in them: where it is not solved after
    /// both, the step goes on with what there is and says so. Newton's method, which finishes what rests, may cost
    /// 150 times the second.
    pub sweeps: usize,
    pub effort: usize,
    /// A method of the tables of solvers that [`MOREAU`] is to use, instead of its own.
    pub solver: Option<&'static str>,
}

impl Settings {
    /// The law of contacts that have none of their own.
    pub fn law(&self) -> Law {
        let Self { friction, restitution, tangential, cone, rolls, .. } = *self;
        Law { friction, restitution, tangential, cone, rolls }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            time_step: 1.0 / 60.0,
            scheme: SCHEMES[0].name,
            culling: Culling::default(),
            friction: 0.0,
            restitution: 0.0,
            tangential: 0.0,
            cone: Cone::Round,
            rolls: false,
            impact_law: ImpactLaw::Simultaneous,
            sleep: false,
            tolerance: 1e-8,
            sweeps: 20,
            effort: 20_000,
            solver: None,
        }
    }
}

/// How many islands of contacts were solved in a step by what, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// By sweeps alone.
    pub sweeps: usize,
    /// By sweeps and Newton's method.
    pub newton: usize,
    /// Those whose effort was spent.
    pub unsolved: usize,
}

impl Answered {
    /// Counts an island.
    pub(super) fn add(&mut self, solved: bool, by_newton: bool) {
        *match (solved, by_newton) {
            (false, _) => &mut self.unsolved,
            (true, true) => &mut self.newton,
            (true, false) => &mut self.sweeps,
        } += 1;
    }
}

/// Why a step is taken by impulses, whatever the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Bodies were deep in each other when it began, or would have been at its end.
    Overlap,
    /// Contact forces would have added energy.
    Gain,
    /// Bodies jam by friction, and the scheme found no forces.
    Jam,
}

/// What the last step tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Iterations of the scheme, all repeats together, and the residual: the largest |min(f, δ)|, m, with the force
    /// as the distance that it moves its bodies apart in the step; schemes at the level of accelerations, which let gaps drift,
    /// ask for |min(f, h² a)| instead. It is solved where all its parts and impacts are and no time
    /// was lost; where some was, the residual is at least the way that the fastest body did not go.
    pub outcome: Outcome,
    /// By what the contacts were solved; [`MOREAU`] alone tells.
    pub answered: Answered,
    /// Linear problems of the schemes that make a sequence of them.
    pub linear: Linear,
    /// Pairs of smooth features by how they got their nearest points; [`CONTACT_POINTS`] alone carries any.
    pub points: Counts,
    /// Pairs of parts that were looked at.
    pub candidates: usize,
    /// How often a step was repeated with contacts that it did not expect.
    pub repeats: usize,
    /// Into how many parts the step was cut, for the sake of fast bodies or because it could not be solved at once.
    pub parts: usize,
    /// Why [`MOREAU`] took it in place of the scheme, if it did.
    pub by_impulses: Option<Cause>,
    /// How deep bodies overlap where no motion sets all of them apart, m; [`MOREAU`] alone looks for one.
    pub no_way: Option<f64>,
    /// The size that residuals are compared with, m: that of the largest body that forces move.
    pub size: f64,
}

/// Bodies, forces and settings, and what the last step saw.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The bodies with their states; fixed ones among them.
    pub bodies: Vec<Body>,
    /// Gravity, damping, thrusters, springs.
    pub forces: Forces,
    /// The rest.
    pub settings: Settings,
    /// Laws of single pairs of bodies, which have the last word.
    pub laws: Vec<PairLaw>,
    /// s.
    pub time: f64,
    /// Where the last step ended: what touches, with the forces during the step. The next step starts from them.
    pub contacts: Vec<Contact>,
    /// The nearest points of smooth bodies as [`CONTACT_POINTS`] left them. The next step goes on from them.
    pub tracks: Tracks,
    /// How the last step went.
    pub report: Report,
    /// What it did to find what may touch.
    pub looks: Looks,
    /// The body that a hand leads.
    pub lead: Option<Lead>,
    /// What that hand felt in the last step.
    pub felt: Felt,
    pub(super) before: Scratch<Before>,
    workspace: Scratch<Workspace>,
    moreau: Scratch<Moreau>,
}

impl World {
    /// These bodies, without forces.
    pub fn new(bodies: Vec<Body>) -> Self {
        Self { bodies, ..Self::default() }
    }

    /// Carries the world on by one time step. Always ends, whatever the state.
    pub fn step(&mut self) {
        self.watched_step(&mut |_| ());
    }

    /// The same, and shows each iteration of the scheme.
    pub fn watched_step(&mut self, watch: &mut dyn FnMut(&Iterate)) {
        match self.lead.filter(|lead| self.bodies[lead.body].is_free()) {
            Some(lead) => self.felt = self.led_step(lead, watch),
            None => {
                self.felt = Felt::default();
                self.advance(watch);
            }
        }
    }

    /// A step whose bodies nobody leads.
    pub(super) fn advance(&mut self, watch: &mut dyn FnMut(&Iterate)) {
        let Self { bodies, forces, settings, laws, contacts, tracks, report, looks, workspace, moreau, .. } = self;
        let mut fresh = Report { size: size(bodies), ..Report::default() };
        fresh.outcome.solved = true;
        *report = fresh;
        workspace.cull_by(settings.culling);
        moreau.cull_by(settings.culling);
        let (scheme, law) = (settings.scheme, settings.law());
        workspace.follow((scheme == CONTACT_POINTS).then(|| std::mem::take(tracks)));
        let mut stage = Stage { bodies, forces, scheme, law, laws, contacts, report, watch };
        let taken = (scheme != MOREAU).then(|| workspace.step(&mut stage, settings.time_step));
        *tracks = workspace.followed();
        if taken == Some(Ok(())) {
            *looks = workspace.looks();
        } else {
            *tracks = Tracks::default();
            *report = Report { by_impulses: taken.and_then(Result::err), ..fresh };
            moreau.step(&mut moreau::Stage { bodies, forces, settings, laws, contacts, report, watch });
            *looks = moreau.looks();
        }
        report.points = tracks.counts;
        self.time += self.settings.time_step;
    }

    /// Whether contacts may have friction, of a law that the scheme knows.
    pub fn rubs(&self) -> bool {
        scheme(self.settings.scheme).is_some_and(Row::rubs) && some_rub(&self.settings.law(), &self.laws)
    }

    /// Whether bodies may roll on each other by law.
    pub fn rolls(&self) -> bool {
        self.settings.scheme == CONTACT_POINTS && some_roll(&self.settings.law(), &self.laws)
    }

    /// Contact forces and accelerations at the present state, whatever the scheme, and the contacts with these forces.
    pub fn instant(&mut self) -> (&Instant, Vec<Contact>) {
        let Self { bodies, forces, settings, workspace, .. } = self;
        let setup = Setup { bodies, forces, h: settings.time_step, tolerance: 0.0 };
        workspace.instant(&setup, size(bodies))
    }

    /// The contacts of a step by [`MOREAU`] from the present state, as a problem for the methods of the table.
    pub fn contact_problem(&mut self) -> &ConeProblem {
        let Self { bodies, forces, settings, laws, contacts, report, moreau, .. } = self;
        report.size = size(bodies);
        let watch = &mut |_: &Iterate| ();
        moreau.problem(&mut moreau::Stage { bodies, forces, settings, laws, contacts, report, watch })
    }

    /// The two bodies of each contact of the last such problem.
    pub fn problem_pairs(&self) -> impl Iterator<Item = [BodyId; 2]> {
        self.moreau.pairs()
    }

    /// Energy and momenta at the present state.
    pub fn balance(&self) -> Balance {
        Balance::of(&self.bodies, &self.forces)
    }

    /// The states of all bodies.
    pub fn states(&self) -> Vec<State> {
        self.bodies.iter().map(|b| b.state).collect()
    }

    /// A number that differs when any bit of any state or contact force differs (FNV-1a over the bits).
    pub fn digest(&self) -> u64 {
        let numbers = |b: &Body| {
            let State { pose, velocity, omega } = b.state;
            let (p, q) = (pose.position.to_array(), pose.rotation.to_array());
            let (v, w) = (velocity.to_array(), omega.to_array());
            p.into_iter().chain(q).chain(v).chain(w)
        };
        let all = self.bodies.iter().flat_map(numbers).chain(self.contacts.iter().map(|contact| contact.force));
        let bytes = all.flat_map(|x| x.to_bits().to_le_bytes());
        bytes.fold(0xcbf29ce484222325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3))
    }
}

/// Radius of the largest body that forces move, m; 1 if there is none.
fn size(bodies: &[Body]) -> f64 {
    let free = bodies.iter().filter(|body| body.is_free()).map(|body| body.shape.radius());
    let largest = free.filter(|radius| radius.is_finite()).fold(0.0, f64::max);
    if largest > 0.0 { largest } else { 1.0 }
}
