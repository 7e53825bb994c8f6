//! Reading and writing of a [`Link`] as query and hash.
use super::Mode;
use super::fields::{Field, names, number, place, text, whole, word};
use super::link::{LANGUAGES, Link, Motion, Show, Theme};
use super::snapshot::Snapshot;
use super::warning::{Expected, Warning};
use crate::complementarity::{METHODS, Order};
use crate::planar::equations::Extra;
use crate::planar::friction::{FrictionSolver, Restitution, Scheme};
use crate::planar::impulse::ImpactLaw;
use crate::planar::integrate::Integrator;
use crate::planar::scenes::SCENES;

/// No address of ours has more fields; the rest of a longer one is not looked at.
const MOST_FIELDS: usize = 64;

const THEMES: [Theme; 4] = [Theme::Auto, Theme::Light, Theme::Dark, Theme::Projector];
/// Names of the themes.
pub(crate) const THEME_NAMES: [&str; 4] = ["auto", "light", "dark", "projector"];
const MOTIONS: [Motion; 2] = [Motion::Auto, Motion::Reduce];
const SHOWN: [&str; 4] = ["forces", "pairs", "ids", "matrix"];

/// All fields, in the order in which they are written.
const FIELDS: &[Field<Link>] = &[
    word("mode", |_| &MODES, |l| place(&Mode::ALL, &l.mode), |l, k| l.mode = Mode::ALL[k]),
    text(
        "scene",
        Expected::OneOf(&SCENE_NAMES),
        |l| (!l.scene.is_empty()).then(|| l.scene.to_string()),
        |l, text| {
            (l.scene, l.own) = (SCENE_NAMES[place(scenes(l), &text)?], None);
            Some(())
        },
    ),
    whole("n", 1, 6, |l| Some(l.count as u64), |l, n| l.count = n as usize),
    whole("seed", 0, u64::MAX, |l| Some(l.seed), |l, n| l.seed = n),
    number("g", 0.0, 1e3, |l| l.gravity, |l, x| l.gravity = Some(x)),
    number("e", 0.0, 1.0, |l| l.elasticity, |l, x| l.elasticity = Some(x)),
    number("mu", 0.0, 1e3, |l| l.friction, |l, x| l.friction = Some(x)),
    number("d", 0.0, 1e3, |l| l.damping, |l, x| l.damping = Some(x)),
    number("thrust", 0.0, 1e6, |l| l.thrust, |l, x| l.thrust = Some(x)),
    number("m1", 1e-6, 1e6, |l| l.mass1, |l, x| l.mass1 = Some(x)),
    number("dt", 1e-5, 0.1, |l| l.time_step, |l, x| l.time_step = Some(x)),
    word(
        "integrator",
        |_| &INTEGRATORS,
        |l| place(&Integrator::ALL, &l.integrator?),
        |l, k| {
            l.integrator = Some(Integrator::ALL[k]);
        },
    ),
    word("solver", |_| &SOLVER_NAMES, |l| place(&SOLVER_NAMES, &l.solver?), |l, k| l.solver = Some(SOLVER_NAMES[k])),
    text(
        "order",
        Expected::OneOf(&["worst-first", "index", "random:0", "random:1", "random:2 and so on"]),
        |l| l.order.map(Order::name),
        |l, text| {
            l.order = Some(Order::from_name(text)?);
            Some(())
        },
    ),
    word("law", |_| &LAWS, |l| place(&ImpactLaw::ALL, &l.impact_law?), |l, k| l.impact_law = Some(ImpactLaw::ALL[k])),
    word("scheme", |_| &PLANAR_SCHEMES, |l| place(&Scheme::ALL, &l.scheme?), |l, k| l.scheme = Some(Scheme::ALL[k])),
    word(
        "fsolver",
        |_| &FRICTION_SOLVERS,
        |l| place(&FrictionSolver::ALL, &l.friction_solver?),
        |l, k| l.friction_solver = Some(FrictionSolver::ALL[k]),
    ),
    word(
        "restitution",
        |_| &RESTITUTIONS,
        |l| place(&Restitution::ALL, &l.restitution_law?),
        |l, k| l.restitution_law = Some(Restitution::ALL[k]),
    ),
    word("extra", |_| &EXTRAS, |l| place(&Extra::ALL, &l.extra?), |l, k| l.extra = Some(Extra::ALL[k])),
    number("rate", 0.01, 100.0, |l| Some(l.rate), |l, x| l.rate = x),
    word("run", |_| &["0", "1"], |l| l.run.map(usize::from), |l, k| l.run = Some(k == 1)),
    text(
        "show",
        Expected::SomeOf(&SHOWN),
        |l| Some(shown(l.show)),
        |l, text| {
            l.show = show(text)?;
            Some(())
        },
    ),
    word("lang", |_| LANGUAGES, |l| place(LANGUAGES, &l.language?), |l, k| l.language = Some(LANGUAGES[k])),
    word("theme", |_| &THEME_NAMES, |l| place(&THEMES, &l.theme), |l, k| l.theme = THEMES[k]),
    word("motion", |_| &["auto", "reduce"], |l| place(&MOTIONS, &l.motion), |l, k| l.motion = MOTIONS[k]),
    word("keys", |_| &["on", "off"], |l| Some((!l.keys).into()), |l, k| l.keys = k == 0),
    whole("ex", 1, 8, |l| l.exercise.map(u64::from), |l, n| l.exercise = Some(n as u8)),
    word("embed", |_| &["0", "1"], |l| Some(l.embed.into()), |l, k| l.embed = k == 1),
];

impl Link {
    /// Reads the query and the hash of an address, each with or without its mark: see [`Self::of_fields`].
    pub fn parse(query: &str, hash: &str) -> (Self, Vec<Warning>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).take(MOST_FIELDS).collect();
        Self::of_fields(pairs.iter().map(|(name, text)| (&**name, &**text)), hash)
    }

    /// Reads the fields of an address, names and texts, and its hash. Never fails: what cannot be taken becomes a
    /// warning. A hash that does not begin with `s=` is a place in the article and says nothing here.
    pub fn of_fields<'a>(fields: impl Iterator<Item = (&'a str, &'a str)>, hash: &str) -> (Self, Vec<Warning>) {
        let (mut link, mut warnings) = (Self::default(), Vec::new());
        let mut pairs: Vec<_> = fields.take(MOST_FIELDS).collect();
        for field in FIELDS {
            let Some(at) = pairs.iter().position(|(name, _)| *name == field.name) else { continue };
            let (_, text) = pairs.remove(at);
            if field.set(&mut link, text).is_none() {
                warnings.push(field.warning(&link, text));
            }
        }
        if scenes(&link).is_empty() {
            link.scene = "";
        }
        if let Some(text) = hash.strip_prefix('#').unwrap_or(hash).strip_prefix("s=") {
            link.state = Snapshot::decode(text).ok();
            if link.state.is_none() {
                warnings.push(Warning::new("s", Expected::State, text));
            }
        }
        warnings.extend(pairs.iter().map(|(name, text)| left_over(name, text)));
        (link, warnings)
    }

    /// The query and the hash, each with its mark or empty. Our own words and numbers need no escapes.
    pub fn write(&self) -> (String, String) {
        let (mut query, default) = (String::new(), Self::default());
        for field in FIELDS {
            let text = field.text(self);
            if let Some(text) = text.filter(|text| Some(text) != field.text(&default).as_ref()) {
                query.push(if query.is_empty() { '?' } else { '&' });
                [field.name, "=", &text].iter().for_each(|part| query.push_str(part));
            }
        }
        let hash = self.state.as_ref().map_or(String::new(), |state| "#s=".to_string() + &state.encode());
        (query, hash)
    }

    /// What a field of the address says; nothing if there is no such field or it says nothing.
    pub fn field(&self, name: &str) -> Option<String> {
        FIELDS.iter().find(|field| field.name == name)?.text(self)
    }

    /// Puts a text into a field of the address. A field that cannot take it stays as it was.
    pub fn set_field(&mut self, name: &str, text: &str) -> Result<(), Warning> {
        let field = FIELDS.iter().find(|field| field.name == name).ok_or_else(|| left_over(name, text))?;
        field.set(self, text).ok_or_else(|| field.warning(self, text))
    }
}

/// The warning about a field that is not in the table, or comes a second time.
fn left_over(name: &str, text: &str) -> Warning {
    let expected = if NAMES_OF_FIELDS.contains(&name) { Expected::Once } else { Expected::Field(&NAMES_OF_FIELDS) };
    Warning::new(name, expected, text)
}

const MODES: [&str; 2] = [Mode::ALL[0].name(), Mode::ALL[1].name()];

const NAMES_OF_FIELDS: [&str; FIELDS.len()] = names!(FIELDS);
/// Names of the planar scenes.
pub(crate) const SCENE_NAMES: [&str; SCENES.len()] = names!(SCENES);

/// Names of the methods for the contact forces.
pub(crate) const SOLVER_NAMES: [&str; METHODS.len()] = names!(METHODS);

/// Names of the integrators.
pub(crate) const INTEGRATORS: [&str; 4] = {
    let [a, b, c, d] = Integrator::ALL;
    [a.name(), b.name(), c.name(), d.name()]
};

/// Names of the impact laws.
pub(crate) const LAWS: [&str; 3] = {
    let [a, b, c] = ImpactLaw::ALL;
    [a.name(), b.name(), c.name()]
};

/// Names of the schemes in the plane.
pub(crate) const PLANAR_SCHEMES: [&str; 2] = {
    let [a, b] = Scheme::ALL;
    [a.name(), b.name()]
};

/// Names of the methods for friction.
pub(crate) const FRICTION_SOLVERS: [&str; 3] = {
    let [a, b, c] = FrictionSolver::ALL;
    [a.name(), b.name(), c.name()]
};

/// Names of the laws of restitution.
pub(crate) const RESTITUTIONS: [&str; 3] = {
    let [a, b, c] = Restitution::ALL;
    [a.name(), b.name(), c.name()]
};

/// Names of the extra accelerations.
pub(crate) const EXTRAS: [&str; 3] = {
    let [a, b, c] = Extra::ALL;
    [a.name(), b.name(), c.name()]
};

/// The scenes of the mode: those in space have an address of their own.
fn scenes(link: &Link) -> &'static [&'static str] {
    match link.mode {
        Mode::Planar => &SCENE_NAMES,
        Mode::Spatial => &[],
    }
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
