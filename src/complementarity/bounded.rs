//! Complementarity problems of many unknowns whose `A` is known by its products alone: conjugate gradients with bounds.
//!
//! Dostál and Schöberl, *Minimizing quadratic functions subject to bound constraints with the rate of convergence and
//! finite termination*, Comput. Optim. Appl. 30 (2005), algorithm 3.1 (MPRGP) with Γ = 1, in unknowns scaled to a unit
//! diagonal. Each step lowers ½ fᵀA f + bᵀf, so that impulses which it leaves unfinished take energy and never give any.
use super::Status;

/// What is asked: `0 ≤ f ⊥ A f + b ≥ 0`, or `A f + b = 0` if bilateral.
#[derive(Clone, Copy, Debug)]
pub struct Bounded<'a> {
    /// b.
    pub b: &'a [f64],
    /// Diagonal of `A`; all positive.
    pub diagonal: &'a [f64],
    /// Bound on the eigenvalues of `A` scaled to a unit diagonal: most entries that a row has will do.
    pub norm: f64,
    /// Whether `f` may have any sign.
    pub bilateral: bool,
    /// Largest `|min(a, d f)|` of a solution, with d of the diagonal: both in the unit of `b`.
    pub tolerance: f64,
    /// Products with `A` at most.
    pub products: usize,
}

/// The method, with its storage: scaled unknowns, gradient, direction and its product.
#[derive(Clone, Debug, Default)]
pub struct Conjugate {
    y: Vec<f64>,
    g: Vec<f64>,
    p: Vec<f64>,
    ap: Vec<f64>,
    scale: Vec<f64>,
    scaled: Vec<f64>,
}

impl Conjugate {
    /// Improves `f`; `a` becomes `A f + b`. `product` writes `A` times its first argument into its second.
    pub fn solve(
        &mut self,
        asked: Bounded,
        product: &mut dyn FnMut(&[f64], &mut [f64]),
        f: &mut [f64],
        a: &mut Vec<f64>,
    ) -> Status {
        let least = if asked.bilateral { f64::NEG_INFINITY } else { 0.0 };
        self.scale.clear();
        self.scale.extend(asked.diagonal.iter().map(|d| d.sqrt().recip()));
        self.y.clear();
        self.y.extend(f.iter().zip(&self.scale).map(|(f, d)| (f / d).max(least)));
        let mut products = 0;
        let status = loop {
            self.renew(asked, product);
            products += 1;
            if self.residual(least) <= asked.tolerance {
                break Status::Solved;
            }
            if products >= asked.products {
                break Status::OutOfSteps;
            }
            let (inner, free) = self.run(asked, product, least, asked.products - products);
            products += inner;
            if !free {
                self.renew(asked, product);
                break if self.residual(least) <= asked.tolerance { Status::Solved } else { Status::Stalled };
            }
        };
        for (((f, y), d), a) in f.iter_mut().zip(&self.y).zip(&self.scale).zip(&mut self.g) {
            (*f, *a) = (y * d, *a / d);
        }
        a.clone_from(&self.g);
        status
    }

    /// Gradient at the present point, from nothing, and the free part of it as direction.
    fn renew(&mut self, asked: Bounded, product: &mut dyn FnMut(&[f64], &mut [f64])) {
        self.scaled.clear();
        self.scaled.extend(self.y.iter().zip(&self.scale).map(|(y, d)| y * d));
        self.g.resize(self.y.len(), 0.0);
        product(&self.scaled, &mut self.g);
        for ((g, b), d) in self.g.iter_mut().zip(asked.b).zip(&self.scale) {
            *g = (*g + b) * d;
        }
        self.turn(asked.bilateral);
    }

    /// Starts the directions anew: with the gradient of what is free, or of what the bound should let go if that is more.
    fn turn(&mut self, bilateral: bool) {
        let least = if bilateral { f64::NEG_INFINITY } else { 0.0 };
        self.p.clear();
        self.p.extend(self.y.iter().zip(&self.g).map(|(y, g)| if *y > least { *g } else { 0.0 }));
    }

    /// Steps until the gradient as it was carried along is within the tolerance. How many products, and whether there was
    /// a way down at all.
    fn run(
        &mut self,
        asked: Bounded,
        product: &mut dyn FnMut(&[f64], &mut [f64]),
        least: f64,
        most: usize,
    ) -> (usize, bool) {
        let (step, mut products) = (1.9 / asked.norm, 0);
        while products < most && self.residual(least) > 0.5 * asked.tolerance {
            let proportioning = self.let_go(step, least);
            self.multiply(product);
            products += 1;
            let (down, curvature) = (dot(&self.g, &self.p), dot(&self.p, &self.ap));
            if curvature.is_nan() || curvature <= f64::EPSILON * dot(&self.p, &self.p) {
                return (products, false);
            }
            let length = down / curvature;
            let ways = self.y.iter().zip(&self.p).filter(|(_, p)| **p > 0.0).map(|(y, p)| (y - least) / p);
            let longest = ways.fold(f64::INFINITY, f64::min);
            self.go(length.min(longest), least);
            if proportioning {
                self.turn(asked.bilateral);
            } else if length <= longest {
                self.conjugate(curvature, least);
            } else {
                for (y, g) in self.y.iter_mut().zip(&self.g).filter(|(y, _)| **y > least) {
                    *y = (*y - step * g).max(least);
                }
                self.renew(asked, product);
                products += 1;
            }
        }
        (products, true)
    }

    /// Turns to what the bound should let go, if that is more than what is left to do among the free. Whether it is.
    fn let_go(&mut self, step: f64, least: f64) -> bool {
        let released = |y: f64, g: f64| if y <= least { g.min(0.0) } else { 0.0 };
        let chopped = |y: f64, g: f64| if y <= least { 0.0 } else { g.min((y - least) / step) * g };
        let both = || self.y.iter().zip(&self.g);
        let more = both().map(|(y, g)| released(*y, *g).powi(2)).sum::<f64>()
            > both().map(|(y, g)| chopped(*y, *g)).sum::<f64>();
        if more {
            self.p.clear();
            self.p.extend(self.y.iter().zip(&self.g).map(|(y, g)| released(*y, *g)));
        }
        more
    }

    /// The scaled matrix times the direction.
    fn multiply(&mut self, product: &mut dyn FnMut(&[f64], &mut [f64])) {
        self.scaled.clear();
        self.scaled.extend(self.p.iter().zip(&self.scale).map(|(p, d)| p * d));
        self.ap.resize(self.p.len(), 0.0);
        product(&self.scaled, &mut self.ap);
        self.ap.iter_mut().zip(&self.scale).for_each(|(x, d)| *x *= d);
    }

    /// Goes so far against the direction.
    fn go(&mut self, length: f64, least: f64) {
        for (y, p) in self.y.iter_mut().zip(&self.p) {
            *y = (*y - length * p).max(least);
        }
        self.g.iter_mut().zip(&self.ap).for_each(|(g, ap)| *g -= length * ap);
    }

    /// The free gradient, made conjugate to the last direction.
    fn conjugate(&mut self, curvature: f64, least: f64) {
        let free = |y: &f64, g: &f64| if *y > least { *g } else { 0.0 };
        let along: f64 = self.y.iter().zip(&self.g).zip(&self.ap).map(|((y, g), ap)| free(y, g) * ap).sum();
        let share = along / curvature;
        for ((p, y), g) in self.p.iter_mut().zip(&self.y).zip(&self.g) {
            *p = free(y, g) - share * *p;
        }
    }

    /// `max |min(a, d f)|`, or `max |a|` without bounds.
    fn residual(&self, least: f64) -> f64 {
        let entry = |((y, g), d): ((&f64, &f64), &f64)| if least < 0.0 { g / d } else { g.min(*y) / d };
        self.y.iter().zip(&self.g).zip(&self.scale).map(entry).fold(0.0, |most, x| most.max(x.abs()))
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
