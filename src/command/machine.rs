//! The machine the command runs on: programs on PATH, and Debian's packages.
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every program of this name on PATH, first found first.
pub fn programs(name: &str) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let file = format!("{name}{EXE_SUFFIX}");
    env::split_paths(&path).map(|folder| folder.join(&file)).filter(|p| p.is_file()).collect()
}

/// The first program of this name on PATH.
pub fn program(name: &str) -> Option<PathBuf> {
    programs(name).into_iter().next()
}

/// A command without what an outer `cargo run` or `cargo test` leaves in the environment, which would bind a nested
/// compiler to the outer one's toolchain, flags and folders. How to reach registries stays.
pub fn clean_command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (key, _) in env::vars_os().filter(|(key, _)| binds_to_outer_cargo(&key.to_string_lossy())) {
        command.env_remove(key);
    }
    command
}

fn binds_to_outer_cargo(key: &str) -> bool {
    const KEPT: [&str; 4] = ["CARGO_HOME", "CARGO_NET", "CARGO_HTTP", "CARGO_REGISTR"];
    let of_cargo = key.starts_with("CARGO") && !KEPT.iter().any(|kept| key.starts_with(kept));
    let of_rustc = key.starts_with("RUSTC") || ["RUSTFLAGS", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"].contains(&key);
    of_cargo || of_rustc || key.ends_with("MAKEFLAGS")
}

/// Installs Debian packages where that needs no question asked: as root, on Debian or a child of it.
///
/// Says what it does. False means not installed: not such a machine, or `apt-get` failed (and said why). It never
/// removes a package to make room for another.
pub fn install_packages(packages: &[&str]) -> bool {
    let Some(apt) = program("apt-get").filter(|_| Path::new("/etc/debian_version").exists() && is_root()) else {
        return false;
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&apt);
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    eprintln!("installing Debian packages: {}", packages.join(" "));
    let install = ["install", "--yes", "--quiet", "--no-install-recommends", "--no-remove"];
    run(&["update", "--quiet"]) && run(&[&install, packages].concat())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
