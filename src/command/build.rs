//! `build`: the page with its WebAssembly module, in one folder that any static file server can serve.
use super::machine::{locked, program};
use super::offline;
use super::toolchain::{TARGET, Toolchain};
use super::{InputError, documents, preload, site, words};
use anyhow::{Context, Result, ensure};
use contact_forces::session::Mode;
use contact_forces::session::known::digest;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;
use wasm_bindgen_cli_support::Bindgen;

/// The repository: sources, page and output.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The module that starts the page.
pub const ROOT_MODULE: &str = "www/main.js";

/// The address of the source code, where `Cargo.toml` tells it.
const CODE: &str = env!("CARGO_PKG_REPOSITORY");

/// In the output folder: what it was made from.
const FINGERPRINT: &str = ".made-from";

/// A WebAssembly module: the library built for one purpose.
pub struct Module {
    /// Its folder beside the others.
    pub name: &'static str,
    /// Features of the library.
    pub features: &'static str,
    /// What of the library only such a module has: a configuration of the compiler.
    purpose: &'static str,
    /// Further arguments of the compiler.
    arguments: &'static [&'static str],
    /// How it is optimised.
    level: &'static str,
}

/// The modules of the page: one for each mode, with every method for its problem.
pub const MODULES: [Module; 2] = [
    Module { name: Mode::Planar.name(), features: "", purpose: PAGE, arguments: &[], level: SMALL },
    Module { name: Mode::Spatial.name(), features: "spatial", purpose: PAGE, arguments: &[SIMD], level: SMALL },
];

/// The engine alone, with both modes.
const ENGINE: Module =
    Module { name: "engine", features: "spatial", purpose: PACKAGE, arguments: &[SIMD], level: FAST };

/// What the page needs in the browser.
pub const PAGE: &str = "page";
/// What a package for JavaScript needs.
pub const PACKAGE: &str = "package";

/// Build the page into dist/, ready for any static file server
#[derive(clap::Args)]
pub struct Build {
    /// The address at which the page will be: adds what search engines and pages that link to it read
    #[arg(long, value_name = "ADDRESS")]
    site: Option<String>,
}

impl Build {
    /// Builds and says where the page is.
    pub fn run(self) -> Result<()> {
        let folder = page()?;
        if let Some(address) = &self.site {
            site::publish(&folder, address)?;
            fs::remove_file(folder.join(FINGERPRINT))?; // the next build begins without the address
        }
        println!("built {}", folder.join("index.html").display());
        Ok(())
    }
}

/// Builds the page unless nothing has changed, and returns its folder.
///
/// All is made in a second folder that takes the place of the first at the end: a build that fails leaves the page
/// that was there. Of two builds at a time one waits.
pub fn page() -> Result<PathBuf> {
    let root = Path::new(ROOT);
    ensure!(root.join("Cargo.toml").is_file(), "{ROOT} is gone: run this command inside its repository");
    fs::create_dir_all(target_folder())?;
    let _alone = locked(&target_folder().join("page.lock"))?;
    let modules = compile_all(root)?;
    let optimizer = wasm_opt();
    let fingerprint = fingerprint(root, *TOOL, &modules, optimizer.as_deref())?;
    let dist = root.join("dist");
    if fs::read_to_string(dist.join(FINGERPRINT)).is_ok_and(|found| found == fingerprint) {
        return Ok(dist);
    }
    let fresh = root.join("dist.new");
    remove(&fresh)?;
    for file in page_files(root)? {
        copy(&root.join(&file), &fresh.join(&file))?;
        if file.extension().is_some_and(|end| end == "js") {
            let served = fresh.join(&file);
            fs::write(&served, without_remarks(&fs::read_to_string(&served)?))?;
        }
    }
    words::place(root, &fresh)?;
    documents::write(&fresh, CODE)?;
    for (mode, compiled) in Mode::ALL.into_iter().zip(&modules) {
        let folder = fresh.join("www/pkg").join(mode.name());
        bind(compiled, &folder, optimizer.as_deref())?;
        finish_glue(mode, &folder)?;
    }
    fs::write(fresh.join(offline::FILE), offline::single_file(&fresh)?)?;
    preload::name_modules(&fresh)?;
    fs::write(fresh.join(FINGERPRINT), fingerprint)?;
    remove(&dist)?;
    fs::rename(&fresh, &dist).context("cannot put the new page in place")?;
    Ok(dist)
}

/// The folder with the page: this one as it is, or else the one that is built now.
pub fn page_in(folder: Option<PathBuf>) -> Result<PathBuf> {
    match folder {
        Some(folder) if !folder.is_dir() => Err(InputError(format!("{} is not a folder", folder.display())).into()),
        Some(folder) => Ok(folder),
        None => page(),
    }
}

/// Writes what the page's modules offer to JavaScript, as declarations for TypeScript, where `jsconfig.json` finds them.
pub fn declarations() -> Result<()> {
    let folder = Path::new(ROOT).join("target/types/pkg");
    for (module, compiled) in MODULES.iter().zip(compile_all(Path::new(ROOT))?) {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).web(true)?.typescript(true);
        bindgen.generate(folder.join(module.name)).context("wasm-bindgen failed")?;
    }
    Ok(())
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    Path::new(ROOT).join(env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()))
}

/// Compiles all modules side by side: most of the time each is one crate that keeps one core busy.
fn compile_all(root: &Path) -> Result<Vec<PathBuf>> {
    let toolchain = &Toolchain::find()?;
    thread::scope(|scope| {
        let compilers = MODULES.each_ref().map(|module| scope.spawn(move || compile(root, toolchain, module)));
        compilers.into_iter().map(|compiler| compiler.join().expect("a compiler does not panic")).collect()
    })
}

/// Compiles the engine without the page.
pub fn engine() -> Result<PathBuf> {
    compile(Path::new(ROOT), &Toolchain::find()?, &ENGINE)
}

/// Compiles the library to WebAssembly, each module in a target folder of its own: in a shared one they would overwrite
/// each other and be compiled anew every time.
fn compile(root: &Path, toolchain: &Toolchain, module: &Module) -> Result<PathBuf> {
    let folder = target_folder().join("wasm").join(module.name);
    let mut cargo = toolchain.cargo(root, &[module.purpose]);
    // as a cdylib alone it is optimised as a whole
    cargo.args(["rustc", "--release", "--lib", "--crate-type", "cdylib", "--no-default-features", "--locked"]);
    cargo.args(["--features", module.features, "--target", TARGET]).arg("--target-dir").arg(&folder);
    cargo.arg("--").args(module.arguments).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", module.level);
    let status = cargo.status().context("cannot run cargo")?;
    ensure!(status.success(), "the library did not compile to WebAssembly");
    Ok(folder.join(TARGET).join("release").join(format!("{}.wasm", env!("CARGO_CRATE_NAME"))))
}

/// Writes the module and the JavaScript that loads it.
pub fn bind(module: &Path, folder: &Path, optimizer: Option<&Path>) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(false);
    bindgen.omit_default_module_path(false); // a bare `init()` finds the module beside its JavaScript
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder).context("wasm-bindgen failed")?;
    let Some(optimizer) = optimizer else { return Ok(()) };
    let bound = folder.join(format!("{}_bg.wasm", env!("CARGO_CRATE_NAME")));
    let mut command = Command::new(optimizer);
    command.arg("-O3").args(OPTIMIZER_FEATURES).arg(&bound).arg("-o").arg(&bound);
    ensure!(command.status()?.success(), "wasm-opt failed");
    Ok(())
}

/// JavaScript without the lines that are remarks and without indents, which no visitor is to wait for. Remarks stay as empty
/// lines, so that a line in it is the same line in the repository.
fn without_remarks(source: &str) -> String {
    let mut within = false;
    let code = source.lines().map(|line| {
        let (text, ends) = (line.trim(), line.contains("*/"));
        let (begins, alone) = (text.starts_with("/**") && !ends, text.starts_with("/**") && text.ends_with("*/"));
        let remark = within || begins || alone || text.starts_with("//");
        within = (within || begins) && !ends;
        if remark { "" } else { line.trim_start() }
    });
    code.flat_map(|line| [line, "\n"]).collect()
}

/// Takes the remarks of the library out of the module's JavaScript, and adds where its short run ends on a machine that
/// computes as it should.
fn finish_glue(mode: Mode, folder: &Path) -> Result<()> {
    let digest = digest(mode).context("there is no run that is known")?;
    let glue = folder.join(format!("{}.js", env!("CARGO_CRATE_NAME")));
    let source = fs::read_to_string(&glue)?;
    let code = without_remarks(&source);
    Ok(fs::write(glue, format!("{code}export const KNOWN_RUN = '{digest:016x}';\n"))?)
}

/// What a visitor waits for is small. As [`FAST`] as the package steps take two thirds to three quarters of the time, and the
/// modules weighed 235 and 639 KB compressed instead of 179 and 471: the spatial one more than its budget.
const SMALL: &str = "s";
const FAST: &str = "3";

/// Two numbers at once, which all browsers know since 2023: balls get faster by a tenth to a quarter. Each number is computed as before, so that no bit changes.
const SIMD: &str = "-Ctarget-feature=+simd128";
/// What browsers have and rustc emits; with `--all-features` a newer wasm-opt writes what they do not have.
const OPTIMIZER_FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// A wasm-opt on PATH, if it is new enough: older ones write modules that do not load.
pub fn wasm_opt() -> Option<PathBuf> {
    let optimizer = program("wasm-opt")?;
    let output = Command::new(&optimizer).arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).split_whitespace().nth(2)?.parse::<u32>().ok()?;
    (version >= 116).then_some(optimizer)
}

/// The files that are served as they lie in the repository, by path under `root`.
fn page_files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = files_under(root, "www")?;
    files.push(PathBuf::from("index.html"));
    Ok(files)
}

/// All files in a folder under `root` and in those within, by path under `root`, in order.
pub fn files_under(root: &Path, folder: &str) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).with_context(|| format!("no folder {}", folder.display()))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    Ok(files)
}

/// A number for this program as it is when it first builds the page: later another one may lie in its place.
static TOOL: LazyLock<u64> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    env::current_exe().and_then(fs::read).ok().hash(&mut hasher);
    hasher.finish()
});

/// A number that is another one when the program, the optimizer, a module or a file is.
fn fingerprint(root: &Path, tool: u64, modules: &[PathBuf], optimizer: Option<&Path>) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    (tool, optimizer).hash(&mut hasher);
    for module in modules {
        fs::read(module)?.hash(&mut hasher);
    }
    let documents = documents::FILES.map(|(name, _)| PathBuf::from(name));
    for file in page_files(root)?.into_iter().chain(documents) {
        (&file, fs::read(root.join(&file)).with_context(|| format!("cannot read {}", file.display()))?)
            .hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

pub fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file has a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

pub fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_built_anew_when_anything_that_makes_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        ["www", "docs", "schema"].iter().for_each(|name| fs::create_dir(file(name)).unwrap());
        let documents = documents::FILES.map(|(name, _)| name);
        for name in ["index.html", "www/main.js", "module.wasm"].into_iter().chain(documents) {
            fs::write(file(name), name).unwrap();
        }
        let modules = [file("module.wasm")];
        let now = |tool, optimizer: Option<&str>| {
            fingerprint(folder.path(), tool, &modules, optimizer.map(Path::new)).unwrap()
        };
        let mut all = vec![now(1, None), now(2, None), now(1, Some("wasm-opt"))];
        for name in ["index.html", "www/main.js", "module.wasm", "www/new.js", documents[1]] {
            fs::write(file(name), "changed").unwrap();
            all.push(now(1, None));
        }
        assert_eq!(Some(&now(1, None)), all.last(), "nothing has changed");
        let different: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{all:?}");
    }
}
