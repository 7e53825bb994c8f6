//! The native command: builds and serves the page, runs the tests, and reads scene and problem files.
mod command;

use clap::{Parser, Subcommand};
use command::InputError;
use command::{
    bench::Bench, build::Build, lint::Lint, metadata::Metadata, offline::Export, package::Package, pictures::Pictures,
    serve::Serve, simulate::Simulate, solve::Solve, test::Test,
};
use std::process::ExitCode;

/// Contact forces between rigid bodies: computed, shown and explained.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Subcommand)]
enum Command {
    Serve(Serve),
    Build(Build),
    Export(Export),
    Package(Package),
    Metadata(Metadata),
    Pictures(Pictures),
    Simulate(Simulate),
    Solve(Solve),
    Bench(Bench),
    Test(Test),
    Lint(Lint),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(serve) => serve.run(),
        Command::Build(build) => build.run(),
        Command::Export(export) => export.run(),
        Command::Package(package) => package.run(),
        Command::Metadata(metadata) => metadata.run(),
        Command::Pictures(pictures) => pictures.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Solve(solve) => solve.run(),
        Command::Bench(bench) => bench.run(),
        Command::Test(test) => test.run(),
        Command::Lint(lint) => lint.run(),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    ExitCode::from(if error.is::<InputError>() { InputError::STATUS } else { 1 })
}
