//! Words and marks over the picture, on a canvas of two dimensions: values of the forces, contacts, the scale.
use crate::session::number::{round_up, shortest};
use crate::sort::sort;
use crate::web::labels::Labels;
use crate::web::notation::{newtons, text_width};
use crate::web::palette::Palette;
use crate::web::spatial::arrows::Arrow;
use crate::web::spatial::camera::Camera;
use crate::web::spatial::lost::marks;
use crate::web::spatial::stage::Stage;
use crate::web::spatial::values::{Seen, room, seen};
use glam::{DVec2, DVec3};
use web_sys::CanvasRenderingContext2d;

/// The face of the page.
const FAMILY: &str = "px 'Contact Text', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/// Width of the chain of the greatest force, in radii of the smallest body as it is seen, and at most, CSS pixels; and of
/// the narrowest that is drawn.
const WIDEST: f64 = 0.4;
const MOST_WIDE: f64 = 12.0;
const NARROWEST: f64 = 0.3;
/// How far a chain reaches into what cannot move, in parts of the distance from the other end.
const STUB: f64 = 0.3;
/// Distance, CSS pixels, from which a label needs a thin line to its arrow.
const FAR_LABEL: f64 = 14.0;
/// Length of the bar that shows the scale, CSS pixels, at least.
const BAR: f64 = 34.0;

/// A canvas over the picture, and how it is written on.
pub struct Overlay {
    /// The canvas.
    pub canvas: CanvasRenderingContext2d,
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
}

impl Overlay {
    /// Nothing yet, on a canvas.
    pub fn on(canvas: CanvasRenderingContext2d) -> Self {
        let (marked, hovered, labels) = (Vec::new(), None, Labels::default());
        Self { canvas, sharpness: 1.0, comma: false, marked, hovered, labels }
    }

    /// Draws everything over an empty canvas but the scale; contact forces as chains through the bodies where there are
    /// too many for arrows. Arrows that do not last are there in place of the usual ones.
    pub fn draw(&mut self, stage: &Stage, palette: &Palette, arrows: &[Arrow], chains: bool, lasting: bool) {
        self.begin(stage.camera.size);
        if chains {
            self.chains(stage, palette);
        }
        self.contacts(stage, palette);
        self.arrows(stage, palette, arrows, 0.0, lasting);
        self.lost(stage, palette);
        if stage.link.page.show.ids {
            self.names(stage, palette);
        }
    }

    /// An empty canvas.
    pub fn begin(&mut self, size: DVec2) {
        let ratio = self.sharpness;
        // a canvas refuses numbers that are not finite only
        let _ = self.canvas.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        self.canvas.clear_rect(0.0, 0.0, size.x, size.y);
    }

    /// Values of arrows, and where the stage ends a mark that they go on. At its bottom the values leave some CSS pixels free.
    pub fn arrows(&mut self, stage: &Stage, palette: &Palette, arrows: &[Arrow], below: f64, lasting: bool) {
        // what is marked or pointed at has values for a while: when they go, all others stand where they were
        let lasting = lasting && self.marked.is_empty() && self.hovered.is_none();
        let mut passing = (!lasting).then(|| self.labels.clone());
        let labels = passing.as_mut().unwrap_or(&mut self.labels);
        let list = seen(stage, arrows, palette, below, labels);
        list.iter().filter(|arrow| arrow.broken).for_each(|arrow| self.break_mark(arrow, palette));
        self.font(palette, 1.0, false);
        list.iter().for_each(|arrow| self.value(arrow, palette));
    }

    fn line(&self, colour: &str, width: f64) {
        self.canvas.set_stroke_style_str(colour);
        self.canvas.set_line_width(width);
    }

    fn path(&self, points: &[DVec2]) {
        self.canvas.begin_path();
        points.iter().for_each(|p| self.canvas.line_to(p.x, p.y));
    }

    fn circle(&self, middle: DVec2, radius: f64) {
        self.canvas.begin_path();
        // never fails: no radius is negative
        let _ = self.canvas.arc(middle.x, middle.y, radius, 0.0, std::f64::consts::TAU);
    }

    fn write(&self, text: &str, middle: DVec2) {
        self.canvas.set_text_align("center");
        self.canvas.set_text_baseline("middle");
        // never fails: the place is finite
        let _ = self.canvas.fill_text(text, middle.x, middle.y + 0.5);
    }

    fn font(&self, palette: &Palette, scale: f64, bold: bool) {
        let weight = if bold { "bold " } else { "" };
        self.canvas.set_font(&[weight, &shortest(scale * palette.text), FAMILY].concat());
    }

    /// Words with a rim of paper, so that they are read on anything and hide nothing.
    fn tell(&self, palette: &Palette, words: &str, at: DVec2, colour: &str) {
        self.line(palette.paper, 4.0);
        self.canvas.set_line_join("round");
        self.canvas.set_text_align("center");
        self.canvas.set_text_baseline("middle");
        // never fails: the place is finite
        let _ = self.canvas.stroke_text(words, at.x, at.y + 0.5);
        self.canvas.set_fill_style_str(colour);
        self.write(words, at);
    }

    /// Two strokes across an arrow that goes on beyond the stage.
    fn break_mark(&self, arrow: &Seen, palette: &Palette) {
        let Some(way) = (arrow.head - arrow.tail).try_normalize() else { return };
        self.line(palette.of(arrow.arrow.kind), palette.line);
        let slant = 6.0 * way.perp() + 3.0 * way;
        for at in [arrow.head - 3.0 * way, arrow.head - 9.0 * way] {
            self.path(&[at - slant, at + slant]);
            self.canvas.stroke();
        }
    }

    /// A ring around each contact that is selected or marked.
    fn contacts(&self, stage: &Stage, palette: &Palette) {
        let chosen = self.marked.iter().copied().chain(stage.selected());
        for contact in chosen.filter_map(|k| stage.contacts.get(k)) {
            let Some(seen) = stage.camera.see(contact.point) else { continue };
            self.circle(seen.at, 4.0 + 2.0 * palette.line);
            self.line(palette.accent, 3.0);
            self.canvas.stroke();
        }
    }

    /// From the centre of each body to the centre of the next a line as wide as the force between them is great, through
    /// the middle of their contacts, as in discs of glass under polarized light; the wide ones above the others.
    fn chains(&self, stage: &Stage, palette: &Palette) {
        let bodies = &stage.world.bodies;
        let links: Vec<(f64, [DVec3; 3])> = stage
            .contacts
            .chunk_by(|one, next| (one.a, one.b) == (next.a, next.b))
            .map(|pair| {
                let force: f64 = pair.iter().map(|contact| contact.force).sum();
                let middle = pair.iter().map(|contact| contact.force * contact.point).sum::<DVec3>() / force.max(1e-12);
                let [a, b] =
                    [pair[0].a, pair[0].b].map(|id| (!bodies[id].is_fixed()).then_some(bodies[id].state.pose.position));
                let beyond = |other: Option<DVec3>| middle + STUB * (middle - other.unwrap_or(middle));
                (force, [a.unwrap_or_else(|| beyond(b)), middle, b.unwrap_or_else(|| beyond(a))])
            })
            .collect();
        // the greatest last, over the others: the bits of numbers from zero on are in their order
        let mut order: Vec<_> = links.iter().enumerate().map(|(k, link)| (link.0.max(0.0).to_bits(), k)).collect();
        sort(&mut order);
        let most = order.last().map_or(0.0, |&(_, k)| links[k].0).max(1e-9);
        let radii = bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.shape.radius());
        let seen = radii.fold(f64::INFINITY, f64::min) * stage.camera.focal() / stage.camera.distance;
        let widest = (WIDEST * seen).clamp(2.0, MOST_WIDE);
        self.canvas.set_line_cap("round");
        self.canvas.set_line_join("round");
        self.canvas.set_global_alpha(0.7);
        let wide = order.iter().map(|&(_, k)| links[k]).filter(|link| widest * link.0 / most > NARROWEST);
        for (force, ends) in wide {
            let seen: Vec<DVec2> = ends.into_iter().filter_map(|end| Some(stage.camera.see(end)?.at)).collect();
            self.line(palette.contact, widest * force / most);
            self.path(&seen);
            self.canvas.stroke();
        }
        self.canvas.set_global_alpha(1.0);
        self.canvas.set_line_cap("butt");
    }

    /// The name and value of a force.
    fn value(&self, arrow: &Seen, palette: &Palette) {
        let Some(at) = arrow.told else { return };
        let (label, colour) = (&arrow.arrow.label, palette.of(arrow.arrow.kind));
        let size = room(label, palette) - DVec2::new(2.0, 0.0);
        let corner = at - size / 2.0;
        let near = arrow.anchor().clamp(corner, corner + size);
        if near.distance(arrow.anchor()) > FAR_LABEL {
            self.line(colour, 0.75);
            self.path(&[near, arrow.anchor()]);
            self.canvas.stroke();
        }
        self.tell(palette, label, at, colour);
    }

    /// At the edge of the stage where bodies are that have left it, and how many.
    fn lost(&self, stage: &Stage, palette: &Palette) {
        self.font(palette, 1.0, true);
        for mark in marks(stage) {
            self.path(&mark.corners());
            self.canvas.close_path();
            self.canvas.set_fill_style_str(palette.accent);
            self.canvas.fill();
            if let Some((count, at)) = mark.told() {
                self.tell(palette, &count, at, palette.accent);
            }
        }
    }

    /// Numbers of bodies at their centres and of contacts beside them.
    fn names(&self, stage: &Stage, palette: &Palette) {
        self.font(palette, 1.2, true);
        self.canvas.set_fill_style_str(palette.ink);
        for (number, body) in stage.world.bodies.iter().filter(|body| !body.is_fixed()).enumerate() {
            if let Some(seen) = stage.camera.see(body.state.pose.position) {
                self.write(&(number + 1).to_string(), seen.at);
            }
        }
        self.font(palette, 0.9, true);
        for (k, contact) in stage.contacts.iter().enumerate() {
            let Some(seen) = stage.camera.see(contact.point) else { continue };
            let out = seen.at + DVec2::new(13.0, 13.0);
            self.canvas.set_fill_style_str(palette.paper);
            self.circle(out, 0.75 * palette.text);
            self.canvas.fill();
            self.canvas.set_fill_style_str(palette.accent);
            self.write(&(k + 1).to_string(), out);
        }
    }

    /// A bar as long as the arrow of a round force is at the middle of what the eye looks at.
    pub fn legend(&self, camera: &Camera, metres_per_newton: f64, palette: &Palette) {
        let pixels_per_newton = metres_per_newton * camera.focal() / camera.distance;
        let force = round_up(BAR / pixels_per_newton);
        let (bar, words) = (force * pixels_per_newton, newtons(force, self.comma));
        let width = bar.max(text_width(&words, palette));
        let end = camera.size - DVec2::new(10.0 + (width - bar) / 2.0, 9.0);
        let (start, tick) = (end - DVec2::new(bar, 0.0), DVec2::new(0.0, 4.0));
        self.line(palette.ink, 1.5);
        self.path(&[start - tick, start + tick, start, end, end + tick, end - tick]);
        self.canvas.stroke();
        self.font(palette, 1.0, false);
        self.tell(palette, &words, (start + end) / 2.0 - DVec2::new(0.0, 6.0 + 0.6 * palette.text), palette.ink);
    }
}
