//! `bench`: the tables by which methods are compared, measured anew on this machine.
mod peers;
mod rapier;

use super::InputError;
use clap::{Args, ValueEnum};
use contact_forces::spatial::poster::{FRICTION, Line, Run, solvers};
use std::io::Write;
use std::time::{Duration, Instant};

/// Measures methods against each other and prints a table.
#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// Which table.
    #[arg(long, value_enum)]
    table: Table,
    /// Numbers of balls, one after another.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: Vec<u32>,
    /// Simulated time of each run of the poster's table, s.
    #[arg(long, default_value_t = 1.0)]
    duration: f64,
    /// A run of the poster's table ends early after so many seconds of this machine's time.
    #[arg(long, default_value_t = 20.0)]
    patience: f64,
}

/// Numbers of balls of the poster.
const POSTER: [usize; 4] = [80, 160, 320, 800];

/// The tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    /// Balls that fall into a box, without and with friction, by every method (Renouf, Acary, Dumont).
    Poster,
    /// Packings, masonry and sliding, on which engines for games and robots are compared: accuracy beside cost.
    Peers,
    /// The same packings, masonry and a heap of boxes by the packages for JavaScript of our engine and of Rapier.
    Rapier,
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
            Table::Peers => peers::run(&mut std::io::stdout().lock(), &self.counts(&peers::COUNTS)),
            Table::Rapier => rapier::run(&self.counts(&peers::COUNTS)),
        }
    }

    /// The numbers of balls asked for, or else the usual ones.
    fn counts(&self, usual: &[usize]) -> Vec<usize> {
        if self.count.is_empty() { usual.to_vec() } else { self.count.iter().map(|&count| count as usize).collect() }
    }

    fn poster(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        for friction in [false, true] {
            let law = if friction { format!("with friction {FRICTION}") } else { "without friction".into() };
            for count in self.counts(&POSTER) {
                writeln!(out, "{count} balls that fall into a box, {law}, steps of 1/60 s")?;
                writeln!(
                    out,
                    "  {:<10} {:>9} {:>15} {:>16} {:>10} {:>11} {:>9}",
                    "solver", "contacts", "real-time ratio", "violation max %", "residual", "iterations", "unsolved"
                )?;
                for solver in solvers(friction) {
                    let (Line { time, violation, residual, iterations, unsolved, contacts }, spent) =
                        self.line(Run::new(count, friction, solver));
                    let (solver, ratio) = (solver.unwrap_or("sweeps"), time / spent);
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

    /// What a run shows, and the seconds of this machine that its steps took.
    fn line(&self, mut run: Run) -> (Line, f64) {
        let mut spent = Duration::ZERO;
        while run.line().time < self.duration - 1e-9 && spent.as_secs_f64() < self.patience {
            let start = Instant::now();
            run.step();
            spent += start.elapsed();
            run.look();
        }
        (run.line(), spent.as_secs_f64())
    }
}
