//! Reading and writing of a [`SpatialLink`] as query and hash.
use super::SpatialLink;
use super::snapshot::SpatialSnapshot;
use crate::complementarity::METHODS;
use crate::complementarity::friction::CONE_METHODS;
use crate::session::fields::{Field, names, number, place, text, whole, word};
use crate::session::spatial_scenes::SCENES;
use crate::session::warning::{Expected, Warning};
use crate::session::{Link, Mode};
use crate::spatial::broad_phase::Culling;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::law::{Cone, ImpactLaw};
use crate::spatial::narrow_phase::distance::Descent;
use crate::spatial::scenes::screwdriver::MOST_PLAY;
use crate::spatial::time_stepping::SCHEMES;

/// No address of ours has more fields; the rest of a longer one is not looked at.
const MOST_FIELDS: usize = 64;

/// More objects than any scene can carry on in a useful time.
const MOST_OBJECTS: u64 = 5000;

/// The fields that concern the page, as they stand in the table of the plane.
const PAGE: [&str; 9] = ["rate", "run", "show", "lang", "theme", "motion", "keys", "ex", "embed"];

/// The fields that the spatial mode has of its own, in the order in which they are written.
const FIELDS: &[Field<SpatialLink>] = &[
    text(
        "scene",
        Expected::OneOf(&SPATIAL_SCENE_NAMES),
        |l| Some(l.scene.to_string()),
        |l, text| {
            (l.scene, l.own) = (SCENES[place(&SPATIAL_SCENE_NAMES, &text)?].name, None);
            Some(())
        },
    ),
    whole("n", 1, MOST_OBJECTS, |l| Some(l.count? as u64), |l, n| l.count = Some(n as usize)),
    whole("seed", 0, u64::MAX, |l| Some(l.seed), |l, n| l.seed = n),
    number("play", 0.0, MOST_PLAY, |l| l.play, |l, x| l.play = Some(x)),
    number("g", 0.0, 1e3, |l| l.physics.gravity, |l, x| l.physics.gravity = Some(x)),
    number("mu", 0.0, 1e3, |l| l.physics.friction, |l, x| l.physics.friction = Some(x)),
    number("e", 0.0, 1.0, |l| l.physics.restitution, |l, x| l.physics.restitution = Some(x)),
    number("et", -1.0, 1.0, |l| l.physics.tangential, |l, x| l.physics.tangential = Some(x)),
    word("cone", |_| &CONE_NAMES, |l| place(&Cone::ALL, &l.physics.cone?), |l, k| l.physics.cone = Some(Cone::ALL[k])),
    word(
        "law",
        |_| &IMPACT_LAW_NAMES,
        |l| place(&ImpactLaw::ALL, &l.physics.impact_law?),
        |l, k| l.physics.impact_law = Some(ImpactLaw::ALL[k]),
    ),
    number("d", 0.0, 1e3, |l| l.physics.damping, |l, x| l.physics.damping = Some(x)),
    number("thrust", 0.0, 1e6, |l| l.physics.thrust, |l, x| l.physics.thrust = Some(x)),
    number("dt", 1e-5, 0.1, |l| l.physics.time_step, |l, x| l.physics.time_step = Some(x)),
    word(
        "scheme",
        |_| &SCHEME_NAMES,
        |l| place(&SCHEME_NAMES, &l.physics.scheme?),
        |l, k| l.physics.scheme = Some(SCHEME_NAMES[k]),
    ),
    word(
        "solver",
        |_| &STEP_SOLVERS,
        |l| Some(l.physics.solver?.map_or(0, |name| place(&STEP_SOLVERS, &name).unwrap_or(0))),
        |l, k| l.physics.solver = Some((k > 0).then_some(STEP_SOLVERS[k])),
    ),
    word("sleep", |_| &["0", "1"], |l| l.physics.sleep.map(usize::from), |l, k| l.physics.sleep = Some(k == 1)),
    word("volume", |_| &VOLUME_NAMES, |l| place(&VolumeKind::ALL, &l.volume), |l, k| l.volume = VolumeKind::ALL[k]),
    word("culling", |_| &CULLING_NAMES, |l| place(&Culling::ALL, &l.culling), |l, k| l.culling = Culling::ALL[k]),
    word("descent", |_| &DESCENT_NAMES, |l| place(&DESCENTS, &l.descent), |l, k| l.descent = DESCENTS[k]),
];

/// Names of the spatial scenes.
pub(crate) const SPATIAL_SCENE_NAMES: [&str; SCENES.len()] = names!(SCENES);
/// Names of the schemes.
pub(crate) const SCHEME_NAMES: [&str; SCHEMES.len()] = names!(SCHEMES);
/// Names of the methods that take the contacts of a step by impulses: the scheme's own sweeps, those for friction, those
/// without.
pub(crate) const STEP_SOLVERS: [&str; 1 + CONE_METHODS.len() + METHODS.len()] = {
    let (cones, plain) = (names!(CONE_METHODS), names!(METHODS));
    let mut all = ["sweeps"; 1 + CONE_METHODS.len() + METHODS.len()];
    let mut k = 0;
    while k < cones.len() + plain.len() {
        all[1 + k] = if k < cones.len() { cones[k] } else { plain[k - cones.len()] };
        k += 1;
    }
    all
};
/// Names of the bounding volumes.
pub(crate) const VOLUME_NAMES: [&str; 7] = {
    let [a, b, c, d, e, f, g] = VolumeKind::ALL;
    [a.name(), b.name(), c.name(), d.name(), e.name(), f.name(), g.name()]
};
/// Names of the methods of culling.
pub(crate) const CULLING_NAMES: [&str; 2] = [Culling::ALL[0].name(), Culling::ALL[1].name()];
/// Names of what may bound friction.
pub(crate) const CONE_NAMES: [&str; 5] = {
    let [a, b, c, d, e] = Cone::ALL;
    [a.name(), b.name(), c.name(), d.name(), e.name()]
};
/// Names of the ways to treat several impacts in one step.
pub(crate) const IMPACT_LAW_NAMES: [&str; 2] = [ImpactLaw::ALL[0].name(), ImpactLaw::ALL[1].name()];
const DESCENTS: [Descent; 2] = [Descent::Greedy, Descent::BestFirst];
/// Names of the orders in which two trees are searched.
pub(crate) const DESCENT_NAMES: [&str; 2] = ["greedy", "best-first"];

/// All names, those of the page last.
const NAMES: [&str; 1 + FIELDS.len() + PAGE.len()] = {
    let (own, mut names) = (names!(FIELDS), ["mode"; 1 + FIELDS.len() + PAGE.len()]);
    let mut k = 0;
    while k < own.len() + PAGE.len() {
        names[1 + k] = if k < own.len() { own[k] } else { PAGE[k - own.len()] };
        k += 1;
    }
    names
};

impl SpatialLink {
    /// Reads the query and the hash of an address, each with or without its mark: see [`Self::of_fields`].
    pub fn parse(query: &str, hash: &str) -> (Self, Vec<Warning>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).take(MOST_FIELDS).collect();
        Self::of_fields(pairs.iter().map(|(name, text)| (&**name, &**text)), hash)
    }

    /// Reads the fields of an address, names and texts, and its hash. Never fails: what cannot be taken becomes a
    /// warning. A hash that does not begin with `s=` is a place in the article and says nothing here.
    pub fn of_fields<'a>(fields: impl Iterator<Item = (&'a str, &'a str)>, hash: &str) -> (Self, Vec<Warning>) {
        let (mut link, mut warnings, mut seen) = (Self::default(), Vec::new(), Vec::new());
        for (name, text) in fields.take(MOST_FIELDS) {
            let once = seen.contains(&name).then(|| Warning::new(name, Expected::Once, text));
            warnings.extend(once.map_or_else(|| link.set_field(name, text), Err).err());
            seen.push(name);
        }
        if let Some(text) = hash.strip_prefix('#').unwrap_or(hash).strip_prefix("s=") {
            link.state = SpatialSnapshot::decode(text).ok();
            if link.state.is_none() {
                warnings.push(Warning::new("s", Expected::State, text));
            }
        }
        (link, warnings)
    }

    /// The query and the hash, each with its mark or empty. Our own words and numbers need no escapes.
    pub fn write(&self) -> (String, String) {
        let (mut query, default) = (format!("?mode={}", Mode::Spatial.name()), Self::default());
        for name in &NAMES[1..] {
            let text = self.field(name);
            if let Some(text) = text.filter(|text| Some(text) != default.field(name).as_ref()) {
                ["&", name, "=", &text].iter().for_each(|part| query.push_str(part));
            }
        }
        let hash = self.state.as_ref().map_or(String::new(), |state| "#s=".to_string() + &state.encode());
        (query, hash)
    }

    /// What a field of the address says; nothing if there is no such field or it says nothing.
    pub fn field(&self, name: &str) -> Option<String> {
        match FIELDS.iter().find(|field| field.name == name) {
            Some(field) => field.text(self),
            None => PAGE.contains(&name).then(|| self.page.field(name))?,
        }
    }

    /// Puts a text into a field of the address. A field that cannot take it stays as it was.
    ///
    /// # Errors
    /// What the field would have taken, or that there is no such field.
    pub fn set_field(&mut self, name: &str, text: &str) -> Result<(), Warning> {
        if let Some(field) = FIELDS.iter().find(|field| field.name == name) {
            return field.set(self, text).ok_or_else(|| field.warning(self, text));
        }
        match name {
            "mode" if text == Mode::Spatial.name() => Ok(()),
            "mode" => Err(Warning::new(name, Expected::OneOf(&MODES), text)),
            _ if PAGE.contains(&name) => Link::set_field(&mut self.page, name, text),
            _ => Err(Warning::new(name, Expected::Field(&NAMES), text)),
        }
    }
}

const MODES: [&str; 2] = [Mode::ALL[0].name(), Mode::ALL[1].name()];
