//! What the stage has to say, as rows of words and numbers for the page, which puts them into the reader's language.
use super::friction::{self, is_rough};
use super::settings::{Kind, SETTINGS, Setting};
use super::stage::Stage;
use crate::complementarity::redundancy::rank;
use crate::complementarity::{Lcp, Solution};
use crate::planar::dynamics::Dynamics;
use crate::planar::world::Notice;
use crate::session::number::shortest;
use crate::session::scene_file::SceneError;
use crate::session::warning::{Expected, Warning};

/// One thing said: a key and what belongs to it. Plain text costs the module far less than a format with a grammar.
pub type Row = Vec<String>;

/// What is wrong with a scene file, as a value that was not taken: the place is its field.
pub fn fault(error: &SceneError) -> Row {
    refused(&error.path, &error.expected, &error.found)
}

/// A value that was not taken: its field, what was found, the kind of value expected, and its words or bounds.
pub fn warning(warning: &Warning) -> Row {
    refused(&warning.field, &warning.expected, &warning.found)
}

fn refused(field: &str, expected: &Expected, found: &str) -> Row {
    let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let (kind, bounds) = match expected {
        Expected::OneOf(list) => ("one-of", words(list)),
        Expected::SomeOf(list) => ("some-of", words(list)),
        Expected::Number(low, high) => ("number", vec![shortest(*low), shortest(*high)]),
        Expected::Whole(low, high) => ("whole", vec![low.to_string(), high.to_string()]),
        Expected::Field(list) => ("field", words(list)),
        Expected::Once => ("once", Vec::new()),
        Expected::State => ("state", Vec::new()),
        Expected::StateOfScene(bodies) => ("state-of-scene", vec![bodies.to_string()]),
        Expected::Missing(name) => ("missing", vec![name.clone()]),
        Expected::Words(words) => ("words", vec![words.clone()]),
    };
    let mut row = vec![field.to_string(), found.to_string(), kind.to_string()];
    row.extend(bounds);
    row
}

/// The table of settings: name, unit, value, kind, and the words of a choice or low, high and step of a number.
pub fn settings(stage: &Stage) -> Vec<Row> {
    form(SETTINGS, |name| stage.value(name))
}

/// The rows of a table of settings, with values from elsewhere.
pub fn form(table: &[Setting], value: impl Fn(&str) -> String) -> Vec<Row> {
    let mut rows = Vec::with_capacity(table.len());
    for setting in table {
        let mut row: Row = vec![setting.name.into(), setting.unit.into(), value(setting.name)];
        match &setting.kind {
            Kind::Number { low, high, step } => {
                row.push("number".into());
                row.extend([low, high, step].map(|x| shortest(*x)));
            }
            Kind::Choice(words) => {
                row.push("choice".into());
                row.extend(words.iter().copied().map(String::from));
            }
            Kind::Switch => row.push("switch".into()),
        }
        rows.push(row);
    }
    rows
}

/// The numbers of a problem and its solution: A by rows, then b, f and a.
pub fn equation(lcp: &Lcp, solution: &Solution) -> Vec<f64> {
    let mut numbers = Vec::new();
    (0..lcp.len()).for_each(|i| numbers.extend_from_slice(lcp.a.row(i)));
    [&lcp.b, &solution.f, &solution.a].iter().for_each(|vector| numbers.extend_from_slice(vector));
    numbers
}

/// What stands beside the equation: contacts, rank of A, bodies that can move, pivots; residual; status.
pub fn summary(stage: &Stage, instant: &Dynamics) -> Row {
    let bodies = stage.world.bodies.iter().filter(|body| !body.is_fixed()).count();
    if is_rough(instant) {
        return friction::summary(instant, bodies);
    }
    let solution = &instant.solution;
    let counts = [instant.contacts.len(), rank(&instant.lcp.a), bodies, solution.steps];
    let mut row: Row = counts.map(|count| count.to_string()).to_vec();
    row.extend([shortest(solution.residual), solution.status.name().into()]);
    row
}

/// What happened in some steps: a key among the page's words, a number for it, and in how many steps there were shocks.
pub fn notices(notices: &[Notice], shocks: usize) -> Vec<Row> {
    let tell = |notice: &Notice| match notice {
        Notice::Overlap(depth) => ("overlap", *depth),
        Notice::NoWay(depth) => ("no-way", *depth),
        Notice::NoSolution(violation) => ("no-solution", *violation),
        Notice::Crowded => ("crowded", 0.0),
        Notice::Shock(impulse) => ("shock", *impulse),
        Notice::HandedOver(problems) => ("handed", *problems as f64),
    };
    notices.iter().map(tell).map(|(key, value)| vec![key.to_string(), shortest(value), shocks.to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Link;

    #[test]
    fn a_form_can_be_made_from_the_settings() {
        let stage = Stage::open(Link::parse("?g=9.81", "")).0;
        let rows = settings(&stage);
        let row = |name: &str| rows.iter().find(|row| row[0] == name).unwrap().join("|");
        assert_eq!(row("g"), "g|m/s²|9.81|number|0|20|0.1");
        assert_eq!(row("keys"), "keys||on|choice|on|off");
        assert_eq!(row("ids"), "ids||0|switch");
    }

    #[test]
    fn a_warning_says_what_was_expected() {
        let warnings = Stage::open(Link::parse("?e=2&scne=x", "")).1;
        let told: Vec<Row> = warnings.iter().map(warning).collect();
        assert_eq!(told[0].join("|"), "e|2|number|0|1");
        assert_eq!(told[1][..3].join("|"), "scne|x|field");
    }

    #[test]
    fn the_equation_of_two_blocks_is_summed_up() {
        let mut stage = Stage::open(Link::parse("", "")).0;
        let instant = stage.instant();
        let row = summary(&stage, &instant);
        assert_eq!(row[..3], ["4", "4", "2"], "contacts, rank, bodies");
        assert!(row[4].parse::<f64>().unwrap() < 1e-9 && row[5] == "solved");
    }

    #[test]
    fn every_notice_has_a_key_and_a_finite_number() {
        let told = notices(&[Notice::Overlap(0.1), Notice::NoSolution(2.0), Notice::Crowded, Notice::Shock(0.5)], 1);
        assert!(told.iter().all(|row| row.len() == 3 && row[1].parse::<f64>().unwrap().is_finite()));
    }
}
