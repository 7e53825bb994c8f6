//! A world of bodies, and its step.
use super::body::{Body, State};
use super::collide::Collider;
use super::dynamics::{Dynamics, Setup};
use super::energy::Balance;
use super::equations::Extra;
use super::forces::Forces;
use super::friction::{FrictionSolver, PairFriction, Restitution, Scheme};
use super::impulse::ImpactLaw;
use super::integrate::Integrator;
use super::lead::{Felt, Lead};
use super::step::{Report, Workspace};
use crate::complementarity::Order;
use crate::scratch::Scratch;
use glam::DVec2;

/// What a visitor can set beside bodies and forces.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// h, s.
    pub time_step: f64,
    /// Elasticity of the world, 0 to 1; an impact takes the least of this and the two bodies'.
    pub restitution: f64,
    /// How states are carried through the step.
    pub integrator: Integrator,
    /// Name of the method for the contact forces, of the table `complementarity::METHODS`.
    pub solver: &'static str,
    /// In which order the method treats the contacts.
    pub order: Order,
    /// How several impacts at one instant are treated.
    pub impact_law: ImpactLaw,
    /// Gap at which bodies touch, m: they come to rest and bounce at this distance.
    pub target_gap: f64,
    /// What is added to b so that gaps do not drift.
    pub extra: Extra,
    /// Coefficient of friction, μ, where neither body has one of its own.
    pub friction: f64,
    /// Coefficients of single pairs of bodies.
    pub pair_friction: Vec<PairFriction>,
    /// What e of an impact with friction is the ratio of.
    pub restitution_law: Restitution,
    /// How states are carried on.
    pub scheme: Scheme,
    /// How forces are found where there is friction.
    pub friction_solver: FrictionSolver,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            time_step: 0.025,
            restitution: 0.8,
            integrator: Integrator::RungeKutta4,
            solver: "dantzig",
            order: Order::WorstFirst,
            impact_law: ImpactLaw::Hybrid,
            target_gap: 0.005,
            extra: Extra::default(),
            friction: 0.0,
            pair_friction: Vec::new(),
            restitution_law: Restitution::Energy,
            scheme: Scheme::Acceleration,
            friction_solver: FrictionSolver::Modes,
        }
    }
}

impl Settings {
    /// The fastest motion that is followed, 1/s: a time step is parted at most so often for the sake of fast bodies,
    /// stiff springs and strong damping; those act as if they were no faster.
    pub fn fastest_rate(&self) -> f64 {
        2000.0 / self.time_step
    }
}

/// What a visitor should be told about the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice {
    /// Bodies overlap by this much, m, and are being set apart.
    Overlap(f64),
    /// Bodies overlap by this much, m, and no motion sets all of them apart.
    NoWay(f64),
    /// The contact problem has no solution; the least violation is this, m/s².
    NoSolution(f64),
    /// So many impacts came in one step that the rest of it took them all at once.
    Crowded,
    /// Friction left no forces that obey its law, and impulses without a collision took their place; the greatest, N s.
    Shock(f64),
    /// The method chosen for friction left so many problems of the step to the others.
    HandedOver(usize),
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
    /// s.
    pub time: f64,
    /// Lower left and upper right corner of what should be seen, m.
    pub view: [DVec2; 2],
    /// Impacts and notices of the last step.
    pub report: Report,
    /// The body that a hand leads.
    pub lead: Option<Lead>,
    /// What that hand felt in the last step.
    pub felt: Felt,
    pub(super) before: Vec<State>,
    workspace: Scratch<Workspace>,
}

impl World {
    /// Carries the world on by one time step. Always ends, whatever the state.
    pub fn step(&mut self) {
        match self.lead.filter(|lead| !self.bodies[lead.body].is_fixed()) {
            Some(lead) => self.felt = self.led_step(lead),
            None => {
                self.felt = Felt::default();
                self.advance();
            }
        }
        self.time += self.settings.time_step;
    }

    /// Carries the bodies on by one time step, whoever leads them.
    pub(super) fn advance(&mut self) {
        self.report.impacts.clear();
        self.report.notices.clear();
        let time = self.time;
        self.run(|workspace, setup, report| workspace.step(setup, time, report));
    }

    /// Impacts at the present state, as a step would begin with.
    pub fn collide(&mut self) {
        self.report.impacts.clear();
        let time = self.time;
        self.run(|workspace, setup, report| {
            workspace.look(setup);
            workspace.collide(setup, time, report);
        });
    }

    /// Contacts, contact forces and accelerations at the present state.
    pub fn instant(&mut self) -> &Dynamics {
        self.run(|workspace, setup, _| workspace.instant(setup));
        &self.workspace.dynamics
    }

    /// Whether any contact here may have friction, or the scheme counts with it.
    pub fn has_friction(&self) -> bool {
        Setup { bodies: &self.bodies, forces: &self.forces, settings: &self.settings }.has_friction()
    }

    fn run(&mut self, work: impl FnOnce(&mut Workspace, Setup, &mut Report)) {
        let Self { bodies, forces, settings, report, workspace, .. } = self;
        workspace.states.clear();
        workspace.states.extend(bodies.iter().map(|body| body.state));
        work(workspace, Setup { bodies, forces, settings }, report);
        for (body, state) in bodies.iter_mut().zip(&workspace.states).filter(|(body, _)| !body.is_fixed()) {
            body.state = *state;
        }
    }

    /// Energy and momenta at the present state.
    pub fn balance(&self) -> Balance {
        Balance::of(&self.bodies, &self.forces)
    }

    /// The least gap between any two bodies that are near each other, m; infinite if none are.
    pub fn least_gap(&self) -> f64 {
        let frames: Vec<_> = self.bodies.iter().map(|body| body.state.frame()).collect();
        let mut found = Vec::new();
        Collider::default().find(&self.bodies, &frames, 2.0 * self.settings.target_gap + 0.01, &mut found);
        found.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
    }

    /// The states of all bodies: with the time they are all that the next step depends on beside forces and settings.
    pub fn states(&self) -> Vec<State> {
        self.bodies.iter().map(|b| b.state).collect()
    }

    /// A number that differs when any bit of any state differs (FNV-1a over the bits).
    pub fn digest(&self) -> u64 {
        let numbers = |s: &State| [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega];
        let bytes = self.bodies.iter().flat_map(|b| numbers(&b.state)).flat_map(|x| x.to_bits().to_le_bytes());
        bytes.fold(0xcbf29ce484222325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3))
    }

    /// The body whose outline is nearest to a point of the world, if nearer than `reach`, m.
    pub fn body_near(&self, point: DVec2, reach: f64) -> Option<usize> {
        let distance = |body: &Body| {
            let local = body.state.frame().local(point);
            if body.shape.contains(local) { 0.0 } else { body.shape.boundary_distance(local) }
        };
        let near = self.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        let near = near.map(|(id, body)| (distance(body), id)).filter(|(d, _)| *d <= reach);
        near.min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, id)| id)
    }
}
