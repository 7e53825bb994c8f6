//! Numbers that the article and its exercises take from the scene on the stage, in lists for the page.
use super::stage::Stage;
use crate::planar::anatomy::{Anatomy, Side};
use crate::planar::dynamics::Setup;
use crate::planar::friction::{Coulomb, Mode};
use crate::planar::scenes::{Options, scene};
use glam::DVec2;

impl Stage {
    /// Contact by contact what the article prints; see [`numbers`].
    pub fn anatomy(&mut self) -> Vec<Anatomy> {
        let instant = self.instant();
        Anatomy::of(&self.world, &instant)
    }

    /// The terms of an entry of A, four numbers for each body that both contacts share: which, sign, linear, angular.
    pub fn entry(&mut self, i: usize, j: usize) -> Vec<f64> {
        let all = self.anatomy();
        let (Some(one), Some(other)) = (all.get(i), all.get(j)) else { return Vec::new() };
        let shares = one.a_terms(other);
        shares.iter().flat_map(|share| [share.body as f64, share.sign, share.linear, share.angular]).collect()
    }

    /// Masses of the bodies that can move, kg.
    pub fn masses(&self) -> Vec<f64> {
        self.world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).collect()
    }
}

/// A contact as a list: 1 if a corner is at an edge, gap, n, n′; d′, d″; the four terms of b; and for each of the two
/// bodies its number, 1/m, 1/I, ω, and p, r, p′, p″.
pub fn numbers(one: &Anatomy) -> Vec<f64> {
    let [forces, centripetal, turning, correction] = one.b_terms();
    let (n, turn) = (one.normal, one.normal_rate);
    let mut list = vec![f64::from(u8::from(one.at_edge)), one.gap, n.x, n.y, turn.x, turn.y];
    list.extend([one.rate(), one.acceleration(), forces, centripetal, turning, correction]);
    for Side { body, inverse_mass, inverse_inertia, omega, point, arm, velocity, acceleration, .. } in one.sides {
        list.extend([body as f64, inverse_mass, inverse_inertia, omega]);
        list.extend([point, arm, velocity, acceleration].iter().flat_map(|v| [v.x, v.y]));
    }
    list
}

/// Whether a block holds on a slope of this tilt, rad, by Coulomb's friction; `None` if the law leaves that open.
pub fn holds(tilt: f64, friction: f64) -> Option<bool> {
    let mut world = (scene("one-block")?.build)(Options::default());
    let weight = world.forces.gravity.length();
    // a slope under a weight that points down is a floor under a weight that points askew
    world.forces.gravity = weight * DVec2::new(libm::sin(tilt), -libm::cos(tilt));
    let contacts = world.instant().contacts.clone();
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    let solution = Coulomb::new(setup, &contacts, &world.states(), friction).solve().0?;
    Some(solution.modes.iter().all(|mode| *mode == Mode::Stick))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Link;

    #[test]
    fn a_contact_is_a_list_of_fixed_length() {
        let mut stage = Stage::open(Link::parse("?scene=turning", "")).0;
        let equation = stage.instant();
        for (k, one) in stage.anatomy().iter().enumerate() {
            let list = numbers(one);
            assert_eq!(list.len(), 36);
            let b: f64 = list[8..12].iter().sum();
            assert!((b - equation.lcp.b[k]).abs() < 1e-12, "contact {k}: {b} and {}", equation.lcp.b[k]);
        }
    }

    #[test]
    fn an_entry_is_the_sum_of_its_terms() {
        let mut stage = Stage::open(Link::parse("?scene=balance", "")).0;
        let a = stage.instant().lcp.a.clone();
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let sum: f64 = stage.entry(i, j).chunks(4).map(|term| term[1] * (term[2] + term[3])).sum();
            assert!((sum - a[(i, j)]).abs() < 1e-12);
        }
        assert!(stage.entry(0, 9).is_empty() && stage.entry(9, 0).is_empty());
    }

    #[test]
    fn a_block_holds_on_a_gentle_slope() {
        assert_eq!((holds(0.3, 0.4), holds(0.5, 0.4), holds(0.0, 0.0)), (Some(true), Some(false), Some(true)));
    }
}
