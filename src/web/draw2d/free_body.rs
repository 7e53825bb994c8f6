//! Draws a body by itself with every force on it, on a canvas of its own.
use super::{Drawing, zigzag};
use crate::planar::body::{Body, BodyId};
use crate::source::Source;
use crate::web::camera::Camera;
use crate::web::cause::Cause;
use crate::web::labels::{Area, Labels, Line, Wish};
use crate::web::laboratory::free_body::{FreeBody, Load};
use crate::web::notation::{label, numbered, text_width, written};
use crate::web::stage::Stage;
use glam::DVec2;

/// Forces below this, N, have no arrow.
const LEAST: f64 = 0.005;
/// Length of the longest arrow, in radii of the body.
const LONGEST: f64 = 1.3;

impl Drawing {
    /// Draws a body, the forces on it with their names and values, and their sum. The camera's size is the canvas's.
    pub fn free_body(&mut self, stage: &Stage, free: &FreeBody, id: BodyId) {
        let (body, sum) = (&stage.world.bodies[id], free.sum().0);
        let loads: Vec<&Load> = free.loads.iter().filter(|load| load.force.length() >= LEAST).collect();
        let most = loads.iter().map(|load| load.force.length()).fold(sum.length(), f64::max);
        let metres = if most > 0.0 { LONGEST * body.shape.radius() / most } else { 1.0 };
        self.camera = fit(body, &loads, (metres, sum), self.camera.size);
        let _ = self.canvas.set_transform(self.sharpness, 0.0, 0.0, self.sharpness, 0.0, 0.0);
        self.canvas.set_line_join("round");
        self.fill(self.palette.room);
        self.canvas.fill_rect(0.0, 0.0, self.camera.size.x, self.camera.size.y);
        self.outline(body);
        let number = stage.world.bodies[..id].iter().filter(|body| !body.is_fixed()).count();
        self.fill(self.palette.bodies[number % self.palette.bodies.len()]);
        self.canvas.fill();
        self.line(self.palette.ink, 1.25);
        self.canvas.stroke();
        let mut arrows: Vec<_> = loads.iter().map(|load| self.load(load, metres)).collect();
        if sum.length() >= LEAST {
            arrows.push(self.sum(body.state.position, metres * sum, sum.length()));
        }
        self.words(body, &arrows);
        self.scale_bar(most, metres);
    }

    /// An arrow in the shape of its kind: its ends on the canvas, its name and value, its colour.
    fn load(&self, load: &Load, metres: f64) -> (DVec2, DVec2, String, &'static str) {
        let [tail, head] = [load.point, load.point + metres * load.force].map(|point| self.camera.to_stage(point));
        let way = (head - tail).normalize_or_zero();
        let (name, colour) = match load.cause {
            Cause::Contact(k) => (numbered("f", k + 1), self.palette.contact),
            Cause::Applied(Source::Gravity) => ("mg".into(), self.palette.gravity),
            Cause::Applied(Source::Spring) => ("S".into(), self.palette.spring),
            Cause::Applied(Source::Damping) => ("kv".into(), self.palette.spring),
            Cause::Applied(Source::Thruster(_) | Source::Push) => ("T".into(), self.palette.thrust),
            Cause::Joint(_) | Cause::Guide | Cause::Impacts => ("R".into(), self.palette.contact),
        };
        let size = 3.6 * self.palette.line.max(2.5);
        let shaft = head - 0.8 * size * way;
        self.line(colour, self.palette.line);
        self.fill(colour);
        match load.cause {
            Cause::Applied(Source::Spring) => self.path(&zigzag(tail, shaft)),
            _ => self.path(&[tail, shaft]),
        }
        if load.cause == Cause::Applied(Source::Gravity) {
            self.dash(&[7.0, 5.0]);
        }
        self.canvas.stroke();
        self.dash(&[]);
        self.head(head, way, size);
        if matches!(load.cause, Cause::Applied(Source::Thruster(_) | Source::Push)) {
            self.head(shaft, way, size);
        }
        (tail, head, self.named(&name, load.force.length()), colour)
    }

    /// The sum of all forces, at the centre: a broad line in an outline.
    fn sum(&self, centre: DVec2, arrow: DVec2, value: f64) -> (DVec2, DVec2, String, &'static str) {
        let [tail, head] = [centre, centre + arrow].map(|point| self.camera.to_stage(point));
        let way = (head - tail).normalize_or_zero();
        let size = 5.5 * self.palette.line.max(2.5);
        self.line(self.palette.accent, 2.4 * self.palette.line);
        self.fill(self.palette.accent);
        self.path(&[tail, head - 0.9 * size * way]);
        self.canvas.stroke();
        self.head(head, way, size);
        (tail, head, self.named("\u{3a3}", value), self.palette.accent)
    }

    fn named(&self, name: &str, value: f64) -> String {
        label(name, value, self.comma)
    }

    fn words(&mut self, body: &Body, arrows: &[(DVec2, DVec2, String, &'static str)]) {
        let area = Area { low: DVec2::splat(2.0), high: self.camera.size - 2.0 };
        let edges = Line::edges(self.camera.corners(body));
        let lines: Vec<_> = arrows.iter().map(|(tail, head, ..)| Line::arrow(*tail, *head)).chain(edges).collect();
        let size = |words: &str| DVec2::new(text_width(words, self.palette) + 6.0, 1.25 * self.palette.text);
        let wish = |(k, (_, head, words, _)): (usize, &(DVec2, DVec2, String, &str))| Wish {
            anchor: *head,
            size: size(words),
            key: k as u64,
        };
        let wishes: Vec<_> = arrows.iter().enumerate().map(wish).collect();
        let mut labels = Labels::default();
        self.font(1.0, false);
        for ((_, _, words, colour), at) in arrows.iter().zip(labels.place(area, &lines, &wishes)) {
            if let Some(at) = at {
                self.tell(words, at, colour);
            }
        }
    }

    /// A bar as long as the arrow of a round force.
    fn scale_bar(&self, most: f64, metres: f64) {
        if most <= 0.0 {
            return;
        }
        let power = libm::pow(10.0, libm::floor(libm::log10(0.6 * most)));
        let round = [5.0, 2.0, 1.0].map(|part| part * power).into_iter().find(|force| *force <= 0.6 * most);
        let round = round.unwrap_or(power);
        let (length, end) = (round * metres * self.camera.scale, self.camera.size - DVec2::new(10.0, 8.0));
        let (start, tick) = (end - DVec2::new(length, 0.0), DVec2::new(0.0, 4.0));
        self.line(self.palette.ink, 2.0);
        self.path(&[start - tick, start + tick, start, end, end + tick, end - tick]);
        self.canvas.stroke();
        self.font(1.0, false);
        self.fill(self.palette.ink);
        let words = written(&format!("{round} N"), self.comma);
        let half = text_width(&words, self.palette) / 2.0;
        let middle = ((start + end) / 2.0).x.min(self.camera.size.x - half - 4.0);
        self.write(&words, DVec2::new(middle, end.y - 4.0 - 0.7 * self.palette.text));
    }
}

/// A camera that sees the body and all its arrows, with room for words.
fn fit(body: &Body, loads: &[&Load], (metres, sum): (f64, DVec2), size: DVec2) -> Camera {
    let frame = body.state.frame();
    let outline = body.shape.vertices().iter().map(|vertex| frame.place(*vertex));
    let arrows = loads.iter().flat_map(|load| [load.point, load.point + metres * load.force]);
    let points = outline.chain(arrows).chain([body.state.position + metres * sum]);
    let (low, high) = points.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(l, h), point| (l.min(point), h.max(point)));
    Camera::fit([low, high], size)
}
