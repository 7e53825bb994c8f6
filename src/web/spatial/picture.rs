//! What is drawn of a moment: instances of surfaces, parts of arrows, lines. Plain lists of numbers for the graphics
//! card.
use super::arrows::Arrow;
use super::camera::Camera;
use super::ghost::Ghost;
use super::light::{Colour, colour, mix};
use super::scenery::{Finish, Scenery, put};
use super::section::Section;
use super::stage::Stage;
use super::view::hides;
use crate::spatial::body::BodyId;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use crate::web::notation::Kind;
use crate::web::palette::Palette;
use glam::{DQuat, DVec3, Vec3};

/// Numbers of an instance of a surface: see [`put`].
pub const INSTANCE: usize = 16;
/// Numbers of a line: both ends, colour with opacity, width in CSS pixels.
pub const LINE: usize = 11;
/// With more lines than these the edges of bodies are left out.
const MOST_LINES: usize = 20_000;

/// See the head of this file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Instances of each surface of the scenery.
    pub bodies: Vec<Vec<f32>>,
    /// Half-spaces.
    pub grounds: Vec<f32>,
    /// Cylinders about the z axis from 0 to 1 with radius 1: shafts of arrows.
    pub shafts: Vec<f32>,
    /// Cones of the same size: heads of arrows.
    pub heads: Vec<f32>,
    /// Balls at the contacts.
    pub dots: Vec<f32>,
    /// Cones that are flames.
    pub flames: Vec<f32>,
    /// Lines that bodies hide.
    pub lines: Vec<f32>,
    /// Lines that nothing hides.
    pub clear_lines: Vec<f32>,
    /// Two points between which a line is drawn: the closest of two bodies.
    pub between: Option<[DVec3; 2]>,
    /// What is cut to see into it.
    pub section: Option<Section>,
    /// The body that is drawn alone, if one is.
    pub alone: Option<BodyId>,
    /// Whether bodies are of glass, so that chains of forces are seen in them; contacts have no dots then.
    pub glass: bool,
}

impl Picture {
    /// Everything on the stage; storage is reused.
    pub fn take(&mut self, stage: &Stage, scenery: &Scenery, palette: &Palette, arrows: &[Arrow]) {
        let Self { bodies, grounds, shafts, heads, dots, flames, lines, clear_lines, .. } = self;
        bodies.resize(scenery.surfaces.len(), Vec::new());
        bodies.iter_mut().for_each(Vec::clear);
        [grounds, shafts, heads, dots, flames, lines, clear_lines].into_iter().for_each(|list| list.clear());
        let cuts = stage.shown.section && self.alone.is_none();
        self.section = if cuts { Section::of(&stage.world, &stage.camera) } else { None };
        self.bodies(stage, scenery, palette);
        if self.glass {
            let eye = stage.camera.eye();
            self.bodies.iter_mut().for_each(|list| nearest_last(list, eye));
        } else if self.alone.is_none() {
            self.dots(stage, palette);
        }
        self.flames(stage, palette);
        arrows.iter().for_each(|arrow| self.arrow(arrow, &stage.camera, palette));
        if stage.shown.normals {
            self.normals(stage, palette);
        }
        if stage.shown.paths {
            self.paths(stage, palette);
        }
        if let Some(ends) = self.between {
            line(&mut self.clear_lines, ends, opaque(colour(palette.accent)), 1.5 * palette.line);
        }
    }

    fn bodies(&mut self, stage: &Stage, scenery: &Scenery, palette: &Palette) {
        let edges = stage.world.bodies.iter().zip(&scenery.looks).filter_map(|(_, look)| look.as_ref());
        let all: usize = edges.map(|(surface, _)| scenery.surfaces[*surface].lines.len()).sum();
        let (mut moving, mut is_cut) = (0, false);
        for ((id, body), look) in stage.world.bodies.iter().enumerate().zip(&scenery.looks) {
            let fill = if body.is_fixed() { palette.wall } else { palette.bodies[moving % palette.bodies.len()] };
            moving += usize::from(!body.is_fixed());
            if self.is_left_out(id) {
                continue;
            }
            let (pose, fill) = (&body.state.pose, colour(fill));
            let Some((number, size)) = *look else {
                if let Shape::HalfSpace { normal } = body.shape {
                    let up = Pose { rotation: DQuat::from_rotation_arc(DVec3::Z, pose.turn(normal)), ..*pose };
                    put(&mut self.grounds, &up, DVec3::ONE, fill, Finish::Plain);
                }
                continue;
            };
            let (surface, chosen) = (&scenery.surfaces[number], stage.chosen == Some(id));
            let hidden =
                body.is_fixed() && body.shape.solid().is_some() && hides(stage.camera.eye(), body, &stage.world.bodies);
            let cut = !hidden && self.section.as_ref().is_some_and(|section| section.bodies.contains(&id));
            is_cut |= cut;
            let finish = match (surface.round, chosen) {
                _ if cut => Finish::Cut,
                (false, _) if body.is_fixed() => Finish::Fading,
                (false, _) => Finish::Plain,
                (true, false) => Finish::Round,
                (true, true) => Finish::RoundChosen,
            };
            if !hidden {
                put(&mut self.bodies[number], pose, DVec3::splat(size), fill, finish);
            }
            let edge = edge(body.is_fixed() || cut, chosen, fill, palette).filter(|_| all <= MOST_LINES);
            if let Some((ink, width)) = edge {
                for ends in &surface.lines {
                    line(&mut self.lines, ends.map(|end| pose.place(size * end)), ink, width);
                }
            }
            for ends in &scenery.volumes[number] {
                line(&mut self.clear_lines, ends.map(|end| pose.place(end)), opaque(colour(palette.thrust)), 1.0);
            }
        }
        self.section = self.section.take().filter(|_| is_cut);
    }

    fn is_left_out(&self, id: BodyId) -> bool {
        self.alone.is_some_and(|alone| alone != id)
    }

    /// Bodies where they are not, and where they are the edges of those.
    pub fn ghosts(&mut self, (ghost, share): &(Ghost, f64), world: &World, scenery: &Scenery, palette: &Palette) {
        let ink = colour(palette.accent);
        for motion in &ghost.motions {
            let Some((number, size)) = scenery.looks[motion.0] else { continue };
            let [here, there] = [world.bodies[motion.0].state.pose, ghost.pose(&world.bodies, motion, *share)];
            let surface = &scenery.surfaces[number];
            let finish = if surface.round { Finish::RoundGhost } else { Finish::Ghost };
            put(&mut self.bodies[number], &there, DVec3::splat(size), ink, finish);
            for (pose, width) in [(there, 1.5), (here, 3.0)] {
                for ends in &surface.lines {
                    line(&mut self.lines, ends.map(|end| pose.place(size * end)), opaque(ink), width);
                }
            }
        }
    }

    /// A small ball at each contact.
    fn dots(&mut self, stage: &Stage, palette: &Palette) {
        for contact in &stage.contacts {
            let radius = (0.5 + 0.9 * palette.line) * metres_per_pixel(&stage.camera, contact.point);
            let pose = Pose { position: contact.point, rotation: DQuat::IDENTITY };
            put(&mut self.dots, &pose, DVec3::splat(radius), colour(palette.contact), Finish::Plain);
        }
    }

    /// A flame leaves the body against the push of a key.
    fn flames(&mut self, stage: &Stage, palette: &Palette) {
        for push in &stage.world.forces.pushes[stage.given()..] {
            let body = &stage.world.bodies[push.body];
            let (Some(way), radius) = (push.force.try_normalize(), body.shape.radius()) else { continue };
            if radius.is_finite() && !self.is_left_out(push.body) {
                let root = body.state.pose.position - 0.9 * radius * way;
                put_between(&mut self.flames, [root, root - 0.8 * radius * way], 0.25 * radius, colour(palette.flame));
            }
        }
    }

    fn arrow(&mut self, arrow: &Arrow, camera: &Camera, palette: &Palette) {
        let Some(way) = (arrow.head - arrow.tail).try_normalize() else { return };
        let pixel = metres_per_pixel(camera, arrow.tail);
        let fill = colour(palette.of(arrow.kind));
        if arrow.kind == Kind::Spring {
            if self.alone.is_some() {
                let head = (5.0 * palette.line * pixel).min(0.3 * arrow.head.distance(arrow.tail));
                put_between(&mut self.heads, [arrow.head - head * way, arrow.head], 0.42 * head, fill);
            }
            return self.spring(arrow, camera, fill, palette.line);
        }
        let thick = 0.9
            * palette.line
            * pixel
            * match arrow.kind {
                Kind::Gravity => 0.75,
                Kind::Outcome => 1.6,
                _ => 1.0,
            };
        let length = arrow.head.distance(arrow.tail);
        let head = (5.0 * palette.line * pixel).min(0.6 * length);
        let heads = if arrow.kind == Kind::Thrust { 2 } else { 1 };
        let shaft = length - 0.8 * head * f64::from(heads);
        let dash = match arrow.kind {
            Kind::Gravity => 12.0,
            Kind::Friction(_) => 5.5,
            _ => 0.0,
        };
        if dash > 0.0 {
            let step = (dash * pixel).max(shaft / 60.0);
            for k in 0..(shaft / step).ceil() as usize {
                let (from, to) = (step * k as f64, (step * (k as f64 + 0.55)).min(shaft));
                put_between(&mut self.shafts, [arrow.tail + from * way, arrow.tail + to * way], thick, fill);
            }
        } else {
            put_between(&mut self.shafts, [arrow.tail, arrow.tail + shaft.max(0.0) * way], thick, fill);
        }
        for k in 0..heads {
            let tip = arrow.head - 0.8 * head * f64::from(k) * way;
            put_between(&mut self.heads, [tip - head * way, tip], 0.42 * head, fill);
        }
    }

    /// A zigzag in the plane of the picture, straight at both ends.
    fn spring(&mut self, arrow: &Arrow, camera: &Camera, fill: Colour, width: f64) {
        const TEETH: usize = 12;
        let side = (arrow.head - arrow.tail).cross(camera.axes()[2]).normalize_or_zero();
        let side = 5.0 * metres_per_pixel(camera, arrow.tail) * side;
        let point = |k: usize| match k {
            0 => arrow.tail,
            k if k == TEETH + 2 => arrow.head,
            k => {
                let at = arrow.tail.lerp(arrow.head, 0.1 + 0.8 * (k - 1) as f64 / TEETH as f64);
                let out = if k == 1 || k == TEETH + 1 { 0.0 } else { [1.0, -1.0][k % 2] };
                at + out * side
            }
        };
        for k in 0..TEETH + 2 {
            line(&mut self.clear_lines, [point(k), point(k + 1)], opaque(fill), width);
        }
    }

    /// Where points of contact went, on what moves in one colour and on what does not in another; what bodies hide is faint.
    fn paths(&mut self, stage: &Stage, palette: &Palette) {
        for path in stage.trails.iter() {
            let body = &stage.world.bodies[path.body];
            let ink = colour(if body.is_fixed() { palette.contact } else { palette.accent });
            for ends in &path.strokes {
                let ends = ends.map(|end| body.state.pose.place(end));
                line(&mut self.lines, ends, opaque(ink), 0.8 * palette.line);
                line(&mut self.clear_lines, ends, [ink[0], ink[1], ink[2], 0.35], 0.4 * palette.line);
            }
        }
    }

    /// A stroke along the normal of each contact, out of its second body.
    fn normals(&mut self, stage: &Stage, palette: &Palette) {
        for contact in &stage.contacts {
            let length = 26.0 * metres_per_pixel(&stage.camera, contact.point);
            let ends = [contact.point, contact.point + length * contact.normal];
            line(&mut self.clear_lines, ends, opaque(colour(palette.accent)), 0.6 * palette.line);
        }
    }
}

/// Colour and width of the edges of a body: those of what never moves are faint and fade out, those of what is chosen are
/// seen well. The others are seen by the light on their bevels.
fn edge(fixed: bool, chosen: bool, fill: Colour, palette: &Palette) -> Option<([f32; 4], f64)> {
    match (fixed, chosen) {
        (true, _) => Some((opaque(mix(fill, colour(palette.ink), 0.25)), -1.0)),
        (false, true) => Some((opaque(colour(palette.accent)), 3.0)),
        (false, false) => None,
    }
}

/// Puts the instances of a list into the order in which they are drawn over each other.
fn nearest_last(list: &mut Vec<f32>, eye: DVec3) {
    let all = list.as_chunks::<INSTANCE>().0.to_vec();
    let away = |one: &[f32; INSTANCE]| Vec3::new(one[3], one[7], one[11]).distance_squared(eye.as_vec3());
    // the bits of squares are in the order of the squares
    let mut order: Vec<(usize, usize)> = all.iter().map(|one| !away(one).to_bits() as usize).zip(0..).collect();
    crate::sort::sort(&mut order);
    list.clear();
    order.into_iter().for_each(|(_, k)| list.extend(all[k]));
}

/// What a CSS pixel is worth at a point of the world, m.
pub fn metres_per_pixel(camera: &Camera, point: DVec3) -> f64 {
    camera.see(point).map_or(camera.near(), |seen| seen.depth) / camera.focal()
}

fn opaque([r, g, b]: Colour) -> [f32; 4] {
    [r, g, b, 1.0]
}

/// Adds a cylinder or a cone, whichever the list is of, from its base to its top.
fn put_between(list: &mut Vec<f32>, ends: [DVec3; 2], radius: f64, fill: Colour) {
    let [from, to] = ends;
    let Some(way) = (to - from).try_normalize() else { return };
    let pose = Pose { position: from, rotation: DQuat::from_rotation_arc(DVec3::Z, way) };
    put(list, &pose, DVec3::new(radius, radius, from.distance(to)), fill, Finish::Plain);
}

/// Adds a line.
pub fn line(list: &mut Vec<f32>, ends: [DVec3; 2], colour: [f32; 4], width: f64) {
    ends.iter().for_each(|end| list.extend(end.as_vec3().to_array()));
    list.extend(colour);
    list.push(width as f32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::web::spatial::arrows::arrows;
    use glam::DVec2;
    use std::f64::consts::PI;

    fn picture(query: &str, steps: usize, prepare: impl Fn(&mut Stage)) -> Picture {
        let mut stage = Stage::open(SpatialLink::parse(query, "")).0;
        stage.camera.resize(DVec2::new(900.0, 700.0));
        (0..steps).for_each(|_| stage.step());
        prepare(&mut stage);
        let mut picture = Picture::default();
        let palette = Palette::named("light");
        // twice, for storage is reused
        for _ in 0..2 {
            picture.take(&stage, &Scenery::of(&stage.world, stage.shown.level), palette, &arrows(&stage, &[], false));
        }
        picture
    }

    #[test]
    fn every_body_is_drawn_where_it_is() {
        let picture = picture("?scene=balls&n=5", 0, |_| ());
        let counts: Vec<usize> = picture.bodies.iter().map(|list| list.len() / INSTANCE).collect();
        assert_eq!(counts, [5, 1]);
        let stage = Stage::open(SpatialLink::parse("?scene=balls&n=5", "")).0;
        let first = &picture.bodies[0][..INSTANCE];
        let place = stage.world.bodies[0].state.pose.position.as_vec3();
        assert_eq!([first[3], first[7], first[11]], place.to_array());
        assert!((first[0] - 0.15).abs() < 1e-6, "its radius");
    }

    #[test]
    fn an_arrow_is_a_shaft_and_a_head_and_weights_are_dashed() {
        let settled = |stage: &mut Stage| stage.set("d", "2").unwrap();
        let plain = picture("?scene=balls&n=1&d=2", 3000, |stage| {
            settled(stage);
            stage.set("applied", "0").unwrap();
        });
        assert_eq!((plain.shafts.len() / INSTANCE, plain.heads.len() / INSTANCE), (1, 1));
        let weights = picture("?scene=balls&n=1&d=2", 3000, |stage| stage.set("applied", "1").unwrap());
        assert!(weights.shafts.len() / INSTANCE > 3 && weights.heads.len() / INSTANCE == 2);
    }

    #[test]
    fn bodies_of_glass_are_drawn_from_the_farthest_on() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=packing&n=20", "")).0;
        stage.camera.resize(DVec2::new(900.0, 700.0));
        let (mut picture, eye) = (Picture { glass: true, ..Picture::default() }, stage.camera.eye());
        picture.take(&stage, &Scenery::of(&stage.world, 0), Palette::named("light"), &[]);
        let balls = picture.bodies.iter().max_by_key(|list| list.len()).unwrap().as_chunks::<INSTANCE>().0;
        let away = |one: &[f32; INSTANCE]| Vec3::new(one[3], one[7], one[11]).distance(eye.as_vec3());
        assert!(balls.len() == 20 && balls.windows(2).all(|pair| away(&pair[0]) >= away(&pair[1])));
        assert!(picture.dots.is_empty());
    }

    #[test]
    fn a_key_makes_a_flame_and_a_double_head() {
        let picture = picture("?scene=spinning-box", 0, |stage| _ = stage.press("e", false));
        assert_eq!((picture.flames.len() / INSTANCE, picture.heads.len() / INSTANCE), (1, 2));
        assert!(picture.lines.is_empty(), "its edges are seen by their bevels");
    }

    #[test]
    fn the_hand_has_a_zigzag_and_contacts_have_normals() {
        let picture = picture("?scene=balls&n=1&d=2", 3000, |stage| {
            stage.set("normals", "1").unwrap();
            stage.take_next();
            stage.run(true);
            stage.move_hand(DVec3::Z, false);
        });
        assert_eq!(picture.clear_lines.len() / LINE, 14 + 1);
        assert!(picture.clear_lines.iter().all(|x| x.is_finite()));
    }

    /// Of a box with balls the floor and the far walls are drawn, from whichever side one looks.
    #[test]
    fn near_walls_do_not_hide_what_is_in_a_box() {
        for turns in 0..4 {
            let picture = picture("?scene=packing&n=20", 60, |stage| stage.camera.yaw += 0.5 * PI * f64::from(turns));
            let drawn: usize = picture.bodies.iter().map(|list| list.len() / INSTANCE).sum();
            assert_eq!(drawn, 20 + 3, "after {turns} quarters of a turn");
        }
        let below = picture("?scene=packing&n=20", 60, |stage| stage.camera.pitch = -0.5);
        let drawn: usize = below.bodies.iter().map(|list| list.len() / INSTANCE).sum();
        assert_eq!(drawn, 20 + 2, "from below not even the floor");
    }
}
