//! Starts what a browser test needs and always stops it again: the page's server, ChromeDriver and Chromium.
use crate::listener::{COMMAND, Listener, Server};
use crate::page::Page;
use std::env;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};
use tokio::runtime;

/// Held by every test, for itself alone by a test that measures time.
static MACHINE: RwLock<()> = RwLock::new(());

/// Runs one test in a browser of its own, on the page as it is built now.
pub fn in_browser(test: impl AsyncFnOnce(&Page)) {
    in_browser_serving(|| dist().to_path_buf(), test);
}

/// The same while no other browser test runs, for what measures time.
pub fn in_browser_alone(test: impl AsyncFnOnce(&Page)) {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run(|| dist().to_path_buf(), test);
}

/// Runs one test in a browser of its own, with a server for this folder, which is asked for if there is a browser.
pub fn in_browser_serving(folder: impl FnOnce() -> PathBuf, test: impl AsyncFnOnce(&Page)) {
    let _shared = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    run(folder, test);
}

fn run(folder: impl FnOnce() -> PathBuf, test: impl AsyncFnOnce(&Page)) {
    let Some(driver) = Driver::start() else { return left_out("the browser tests: ChromeDriver is not on PATH") };
    let server = Server::start(&folder());
    let profile = tempfile::tempdir().expect("a folder for the browser's profile");
    let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let page = runtime.block_on(async {
        let browser = WebDriver::new(driver.0.address(), capabilities(profile.path())).await.expect("a browser");
        Page::new(browser, server.address().to_string())
    });
    // a browser outlives its driver, so it is closed whatever becomes of the test
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&page))));
    runtime.block_on(page.close(outcome.is_err()));
    outcome.unwrap_or_else(|panic| resume_unwind(panic));
}

/// Says, once for each reason, which tests are left out; fails where none may be.
pub fn left_out(which: &'static str) {
    let demanded = ["CI", "TEST_ALL"].iter().any(|variable| env::var_os(variable).is_some());
    assert!(!demanded, "left out: {which}");
    static SAID: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&which) {
        said.push(which);
        // past the capture of the test runner, which hides what a passing test prints
        let _ = writeln!(io::stderr(), "left out: {which} (cargo run -- test installs it)");
    }
}

/// The page's folder, built once for all tests.
pub fn dist() -> &'static Path {
    static DIST: OnceLock<PathBuf> = OnceLock::new();
    DIST.get_or_init(|| {
        let output = Command::new(COMMAND).arg("build").output().expect("the command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Path::new(env!("CARGO_MANIFEST_DIR")).join("dist")
    })
}

fn capabilities(profile: &Path) -> ChromeCapabilities {
    let mut capabilities = DesiredCapabilities::chrome();
    let profile = format!("--user-data-dir={}", profile.display());
    for argument in CHROMIUM_ARGUMENTS.into_iter().chain([profile.as_str()]) {
        capabilities.add_arg(argument).expect("an argument");
    }
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All).expect("a log level");
    capabilities
}

const CHROMIUM_ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox", // it refuses to run as root otherwise
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--window-size=1280,900",
];

/// ChromeDriver on a free port.
struct Driver(Listener);

impl Driver {
    fn start() -> Option<Driver> {
        let mut command = Command::new("chromedriver");
        Listener::start(command.arg("--port=0"), |line| {
            let port = line.split_once("successfully on port ")?.1.trim_end_matches('.');
            Some(format!("http://127.0.0.1:{port}"))
        })
        .map(Driver)
    }
}
