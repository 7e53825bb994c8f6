//! Finds, or with leave sets up, a Rust toolchain that compiles to WebAssembly.
//!
//! In this order: a toolchain on PATH that has the target; rustup adds it; a compiler that has its library's source
//! builds it; Debian's packages bring such a compiler. `RUSTUP_AUTO_INSTALL=0` forbids the second: rustup is never run.
use super::machine::{clean_command, install_packages, program, programs};
use super::std_source;
use anyhow::{Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compilation target of the page's module.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler with its library's source, which lives beside one installed by rustup.
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// A compiler for [`TARGET`] and the cargo that belongs to it.
pub struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// Where the standard library for [`TARGET`] lies, if not with the compiler.
    sysroot: Option<PathBuf>,
}

impl Toolchain {
    /// The toolchain this machine offers, after setting it up if need be; says what it sets up.
    pub fn find() -> Result<Toolchain> {
        if let Some(found) = with_target() {
            return Ok(found);
        }
        if add_by_rustup()
            && let Some(found) = with_target()
        {
            return Ok(found);
        }
        if let Some(found) = with_library_source()? {
            return Ok(found);
        }
        if install_packages(&PACKAGES)
            && let Some(found) = with_library_source()?
        {
            return Ok(found);
        }
        bail!(
            "there is no Rust standard library for {TARGET} on this machine\n  \
             with rustup: rustup target add {TARGET}\n  \
             on Debian:   apt-get install {}",
            PACKAGES.join(" ")
        )
    }

    /// A program that came with the compiler.
    pub fn beside_compiler(&self, name: &str) -> PathBuf {
        beside(&self.rustc, name)
    }

    /// Its cargo, to be run in `folder`, with these configurations: by them it also takes the dependencies of the purpose.
    ///
    /// What it compiles names no folder of this machine; with `--target`, no build script or macro gets these flags.
    pub fn cargo(&self, folder: &Path, configurations: &[&str]) -> Command {
        let mut command = clean_command(&self.cargo);
        let mut flags = vec![format!("--remap-path-prefix={}=.", folder.display())];
        if let Some(home) = cargo_home() {
            flags.push(format!("--remap-path-prefix={}=crates", home.join("registry/src").display()));
        }
        if let Some(sysroot) = &self.sysroot {
            flags.push(format!("--sysroot={}", sysroot.display()));
        }
        flags.extend(configurations.iter().map(|configuration| format!("--cfg={configuration}")));
        command.current_dir(folder).env("RUSTC", &self.rustc).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        command
    }
}

/// Where cargo keeps the crates it downloads.
fn cargo_home() -> Option<PathBuf> {
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))
}

fn with_target() -> Option<Toolchain> {
    let rustc = programs("rustc").into_iter().find(|rustc| has_target(rustc))?;
    Some(Toolchain { cargo: beside(&rustc, "cargo"), rustc, sysroot: None })
}

fn has_target(rustc: &Path) -> bool {
    let Some(folder) = ask(rustc, &["--print", "target-libdir", "--target", TARGET]) else { return false };
    let Ok(files) = fs::read_dir(folder) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
}

fn add_by_rustup() -> bool {
    if env::var_os("RUSTUP_AUTO_INSTALL").is_some_and(|leave| leave == "0") {
        return false;
    }
    let Some(rustup) = program("rustup") else { return false };
    eprintln!("running: rustup target add {TARGET}");
    clean_command(&rustup).args(["target", "add", TARGET]).status().is_ok_and(|status| status.success())
}

fn with_library_source() -> Result<Option<Toolchain>> {
    for rustc in programs("rustc") {
        let Some(home) = ask(&rustc, &["--print", "sysroot"]) else { continue };
        if Path::new(&home).join("lib/rustlib/src/rust/library/std").is_dir() {
            let cargo = beside(&rustc, "cargo");
            let version = ask(&rustc, &["-vV"]).unwrap_or_default();
            let sysroot = Some(std_source::sysroot(&rustc, &cargo, &version)?);
            return Ok(Some(Toolchain { cargo, rustc, sysroot }));
        }
    }
    Ok(None)
}

fn beside(rustc: &Path, name: &str) -> PathBuf {
    rustc.with_file_name(name).with_extension(env::consts::EXE_EXTENSION)
}

/// What the compiler answers, if it does.
fn ask(rustc: &Path, arguments: &[&str]) -> Option<String> {
    let output = clean_command(rustc).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
