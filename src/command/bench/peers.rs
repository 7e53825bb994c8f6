//! The scenes on which engines for games and robots are compared, with accuracy beside cost: packings, masonry, sliding.
//!
//! Steps of 1/60 s, no sleeping, no damping, the usual settings; every number is measured from the poses. What Rapier does
//! by default (npm @dimforge/rapier3d-compat 0.21, WebAssembly, node 20, as its makers publish it) stands beside the
//! packings as it was measured on another machine: compare its overlap, and its time by the order of magnitude.
use contact_forces::spatial::body::Body;
use contact_forces::spatial::scenes::masonry::{arch_of, slide_of, stack_of, wall_of};
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use glam::DVec3;
use std::io::Write;
use std::time::{Duration, Instant};

/// Numbers of balls.
pub const COUNTS: [usize; 6] = [80, 160, 320, 800, 2000, 5000];
/// Numbers of balls, Rapier's time of a step at rest, ms, and its overlap, % of the radius.
const RAPIER: [(usize, f64, f64); 5] =
    [(80, 0.32, 5.5), (320, 1.31, 11.0), (800, 3.41, 16.0), (2000, 15.0, 22.0), (5000, 59.0, 30.0)];
/// Simulated time of a packing, and the end of it that counts as rest, s.
const PACKING: [f64; 2] = [8.0, 2.0];
/// Thickness at which an arch of 21 voussoirs falls, by a linear programme over the forces at the corners, over the radius.
const THINNEST: f64 = 0.1067;

/// Steps, and how long they took.
#[derive(Default)]
struct Clock {
    steps: u32,
    spent: Duration,
    slowest: Duration,
}

impl Clock {
    fn step(&mut self, world: &mut World) {
        let start = Instant::now();
        world.step();
        let spent = start.elapsed();
        self.steps += 1;
        self.spent += spent;
        self.slowest = self.slowest.max(spent);
    }

    /// ms.
    fn mean(&self) -> f64 {
        1e3 * self.spent.as_secs_f64() / f64::from(self.steps.max(1))
    }
}

/// Measures all and prints.
pub fn run(out: &mut dyn Write, counts: &[usize]) -> anyhow::Result<()> {
    writeln!(
        out,
        "Balls of 0.1 m that fall into a box, friction 0.3; {} s, of which the last {}",
        PACKING[0], PACKING[1]
    )?;
    writeln!(
        out,
        "  count as rest; overlap in % of the radius; ratio of simulated to real time; Rapier as measured elsewhere"
    )?;
    writeln!(
        out,
        "  {:>5} {:>8} | {:>10} {:>9} {:>9} {:>7} | {:>9} {:>9} {:>8} {:>8} | {:>9} {:>9}",
        "balls",
        "contacts",
        "falling ms",
        "worst ms",
        "rest ms",
        "ratio",
        "overlap %",
        "rest %",
        "rms mm/s",
        "unsolved",
        "Rapier ms",
        "overlap %"
    )?;
    for &count in counts {
        packing(out, count)?;
    }
    writeln!(out, "Masonry and sliding")?;
    let (w, v) = ("what is measured", "measured");
    writeln!(out, "  {:<34} {w:<26} {v:>12} {:>22} {:>9}", "scene", "asked or exact", "step ms")?;
    for count in [15, 21, 25] {
        stands(out, &format!("arch of {count}, t/R = 0.2"), arch_of(count, 0.2), 0.2)?;
    }
    stands(out, "arch of 21, t/R = 0.12", arch_of(21, 0.12), 0.2)?;
    falls(out)?;
    stands(out, "wall of 10 x 10", wall_of(10, 10), 1.0)?;
    stands(out, "wall of 20 x 20", wall_of(20, 20), 1.0)?;
    stands(out, "10 boxes, the top 100 times heavier", stack_of(10, 100.0), 0.3)?;
    slides(out)
}

fn packing(out: &mut dyn Write, count: usize) -> anyhow::Result<()> {
    let mut world =
        (scene("packing").expect("a scene of the table").build)(Options { count, seed: 1, ..Options::default() });
    world.settings.sleep = false;
    let (mut falling, mut rest) = (Clock::default(), Clock::default());
    let (mut deepest, mut at_rest, mut unsolved) = (0.0_f64, 0.0_f64, 0);
    while world.time < PACKING[0] - 1e-9 {
        let rests = world.time > PACKING[0] - PACKING[1];
        (if rests { &mut rest } else { &mut falling }).step(&mut world);
        unsolved += usize::from(!world.report.outcome.solved);
        let depth = 100.0 * overlap(&world.bodies);
        deepest = deepest.max(depth);
        if rests {
            at_rest = at_rest.max(depth);
        }
    }
    let balls = world.bodies.iter().filter(|body| body.is_free());
    let square: f64 = balls.map(|body| body.state.velocity.length_squared()).sum();
    let rms = 1e3 * (square / count as f64).sqrt();
    let ratio = PACKING[0] / (falling.spent + rest.spent).as_secs_f64();
    let known = RAPIER.iter().find(|row| row.0 == count);
    let [theirs, overlaps] =
        known.map_or(["-".into(), "-".into()], |(_, ms, depth)| [format!("{ms:.2}"), format!("{depth:.1}")]);
    writeln!(
        out,
        "  {count:>5} {:>8} | {:>10.3} {:>9.2} {:>9.3} {ratio:>7.1} | {deepest:>9.4} {at_rest:>9.4} {rms:>8.4} {unsolved:>8} | {theirs:>9} {overlaps:>9}",
        world.report.candidates,
        falling.mean(),
        1e3 * falling.slowest.max(rest.slowest).as_secs_f64(),
        rest.mean(),
    )?;
    Ok(out.flush()?)
}

/// Largest overlap of any two balls, or of a ball and a box, as a part of the radius, from the poses.
fn overlap(bodies: &[Body]) -> f64 {
    let ball = |body: &Body| match body.shape {
        Shape::Sphere { radius } => Some((body.state.pose.position, radius)),
        _ => None,
    };
    let mut order: Vec<(DVec3, f64)> = bodies.iter().filter_map(ball).collect();
    order.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
    let mut worst = 0.0_f64;
    for (i, (a, r)) in order.iter().enumerate() {
        let near = order[i + 1..].iter().take_while(|(b, s)| b.x - a.x < r + s);
        worst = near.map(|(b, s)| (r + s - a.distance(*b)) / r.min(*s)).fold(worst, f64::max);
        for wall in bodies {
            let Shape::Mesh(solid) = &wall.shape else { continue };
            let place = wall.state.pose.point_to_body(*a);
            let heights = solid.mesh.faces().iter().map(|face| face.normal.dot(place) - face.offset);
            worst = worst.max((r - heights.fold(f64::NEG_INFINITY, f64::max)) / r);
        }
    }
    worst
}

/// Carries on; how far any body has moved from where it was, m.
fn drift(world: &mut World, time: f64, clock: &mut Clock) -> f64 {
    let start = world.states();
    let end = world.time + time - 1e-9;
    while world.time < end {
        clock.step(world);
    }
    let moved = world.states().into_iter().zip(start).map(|(s, t)| s.pose.position.distance(t.pose.position));
    moved.fold(0.0, f64::max)
}

fn line(
    out: &mut dyn Write,
    [name, what]: [&str; 2],
    measured: &str,
    asked: &str,
    clock: &Clock,
) -> anyhow::Result<()> {
    writeln!(out, "  {name:<34} {what:<26} {measured:>12} {asked:>22} {:>9.3}", clock.mean())?;
    Ok(out.flush()?)
}

/// Drift in the first ten seconds, then in a minute as a part of the size of the scene.
fn stands(out: &mut dyn Write, name: &str, mut world: World, most: f64) -> anyhow::Result<()> {
    let mut clock = Clock::default();
    let way = 1e3 * drift(&mut world, 10.0, &mut clock);
    line(out, [name, "drift in 10 s, mm"], &format!("{way:.4}"), &format!("at most {most}"), &clock)?;
    let places = world.bodies.iter().filter(|body| body.is_free()).map(|body| body.state.pose.position);
    let (low, high) = places.fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
    let mut clock = Clock::default();
    let way = drift(&mut world, 60.0, &mut clock) / low.distance(high);
    line(out, ["", "in the next minute, of size"], &format!("{way:.1e}"), "at most 1e-5", &clock)
}

/// The arch that must fall, and the thickness at which it does, by bisection.
fn falls(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut clock = Clock::default();
    let way = drift(&mut arch_of(21, 0.09), 5.0, &mut clock);
    line(out, ["arch of 21, t/R = 0.09", "moves in 5 s, m"], &format!("{way:.2}"), "falls", &clock)?;
    let (mut falls, mut holds) = (0.09, 0.13);
    let mut clock = Clock::default();
    while holds - falls > 2e-4 {
        let middle = 0.5 * (falls + holds);
        let stands = drift(&mut arch_of(21, middle), 5.0, &mut clock) < 0.01;
        *(if stands { &mut holds } else { &mut falls }) = middle;
    }
    let found = format!("{:.4}", 0.5 * (falls + holds));
    line(out, ["arch of 21", "falls below t/R"], &found, &format!("{THINNEST} ± 2 %"), &clock)
}

/// A box half a degree above the angle of friction, and one that comes to a stop on level ground.
fn slides(out: &mut dyn Write) -> anyhow::Result<()> {
    let gravity = 9.81;
    let (friction, time) = (0.5_f64, 2.0_f64);
    let angle = friction.atan() + 0.5_f64.to_radians();
    let (mut clock, mut world) = (Clock::default(), slide_of(angle, friction, DVec3::ZERO));
    let way = drift(&mut world, time, &mut clock);
    let exact = 0.5 * gravity * (angle.sin() - friction * angle.cos()) * time * time;
    let (name, off) = ("box 0.5° above the angle of friction", 1e3 * (way - exact));
    line(out, [name, "distance in 2 s, off by mm"], &format!("{off:+.1e}"), "at most 0.1", &clock)?;
    let (friction, speed) = (0.3, 3.0);
    for degrees in [17.0_f64, 30.0, 45.0] {
        let along = DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0);
        let (mut clock, mut world) = (Clock::default(), slide_of(0.0, friction, speed * along));
        let start = world.bodies[0].state.pose.position;
        let way = drift(&mut world, 2.0, &mut clock);
        let off = 100.0 * (way / (speed * speed / (2.0 * friction * gravity)) - 1.0);
        let name = format!("box that slides at {degrees}°");
        line(out, [&name, "way to the stop, off by %"], &format!("{off:+.1e}"), "at most 0.05", &clock)?;
        let to = (world.bodies[0].state.pose.position - start).with_z(0.0).normalize();
        let off = to.cross(along).length().asin().to_degrees();
        line(out, ["", "direction, off by degrees"], &format!("{off:.1e}"), "at most 1e-3", &clock)?;
    }
    Ok(())
}
