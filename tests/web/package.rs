//! The engine's package for JavaScript: its examples, in Node and on a page that is not ours.
use crate::harness::{in_browser_serving, left_out};
use crate::listener::COMMAND;
use crate::page::Screen;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The package, made once.
pub fn package() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node_modules/contact-forces");
        let output = Command::new(COMMAND).args(["package", "--out"]).arg(&folder).output().expect("the command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    })
}

/// What Node prints for a program beside `node_modules`.
fn node(program: &str) -> String {
    let beside = package().ancestors().nth(2).expect("a folder");
    let file = tempfile::Builder::new().suffix(".mjs").tempfile_in(beside).expect("a file");
    std::fs::write(file.path(), program).expect("the program is written");
    let output = Command::new("node").arg(file.path()).output().expect("node is there, with npm");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

/// A ball of 2 kg that came to rest is carried with its weight.
#[test]
fn the_example_in_node_drops_a_ball() {
    let said = node(include_str!("../../npm/examples/node.mjs"));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert_eq!(lines[0], "0.0 s: centre 1.1000 m up, the floor pushes with 0.000 N");
    assert_eq!(lines[3], "3.0 s: centre 0.1000 m up, the floor pushes with 19.620 N");
}

/// Half of a block's weight at each corner, and a problem that is solved by hand.
#[test]
fn the_example_of_its_readme_runs() {
    let readme = include_str!("../../npm/README.md");
    let example = readme.split("```js\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let said = node(example);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for line in &lines[..2] {
        let force = line.strip_prefix("block on floor ").and_then(|rest| rest.strip_suffix(" N")).expect(line);
        assert!((force.parse::<f64>().unwrap() - 9.81 / 2.0).abs() < 1e-9, "{line}");
    }
    let f: Vec<f64> = serde_json::from_str(lines[2]).unwrap();
    assert!(f.iter().all(|f| (f - 1.0 / 3.0).abs() < 1e-12), "{f:?}");
}

#[test]
fn all_members_do_what_their_words_say() {
    let said = node(include_str!("package.mjs"));
    assert_eq!(said, "all is well\n");
}

/// Three blocks of 1 kg; the one that is clicked is pushed, and slides on the lower one, which the floor holds.
#[test]
fn the_example_page_draws_a_stack_and_takes_a_push() {
    let lines = include_str!("../../npm/examples/page.html").lines().count();
    assert!(lines <= 40, "an example of {lines} lines");
    in_browser_serving(
        || package().to_path_buf(),
        async |page| {
            page.show_on(Screen::DESKTOP).await;
            page.go("examples/page.html").await;
            page.until("document.querySelector('output').value === (3 * 9.81).toFixed(2)").await;
            page.screenshot("package").await;
            let colour = |x: u32, y: u32| {
                format!(
                    "[...document.querySelector('canvas').getContext('2d').getImageData({x}, {y}, 1, 1).data].join()"
                )
            };
            let [middle, large] = [colour(310, 228), colour(326, 276)];
            for beside in [&middle, &large] {
                assert_eq!(page.text(beside).await, "0,0,0,0", "nothing is beside a block");
            }
            for _ in 0..3 {
                let at = "(({ x, y }) => [x + 240, y + 228])(document.querySelector('canvas').getBoundingClientRect())";
                let at: [f64; 2] = serde_json::from_value(page.value(at).await).expect("a point");
                page.drag_mouse(at, at).await;
                page.release_mouse().await;
            }
            page.until(&format!("{middle} !== '0,0,0,0'")).await;
            assert_eq!(page.text(&large).await, "0,0,0,0", "the lower block was not clicked");
        },
    );
}

/// What esbuild, vite and webpack make of a program that imports the package runs as it does without them.
#[test]
fn bundlers_take_the_package() {
    let Some(bundlers) = env::var_os("BUNDLERS") else {
        return left_out("the engine's package in bundlers: BUNDLERS names none");
    };
    let source = tempfile::tempdir_in(package().ancestors().nth(2).expect("a folder")).expect("a folder");
    let write = |name: &str, text: &str| fs::write(source.path().join(name), text).expect("a file is written");
    write("index.html", "<!doctype html><link rel=icon href=data:,><script type=\"module\" src=\"./app.js\"></script>");
    write(
        "app.js",
        "import { World, solve } from 'contact-forces';
        const gravity = [0, -10], vertices = [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]], shape = { type: 'polygon', vertices };
        const bodies = [{ name: 'block', mass: 1, position: [0, 0.5], shape }, { name: 'floor', fixed: true, position: [0, -0.5], shape }];
        const world = World.fromScene({ mode: 'planar', gravity, time_step: 0.01, scene: { bodies } });
        world.step(100);
        const forces = world.contacts.map(({ force }) => force);
        window.found = { forces, f: solve({ A: [[2, 1], [1, 2]], b: [-1, -1] }).f };",
    );
    for bundler in env::split_paths(&bundlers) {
        let target = tempfile::tempdir().expect("a folder");
        let mut program = Command::new("node");
        program.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/bundle.mjs")).arg(&bundler);
        let output = program.arg(source.path()).arg(target.path()).output().expect("node is there, with npm");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", bundler.display());
        in_browser_serving(
            || target.path().to_path_buf(),
            async |page| {
                page.go("").await;
                page.until("window.found").await;
                let forces: Vec<f64> = serde_json::from_value(page.value("found.forces").await).expect("forces");
                assert!((forces.iter().sum::<f64>() - 10.0).abs() < 1e-9, "{}: {forces:?}", bundler.display());
                let f: Vec<f64> = serde_json::from_value(page.value("found.f").await).expect("a solution");
                assert!(f.iter().all(|f| (f - 1.0 / 3.0).abs() < 1e-12), "{}: {f:?}", bundler.display());
                page.assert_no_errors().await;
            },
        );
    }
}
