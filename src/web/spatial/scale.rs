//! How long arrows are in space: the longest about as long in every scene, and calm.
use super::stage::Stage;
use crate::web::eased::Scale;

/// Length of the longest arrow, in radii of what the eye was told to show, and at most in radii of the usual body, so that
/// arrows stay within a heap.
const LONGEST: f64 = 0.42;
const AT_MOST: f64 = 2.5;

impl Stage {
    /// The greatest weight, push or contact force, N; the usual thrust where there is none.
    fn greatest(&self) -> f64 {
        let gravity = self.world.forces.gravity.length_squared().sqrt();
        let weights = self.world.bodies.iter().filter(|body| body.is_free()).map(|body| body.mass * gravity);
        let pushes = self.world.forces.pushes.iter().map(|push| push.force.length_squared().sqrt());
        let contacts = self.contacts.iter().map(|contact| contact.force.abs());
        let found = weights.chain(pushes).chain(contacts).fold(0.0, f64::max);
        if found > 1e-6 { found } else { self.world.forces.thrust.max(1e-9) }
    }

    /// Length of the longest arrow, m.
    fn longest(&self) -> f64 {
        let (_, radius) = self.camera.seen_around();
        let body = AT_MOST * self.body_radius();
        if body > 0.0 { (LONGEST * radius).min(body) } else { LONGEST * radius }
    }

    /// The scale of the present picture at once.
    pub(super) fn scale_at_once(&mut self) {
        self.forces_before = self.greatest();
        self.scale = Scale::of(self.longest() / self.forces_before);
    }

    /// Lets the scale of the arrows follow the forces for `seconds` of the screen's time; whether it is on its way. What is
    /// great in a single picture, as a force by which bodies bounce, does not count.
    pub fn keep_scale(&mut self, seconds: f64) -> bool {
        let now = self.greatest();
        let lasting = now.min(std::mem::replace(&mut self.forces_before, now));
        self.scale.follow(self.longest() / lasting, seconds);
        self.scale.moves()
    }

    /// Length of the arrow of 1 N, m.
    pub fn metres_per_newton(&self) -> f64 {
        self.scale.now
    }
}

#[cfg(test)]
mod tests {
    use crate::session::SpatialLink;
    use crate::session::spatial_scenes::SCENES;
    use crate::web::spatial::arrows::arrows;
    use crate::web::spatial::stage::Stage;
    use glam::DVec2;

    /// The longest arrow of a scene, as a part of the stage's smaller side, with an eye that has followed it.
    fn longest(scene: &str, seconds: f64) -> f64 {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        stage.camera.resize(DVec2::new(704.0, 400.0));
        let h = stage.world.settings.time_step;
        while stage.world.time < seconds {
            stage.step();
            stage.keep_in_sight(h);
            stage.keep_scale(h);
        }
        stage.keep_scale(1.0);
        stage.keep_scale(1.0);
        let on_stage = |at: DVec2| at.cmpge(DVec2::ZERO).all() && at.cmple(stage.camera.size).all();
        let length = |from, to| {
            let from = stage.camera.see(from).filter(|seen| on_stage(seen.at))?;
            Some(from.at.distance(stage.camera.see(to)?.at))
        };
        let all = arrows(&stage, &[], false);
        all.iter().filter_map(|arrow| length(arrow.tail, arrow.head)).fold(0.0, f64::max) / 400.0
    }

    #[test]
    fn the_longest_arrow_is_well_seen_in_every_scene_and_fits_the_stage() {
        let mut faults = Vec::new();
        for scene in SCENES {
            for seconds in [0.0, 1.0] {
                let part = longest(scene.name, seconds);
                if part != 0.0 && !(0.025..0.45).contains(&part) {
                    faults.push(format!("{} after {seconds} s: {part:.3}", scene.name));
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn a_force_of_a_single_picture_changes_no_scale() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=two-blocks-3d", "")).0;
        (0..50).for_each(|_| stage.step());
        (0..9).for_each(|_| _ = stage.keep_scale(0.1));
        let before = stage.metres_per_newton();
        stage.contacts[0].force *= 100.0;
        stage.keep_scale(0.1);
        stage.contacts[0].force /= 100.0;
        stage.keep_scale(0.1);
        assert_eq!(stage.metres_per_newton(), before);
        stage.contacts[0].force *= 100.0;
        (0..9).for_each(|_| _ = stage.keep_scale(0.1));
        assert!(stage.metres_per_newton() < 0.1 * before);
    }
}
