//! The nearest points of pairs of smooth features, carried from step to step, also while the bodies are apart.
//!
//! Anitescu, Cremer, Potra, *Formulating 3D contact dynamics problems*, 1996: the points are moved along by their rates and
//! corrected by Newton's method. A pair is searched when it comes near for the first time, where its relative curvature is
//! singular, and where its bodies are not where the last step left them. A pair that may have several nearest points, of
//! which new ones come up beside those that are carried, is searched as well when one body has moved in the frame of the
//! other by what lies between two samples of a search. So that a step depends on the state alone, carried points and searched
//! ones have the same last bits.
use crate::spatial::body::{BodyId, State};
use crate::spatial::contact::{Candidate, Key};
use crate::spatial::gap::Gap;
use crate::spatial::length;
use crate::spatial::narrow_phase::extremal::search::{AROUND, DEEP, Found, Search};
use crate::spatial::narrow_phase::extremal::{Extremal, Pair, Relative, moved};
use crate::spatial::pose::Pose;
use crate::spatial::shape::surface::Coordinates;

/// A pair of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// Their bodies, in the order of the pair.
    pub bodies: [BodyId; 2],
    /// Which of their features.
    pub numbers: [usize; 2],
}

/// The nearest points of a pair of features.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Whose they are.
    pub who: Who,
    /// Whether they were carried into the last step; if not, they were searched at its beginning.
    pub carried: bool,
    /// All of them at the end of the last step, each with its name in contacts if it may touch; none where they were lost.
    points: Vec<(Found, Option<Key>)>,
    /// Where the bodies are.
    poses: [Pose; 2],
    /// Where the first body was in the frame of the second when they were searched.
    searched: Pose,
    /// Whether the pair was near in this step.
    near: bool,
}

/// How many pairs of features got their nearest points in which way in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Carried from the step before.
    pub carried: usize,
    /// Searched.
    pub searched: usize,
}

/// All pairs that are near each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// The pairs, in the order in which they came near.
    pub all: Vec<Track>,
    /// Of the last step.
    pub counts: Counts,
}

impl Tracks {
    /// Adds the nearest points of a pair, carried or else searched, at the beginning of a step.
    pub fn find(&mut self, who: Who, pair: &Pair, poses: [&Pose; 2], search: &mut Search, found: &mut Vec<Found>) {
        let known = self.all.iter().position(|track| track.who == who);
        if let Some(track) = known.map(|k| &mut self.all[k]).filter(|track| track.holds(pair, poses)) {
            found.extend(track.points.iter().map(|point| point.0));
            (track.carried, track.near) = (true, true);
            self.counts.carried += 1;
            return;
        }
        self.counts.searched += 1;
        let first = found.len();
        search.find(pair, poses, f64::INFINITY, found);
        for found in found[first..].iter_mut().filter(|found| found.regular) {
            found.extremal = exact(&found.pair, &found.extremal, poses).unwrap_or(found.extremal);
        }
        let mut points = known.map_or_else(Vec::new, |k| std::mem::take(&mut self.all[k].points));
        points.clear();
        points.extend(found[first..].iter().map(|found| (*found, None)));
        let searched = poses[1].relative(poses[0]);
        let track = Track { who, carried: false, points, poses: poses.map(|pose| *pose), searched, near: true };
        match known {
            Some(k) => self.all[k] = track,
            None => self.all.push(track),
        }
    }

    /// The point of that place among a pair's has this name in contacts.
    pub fn name(&mut self, who: Who, place: usize, key: Key) {
        let own = self.all.iter_mut().find(|track| track.who == who);
        if let Some(point) = own.and_then(|track| track.points.get_mut(place)) {
            point.1 = Some(key);
        }
    }

    /// Carries the points on over a step of `h` in which the bodies went from the one states to the other; those of contacts
    /// that were followed in it are taken from the candidates. What is not near any more is forgotten.
    pub fn carry(&mut self, candidates: &[Candidate], states: [&[State]; 2], h: f64) {
        self.all.retain(|track| track.near);
        for track in &mut self.all {
            track.near = false;
            if track.carry(candidates, states, h).is_none() {
                track.points.clear();
            }
        }
    }
}

impl Track {
    /// Its nearest points at the end of the last step, unless they were lost.
    pub fn nearest(&self) -> Option<&Extremal> {
        let all = self.points.iter().map(|point| &point.0.extremal);
        all.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// Whether its points are those of the pair where the bodies are now.
    fn holds(&self, pair: &Pair, poses: [&Pose; 2]) -> bool {
        let stale = || {
            let (from, to) = (&self.searched, &poses[1].relative(poses[0]));
            let turned = 2.0 * length((from.rotation.conjugate() * to.rotation).xyz());
            let size = pair.size();
            length(to.position - from.position) + size * turned > std::f64::consts::TAU / AROUND as f64 * size
        };
        !self.points.is_empty() && self.poses == poses.map(|pose| *pose) && (pair.is_single() || !stale())
    }

    fn carry(&mut self, candidates: &[Candidate], [start, end]: [&[State]; 2], h: f64) -> Option<()> {
        let bodies = self.who.bodies;
        let [from, to] = [start, end].map(|states| bodies.map(|body| &states[body]));
        let poses = to.map(|state| &state.pose);
        for (found, key) in &mut self.points {
            let same = |c: &&Candidate| [c.a, c.b] == bodies && Some(c.key) == *key;
            let followed = candidates.iter().find(same).and_then(|c| match c.gap {
                Gap::Smooth(gap) if gap.at != found.extremal.at => Some(gap.at),
                _ => None,
            });
            let guess = match followed {
                Some(at) => at,
                None => {
                    let rates = found.extremal.rates(Relative::at(found.extremal.points()[0], from))?;
                    moved(found.extremal.at, rates.coordinates, h)
                }
            };
            let extremal = exact(&found.pair, &found.pair.correct(guess, poses).ok()?, poses)?;
            if extremal.distance < -DEEP * found.pair.size() {
                return None;
            }
            (found.extremal, found.regular) = (extremal, true);
        }
        self.poses = poses.map(|pose| *pose);
        let mut pairs = (1..self.points.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
        let met = pairs.any(|[i, j]| self.points[i].0.is_same(&self.points[j].0));
        (!met).then_some(())
    }
}

/// The same points to the last bit, however they were come by: found once more by Newton's method from a place nearby that
/// does not depend on their own last bits. None where the curvature is singular.
fn exact(pair: &Pair, extremal: &Extremal, poses: [&Pose; 2]) -> Option<Extremal> {
    let nearby = [0, 1].map(|k| {
        let at = pair.features[k].coordinates(extremal.at[k]);
        Coordinates { u: coarse(at.u), v: coarse(at.v), ..at }
    });
    let found = pair.correct(nearby, poses).ok()?;
    Some(pair.at(found.at, poses))
}

/// The nearest multiple of 2⁻¹⁶, from which Newton's method takes two rounds.
fn coarse(x: f64) -> f64 {
    libm::round(x * 65536.0) / 65536.0
}
