//! The way of a pivoting method from no force to the solution, state by state, for the problem on the stage.
//!
//! Between two states all forces and accelerations change in proportion: `f + s·length·Δf`, `0 ≤ s ≤ 1` (Baraff,
//! *Fast contact force computation for nonpenetrating rigid bodies*, SIGGRAPH 1994, section 4.2).
use crate::complementarity::{Lcp, Limits, METHODS, Order, Solution, Step, method};
use crate::linalg::vector::max_abs;
use crate::planar::friction::{Cones, Mode};

/// Changes below this part of the largest are rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// A step of the method as the trace shows it, kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Pivot {
    /// The contact that is driven; for Lemke's method that of the entering variable.
    pub driven: usize,
    /// The contact that limits the step and changes sides.
    pub blocker: usize,
    /// Length of the step: the increase of the driven force, N.
    pub length: f64,
    /// `Δf` per unit of length.
    pub direction: Vec<f64>,
    /// `Δa` per unit of length, 1/kg.
    pub response: Vec<f64>,
}

/// Forces, accelerations and the set C between two steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// N.
    pub f: Vec<f64>,
    /// `A f + b`, m/s².
    pub a: Vec<f64>,
    /// Which contacts are in C.
    pub clamped: Vec<bool>,
}

/// On which side of the method's sets a contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In C: with force, without acceleration.
    Clamped,
    /// In NC: without force, and not pressed in.
    Open,
    /// Pressed in, and not treated yet.
    Waiting,
}

/// All states of a method's way, and the steps between them.
#[derive(Clone, Debug, Default)]
pub struct Pivots {
    /// The first is without forces, the last is the solution; never empty but for the default.
    pub points: Vec<Point>,
    /// One fewer than states.
    pub steps: Vec<Pivot>,
    /// Whether step limits follow from `f`, `a` and their changes, as in Baraff's method.
    limited: bool,
    /// Below minus this, m/s², a contact counts as pressed in.
    slack: f64,
    /// With friction, where all tables have the rows of the normals, then those of the tangents: μ of each contact.
    friction: Vec<f64>,
    /// Sign of the velocity along each tangent.
    sliding: Vec<i8>,
}

impl Pivots {
    /// Solves a problem once more, by the method of this name and in this order.
    pub fn of(lcp: &Lcp, solver: &str, order: Order) -> Self {
        let row = method(solver).unwrap_or(&METHODS[0]);
        let (f, a) = (vec![0.0; lcp.len()], lcp.b.clone());
        let limits = Limits { order, ..Limits::default() };
        let mut way = Self {
            points: vec![Point { f, a, clamped: vec![false; lcp.len()] }],
            steps: Vec::new(),
            limited: row.name == "dantzig",
            slack: 1e-4 * limits.tolerance * max_abs(&lcp.b).max(1.0),
            ..Self::default()
        };
        let mut solution = Solution::default();
        (row.new)().solve(lcp, &limits, &mut solution, &mut |step| way.take(step));
        way
    }

    /// Baraff's drives with friction for the contacts of an instant, which has found its forces in its own way: the last
    /// step goes to those, unless there are none.
    pub fn with_friction(cones: &Cones) -> Self {
        let (f, a) = (vec![0.0; cones.b.len()], cones.b.clone());
        let mut way = Self {
            points: vec![Point { clamped: vec![false; f.len()], f, a }],
            limited: true,
            slack: 1e-12 * max_abs(&cones.b),
            friction: cones.friction.clone(),
            sliding: cones.sliding.clone(),
            ..Self::default()
        };
        cones.show_drives(&mut |step| way.take(step));
        if cones.solved && !way.steps.is_empty() {
            let closed = cones.modes.iter().map(|mode| *mode != Mode::Open);
            let clamped = closed.chain(cones.modes.iter().map(|mode| *mode == Mode::Stick)).collect();
            if way.is_closing(way.steps.len() - 1) {
                way.points.pop();
                way.steps.pop();
            }
            let still = vec![0.0; cones.b.len()];
            way.steps.push(Pivot { driven: 0, blocker: 0, length: 0.0, direction: still.clone(), response: still });
            way.points.push(Point { f: cones.f.clone(), a: cones.a.clone(), clamped });
        }
        way
    }

    fn take(&mut self, step: &Step) {
        let &Step { driven, blocker, length, .. } = step;
        let (direction, response) = (step.direction.to_vec(), step.response.to_vec());
        self.steps.push(Pivot { driven, blocker, length, direction, response });
        self.points.push(Point { f: step.f.to_vec(), a: step.a.to_vec(), clamped: step.clamped.to_vec() });
    }

    /// Forces and accelerations at a place of the way: at the whole numbers the states, in proportion between them.
    pub fn at(&self, place: f64) -> Point {
        let last = self.points.len().saturating_sub(1);
        let before = (place.max(0.0) as usize).min(last);
        let Some(point) = self.points.get(before) else { return Point { f: vec![], a: vec![], clamped: vec![] } };
        let (share, next) = (place - before as f64, &self.points[(before + 1).min(last)]);
        if share <= 0.0 || before == last {
            return point.clone();
        }
        let between = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x + share * (y - x)).collect();
        Point { f: between(&point.f, &next.f), a: between(&point.a, &next.a), clamped: point.clamped.clone() }
    }

    /// The side of each contact at a state.
    pub fn sides(&self, point: &Point) -> Vec<Side> {
        let n = point.f.len() - self.friction.len();
        let waits = |i: usize| if i < n { point.a[i] < -self.slack } else { self.is_undriven(point, i - n) };
        let side = |(i, clamped): (usize, &bool)| match clamped {
            true => Side::Clamped,
            false if waits(i) => Side::Waiting,
            false => Side::Open,
        };
        point.clamped.iter().enumerate().map(side).collect()
    }

    /// Whether a contact is closed and at rest, and its friction lies within the cone and does not hold it yet.
    fn is_undriven(&self, point: &Point, i: usize) -> bool {
        let t = self.friction.len() + i;
        let within = point.f[t].abs() < self.friction[i] * point.f[i] * (1.0 - NEGLIGIBLE);
        point.clamped[i] && self.sliding[i] == 0 && within && point.a[t].abs() > self.slack
    }

    /// How far the friction of contact `i` would let a step go: to the edge of its cone, or to rest on the edge.
    fn limit_along(&self, point: &Point, step: &Pivot, i: usize) -> f64 {
        let t = self.friction.len() + i;
        let edge = |sign: f64, f: &[f64]| self.friction[i] * f[i] - sign * f[t];
        let limit = |value: f64, change: f64| if change < 0.0 { value.max(0.0) / -change } else { f64::INFINITY };
        let least = if point.clamped[t] || step.driven == t {
            [1.0, -1.0]
                .map(|s| limit(edge(s, &point.f), edge(s, &step.direction)))
                .into_iter()
                .fold(f64::INFINITY, f64::min)
        } else if point.clamped[i] && self.sliding[i] == 0 {
            let sign = -point.f[t].signum();
            limit(sign * point.a[t], sign * step.response[t])
        } else {
            f64::INFINITY
        };
        if least.is_finite() { least } else { f64::NAN }
    }

    /// With friction what each contact does at a place, as far as its sets tell.
    pub fn modes(&self, place: f64) -> Option<Vec<Mode>> {
        let (point, n) = (self.at(place), self.friction.len());
        let mode = |i: usize| match (point.clamped[i], point.clamped[n + i]) {
            (false, _) => Mode::Open,
            (_, true) => Mode::Stick,
            _ => Mode::Slide(-point.f[n + i].signum() as i8),
        };
        (n > 0).then(|| (0..n).map(mode).collect())
    }

    /// How far each contact would let the step after a state go; NaN where it sets no limit. Of the least, that of the
    /// blocker, it is the length. Lemke's method tells that length alone, since its artificial variable limits too.
    pub fn limits(&self, number: usize) -> Vec<f64> {
        let (Some(point), Some(step)) = (self.points.get(number), self.steps.get(number)) else { return Vec::new() };
        let mut limits: Vec<f64> = vec![f64::NAN; point.f.len()];
        if self.limited {
            let way = if step.length < 0.0 { -1.0 } else { 1.0 };
            let least = [max_abs(&step.direction), max_abs(&step.response)].map(|most| NEGLIGIBLE * most);
            let normals = point.f.len() - self.friction.len();
            for (j, limit) in limits.iter_mut().enumerate().filter(|(j, _)| *j != step.driven) {
                if j >= normals {
                    *limit = self.limit_along(point, step, j - normals);
                    continue;
                }
                let (value, change, least) = match point.clamped[j] {
                    true => (point.f[j], way * step.direction[j], least[0]),
                    false => (point.a[j], way * step.response[j], least[1]),
                };
                if change < -least && value >= -self.slack {
                    *limit = value.max(0.0) / -change * way;
                }
            }
            let own = -point.a[step.driven] / step.response[step.driven];
            if own.is_finite() && own > 0.0 && step.driven < normals {
                limits[step.driven] = own;
            }
        }
        limits[step.blocker] = step.length;
        limits
    }

    /// Largest force, least and largest acceleration anywhere on the way.
    pub fn reach(&self) -> [f64; 3] {
        let normals = |point: &Point| point.f.len() - self.friction.len();
        let all = |numbers: fn(&Point) -> &Vec<f64>| {
            self.points.iter().flat_map(move |point| &numbers(point)[..normals(point)])
        };
        let most = |numbers| all(numbers).fold(0.0f64, |most, x| most.max(*x));
        [most(|point| &point.f), all(|point| &point.a).fold(0.0, |least, x| x.min(least)), most(|point| &point.a)]
    }

    /// A place as one row of numbers for the page: see `pivot` of the stage's handle.
    pub fn numbers(&self, place: f64) -> Vec<f64> {
        let (point, number) = (self.at(place), place.max(0.0) as usize);
        let (limits, sides) = (self.limits(number), self.sides(&point));
        let step = self.steps.get(number);
        let mut numbers = match step {
            Some(step) => vec![step.driven as f64, step.blocker as f64, step.length],
            None => vec![-1.0, -1.0, 0.0],
        };
        numbers.push(if self.is_closing(number) { 1.0 } else { 0.0 });
        for (i, side) in sides.into_iter().enumerate() {
            let [direction, response] = step.map_or([0.0; 2], |step| [step.direction[i], step.response[i]]);
            let limit = limits.get(i).copied().unwrap_or(f64::NAN);
            numbers.extend([point.f[i], point.a[i], direction, response, limit, side.number()]);
        }
        numbers
    }

    /// Whether a step is none of the method's pivots: the solution computed afresh, or what is left of rounding.
    pub fn is_closing(&self, number: usize) -> bool {
        self.steps.get(number).is_some_and(|step| step.length == 0.0 && max_abs(&step.direction) == 0.0)
    }
}

impl Side {
    /// A number for the page.
    pub fn number(self) -> f64 {
        match self {
            Self::Clamped => 0.0,
            Self::Open => 1.0,
            Self::Waiting => 2.0,
        }
    }
}
