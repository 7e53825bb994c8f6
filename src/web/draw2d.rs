//! Draws the stage on a canvas.
mod free_body;
mod friction;
mod laboratory;
mod surroundings;
mod words;

use super::arrows::{Arrow, Look, MANY, arrows};
use super::camera::Camera;
use super::chains::handed;
use super::eased::Eased;
use super::framing::Framing;
use super::friction::{is_rough, mode};
use super::labels::Labels;
use super::notation::Kind;
use super::palette::Palette;
use super::stage::{IMPACT_SHOWN, Stage};
use crate::planar::body::Body;
use crate::planar::dynamics::Dynamics;
use crate::session::number::shortest;
use glam::DVec2;
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d;

/// A canvas, how it is looked at, and what is marked on it.
pub struct Drawing {
    /// What is drawn on.
    pub canvas: CanvasRenderingContext2d,
    /// Where the world lies on it.
    pub camera: Camera,
    /// Where the camera goes.
    pub framing: Framing,
    /// Whether the camera goes there at once, for those who want no motion.
    pub still: bool,
    /// When the last picture was drawn, ms, and how long that was before this one, s.
    drawn: f64,
    passed: f64,
    /// Colours.
    pub palette: &'static Palette,
    /// Device pixels for a CSS pixel.
    pub sharpness: f64,
    /// Whether numbers have a decimal comma.
    pub comma: bool,
    /// Contacts that are marked beside the selected one.
    pub marked: Vec<usize>,
    /// The contact that the pointer is at.
    pub hovered: Option<usize>,
    /// Places of the values.
    pub labels: Labels,
    /// Arrows that grow and shrink.
    pub eased: Eased<Arrow>,
}

/// With friction it is the directions of the forces that teach, so that arrows stay longer.
const MANY_ROUGH: usize = 24;
/// The face of the page.
const FAMILY: &str = "px 'Contact Text', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/// Radius of the greatest mark of an impact, CSS pixels, and the time, s, in which the greatest force of the scene would
/// give the impulse of it.
const IMPACT_RADIUS: f64 = 40.0;
const IMPACT_TIME: f64 = 0.5;

impl Drawing {
    /// Nothing yet, on a canvas.
    pub fn new(canvas: CanvasRenderingContext2d, framing: Framing) -> Self {
        let (camera, palette) = (framing.camera(), Palette::named("light"));
        let (still, comma, drawn) = (false, false, js_sys::Date::now());
        let (marked, hovered, labels, eased) = (Vec::new(), None, Labels::default(), Eased::default());
        let (passed, sharpness) = (0.0, 1.0);
        Self {
            canvas,
            camera,
            framing,
            still,
            drawn,
            passed,
            palette,
            sharpness,
            comma,
            marked,
            hovered,
            labels,
            eased,
        }
    }

    /// Moves the camera on by the time since the last picture.
    fn follow(&mut self, stage: &Stage, instant: &Dynamics) {
        let now = js_sys::Date::now();
        // after a rest the first picture has no more time than one of a slow machine
        self.passed = if self.still { 1e3 } else { ((now - self.drawn) / 1e3).clamp(0.0, 0.1) };
        self.drawn = now;
        self.framing.follow(&stage.world, instant, self.passed, stage.hand().is_some());
        self.camera = self.framing.camera();
    }

    /// Draws everything, with the forces of this instant.
    fn picture(&mut self, stage: &mut Stage, instant: &Dynamics) {
        self.follow(stage, instant);
        let selected = stage.selected();
        let told: Vec<usize> = self.marked.iter().copied().chain(selected).chain(self.hovered).collect();
        let ratio = self.sharpness;
        // a canvas refuses numbers that are not finite only
        let _ = self.canvas.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        self.canvas.set_line_join("round");
        self.fill(self.palette.room);
        self.canvas.fill_rect(0.0, 0.0, self.camera.size.x, self.camera.size.y);
        self.walls(stage);
        let many = if is_rough(instant) { MANY_ROUGH } else { MANY };
        let chains = stage.link.show.forces && handed(&stage.world, instant) >= many;
        self.bodies(stage, chains);
        self.flames(stage);
        let look = Look {
            camera: &self.camera,
            palette: self.palette,
            forces: stage.link.show.forces,
            pairs: stage.link.show.pairs,
            applied: stage.applied,
            chains,
            values: stage.values,
            marked: &told,
            ids: stage.link.show.ids,
            comma: self.comma,
        };
        let mut labels = std::mem::take(&mut self.labels);
        let list = arrows(&stage.world, instant, look, &mut labels);
        self.labels = labels;
        let list = self.eased.follow(list, self.passed);
        if chains {
            self.chains(stage, instant);
        }
        if stage.link.show.forces && !chains && stage.cones {
            self.cones(stage, instant);
        }
        list.iter().for_each(|arrow| self.arrow(arrow));
        self.contacts(instant, selected);
        self.impacts(stage);
        list.iter().for_each(|arrow| self.label(arrow));
        self.lost(stage);
        if stage.link.show.ids {
            self.names(stage, instant);
        }
        self.legend();
    }

    #[inline(never)]
    fn fill(&self, colour: &str) {
        self.canvas.set_fill_style_str(colour);
    }

    #[inline(never)]
    fn line(&self, colour: &str, width: f64) {
        self.canvas.set_stroke_style_str(colour);
        self.canvas.set_line_width(width);
    }

    #[inline(never)]
    fn dash(&self, pattern: &[f64]) {
        let list: Array = pattern.iter().map(|&length| JsValue::from(length)).collect();
        // never fails: the pattern holds numbers
        let _ = self.canvas.set_line_dash(&list);
    }

    /// Begins a path through points of the stage.
    #[inline(never)]
    fn path(&self, points: &[DVec2]) {
        self.canvas.begin_path();
        points.iter().for_each(|p| self.canvas.line_to(p.x, p.y));
    }

    #[inline(never)]
    fn circle(&self, middle: DVec2, radius: f64) {
        self.canvas.begin_path();
        // never fails: no radius is negative
        let _ = self.canvas.arc(middle.x, middle.y, radius, 0.0, std::f64::consts::TAU);
    }

    #[inline(never)]
    fn write(&self, text: &str, middle: DVec2) {
        self.canvas.set_text_align("center");
        self.canvas.set_text_baseline("middle");
        // never fails: the place is finite
        let _ = self.canvas.fill_text(text, middle.x, middle.y + 0.5);
    }

    #[inline(never)]
    fn font(&self, scale: f64, bold: bool) {
        let weight = if bold { "bold " } else { "" };
        let size = shortest(scale * self.palette.text);
        self.canvas.set_font(&format!("{weight}{size}{FAMILY}"));
    }

    /// The bodies that can move, the one in the hand above all others; so faint that chains of forces are seen in them.
    fn bodies(&self, stage: &Stage, faint: bool) {
        let held = stage.hand().map(|hand| hand.body);
        let moving = stage.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        let mut all: Vec<_> = moving.enumerate().map(|(number, (id, body))| (number, id, body)).collect();
        if let Some(place) = all.iter().position(|(_, id, _)| held == Some(*id)) {
            all[place..].rotate_left(1);
        }
        for (number, id, body) in all {
            let is_held = held == Some(id);
            self.outline(body);
            self.shadow(if is_held { 14.0 } else { 5.0 });
            self.fill(self.palette.bodies[number % self.palette.bodies.len()]);
            self.canvas.set_global_alpha(if faint { 0.55 } else { 1.0 });
            self.canvas.fill();
            self.shadow(0.0);
            self.canvas.set_global_alpha(if is_held { 1.0 } else { 0.4 });
            self.line(if is_held { self.palette.accent } else { self.palette.ink }, if is_held { 2.5 } else { 1.0 });
            self.canvas.stroke();
            self.canvas.set_global_alpha(1.0);
        }
    }

    /// The shadow of what is filled next, so soft, CSS pixels; none for 0.
    fn shadow(&self, softness: f64) {
        self.canvas.set_shadow_color(if softness > 0.0 { self.palette.shadow } else { "transparent" });
        self.canvas.set_shadow_blur(softness * self.sharpness);
        self.canvas.set_shadow_offset_y(0.3 * softness * self.sharpness);
    }

    fn outline(&self, body: &Body) {
        self.path(&self.camera.corners(body));
        self.canvas.close_path();
    }

    /// A flame leaves its nozzle against the force on the body.
    fn flames(&self, stage: &Stage) {
        for &(id, number) in &stage.world.forces.firing {
            let body = &stage.world.bodies[id];
            let (frame, thruster) = (body.state.frame(), &body.thrusters[number]);
            let (root, way) = (frame.place(thruster.point), -frame.turn(thruster.direction));
            let length = 0.25 + 0.4 * thruster.strength;
            let half = 0.09 * way.perp();
            let ends = [root + half, root + length * way, root - half];
            self.path(&ends.map(|p| self.camera.to_stage(p)));
            self.canvas.close_path();
            self.fill(self.palette.flame);
            self.canvas.fill();
            self.line(self.palette.ink, 0.75);
            self.canvas.stroke();
        }
    }

    fn arrow(&self, arrow: &Arrow) {
        let Some(way) = (arrow.head - arrow.tail).try_normalize() else { return };
        let colour = self.palette.of(arrow.kind);
        let width = if arrow.kind == Kind::Gravity { 0.7 } else { 1.0 } * self.palette.line;
        self.line(colour, width);
        self.fill(colour);
        if arrow.kind == Kind::Spring {
            self.path(&zigzag(arrow.tail, arrow.head));
            self.canvas.stroke();
            return;
        }
        let head = 3.6 * self.palette.line.max(2.5);
        let shaft = if arrow.broken { arrow.head } else { arrow.head - 0.8 * head * way };
        match arrow.kind {
            Kind::Gravity => self.dash(&[7.0, 5.0]),
            Kind::Friction(_) => self.dash(&[3.0, 2.5]),
            _ => {}
        }
        if arrow.loose {
            self.hatching(arrow.tail, shaft, width, colour);
        } else {
            self.path(&[arrow.tail, shaft]);
            self.canvas.stroke();
        }
        self.dash(&[]);
        if arrow.broken {
            return self.break_mark(arrow.head, way);
        }
        self.head(arrow.head, way, head);
        if arrow.kind == Kind::Thrust {
            self.head(arrow.head - 0.8 * head * way, way, head);
        }
    }

    /// A broad line of slanted strokes: the force could be another.
    fn hatching(&self, from: DVec2, to: DVec2, width: f64, colour: &str) {
        let Some(way) = (to - from).try_normalize() else { return };
        let slant = 1.4 * width * (way.perp() + way);
        self.canvas.begin_path();
        for k in 0..(from.distance(to) / (1.8 * width)) as usize {
            let at = from + 1.8 * width * k as f64 * way;
            self.canvas.move_to(at.x - slant.x, at.y - slant.y);
            self.canvas.line_to(at.x + slant.x, at.y + slant.y);
        }
        self.line(colour, 0.5 * width);
        self.canvas.stroke();
        self.path(&[from, to]);
        self.canvas.stroke();
    }

    #[inline(never)]
    fn head(&self, tip: DVec2, way: DVec2, size: f64) {
        let (base, half) = (tip - size * way, 0.42 * size * way.perp());
        self.path(&[tip, base + half, base - half]);
        self.canvas.close_path();
        self.canvas.fill();
    }

    /// Two strokes across the line: it goes on beyond the stage.
    fn break_mark(&self, end: DVec2, way: DVec2) {
        let slant = 6.0 * way.perp() + 3.0 * way;
        for at in [end - 3.0 * way, end - 9.0 * way] {
            self.path(&[at - slant, at + slant]);
            self.canvas.stroke();
        }
    }

    /// A dot at each contact; a ring around those that are selected or marked.
    fn contacts(&self, instant: &Dynamics, selected: Option<usize>) {
        for (k, contact) in instant.contacts.iter().enumerate() {
            let at = self.camera.to_stage(contact.point);
            self.state(at, contact, mode(instant, k));
            if selected == Some(k) || self.marked.contains(&k) {
                self.circle(at, 4.0 + 2.0 * self.palette.line);
                self.line(self.palette.accent, 3.0);
                self.canvas.stroke();
            }
        }
    }

    /// A disc at each contact that was hit, with an area in proportion to the last impulse, which fades.
    fn impacts(&self, stage: &Stage) {
        let greatest = IMPACT_TIME * self.framing.longest();
        for (k, impact) in stage.impacts.iter().enumerate() {
            if stage.impacts[k + 1..].iter().any(|later| later.contact.key() == impact.contact.key()) {
                continue;
            }
            let left = (1.0 - (stage.world.time - impact.time) / IMPACT_SHOWN).clamp(0.0, 1.0);
            let radius = IMPACT_RADIUS * (impact.impulse / greatest).clamp(0.0, 1.0).sqrt();
            self.circle(self.camera.to_stage(impact.contact.point), radius);
            self.fill(self.palette.contact);
            self.canvas.set_global_alpha(0.18 * left);
            self.canvas.fill();
            self.canvas.set_global_alpha(0.9 * left);
            self.line(self.palette.contact, 0.6 * self.palette.line);
            self.canvas.stroke();
            self.canvas.set_global_alpha(1.0);
        }
    }
}

/// Strokes of a zigzag.
const TEETH: usize = 12;

/// The zigzag of a spring, straight at both ends.
fn zigzag(from: DVec2, to: DVec2) -> [DVec2; TEETH + 3] {
    let side = (to - from).normalize_or_zero().perp() * 5.0;
    std::array::from_fn(|k| {
        let along = (k.clamp(1, TEETH + 1) - 1) as f64 / TEETH as f64;
        let at = from.lerp(to, 0.1 + 0.8 * along);
        match k {
            0 => from,
            k if k == TEETH + 2 => to,
            k if k == 1 || k == TEETH + 1 => at,
            k if k % 2 == 0 => at + side,
            _ => at - side,
        }
    })
}
