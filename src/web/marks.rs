//! Bodies that have left the picture: marks at its edge tell where they are, in both modes.
use super::labels::Area;
use glam::DVec2;

/// How far from the edge of the stage marks are, CSS pixels, and how near two may be to count as one.
pub const INSIDE: f64 = 20.0;
const APART: f64 = 34.0;

/// A mark at the edge of the stage.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Where it is, CSS pixels.
    pub at: DVec2,
    /// Towards what it stands for, of length 1.
    pub way: DVec2,
    /// The first body that it stands for, and how many there are.
    pub body: usize,
    /// How many bodies it stands for.
    pub count: usize,
}

impl Mark {
    /// The corners of the arrowhead that is drawn.
    pub fn corners(&self) -> [DVec2; 3] {
        let side = 8.0 * self.way.perp();
        [self.at + 15.0 * self.way, self.at + side, self.at - side]
    }

    /// How many bodies it stands for, where they are several, and where that is written.
    pub fn told(&self) -> Option<(String, DVec2)> {
        (self.count > 1).then(|| (self.count.to_string(), self.at - 12.0 * self.way))
    }
}

/// The marks of those bodies whose middle is not on a stage of a size, with buttons down to `top`; CSS pixels.
pub fn marks(size: DVec2, top: f64, bodies: impl Iterator<Item = (usize, DVec2)>) -> Vec<Mark> {
    let middle = size / 2.0;
    let edge = Area { low: DVec2::new(INSIDE, top + INSIDE), high: size - INSIDE };
    let picture = Area { low: DVec2::ZERO, high: size };
    let mut list: Vec<Mark> = Vec::new();
    for (body, at) in bodies.filter(|(_, at)| !picture.holds(&Area { low: *at, high: *at })) {
        let way = (at - middle).normalize_or(DVec2::Y);
        let leave = edge.clip(middle, middle + way * size.element_sum()).map_or(0.0, |(_, leave)| leave);
        let at = middle + leave * size.element_sum() * way;
        match list.iter_mut().find(|mark| mark.at.distance(at) < APART) {
            Some(mark) => mark.count += 1,
            None => list.push(Mark { at, way, body, count: 1 }),
        }
    }
    list
}
