//! One JSON format for the scenes of both modes, read and written.
//!
//! ```json
//! {"schema": 1, "mode": "planar", "gravity": [0, -9.81], "duration": 2, "time_step": 0.001,
//!  "scene": {"restitution": 0.5, "bodies": [
//!    {"name": "block", "mass": 1, "position": [0, 0.5],
//!     "shape": {"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
//!    {"name": "floor", "fixed": true,
//!     "shape": {"type": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}}]}}
//! ```
//!
//! `schema/scene.schema.json` describes each field. The fields of `scene` may also stand at the top. A file of several
//! cases, `{"schema": 1, "group": …, "cases": [{"id": …, "scene": …}, …]}`, is read case by case; what a case says
//! beside its scene is commentary.
//!
//! All units are SI. The origin of a polygon is taken as its body's centre of mass, also where a uniform density would
//! put the centre elsewhere: a given `mass` and `inertia` are kept as they are, and what is missing follows from the
//! shape (`density`, kg/m² in the plane). The listed `contacts` are not used by a simulation, which finds its own; they
//! are kept for those who compare. The hand that pulls a body is not part of a scene.
mod error;
mod forces;
mod node;
mod planar;
#[cfg(feature = "spatial")]
mod spatial;
mod value;
mod write;

pub use error::SceneError;
pub use planar::{GivenContact, GivenThrust, PlanarScene};
#[cfg(feature = "spatial")]
pub use spatial::{SpatialBody, SpatialScene, SpatialShape, write::write_spatial};
pub use write::write;

use super::Mode;
use node::{Node, Read};
use serde_json::Value;

/// Longest time a file may ask for, s.
const LONGEST: f64 = 1e9;

/// A scene as a file gives it.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// Title for a reader; may be empty.
    pub title: String,
    /// Time to simulate, s; 0 asks for the instant.
    pub duration: f64,
    /// Bodies and forces.
    pub content: Content,
}

/// The scene proper.
#[derive(Clone, Debug)]
pub enum Content {
    /// Of the planar mode.
    Planar(Box<PlanarScene>),
    /// Of the spatial mode, where the build has it.
    #[cfg(feature = "spatial")]
    Spatial(Box<SpatialScene>),
}

/// Fields that stand at the top of a file, or of a case.
const TOP: &[&str] = &[
    "schema",
    "mode",
    "id",
    "title",
    "gravity",
    "duration",
    "time",
    "time_step",
    "integrator",
    "solver",
    "order",
    "impact_law",
    "restitution_law",
    "scheme",
    "friction_solver",
    "target_gap",
    "extra_acceleration",
    "view",
    "scene",
];

impl SceneFile {
    /// Reads a file; `case` names the case of a file that holds several.
    ///
    /// ```
    /// use contact_forces::session::scene_file::SceneFile;
    /// let error = SceneFile::read(r#"{"mode": "planar", "bodies": [{"mas": 1}]}"#, None).unwrap_err();
    /// assert_eq!(error.to_string(), r#"bodies[0].mas: expected the field "mass", found an unknown field"#);
    /// ```
    pub fn read(text: &str, case: Option<&str>) -> Result<Self, SceneError> {
        Self::from_value(&parse(text)?, case)
    }

    /// The same, with the mesh files that it names relative to this folder.
    #[cfg(all(feature = "cli", not(target_family = "wasm")))]
    pub fn read_beside(text: &str, case: Option<&str>, folder: &std::path::Path) -> Result<Self, SceneError> {
        let mut value = parse(text)?;
        spatial::mesh_file::embed(&mut value, folder)?;
        Self::from_value(&value, case)
    }

    /// The same from a parsed document.
    pub fn from_value(value: &Value, case: Option<&str>) -> Result<Self, SceneError> {
        let top = Node { value, path: String::new() };
        match value.get("cases") {
            Some(_) => Self::of(&find_case(&top, case)?, true),
            None if case.is_some() => Err(SceneError::new("cases", "a list of cases", "none")),
            None => Self::of(&top, false),
        }
    }

    /// A planar scene, or why there is none to run.
    pub fn planar(self) -> Result<PlanarScene, SceneError> {
        match self.content {
            Content::Planar(scene) => Ok(*scene),
            #[cfg(feature = "spatial")]
            Content::Spatial(_) => {
                Err(SceneError::new("mode", "\"planar\", for what was asked needs a planar scene", "spatial"))
            }
        }
    }

    /// A spatial scene, or why there is none.
    #[cfg(feature = "spatial")]
    pub fn spatial(self) -> Result<SpatialScene, SceneError> {
        match self.content {
            Content::Spatial(scene) => Ok(*scene),
            Content::Planar(_) => {
                Err(SceneError::new("mode", "\"spatial\", for what was asked needs a spatial scene", "planar"))
            }
        }
    }

    /// The spatial scene of a parsed document of one scene. Unlike [`Self::from_value`] it brings no reader of other
    /// modes along.
    #[cfg(feature = "spatial")]
    pub fn spatial_of(value: &Value) -> Result<SpatialScene, SceneError> {
        let top = Node { value, path: String::new() };
        let name = Mode::Spatial.name();
        top.loose_object()?.need("mode")?.word(&[name], |word| (word == name).then_some(()))?;
        spatial::read(&top)
    }

    fn of(top: &Node, is_case: bool) -> Read<Self> {
        let fields = top.loose_object()?;
        fields.or("schema", (), |node| node.number(1.0..=1.0).map(drop))?;
        let modes = Mode::ALL.map(Mode::name);
        let named = |name: &str| Mode::ALL.into_iter().find(|mode| mode.name() == name);
        let mode = fields.or("mode", Mode::Planar, |node| node.word(&modes, named))?;
        let content = match mode {
            Mode::Planar => Content::Planar(Box::new(planar::read(top, is_case)?)),
            #[cfg(feature = "spatial")]
            Mode::Spatial => Content::Spatial(Box::new(spatial::read(top)?)),
            #[cfg(not(feature = "spatial"))]
            Mode::Spatial => return Err(SceneError::new("mode", "\"planar\", for this build has no other", "spatial")),
        };
        let title = fields.or("title", String::new(), |node| node.text().map(str::to_string))?;
        Ok(Self { title, duration: fields.number("duration", 0.0, 0.0..=LONGEST)?, content })
    }
}

fn parse(text: &str) -> Result<Value, SceneError> {
    serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let (message, end) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
        SceneError::new(place, "JSON", message.strip_suffix(&*end).unwrap_or(&message))
    })
}

fn find_case<'a>(top: &Node<'a>, id: Option<&str>) -> Read<Node<'a>> {
    let cases = top.loose_object()?.need("cases")?.list(100_000)?;
    let id_of = |case: &Node<'a>| case.value.get("id").and_then(Value::as_str);
    let ids = || cases.iter().filter_map(id_of).take(30).collect::<Vec<_>>().join(", ");
    match id {
        Some(id) => match cases.iter().find(|case| id_of(case) == Some(id)) {
            Some(case) => Ok(case.clone()),
            None => Err(SceneError::new("cases", format!("a case {id:?}"), ids())),
        },
        None if cases.len() == 1 => Ok(cases[0].clone()),
        None => Err(SceneError::new("cases", "one case to be named", ids())),
    }
}
