//! Builds the standard library for WebAssembly from its source, once, and keeps it in the user's cache folder.
use super::machine::{System, clean_command};
use super::toolchain::TARGET;
use anyhow::{Context, Result, ensure};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Part of the folder's name, since cargo does not notice that a sysroot changed at the same path.
const RECIPE: u32 = 5;

const MANIFEST: &str = "[package]\nname = \"std-for-wasm\"\nedition = \"2021\"\n\n[workspace]\n";

/// The kept library of this compiler, built now if there is none yet. `version` is what `rustc -vV` prints.
pub fn sysroot(rustc: &Path, cargo: &Path, version: &str) -> Result<PathBuf> {
    let field = |key| version.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("unknown").trim();
    let name = format!("wasm-std-{RECIPE}-{}-{}", field("release:"), field("commit-hash:"));
    let kept = cache_folder()?.join(name);
    if !kept.is_dir() {
        eprintln!("building the standard library for {TARGET}, once, into {}", kept.display());
        build(rustc, cargo, &kept)?;
    }
    Ok(kept)
}

/// Where what was built once is kept for every clone.
pub fn cache_folder() -> Result<PathBuf> {
    let kept = System::HERE.cache_folder(|name| env::var_os(name), env::home_dir());
    kept.context("no cache folder: set XDG_CACHE_HOME")
}

/// Builds in a folder of its own and renames it at the end: a folder of that name is always complete.
fn build(rustc: &Path, cargo: &Path, kept: &Path) -> Result<()> {
    let work = kept.with_extension(format!("work-{}", std::process::id()));
    fs::create_dir_all(work.join("src"))?;
    fs::write(work.join("Cargo.toml"), MANIFEST)?;
    fs::write(work.join("src/lib.rs"), "")?;
    let built = compile(rustc, cargo, &work).and_then(|()| collect(&work));
    let placed = built.and_then(|sysroot| match fs::rename(&sysroot, kept) {
        Err(_) if kept.is_dir() => Ok(()), // another run was faster
        renamed => renamed.context("cannot keep the standard library"),
    });
    fs::remove_dir_all(&work)?;
    placed
}

fn compile(rustc: &Path, cargo: &Path, work: &Path) -> Result<()> {
    let mut command = clean_command(cargo);
    command.current_dir(work).env("RUSTC", rustc);
    command.env("RUSTC_BOOTSTRAP", "1"); // -Zbuild-std is not stable
    command.env("CARGO_ENCODED_RUSTFLAGS", "-Cembed-bitcode=yes"); // for `lto = true`
    command.env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    command.args(["build", "--release", "--target", TARGET, "-Zbuild-std=std,panic_abort"]);
    let status = command.args(["--target-dir", "target"]).status().context("cannot run cargo")?;
    ensure!(status.success(), "the standard library did not build");
    Ok(())
}

/// Puts the libraries where a compiler looks for them under a sysroot.
fn collect(work: &Path) -> Result<PathBuf> {
    let sysroot = work.join("sysroot");
    let libraries = sysroot.join("lib/rustlib").join(TARGET).join("lib");
    fs::create_dir_all(&libraries)?;
    for file in fs::read_dir(work.join("target").join(TARGET).join("release/deps"))? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libstd_for_wasm") {
            fs::rename(file.path(), libraries.join(name))?;
        }
    }
    Ok(sysroot)
}
