//! Why a list of faces is no closed body.
use std::fmt;

/// What is wrong with a mesh. Faces and vertices are numbered as they were given.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// Fewer faces than any closed body has.
    TooFewFaces(usize),
    /// A vertex has a coordinate that is NaN or infinite.
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// A face has fewer than three vertices.
    ShortFace {
        /// The face.
        face: usize,
        /// Number of its vertices.
        found: usize,
    },
    /// A face names a vertex that does not exist.
    NoSuchVertex {
        /// The face.
        face: usize,
        /// The vertex it names.
        found: usize,
        /// How many there are.
        count: usize,
    },
    /// A face has no area, or is so twisted that no triangles fill it.
    Degenerate {
        /// The face.
        face: usize,
    },
    /// Nothing lies on the other side of an edge of a face: the surface has a hole.
    Open {
        /// The face.
        face: usize,
        /// The edge, from vertex to vertex.
        edge: [usize; 2],
    },
    /// Two faces run along their edge in the same direction: one of them is turned inside out.
    Inverted {
        /// The face.
        face: usize,
        /// Its neighbour.
        neighbour: usize,
        /// The edge, from vertex to vertex.
        edge: [usize; 2],
    },
    /// More than two faces meet at an edge.
    NonManifold {
        /// One of the faces.
        face: usize,
        /// The edge, from vertex to vertex.
        edge: [usize; 2],
        /// Number of faces there.
        found: usize,
    },
    /// No face uses a vertex.
    Unused {
        /// The vertex.
        vertex: usize,
    },
    /// All normals point inwards, or nothing is enclosed.
    Volume {
        /// The enclosed volume, with its sign, m³.
        found: f64,
    },
    /// The points given for a hull all lie in one plane.
    Flat,
    /// A length, a radius or a number of sides that no body can have.
    Dimension {
        /// Which one, and what was expected of it.
        expected: &'static str,
        /// What was given.
        found: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::TooFewFaces(n) => write!(out, "expected at least 4 faces, found {n}"),
            Self::NotFinite { vertex } => write!(out, "expected finite coordinates at vertex {vertex}"),
            Self::ShortFace { face, found } => {
                write!(out, "expected at least 3 vertices of face {face}, found {found}")
            }
            Self::NoSuchVertex { face, found, count } => {
                write!(out, "expected vertices from 0 to {} in face {face}, found {found}", *count as i64 - 1)
            }
            Self::Degenerate { face } => write!(out, "expected an area over zero of face {face}"),
            Self::Open { face, edge: [a, b] } => {
                write!(out, "expected a face beyond the edge {a}-{b} of face {face}, found none: the mesh is open")
            }
            Self::Inverted { face, neighbour, edge: [a, b] } => write!(
                out,
                "expected faces {face} and {neighbour} to run along their edge in opposite directions, found both from \
                 {a} to {b}: one is inside out"
            ),
            Self::NonManifold { face, edge: [a, b], found } => {
                write!(out, "expected two faces at the edge {a}-{b} of face {face}, found {found}")
            }
            Self::Unused { vertex } => write!(out, "expected a face at vertex {vertex}, found none"),
            Self::Volume { found } if *found < 0.0 => {
                write!(out, "expected outward normals, found a volume of {found} m³: all faces are inside out")
            }
            Self::Volume { found } => write!(out, "expected an enclosed volume, found {found} m³"),
            Self::Flat => write!(out, "expected points that span a volume, found all of them in one plane"),
            Self::Dimension { expected, found } => write!(out, "expected {expected}, found {found}"),
        }
    }
}

impl std::error::Error for MeshError {}
