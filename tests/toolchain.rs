//! The command never runs rustup where `RUSTUP_AUTO_INSTALL=0` forbids it.
#![cfg(unix)]
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that stands for PATH: a compiler without the WebAssembly target, and a rustup that only notes its calls.
struct Machine {
    path: PathBuf,
}

impl Machine {
    fn new(name: &str) -> Machine {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let machine = Machine { path };
        machine.program("rustc", "exit 1");
        machine.program("rustup", &format!("echo \"$@\" >> '{}'", machine.calls_file().display()));
        machine
    }

    fn program(&self, name: &str, body: &str) {
        let file = self.path.join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
    }

    fn calls_file(&self) -> PathBuf {
        self.path.join("calls")
    }

    fn rustup_calls(&self) -> String {
        fs::read_to_string(self.calls_file()).unwrap_or_default()
    }

    /// `build` on this machine, with or without leave to run rustup.
    fn build(&self, auto_install: Option<&str>) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contact-forces"));
        command.arg("build").env("PATH", &self.path).env_remove("RUSTUP_AUTO_INSTALL");
        auto_install.map(|leave| command.env("RUSTUP_AUTO_INSTALL", leave));
        command.output().unwrap()
    }
}

/// One test, since a script that is being written while another thread starts a process may be refused as busy.
#[test]
fn rustup_runs_only_where_it_may() {
    let forbidden = Machine::new("rustup-forbidden");
    let output = forbidden.build(Some("0"));
    assert_eq!(forbidden.rustup_calls(), "");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    for way in ["rustup target add wasm32-unknown-unknown", "apt-get install rustc-web"] {
        assert!(message.contains(way), "{way:?} is not in {message:?}");
    }

    let allowed = Machine::new("rustup-allowed");
    let output = allowed.build(None);
    assert_eq!(allowed.rustup_calls(), "target add wasm32-unknown-unknown\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("running: rustup target add wasm32-unknown-unknown\n"), "{message:?}");
}
