//! Impacts: impulses at the contacts that approach each other.
use super::contact::Contact;

/// How several impacts at one instant are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactLaw {
    /// Contact after contact, the fastest first.
    Serial,
    /// All at once: v⁺ + e v⁻ ≥ 0, j ≥ 0, j·(v⁺ + e v⁻) = 0.
    Simultaneous,
    /// Pair of bodies after pair of bodies, the contacts of one pair at once.
    #[default]
    Hybrid,
}

impl ImpactLaw {
    /// All, in the order a reader should meet them.
    pub const ALL: [ImpactLaw; 3] = [Self::Serial, Self::Simultaneous, Self::Hybrid];

    /// The word used in files, links and on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Simultaneous => "simultaneous",
            Self::Hybrid => "hybrid",
        }
    }

    /// The law of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|law| law.name() == name)
    }
}

/// An impulse that was applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When, s of the world's time.
    pub time: f64,
    /// Where.
    pub contact: Contact,
    /// Along the contact's normal, N s.
    pub impulse: f64,
}
