//! The words of the page: each in all its languages, with the same places to fill in.
use contact_forces::session::link::LANGUAGES;
use contact_forces::session::spatial_scenes::SCENES;
use contact_forces::web::settings::{Kind, SETTINGS, Setting};
use contact_forces::web::spatial::settings::SETTINGS as SPATIAL_SETTINGS;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Words = BTreeMap<String, String>;

fn read(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of one part of the page.
fn part(language: &str, part: &str) -> Words {
    let mut parts: BTreeMap<String, Words> = serde_json::from_str(&read(&format!("www/lang/{language}.json"))).unwrap();
    parts.remove(part).unwrap_or_else(|| panic!("{language}: there is no {part}"))
}

/// All parts.
const PARTS: [&str; 5] = ["page", "laboratory", "spatial", "article", "without"];

/// The languages that are translated from English.
fn others() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().copied().filter(|language| *language != "en")
}

/// Words without the forms for other kinds of number that a language may have: `key.one`, `key.few`, ... beside `key`.
fn general(words: &Words) -> Words {
    const KINDS: [&str; 5] = ["zero", "one", "two", "few", "many"];
    let special = |key: &str| {
        key.rsplit_once('.').is_some_and(|(general, kind)| KINDS.contains(&kind) && words.contains_key(general))
    };
    words.iter().filter(|(key, _)| !special(key)).map(|(key, text)| (key.clone(), text.clone())).collect()
}

fn all_keys(words: &Words) -> BTreeSet<String> {
    general(words).into_keys().collect()
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
    let mut all = part(language, "page");
    for (key, text) in part(language, "article") {
        assert!(all.insert(key.clone(), text).is_none(), "{key} is there twice in {language}");
    }
    all
}

/// Each file of words is in the list, and each of the list is there.
#[test]
fn every_file_of_words_is_a_language_of_the_page() {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("www/lang")).unwrap();
    let found: BTreeSet<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let listed = LANGUAGES.iter().map(|language| format!("{language}.json"));
    assert_eq!(found, listed.chain(["languages.json".to_string()]).collect());
}

#[test]
fn every_word_is_there_in_all_languages() {
    let english = words_with_article("en");
    let mut needed = all_keys(&english);
    needed.extend(keys_of_page());
    for language in others() {
        let other = words_with_article(language);
        let there = all_keys(&other).into_iter().filter(|key| !is_in_module(key)).collect();
        same_keys(&needed, &there, language);
        same_places(&english, &other, language);
    }
}

/// Units of the page, those of several words in full.
const UNITS: [&str; 20] = [
    "N", "N m", "N s", "N/m", "kg", "kg m²", "kg/s", "m", "mm", "cm", "µm", "m/s", "m/s²", "rad/s", "rad/s²", "s",
    "ms", "1/kg", "1/m", "1/s",
];

/// Whether a unit ends where this begins.
fn ends_unit(after: &str) -> bool {
    !after.starts_with(|c: char| c.is_alphanumeric() || "²³/·-".contains(c))
}

/// The units in a text that a plain space parts from the number, the {place} or the formula before them, or within.
fn loose_units(text: &str) -> Vec<&'static str> {
    let is_number = |before: &str| {
        before.ends_with(|c: char| c.is_ascii_digit() || c == '}' || c == '\u{a0}') || before.ends_with("</math>")
    };
    let unit = |rest: &str| UNITS.into_iter().rfind(|unit| rest.strip_prefix(unit).is_some_and(ends_unit));
    let spaces = text.match_indices(' ').filter(|(at, _)| is_number(&text[..*at]));
    let loose = spaces.filter_map(|(at, _)| unit(&text[at + 1..]));
    let parted = text.match_indices('\u{a0}').filter_map(|(at, space)| unit(&text[at + space.len()..]));
    loose.chain(parted.filter(|unit| unit.contains(' '))).collect()
}

/// No line ends between a number and its unit, nor within one.
#[test]
fn units_stay_with_their_numbers() {
    let mut texts = vec![("the page's text".to_string(), text_of_page())];
    for (language, name) in LANGUAGES.iter().flat_map(|language| PARTS.map(|name| (language, name))) {
        texts.extend(part(language, name).into_iter().map(|(key, text)| (format!("{language}: {key}"), text)));
    }
    for (name, text) in texts {
        assert_eq!(loose_units(&text), Vec::<&str>::new(), "{name}");
    }
    assert_eq!(loose_units("3 N, 3\u{a0}N so, {x} kg m², 3\u{a0}N m, 3 Newton"), ["N", "kg m²", "N m"]);
}

/// Names what one has and the other has not.
fn same_keys(needed: &BTreeSet<String>, there: &BTreeSet<String>, language: &str) {
    assert_eq!(needed.difference(there).collect::<Vec<_>>(), Vec::<&String>::new(), "missing in {language}");
    assert_eq!(there.difference(needed).collect::<Vec<_>>(), Vec::<&String>::new(), "in {language} only");
}

/// Where both have a text, the same is filled in; a form for one may say it in words.
fn same_places(english: &Words, other: &Words, language: &str) {
    for (key, text) in general(english) {
        let Some(other) = other.get(&key) else { continue };
        assert_eq!(places(&text), places(other), "{language}: {key}");
    }
}

/// A form for some numbers fills in nothing that the general one has not.
#[test]
fn forms_for_numbers_fill_in_what_the_general_one_does() {
    for (language, name) in LANGUAGES.iter().flat_map(|language| PARTS.map(|name| (language, name))) {
        let words = part(language, name);
        let general = general(&words);
        for (key, text) in words.iter().filter(|(key, _)| !general.contains_key(*key)) {
            let (base, _) = key.rsplit_once('.').unwrap();
            assert!(places(text).is_subset(&places(&words[base])), "{language}: {key}");
        }
    }
}

/// What is loaded later has all its words in its own part.
#[test]
fn later_words_are_there_in_all_languages() {
    let page = part("en", "page");
    for name in ["laboratory", "without"] {
        let english = part("en", name);
        for language in others() {
            let other = part(language, name);
            same_keys(&all_keys(&english), &all_keys(&other), language);
            same_places(&english, &other, language);
        }
        for key in english.keys() {
            assert!(!page.contains_key(key), "{key} is a word of the page");
        }
    }
}

/// The words that the spatial mode has of its own; its scenes have their English titles in the module.
#[test]
fn every_word_of_the_spatial_mode_is_there_in_all_languages() {
    let english = part("en", "spatial");
    let in_module = |key: &str| ["body.", "scene."].iter().any(|start| key.starts_with(start));
    let own = |words: &Words| all_keys(words).into_iter().filter(|key| !in_module(key)).collect();
    for scene in SCENES {
        let about = english.get(&format!("about.{}", scene.name));
        assert!(about.is_some_and(|text| text.len() > 60), "English: what to try in {}", scene.name);
    }
    for language in others() {
        let other = part(language, "spatial");
        same_keys(&own(&english), &own(&other), language);
        same_places(&english, &other, language);
        for scene in SCENES {
            for key in ["scene", "about"].map(|kind| format!("{kind}.{}", scene.name)) {
                assert!(other.contains_key(&key), "{language}: {key}");
            }
        }
    }
}

/// Every setting and every choice of it has its words, but for what has its names elsewhere.
fn assert_settings_have_words(settings: &[Setting], words: &Words, language: &str, elsewhere: &[&str]) {
    for setting in settings {
        assert!(words.contains_key(&format!("setting.{}", setting.name)), "{language}: setting {}", setting.name);
        let Kind::Choice(choices) = &setting.kind else { continue };
        for choice in choices.iter().filter(|_| !elsewhere.contains(&setting.name)) {
            let key = format!("{}.{choice}", setting.name);
            assert!(words.contains_key(&key), "{language}: {key}");
        }
    }
}

#[test]
fn every_setting_of_the_spatial_mode_has_its_words() {
    for language in LANGUAGES {
        let words: Words = part(language, "page").into_iter().chain(part(language, "spatial")).collect();
        assert_settings_have_words(SPATIAL_SETTINGS, &words, language, &["lang", "scene", "solver"]);
        let solvers = SPATIAL_SETTINGS.iter().filter(|setting| setting.name == "solver");
        let names =
            solvers.filter_map(|setting| if let Kind::Choice(names) = setting.kind { Some(names) } else { None });
        let named = |name: &&str| words.contains_key(&format!("contest.{name}"));
        assert!(names.flatten().all(named), "{language}: methods are named in the tab Solvers");
    }
}

#[test]
fn every_setting_and_every_choice_has_its_words() {
    for language in LANGUAGES {
        assert_settings_have_words(SETTINGS, &part(language, "page"), language, &["lang"]);
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

/// A formula, a link or a live number that is in one language is in the others.
#[test]
fn all_languages_have_the_same_formulas_links_and_numbers() {
    let english = english_of_page();
    for language in others() {
        let mut compared = 0;
        for (key, other) in part(language, "article").iter().filter(|(key, _)| english.contains_key(*key)) {
            for (open, close) in [("<math>", "</math>"), ("href=\"", "\""), ("data-live=\"", "\"")] {
                let (mut found, mut expected) = (between(other, open, close), between(&english[key], open, close));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{language}: {key}");
                compared += found.len();
            }
        }
        assert!(compared > 200, "{language}: only {compared} formulas, links and numbers");
    }
}
