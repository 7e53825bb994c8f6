//! Reading a spatial scene: bodies with their shapes, checked, for the mode that is to run them.
use super::node::{Fields, LARGEST, Node, POSITIVE, Read};

const MOST_BODIES: usize = 100_000;
const MOST_POINTS: usize = 1_000_000;
const BODY: &[&str] = &[
    "name",
    "shape",
    "position",
    "quaternion",
    "velocity",
    "omega",
    "mass",
    "inertia",
    "density",
    "fixed",
    "restitution",
];

/// A scene in three dimensions, z up.
#[derive(Clone, Debug, Default)]
pub struct SpatialScene {
    /// Its bodies.
    pub bodies: Vec<SpatialBody>,
    /// Acceleration of gravity, m/s².
    pub gravity: [f64; 3],
    /// Coefficient of friction of all contacts.
    pub friction: f64,
    /// Elasticity, 0 to 1.
    pub restitution: f64,
    /// h, s, if the file names it.
    pub time_step: Option<f64>,
}

/// A rigid body in three dimensions.
#[derive(Clone, Debug)]
pub struct SpatialBody {
    /// Name for a reader.
    pub name: String,
    /// Body frame.
    pub shape: SpatialShape,
    /// Centre of mass in the world, m.
    pub position: [f64; 3],
    /// w, x, y, z: from body to world axes, of length 1.
    pub quaternion: [f64; 4],
    /// Of the centre of mass, m/s.
    pub velocity: [f64; 3],
    /// World axes, rad/s.
    pub omega: [f64; 3],
    /// kg, if given.
    pub mass: Option<f64>,
    /// Principal moments in body axes, kg m², if given.
    pub inertia: Option<[f64; 3]>,
    /// kg/m³, if given.
    pub density: Option<f64>,
    /// Whether it never moves.
    pub fixed: bool,
    /// Elasticity of its impacts, 0 to 1.
    pub restitution: f64,
}

/// A shape in three dimensions, body frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum SpatialShape {
    /// About the origin; the radius.
    Sphere(f64),
    /// A hollow sphere that holds bodies inside; the radius.
    SphereCavity(f64),
    /// Points with normal · x = offset; solid below.
    Plane([f64; 3], f64),
    /// Half the edges.
    Box([f64; 3]),
    /// The semi-axes.
    Ellipsoid([f64; 3]),
    /// About body z: radius of the centre line, radius of the tube.
    Torus(f64, f64),
    /// About body z: radius and height.
    Cylinder(f64, f64),
    /// Vertices and outward triangles; whether it is convex.
    Mesh(Vec<[f64; 3]>, Vec<[usize; 3]>, bool),
    /// (a cos φ, b sin φ, 0): a and b.
    EllipseCurve([f64; 2]),
    /// A flat outline drawn out along body z: the outline's kind with its parameters, the height, the outline's centroid.
    Extruded(String, Vec<f64>, f64, [f64; 2]),
}

/// Reads a scene whose own fields stand under `scene` or at the top; further fields belong to special problems.
pub(super) fn read(top: &Node) -> Read<SpatialScene> {
    let head = top.loose_object()?;
    let scene = head.get("scene").map_or_else(|| top.loose_object(), |node| node.loose_object())?;
    Ok(SpatialScene {
        bodies: scene.need("bodies")?.list(MOST_BODIES)?.iter().map(body).collect::<Read<_>>()?,
        gravity: head.vector("gravity")?,
        friction: scene.number("friction", 0.0, 0.0..=1e6)?,
        restitution: scene.number("restitution", 0.0, 0.0..=1.0)?,
        time_step: head.optional("time_step", |node| node.number(1e-6..=1.0))?,
    })
}

fn body(node: &Node) -> Read<SpatialBody> {
    let fields = node.object(BODY)?;
    let quaternion = fields.or("quaternion", [1.0, 0.0, 0.0, 0.0], |node| {
        let q = node.vector::<4>()?;
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() <= 1e-6 { Ok(q) } else { node.refuse("w, x, y, z of length 1") }
    })?;
    let fixed = fields.or("fixed", false, |node| node.flag())?;
    let positive = |name| fields.optional(name, |node: Node| node.number(POSITIVE));
    let (mass, density) = (positive("mass")?, positive("density")?);
    if !fixed && mass.is_none() && density.is_none() && fields.get("velocity").is_some() {
        return node.refuse("the field \"mass\" or \"density\", or \"fixed\": true");
    }
    Ok(SpatialBody {
        name: fields.need("name")?.text()?.to_string(),
        shape: shape(&fields.need("shape")?)?,
        position: fields.vector("position")?,
        quaternion,
        velocity: fields.vector("velocity")?,
        omega: fields.vector("omega")?,
        mass,
        inertia: fields.optional("inertia", |node| node.vector())?,
        density,
        fixed,
        restitution: fields.number("restitution", 1.0, 0.0..=1.0)?,
    })
}

type Reader = fn(&Fields) -> Read<SpatialShape>;

/// The kinds of shapes, their fields, and how each is read.
const SHAPES: &[(&str, &[&str], Reader)] = &[
    ("sphere", &["radius"], |f| Ok(SpatialShape::Sphere(size(f, "radius")?))),
    ("sphere_cavity", &["radius"], |f| Ok(SpatialShape::SphereCavity(size(f, "radius")?))),
    ("plane", &["normal", "offset"], |f| {
        Ok(SpatialShape::Plane(f.need("normal")?.vector()?, f.number("offset", 0.0, -LARGEST..=LARGEST)?))
    }),
    ("box", &["half_extents"], |f| Ok(SpatialShape::Box(sizes(f, "half_extents")?))),
    ("ellipsoid", &["semi_axes"], |f| Ok(SpatialShape::Ellipsoid(sizes(f, "semi_axes")?))),
    ("torus", &["major_radius", "minor_radius", "axis"], |f| {
        along_z(f)?;
        Ok(SpatialShape::Torus(size(f, "major_radius")?, size(f, "minor_radius")?))
    }),
    ("cylinder", &["radius", "height", "axis"], |f| {
        along_z(f)?;
        Ok(SpatialShape::Cylinder(size(f, "radius")?, size(f, "height")?))
    }),
    ("mesh", &["vertices", "faces", "convex"], mesh),
    ("ellipse_curve", &["semi_axes", "plane"], |f| Ok(SpatialShape::EllipseCurve(sizes(f, "semi_axes")?))),
    ("extruded", &["outline", "height", "outline_centroid"], extruded),
];

fn shape(node: &Node) -> Read<SpatialShape> {
    let names: Vec<&str> = SHAPES.iter().map(|(name, ..)| *name).collect();
    let find = |name: &str| SHAPES.iter().find(|(kind, ..)| *kind == name);
    let (_, known, reader) = node.loose_object()?.need("type")?.word(&names, find)?;
    reader(&node.object(&[&["type"], *known].concat())?)
}

fn size(fields: &Fields, name: &str) -> Read<f64> {
    fields.need(name)?.number(1e-12..=LARGEST)
}

fn sizes<const N: usize>(fields: &Fields, name: &str) -> Read<[f64; N]> {
    let node = fields.need(name)?;
    let sizes = node.vector::<N>()?;
    if sizes.iter().all(|x| *x >= 1e-12) { Ok(sizes) } else { node.refuse("lengths over zero") }
}

fn along_z(fields: &Fields) -> Read<()> {
    fields.or("axis", (), |node| node.word(&["z"], |axis| (axis == "z").then_some(())))
}

fn mesh(fields: &Fields) -> Read<SpatialShape> {
    let vertices: Vec<[f64; 3]> =
        fields.need("vertices")?.list(MOST_POINTS)?.iter().map(Node::vector).collect::<Read<_>>()?;
    let corner = |node: &Node| -> Read<[usize; 3]> {
        match &node.list(3)?[..] {
            [a, b, c] => Ok([a.index(vertices.len())?, b.index(vertices.len())?, c.index(vertices.len())?]),
            _ => node.refuse("the numbers of three vertices"),
        }
    };
    let faces = fields.need("faces")?.list(MOST_POINTS)?.iter().map(corner).collect::<Read<_>>()?;
    let convex = fields.or("convex", false, |node| node.flag())?;
    Ok(SpatialShape::Mesh(vertices, faces, convex))
}

fn extruded(fields: &Fields) -> Read<SpatialShape> {
    let outline = fields.need("outline")?.object(&["type", "parameters"])?;
    let parameters = outline.need("parameters")?.list(16)?.iter().map(Node::coordinate).collect::<Read<_>>()?;
    let kind = outline.need("type")?.text()?.to_string();
    Ok(SpatialShape::Extruded(kind, parameters, size(fields, "height")?, fields.vector("outline_centroid")?))
}
