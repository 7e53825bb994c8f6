//! From metres, y up, to pixels of the stage, y down, and back.
use crate::planar::body::Body;
use glam::DVec2;

/// How a part of the world fills the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Width and height of the stage, CSS pixels.
    pub size: DVec2,
    /// CSS pixels for a metre.
    pub scale: f64,
    /// CSS pixels for a newton.
    pub newton: f64,
    /// Where the world's origin lies on the stage, CSS pixels.
    origin: DVec2,
}

impl Camera {
    /// Room left around the view, CSS pixels, so that forces on the walls are seen.
    const MARGIN: f64 = 22.0;

    /// Shows all of a view, given by its lower left and upper right corners in metres, as large as the stage allows.
    pub fn fit(view: [DVec2; 2], size: DVec2) -> Self {
        let size = size.max(DVec2::splat(4.0 * Self::MARGIN));
        let scale = ((size - 2.0 * Self::MARGIN) / (view[1] - view[0])).min_element();
        Self::at((view[0] + view[1]) / 2.0, scale, size)
    }

    /// Shows a point of the world in the middle of the stage, with this many pixels for a metre and for a newton.
    pub fn at(middle: DVec2, scale: f64, size: DVec2) -> Self {
        let origin = size / 2.0 + scale * DVec2::new(-middle.x, middle.y);
        Self { size, scale, newton: scale, origin }
    }

    /// Length of the arrow of a force of 1 N, m in the world.
    pub fn metres_per_newton(&self) -> f64 {
        self.newton / self.scale
    }

    /// The corners of a body on the stage.
    pub fn corners(&self, body: &Body) -> Vec<DVec2> {
        let frame = body.state.frame();
        body.shape.vertices().iter().map(|v| self.to_stage(frame.place(*v))).collect()
    }

    /// Where a point of the world is seen.
    pub fn to_stage(&self, world: DVec2) -> DVec2 {
        self.origin + self.scale * DVec2::new(world.x, -world.y)
    }

    /// What point of the world is seen there.
    pub fn to_world(&self, stage: DVec2) -> DVec2 {
        let offset = (stage - self.origin) / self.scale;
        DVec2::new(offset.x, -offset.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: [DVec2; 2] = [DVec2::new(-4.5, -3.6), DVec2::new(3.1, 4.0)];

    #[test]
    fn shows_all_of_the_view_in_any_stage() {
        for size in [DVec2::new(704.0, 440.0), DVec2::new(320.0, 300.0), DVec2::new(90.0, 2000.0)] {
            let camera = Camera::fit(VIEW, size);
            let (low, high) = (camera.to_stage(VIEW[0]), camera.to_stage(VIEW[1]));
            assert!(low.x >= 0.0 && high.y >= 0.0 && high.x <= size.x && low.y <= size.y, "{low} {high} in {size}");
            assert!(low.y > high.y, "up is up");
            let middle = camera.to_stage((VIEW[0] + VIEW[1]) / 2.0);
            assert!(middle.distance(size / 2.0) < 1e-9);
        }
    }

    #[test]
    fn a_point_comes_back() {
        let camera = Camera::fit(VIEW, DVec2::new(704.0, 440.0));
        let point = DVec2::new(-1.25, 2.5);
        assert!(camera.to_world(camera.to_stage(point)).distance(point) < 1e-12);
    }

    #[test]
    fn a_stage_without_room_is_no_fault() {
        assert!(Camera::fit(VIEW, DVec2::ZERO).scale > 0.0);
    }
}
