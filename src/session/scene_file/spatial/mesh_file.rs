//! Meshes of other programs, in files beside a scene or as texts in it: OBJ, STL and PLY.
//!
//! Corners at the very same place become one vertex, for STL knows none and others repeat them along seams. A free body's
//! vertices are moved so that its centre of mass is the origin; fixed and driven bodies keep the coordinates of the file.
use crate::session::scene_file::SceneError;
use crate::session::scene_file::error::halves;
use crate::session::scene_file::node::{Fields, Node, POSITIVE, Read};
use crate::session::scene_file::value::object;
use crate::spatial::shape::Mesh;
use glam::DVec3;
use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{DefaultElement, Property};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

/// Polygons by their corners.
type Polygons = Vec<Vec<DVec3>>;
/// Those of a file, or what was found instead.
type Faces = Result<Polygons, String>;
/// Reads what a file holds.
type Reader = fn(&[u8]) -> Faces;

/// The formats: ending of the file's name, and the reader.
const FORMATS: [(&str, Reader); 3] = [("obj", obj), ("stl", stl), ("ply", ply)];

/// Puts vertices and faces in the place of the meshes that a document names by files in `folder`, or holds as texts.
///
/// # Errors
/// The field, what was expected there and what was found.
pub fn embed(document: &mut Value, folder: &Path) -> Read<()> {
    match document.get_mut("cases").and_then(Value::as_array_mut) {
        Some(cases) => {
            (cases.iter_mut().enumerate()).try_for_each(|(i, case)| embed_scene(case, &format!("cases[{i}]."), folder))
        }
        None => embed_scene(document, "", folder),
    }
}

fn embed_scene(top: &mut Value, path: &str, folder: &Path) -> Read<()> {
    let inner = if top.get("scene").is_some() { "scene." } else { "" };
    let scene = if inner.is_empty() { top } else { &mut top["scene"] };
    let bodies = scene.get_mut("bodies").and_then(Value::as_array_mut);
    for (i, body) in bodies.into_iter().flatten().enumerate() {
        let free = ["fixed", "driven"].iter().all(|name| body.get(name) != Some(&Value::Bool(true)));
        let other = |shape: &&mut Value| {
            shape["type"] == "mesh" && ["file", "text"].iter().any(|name| shape.get(name).is_some())
        };
        if let Some(shape) = body.get_mut("shape").filter(other) {
            *shape = read(&Node { value: shape, path: format!("{path}{inner}bodies[{i}].shape") }, folder, free)?;
        }
    }
    Ok(())
}

/// The mesh as the scene file would have it itself.
fn read(node: &Node, folder: &Path, free: bool) -> Read<Value> {
    let fields = node.object(&["type", "file", "text", "format", "scale"])?;
    let scale = fields.number("scale", 1.0, POSITIVE)?;
    let (source, faces) = match fields.get("file") {
        Some(file) => of_file(&file, folder)?,
        None => of_text(&fields)?,
    };
    let (mut vertices, faces) = join(&faces);
    vertices.iter_mut().for_each(|vertex| *vertex *= scale);
    let mesh = Mesh::new(vertices.clone(), &faces).map_err(|error| {
        let text = error.to_string();
        let [expected, found] = halves(&text, "others");
        SceneError::new(&*source.path, format!("{expected} in {}", source.name), found)
    })?;
    let centre = if free { mesh.mass_properties(1.0).centre } else { DVec3::ZERO };
    let vertices: Vec<[f64; 3]> = vertices.iter().map(|vertex| (*vertex - centre).to_array()).collect();
    Ok(object!("type": "mesh", "vertices": vertices, "faces": faces))
}

/// Where a mesh comes from, for messages.
struct Source {
    /// Path of the field.
    path: String,
    /// For a reader.
    name: String,
}

fn of_file(node: &Node, folder: &Path) -> Read<(Source, Polygons)> {
    let name = node.text()?;
    let source = Source { path: node.path.clone(), name: format!("the file {name:?}") };
    let fault = |expected: &str, found: String| SceneError::new(&*source.path, expected, format!("{name:?}: {found}"));
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let (_, reader) = (FORMATS.iter().find(|(format, _)| *format == ending))
        .ok_or_else(|| fault("a file whose name ends in .obj, .stl or .ply", "another ending".into()))?;
    let bytes =
        std::fs::read(folder.join(name)).map_err(|error| fault("a file that can be read", error.to_string()))?;
    let faces = reader(&bytes).map_err(|found| fault(&format!("a mesh in the format {ending}"), found))?;
    Ok((source, faces))
}

fn of_text(fields: &Fields) -> Read<(Source, Polygons)> {
    let (node, find) = (fields.need("text")?, |name: &str| FORMATS.iter().find(|(format, _)| *format == name));
    let (format, reader) = fields.need("format")?.word(&FORMATS.map(|(format, _)| format), find)?;
    let source = Source { path: node.path.clone(), name: "the text".into() };
    let faces = reader(node.text()?.as_bytes());
    let faces =
        faces.map_err(|found| SceneError::new(&*source.path, format!("a mesh in the format {format}"), found))?;
    Ok((source, faces))
}

/// Vertices, each place once in the order of the faces, and the faces by their numbers.
fn join(faces: &[Vec<DVec3>]) -> (Vec<DVec3>, Vec<Vec<usize>>) {
    let (mut places, mut vertices) = (BTreeMap::new(), Vec::new());
    let mut number = |corner: &DVec3| {
        let corner = *corner + DVec3::ZERO; // zero has one sign
        *places.entry(corner.to_array().map(f64::to_bits)).or_insert_with(|| {
            vertices.push(corner);
            vertices.len() - 1
        })
    };
    let faces = faces.iter().map(|face| face.iter().map(&mut number).collect()).collect();
    (vertices, faces)
}

fn obj(bytes: &[u8]) -> Faces {
    let options = tobj::LoadOptions { ignore_points: true, ignore_lines: true, ..tobj::LoadOptions::default() };
    let models = tobj::load_obj_buf(&mut Cursor::new(bytes), &options, |_| Ok(Default::default()));
    let (models, _) = models.map_err(|error| error.to_string())?;
    let mut faces = Vec::new();
    for mesh in models.iter().map(|model| &model.mesh) {
        let point = |i: &u32| DVec3::from_slice(&mesh.positions[3 * *i as usize..][..3]);
        let mut rest = &mesh.indices[..];
        let mut arities = mesh.face_arities.iter();
        while !rest.is_empty() {
            // no arities stand for triangles alone
            let (face, others) = rest.split_at(arities.next().map_or(3, |count| *count as usize));
            faces.push(face.iter().map(point).collect());
            rest = others;
        }
    }
    Ok(faces)
}

fn stl(bytes: &[u8]) -> Faces {
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let point = |i: &usize| DVec3::from_array(mesh.vertices[*i].0.map(f64::from));
    Ok(mesh.faces.iter().map(|face| face.vertices.iter().map(point).collect()).collect())
}

fn ply(bytes: &[u8]) -> Faces {
    let file = Parser::<DefaultElement>::new().read_ply(&mut Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let elements = |name: &str| file.payload.get(name).ok_or(format!("no element {name:?}"));
    let vertex = |element: &DefaultElement| {
        let coordinate = |name: &str| element.get(name).and_then(number).ok_or(format!("a vertex without {name}"));
        Ok(DVec3::new(coordinate("x")?, coordinate("y")?, coordinate("z")?))
    };
    let vertices = elements("vertex")?.iter().map(vertex).collect::<Result<Vec<_>, String>>()?;
    let face = |element: &DefaultElement| {
        let corners = element.get("vertex_indices").or_else(|| element.get("vertex_index"));
        let corners = corners.and_then(Property::to_u32_list).ok_or("a face without vertex_indices")?;
        let corner = |i: &u32| vertices.get(*i as usize).copied();
        let known = corners.iter().map(corner).collect::<Option<Vec<DVec3>>>();
        known.ok_or(format!("a face with the vertices {corners:?} of {}", vertices.len()))
    };
    elements("face")?.iter().map(face).collect()
}

fn number(property: &Property) -> Option<f64> {
    Some(match *property {
        Property::Float(x) => f64::from(x),
        Property::Double(x) => x,
        Property::Char(x) => f64::from(x),
        Property::UChar(x) => f64::from(x),
        Property::Short(x) => f64::from(x),
        Property::UShort(x) => f64::from(x),
        Property::Int(x) => f64::from(x),
        Property::UInt(x) => f64::from(x),
        _ => return None,
    })
}
