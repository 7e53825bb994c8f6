//! The shapes of spatial scene files.
use crate::session::scene_file::node::{Fields, LARGEST, Node, Read};

const MOST_POINTS: usize = 1_000_000;
const MOST_BALLS: usize = 1000;
const MOST_PARAMETERS: usize = 10_000;

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
    /// The semi-axes, and p and q of (|x/a|^q + |y/b|^q)^(p/q) + |z/c|^p = 1.
    Superquadric([f64; 3], [f64; 2]),
    /// Centres and radii.
    Balls(Vec<([f64; 3], f64)>),
    /// About body z: radius of the centre line, radius of the tube.
    Torus(f64, f64),
    /// About body z: radius and height.
    Cylinder(f64, f64),
    /// Vertices and outward faces, each counter-clockwise seen from outside; whether it is convex.
    Mesh(Vec<[f64; 3]>, Vec<Vec<usize>>, bool),
    /// Turned about body z: (radius, z) counter-clockwise with the radius to the right.
    Lathe(Vec<[f64; 2]>),
    /// (a cos φ, b sin φ, 0): a and b.
    EllipseCurve([f64; 2]),
    /// A flat outline drawn out along body z: the outline's kind with its parameters, the height, the outline's centroid.
    Extruded(String, Vec<f64>, f64, [f64; 2]),
}

impl SpatialShape {
    /// The word used in files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sphere(_) => "sphere",
            Self::SphereCavity(_) => "sphere_cavity",
            Self::Plane(..) => "plane",
            Self::Box(_) => "box",
            Self::Ellipsoid(_) => "ellipsoid",
            Self::Superquadric(..) => "superquadric",
            Self::Balls(_) => "balls",
            Self::Torus(..) => "torus",
            Self::Cylinder(..) => "cylinder",
            Self::Mesh(..) => "mesh",
            Self::Lathe(_) => "lathe",
            Self::EllipseCurve(_) => "ellipse_curve",
            Self::Extruded(..) => "extruded",
        }
    }
}

type Reader = fn(&Fields) -> Read<SpatialShape>;

/// The kinds of shapes, their fields, and how each is read.
const SHAPES: &[(&str, &[&str], Reader)] = &[
    ("sphere", &["radius"], |f| Ok(SpatialShape::Sphere(size(f, "radius")?))),
    ("sphere_cavity", &["radius"], |f| Ok(SpatialShape::SphereCavity(size(f, "radius")?))),
    ("plane", &["normal", "offset"], |f| {
        let normal = super::unit(&f.need("normal")?)?;
        Ok(SpatialShape::Plane(normal.to_array(), f.number("offset", 0.0, -LARGEST..=LARGEST)?))
    }),
    ("box", &["half_extents"], |f| Ok(SpatialShape::Box(sizes(f, "half_extents")?))),
    ("ellipsoid", &["semi_axes"], |f| Ok(SpatialShape::Ellipsoid(sizes(f, "semi_axes")?))),
    ("superquadric", &["semi_axes", "exponents"], |f| {
        Ok(SpatialShape::Superquadric(sizes(f, "semi_axes")?, sizes(f, "exponents")?))
    }),
    ("balls", &["balls"], |f| {
        let ball = |node: &Node| {
            let fields = node.object(&["centre", "radius"])?;
            Ok((fields.vector("centre")?, size(&fields, "radius")?))
        };
        Ok(SpatialShape::Balls(f.need("balls")?.list(MOST_BALLS)?.iter().map(ball).collect::<Read<_>>()?))
    }),
    ("torus", &["major_radius", "minor_radius", "axis"], |f| {
        along_z(f)?;
        Ok(SpatialShape::Torus(size(f, "major_radius")?, size(f, "minor_radius")?))
    }),
    ("cylinder", &["radius", "height", "axis"], |f| {
        along_z(f)?;
        Ok(SpatialShape::Cylinder(size(f, "radius")?, size(f, "height")?))
    }),
    ("mesh", &["vertices", "faces", "convex"], mesh),
    ("lathe", &["profile"], |f| {
        Ok(SpatialShape::Lathe(f.need("profile")?.list(MOST_POINTS)?.iter().map(Node::vector).collect::<Read<_>>()?))
    }),
    ("ellipse_curve", &["semi_axes", "plane"], |f| Ok(SpatialShape::EllipseCurve(sizes(f, "semi_axes")?))),
    ("extruded", &["outline", "height", "outline_centroid"], extruded),
];

/// Reads a shape.
pub(super) fn read(node: &Node) -> Read<SpatialShape> {
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
    let face = |node: &Node| -> Read<Vec<usize>> {
        let corners = node.list(vertices.len())?;
        if corners.len() < 3 {
            return node.refuse("the numbers of at least three vertices");
        }
        corners.iter().map(|corner| corner.index(vertices.len())).collect()
    };
    let faces = fields.need("faces")?.list(MOST_POINTS)?.iter().map(face).collect::<Read<_>>()?;
    let convex = fields.or("convex", false, |node| node.flag())?;
    Ok(SpatialShape::Mesh(vertices, faces, convex))
}

fn extruded(fields: &Fields) -> Read<SpatialShape> {
    let outline = fields.need("outline")?.object(&["type", "parameters"])?;
    let parameters =
        outline.need("parameters")?.list(MOST_PARAMETERS)?.iter().map(Node::coordinate).collect::<Read<_>>()?;
    let kind = outline.need("type")?.text()?.to_string();
    Ok(SpatialShape::Extruded(kind, parameters, size(fields, "height")?, fields.vector("outline_centroid")?))
}
