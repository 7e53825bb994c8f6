//! The table of settings of the spatial mode: the page makes its form from it, and every value passes through here.
use super::stage::Stage;
use crate::session::address::THEME_NAMES;
use crate::session::link::LANGUAGES;
use crate::session::number::{parse, shortest};
use crate::session::spatial_link::address::{
    CONE_NAMES, CULLING_NAMES, DESCENT_NAMES, IMPACT_LAW_NAMES, SCHEME_NAMES, SPATIAL_SCENE_NAMES, STEP_SOLVERS,
    VOLUME_NAMES,
};
use crate::session::warning::{Expected, Warning};
use crate::spatial::scenes::screwdriver::MOST_PLAY;
use crate::web::settings::{HANDS, STRENGTH, Setting, choice, flag, number, switch, word};

/// All settings, in the order of the form.
pub const SETTINGS: &[Setting] = &[
    choice("scene", &SPATIAL_SCENE_NAMES),
    number("n", "", 1.0, 30.0, 1.0),
    number("seed", "", 0.0, 99.0, 1.0),
    number("play", "m", 0.0, MOST_PLAY, 0.0005),
    number("g", "m/s²", 0.0, 20.0, 0.1),
    number("mu", "", 0.0, 2.0, 0.05),
    number("e", "", 0.0, 1.0, 0.05),
    number("et", "", -1.0, 1.0, 0.05),
    number("d", "kg/s", 0.0, 2.0, 0.05),
    number("thrust", "N", 0.0, 50.0, 0.5),
    choice("hand", &HANDS),
    number("k", "N/m", 0.0, 500.0, 5.0),
    number("strength", "N", 0.0, 500.0, 5.0),
    number("dt", "s", 0.001, 0.1, 0.001),
    number("rate", "", 0.1, 4.0, 0.1),
    choice("scheme", &SCHEME_NAMES),
    choice("solver", &STEP_SOLVERS),
    choice("cone", &CONE_NAMES),
    choice("law", &IMPACT_LAW_NAMES),
    switch("sleep"),
    choice("volume", &VOLUME_NAMES),
    choice("culling", &CULLING_NAMES),
    choice("descent", &DESCENT_NAMES),
    number("level", "", 0.0, 10.0, 1.0),
    switch("forces"),
    switch("values"),
    switch("applied"),
    switch("pairs"),
    switch("ids"),
    switch("normals"),
    switch("paths"),
    switch("shadows"),
    switch("section"),
    choice("theme", &THEME_NAMES),
    choice("motion", &["auto", "reduce"]),
    choice("keys", &["on", "off"]),
    choice("lang", LANGUAGES),
];

/// Stiffness that a hand's spring may have, N/m.
const STIFFNESS: (f64, f64) = (0.0, 1e6);
/// No tree is deeper than this in a scene that can be drawn.
const MOST_LEVELS: u64 = 60;

impl Stage {
    /// The present value of a setting, as it would be typed; empty for one of the address that is not set.
    pub fn value(&self, name: &str) -> String {
        let show = self.link.page.show;
        let on = match name {
            "k" => return shortest(self.stiffness),
            "hand" => return HANDS[usize::from(self.leads)].into(),
            "strength" => return shortest(self.strength),
            "level" => return self.shown.level.to_string(),
            "mode" => return crate::session::Mode::Spatial.name().into(),
            "forces" => show.forces,
            "pairs" => show.pairs,
            "ids" => show.ids,
            "values" => self.shown.values,
            "applied" => self.shown.applied,
            "normals" => self.shown.normals,
            "paths" => self.shown.paths,
            "shadows" => self.shown.shadows,
            "section" => self.shown.section,
            _ => return self.link.with_physics(&self.world).field(name).unwrap_or_default(),
        };
        if on { "1" } else { "0" }.into()
    }

    /// Sets a setting to what was typed; one that cannot be taken changes nothing.
    ///
    /// # Errors
    /// What it would have taken.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Warning> {
        let show = &mut self.link.page.show;
        let switched = match name {
            "forces" => &mut show.forces,
            "pairs" => &mut show.pairs,
            "ids" => &mut show.ids,
            "values" => &mut self.shown.values,
            "applied" => &mut self.shown.applied,
            "normals" => &mut self.shown.normals,
            "paths" => &mut self.shown.paths,
            "shadows" => &mut self.shown.shadows,
            "section" => &mut self.shown.section,
            _ => return self.set_value(name, text),
        };
        *switched = flag(name, text)?;
        Ok(())
    }

    fn set_value(&mut self, name: &str, text: &str) -> Result<(), Warning> {
        let number = |low: f64, high: f64| {
            let value = parse(text).filter(|x| (low..=high).contains(x));
            value.ok_or_else(|| Warning::new(name, Expected::Number(low, high), text))
        };
        match name {
            "k" => self.stiffness = number(STIFFNESS.0, STIFFNESS.1)?,
            "hand" => {
                self.leads = word(name, &HANDS, text)? == 1;
                self.pull();
            }
            "strength" => self.strength = number(STRENGTH.0, STRENGTH.1)?,
            "level" => {
                let level = text.parse::<u64>().ok().filter(|level| *level <= MOST_LEVELS);
                let expected = || Warning::new(name, Expected::Whole(0, MOST_LEVELS), text);
                self.shown.level = level.ok_or_else(expected)? as usize;
            }
            _ => {
                let mut link = self.link.clone();
                link.set_field(name, text)?;
                self.adopt(link);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::web::settings::Kind;

    fn stage() -> Stage {
        Stage::open(SpatialLink::parse("", "")).0
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
            [("g", "-1"), ("k", "NaN"), ("dt", "0"), ("n", "0"), ("scheme", "?&="), ("level", "x"), ("normals", "2")]
        {
            let mut stage = stage();
            let before = (stage.value(name), stage.world.digest());
            let warning = stage.set(name, bad).unwrap_err();
            assert_eq!((warning.field.as_str(), warning.found.as_str()), (name, bad));
            assert_eq!((stage.value(name), stage.world.digest()), before);
        }
        assert!(stage().set("gravity", "1").is_err() && stage().value("gravity").is_empty());
    }

    #[test]
    fn a_setting_of_the_forces_acts_on_the_running_scene() {
        let mut stage = stage();
        stage.step();
        let time = stage.world.time;
        stage.set("g", "1.62").unwrap();
        stage.set("scheme", "fischer").unwrap();
        assert_eq!((stage.world.forces.gravity.z, stage.world.settings.scheme), (-1.62, "fischer"));
        assert_eq!(stage.world.time, time);
        stage.set("n", "2").unwrap();
        assert_eq!((stage.world.time, stage.value("g").as_str()), (0.0, "1.62"), "the number of objects starts anew");
        stage.set("scene", "bowl").unwrap();
        assert_eq!(stage.value("g"), "9.81", "another scene has its own gravity");
    }
}
