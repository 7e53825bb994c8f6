//! The numbers that the text states, in both languages, against the engine and against the figures that are set up with
//! them.
use super::{World, anatomy, forces};
use contact_forces::planar::advance::TOUCH;
use contact_forces::planar::body::Body;
use contact_forces::planar::equations::Correction;
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::step::BAND;
use contact_forces::spatial;
use contact_forces::web::{lessons, stage::IMPACT_SHOWN};
use glam::DVec2;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::fs;
use std::path::Path;

/// A number that the text states: the key of its words, as it is printed there, and as the engine has it.
struct Stated(&'static str, &'static str, f64);

const ASKS: &str = "www/article/asks.js";

fn mover(world: &World) -> Body {
    world.bodies.iter().find(|body| !body.is_fixed()).expect("a body that moves").clone()
}

fn size(world: &World) -> DVec2 {
    2.0 * mover(world).shape.vertices().iter().fold(DVec2::ZERO, |far, corner| far.max(*corner))
}

fn gravity(world: &World) -> f64 {
    -world.forces.gravity.y
}

fn weight(world: &World) -> f64 {
    gravity(world) * mover(world).mass
}

/// One block, its equation and its free body: sections 1, 2, 4, 5, 8, 9, 11 and 12.
fn of_the_block() -> Vec<Stated> {
    let block = lessons::loaded(0.0, 0.0, 0.0); // A, b, f and a of two contacts
    let (body, _) = forces("one-block");
    let size = size(&body);
    let square = Body::new("square", Polygon::rectangle(2.0, 2.0), 3.0);
    let torque = (0..1000).map(|k| f64::from(k) / 100.0).find(|torque| lessons::loaded(0.0, 0.0, -torque)[6] <= 1e-9);
    vec![
        Stated("try.4", "3", weight(&body)),
        Stated("try.4", "3", gravity(&body)),
        Stated("hand.1", "2", size.x),
        Stated("hand.1", "1", size.y),
        Stated("hand.1", "3", weight(&body)),
        Stated("hand.6", "1.5", block[6]),
        Stated("hand.2", "1", size.x / 2.0),
        Stated("hand.4", "3", -block[4]),
        Stated("hand.4", "3.4", block[0]),
        Stated("hand.4", "1.4", -block[1]),
        Stated("hand.5", "1.5", block[7]),
        Stated("see.gravity.about", "3", gravity(&body)),
        Stated("see.gravity.about", "1", mover(&body).mass),
        Stated("see.impact.about", "0.2", IMPACT_SHOWN),
        Stated("gap.2", "5", 1e3 * body.settings.target_gap),
        Stated("gap.8", "5", 1e3 * body.settings.target_gap),
        Stated("entries.2", "3.4", block[0]),
        Stated("entries.2", "1.4", -block[1]),
        Stated("entries.2", "2", size.x),
        Stated("arm.caption", "3.4", block[0]),
        Stated("arm.caption", "1.4", -block[1]),
        Stated("corner.caption.cases", "3", in_figure("corner", "  load = ")),
        Stated("corner.caption.valley", "3", -in_figure("corner", "b: [")),
        Stated("corner.caption.valley", "1", 1.0 / in_figure("corner", "A: [")),
        Stated("ask.cases.right", "3", torque.expect("it tips")),
        Stated("ask.cases.right", "1", size.x / 2.0),
        Stated("ask.pivot", "3.4", block[0]),
        Stated("ask.pivot.wrong", "3.4", block[0]),
        Stated("ask.pivot.wrong", "3", -block[4]),
        Stated("entries.2", "1", size.y),
        Stated("entries.2", "1", mover(&body).mass),
        Stated("entries.2", "512", 512.0 * mover(&body).inertia / (5.0 / 12.0)), // printed as a fraction, 5/12
        Stated("ask.entry", "2", square.inertia),
        Stated("ask.entry", "2", 2.0 * in_file(ASKS, "SQUARE = { half: ")),
        Stated("ask.entry", "3", square.mass),
        Stated("ask.entry.wrong", "1", in_file(ASKS, "SQUARE = { half: ")),
        Stated("ask.cases", "4", -in_file(ASKS, "blockUnder(page, 0, 0, ")),
        Stated("ask.cases.wrong", "3", weight(&body)),
        Stated("ask.cases.wrong", "1", size.x / 2.0),
        Stated("ask.floor", "300", in_file(ASKS, "m1=") * gravity(&body)),
        Stated("ask.floor", "3", weight(&forces("two-blocks").0)),
        Stated("ask.lever", "1.5", in_file(ASKS, "{ A, b, f } = blockUnder(page, ")),
        Stated("ask.lever", "3", in_file(ASKS, "{ A, b, f } = blockUnder(page, 1.5, ")),
        Stated("loop.1", "40", 1.0 / body.settings.time_step),
        Stated("loop.3", "0.001", 1e3 * BAND),
        Stated("drift.4", "5", 1e3 * body.settings.target_gap),
        Stated("drift.4", "0.01", 1e3 * Correction::DRIFT),
        Stated("impacts.30", "0.01", 1e6 * TOUCH),
    ]
}

/// Scenes with several contacts: sections 4 to 7 and 10, and the exercises on them.
fn of_scenes() -> Vec<Stated> {
    let (mut wedges, wedge_forces) = forces("balance");
    let tilted = -wedges.instant().lcp.a[(1, 2)];
    let (mut turning, _) = forces("turning");
    let plank = anatomy(&mut turning)[0].sides[1].omega;
    let first = &anatomy(&mut turning)[0];
    let sliding = (first.sides[0].velocity - first.sides[1].velocity).length_squared().sqrt();
    let pushed = (anatomy(&mut wedges)[1].sides).iter().map(|side| side.inverse_mass).fold(f64::INFINITY, f64::min);
    let [beam, drop, ladder] = ["beam", "drop", "ladder"].map(|name| forces(name).0);
    let fall = mover(&drop).state.position.y - 0.5;
    vec![
        Stated("entries.3", "0.238", tilted),
        Stated("entries.3", "1.238", 1.0 + tilted),
        Stated("equation.5", "12", wedge_forces[0]),
        Stated("ask.coriolis", "0.6", plank),
        Stated("ask.coriolis", "0.5", sliding),
        Stated("entries.3", "1", pushed),
        Stated("glass.caption", "0.6", in_figure("glass", "omega: ")),
        Stated("ask.range", "6", weight(&beam)),
        Stated("beam.caption", "6", weight(&beam)),
        Stated("beam.caption", "6", in_figure("beam", "WEIGHT = ")),
        Stated("beam.caption", "2", mover(&beam).mass),
        Stated("ex5.1", "6", weight(&beam)),
        Stated("ex5.right", "6", weight(&beam)),
        Stated("ex2.1", "1", mover(&ladder).mass),
        Stated("ex2.1", "4", size(&ladder).x),
        Stated("ex2.1", "0.1", size(&ladder).y),
        Stated("ex2.1", "60", -mover(&ladder).state.angle.to_degrees()),
        Stated("ex2.1", "3", gravity(&ladder)),
        Stated("ex2.right", "3", weight(&ladder)),
        Stated("ex6.1", "3", fall),
        Stated("ex6.1", "1.2", in_file("www/article/over-the-line.js", "LINE = ")),
        Stated("ex6.hint2", "5", 1e3 * drop.settings.target_gap),
        Stated("bounce.caption", "3", fall),
        Stated("bounce.caption", "3", gravity(&drop)),
        Stated("ask.rebound", "3", fall),
        Stated("gap.2", "5", 1e3 * in_file("www/article/asks.js", "TOUCH = ")),
        Stated("ask.rebound.right", "0.25", rebound(0.5) / fall),
    ]
}

/// How high the dropped block comes after its first impact, m, by the engine, from where it touches.
fn rebound(restitution: f64) -> f64 {
    let (mut world, _) = forces("drop");
    world.settings.restitution = restitution;
    let mut last = mover(&world).state;
    while last.velocity.y <= 0.0 {
        world.step();
        last = mover(&world).state;
    }
    // it is in flight: what is left of its speed still lifts it
    last.position.y - 0.5 + last.velocity.y.powi(2) / (2.0 * gravity(&world)) - world.settings.target_gap
}

/// Friction, Painlevé's rod, and what is in space: sections 12 to 16.
fn of_friction_and_space() -> Vec<Stated> {
    let (body, _) = forces("one-block");
    let size = size(&body);
    // the tangent of the angle at which friction wins first, and the friction at which it does
    let lifts = |friction: f64| move |degrees: f64| lessons::rod(degrees.to_radians(), friction, 0.0)[0];
    let least = lifts(4.0 / 3.0);
    let grows = |tangent: f64| least(tangent.atan().to_degrees() + 1e-4) >= least(tangent.atan().to_degrees() - 1e-4);
    let steepest = between(1.0, 3.0, grows);
    let paradox = between(1.0, 2.0, |friction| lifts(friction)(steepest.atan().to_degrees()) < 0.0);
    let slides = between(0.0, 1.0, |tilt| lessons::holds(tilt, 0.35) == Some(false)).to_degrees();
    let tips = between(0.8, 1.4, |tilt| lessons::holds(tilt, 9.0) != Some(true)).to_degrees();
    let stack = (spatial::scenes::scene("heavy-top").expect("a scene").build)(spatial::scenes::Options::default());
    let bolt = (spatial::scenes::scene("bolt-aside").expect("a scene").build)(spatial::scenes::Options::default());
    let hand = bolt.forces.pushes.first().map(|push| push.force.length_squared().sqrt());
    let masses: Vec<f64> = stack.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).collect();
    vec![
        Stated("ask.tip", "2", size.x),
        Stated("ask.tip", "1", size.y),
        Stated("ask.tip.right", "19.3", slides),
        Stated("ask.tip.right", "63.4", tips),
        Stated("ask.tip.right", "2", tips.to_radians().tan()),
        Stated("ex7.1", "2", size.x),
        Stated("ex7.1", "1", size.y),
        Stated("ex7.1", "0.35", in_file("www/article/tilt.js", "FRICTION = ")),
        Stated("ex7.right", "63.4", tips),
        Stated("stones.4", "63.4", steepest.atan().to_degrees()),
        Stated("stones.4", "2", steepest),
        Stated("stones.4", "4", 3.0 * paradox),
        Stated("slope.caption", "1", lessons::slope(0.0, 0.5, 9.81)[0] / in_figure("slope", "G = ")),
        Stated("springs.caption", "1", in_figure("springs", "G = ") / in_figure("answers", "G = ")),
        Stated("ahead.now", "1", in_figure("ahead", "{ omega: ")),
        Stated("fischer.caption", "1", in_figure("space", "mass: ")),
        Stated("fischer.caption", "2", 2.0 * in_figure("fischer", "STEP] = [")),
        Stated("fischer.caption", "60", 180.0 / in_figure("fischer", "Math.PI / ")),
        Stated("rod.caption", "1", 1.0 / lessons::rod(FRAC_PI_2, 0.0, 0.0)[0]),
        Stated("rod.caption", "2", 2.0 * (lessons::rod(FRAC_PI_2, 0.0, 1.0)[1] - lessons::rod(FRAC_PI_2, 0.0, 0.0)[1])),
        Stated("ask.roll", "4", in_file(ASKS, "runs({ omega: ")),
        Stated("ask.roll", "0.5", in_file(ASKS, "runs({ omega: 4, radius: ")),
        Stated("ask.rate", "0.3", in_file(ASKS, "below(page, ")),
        Stated("ask.rate", "0.5", in_file(ASKS, "below(page, 0.3, ")),
        Stated("ask.order.wrong", "25", in_figure("drift", "  step = ")),
        Stated("ask.order.wrong", "13", 0.5 * in_figure("drift", "  step = ") + 0.5),
        Stated("bounce.still", "9", in_figure("bounce", "TIME = ")),
        Stated("bounce.still.one", "9", in_figure("bounce", "TIME = ")),
        Stated("answers.caption", "9.81", in_figure("answers", "G = ")),
        Stated("answers.caption", "1", in_figure("block", "mass: ")),
        Stated("overview.5", "1", in_figure("block", "mass: ")),
        Stated("ex8.1", "5", hand.expect("a force that presses the bolt")),
        Stated("drift.1", "3", in_figure("drift", "SPEED = ")),
        Stated("drift.1", "1", in_figure("drift", "RADIUS = ")),
        Stated("drift.1", "10", 100.0 * in_figure("drift", "BALL = ")),
        Stated("answers.caption", "1", 100.0 * in_figure("answers", "START = ")),
        Stated("answers.caption", "2000", in_figure("answers", "STIFF = ")),
        Stated("answers.caption", "45", in_figure("answers", "STRONGEST] = [0.012, ")),
        Stated("ahead.caption", "0.8", in_figure("ahead", "  radius = ")),
        Stated("region.carries", "10", in_figure("region", "LOAD = ")),
        Stated("impacts.24", "100", masses[masses.len() - 1] / masses[0]),
    ]
}

/// The least number from which something holds, to the last digit.
fn between(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    assert!(!holds(low) && holds(high));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

fn page_file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The number that a file of the page has behind some words of its code.
fn in_file(path: &str, words: &str) -> f64 {
    let code = page_file(path);
    let (_, rest) = code.split_once(words).unwrap_or_else(|| panic!("{path} has no {words:?}"));
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or_else(|_| panic!("{path}: {words}{}", &rest[..end]))
}

/// The number with which a figure is set up.
fn in_figure(name: &str, words: &str) -> f64 {
    in_file(&format!("www/article/figures/{name}.js"), words)
}

/// Numbers that are written as words.
const WRITTEN: [(&str, &str); 6] = [
    ("hundertmal", "100"),
    ("a hundred times", "100"),
    ("eight times", "8"),
    ("achtfache", "8"),
    ("tausendstel", "0.001"),
    ("a thousandth", "0.001"),
];

/// The numbers of a text without its tags, with decimal points.
fn numbers_in(text: &str) -> Vec<String> {
    let without: String = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words)).collect();
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let words = without.split(|c| !is_number(c)).map(|word| word.trim_matches(['.', ',']).replace(',', "."));
    let written = WRITTEN.iter().filter(|(word, _)| without.contains(word)).map(|(_, number)| number.to_string());
    words.filter(|word| !word.is_empty()).chain(written).collect()
}

fn lexicon(language: &str) -> BTreeMap<String, String> {
    let text = page_file(&format!("www/lang/{language}.json"));
    let mut parts: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(&text).expect("words by part and key");
    parts.remove("article").expect("the article's words")
}

/// The words of the article by their keys, in English.
fn english() -> BTreeMap<String, String> {
    let text = page_file("index.html") + &page_file("www/article/rest.html");
    let mut words = lexicon("en");
    for part in text.split("data-t=\"").skip(1) {
        let line = part.lines().next().unwrap_or_default();
        let (key, rest) = line.split_once('"').expect("a key");
        words.insert(key.into(), rest.split_once('>').map_or("", |(_, words)| words).into());
    }
    words
}

/// Units that make a number one that is stated.
const UNITS: [&str; 14] =
    ["N", "kg", "m", "mm", "cm", "s", "ms", "m/s", "m/s²", "rad/s", "N/m", "newtons", "metres", "seconds"];

/// The numbers of a text that have a unit.
fn quantities_in(text: &str) -> Vec<String> {
    let without: String = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words)).collect();
    let words: Vec<&str> = without.split_whitespace().collect();
    let punctuation = |c: char| ".,;:!?()".contains(c);
    let number = |word: &str| {
        let word = word.trim_end_matches(punctuation);
        let start = word
            .rfind(|c: char| !(c.is_ascii_digit() || c == '.'))
            .map_or(0, |at| at + word[at..].chars().next().map_or(1, char::len_utf8));
        word[start..].parse::<f64>().ok().map(|_| word[start..].to_string())
    };
    let has_unit = |k: usize| words.get(k + 1).is_some_and(|next| UNITS.contains(&next.trim_end_matches(punctuation)));
    let degrees = |word: &str| word.trim_end_matches(punctuation).strip_suffix('°').and_then(number);
    (0..words.len()).filter_map(|k| degrees(words[k]).or_else(|| number(words[k]).filter(|_| has_unit(k)))).collect()
}

/// No numbers of a scene: the square of 0.1, and a bound that the law itself sets.
const NONE_OF_A_SCENE: [(&str, &str); 2] = [("ex2.1", "0.12"), ("ask.range.right", "0")];

/// No number with a unit is in the text that the next test does not hold to the engine.
#[test]
fn every_quantity_of_the_text_is_stated() {
    let stated: Vec<Stated> = of_the_block().into_iter().chain(of_scenes()).chain(of_friction_and_space()).collect();
    let (article, german) = (english(), lexicon("de"));
    let (mut found, mut loose) = (0, Vec::new());
    for (key, text) in article.iter().filter(|(key, _)| german.contains_key(*key)) {
        for number in quantities_in(text) {
            found += 1;
            let known = stated.iter().any(|Stated(other, printed, _)| other == key && *printed == number);
            if !known && !NONE_OF_A_SCENE.contains(&(key, &number)) {
                loose.push(format!("{key}: {number}"));
            }
        }
    }
    assert!(loose.is_empty(), "nothing holds these to the engine: {loose:?}");
    assert!(found > 50, "only {found} numbers were found");
}

/// Every number that the text states of a scene is there in both languages, and is the engine's.
#[test]
fn stated_numbers_are_the_engines() {
    let text = page_file("index.html") + &page_file("www/article/rest.html");
    let [english, german] = ["en", "de"].map(lexicon);
    for Stated(key, printed, value) in of_the_block().into_iter().chain(of_scenes()).chain(of_friction_and_space()) {
        let in_text = text.split_once(&format!("data-t=\"{key}\">")).and_then(|(_, rest)| rest.lines().next());
        let english = in_text.or(english.get(key).map(String::as_str)).expect(key);
        for text in [english, &german[key]] {
            let numbers = numbers_in(text);
            assert!(numbers.iter().any(|number| number == printed), "{key}: {printed} is not among {numbers:?}");
        }
        let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
        let found: f64 = printed.parse().expect("a number");
        // a whole number is meant exactly
        let room = if digits == 0 { 1e-8 } else { 0.5 * 10f64.powi(-digits) };
        assert!((found - value).abs() <= room, "{key} says {printed}, the engine {value}");
    }
}
