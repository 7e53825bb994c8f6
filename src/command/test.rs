//! `test`: every test, those in a browser too, after setting up what they need.
use super::build;
use super::engines::{self, Extent, Variable};
use super::machine::Tool;
use anyhow::{Context, Result, ensure};
use std::env;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The accessibility checker that the tests run in the page: package and file.
const AXE_CORE: [&str; 2] = ["axe-core@4.14.1", "axe-core/axe.min.js"];
/// The engine that ours is measured beside, by its fastest build.
const RAPIER: [&str; 2] = ["@dimforge/rapier3d-simd-compat@0.20.0", "@dimforge/rapier3d-simd-compat/dist/rapier.mjs"];
/// What takes the engine's package along into a page, each by its own programming interface.
const BUNDLERS: [[&str; 2]; 3] = [
    ["esbuild@0.28.2", "esbuild/lib/main.js"],
    ["vite@8.3.8", "vite/dist/node/index.js"],
    ["webpack@5.112.2", "webpack/lib/index.js"],
];

/// Run every test, those in a browser too, after installing what they need
#[derive(clap::Args)]
pub struct Test {
    /// What of the browser tests runs in Firefox and WebKit too, after all tests
    #[arg(long, value_enum, default_value_t = Extent::None)]
    others: Extent,
    /// Arguments for `cargo test`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Test {
    /// Sets up, and hands over to `cargo test` while the page is built.
    pub fn run(self) -> Result<()> {
        need_browser()?;
        // these leave no test out: see tests/web
        let needs: [Variable; 5] = [
            ("TEST_ALL", "1".into()),
            ("AXE_CORE", by_npm(AXE_CORE)?.into()),
            ("RAPIER", rapier()?.into()),
            ("BUNDLERS", bundlers()?),
            ("RUST_TEST_THREADS", env::var_os("RUST_TEST_THREADS").unwrap_or_else(at_a_time)),
        ];
        // beside the tests that need no browser, which come first by their names; those of the page and the package wait for it
        let ahead = thread::spawn(move || {
            let others = engines::set_up(self.others);
            // where this fails, these tests tell why
            let _ = build::page().and_then(|_| build::engine());
            others
        });
        let mut cargo = cargo();
        let all = passes(cargo.arg("test").args(self.arguments).envs(needs.clone()));
        let others = ahead.join().expect("what is set up does not panic");
        others.and_then(|ready| engines::run(self.others, ready, &needs)).and(all)
    }
}

/// How many tests run side by side: a browser mostly waits, so that there is work for twice as many as there are cores.
fn at_a_time() -> OsString {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    (2 * cores).to_string().into()
}

/// Runs some of the browser tests on the page as it is now, with these variables, and shows what they print.
pub fn browser_tests(name: &str, variables: &[(&str, OsString)]) -> Result<()> {
    need_browser()?;
    build::page()?;
    let mut cargo = cargo();
    cargo.args(["test", "--quiet", "--test", "web", name, "--", "--nocapture"]);
    passes(cargo.envs(variables.iter().map(|(name, value)| (name, value))))
}

pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(build::ROOT);
    cargo
}

pub fn passes(cargo: &mut Command) -> Result<()> {
    ensure!(cargo.status().context("cannot run cargo")?.success(), "there were failures");
    Ok(())
}

/// Makes sure of a browser that a program can drive.
fn need_browser() -> Result<PathBuf> {
    const DRIVER: Tool = Tool {
        name: "chromedriver",
        what: "ChromeDriver, with Chromium or Chrome",
        packages: &["chromium", "chromium-driver"],
        site: "https://developer.chrome.com/docs/chromedriver",
    };
    DRIVER.find()
}

/// Rapier's module.
pub fn rapier() -> Result<PathBuf> {
    by_npm(RAPIER)
}

fn bundlers() -> Result<OsString> {
    let files: Vec<PathBuf> = BUNDLERS.into_iter().map(by_npm).collect::<Result<_>>()?;
    Ok(env::join_paths(files)?)
}

/// A file of a package, fetched by npm into the target folder the first time.
pub fn by_npm([package, file]: [&str; 2]) -> Result<PathBuf> {
    let folder = build::target_folder().join("npm").join(package);
    let file = folder.join("node_modules").join(file);
    if !file.is_file() {
        install_by_npm(package, &folder)?;
    }
    Ok(file)
}

fn install_by_npm(package: &str, folder: &Path) -> Result<()> {
    const NPM: Tool = Tool { name: "npm", what: "the npm client", packages: &["npm"], site: "https://nodejs.org" };
    let npm = NPM.find()?;
    eprintln!("installing {package} into {}", folder.display());
    let mut command = Command::new(npm);
    command.args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix"]);
    let status = command.arg(folder).arg(package).stdin(Stdio::null()).status().context("cannot run npm")?;
    ensure!(status.success(), "npm could not install {package}");
    Ok(())
}
