//! The words of the page: a file for each language, and where its parts go.
//!
//! A visitor loads one part of the words at a time, in one language. Those who write or check them have all of a language
//! in one file, `www/lang/TAG.json`, by these parts; what is said before any module runs is put into the page itself.
use anyhow::{Context, Result, ensure};
use contact_forces::session::link::LANGUAGES;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// The words of a language, relative to the repository.
const FOLDER: &str = "www/lang";
/// What is said where the page's modules cannot run at all.
const WITHOUT: &str = "without";
/// Where start.js takes these words.
const PLACE: &str = "LANGUAGES_WITHOUT";
/// What says in the page that it needs scripts.
const NOSCRIPT: &str = "<noscript><p class=\"status\">";

/// Puts the words of all languages into the built page in `folder`: a file for each part, and what is needed before.
pub fn place(root: &Path, folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder.join(FOLDER))?;
    let mut without = Map::new();
    for &language in LANGUAGES {
        let name = format!("{FOLDER}/{language}.json");
        let text = fs::read_to_string(root.join(&name)).with_context(|| format!("cannot read {name}"))?;
        let mut words: Map<String, Value> = serde_json::from_str(&text).with_context(|| name.clone())?;
        let early = words.remove(WITHOUT).with_context(|| format!("expected {WITHOUT} in {name}"))?;
        without.insert(language.to_string(), early);
        ensure!(!words.is_empty(), "expected parts in {name}");
        fs::create_dir_all(folder.join(FOLDER).join(language))?;
        for (part, words) in words {
            fs::write(folder.join(FOLDER).join(language).join(format!("{part}.json")), words.to_string())?;
        }
    }
    in_file(&folder.join("index.html"), "<html lang=\"en\"", |found| {
        format!("{found} data-languages=\"{}\"", LANGUAGES.join(" "))
    })?;
    let said = |(language, words): (&String, &Value)| {
        format!("<span lang=\"{language}\">{}</span> ", words["script"].as_str().unwrap_or_default())
    };
    in_file(&folder.join("index.html"), NOSCRIPT, |found| {
        format!("{found}{}", without.iter().map(said).collect::<String>())
    })?;
    in_file(&folder.join("www/start.js"), PLACE, |_| Value::from(without.clone()).to_string())
}

/// Writes another text in the place of the one that is there once.
fn in_file(file: &Path, found: &str, write: impl FnOnce(&str) -> String) -> Result<()> {
    let text = fs::read_to_string(file)?;
    ensure!(text.matches(found).count() == 1, "expected {found} once in {}", file.display());
    Ok(fs::write(file, text.replace(found, &write(found)))?)
}
