//! The words of the page: each in English and in German, with the same places to fill in.
use contact_forces::session::spatial_scenes::SCENES;
use contact_forces::web::settings::{Kind, SETTINGS};
use contact_forces::web::spatial::settings::SETTINGS as SPATIAL_SETTINGS;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Words = BTreeMap<String, String>;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn words(language: &str) -> Words {
    words_in("www/lang", language)
}

fn words_in(folder: &str, language: &str) -> Words {
    serde_json::from_str(&read(&format!("{folder}/{language}.json"))).unwrap()
}

/// The page's text: index.html, and the sections that come when they are read.
fn text_of_page() -> String {
    read("index.html") + &read("www/article/rest.html")
}

/// Keys of the words in the page's text, which are the English ones there.
fn keys_of_page() -> BTreeSet<String> {
    let page = text_of_page();
    let attributes = ["data-t=\"", "data-t-label=\"", "data-t-title=\""];
    let values = attributes.iter().flat_map(|attribute| page.split(attribute).skip(1));
    values.map(|rest| rest.split('"').next().unwrap().to_string()).collect()
}

/// The {places} of a text.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect()
}

/// English has names of bodies from the module itself.
fn is_in_module(key: &str) -> bool {
    key.starts_with("body.")
}

/// The words of the page and those of the article, which come when it is read.
fn words_with_article(language: &str) -> Words {
    let mut all = words(language);
    for (key, text) in words_in("www/article", language) {
        assert!(all.insert(key.clone(), text).is_none(), "{key} is there twice in {language}");
    }
    all
}

#[test]
fn every_word_is_there_in_both_languages() {
    let (english, german) = (words_with_article("en"), words_with_article("de"));
    let mut needed: BTreeSet<String> = english.keys().cloned().collect();
    needed.extend(keys_of_page());
    let there: BTreeSet<String> = german.keys().filter(|key| !is_in_module(key)).cloned().collect();
    assert_eq!(needed.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "missing in German");
    assert_eq!(there.difference(&needed).collect::<Vec<_>>(), Vec::<&String>::new(), "German only");
}

/// What is loaded later has all its words in its own files.
#[test]
fn later_words_are_there_in_both_languages() {
    let (english, german) = (words_in("www/laboratory/lang", "en"), words_in("www/laboratory/lang", "de"));
    assert_eq!(english.keys().collect::<Vec<_>>(), german.keys().collect::<Vec<_>>());
    let page = words("en");
    for (key, text) in &english {
        assert_eq!(places(text), places(&german[key]), "{key}");
        assert!(!page.contains_key(key), "{key} is a word of the page");
    }
}

/// The words that the spatial mode has of its own; its scenes have their English titles in the module.
#[test]
fn every_word_of_the_spatial_mode_is_there_in_both_languages() {
    let [english, german] = ["en", "de"].map(|language| words_in("www/spatial/lang", language));
    let in_module = |key: &str| ["body.", "scene."].iter().any(|start| key.starts_with(start));
    let own = |words: &Words| words.keys().filter(|key| !in_module(key)).cloned().collect::<BTreeSet<_>>();
    assert_eq!(own(&english), own(&german));
    for (key, text) in &english {
        assert_eq!(places(text), places(&german[key]), "{key}");
    }
    for scene in SCENES {
        for key in ["scene", "about"].map(|kind| format!("{kind}.{}", scene.name)) {
            assert!(german.contains_key(&key), "German: {key}");
        }
        let about = english.get(&format!("about.{}", scene.name));
        assert!(about.is_some_and(|text| text.len() > 60), "English: what to try in {}", scene.name);
    }
}

#[test]
fn every_setting_of_the_spatial_mode_has_its_words() {
    for language in ["en", "de"] {
        let words: Words = words(language).into_iter().chain(words_in("www/spatial/lang", language)).collect();
        for setting in SPATIAL_SETTINGS {
            assert!(words.contains_key(&format!("setting.{}", setting.name)), "{language}: setting {}", setting.name);
            let Kind::Choice(choices) = &setting.kind else { continue };
            for choice in choices.iter().filter(|_| setting.name != "scene") {
                let key = format!("{}.{choice}", setting.name);
                assert!(words.contains_key(&key), "{language}: {key}");
            }
        }
    }
}

#[test]
fn both_languages_have_the_same_places_to_fill_in() {
    let (english, german) = (words_with_article("en"), words_with_article("de"));
    for (key, text) in &english {
        assert_eq!(places(text), places(&german[key]), "{key}");
    }
}

#[test]
fn every_setting_and_every_choice_has_its_words() {
    for language in ["en", "de"] {
        let words = words(language);
        for setting in SETTINGS {
            assert!(words.contains_key(&format!("setting.{}", setting.name)), "{language}: setting {}", setting.name);
            let Kind::Choice(choices) = &setting.kind else { continue };
            for choice in *choices {
                let key = format!("{}.{choice}", setting.name);
                assert!(words.contains_key(&key), "{language}: {key}");
            }
        }
    }
}

/// What stands between two marks, wherever they come.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

/// The English words of each key, which stand in the page's text.
fn english_of_page() -> Words {
    let page = text_of_page();
    let marked = page.match_indices(" data-t=\"").filter_map(|(at, mark)| {
        let tag = page[..at].rsplit('<').next()?.split_whitespace().next()?;
        let (key, rest) = page[at + mark.len()..].split_once('"')?;
        let words = rest.split_once('>')?.1.split(&format!("</{tag}>")).next()?;
        Some((key.to_string(), words.to_string()))
    });
    marked.collect()
}

/// A formula, a link or a live number that is in one language is in the other.
#[test]
fn both_languages_have_the_same_formulas_links_and_numbers() {
    let (english, german) = (english_of_page(), words_in("www/article", "de"));
    let mut compared = 0;
    for (key, german) in german.iter().filter(|(key, _)| english.contains_key(*key)) {
        for (open, close) in [("<math>", "</math>"), ("href=\"", "\""), ("data-live=\"", "\"")] {
            let (mut found, mut expected) = (between(german, open, close), between(&english[key], open, close));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{key}");
            compared += found.len();
        }
    }
    assert!(compared > 200, "only {compared} formulas, links and numbers");
}
