//! Numbers that the article and its exercises take from the scene on the stage, in lists for the page.
use super::stage::Stage;
use crate::complementarity::{Lcp, Limits, Solution, Step, method};
use crate::linalg::Matrix;
use crate::planar::anatomy::{Anatomy, Side};
use crate::planar::body::Body;
use crate::planar::contact::{Contact, Feature};
use crate::planar::dynamics::Setup;
use crate::planar::forces::Push;
use crate::planar::friction::{Coulomb, FrictionSolution, Mode};
use crate::planar::polygon::Polygon;
use crate::planar::scenes::{Options, scene};
use crate::planar::twin::{Level, Twin};
use crate::planar::world::World;
use crate::web::report;
use glam::DVec2;

/// How far the floor goes down when it is taken away, m: out of reach of all bodies.
const AWAY: f64 = 1000.0;

impl Stage {
    /// Contact by contact what the article prints; see [`numbers`].
    pub fn anatomy(&mut self) -> Vec<Anatomy> {
        let instant = self.smooth();
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
    let mut points = vec![0.0; b.len()];
    let known = solve(a, b, false, &mut |step| points.extend_from_slice(step.f));
    known.map_or(Vec::new(), |_| points)
}

/// The forces that let none of the gaps of such a problem accelerate, whether they push or pull: A f + b = 0.
pub fn held(a: &[f64], b: &[f64]) -> Vec<f64> {
    solve(a, b, true, &mut |_| ()).map_or(Vec::new(), |solution| solution.f)
}

fn solve(a: &[f64], b: &[f64], bilateral: bool, watch: &mut dyn FnMut(&Step)) -> Option<Solution> {
    let n = b.len();
    if a.len() != n * n || !a.iter().chain(b).all(|x| x.is_finite()) {
        return None;
    }
    let (a, bilateral) = (Matrix::from_fn(n, n, |i, j| a[n * i + j]), vec![bilateral; n]);
    let mut solution = Solution::default();
    let lcp = Lcp { a, b: b.to_vec(), bilateral };
    (method("dantzig")?.new)().solve(&lcp, &Limits::default(), &mut solution, watch);
    Some(solution)
}

/// What Coulomb's law gives for the block of `one-block` on a slope of this tilt, rad, that falls to the right; `None` if
/// it leaves that open.
fn on_slope(tilt: f64, friction: f64, gravity: f64) -> Option<FrictionSolution> {
    let mut world = (scene("one-block")?.build)(Options::default());
    // a slope under a weight that points down is a floor under a weight that points askew
    world.forces.gravity = gravity * DVec2::new(libm::sin(tilt), -libm::cos(tilt));
    let contacts = world.instant().contacts.clone();
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    Coulomb::new(setup, &contacts, &world.states(), friction).solve().0
}

/// Whether a block holds on a slope of this tilt, rad, by Coulomb's friction; `None` if the law leaves that open.
pub fn holds(tilt: f64, friction: f64) -> Option<bool> {
    let solution = on_slope(tilt, friction, 1.0)?;
    Some(solution.modes.iter().all(|mode| *mode == Mode::Stick))
}

/// A block of 1 kg that is set on a slope, under gravity in m/s²: all that presses it from the slope, friction up the
/// slope, N, and its acceleration down the slope, m/s². Empty if the law leaves that open.
pub fn slope(tilt: f64, friction: f64, gravity: f64) -> Vec<f64> {
    let Some(solution) = on_slope(tilt, friction, gravity) else { return Vec::new() };
    let up: f64 = solution.tangential.iter().map(|t| -t).sum();
    vec![solution.normal.iter().sum(), up, solution.accelerations.iter().map(|body| body.linear.x).sum()]
}

/// A block of 1 kg that is let go over a floor, under 9.81 m/s², with forces from elsewhere: its height over the floor, m,
/// and all that the floor pushes it with, N, for each of these steps of `h` seconds.
pub fn set_down(level: Level, height: f64, h: f64, steps: usize) -> Vec<f64> {
    let mut world = World::default();
    // so wide and deep that no other edge of the floor comes near
    let floor = Body::fixed("floor", Polygon::rectangle(1e3, 1e3)).at(0.0, -5e2, 0.0);
    world.bodies = vec![Body::new("block", Polygon::rectangle(1.0, 1.0), 1.0).at(0.0, 0.5 + height, 0.0), floor];
    world.forces.gravity = DVec2::new(0.0, -9.81);
    (world.settings.time_step, world.settings.target_gap) = (h, 0.0);
    let mut twin = Twin::of(&world, level);
    let step = |_| {
        twin.step();
        [twin.states()[0].position.y - 0.5, twin.forces().iter().sum()]
    };
    (0..steps).flat_map(step).collect()
}

/// Painlevé's rod: uniform, 1 kg, 2 m long, leaning to the right by `tilt`, rad, from a table, turning with `omega`, 1/s;
/// its lower tip slides to the left, under 9.81 m/s².
///
/// Where it slides the tip rises with d″ = w f + b. The list is w, 1/kg, b, m/s², and f, N, and d″ of each motion that
/// obeys the law.
pub fn rod(tilt: f64, friction: f64, omega: f64) -> Vec<f64> {
    let axis = DVec2::from_angle(tilt);
    let mut rod = Body::new("rod", Polygon::rectangle(2.0, 0.01), 1.0).at(axis.x, axis.y, tilt);
    rod.inertia = 1.0 / 3.0; // as thin as a line
    rod.state.omega = omega;
    rod.state.velocity = DVec2::NEG_X + omega * axis.perp();
    let mut world = World::default();
    world.bodies = vec![rod, Body::fixed("table", Polygon::rectangle(9.0, 1.0))];
    world.forces.gravity = DVec2::new(0.0, -9.81);
    world.settings.target_gap = 0.0;
    let tip =
        Contact { a: 0, b: 1, point: DVec2::ZERO, normal: DVec2::Y, gap: 0.0, feature: Feature::VertexEdge(0, 0) };
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    let problem = Coulomb::new(setup, &[tip], &world.states(), friction);
    let motions = problem.all_solutions().unwrap_or_default();
    let listed = motions.iter().flat_map(|motion| [motion.normal[0], motion.gap[0]]);
    [problem.own_response(0), problem.b[0]].into_iter().chain(listed).collect()
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
        // with a torque of 4 N m to the right both corners stay only if the left one pulls
        let numbers = loaded(0.0, 0.0, -4.0);
        let [left, right] = held(&numbers[..4], &numbers[4..6])[..] else { panic!("two forces") };
        assert!((left + 0.5).abs() < 1e-9 && (right - 3.5).abs() < 1e-9, "{left} and {right}");
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

    /// What presses is g cos θ; what slides is slowed by μ times that, and what holds by g sin θ.
    #[test]
    fn forces_on_a_slope_are_those_of_the_law() {
        for (tilt, friction) in [(0.0f64, 0.4), (0.2, 0.0), (0.3, 0.4), (0.5, 0.4), (0.78, 1.0)] {
            let (pull, press) = (9.81 * tilt.sin(), 9.81 * tilt.cos());
            let up = pull.min(friction * press);
            let found = slope(tilt, friction, 9.81);
            for (found, expected) in found.iter().zip([press, up, pull - up]) {
                assert!((found - expected).abs() < 1e-9, "{tilt}, {friction}: {found}, not {expected}");
            }
        }
    }

    /// Springs under both corners, k together: the block sinks in by mg/k if h is well below 2 sqrt(m/k), and is thrown off
    /// if it is above. Collisions carry it as a rattle.
    #[test]
    fn springs_settle_or_throw_the_block_and_collisions_rattle() {
        let springs = Level::Penalty { stiffness: 5e3, damping: 10.0 };
        let settled = set_down(springs, 0.0, 1e-3, 1000);
        assert!((settled[1998] + 9.81e-4).abs() < 2e-5 && (settled[1999] - 9.81).abs() < 0.2, "{:?}", &settled[1998..]);
        let thrown = set_down(springs, 0.0, 2.5e-2, 40);
        assert!(thrown.iter().step_by(2).any(|y| *y > 9.81e-4), "{thrown:?}");
        let rattle = set_down(Level::Impulse { restitution: 0.3 }, 0.01, 0.005, 400);
        let late: Vec<f64> = rattle.iter().skip(1).step_by(2).skip(200).copied().collect();
        let mean = late.iter().sum::<f64>() / late.len() as f64;
        assert!((mean - 9.81).abs() < 0.2 && late.contains(&0.0), "{mean}");
    }

    /// With l = 1 m, m = 1 kg and I = m l²/3: a newton along the normal lifts the tip by 1 + 3 cos² θ, its friction to
    /// the right turns the rod about its centre and presses the tip down by 3 μ sin θ cos θ; without forces the tip
    /// falls with g and is drawn to the centre with ω² l. As p is 0 for μ = (4 + tan² θ)/(3 tan θ), which is least, 4/3,
    /// at tan θ = 2, there is no paradox under that friction.
    #[test]
    fn the_rod_has_one_no_or_two_motions() {
        for tilt in [0.2f64, 0.7, 1.1, 1.4] {
            for (friction, omega) in [(0.0, 0.0), (0.8, 2.0), (1.33, 5.0), (1.5, 0.5), (1.9, 4.0)] {
                let (sin, cos) = tilt.sin_cos();
                let (p, b) = (1.0 + 3.0 * cos * (cos - friction * sin), omega * omega * sin - 9.81);
                let list = rod(tilt, friction, omega);
                let what = format!("tilt {tilt}, μ {friction}, ω {omega}: {list:?}");
                assert!((list[0] - p).abs() < 1e-12 && (list[1] - b).abs() < 1e-12, "{what}, not {p}, {b}");
                let expected = if p > 0.0 {
                    1
                } else if b < 0.0 {
                    0
                } else {
                    2
                };
                assert_eq!(list.len(), 2 + 2 * expected, "{what}");
                for motion in list[2..].chunks(2) {
                    let [f, a] = [motion[0], motion[1]];
                    assert!(f >= 0.0 && a > -1e-9 && (f * a).abs() < 1e-9 && (b + p * f - a).abs() < 1e-9, "{what}");
                }
                assert!(friction > 4.0 / 3.0 || p > 0.0, "{what}");
            }
        }
        assert!(rod(2f64.atan(), 4.0 / 3.0 + 1e-6, 0.0)[0] < 0.0);
    }
}
