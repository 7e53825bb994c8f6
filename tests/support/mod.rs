//! Helpers shared by the test files.
#![allow(dead_code)] // each test file uses some of them
pub mod cones;
pub mod data;
pub mod heaps;

use contact_forces::complementarity::Lcp;
use contact_forces::linalg::Matrix;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Seeded random numbers.
pub struct Random(Pcg64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// Uniform in `[from, to)`.
    pub fn range(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in `0..n`.
    pub fn index(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }
}

/// What a random problem of contacts between planar bodies is like.
#[derive(Clone, Debug)]
pub struct Contacts {
    pub seed: u64,
    pub count: usize,
    pub bodies: usize,
    /// Masses are between `10^-decades` and `10^decades`.
    pub decades: f64,
    /// Every so many contacts repeats an earlier one; 0 for none.
    pub repeated: usize,
    /// Every so many rows is bilateral; 0 for none.
    pub bilateral: usize,
    pub load: Load,
}

/// Where the `b` of a random problem comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Load {
    /// `b = a* − A f*` of a complementary pair.
    Solvable,
    /// The same where many contacts have `a* = f* = 0`.
    Degenerate,
    /// `b` at random: with dependent contacts usually without a solution.
    Any,
}

impl Contacts {
    /// `A = J M⁻¹ Jᵀ` of contacts between random pairs of bodies (body 0 is the world), and its `b`.
    pub fn problem(&self) -> Lcp {
        let mut random = Random::new(self.seed);
        let mut mass = Vec::new();
        for _ in 0..self.bodies {
            let m = libm::pow(10.0, random.range(-self.decades, self.decades));
            mass.extend([m, m, m * random.range(0.05, 1.0)]);
        }
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for k in 0..self.count {
            let repeat = self.repeated > 0 && k > 0 && k % self.repeated == 0;
            let row = if repeat { rows[random.index(k)].clone() } else { contact_row(self.bodies, &mut random) };
            rows.push(row);
        }
        let mut a = Matrix::zeros(self.count, self.count);
        for i in 0..self.count {
            for j in 0..=i {
                let entry = (0..mass.len()).map(|k| rows[i][k] * rows[j][k] / mass[k]).sum();
                (a[(i, j)], a[(j, i)]) = (entry, entry);
            }
        }
        let bilateral = (0..self.count).map(|i| self.bilateral > 0 && i % self.bilateral == 1).collect();
        let mut lcp = Lcp { a, b: vec![0.0; self.count], bilateral };
        lcp.b = self.load(&lcp, &mut random);
        lcp
    }

    fn load(&self, lcp: &Lcp, random: &mut Random) -> Vec<f64> {
        if self.load == Load::Any {
            return (0..self.count).map(|_| random.range(-10.0, 10.0)).collect();
        }
        let (mut f, mut b) = (vec![0.0; self.count], vec![0.0; self.count]);
        for i in 0..self.count {
            let side = random.index(if self.load == Load::Degenerate { 4 } else { 2 });
            // Forces of the size that changes accelerations by about one.
            let force = random.range(0.1, 10.0) / lcp.a[(i, i)];
            match side {
                _ if lcp.is_bilateral(i) => f[i] = force * if side == 0 { 1.0 } else { -1.0 },
                0 => f[i] = force,
                1 => b[i] = random.range(0.1, 10.0),
                _ => (),
            }
        }
        let mut pushed = vec![0.0; self.count];
        lcp.a.multiply(&f, &mut pushed);
        b.iter().zip(&pushed).map(|(a, pushed)| a - pushed).collect()
    }
}

/// A row of `J`: normal and levers of a contact between two bodies.
fn contact_row(bodies: usize, random: &mut Random) -> Vec<f64> {
    let mut row = vec![0.0; 3 * bodies];
    let (first, second) = (1 + random.index(bodies), random.index(bodies + 1));
    let angle = random.range(0.0, std::f64::consts::TAU);
    let normal = [libm::cos(angle), libm::sin(angle)];
    for (body, sign) in [(first, 1.0), (second, -1.0)] {
        if body > 0 && (first != second || sign > 0.0) {
            row[3 * body - 3] += sign * normal[0];
            row[3 * body - 2] += sign * normal[1];
            row[3 * body - 1] += sign * random.range(-1.0, 1.0);
        }
    }
    row
}

/// Largest absolute entry, at least 1.
pub fn largest(x: &[f64]) -> f64 {
    x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()))
}

/// One line for each comparison, and a verdict at the end.
#[derive(Default)]
pub struct Report {
    lines: usize,
    failures: Vec<String>,
}

impl Report {
    /// Compares a number and prints the outcome.
    pub fn line(&mut self, id: &str, quantity: &str, computed: f64, expected: f64, tolerance: f64) {
        let holds = (computed - expected).abs() <= tolerance;
        let verdict = if holds { "ok" } else { "FAILED" };
        let line = format!("{id:<56} {quantity:<16} {computed:>12.4e} {expected:>12.4e} ±{tolerance:.1e} {verdict}");
        println!("{line}");
        self.lines += 1;
        if !holds {
            self.failures.push(line);
        }
    }

    /// Compares a number with a limit from above and prints the outcome.
    pub fn at_most(&mut self, id: &str, quantity: &str, computed: f64, limit: f64) {
        let holds = computed <= limit;
        let verdict = if holds { "ok" } else { "FAILED" };
        let line = format!("{id:<56} {quantity:<16} {computed:>12.4e} at most {limit:>9.2e} {verdict}");
        println!("{line}");
        self.lines += 1;
        if !holds {
            self.failures.push(line);
        }
    }

    /// Compares two words and prints the outcome.
    pub fn words(&mut self, id: &str, quantity: &str, computed: &str, expected: &str) {
        let verdict = if computed == expected { "ok" } else { "FAILED" };
        let line = format!("{id:<56} {quantity:<16} {computed:>12} {expected:>12} {verdict}");
        println!("{line}");
        self.lines += 1;
        if computed != expected {
            self.failures.push(line);
        }
    }

    /// Fails if a line failed, or if there were fewer lines than there must be.
    pub fn finish(self, least: usize) {
        assert!(self.lines >= least, "only {} comparisons, expected at least {least}", self.lines);
        assert!(self.failures.is_empty(), "{} failed:\n{}", self.failures.len(), self.failures.join("\n"));
    }
}
