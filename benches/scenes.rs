//! Time of a whole step: of piles at rest, with the residual and the drift of the gaps beside it, and on the mean of heaps
//! that fall, with the greatest overlap; and what friction costs beside, in all scenes of the page.
#[path = "../tests/support/polygons.rs"]
#[expect(dead_code, reason = "sessions of the tests choose more at random")]
mod polygons;

use contact_forces::planar::friction::Scheme;
use contact_forces::planar::scenes::{Options, SCENES, scene};
use contact_forces::planar::world::World;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use polygons::{deepest, heap};
use std::time::{Duration, Instant};

/// Numbers of squares of the heaps that fall.
const HEAPS: [usize; 6] = [6, 10, 20, 50, 100, 200];

const PILES: [(&str, usize); 10] = [
    ("blocks", 3),
    ("blocks", 6),
    ("stack", 10),
    ("stack", 20),
    ("stack", 40),
    ("pyramid", 10),
    ("pyramid", 20),
    ("pyramid", 40),
    ("pyramid", 100),
    ("pyramid", 200),
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

/// What friction costs: mean time of a step of piles at rest by both schemes, beside that without, and how far the gaps
/// drift within the same time.
fn friction(_: &mut Criterion) {
    for (name, count) in PILES {
        let mut smooth = 0.0;
        for (mu, scheme) in [(0.0, Scheme::Acceleration), (0.3, Scheme::Acceleration), (0.3, Scheme::Velocity)] {
            let mut world = (scene(name).expect("a scene").build)(Options { count, seed: 0 });
            (world.settings.friction, world.settings.scheme) = (mu, scheme);
            while world.time < if name == "blocks" { 40.0 } else { 1.0 } {
                world.step();
            }
            let round = |world: &mut World| {
                let start = Instant::now();
                (0..20).for_each(|_| world.step());
                50.0 * start.elapsed().as_secs_f64()
            };
            let time = (0..5).map(|_| round(&mut world)).fold(f64::INFINITY, f64::min);
            smooth = if mu == 0.0 { time } else { smooth };
            let (target, contacts) = (world.settings.target_gap, &world.instant().contacts);
            let drift = contacts.iter().map(|contact| (contact.gap - target).abs()).fold(0.0, f64::max);
            let (times, scheme) = (time / smooth, scheme.name());
            println!(
                "    {name} {count}, mu {mu}, {scheme}: {time:.4} ms a step, {times:.2} times, gaps off by {drift:.1e}"
            );
        }
    }
}

/// Four seconds of each heap, with friction and without, four of the small ones, which differ: the mean of all steps, also
/// in times of that without friction, that of the last second, how many impacts there were, and the greatest overlap.
fn heaps(_: &mut Criterion) {
    for count in HEAPS {
        let mut smooth = None;
        for friction in [0.0, 0.1, 0.3, 0.8] {
            let (mut all, mut last, mut impacts, mut overlap) = (Vec::new(), Vec::new(), 0, 0.0_f64);
            for seed in 0..if count > 20 { 1 } else { 4 } {
                let (mut world, mut times) = (heap(count, 1000 * seed + count as u64), Vec::new());
                world.settings.friction = friction;
                while world.time < 4.0 {
                    let start = Instant::now();
                    world.step();
                    times.push(start.elapsed());
                    impacts += world.report.impacts.len();
                    overlap = overlap.max(deepest(&world));
                }
                last.extend_from_slice(&times[times.len() - 60..]);
                all.append(&mut times);
            }
            let step = mean(&all);
            println!(
                "heap of {count}, mu {friction}: {step:.3} ms a step, {:.2} times, {:.3} ms in the last second, {impacts} \
                 impacts, overlap {overlap:.1e} m",
                step / *smooth.get_or_insert(step),
                mean(&last)
            );
        }
    }
}

fn mean(times: &[Duration]) -> f64 {
    1e3 * times.iter().sum::<Duration>().as_secs_f64() / times.len() as f64
}

/// Five seconds of each scene of the page: what friction costs in times of the step without, of its own motion and of the
/// same states, and how many impacts there are, for what sticks together rattles on where what slides apart is at rest.
fn page(_: &mut Criterion) {
    for scene in SCENES {
        let run = |friction: f64| {
            let mut world = (scene.build)(Options { count: 10, seed: 0 });
            world.settings.pair_friction.clear();
            world.bodies.iter_mut().for_each(|body| body.friction = None);
            let mut smooth = world.clone();
            world.settings.friction = friction;
            smooth.settings.friction = 0.0;
            let (mut times, mut without, mut impacts) = (Vec::new(), Vec::new(), 0);
            while world.time < 5.0 {
                smooth.bodies.iter_mut().zip(&world.bodies).for_each(|(to, from)| to.state = from.state);
                without.push(timed(&mut smooth));
                times.push(timed(&mut world));
                impacts += world.report.impacts.len();
            }
            (mean(&times), mean(&without), impacts)
        };
        let (own, _, few) = run(0.0);
        let rough = [0.1, 0.3, 0.8].map(run).map(|(time, same, impacts)| {
            format!("{:.2} of its own motion, {:.2} of the same states ({impacts})", time / own, time / same)
        });
        println!("{}: {own:.4} ms a step ({few} impacts); mu .1, .3, .8: {}", scene.name, rough.join(", "));
    }
}

fn timed(world: &mut World) -> Duration {
    let start = Instant::now();
    world.step();
    start.elapsed()
}

criterion_group!(benches, steps, friction, page, heaps);
criterion_main!(benches);
