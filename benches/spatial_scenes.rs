//! Time of a step of the scenes in which a part finds its way into another, on the way and after, by every scheme that
//! keeps gaps and with steps up to a thirtieth of a second. Iterations, contacts and residual are printed beside it.
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::time_stepping::SCHEMES;
use contact_forces::spatial::world::World;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::time::Instant;

const SCENES: [&str; 3] = ["bolt", "polygonal-bolt", "screwdriver"];
const STEPS: [(&str, f64); 3] = [("1/240 s", 1.0 / 240.0), ("1/60 s", 1.0 / 60.0), ("1/30 s", 1.0 / 30.0)];
/// Within this time each part has found its way, s.
const WAY: f64 = 3.0;
const STARTS: u64 = 5;

fn world(name: &str, scheme: &'static str, h: f64, seed: u64) -> World {
    let mut world = (scene(name).expect("a scene").build)(Options { seed, ..Options::default() });
    (world.settings.scheme, world.settings.time_step) = (scheme, h);
    world
}

/// Goes all the way from a few starts, prints what it took, and returns the last world.
fn go(name: &str, scheme: &'static str, h: f64) -> World {
    let (mut steps, mut iterations, mut most, mut contacts, mut residual) = (0, 0, 0, 0, 0.0_f64);
    let begin = Instant::now();
    let mut last = World::default();
    for seed in 1..=STARTS {
        let mut world = world(name, scheme, h, seed);
        while world.time < WAY {
            world.step();
            steps += 1;
            iterations += world.report.outcome.iterations;
            most = most.max(world.report.outcome.iterations);
            contacts = contacts.max(world.contacts.len());
            residual = residual.max(world.report.outcome.residual / world.report.size);
        }
        last = world;
    }
    let rate = f64::from(steps) / begin.elapsed().as_secs_f64();
    println!(
        "    {name}, {scheme}, {h:.4} s: {rate:.0} steps a second, {:.0} times faster than the clock; {:.1} iterations a step, \
         {most} at most; up to {contacts} contacts; residual {residual:.0e}",
        rate * h,
        iterations as f64 / f64::from(steps),
    );
    last
}

fn fitting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fitting");
    for name in SCENES {
        for scheme in SCHEMES.iter().filter(|scheme| scheme.keeps_gaps) {
            for (what, h) in STEPS {
                let mut world = go(name, scheme.name, h);
                let id = BenchmarkId::new(format!("{name}, at its place, {}", scheme.name), what);
                group.bench_function(id, |bencher| bencher.iter(|| world.step()));
            }
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(600));
    targets = fitting
}
criterion_main!(benches);
