//! `lint`: clippy on the library as it is compiled to WebAssembly, the page's JavaScript by its types and its form, and the
//! workflows against what GitHub takes.
//!
//! `cargo clippy --target` would need that target in the toolchain that runs clippy; this takes the toolchain that
//! builds the page, with the clippy that belongs to it.
use super::build::{MODULES, PACKAGE, PAGE, ROOT, declarations, files_under, target_folder};
use super::machine::install_packages;
use super::test::by_npm;
use super::toolchain::{TARGET, Toolchain};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The linter for workflows: package and file.
const WORKFLOWS: [&str; 2] = ["@action-validator/cli@0.6.0", "@action-validator/cli/cli.mjs"];
/// What checks types, by `jsconfig.json`.
const TYPES: [&str; 2] = ["typescript@7.0.2", "typescript/bin/tsc"];
/// What formats JavaScript, by `.prettierrc.json`.
const FORM: [&str; 2] = ["prettier@3.10.1", "prettier/bin/prettier.cjs"];
/// The JavaScript in the repository.
const SCRIPTS: [&str; 4] = ["www/**/*.js", "npm/**/*.js", "src/**/*.mjs", "tests/**/*.{js,mjs}"];

/// Check the code for the browser: clippy, types and form of JavaScript, workflows; a warning is a failure
#[derive(clap::Args)]
pub struct Lint {
    /// Give the scripts their form instead of checking it
    #[arg(long)]
    fix: bool,
}

impl Lint {
    /// Runs clippy as `cargo clippy` does: as the wrapper of the compiler for our own crate.
    pub fn run(self) -> Result<()> {
        let toolchain = Toolchain::find()?;
        let driver = toolchain.beside_compiler("clippy-driver");
        if !driver.is_file() {
            install_packages(&["rust-web-clippy"]);
        }
        ensure!(
            driver.is_file(),
            "there is no clippy at {}\n  on Debian: apt-get install rust-web-clippy",
            driver.display()
        );
        // where the first module is compiled, too, which takes the same macros and build scripts
        let folder = target_folder().join("wasm").join(MODULES[0].name);
        for module in &MODULES {
            let mut cargo = toolchain.cargo(Path::new(ROOT), &[PAGE, PACKAGE]);
            cargo.env("RUSTC_WORKSPACE_WRAPPER", &driver).env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
            cargo.args(["check", "--release", "--lib", "--no-default-features", "--features", module.features]);
            cargo.args(["--locked", "--target", TARGET, "--target-dir"]).arg(&folder);
            let status = cargo.status().context("cannot run cargo")?;
            ensure!(status.success(), "clippy has objections to the module {}", module.name);
        }
        check_types()?;
        check_form(self.fix)?;
        check_workflows()
    }
}

/// The page's scripts, with what the modules declare.
fn check_types() -> Result<()> {
    declarations()?;
    passes(tool(TYPES)?.args(["--project", "jsconfig.json"]), "the types do not fit")
}

fn check_form(fix: bool) -> Result<()> {
    let advice = "`cargo run -- lint --fix` gives the scripts their form";
    passes(tool(FORM)?.arg(if fix { "--write" } else { "--check" }).args(SCRIPTS), advice)
}

fn check_workflows() -> Result<()> {
    for file in files_under(Path::new(ROOT), ".github/workflows")? {
        passes(tool(WORKFLOWS)?.arg(&file), &format!("{} is no workflow", file.display()))?;
    }
    Ok(())
}

/// A file of a package, to be run by Node in the repository.
fn tool(package: [&str; 2]) -> Result<Command> {
    let mut command = Command::new("node");
    command.current_dir(ROOT).arg(by_npm(package)?);
    Ok(command)
}

fn passes(command: &mut Command, otherwise: &str) -> Result<()> {
    ensure!(command.status().context("cannot run node")?.success(), "{otherwise}");
    Ok(())
}
