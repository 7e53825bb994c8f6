//! The data of the tests: what lies in `tests/data`, and further folders of the same form.
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where data of this kind lie: in the repository, and in the folders that an environment variable names, in the form of
/// `PATH`. A folder that is not there is a failure.
pub fn data_folders(variable: &str, name: &str) -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let further = std::env::var_os(variable).unwrap_or_default();
    let folders: Vec<PathBuf> = [own].into_iter().chain(std::env::split_paths(&further)).collect();
    let named = folders.into_iter().filter(|folder| !folder.as_os_str().is_empty());
    named.inspect(|folder| assert!(folder.is_dir(), "there is no folder {}", folder.display())).collect()
}

/// The JSON files of a folder, compressed or not, with their names, in order. A folder without any is a failure.
pub fn json_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of a folder").path());
    let mut files: Vec<(String, PathBuf)> = paths.filter_map(|path| Some((name(&path)?, path))).collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no JSON file", folder.display());
    files
}

/// The name of a JSON file without its endings.
fn name(path: &Path) -> Option<String> {
    let file = path.file_name()?.to_str()?;
    file.strip_suffix(".json").or(file.strip_suffix(".json.gz")).map(String::from)
}

/// The text of such a file, unpacked.
pub fn text(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|ending| ending != "gz") {
        return bytes;
    }
    let mut text = Vec::new();
    let read = flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut text);
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

/// What such a file says.
pub fn value(path: &Path) -> Value {
    serde_json::from_slice(&text(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the file of this name in a folder says, compressed or not.
pub fn named_value(folder: &Path, name: &str) -> Value {
    let plain = folder.join(format!("{name}.json"));
    value(&if plain.exists() { plain } else { folder.join(format!("{name}.json.gz")) })
}
