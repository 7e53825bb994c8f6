//! The machine the command runs on: programs on PATH, and Debian's packages.
use anyhow::{Context, Result, ensure};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What differs between the systems that the command runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux, and what is like it.
    Unix,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
}

impl System {
    /// This one.
    pub const HERE: System = match (cfg!(windows), cfg!(target_os = "macos")) {
        (true, _) => System::Windows,
        (_, true) => System::Mac,
        _ => System::Unix,
    };

    /// Every program of this name in the folders of `path`, first found first. On Windows npm is a script.
    fn programs(self, path: &OsStr, name: &str) -> Vec<PathBuf> {
        let endings: &[&str] = if self == System::Windows { &[".exe", ".cmd", ".bat"] } else { &[""] };
        let named = |folder: PathBuf| endings.iter().map(move |ending| folder.join(format!("{name}{ending}")));
        env::split_paths(path).flat_map(named).filter(|file| file.is_file()).collect()
    }

    /// Whether a browser window can be expected to open.
    pub fn has_desktop(self, variable: impl Fn(&str) -> Option<OsString>) -> bool {
        let shown = |name| variable(name).is_some_and(|value| !value.is_empty());
        self != System::Unix || shown("DISPLAY") || shown("WAYLAND_DISPLAY")
    }

    /// Where a user's programs keep what they can make again.
    pub fn cache_folder(self, variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
        let folder = |name| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
        let usual = match self {
            System::Windows => folder("LOCALAPPDATA"),
            System::Mac => home.map(|home| home.join("Library/Caches")),
            System::Unix => home.map(|home| home.join(".cache")),
        };
        folder("XDG_CACHE_HOME").or(usual)
    }
}

/// A program of others that the tests need.
pub struct Tool {
    /// What it is called on PATH.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Debian's packages that bring it.
    pub packages: &'static [&'static str],
    /// Where others find it; empty where only Debian's is known to do.
    pub site: &'static str,
}

impl Tool {
    /// Makes sure of it, by Debian's packages if need be.
    pub fn find(&self) -> Result<PathBuf> {
        let Tool { name, what, packages, site } = self;
        let elsewhere = if site.is_empty() { String::new() } else { format!("\n  elsewhere: {site}") };
        ensure!(
            program(name).is_some() || install_packages(packages),
            "{what} is needed: there is no {name} on PATH\n  on Debian: apt-get install {}{elsewhere}",
            packages.join(" ")
        );
        program(name).with_context(|| format!("{name} was installed, but is not on PATH"))
    }
}

/// Every program of this name on PATH, first found first.
pub fn programs(name: &str) -> Vec<PathBuf> {
    System::HERE.programs(&env::var_os("PATH").unwrap_or_default(), name)
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
/// removes a package to make room for another. Of two commands that install at a time, as lints beside tests do, one waits:
/// `apt-get update` fails beside another.
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
    let _alone = locked(&env::temp_dir().join("contact-forces-packages.lock"));
    let install = ["install", "--yes", "--quiet", "--no-install-recommends", "--no-remove"];
    run(&["update", "--quiet"]) && run(&[&install, packages].concat())
}

/// Waits until no other process holds this file, and holds it until the value goes.
pub fn locked(path: &Path) -> io::Result<File> {
    let file = File::create(path)?;
    file.lock()?;
    Ok(file)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn programs_have_the_names_of_their_system() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for (at, file) in [(0, "npm"), (0, "npm.cmd"), (0, "rustc"), (1, "rustc.exe"), (1, "npm.exe"), (1, "rustc")] {
            fs::write(folders[at].path().join(file), "").unwrap();
        }
        let path = env::join_paths(folders.iter().map(tempfile::TempDir::path)).unwrap();
        let found = |system: System, name| {
            let names = system.programs(&path, name).into_iter();
            names.map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found(System::Windows, "npm"), ["npm.cmd", "npm.exe"], "PATH's order");
        assert_eq!(found(System::Windows, "rustc"), ["rustc.exe"]);
        for system in [System::Mac, System::Unix] {
            assert_eq!(found(system, "npm"), ["npm"]);
            assert_eq!(found(system, "rustc"), ["rustc", "rustc"]);
            assert_eq!(found(system, "wasm-opt"), [""; 0]);
        }
    }

    #[test]
    fn a_window_opens_where_there_is_a_desktop() {
        let with = |shown: &'static str| move |name: &str| (name == shown).then(|| OsString::from(":0"));
        assert!(System::Windows.has_desktop(with("")) && System::Mac.has_desktop(with("")));
        assert!(System::Unix.has_desktop(with("DISPLAY")) && System::Unix.has_desktop(with("WAYLAND_DISPLAY")));
        assert!(!System::Unix.has_desktop(with("")) && !System::Unix.has_desktop(|_| Some(OsString::new())));
    }

    #[test]
    fn what_is_kept_lies_where_the_system_keeps_it() {
        let folder = |name| tempfile::tempdir().unwrap().path().join(name); // an absolute one on any system
        let (home, local, chosen) = (folder("home"), folder("local"), folder("chosen"));
        let usual = |system: System| {
            let variable = |name: &str| (name == "LOCALAPPDATA").then(|| local.clone().into_os_string());
            system.cache_folder(variable, Some(home.clone()))
        };
        assert_eq!(usual(System::Unix), Some(home.join(".cache")));
        assert_eq!(usual(System::Mac), Some(home.join("Library/Caches")));
        assert_eq!(usual(System::Windows), Some(local.clone()));
        for system in [System::Unix, System::Mac, System::Windows] {
            let variable = |name: &str| (name == "XDG_CACHE_HOME").then(|| chosen.clone().into_os_string());
            assert_eq!(system.cache_folder(variable, None), Some(chosen.clone()));
            assert_eq!(system.cache_folder(|_| None, None), None);
        }
    }
}
