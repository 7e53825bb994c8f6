//! Bodies that have left the picture of space: the marks at its edge lead to them.
use super::stage::Stage;
use crate::web::marks::{self, INSIDE, Mark};
use glam::DVec2;

/// The marks of all bodies that can move and whose middle is not in the picture.
pub fn marks(stage: &Stage) -> Vec<Mark> {
    let (eye, size) = (stage.camera, stage.camera.size);
    let moving = stage.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
    let places = moving.map(|(id, body)| {
        let position = body.state.pose.position;
        // what is behind the eye is sought on the other side
        let behind = || {
            let ([right, up, _], from_eye) = (eye.axes(), position - eye.eye());
            let aside = DVec2::new(right.dot(from_eye), -up.dot(from_eye));
            size / 2.0 + size.element_sum() * aside.try_normalize().unwrap_or(DVec2::Y)
        };
        (id, eye.see(position).map_or_else(behind, |seen| seen.at))
    });
    marks::marks(size, eye.top(), places)
}

impl Stage {
    /// The eye goes along with the body of the mark at a point of the stage, within `reach` CSS pixels; false if there is
    /// none.
    pub fn find(&mut self, at: DVec2, reach: f64) -> bool {
        let found = marks(self).into_iter().find(|mark| mark.at.distance(at) <= INSIDE + reach);
        if let Some(mark) = found {
            self.chosen = Some(mark.body);
            self.follow(true);
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use glam::DVec3;

    #[test]
    fn a_mark_tells_where_a_body_went_and_leads_to_it() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=two-blocks-3d", "")).0;
        stage.camera.resize(DVec2::new(700.0, 400.0));
        assert!(marks(&stage).is_empty(), "all is in the picture");
        let [right, _, back] = stage.camera.axes();
        let body = (0..stage.world.bodies.len()).find(|id| !stage.world.bodies[*id].is_fixed()).unwrap();
        for (to, way) in [(100.0 * right, DVec2::X), (-100.0 * right, DVec2::NEG_X), (500.0 * back, DVec2::X)] {
            stage.world.bodies[body].state.pose.position = to;
            let list = marks(&stage);
            let inside = |at: DVec2| at.cmpge(DVec2::ZERO).all() && at.cmple(stage.camera.size).all();
            assert!(list.len() == 1 && list[0].count == 1 && inside(list[0].at), "{list:?}");
            assert!(to.dot(right) == 0.0 || list[0].way.dot(way) > 0.9, "{list:?}");
        }
        let at = marks(&stage)[0].at;
        assert!(!stage.find(stage.camera.size / 2.0, 8.0) && stage.find(at, 8.0));
        let seen = stage.camera.see(stage.world.bodies[body].state.pose.position).expect("in the picture");
        assert!(marks(&stage).iter().all(|mark| mark.body != body), "{seen:?}");
        assert!(seen.at.distance(stage.camera.size / 2.0) < 1.0 && DVec3::is_finite(stage.camera.target));
    }
}
