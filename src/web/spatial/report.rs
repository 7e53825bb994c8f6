//! What the stage has to say, as rows of words and numbers for the page, which puts them into the reader's language.
use super::stage::Stage;
use crate::session::number::shortest;
use crate::session::spatial_scenes::SCENES;
use crate::spatial::body::Body;
use crate::spatial::contact::Contact;
use crate::spatial::equations::{Inertia, Row as EquationRow};
use crate::spatial::law::between;
use crate::spatial::time_stepping::Linear;
use crate::spatial::world::World;
use crate::web::report::Row;

/// Columns that every scene has, and those of each of the first bodies that can move; its number follows the name.
const COMMON: [&str; 7] = ["time", "translation", "rotation", "gravity", "springs", "total", "forces"];
const PER_BODY: [&str; 9] = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];
/// More bodies than these would make the list of columns too long to choose from.
const MOST_BODIES: usize = 8;

fn moving(world: &World) -> impl Iterator<Item = &Body> {
    world.bodies.iter().filter(|body| !body.is_fixed())
}

/// Names of the plotted columns, time first.
pub fn columns(world: &World) -> Row {
    let bodies = 1..=moving(world).count().min(MOST_BODIES);
    let own = bodies.flat_map(|k| PER_BODY.map(|name| format!("{name}{k}")));
    COMMON.iter().map(|name| name.to_string()).chain(own).collect()
}

/// The plotted numbers of the present state, in the order of their names.
pub fn row(world: &World, contacts: &[Contact]) -> Vec<f64> {
    let energy = world.balance();
    let forces = contacts.iter().map(|contact| contact.force).sum();
    let mut row =
        vec![world.time, energy.translation, energy.rotation, energy.gravity, energy.springs, energy.total(), forces];
    for state in moving(world).take(MOST_BODIES).map(|body| &body.state) {
        [state.pose.position, state.velocity, state.omega].iter().for_each(|v| row.extend(v.to_array()));
    }
    row
}

/// What stands beside the contacts: their number, bodies that can move, iterations of the last step, residual and the
/// size that it is compared with, m, candidates, repeats, linear problems solved by Lemke's method and by a factorization.
pub fn summary(stage: &Stage) -> Row {
    let report = &stage.world.report;
    let counts = [stage.contacts.len(), moving(&stage.world).count(), report.outcome.iterations];
    let mut row: Row = counts.map(|count| count.to_string()).to_vec();
    row.extend([report.outcome.residual, report.size].map(shortest));
    let Linear { lemke, factor } = report.linear;
    row.extend([report.candidates, report.repeats, lemke, factor].map(|count| count.to_string()));
    row
}

/// Of a shown contact: its bodies, force, N, gap, m, normal, friction on the first body, N, its coefficient, and the
/// velocity of the first body there less that of the second, m/s.
pub fn contact(stage: &Stage, number: usize) -> Vec<f64> {
    let Some(contact) = stage.contacts.get(number) else { return Vec::new() };
    let World { bodies, settings, laws, .. } = &stage.world;
    let Contact { a, b, point, normal, gap, force, friction, .. } = *contact;
    let mu = if stage.world.rubs() { between(settings.law(), laws, bodies, [a, b]).friction } else { 0.0 };
    let velocity = bodies[a].state.velocity_at(point) - bodies[b].state.velocity_at(point);
    let mut numbers = vec![a as f64, b as f64, force, gap];
    numbers.extend(normal.to_array());
    numbers.extend(friction.to_array());
    numbers.push(mu);
    numbers.extend(velocity.to_array());
    numbers
}

/// All scenes: name and title.
pub fn titles() -> Vec<Row> {
    SCENES.iter().map(|scene| [scene.name, scene.title].map(String::from).to_vec()).collect()
}

/// How a force of 1 N at one shown contact opens the gaps of all: J M⁻¹ Jᵀ, row by row, 1/kg.
pub fn delassus(stage: &Stage) -> Vec<f64> {
    let rows = rows(stage);
    rows.iter().flat_map(|i| rows.iter().map(|j| i.coupling(j))).collect()
}

/// How unit forces along the normals of the shown contacts act.
pub fn rows(stage: &Stage) -> Vec<EquationRow> {
    let bodies = &stage.world.bodies;
    let inertia: Vec<Inertia> = bodies.iter().map(|body| Inertia::of(body, &body.state)).collect();
    let row = |c: &Contact| EquationRow::new([c.a, c.b], c.normal, [c.point, c.point], &inertia);
    stage.contacts.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use glam::DVec3;

    #[test]
    fn a_row_has_a_number_for_each_name() {
        let stage = Stage::open(SpatialLink::parse("?scene=balls&n=30", "")).0;
        let (names, row) = (columns(&stage.world), row(&stage.world, &stage.contacts));
        assert_eq!(names.len(), row.len());
        let at = |name: &str| row[names.iter().position(|n| n == name).unwrap()];
        assert_eq!(at("z2"), stage.world.bodies[1].state.pose.position.z);
        assert_eq!(at("total"), stage.world.balance().total());
    }

    /// A ball that is pushed and cannot turn: friction is against its velocity, and as large as it can be.
    #[test]
    fn a_contact_is_told_with_its_friction() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=driven", "")).0;
        (0..60).for_each(|_| stage.step());
        let numbers = contact(&stage, 0);
        let (force, gap, mu) = (numbers[2], numbers[3], numbers[10]);
        let [normal, friction, velocity] = [4, 7, 11].map(|k| DVec3::from_slice(&numbers[k..k + 3]));
        assert!(force > 0.0 && mu > 0.0 && gap.abs() < 1e-6, "{force} N, μ = {mu}, {gap} m");
        assert!((friction.length() - mu * force).abs() < 1e-9 * force, "{friction}");
        let off = (friction / friction.length() + velocity / velocity.length()).length();
        assert!(off < 1e-3 && normal.dot(velocity).abs() < 1e-9, "{friction} and {velocity}");
        assert!(contact(&stage, 1000).is_empty());
    }

    #[test]
    fn a_step_is_summed_up() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=3", "")).0;
        (0..100).for_each(|_| stage.step());
        let row = summary(&stage);
        assert_eq!(row[1], "3");
        let residual: f64 = row[3].parse().unwrap();
        assert!(residual <= 1e-10 * row[4].parse::<f64>().unwrap(), "{row:?}");
    }
}
