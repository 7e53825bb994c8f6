//! Tables of a motion: rows of numbers whose columns the quantity's note names.
use super::case::Quantity;
use super::instant::pair;
use super::motion::theta;
use super::run::{Frame, Run};
use contact_forces::planar::body::BodyId;
use contact_forces::session::scene_file::PlanarScene;
use serde_json::{Value, json};

/// One number of a row.
pub enum Column {
    Time,
    /// x, y, angle, vx, vy, ω of a body: number 0 to 5.
    State(BodyId, usize),
    Tilt,
    TiltRate,
    /// Force between two bodies.
    Force(BodyId, BodyId),
    /// Where the first listed contact's corner is, along x of a body.
    AlongFace(BodyId),
}

/// The columns that a note such as `rows: t, theta, upper x y angle, contact force` names; none if it names none.
pub fn columns(scene: &PlanarScene, quantity: &Quantity) -> Option<Vec<Column>> {
    let list = quantity.note.strip_prefix("rows")?.trim_start_matches(':');
    let list = list.split(" while ").next()?;
    let columns: Option<Vec<Vec<Column>>> = list.split(',').map(|item| column(scene, item.trim())).collect();
    Some(columns?.into_iter().flatten().collect())
}

fn column(scene: &PlanarScene, item: &str) -> Option<Vec<Column>> {
    let bodies = &scene.world.bodies;
    let named = |name: &str| bodies.iter().position(|body| body.name == name);
    let rod = bodies.iter().position(|body| !body.is_fixed())?;
    if let Some(contact) = item.strip_prefix("f_") {
        let contact = scene.contacts.iter().find(|c| c.name == contact)?;
        return Some(vec![Column::Force(contact.body1, contact.body2)]);
    }
    if let Some(body) = item.strip_prefix("position along the face (body coordinate of ") {
        return Some(vec![Column::AlongFace(named(body.strip_suffix(')')?)?)]);
    }
    Some(match item {
        "t" => vec![Column::Time],
        "theta" => vec![Column::Tilt],
        "theta'" | "theta_dot" => vec![Column::TiltRate],
        "y of centre" => vec![Column::State(rod, 1)],
        "vy" => vec![Column::State(rod, 4)],
        "contact force" => {
            let contact = scene.contacts.first()?;
            vec![Column::Force(contact.body1, contact.body2)]
        }
        _ => {
            let mut words = item.split(' ');
            let body = named(words.next()?)?;
            let number = |word| ["x", "y", "angle", "vx", "vy", "w"].iter().position(|known| *known == word);
            words.map(|word| Some(Column::State(body, number(word)?))).collect::<Option<_>>()?
        }
    })
}

/// The rows at the times that the expected ones begin with.
pub fn of(scene: &PlanarScene, run: &Run, quantity: &Quantity, columns: &[Column]) -> Value {
    let row = |expected: &Value| {
        let frame = run.at(expected[0].as_f64().unwrap_or(f64::NAN));
        columns.iter().map(|column| number(scene, frame, column)).collect::<Vec<f64>>()
    };
    json!(quantity.value.as_array().into_iter().flatten().map(row).collect::<Vec<_>>())
}

fn number(scene: &PlanarScene, frame: &Frame, column: &Column) -> f64 {
    match *column {
        Column::Time => frame.time,
        Column::State(body, number) => {
            let s = &frame.states[body];
            [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega][number]
        }
        Column::Tilt => theta(&frame.states[first_moving(scene)]).0,
        Column::TiltRate => theta(&frame.states[first_moving(scene)]).1,
        Column::Force(a, b) => frame.forces.get(&pair(a, b)).copied().unwrap_or(0.0),
        Column::AlongFace(body) => {
            let contact = &scene.contacts[0];
            let owner = &scene.world.bodies[contact.body1];
            let corner = owner.state.frame().local(contact.point);
            frame.states[body].frame().local(frame.states[contact.body1].frame().place(corner)).x
        }
    }
}

fn first_moving(scene: &PlanarScene) -> BodyId {
    scene.world.bodies.iter().position(|body| !body.is_fixed()).unwrap_or(0)
}
