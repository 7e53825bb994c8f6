//! Bounding spheres.
use crate::spatial::length;
use glam::DVec3;

/// A ball that holds points. Body frame, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sphere {
    /// Its middle.
    pub centre: DVec3,
    /// Its radius.
    pub radius: f64,
}

impl Sphere {
    /// Around the middle of two far points, and pushed outwards point by point (Ritter, *An efficient bounding sphere*,
    /// Graphics Gems, 1990).
    pub fn around(points: &[DVec3]) -> Self {
        let far = |from: DVec3| {
            points
                .iter()
                .fold(from, |far, p| if p.distance_squared(from) > far.distance_squared(from) { *p } else { far })
        };
        let p = far(points.first().copied().unwrap_or_default());
        let q = far(p);
        let mut centre = (p + q) / 2.0;
        let mut radius = p.distance(q) / 2.0;
        for point in points {
            let distance = point.distance(centre);
            if distance > radius {
                let grown = (radius + distance) / 2.0;
                centre += (*point - centre) * ((distance - grown) / distance);
                radius = grown;
            }
        }
        let radius = points.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
        Self { centre, radius }
    }

    /// m³.
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * self.radius * self.radius * self.radius
    }

    /// Distance to another sphere whose middle, in the frame of this one, is given.
    pub(super) fn gap(&self, radius: f64, centre: DVec3) -> f64 {
        length(centre - self.centre) - self.radius - radius
    }
}
