//! The eye that looks at a spatial scene: where it is, what it sees where, and how it goes around what it looks at.
//!
//! World frame, metres, z up. Points of the stage are CSS pixels, y down.
use crate::spatial::shape::Aabb;
use glam::{DMat4, DVec2, DVec3};
use std::f64::consts::TAU;

/// A half-line from the eye into the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub origin: DVec3,
    /// Of length 1.
    pub direction: DVec3,
}

/// An eye on a ball around the point that it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What it looks at.
    pub target: DVec3,
    /// From there to the eye.
    pub distance: f64,
    /// Direction of the eye around the vertical, from the x axis, counter-clockwise seen from above.
    pub yaw: f64,
    /// Direction of the eye above the horizon.
    pub pitch: f64,
    /// Width and height of the stage.
    pub size: DVec2,
    /// Middle and radius of what is to be seen, which bounds how near and how far the eye goes.
    middle: DVec3,
    radius: f64,
    /// What it shows as large as the stage allows, until it is moved.
    shown: Option<Aabb>,
}

/// A point as it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Where on the stage.
    pub at: DVec2,
    /// How far in front of the eye, m.
    pub depth: f64,
}

/// Angle of view over the shorter side of the stage, rad.
const ANGLE: f64 = 0.6;
/// The eye never looks quite straight up or down: left and right would be lost there.
const STEEPEST: f64 = 1.55;
/// Nor does it go under the ground, from where nothing could be seen of what stands on it.
const LOWEST: f64 = 0.03;
/// Turn for each pixel that the hand moves, rad.
const TURN: f64 = 0.008;
/// How near and how far the eye goes, as parts of the radius of the scene.
const NEAREST: f64 = 0.05;
const FARTHEST: f64 = 30.0;
/// How near it goes to show all of a box, as a part of the radius: nearer, what is at the edges is drawn out of shape.
const SHOWS: f64 = 1.8;
/// Room left at the edges of the stage, as a part of its shorter side, and at its top, where the page has buttons, px.
const EDGE: f64 = 0.05;
const TOP: f64 = 56.0;

impl Camera {
    /// Shows a ball: as large as the stage allows, from this direction.
    pub fn fit(centre: DVec3, radius: f64, yaw: f64, pitch: f64, size: DVec2) -> Self {
        let distance = radius / libm::sin(ANGLE / 2.0);
        Self { target: centre, distance, yaw, pitch, size: at_least(size), middle: centre, radius, shown: None }
    }

    /// Shows a box, as large as the stage allows, from this direction; also when the stage takes another size, until the
    /// eye is moved.
    pub fn show(&mut self, bounds: Aabb, [yaw, pitch]: [f64; 2]) {
        let Aabb { low, high } = bounds;
        *self = Self::fit(bounds.centre(), (high - low).length_squared().sqrt() / 2.0, yaw, pitch, self.size);
        self.shown = Some(bounds);
        let edge = EDGE * self.size.min_element();
        let room = [DVec2::new(edge, edge.max(self.top())), self.size - edge];
        // what is nearer is seen larger, so that one look does not tell how near the eye may come; each halves the error
        for _ in 0..12 {
            let seen = bounds.corners().into_iter().filter_map(|corner| self.see(corner));
            let (first, last) = seen.fold((self.size, DVec2::ZERO), |(a, b), seen| (a.min(seen.at), b.max(seen.at)));
            self.drag((room[0] + room[1] - first - last) / 2.0);
            let larger = ((room[1] - room[0]) / (last - first)).min_element();
            self.distance = (self.distance / larger).max(SHOWS * self.radius);
        }
    }

    /// Height of the part of the stage where the page has buttons, CSS pixels.
    pub fn top(&self) -> f64 {
        TOP.min(self.size.y / 4.0)
    }

    /// Middle and radius of what it was told to show.
    pub fn seen_around(&self) -> (DVec3, f64) {
        (self.middle, self.radius)
    }

    /// Whether it still shows what it was told to, since nobody has moved it.
    pub fn is_unmoved(&self) -> bool {
        self.shown.is_some()
    }

    /// Comes nearer to another camera, that shows more, by a part of the way.
    pub fn approach(&mut self, other: &Self, part: f64) {
        (self.radius, self.shown) = (other.radius, other.shown);
        self.middle = self.middle.lerp(other.middle, part);
        self.target = self.target.lerp(other.target, part);
        self.distance += (other.distance - self.distance) * part;
    }

    /// Takes the size of a stage; what is in the middle stays there, unless all is to be seen.
    pub fn resize(&mut self, size: DVec2) {
        self.size = at_least(size);
        if let Some(bounds) = self.shown {
            self.show(bounds, [self.yaw, self.pitch]);
        }
    }

    /// Looks at a point from where it is seen in the same direction and distance.
    pub fn look_at(&mut self, point: DVec3) {
        (self.target, self.shown) = (point, None);
    }

    /// Unit vectors of the picture: to the right, up, and out of it towards the eye.
    pub fn axes(&self) -> [DVec3; 3] {
        let ((sin_yaw, cos_yaw), (sin, cos)) = (libm::sincos(self.yaw), libm::sincos(self.pitch));
        let back = DVec3::new(cos * cos_yaw, cos * sin_yaw, sin);
        let right = DVec3::new(-sin_yaw, cos_yaw, 0.0);
        [right, back.cross(right), back]
    }

    /// Where the eye is.
    pub fn eye(&self) -> DVec3 {
        self.target + self.distance * self.axes()[2]
    }

    /// CSS pixels for a metre at a depth of one metre.
    pub fn focal(&self) -> f64 {
        self.size.min_element() / 2.0 / libm::tan(ANGLE / 2.0)
    }

    /// Nothing nearer than this is drawn, m.
    pub fn near(&self) -> f64 {
        0.02 * self.distance
    }

    /// How a point is seen; not at all behind the eye.
    pub fn see(&self, point: DVec3) -> Option<Seen> {
        let ([right, up, back], from_eye) = (self.axes(), point - self.eye());
        let depth = -back.dot(from_eye);
        let scale = self.focal() / depth;
        let at = self.size / 2.0 + scale * DVec2::new(right.dot(from_eye), -up.dot(from_eye));
        (depth > self.near()).then_some(Seen { at, depth })
    }

    /// Whether a point as it is seen is in the picture, below the buttons of the page.
    pub fn holds(&self, seen: Seen) -> bool {
        seen.at.cmpge(DVec2::new(0.0, self.top())).all() && seen.at.cmple(self.size).all()
    }

    /// The half-line that is seen as one point of the stage.
    pub fn ray(&self, at: DVec2) -> Ray {
        let ([right, up, back], offset) = (self.axes(), (at - self.size / 2.0) / self.focal());
        let direction = (offset.x * right - offset.y * up - back).normalize();
        Ray { origin: self.eye(), direction }
    }

    /// The point that is seen there in the plane through `through` that lies square to the view.
    pub fn place(&self, at: DVec2, through: DVec3) -> DVec3 {
        let (ray, back) = (self.ray(at), self.axes()[2]);
        let depth = back.dot(self.eye() - through).max(self.near());
        ray.origin + ray.direction * (depth / -back.dot(ray.direction))
    }

    /// Where a point of the stage lies in the upright plane through the target that faces the eye: to the right and up from
    /// the target, m; and CSS pixels for a metre there.
    pub fn upright(&self, at: DVec2) -> [f64; 3] {
        let ([right, _, back], ray) = (self.axes(), self.ray(at));
        let level = back.with_z(0.0).normalize_or(right.cross(DVec3::Z));
        let along = level.dot(self.target - ray.origin) / level.dot(ray.direction).min(-1e-3);
        let place = ray.origin + along * ray.direction;
        let depth = back.dot(self.eye() - place).max(self.near());
        [right.dot(place - self.target), place.z - self.target.z, self.focal() / depth]
    }

    /// Goes around the target as a hand drags the scene by pixels.
    pub fn orbit(&mut self, by: DVec2) {
        self.shown = None;
        let yaw = self.yaw - TURN * by.x;
        self.yaw = yaw - TAU * libm::round(yaw / TAU);
        self.pitch = (self.pitch + TURN * by.y).clamp(LOWEST, STEEPEST);
    }

    /// Moves the eye so that what is in the middle is drawn larger by a factor; what is at a point of the stage, in the
    /// plane of the target, stays there.
    pub fn zoom(&mut self, factor: f64, about: DVec2) {
        self.shown = None;
        let before = self.place(about, self.target);
        let (low, high) = (NEAREST * self.radius, FARTHEST * self.radius);
        self.distance = (self.distance / factor.clamp(0.01, 100.0)).clamp(low, high);
        self.target += before - self.place(about, self.target);
        self.keep_near();
    }

    /// Moves along the picture as a hand drags the scene by pixels.
    pub fn pan(&mut self, by: DVec2) {
        self.shown = None;
        self.drag(by);
    }

    fn drag(&mut self, by: DVec2) {
        let ([right, up, _], metres) = (self.axes(), self.distance / self.focal());
        self.target += metres * (by.y * up - by.x * right);
        self.keep_near();
    }

    /// A target far from everything would leave the visitor in the void.
    fn keep_near(&mut self) {
        self.target = self.target.clamp(DVec3::splat(-1e6), DVec3::splat(1e6));
    }

    /// Two numbers a, b: in the cube in which WebGL draws, what is at a depth d lies at −a + b / d.
    pub fn depths(&self) -> [f64; 2] {
        let (near, far) = (self.near(), self.distance + (FARTHEST + 2.0) * self.radius.max(self.distance));
        [(far + near) / (near - far), 2.0 * far * near / (near - far)]
    }

    /// From the world to the cube in which WebGL draws.
    pub fn clip_from_world(&self) -> DMat4 {
        let ([right, up, back], eye) = (self.axes(), self.eye());
        let scale = 2.0 * self.focal() / self.size;
        let [a, b] = self.depths();
        let row = |v: DVec3, w: f64| v.extend(w - v.dot(eye));
        let rows = [row(scale.x * right, 0.0), row(scale.y * up, 0.0), row(a * back, b), row(-back, 0.0)];
        DMat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose()
    }
}

/// A stage without room is no fault.
fn at_least(size: DVec2) -> DVec2 {
    size.max(DVec2::splat(16.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera::fit(DVec3::new(1.0, -2.0, 0.5), 3.0, 0.7, 0.3, DVec2::new(704.0, 440.0))
    }

    #[test]
    fn what_it_looks_at_is_in_the_middle_and_up_is_up() {
        let camera = camera();
        let seen = camera.see(camera.target).unwrap();
        assert!(seen.at.distance(camera.size / 2.0) < 1e-9 && (seen.depth - camera.distance).abs() < 1e-9);
        assert!(camera.see(camera.target + DVec3::Z).unwrap().at.y < seen.at.y);
        assert!(camera.see(camera.eye() + camera.axes()[2]).is_none(), "behind the eye");
    }

    #[test]
    fn the_axes_are_square_and_right_handed() {
        for pitch in [-1.5, 0.0, 0.3, 1.5] {
            let [right, up, back] = Camera { pitch, ..camera() }.axes();
            assert!(right.cross(up).distance(back) < 1e-14, "pitch {pitch}");
            assert!(right.z == 0.0 && up.z > 0.0);
        }
    }

    #[test]
    fn all_of_a_ball_is_seen_on_any_stage() {
        for size in [DVec2::new(704.0, 440.0), DVec2::new(320.0, 333.0), DVec2::new(90.0, 2000.0)] {
            let camera = Camera::fit(DVec3::ZERO, 2.0, 0.4, 0.2, size);
            let [right, up, _] = camera.axes();
            for out in [right, -right, up, -up] {
                let at = camera.see(2.0 * out).unwrap().at;
                assert!(at.cmpge(DVec2::ZERO).all() && at.cmple(size).all(), "{at} in {size}");
            }
        }
        assert!(Camera::fit(DVec3::ZERO, 1.0, 0.0, 0.0, DVec2::ZERO).see(DVec3::ZERO).is_some());
    }

    #[test]
    fn all_of_a_box_is_seen_as_large_as_the_stage_allows_until_the_eye_is_moved() {
        let bounds = Aabb { low: DVec3::new(-4.0, -1.0, 0.0), high: DVec3::new(4.0, 2.0, 2.5) };
        let mut camera = camera();
        camera.show(bounds, [-1.15, 0.35]);
        for size in [DVec2::new(704.0, 300.0), DVec2::new(390.0, 333.0), DVec2::new(200.0, 900.0)] {
            camera.resize(size);
            let seen = bounds.corners().map(|corner| camera.see(corner).unwrap().at);
            let (low, high) = seen.iter().fold((size, DVec2::ZERO), |(a, b), at| (a.min(*at), b.max(*at)));
            assert!(low.cmpge(DVec2::ZERO).all() && low.y > 55.9 && high.cmple(size).all(), "{low} {high} in {size}");
            let full = ((high - low) / (size - DVec2::new(0.1 * size.min_element(), 56.0 + 0.05 * size.min_element())))
                .max_element();
            assert!(full > 0.999 || camera.distance == SHOWS * camera.radius, "{full} of {size}");
        }
        camera.orbit(DVec2::new(1.0, 0.0));
        let before = camera;
        camera.resize(DVec2::new(704.0, 300.0));
        assert_eq!((camera.target, camera.distance), (before.target, before.distance));
    }

    #[test]
    fn a_ray_goes_through_what_is_seen() {
        let camera = camera();
        for point in [DVec3::new(0.3, -1.0, 1.2), DVec3::new(2.0, -2.5, -0.3)] {
            let Ray { origin, direction } = camera.ray(camera.see(point).unwrap().at);
            assert!((point - origin).cross(direction).length() < 1e-12);
            assert!(camera.place(camera.see(point).unwrap().at, point).distance(point) < 1e-12);
        }
    }

    #[test]
    fn a_point_of_the_upright_plane_is_where_it_is_seen() {
        let camera = camera();
        let [right, ..] = camera.axes();
        for [x, up] in [[0.0, 0.0], [0.7, -0.4], [-1.0, 1.1]] {
            let at = camera.see(camera.target + x * right + up * DVec3::Z).unwrap().at;
            let [found, height, scale] = camera.upright(at);
            assert!((found - x).abs() < 1e-12 && (height - up).abs() < 1e-12, "{found} {height}");
            let beside = camera.see(camera.target + (x + 1e-6) * right + up * DVec3::Z).unwrap().at;
            assert!((beside.distance(at) * 1e6 / scale - 1.0).abs() < 1e-4, "{scale} px/m");
        }
    }

    #[test]
    fn a_drag_to_the_right_turns_the_near_side_to_the_right() {
        let mut camera = camera();
        let near = camera.target + camera.axes()[2];
        let before = camera.see(near).unwrap().at;
        camera.orbit(DVec2::new(20.0, 0.0));
        assert!(camera.see(near).unwrap().at.x > before.x);
        camera.orbit(DVec2::new(0.0, 1e6));
        assert!(camera.pitch < std::f64::consts::FRAC_PI_2, "it stops short of the zenith");
    }

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let mut camera = camera();
        let at = DVec2::new(600.0, 100.0);
        let point = camera.place(at, camera.target);
        camera.zoom(1.7, at);
        assert!(camera.see(point).unwrap().at.distance(at) < 1e-9);
        for _ in 0..100 {
            camera.zoom(0.1, at);
        }
        assert!(camera.distance <= FARTHEST * 3.0 && camera.target.is_finite());
    }

    #[test]
    fn panning_moves_the_scene_with_the_hand() {
        let mut camera = camera();
        let (point, by) = (camera.target, DVec2::new(-31.0, 17.0));
        let before = camera.see(point).unwrap().at;
        camera.pan(by);
        assert!((camera.see(point).unwrap().at - before).distance(by) < 1e-9);
    }

    #[test]
    fn webgl_draws_a_point_where_it_is_seen() {
        let camera = camera();
        let point = DVec3::new(0.3, -1.0, 1.2);
        let clip = camera.clip_from_world().project_point3(point);
        let at = camera.size * DVec2::new(0.5 + clip.x / 2.0, 0.5 - clip.y / 2.0);
        let ([a, b], depth) = (camera.depths(), camera.see(point).unwrap().depth);
        assert!((b / (clip.z + a) - depth).abs() < 1e-9 * depth, "{} is not {depth}", b / (clip.z + a));
        assert!(at.distance(camera.see(point).unwrap().at) < 1e-9 && clip.z.abs() < 1.0);
    }
}
