//! Where bodies touch or may touch before a step ends.
use super::events::{self, TOUCHES};
use super::free::Free;
use super::look::{Found, Look, Spot};
use super::middle::Middles;
use super::project::SLOP;
use crate::spatial::allowed::Allowed;
use crate::spatial::body::{Body, BodyId, State};
use crate::spatial::broad_phase::{BroadPhase, Culling, Looks};
use crate::spatial::candidates::Finder;
use crate::spatial::contact::{Candidate, Key, Part};
use crate::spatial::equations::Twist;
use crate::spatial::forces::Forces;
use crate::spatial::gap::Measure;
use crate::spatial::joint;
use crate::spatial::length;
use crate::spatial::narrow_phase::contact_point::Reach;
use crate::spatial::narrow_phase::sinking::{Sinking, Way};
use crate::spatial::pose::Pose;
use crate::spatial::profile;
use crate::spatial::shape::{Aabb, Shape};
use crate::spatial::smooth::Side;
use crate::spatial::unit;
use glam::{DQuat, DVec3, DVec4};

/// A place where two bodies touch or may touch before the step ends, at its beginning. World frame, metres.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The first body.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// Which parts of them meet.
    pub key: Key,
    /// Halfway between their nearest points.
    pub point: DVec3,
    /// Out of the second body into the first; where one of them is smooth, half way through the step.
    pub normal: DVec3,
    /// Positive apart.
    pub gap: f64,
    /// Radius of the smaller body.
    pub size: f64,
    /// From the centres of both bodies to the point, where the normal is.
    pub arms: [DVec3; 2],
    /// What is added to the relative velocity there until the end because the point runs over the bodies, m/s.
    pub change: DVec3,
}

impl Site {
    /// Of a candidate, where it is.
    pub fn of(bodies: &[Body], c: &Candidate) -> Self {
        let poses = [c.a, c.b].map(|body| &bodies[body].state.pose);
        let Measure { gap, normal, point, .. } = c.gap.measure(poses[0], poses[1]);
        let arms = poses.map(|pose| point - pose.position);
        let size = Shape::smaller_radius([c.a, c.b].map(|body| &bodies[body].shape));
        let size = if size.is_finite() { size } else { 1.0 };
        Self { a: c.a, b: c.b, key: c.key, point, normal, gap, size, arms, change: DVec3::ZERO }
    }

    /// Rate of the gap with these velocities, m/s. A function of its own: a dozen places ask for it.
    #[inline(never)]
    pub fn rate(&self, twists: &[Twist]) -> f64 {
        let [a, b] = self.rates(twists);
        a + b
    }

    /// Velocity of the first body there as the second sees it, with these velocities, m/s.
    pub fn velocity(&self, twists: &[Twist]) -> DVec3 {
        let [a, b] = self.velocities(twists);
        a - b
    }

    /// The same now, m/s.
    pub fn velocity_now(&self, bodies: &[Body]) -> DVec3 {
        let velocity = |body: BodyId| bodies[body].state.velocity_at(self.point);
        velocity(self.a) - velocity(self.b)
    }

    /// Rate of the gap now, m/s.
    #[inline(never)]
    pub fn rate_now(&self, bodies: &[Body]) -> f64 {
        self.normal.dot(self.velocity_now(bodies))
    }

    /// Whether the bodies are in each other after this time, if they move with these velocities.
    pub fn closes(&self, twists: &[Twist], h: f64) -> bool {
        self.gap + h * self.rate(twists) < -SLOP * self.size
    }

    /// What each body by itself does to the gap, m/s.
    fn rates(&self, twists: &[Twist]) -> [f64; 2] {
        let [a, b] = self.velocities(twists);
        [self.normal.dot(a), -self.normal.dot(b)]
    }

    /// Velocities of both bodies there, m/s.
    fn velocities(&self, twists: &[Twist]) -> [DVec3; 2] {
        let velocity = |body: BodyId, arm: DVec3| twists[body].linear + twists[body].angular.cross(arm);
        [velocity(self.a, self.arms[0]), velocity(self.b, self.arms[1])]
    }

    /// The two bodies; the normal points from the second into the first.
    pub fn bodies(&self) -> [BodyId; 2] {
        [self.a, self.b]
    }

    /// The two bodies, the lower number first.
    pub fn pair(&self) -> [BodyId; 2] {
        [self.a.min(self.b), self.a.max(self.b)]
    }

    /// Whether it is a row of a joint.
    pub fn is_joint(&self) -> bool {
        matches!(self.key.first, Part::Joint(_))
    }
}

/// Contacts of two bodies are looked for where the second is as the first sees it to this part of the size of the smaller,
/// so that what was found is what would be found again while they are at rest.
const GRID: f64 = 1e-7;
/// What a search for the contacts of one pair found.
#[derive(Clone, Copy, Debug)]
struct Patch {
    pair: [BodyId; 2],
    /// Where the bodies were, and how far the search went.
    poses: [Pose; 2],
    reach: Reach,
    /// Whether one that does not go as far finds the same of what is within its reach.
    nests: bool,
    /// Which of the candidates are its own.
    range: [usize; 2],
}

/// Finds contacts, and keeps what it found for as long as a search anew would find the same.
#[derive(Clone, Debug, Default)]
pub struct Search {
    spots: Vec<Spot>,
    /// Boxes around the bodies where they are, and around all the places where they may go in the step.
    bounds: [Vec<Aabb>; 2],
    broad: BroadPhase,
    finder: Finder,
    patches: [Vec<Patch>; 2],
    candidates: [Vec<Candidate>; 2],
    found: Found,
    /// Pairs of bodies that may come near each other.
    watched: Vec<[BodyId; 2]>,
    /// Whether bodies rebound: then pairs of balls, of which linear gaps tell all, are among them, and what touches is told
    /// from what meets later.
    pub rebounds: bool,
    /// Whether bodies were looked at in this step already: where they are, what was found for a longer way may do.
    pub inside: bool,
    sinking: Sinking,
    /// What is known already when more is looked for.
    known: Vec<([BodyId; 2], BodyId, Key)>,
    /// What was left out.
    left: Vec<([BodyId; 2], BodyId, Key)>,
}

impl Search {
    /// Chooses how pairs of bodies are found.
    pub fn cull_by(&mut self, culling: Culling) {
        self.broad.choose(culling);
    }

    /// What the looks of this step cost.
    pub fn looks(&self) -> Looks {
        self.broad.looks
    }

    /// What was found: in the order of pairs, then the rows of the joints, then what came unexpected.
    pub fn sites(&self) -> &[Site] {
        &self.found.sites
    }

    /// The same, and what is near.
    pub fn all(&self) -> impl Iterator<Item = &Site> {
        self.found.sites.iter().chain(&self.found.near)
    }

    /// Adds a contact.
    pub fn add(&mut self, site: Site) {
        self.found.sites.push(site);
    }

    /// Forgets contacts, and what is near.
    pub fn leave_out(&mut self, which: impl Fn(&Site) -> bool) {
        let Self { found, left, .. } = self;
        left.clear();
        for sites in [&mut found.sites, &mut found.near] {
            sites.retain(|site| {
                let leaves = which(site);
                if leaves {
                    left.push((site.pair(), site.a, site.key));
                }
                !leaves
            });
        }
    }

    /// The pairs of parts that were looked at.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates[0]
    }

    /// Puts another contact in the place of one.
    pub fn replace(&mut self, k: usize, site: Site) {
        self.found.sites[k] = site;
    }

    /// Finds the contacts of all bodies, and the rows of joints.
    pub fn run(&mut self, bodies: &[Body], free: &Free, forces: &Forces, h: f64) {
        let mut spots = std::mem::take(&mut self.spots);
        spots.clear();
        spots.extend(bodies.iter().enumerate().map(|(k, body)| Spot::of(body, k, free, h)));
        let look = Look { bodies, spots: &spots, forces, pull: free.pull, h, expects: true };
        let [here, way] = &mut self.bounds;
        here.clear();
        here.extend(bodies.iter().map(|body| body.shape.bounds(&body.state.pose)));
        way.clear();
        way.extend(here.iter().zip(&spots).enumerate().map(|(i, (here, spot))| look.way(here, i, h * spot.velocity)));
        self.found.sites.clear();
        self.left.clear();
        self.pairs(look);
        let rows = joint::rows(&forces.joints).map(|row| Site::of(bodies, &row));
        self.found.sites.extend(rows);
        self.spots = spots;
    }

    /// Puts the contacts of smooth bodies half way, from a number on.
    pub fn halfway(&mut self, from: usize, bodies: &[Body], middles: &Middles) {
        let sites = &mut self.found.sites[from..];
        for c in self.candidates[0].iter().filter(|c| middles.bend(c.a) || middles.bend(c.b)) {
            if let Some(site) = sites.iter_mut().find(|site| (site.a, site.b, site.key) == (c.a, c.b, c.key)) {
                middles.put(site, &c.gap, bodies);
            }
        }
    }

    /// Adds what the bodies run into if they move with these velocities, in the order of pairs, and with that all that they
    /// would run into where one of them stopped dead, since an impact goes on from body to body; false if there is nothing.
    pub fn add_unexpected(
        &mut self,
        bodies: &[Body],
        (free, with): (&Free, &[Twist]),
        forces: &Forces,
        h: f64,
    ) -> bool {
        self.widen(bodies, (free, with), forces, h);
        let Found { sites, near } = &mut self.found;
        if !near.iter().any(|site| site.closes(with, h)) {
            return false;
        }
        let stops = |site: &Site| {
            [&free.twists, with]
                .into_iter()
                .any(|twists| site.rates(twists).into_iter().any(|rate| site.gap + h * rate < 0.0))
        };
        near.retain(|site| {
            let joins = site.closes(with, h) || stops(site);
            if joins {
                sites.push(*site);
            }
            !joins
        });
        true
    }

    /// Looks again where bodies move to where nobody looked.
    fn widen(&mut self, bodies: &[Body], (free, with): (&Free, &[Twist]), forces: &Forces, h: f64) {
        let mut spots = std::mem::take(&mut self.spots);
        let mut any = false;
        let [here, way] = &mut self.bounds;
        for (i, spot) in spots.iter_mut().enumerate().filter(|(i, _)| !bodies[*i].is_fixed()) {
            let (by, [travel, turn]) = (h * with[i].linear, spot.with(&with[i], h));
            let moved = here[i].moved(by).grown(travel - length(by));
            let more = travel > spot.travel + SLOP * spot.radius || turn > spot.turn + SLOP;
            if more || way[i].union(&moved) != way[i] {
                (spot.travel, spot.turn) = (spot.travel.max(travel), spot.turn.max(turn));
                way[i] = way[i].union(&here[i].union(&moved).grown(travel - length(by)));
                any = true;
            }
        }
        if any {
            let look = Look { bodies, spots: &spots, forces, pull: free.pull, h, expects: false };
            self.pairs(look);
            let (Found { sites, near }, known) = (&mut self.found, &mut self.known);
            let name = |site: &Site| (site.pair(), site.a, site.key);
            known.clear();
            known.extend(sites.iter().map(name));
            known.extend_from_slice(&self.left);
            crate::sort::sort_and_dedup(known);
            near.retain(|site| known.binary_search(&name(site)).is_err());
        }
        self.spots = spots;
    }

    /// Whether there are pairs that may sink into each other.
    pub fn watches(&self) -> bool {
        !self.watched.is_empty()
    }

    /// The fraction of the step after which two bodies that move so first overlap too much or, where they were apart, meet
    /// unforeseen, to rounding if `exact` where they rebound; and what looking by trees cost. Turned bodies side by side
    /// do so by their profiles, of which their polyhedra know nothing.
    pub fn first_sunk(&mut self, bodies: &[Body], ways: &[Way], exact: bool) -> (Option<f64>, usize) {
        let Self { watched, sinking, rebounds, .. } = self;
        let mut first: Option<f64> = None;
        let allowed = Allowed::among(bodies);
        let before = sinking.cost;
        for &[a, b] in &*watched {
            let (p, q) = (&bodies[a], &bodies[b]);
            let turned = matches!([&p.shape, &q.shape], [Shape::Lathe(_), Shape::Lathe(_)]);
            if turned && profile::are_parallel(&p.state.pose, &q.state.pose) {
                continue;
            }
            let allowed = allowed.of([&p.shape, &q.shape]);
            let smooth = [p, q].into_iter().any(|body| matches!(body.shape, Shape::Smooth(_)));
            let touches = TOUCHES * Shape::smaller_radius([&p.shape, &q.shape]);
            // a thin disc that rolls sinks by no part of its thickness: it is held by what touches
            let allowed = if smooth { allowed.max(touches) } else { allowed };
            let exact = (exact && *rebounds && events::is_foreseen(bodies, [a, b])).then_some(touches);
            if let Some(time) = sinking.first((&p.shape, &ways[a]), (&q.shape, &ways[b]), (allowed, exact)) {
                first = Some(first.map_or(time, |first| first.min(time)));
            }
        }
        (first, sinking.cost - before)
    }

    /// Finds the contacts of the pairs of bodies whose boxes overlap.
    fn pairs(&mut self, look: Look) {
        let Look { bodies, spots, h, .. } = look;
        let Self { bounds, broad, finder, patches, candidates, found: out, watched, rebounds, inside, .. } = self;
        out.near.clear();
        watched.clear();
        patches.swap(0, 1);
        candidates.swap(0, 1);
        let [now, before] = patches;
        let [found, known] = candidates;
        now.clear();
        found.clear();
        let mut old = before.iter().peekable();
        let (mut pairs, mut kept) = (0, 0);
        for &pair in broad.pairs(&bounds[1]) {
            let [a, b] = pair;
            if joint::are_joined(&look.forces.joints, pair) || !(spots[a].is_free || spots[b].is_free) {
                continue;
            }
            pairs += 1;
            if *rebounds || !(spots[a].is_ball && spots[b].is_ball) {
                watched.push(pair);
            }
            if look.balls(pair, out) {
                continue;
            }
            while old.next_if(|patch| patch.pair < pair).is_some() {}
            let (size, start) = (look.size(pair), found.len());
            let pose =
                rounded(&bodies[a].state.pose.relative(&bodies[b].state.pose), GRID * size, farthest(look, pair));
            let reach = look.reach(pair);
            let smooth = pair.iter().any(|&body| matches!(bodies[body].shape, Shape::Smooth(_)));
            // polyhedra where the first one sees them
            let poses = if smooth { pair.map(|body| bodies[body].state.pose) } else { [Pose::default(), pose] };
            // where a smooth body stands on the ground depends on how it moves
            let moves = smooth && pair.iter().any(|&body| spots[body].radius.is_infinite());
            let is_known = |patch: &&&Patch| {
                let reaches = patch.reach == reach || *inside && patch.nests && patch.reach.covers(&reach);
                !moves && patch.pair == pair && patch.poses == poses && reaches
            };
            let patch = match old.peek().filter(is_known) {
                Some(patch) => {
                    kept += 1;
                    found.extend_from_slice(&known[patch.range[0]..patch.range[1]]);
                    Patch { range: [start, found.len()], ..**patch }
                }
                None => {
                    let states = [0, 1].map(|k| State { pose: poses[k], ..bodies[pair[k]].state });
                    let side = |k: usize| Side { id: pair[k], shape: &bodies[pair[k]].shape, state: &states[k] };
                    let nests = finder.search([side(0), side(1)], h, reach, found);
                    Patch { pair, poses, reach, nests, range: [start, found.len()] }
                }
            };
            now.push(patch);
            found[start..].iter().for_each(|c| look.add(Site::of(bodies, c), out));
        }
        broad.count(pairs, now.len() - kept, kept);
    }
}

/// The distance at which a turn of two bodies against each other counts, m.
fn farthest(look: Look, pair: [BodyId; 2]) -> f64 {
    pair.into_iter().map(|body| look.spots[body].radius).filter(|radius| radius.is_finite()).fold(0.0, f64::max)
}

/// The nearest pose on a grid of this width, m, turns counted at a distance, m.
fn rounded(pose: &Pose, width: f64, distance: f64) -> Pose {
    let turn = width / distance;
    Pose {
        position: (pose.position / width).round() * width,
        rotation: unit(DQuat::from_vec4((DVec4::from(pose.rotation) / turn).round() * turn)),
    }
}
