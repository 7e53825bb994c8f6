//! What others get of the crate: the files that are published, and the crates that a library brings.
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the registry takes of a crate, bytes.
const TAKEN: u64 = 10 << 20;

/// What cargo prints of this crate, a line each.
fn cargo(arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn a_library_brings_nothing_of_the_page_or_the_command() {
    for target in ["wasm32-unknown-unknown", "x86_64-unknown-linux-gnu"] {
        for features in ["", "spatial"] {
            let tree = ["tree", "--locked", "--no-default-features", "--features", features, "--target", target];
            let brought = cargo(
                &[&tree[..], &["--edges", "normal", "--prefix", "none", "--no-dedupe", "--format", "{lib}"]].concat(),
            );
            assert!(brought.contains(&"glam".to_string()), "{brought:?}");
            for not in ["wasm_bindgen", "js_sys", "web_sys", "clap", "tokio"] {
                assert!(!brought.contains(&not.to_string()), "{not} is brought for {target}, features {features:?}");
            }
        }
    }
}

/// The page can be built from it, and nothing is in it that only the repository needs.
#[test]
fn what_is_published_builds_the_page_and_weighs_little() {
    let files = cargo(&["package", "--list", "--allow-dirty", "--locked"]);
    for needed in ["src/lib.rs", "index.html", "www/main.js", "www/lang/de.json", "npm/index.d.ts", "LICENSE-MIT"] {
        assert!(files.iter().any(|file| file == needed), "{needed} is missing");
    }
    for file in &files {
        let picture = file.starts_with("docs/") && file.ends_with(".png");
        assert!(!picture && ![".ci/", ".github/", "fuzz/corpus"].iter().any(|not| file.starts_with(not)), "{file}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let size: u64 = files.iter().filter_map(|file| fs::metadata(root.join(file)).ok()).map(|file| file.len()).sum();
    println!("{} files, {size} bytes", files.len());
    assert!(size <= TAKEN, "{size} bytes");
}
