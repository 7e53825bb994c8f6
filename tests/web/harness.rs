//! Gives a browser test what it needs: a browser, the page's server, and another attempt.
use crate::browsers::{Browser, Guest};
use crate::delivery::copy_folder;
use crate::engine::Engine;
use crate::listener::{COMMAND, Server};
use crate::page::Page;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};
use std::thread;
use tempfile::TempDir;

/// Held by every test, for itself alone by a test that measures time.
static MACHINE: RwLock<()> = RwLock::new(());

/// A test, to be run by what it is given. What is around it is thus compiled once, and not anew for each test.
type Test<'a> = dyn Fn(&Page, &dyn Fn(Pin<&mut dyn Future<Output = ()>>)) + 'a;

/// Runs one test in a browser, where no other test is meanwhile, on the page as it is built now.
pub fn in_browser(test: impl AsyncFn(&Page)) {
    in_browser_serving(|| dist().to_path_buf(), test);
}

/// The same for what WebKit's driver cannot do: pretend what a visitor's system prefers, hide a tab, touch with two fingers.
pub fn in_browser_but_webkit(test: impl AsyncFn(&Page)) {
    if Engine::chosen() != Engine::WebKit {
        in_browser(test);
    }
}

/// The same in Chromium alone, for what only its own protocol can do, and for what is the same files in every browser.
pub fn in_chromium(test: impl AsyncFn(&Page)) {
    if Engine::chosen() == Engine::Chromium {
        in_browser(test);
    }
}

/// The same while no other browser test runs, for what measures time.
pub fn in_browser_alone(test: impl AsyncFn(&Page)) {
    if Engine::chosen() != Engine::Chromium {
        return; // what is measured is measured there
    }
    let _guest = Guest::arrive();
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run(&|| dist().to_path_buf(), &|page, finish| finish(pin!(test(page))));
}

/// Runs one test in a browser with a server for this folder, which is asked for if there is a browser, and with a slow screen, so
/// that tests side by side leave each other time.
pub fn in_browser_serving(folder: impl Fn() -> PathBuf, test: impl AsyncFn(&Page)) {
    let _guest = Guest::arrive();
    let _shared = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    run(&folder, &|page, finish| {
        finish(pin!(page.slow_screen()));
        finish(pin!(test(page)));
    });
}

/// Tries a test as often as its engine is tried: at first in a browser that waits, if one does, then in a new one each time.
fn run(folder: &dyn Fn() -> PathBuf, test: &Test) {
    let engine = Engine::chosen();
    for attempt in 1..=engine.attempts() {
        let start = if attempt == 1 { Browser::take } else { Browser::start };
        let Some(outcome) = attempt_in(engine, start, &folder(), test) else { return left_out(MISSING) };
        let Err(panic) = outcome else { return };
        if attempt == engine.attempts() {
            resume_unwind(panic);
        }
        // past the capture of the test runner: repeated runs are told, and why
        let why = panic.downcast_ref::<String>().map_or(String::new(), |why| why.replace('\n', " "));
        let _ = writeln!(io::stderr(), "repeated: {} ({why})", thread::current().name().unwrap_or("a test"));
    }
}

const MISSING: &str = "the browser tests: there is no driver on PATH";

/// One attempt at a test, and how it ended; none where the browser has no driver.
fn attempt_in(
    engine: Engine,
    start: fn(Engine) -> Option<Browser>,
    folder: &Path,
    test: &Test,
) -> Option<thread::Result<()>> {
    let listening = (engine != Engine::Chromium).then(|| with_listener(folder));
    // on a busy machine a driver or a browser may not come, either
    let started = catch_unwind(AssertUnwindSafe(|| {
        let browser = start(engine)?;
        Some((browser, Server::start(listening.as_ref().map_or(folder, |copy| copy.path()))))
    }));
    let (browser, server) = match started {
        Ok(started) => started?,
        Err(panic) => return Some(Err(panic)),
    };
    let page = Page::new(browser.driver.clone(), server.address().to_string(), engine);
    // a browser is ended or given back whatever becomes of the test
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        browser.runtime.block_on(page.spare());
        test(&page, &|future| browser.runtime.block_on(future));
    }));
    if outcome.is_ok() {
        browser.give_back();
    } else {
        browser.runtime.block_on(page.tell());
        browser.quit();
    }
    Some(outcome)
}

/// A copy of a folder whose pages keep their errors where a test can ask for them: only Chromium's driver tells what
/// the console has.
fn with_listener(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    copy_folder(folder, copy.path());
    let page = copy.path().join("index.html");
    if let Ok(text) = fs::read_to_string(&page) {
        let head = "<head>\n<script src=\"errors.js\"></script>";
        fs::write(page, text.replacen("<head>", head, 1)).expect("the page is written");
        fs::write(copy.path().join("errors.js"), ERRORS).expect("the listener is written");
    }
    copy
}

const ERRORS: &str = "window.errorsSeen = [];
addEventListener('error', ({ message }) => errorsSeen.push(message));
addEventListener('unhandledrejection', ({ reason }) => errorsSeen.push(String(reason)));
for (const kind of ['error', 'warn']) console[kind] = (...words) => errorsSeen.push(words.join(' '));
";

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
