//! Where a body is: a rotation and a translation from its own frame to the world.
use glam::{DMat3, DQuat, DVec3};

/// World point = `position` + `rotation` · body point. Metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Origin of the body's frame, its centre of mass, in the world.
    pub position: DVec3,
    /// From body to world axes; of length 1.
    pub rotation: DQuat,
}

impl Pose {
    /// A body that has not been turned.
    pub fn at(position: DVec3) -> Self {
        Self { position, rotation: DQuat::IDENTITY }
    }

    /// A point of the body, in the world.
    pub fn place(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// A direction of the body, in world axes.
    pub fn turn(&self, direction: DVec3) -> DVec3 {
        self.rotation * direction
    }

    /// A point of the world, in the body's frame.
    pub fn point_to_body(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// A direction in world axes, in the body's axes.
    pub fn direction_to_body(&self, direction: DVec3) -> DVec3 {
        self.rotation.conjugate() * direction
    }

    /// The pose of `other` as this body sees it.
    pub fn relative(&self, other: &Pose) -> Pose {
        Pose {
            position: self.point_to_body(other.position),
            rotation: super::unit(self.rotation.conjugate() * other.rotation),
        }
    }

    /// The rotation as a matrix whose columns are the body's axes in the world.
    pub fn axes(&self) -> DMat3 {
        DMat3::from_quat(self.rotation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_and_relative_poses_compose() {
        let turned = |x: f64, axis: DVec3| Pose {
            position: DVec3::new(x, 2.0 * x, -0.3),
            rotation: DQuat::from_axis_angle(axis.normalize(), 1.0 + x),
        };
        let (a, b) = (turned(0.4, DVec3::new(1.0, 2.0, -1.0)), turned(-1.1, DVec3::new(0.3, -0.2, 0.9)));
        let point = DVec3::new(0.2, -0.7, 1.3);
        assert!(a.point_to_body(a.place(point)).distance(point) < 1e-14);
        assert!(a.direction_to_body(a.turn(point)).distance(point) < 1e-14);
        assert!(a.place(a.relative(&b).place(point)).distance(b.place(point)) < 1e-14);
    }
}
