//! `bench`: the tables by which methods are compared, measured anew on this machine.
use super::InputError;
use clap::{Args, ValueEnum};
use contact_forces::complementarity::METHODS;
use contact_forces::complementarity::friction::CONE_METHODS;
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use std::io::Write;
use std::time::{Duration, Instant};

/// Measures methods against each other and prints a table.
#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// Which table.
    #[arg(long, value_enum)]
    table: Table,
    /// Numbers of balls, one after another.
    #[arg(long, value_delimiter = ',', default_values_t = [80, 160, 320, 800])]
    count: Vec<usize>,
    /// Simulated time of each run, s.
    #[arg(long, default_value_t = 1.0)]
    duration: f64,
    /// A run ends early after so many seconds of this machine's time.
    #[arg(long, default_value_t = 20.0)]
    patience: f64,
}

/// The tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    /// Balls that fall into a box, without and with friction, by every method (Renouf, Acary, Dumont).
    Poster,
}

/// What one run shows.
struct Line {
    solver: &'static str,
    /// Simulated time over that of the machine.
    ratio: f64,
    /// Largest overlap after any step, % of the radius.
    violation: f64,
    /// Largest residual of any step, as a part of the velocity that weight gives in a step.
    residual: f64,
    /// Mean of a step, and how many steps were not solved.
    iterations: f64,
    unsolved: usize,
    contacts: usize,
}

impl Bench {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<()> {
        let is_time = |x: f64| x > 0.0 && x <= 1e6;
        if !is_time(self.duration) || !is_time(self.patience) {
            let (duration, patience) = (self.duration, self.patience);
            let text = format!("--duration {duration}, --patience {patience}: expected numbers over 0");
            return Err(anyhow::Error::new(InputError(text)));
        }
        match self.table {
            Table::Poster => self.poster(),
        }
    }

    fn poster(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        for friction in [0.0, 0.3] {
            let law = if friction == 0.0 { "without friction" } else { "with friction 0.3" };
            for &count in &self.count {
                writeln!(out, "{count} balls that fall into a box, {law}, steps of 1/60 s")?;
                writeln!(
                    out,
                    "  {:<10} {:>9} {:>15} {:>16} {:>10} {:>11} {:>9}",
                    "solver", "contacts", "real-time ratio", "violation max %", "residual", "iterations", "unsolved"
                )?;
                for solver in solvers(friction > 0.0) {
                    let Line { solver, ratio, violation, residual, iterations, unsolved, contacts } =
                        self.line(count, friction, solver);
                    writeln!(
                        out,
                        "  {solver:<10} {contacts:>9} {ratio:>15.2} {violation:>16.4} {residual:>10.1e} {iterations:>11.1} {unsolved:>9}"
                    )?;
                    out.flush()?;
                }
            }
        }
        Ok(())
    }

    fn line(&self, count: usize, friction: f64, solver: Option<&'static str>) -> Line {
        let mut world = (scene("packing").expect("a scene of the table").build)(Options { count, seed: 1 });
        (world.settings.friction, world.settings.solver) = (friction, solver);
        let (mut spent, mut steps) = (Duration::ZERO, 0);
        let mut line = Line {
            solver: solver.unwrap_or("sweeps"),
            ratio: 0.0,
            violation: 0.0,
            residual: 0.0,
            iterations: 0.0,
            unsolved: 0,
            contacts: 0,
        };
        let unit = world.settings.time_step * world.forces.gravity.length();
        while world.time < self.duration - 1e-9 && spent.as_secs_f64() < self.patience {
            let start = Instant::now();
            world.step();
            spent += start.elapsed();
            steps += 1;
            let outcome = world.report.outcome;
            line.residual = line.residual.max(outcome.residual / world.settings.time_step / unit);
            line.iterations += outcome.iterations as f64;
            line.unsolved += usize::from(!outcome.solved);
            line.contacts = line.contacts.max(world.report.candidates);
            line.violation = line.violation.max(100.0 * overlap(&world));
        }
        line.iterations /= f64::from(steps);
        line.ratio = world.time / spent.as_secs_f64();
        line
    }
}

/// All methods that take the problem: the scheme's own sweeps, the table for cones, and without friction the pivoting ones.
fn solvers(friction: bool) -> Vec<Option<&'static str>> {
    let cones = CONE_METHODS.iter().map(|method| method.name);
    let pivoting = METHODS.iter().map(|method| method.name).filter(|_| !friction);
    std::iter::once(None).chain(cones.chain(pivoting).map(Some)).collect()
}

/// Largest overlap at the contacts of the last step, as a part of the radius of the ball.
fn overlap(world: &World) -> f64 {
    let radius = |body: usize| match world.bodies[body].shape {
        Shape::Sphere { radius } => radius,
        _ => f64::INFINITY,
    };
    world.contacts.iter().map(|c| -c.gap / radius(c.a).min(radius(c.b))).fold(0.0, f64::max)
}
