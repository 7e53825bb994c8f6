//! The table of settings: the page makes its form from it, and every value passes through here.
//!
//! Most settings are fields of the address, so that a value is read, checked and refused in one place, `Link::parse`.
use super::stage::Stage;
use crate::session::address::{
    EXTRAS, FRICTION_SOLVERS, INTEGRATORS, LAWS, PLANAR_SCHEMES, RESTITUTIONS, SCENE_NAMES, SOLVER_NAMES, THEME_NAMES,
};
use crate::session::link::LANGUAGES;
use crate::session::number::{parse, shortest};
use crate::session::warning::{Expected, Warning};

/// What a setting takes.
pub enum Kind {
    /// A number. The bounds are those of the slider: the field beside it takes all that the address takes.
    Number {
        /// Left end.
        low: f64,
        /// Right end.
        high: f64,
        /// Distance of two places of the slider.
        step: f64,
    },
    /// One of some words.
    Choice(&'static [&'static str]),
    /// `1` or `0`.
    Switch,
}

/// A row of the table.
pub struct Setting {
    /// Its field in the address, and its key among the words of the page.
    pub name: &'static str,
    /// Unit, empty if it has none.
    pub unit: &'static str,
    /// What it takes.
    pub kind: Kind,
}

pub(super) const fn number(name: &'static str, unit: &'static str, low: f64, high: f64, step: f64) -> Setting {
    Setting { name, unit, kind: Kind::Number { low, high, step } }
}

pub(super) const fn choice(name: &'static str, words: &'static [&'static str]) -> Setting {
    Setting { name, unit: "", kind: Kind::Choice(words) }
}

pub(super) const fn switch(name: &'static str) -> Setting {
    Setting { name, unit: "", kind: Kind::Switch }
}

/// All settings, in the order of the form.
pub const SETTINGS: &[Setting] = &[
    choice("scene", &SCENE_NAMES),
    number("n", "", 1.0, 6.0, 1.0),
    number("seed", "", 0.0, 99.0, 1.0),
    number("g", "m/s²", 0.0, 20.0, 0.1),
    number("e", "", 0.0, 1.0, 0.05),
    number("mu", "", 0.0, 2.0, 0.05),
    number("d", "kg/s", 0.0, 2.0, 0.05),
    number("thrust", "N", 0.0, 10.0, 0.1),
    number("m1", "kg", 0.1, 10.0, 0.1),
    choice("hand", &HANDS),
    number("k", "N/m", 0.0, 20.0, 0.5),
    number("strength", "N", 0.0, 200.0, 1.0),
    number("dt", "s", 0.001, 0.1, 0.001),
    number("rate", "", 0.1, 4.0, 0.1),
    choice("integrator", &INTEGRATORS),
    choice("scheme", &PLANAR_SCHEMES),
    choice("fsolver", &FRICTION_SOLVERS),
    choice("solver", &SOLVER_NAMES),
    choice("order", &["worst-first", "index", "random:1", "random:2", "random:3"]),
    choice("extra", &EXTRAS),
    choice("law", &LAWS),
    choice("restitution", &RESTITUTIONS),
    switch("forces"),
    switch("values"),
    switch("applied"),
    switch("cones"),
    switch("pairs"),
    switch("ids"),
    choice("theme", &THEME_NAMES),
    choice("motion", &["auto", "reduce"]),
    choice("keys", &["on", "off"]),
    choice("lang", LANGUAGES),
];

/// How a hand moves what it holds: by a spring, or by giving it its velocity.
pub(super) const HANDS: [&str; 2] = ["spring", "velocity"];
/// Most force that a hand may have, N.
pub(super) const STRENGTH: (f64, f64) = (0.0, 1e6);
/// Stiffness that a hand's spring may have, N/m.
const STIFFNESS: (f64, f64) = (0.0, 1e3);

impl Stage {
    /// The present value of a setting, as it would be typed; empty for one of the address that is not set.
    pub fn value(&self, name: &str) -> String {
        let flag = |on: bool| if on { "1" } else { "0" }.to_string();
        match name {
            "k" => shortest(self.stiffness),
            "hand" => HANDS[usize::from(self.leads)].into(),
            "strength" => shortest(self.strength),
            "forces" => flag(self.link.show.forces),
            "pairs" => flag(self.link.show.pairs),
            "ids" => flag(self.link.show.ids),
            "values" => flag(self.values),
            "applied" => flag(self.applied),
            "cones" => flag(self.cones),
            _ => self.link.with_physics(&self.world).field(name).unwrap_or_default(),
        }
    }

    /// Sets a setting to what was typed; one that cannot be taken changes nothing.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Warning> {
        let number = |(low, high): (f64, f64)| {
            let value = parse(text).filter(|x| (low..=high).contains(x));
            value.ok_or_else(|| Warning::new(name, Expected::Number(low, high), text))
        };
        match name {
            "k" => self.stiffness = number(STIFFNESS)?,
            "strength" => self.strength = number(STRENGTH)?,
            "hand" => {
                self.leads = word(name, &HANDS, text)? == 1;
                self.pull();
            }
            "forces" => self.link.show.forces = flag(name, text)?,
            "pairs" => self.link.show.pairs = flag(name, text)?,
            "ids" => self.link.show.ids = flag(name, text)?,
            "values" => self.values = flag(name, text)?,
            "applied" => self.applied = flag(name, text)?,
            "cones" => self.cones = flag(name, text)?,
            _ => {
                let mut link = self.link.clone();
                link.set_field(name, text)?;
                self.adopt(link);
            }
        }
        Ok(())
    }
}

/// A switch's text.
pub(super) fn flag(name: &str, text: &str) -> Result<bool, Warning> {
    word(name, &["0", "1"], text).map(|k| k == 1)
}

/// Which of some words a text is.
pub(super) fn word(name: &str, words: &'static [&'static str], text: &str) -> Result<usize, Warning> {
    let expected = || Warning::new(name, Expected::OneOf(words), text);
    words.iter().position(|word| *word == text).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Link;

    fn stage() -> Stage {
        Stage::open(Link::parse("", "")).0
    }

    #[test]
    fn every_setting_takes_what_the_form_offers() {
        for setting in SETTINGS {
            let offered: Vec<String> = match &setting.kind {
                Kind::Number { low, high, .. } => vec![low.to_string(), high.to_string()],
                Kind::Choice(words) => words.iter().map(|word| word.to_string()).collect(),
                Kind::Switch => vec!["0".into(), "1".into()],
            };
            let mut stage = stage();
            for text in offered {
                assert_eq!(stage.set(setting.name, &text), Ok(()), "{}", setting.name);
                let found = stage.value(setting.name);
                // what is the default is left out of the address
                assert!(found == text || found.is_empty(), "{}: set {text}, found {found}", setting.name);
            }
        }
    }

    #[test]
    fn what_cannot_be_taken_changes_nothing_and_is_said() {
        for (name, bad) in
            [("m1", "0"), ("g", "-1"), ("e", "1.01"), ("k", "NaN"), ("dt", "0"), ("n", "7"), ("solver", "?&=")]
        {
            let mut stage = stage();
            let before = (stage.value(name), stage.world.digest());
            let warning = stage.set(name, bad).unwrap_err();
            assert_eq!((warning.field.as_str(), warning.found.as_str()), (name, bad));
            assert_eq!((stage.value(name), stage.world.digest()), before);
        }
    }

    #[test]
    fn a_setting_of_the_forces_acts_on_the_running_scene() {
        let mut stage = stage();
        stage.step();
        let time = stage.world.time;
        stage.set("g", "9.81").unwrap();
        stage.set("m1", "5").unwrap();
        assert_eq!((stage.world.forces.gravity.y, stage.world.bodies[0].mass), (-9.81, 5.0));
        assert_eq!(stage.world.time, time);
        stage.set("n", "2").unwrap();
        assert_eq!((stage.world.time, stage.value("g").as_str()), (0.0, "9.81"), "the number of objects starts anew");
        stage.set("scene", "blocks").unwrap();
        assert_eq!(stage.value("g"), "3", "another scene has its own gravity");
    }

    #[test]
    fn a_name_that_is_not_known_is_refused() {
        assert!(stage().set("gravity", "1").is_err());
        assert_eq!(stage().value("gravity"), "");
    }
}
