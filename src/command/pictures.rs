//! `pictures`: those of the README, taken of the page itself.
use super::{build, test};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Take the README's pictures of the page, in Chromium without a window
#[derive(clap::Args)]
pub struct Pictures {}

impl Pictures {
    /// Lets the browser tests take them: see tests/browser/pictures.rs.
    pub fn run(self) -> Result<()> {
        let folder = Path::new(build::ROOT).join("docs");
        let mut cargo = test::browser_tests("pictures")?;
        cargo.env("PICTURES", &folder);
        ensure!(cargo.status().context("cannot run cargo")?.success(), "the pictures could not be taken");
        println!("the pictures are in {}", folder.display());
        Ok(())
    }
}
