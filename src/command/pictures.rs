//! `pictures`: those of the README, taken of the page itself.
use super::{build, test};
use anyhow::Result;
use std::path::Path;

/// Take the README's pictures of the page, in Chromium without a window
#[derive(clap::Args)]
pub struct Pictures {}

impl Pictures {
    /// Lets the browser tests take them: see tests/web/pictures.rs.
    pub fn run(self) -> Result<()> {
        let folder = Path::new(build::ROOT).join("docs");
        test::browser_tests("pictures", &[("PICTURES", folder.clone().into())])?;
        println!("the pictures are in {}", folder.display());
        Ok(())
    }
}
