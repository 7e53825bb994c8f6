//! Time of a whole step of piles at rest; the residual and the drift of the gaps are printed beside it.
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::World;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const PILES: [(&str, usize); 8] = [
    ("blocks", 3),
    ("blocks", 6),
    ("stack", 10),
    ("stack", 20),
    ("stack", 40),
    ("pyramid", 10),
    ("pyramid", 20),
    ("pyramid", 40),
];

/// A pile at rest.
fn pile(name: &str, count: usize) -> World {
    let mut world = (scene(name).expect("a scene").build)(Options { count, seed: 0 });
    let settled = if name == "blocks" { 40.0 } else { 1.0 };
    while world.time < settled {
        world.step();
    }
    world
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for (name, count) in PILES {
        let mut world = pile(name, count);
        group.bench_function(BenchmarkId::new(name, count), |bencher| bencher.iter(|| world.step()));
        let target = world.settings.target_gap;
        let instant = world.instant();
        let drift = instant.contacts.iter().map(|contact| (contact.gap - target).abs()).fold(0.0, f64::max);
        let (contacts, residual) = (instant.contacts.len(), instant.solution.residual);
        println!("    {name} {count}: {contacts} contacts, residual {residual:.1e}, gaps off by {drift:.1e}");
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
