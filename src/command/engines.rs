//! The browsers beside Chromium that the tests run in, and what each needs: Firefox with geckodriver, and WebKit as Debian
//! builds it, with its own driver. Both draw on a screen of their own, for headless ones have no WebGL.
use super::machine::{Tool, install_packages, program};
use super::std_source::cache_folder;
use super::test::{cargo, passes};
use anyhow::{Result, ensure};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The driver of Firefox, as its registry has it.
const GECKODRIVER: &str = "geckodriver@0.37.1";

/// What draws for them, a screen for each test.
const SCREEN: Tool = Tool { name: "Xvfb", what: "a screen that nobody sees", packages: &["xvfb"], site: "" };

/// What of the tests runs in the other browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Extent {
    /// Nothing.
    None,
    /// One test of each feature.
    Some,
    /// All but those that need Chromium's own protocol.
    All,
}

/// One test of each feature, by parts of their names: faults and what is missing, the article and its exercises, embedding,
/// building, friction, laboratory, worker, files and links, digests, mouse and keys, both modes, languages, the console.
const SOME: [&str; 23] = [
    "a_fault_of_the_module_is_told",
    "a_module_that_computes_wrongly",
    "a_panic_in_the_worker",
    "addresses_of_sections",
    "an_element_on_another_site",
    "own::what_is_built_comes_back",
    "exercises::exercise_2_puts_forces",
    "friction::the_slider",
    "keyboard::held_keys",
    "opened_as_a_file",
    "pivots::the_stage_shows",
    "share::a_picture_of_the_spatial_mode",
    "share::the_link_in_the_dialog",
    "survives_a_reload",
    "ten_thousand_steps_end_in_the_same_bits",
    "the_article_speaks_german",
    "the_console_stays_empty",
    "the_focus_can_be_seen",
    "the_gallery_finds",
    "the_mouse_pulls",
    "the_scene_stays_when_the_mode_changes",
    "the_whole_page_works_as_one_file",
    "without_javascript",
];

/// A browser that is set up: its name, and the variables that its tests need.
pub type Ready = (&'static str, Vec<Variable>);

/// Sets the other browsers up. One that cannot be is left out with a word, unless all are asked for.
pub fn set_up(extent: Extent) -> Result<Vec<Ready>> {
    let mut ready = Vec::new();
    if extent == Extent::None {
        return Ok(ready);
    }
    for (name, set_up) in [("webkit", webkit as fn() -> Result<Vec<Variable>>), ("firefox", firefox)] {
        match SCREEN.find().and_then(|_| set_up()) {
            Ok(variables) => ready.push((name, variables)),
            Err(error) if extent == Extent::Some => eprintln!("left out: the tests in {name}: {error:#}"),
            Err(error) => return Err(error),
        }
    }
    Ok(ready)
}

/// Runs the browser tests in these browsers.
pub fn run(extent: Extent, ready: Vec<Ready>, needs: &[Variable]) -> Result<()> {
    let mut failed = Vec::new();
    for (name, variables) in ready {
        eprintln!("the tests in {name}");
        let mut cargo = cargo();
        cargo.args(["test", "--locked", "--test", "web"]).env("ENGINE", name);
        cargo.envs(needs.to_vec()).envs(variables).arg("--");
        if passes(if extent == Extent::Some { cargo.args(SOME) } else { &mut cargo }).is_err() {
            failed.push(name);
        }
    }
    ensure!(failed.is_empty(), "there were failures in {}", failed.join(" and "));
    Ok(())
}

/// A variable of the environment.
pub type Variable = (&'static str, OsString);

fn webkit() -> Result<Vec<Variable>> {
    const DRIVER: Tool =
        Tool { name: "WebKitWebDriver", what: "WebKit's driver", packages: &["webkit2gtk-driver"], site: "" };
    DRIVER.find()?;
    Ok(Vec::new())
}

fn firefox() -> Result<Vec<Variable>> {
    ensure!(
        program("firefox").is_some() || program("firefox-esr").is_some() || install_packages(&["firefox-esr"]),
        "there is no firefox on PATH\n  on Debian: apt-get install firefox-esr"
    );
    Ok(vec![("GECKODRIVER", geckodriver()?.into())])
}

/// Firefox's driver from PATH, or built the first time and kept for every clone.
fn geckodriver() -> Result<PathBuf> {
    if let Some(found) = program("geckodriver") {
        return Ok(found);
    }
    let folder = cache_folder()?.join(GECKODRIVER);
    let file = folder.join("bin").join(format!("geckodriver{}", env::consts::EXE_SUFFIX));
    if !file.is_file() {
        eprintln!("building {GECKODRIVER} into {}", folder.display());
        let mut cargo = cargo();
        // nobody waits for it or looks into it, so it need not be fast or known by its lines
        cargo.args(["install", "--quiet", "--locked", "--debug", GECKODRIVER, "--root"]).arg(&folder);
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0");
        passes(&mut cargo)?;
    }
    Ok(file)
}
