//! Numbers that the article and its exercises take from the scene on the stage, in lists for the page.
use super::stage::Stage;
use crate::complementarity::{Lcp, Limits, Solution, method};
use crate::linalg::Matrix;
use crate::planar::anatomy::{Anatomy, Side};
use crate::planar::dynamics::Setup;
use crate::planar::forces::Push;
use crate::planar::friction::{Coulomb, Mode};
use crate::planar::scenes::{Options, scene};
use crate::web::report;
use glam::DVec2;

/// How far the floor goes down when it is taken away, m: out of reach of all bodies.
const AWAY: f64 = 1000.0;

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

    /// Takes the floor away or puts it back; all else stays as it is.
    pub fn take_floor(&mut self, away: bool) {
        let Some(floor) = self.world.bodies.iter_mut().find(|body| body.is_fixed() && body.name == "floor") else {
            return;
        };
        let is_away = floor.state.position.y < -AWAY / 2.0;
        if is_away != away {
            floor.state.position.y += if away { -AWAY } else { AWAY };
            self.instant = None;
        }
    }

    /// Lets a load of this many newtons act on the last body, at its centre of mass, in place of one before.
    pub fn load_last(&mut self, newtons: f64) {
        let Some(body) = self.world.bodies.iter().rposition(|body| !body.is_fixed()) else { return };
        let force = DVec2::new(0.0, -newtons);
        self.world.forces.pushes = vec![Push { body, point: DVec2::ZERO, force, torque: 0.0 }];
        self.instant = None;
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

/// The equation of the block of the scene `one-block`, as [`report::equation`] lists it: with a load, N, that presses
/// down `x` m to the right of its middle, and a torque beside it, counter-clockwise, N m. Contacts from left to right.
pub fn loaded(x: f64, load: f64, torque: f64) -> Vec<f64> {
    let Some(found) = scene("one-block") else { return Vec::new() };
    let mut world = (found.build)(Options::default());
    let Some(body) = world.bodies.iter().position(|body| !body.is_fixed()) else { return Vec::new() };
    let force = DVec2::new(0.0, -load);
    world.forces.pushes.push(Push { body, point: DVec2::new(x, 0.5), force, torque });
    let instant = world.instant();
    report::equation(&instant.lcp, &instant.solution)
}

/// The path of Baraff's method on a problem of its own, `A` row by row: f before and after every pivot, one point after
/// another. Empty if the numbers do not make a problem.
pub fn path(a: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    if a.len() != n * n || !a.iter().chain(b).all(|x| x.is_finite()) {
        return Vec::new();
    }
    let lcp = Lcp { a: Matrix::from_fn(n, n, |i, j| a[n * i + j]), b: b.to_vec(), bilateral: Vec::new() };
    let mut points = vec![0.0; n];
    let mut solution = Solution::default();
    if let Some(method) = method("dantzig") {
        (method.new)().solve(&lcp, &Limits::default(), &mut solution, &mut |step| points.extend_from_slice(step.f));
    }
    points
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

    /// Lever rule: beside the weight of 3 N, half on each corner, a load at `x` leans on the corners as on a seesaw.
    #[test]
    fn a_load_is_shared_as_by_a_lever() {
        for x in [-0.8, 0.0, 0.4, 1.5] {
            let numbers = loaded(x, 3.0, 0.0);
            for (f, side) in numbers[6..8].iter().zip([-1.0, 1.0]) {
                let expected = 1.5 + 3.0 * (1.0 + side * x) / 2.0;
                assert!((f - expected).abs() < 1e-9, "load at {x}: {f}, not {expected}");
            }
        }
        // beyond 1 m + 3/3 m it tips, and with a torque from 3 N m on
        assert!(loaded(2.1, 3.0, 0.0)[6] == 0.0 && loaded(2.1, 3.0, 0.0)[8] > 0.0);
        assert!(loaded(0.0, 0.0, -2.9)[6] > 0.0 && loaded(0.0, 0.0, -4.0)[6] == 0.0);
    }

    /// The matrix that the text writes out.
    #[test]
    fn the_block_has_the_numbers_of_the_text() {
        let numbers = loaded(0.0, 0.0, 0.0);
        for (found, expected) in numbers.iter().zip([3.4, -1.4, -1.4, 3.4, -3.0, -3.0, 1.5, 1.5, 0.0, 0.0]) {
            assert!((found - expected).abs() < 1e-9, "{numbers:?}");
        }
    }

    #[test]
    fn a_path_begins_at_zero_and_ends_at_the_solution() {
        let points = path(&[3.4, -1.4, -1.4, 3.4], &[-3.0, -3.0]);
        assert_eq!(points[..2], [0.0, 0.0]);
        assert!((points[2].max(points[3]) - 3.0 / 3.4).abs() < 1e-12, "{points:?}");
        assert!(points[points.len() - 2..].iter().all(|f| (f - 1.5).abs() < 1e-12), "{points:?}");
        assert!(path(&[1.0], &[1.0, 2.0]).is_empty());
    }

    /// Without the floor no contact force is left; with a load the floor carries it, too.
    #[test]
    fn forces_come_from_the_floor() {
        let mut stage = Stage::open(Link::parse("?scene=two-blocks", "")).0;
        let mut sum = |change: &mut dyn FnMut(&mut Stage)| {
            change(&mut stage);
            stage.instant().solution.f.iter().sum::<f64>()
        };
        assert!((sum(&mut |_| ()) - 9.0).abs() < 1e-9, "3 N on the upper block, 6 N on the floor");
        assert!(sum(&mut |stage| stage.take_floor(true)).abs() < 1e-9);
        assert!((sum(&mut |stage| stage.take_floor(false)) - 9.0).abs() < 1e-9);
        assert!((sum(&mut |stage| stage.load_last(1.0)) - 11.0).abs() < 1e-9);
    }

    #[test]
    fn a_block_holds_on_a_gentle_slope() {
        assert_eq!((holds(0.3, 0.4), holds(0.5, 0.4), holds(0.0, 0.0)), (Some(true), Some(false), Some(true)));
    }
}
