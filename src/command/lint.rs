//! `lint`: clippy on the library as it is compiled to WebAssembly.
//!
//! `cargo clippy --target` would need that target in the toolchain that runs clippy; this takes the toolchain that
//! builds the page, with the clippy that belongs to it.
use super::build::{MODULES, ROOT, target_folder};
use super::machine::install_packages;
use super::toolchain::{TARGET, Toolchain};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Check the code that is compiled to WebAssembly with clippy; a warning is a failure
#[derive(clap::Args)]
pub struct Lint {}

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
        for module in &MODULES {
            let mut cargo = toolchain.cargo(Path::new(ROOT));
            cargo.env("RUSTC_WORKSPACE_WRAPPER", &driver).env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
            cargo.args(["check", "--release", "--lib", "--no-default-features", "--features", module.features]);
            cargo.args(["--locked", "--target", TARGET, "--target-dir"]).arg(target_folder().join("wasm"));
            let status = cargo.status().context("cannot run cargo")?;
            ensure!(status.success(), "clippy has objections to the module {}", module.name);
        }
        Ok(())
    }
}
