//! How the command sets itself up: what it runs, what it says, and where it is not to run anything.
#![cfg(unix)]
#[path = "support/listener.rs"]
#[allow(dead_code, reason = "of the listeners only the command is started here")]
mod listener;

use listener::Listener;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// Held while programs are written and run: one that is written while another thread starts a process may be refused as
/// busy.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A folder that stands for PATH: a compiler without the WebAssembly target, and programs that note their calls.
struct Machine {
    path: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Machine {
    fn new(name: &str) -> Machine {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(|failed| failed.into_inner());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let machine = Machine { path, _alone: alone };
        machine.program("rustc", "exit 1");
        machine
    }

    /// A program that notes how it is called, and then does this.
    fn noting(&self, name: &str, then: &str) {
        self.program(name, &format!("echo {name} \"$@\" >> '{}'\n{then}", self.calls_file().display()));
    }

    fn program(&self, name: &str, body: &str) {
        let file = self.path.join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
    }

    fn calls_file(&self) -> PathBuf {
        self.path.join("calls")
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.calls_file()).unwrap_or_default()
    }

    /// A command on this machine; it may run rustup.
    fn command(&self, argument: &str) -> Command {
        let mut command = Command::new(listener::COMMAND);
        command.arg(argument).env("PATH", &self.path).env_remove("RUSTUP_AUTO_INSTALL");
        command
    }
}

/// What a command that fails says.
fn words_of_failure(output: Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn rustup_runs_only_where_it_may() {
    let machine = Machine::new("rustup-forbidden");
    machine.noting("rustup", "");
    let message = words_of_failure(machine.command("build").env("RUSTUP_AUTO_INSTALL", "0").output().unwrap());
    assert_eq!(machine.calls(), "");
    for way in ["rustup target add wasm32-unknown-unknown", "apt-get install rustc-web"] {
        assert!(message.contains(way), "{way:?} is not in {message:?}");
    }
}

/// With rustup, on any system: the target is added, and its compiler and the cargo beside it are used.
#[test]
fn rustup_adds_the_target_that_is_then_built_for() {
    let machine = Machine::new("rustup-allowed");
    let library = machine.path.join("library");
    machine.program("rustc", &format!("[ \"$1 $2\" = '--print target-libdir' ] && echo '{}'", library.display()));
    machine.noting("rustup", &format!("{MKDIR} -p '{0}' && : > '{0}/libcore-1.rlib'", library.display()));
    machine.noting("cargo", "exit 1");
    let message = words_of_failure(machine.command("build").output().unwrap());
    let calls = machine.calls();
    assert!(calls.starts_with("rustup target add wasm32-unknown-unknown\ncargo rustc "), "{calls}");
    assert!(calls.contains("--target wasm32-unknown-unknown"), "{calls}");
    assert!(message.starts_with("running: rustup target add wasm32-unknown-unknown\n"), "{message:?}");
    assert!(message.ends_with("the library did not compile to WebAssembly\n"), "{message:?}");
}

/// The programs that fakes need, wherever they are.
const MKDIR: &str = "PATH=/usr/bin:/bin mkdir";

/// Debian's packages are asked for as root on Debian alone; elsewhere, as on macOS, words say what is missing and where it is.
#[test]
fn what_the_tests_need_is_installed_or_named() {
    let machine = Machine::new("no-browser");
    machine.noting("id", "echo 1000");
    machine.noting("apt-get", "");
    let message = words_of_failure(machine.command("test").output().unwrap());
    for words in ["ChromeDriver", "apt-get install chromium chromium-driver", "elsewhere: https://"] {
        assert!(message.contains(words), "{words:?} is not in {message:?}");
    }
    assert!(!machine.calls().contains("apt-get"), "{}", machine.calls());
    if Path::new("/etc/debian_version").exists() {
        machine.noting("id", "echo 0");
        let message = words_of_failure(machine.command("test").output().unwrap());
        assert!(message.starts_with("installing Debian packages: chromium chromium-driver\n"), "{message:?}");
        assert!(message.ends_with("chromedriver was installed, but is not on PATH\n"), "{message:?}");
        let install = "apt-get install --yes --quiet --no-install-recommends --no-remove chromium chromium-driver\n";
        assert!(machine.calls().ends_with(&format!("apt-get update --quiet\n{install}")), "{}", machine.calls());
    }
}

/// Two commands that install at a time leave each other time: lists and packages have one lock each, and nobody waits there.
#[test]
fn packages_are_installed_by_one_command_at_a_time() {
    if !Path::new("/etc/debian_version").exists() {
        return; // nothing is installed
    }
    let machine = Machine::new("two-at-a-time");
    machine.noting("id", "echo 0");
    let (busy, calls) = (machine.path.join("busy"), machine.calls_file());
    let (busy, calls) = (busy.display(), calls.display());
    machine.noting(
        "apt-get",
        &format!("PATH=/usr/bin:/bin\nmkdir '{busy}' || echo both >> '{calls}'\nsleep 0.2\nrmdir '{busy}'"),
    );
    let both = [(); 2].map(|()| machine.command("test").spawn().unwrap());
    both.into_iter().for_each(|mut command| assert_eq!(command.wait().unwrap().code(), Some(1)));
    let calls = machine.calls();
    assert!(calls.matches("apt-get install").count() == 2 && !calls.contains("both"), "{calls}");
}

/// The page opens in the system's browser where there is a desktop, unless that is not wished.
#[cfg(target_os = "linux")]
#[test]
fn the_page_opens_in_the_browser() {
    let machine = Machine::new("desktop");
    machine.noting("xdg-open", "");
    let serve = |display: &str, arguments: &[&str]| {
        let mut command = machine.command("serve");
        command.args(["--port", "0", "--dir"]).arg(&machine.path).args(arguments);
        command.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY");
        let address = |line: &str| Some(line.strip_prefix("serving ")?.split(' ').next()?.to_string());
        let server = Listener::start(&mut command, address).unwrap();
        thread::sleep(Duration::from_millis(300)); // it is opened by a process of its own
        server.address().to_string()
    };
    serve("", &[]);
    serve(":0", &["--no-open"]);
    assert_eq!(machine.calls(), "");
    let address = serve(":0", &[]);
    assert_eq!(machine.calls(), format!("xdg-open {address}\n"));
}
