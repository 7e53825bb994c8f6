//! Flats in the course of a step: the place of each that would go farthest into its plane joins the contacts.
//!
//! Sweeps would take long over places near each other. So a flat gets one place beside those that it begins with, and where
//! another one breaks the law more, that place moves: until its own is the least of the flat.
use super::contact::General;
use super::demand;
use super::site::Site;
use super::{Moreau, Stage};
use crate::spatial::contact::Candidate;
use crate::spatial::law;
use crate::spatial::smooth::stand::Standing;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// A place goes in if it is faster by more than this part of what external forces do to a velocity in a step.
const GOES_IN: f64 = 1e-7;
/// A place moves around its flat by this angle at most at once, rad.
const STRIDE: f64 = 0.5;

/// The place of a flat that moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Its number among the sites.
    site: usize,
    /// A direction of the flat in which it is the farthest, rad.
    angle: f64,
    /// Directions from which the law was broken most to the right and to the left, and how far on; the side of the last.
    ends: [Option<[f64; 2]>; 2],
    last: usize,
}

impl Moreau {
    /// Gives each flat that stands on a plane the place whose law is broken most by the velocities at the end; whether there
    /// is any. What the law asks for is affine over a flat but where its gap changes its sign.
    pub(super) fn add_places(&mut self, stage: &Stage) -> bool {
        let most = stage.report.outcome.residual.max(GOES_IN * self.free.pull * stage.settings.time_step);
        let mut any = false;
        for i in 0..self.search.sites().len() {
            let flat = |site: &Site| Standing::of(stage.bodies, site.bodies(), site.key);
            let sites = self.search.sites();
            let Some(standing) = flat(&sites[i]) else { continue };
            let is_same = |site: &Site| flat(site).is_some_and(|other| other.is(&standing));
            if sites[..i].iter().any(is_same) {
                continue;
            }
            let falls = standing.falls(|c| self.asked(stage, c).1);
            let (lowest, rate) = self.asked(stage, &standing.farthest(falls));
            let known = |site: &Site| (site.a, site.b, site.key) == (lowest.a, lowest.b, lowest.key);
            if rate >= -most || sites.iter().any(known) {
                continue;
            }
            let angle = libm::atan2(falls.y, falls.x);
            match self.movers.iter().position(|mover| is_same(&sites[mover.site])) {
                None => {
                    self.movers.push(Mover { site: sites.len(), angle, ends: [None; 2], last: 0 });
                    self.search.add(lowest);
                }
                Some(k) => {
                    let (sin, cos) = libm::sincos(self.movers[k].goes_to(angle));
                    let (site, _) = self.asked(stage, &standing.farthest(DVec2::new(cos, sin)));
                    self.move_place(self.movers[k].site, site, stage);
                }
            }
            any = true;
        }
        any
    }

    /// Puts a contact to another place.
    fn move_place(&mut self, k: usize, site: Site, stage: &Stage) {
        let (pair, (normal, _)) = (site.bodies(), self.contacts.impulse(k));
        let inertia = pair.map(|body| &self.free.inertia[body]);
        let impulse = normal * site.normal;
        let demand = self.demand(stage, &site);
        self.contacts.replace(k, General::new(pair, site.arms, site.normal, inertia, demand, impulse));
        self.search.replace(k, site);
    }

    fn demand(&self, stage: &Stage, site: &Site) -> demand::Demand {
        let law = law::between(stage.settings.law(), stage.laws, stage.bodies, site.bodies());
        demand::of(site, law, stage.bodies, &self.free, stage.settings.time_step).0
    }

    /// The contact of a candidate, and the normal velocity that its law sees at the end.
    fn asked(&self, stage: &Stage, c: &Candidate) -> (Site, f64) {
        let mut site = Site::of(stage.bodies, c);
        if self.free.middles.any() {
            self.free.middles.put(&mut site, &c.gap, stage.bodies);
        }
        let rate = site.rate(&self.twists) + site.normal.dot(self.demand(stage, &site).bias);
        (site, rate)
    }
}

impl Mover {
    /// The next direction, where the law is broken most in this one: the false position with Illinois' halving between two
    /// from which the way leads to each other.
    fn goes_to(&mut self, lowest: f64) -> f64 {
        let off = lowest - self.angle;
        let off = off - TAU * libm::floor((off + PI) / TAU);
        let side = usize::from(off > 0.0);
        if let ([Some(_), Some(_)], Some([_, other])) = (self.ends, &mut self.ends[1 - side])
            && self.last == side
        {
            *other *= 0.5;
        }
        (self.ends[side], self.last) = (Some([self.angle, off]), side);
        self.angle = match self.ends {
            [Some([a, x]), Some([b, y])] => a - x * (b - a) / (y - x),
            _ => self.angle + off.clamp(-STRIDE, STRIDE),
        };
        self.angle
    }
}
