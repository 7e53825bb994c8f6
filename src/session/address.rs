//! Reading and writing of a [`Link`] as query and hash.
use super::Mode;
use super::fields::{Fields, Query, Words, decimal};
use super::link::{Language, Link, Motion, Show, Theme};
use super::snapshot::Snapshot;
use super::warning::{Expected, Warning};
use crate::complementarity::{METHODS, Order};
use crate::planar::impulse::ImpactLaw;
use crate::planar::integrate::Integrator;
use crate::planar::scenes::SCENES;

const LANGUAGES: &Words<Option<Language>> = &[("en", Some(Language::English)), ("de", Some(Language::German))];
const THEMES: &Words<Theme> =
    &[("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark), ("projector", Theme::Projector)];
const MOTIONS: &Words<Motion> = &[("auto", Motion::Auto), ("reduce", Motion::Reduce)];
const ON_OFF: &Words<bool> = &[("on", true), ("off", false)];
const ONE_ZERO: &Words<bool> = &[("1", true), ("0", false)];
const SHOWN: [&str; 4] = ["forces", "pairs", "ids", "matrix"];

impl Link {
    /// Reads the query and the hash of an address, each with or without its mark. Never fails: what cannot be taken
    /// becomes a warning. A hash that does not begin with `s=` is a place in the article and says nothing here.
    pub fn parse(query: &str, hash: &str) -> (Self, Vec<Warning>) {
        let (mut link, mut fields) = (Self::default(), Fields::read(query));
        link.read_scene(&mut fields);
        link.read_physics(&mut fields);
        link.read_page(&mut fields);
        if let Some(text) = hash.strip_prefix('#').unwrap_or(hash).strip_prefix("s=") {
            link.state = Snapshot::decode(text).ok();
            if link.state.is_none() {
                fields.warn("s", Expected::State, text);
            }
        }
        (link, fields.finish())
    }

    /// The query and the hash, each with its mark or empty.
    pub fn write(&self) -> (String, String) {
        let mut query = Query::default();
        self.write_scene(&mut query);
        self.write_physics(&mut query);
        self.write_page(&mut query);
        (query.0, self.state.as_ref().map_or(String::new(), |state| format!("#s={}", state.encode())))
    }

    fn read_scene(&mut self, fields: &mut Fields) {
        self.mode = fields.word("mode", &modes()).unwrap_or_default();
        let scenes = scenes(self.mode);
        self.scene = fields.word("scene", &scenes).unwrap_or_else(|| first(&scenes));
        self.count = fields.whole("n", 1..=6).map_or(self.count, |n| n as usize);
        self.seed = fields.whole("seed", 0..=u64::MAX).unwrap_or(self.seed);
    }

    fn write_scene(&self, query: &mut Query) {
        query.word("mode", &modes(), &self.mode, &Mode::default());
        let (scenes, default) = (scenes(self.mode), Self::default());
        query.word("scene", &scenes, &self.scene, &first(&scenes));
        if self.count != default.count {
            query.put("n", &self.count.to_string());
        }
        if self.seed != default.seed {
            query.put("seed", &self.seed.to_string());
        }
    }

    fn read_physics(&mut self, fields: &mut Fields) {
        self.gravity = fields.number("g", 0.0..=1e3);
        self.elasticity = fields.number("e", 0.0..=1.0);
        self.damping = fields.number("d", 0.0..=1e3);
        self.thrust = fields.number("thrust", 0.0..=1e6);
        self.mass1 = fields.number("m1", 1e-6..=1e6);
        self.time_step = fields.number("dt", 1e-5..=0.1);
        self.integrator = fields.word("integrator", &integrators());
        self.solver = fields.word("solver", &solvers());
        let orders = Expected::OneOf(vec!["worst-first", "index", "random:0", "random:1", "random:2 and so on"]);
        self.order = fields.value("order", orders, Order::from_name);
        self.impact_law = fields.word("law", &impact_laws());
    }

    fn write_physics(&self, query: &mut Query) {
        query.number("g", self.gravity);
        query.number("e", self.elasticity);
        query.number("d", self.damping);
        query.number("thrust", self.thrust);
        query.number("m1", self.mass1);
        query.number("dt", self.time_step);
        for (name, word) in [
            ("integrator", self.integrator.map(|i| i.name().to_string())),
            ("solver", self.solver.map(str::to_string)),
            ("order", self.order.map(Order::name)),
            ("law", self.impact_law.map(|law| law.name().to_string())),
        ] {
            if let Some(word) = word {
                query.put(name, &word);
            }
        }
    }

    fn read_page(&mut self, fields: &mut Fields) {
        self.rate = fields.number("rate", 0.01..=100.0).unwrap_or(self.rate);
        self.run = fields.word("run", ONE_ZERO).unwrap_or(self.run);
        self.show = fields.value("show", Expected::SomeOf(SHOWN.to_vec()), show).unwrap_or_default();
        self.language = fields.word("lang", LANGUAGES).flatten();
        self.theme = fields.word("theme", THEMES).unwrap_or_default();
        self.motion = fields.word("motion", MOTIONS).unwrap_or_default();
        self.keys = fields.word("keys", ON_OFF).unwrap_or(self.keys);
        self.exercise = fields.whole("ex", 1..=8).map(|ex| ex as u8);
        self.embed = fields.word("embed", ONE_ZERO).unwrap_or(self.embed);
    }

    fn write_page(&self, query: &mut Query) {
        let default = Self::default();
        if self.rate != default.rate {
            query.put("rate", &decimal(self.rate));
        }
        query.word("run", ONE_ZERO, &self.run, &default.run);
        if self.show != default.show {
            query.put("show", &shown(self.show));
        }
        query.word("lang", LANGUAGES, &self.language, &default.language);
        query.word("theme", THEMES, &self.theme, &default.theme);
        query.word("motion", MOTIONS, &self.motion, &default.motion);
        query.word("keys", ON_OFF, &self.keys, &default.keys);
        if let Some(exercise) = self.exercise {
            query.put("ex", &exercise.to_string());
        }
        query.word("embed", ONE_ZERO, &self.embed, &default.embed);
    }
}

fn modes() -> Vec<(&'static str, Mode)> {
    Mode::ALL.map(|mode| (mode.name(), mode)).to_vec()
}

fn integrators() -> Vec<(&'static str, Integrator)> {
    Integrator::ALL.map(|integrator| (integrator.name(), integrator)).to_vec()
}

fn impact_laws() -> Vec<(&'static str, ImpactLaw)> {
    ImpactLaw::ALL.map(|law| (law.name(), law)).to_vec()
}

fn solvers() -> Vec<(&'static str, &'static str)> {
    METHODS.iter().map(|method| (method.name, method.name)).collect()
}

/// The scenes of a mode; the spatial table is empty in this version.
fn scenes(mode: Mode) -> Vec<(&'static str, &'static str)> {
    match mode {
        Mode::Planar => SCENES.iter().map(|scene| (scene.name, scene.name)).collect(),
        Mode::Spatial => Vec::new(),
    }
}

fn first(scenes: &Words<&'static str>) -> &'static str {
    scenes.first().map_or("", |(name, _)| name)
}

/// What `show=` lists.
fn show(text: &str) -> Option<Show> {
    let words: Vec<&str> = if text == "none" { Vec::new() } else { text.split(',').collect() };
    let on = |word: &str| words.contains(&word);
    let known = words.iter().all(|word| SHOWN.contains(word));
    known.then(|| Show { forces: on("forces"), pairs: on("pairs"), ids: on("ids"), matrix: on("matrix") })
}

fn shown(show: Show) -> String {
    let on = [show.forces, show.pairs, show.ids, show.matrix];
    let words: Vec<&str> = SHOWN.into_iter().zip(on).filter_map(|(word, on)| on.then_some(word)).collect();
    if words.is_empty() { "none".into() } else { words.join(",") }
}
