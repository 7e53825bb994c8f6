//! The paths of points of contact on the surfaces of both bodies.
use crate::spatial::body::BodyId;
use crate::spatial::contact::{Contact, Key, Part};
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use glam::DVec3;

/// More strokes than these are not kept on one body: the oldest go, many at a time.
const MOST: usize = 1500;
const FORGOTTEN: usize = 300;
/// Nor are more contacts.
const MOST_TRAILS: usize = 24;
/// A stroke is at least as long as this part of the scene's radius, and that far above the surface.
const STROKE: f64 = 0.006;

/// The path of one contact.
#[derive(Clone, Debug)]
pub struct Trail {
    contact: (BodyId, BodyId, Key),
    /// The strokes on both bodies.
    pub paths: [Path; 2],
    touches: bool,
}

/// A path on one body.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// The body.
    pub body: BodyId,
    /// Strokes in the body's frame, m.
    pub strokes: Vec<[DVec3; 2]>,
    last: Option<DVec3>,
}

/// All paths.
#[derive(Clone, Debug, Default)]
pub struct Trails(Vec<Trail>);

impl Trails {
    /// Forgets all paths.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All that are kept.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().flat_map(|trail| &trail.paths)
    }

    /// Goes on with the contacts that there are now, in a scene of this radius, m. What does not touch ends its stroke.
    pub fn record(&mut self, world: &World, radius: f64) {
        self.0.iter_mut().for_each(|trail| trail.touches = false);
        let step = STROKE * radius;
        for c in world.contacts.iter().filter(|contact| wanders(world, contact)) {
            let name = (c.a, c.b, c.key);
            let known = self.0.iter().position(|trail| trail.contact == name);
            let k = match known {
                Some(k) => k,
                None if self.0.len() < MOST_TRAILS => {
                    let paths = [c.a, c.b].map(|body| Path { body, ..Path::default() });
                    self.0.push(Trail { contact: name, paths, touches: true });
                    self.0.len() - 1
                }
                None => continue,
            };
            let trail = &mut self.0[k];
            trail.touches = true;
            // each path stands a little off its own surface
            for (path, side) in trail.paths.iter_mut().zip([-step, step]) {
                let at = world.bodies[path.body].state.pose.point_to_body(c.point + side * c.normal);
                path.go_to(at, step);
            }
        }
        for trail in self.0.iter_mut().filter(|trail| !trail.touches) {
            trail.paths.iter_mut().for_each(|path| path.last = None);
        }
    }
}

impl Path {
    fn go_to(&mut self, at: DVec3, step: f64) {
        let Some(last) = self.last else {
            self.last = Some(at);
            return;
        };
        if last.distance_squared(at) >= step * step {
            if self.strokes.len() == MOST {
                self.strokes.drain(..FORGOTTEN);
            }
            self.strokes.push([last, at]);
            self.last = Some(at);
        }
    }
}

/// Whether the path of a contact is worth drawing: on smooth bodies, whose points of contact wander.
fn wanders(world: &World, contact: &Contact) -> bool {
    let smooth = |body: usize| matches!(world.bodies[body].shape, Shape::Smooth(_));
    let jumps = |part: Part| matches!(part, Part::Vertex(_) | Part::Joint(_));
    (smooth(contact.a) || smooth(contact.b)) && !jumps(contact.key.first) && !jumps(contact.key.second)
}
