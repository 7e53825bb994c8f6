//! What is to be told of the steps since the page last asked: those that were not solved, and bodies in each other.
use crate::session::number::shortest;
use crate::spatial::contact::{Contact, Part};
use crate::spatial::world::World;
use crate::web::report::Row;

/// Overlaps deeper than this part of the thinner body's shortest side are told: more is seen.
const SEEN: f64 = 0.02;

/// See the head of this file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// Steps that say that they are not solved, and the largest residual of one, m.
    unsolved: usize,
    residual: f64,
    /// The deepest overlap at the end of the last step, m, if it is to be told.
    overlap: Option<f64>,
    /// The same where no motion sets bodies apart.
    no_way: Option<f64>,
}

impl Notices {
    /// Takes note of a step that a world has just taken.
    pub fn record(&mut self, world: &World) {
        let outcome = world.report.outcome;
        if !outcome.solved {
            (self.unsolved, self.residual) = (self.unsolved + 1, self.residual.max(outcome.residual));
        }
        let seen = world.contacts.iter().filter(|contact| is_seen(world, contact));
        self.overlap = seen.map(|contact| -contact.gap).max_by(f64::total_cmp);
        self.no_way = world.report.no_way;
    }

    /// For each: a key among the page's words, a number for it, m, and in how many steps it was so.
    pub fn rows(&self) -> Vec<Row> {
        let row = |key: &str, value, count: usize| vec![key.to_string(), shortest(value), count.to_string()];
        let unsolved = (self.unsolved > 0).then(|| row("unsolved", self.residual, self.unsolved));
        let overlap = match (self.no_way, self.overlap) {
            (Some(depth), _) => Some(row("no-way", depth, 1)),
            (None, overlap) => overlap.map(|depth| row("overlap", depth, 1)),
        };
        unsolved.into_iter().chain(overlap).collect()
    }
}

fn is_seen(world: &World, contact: &Contact) -> bool {
    let thickness = [contact.a, contact.b].map(|body| world.bodies[body].shape.thickness());
    !matches!(contact.key.first, Part::Joint(_)) && contact.gap < -SEEN * thickness[0].min(thickness[1])
}

#[cfg(test)]
mod tests {
    use crate::session::SpatialLink;
    use crate::spatial::body::Body;
    use crate::spatial::bvh::VolumeKind;
    use crate::spatial::forces::Forces;
    use crate::spatial::shape::{Mesh, Shape, Solid};
    use crate::web::spatial::stage::Stage;
    use glam::{DQuat, DVec3};
    use std::sync::Arc;

    /// The keys of what is told after some steps of a scene that was changed.
    fn told(scene: &str, steps: usize, change: impl Fn(&mut Stage)) -> Vec<String> {
        let mut stage = Stage::open(SpatialLink::parse(scene, "")).0;
        change(&mut stage);
        (0..steps).for_each(|_| stage.step());
        std::mem::take(&mut stage.notices).rows().into_iter().map(|row| row[0].clone()).collect()
    }

    #[test]
    fn a_step_that_is_solved_tells_nothing() {
        assert!(told("?scene=balls&n=30", 60, |_| ()).is_empty());
    }

    /// A few sweeps do not reach a residual of zero.
    #[test]
    fn a_step_that_is_not_solved_is_told() {
        let told = told("?scene=balls&n=30", 60, |stage| {
            let settings = &mut stage.world.settings;
            (settings.scheme, settings.sweeps, settings.effort) = (crate::spatial::time_stepping::MOREAU, 1, 1);
            settings.tolerance = 0.0;
        });
        assert!(told.contains(&"unsolved".to_string()), "{told:?}");
    }

    /// A ball that was put half into the ground is still in it after a step.
    #[test]
    fn what_is_in_another_body_is_told() {
        let told = told("?scene=driven", 1, |stage| {
            let ball = stage.world.bodies.iter_mut().find(|body| body.is_free()).unwrap();
            ball.state.pose.position.z -= ball.shape.radius();
        });
        assert!(told.contains(&"overlap".to_string()), "{told:?}");
    }

    /// Put between walls that leave less room than it needs, a block has no way out.
    #[test]
    fn what_is_held_from_both_sides_is_told() {
        let told = told("?scene=driven", 60, |stage| {
            let block = |half: DVec3| {
                let mesh = Mesh::cuboid(half).expect("sides over zero");
                Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
            };
            let wall = |x| Body::fixed("wall", block(DVec3::new(0.5, 2.0, 2.0))).at(x * DVec3::X, DQuat::IDENTITY);
            stage.world.forces = Forces::default();
            stage.world.bodies = vec![wall(-0.95), wall(0.95), Body::new("block", block(DVec3::splat(0.5)), 1.0)];
        });
        assert_eq!(told, ["no-way"]);
    }
}
