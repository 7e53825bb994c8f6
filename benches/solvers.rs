//! Time and accuracy of the methods on random contact problems, cold and warm. The residual is printed beside the time.
#[path = "../tests/support/mod.rs"]
mod support;

use contact_forces::complementarity::{Lcp, Limits, METHODS, Method, Solution};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use support::{Contacts, Load};

const SIZES: [usize; 5] = [10, 20, 50, 100, 200];

/// Contacts between half as many bodies, a quarter of them repeated: rank-deficient, as piles of blocks are.
fn pile(count: usize) -> Lcp {
    let shape =
        Contacts { seed: 1, count, bodies: count / 2, decades: 0.5, repeated: 4, bilateral: 0, load: Load::Solvable };
    shape.problem()
}

fn solve(criterion: &mut Criterion, method: &Method, lcp: &Lcp, warm: bool) {
    let limits = Limits { warm, ..Limits::default() };
    let mut solver = (method.new)();
    let mut solution = Solution::default();
    solver.solve(lcp, &Limits::default(), &mut solution, &mut |_| ());
    let mut group = criterion.benchmark_group(format!("{} {}", method.name, if warm { "warm" } else { "cold" }));
    group.bench_function(BenchmarkId::from_parameter(lcp.len()), |bencher| {
        bencher.iter(|| solver.solve(black_box(lcp), &limits, &mut solution, &mut |_| ()));
    });
    group.finish();
    let (residual, steps, status) = (solution.residual, solution.steps, solution.status.name());
    println!("    n = {}: residual {residual:.1e} after {steps} pivots, {status}", lcp.len());
}

fn methods(criterion: &mut Criterion) {
    for method in METHODS {
        for lcp in SIZES.map(pile) {
            solve(criterion, method, &lcp, false);
            if method.name == "dantzig" {
                solve(criterion, method, &lcp, true);
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1));
    targets = methods
}
criterion_main!(benches);
