//! `package`: the engine for JavaScript, as a package that npm takes.
use super::build::{self, ROOT};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Make the engine's package for JavaScript, ready for `npm install FOLDER` and `npm publish FOLDER`
#[derive(clap::Args)]
pub struct Package {
    /// The folder to write
    #[arg(long, value_name = "FOLDER", default_value = "target/javascript/contact-forces")]
    out: PathBuf,
}

impl Package {
    /// Compiles the engine and puts the files of `npm` beside it.
    pub fn run(self) -> Result<()> {
        Self::into(&self.out)?;
        println!("made {}", self.out.display());
        Ok(())
    }

    /// The package in a folder.
    pub fn into(folder: &Path) -> Result<()> {
        let root = Path::new(ROOT);
        let module = build::engine()?;
        build::remove(folder)?;
        for file in build::files_under(root, "npm")? {
            build::copy(&root.join(&file), &folder.join(file.strip_prefix("npm")?))?;
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            build::copy(&root.join(licence), &folder.join(licence))?;
        }
        build::bind(&module, &folder.join("engine"), build::wasm_opt().as_deref())?;
        set_version(&folder.join("package.json"))
    }
}

/// Gives the package the version of the crate. The order of its fields has a meaning, so it stays a text.
fn set_version(file: &Path) -> Result<()> {
    let package = fs::read_to_string(file)?;
    let version = format!(r#""version": "{}""#, env!("CARGO_PKG_VERSION"));
    ensure!(package.contains(NO_VERSION), "expected {NO_VERSION} in package.json");
    fs::write(file, package.replacen(NO_VERSION, &version, 1)).context("cannot write package.json")
}

/// What stands in the place of the version in the repository.
const NO_VERSION: &str = r#""version": "0.0.0""#;
