//! Words and marks over the picture, on a canvas of two dimensions: values of the forces, contacts, the scale.
use crate::session::number::round_up;
use crate::web::arrows::{Kind, newtons, text_width};
use crate::web::labels::{Area, Labels, Wish};
use crate::web::palette::Palette;
use crate::web::spatial::arrows::Arrow;
use crate::web::spatial::camera::Camera;
use crate::web::spatial::stage::Stage;
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
/// Of more arrows than these only those that have words are kept clear of words: to try all takes too long.
const MOST_CLEAR: usize = 60;
/// Height of the buttons at the top of the stage, CSS pixels.
const CONTROLS: f64 = 56.0;
/// Length of the bar that shows the scale, CSS pixels, at least.
const BAR: f64 = 34.0;
/// Room of the scale in the right lower corner, CSS pixels.
const SCALE: DVec2 = DVec2::new(86.0, 32.0);

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
    /// Places of the values.
    pub labels: Labels,
}

/// An arrow as it is seen, CSS pixels.
struct Seen<'a> {
    arrow: &'a Arrow,
    tail: DVec2,
    head: DVec2,
    /// Whether the border of the stage cuts it.
    broken: bool,
}

impl Seen<'_> {
    /// Where the label should be: at the head, or in the middle of a spring.
    fn anchor(&self) -> DVec2 {
        if self.arrow.kind == Kind::Spring { (self.tail + self.head) / 2.0 } else { self.head }
    }
}

impl Overlay {
    /// Draws everything over an empty canvas but the scale; contact forces as chains through the bodies where there are
    /// too many for arrows.
    pub fn draw(&mut self, stage: &Stage, palette: &Palette, arrows: &[Arrow], chains: bool) {
        self.begin(stage.camera.size);
        if chains {
            self.chains(stage, palette);
        }
        self.contacts(stage, palette, chains);
        self.arrows(stage, palette, arrows, [CONTROLS, 0.0]);
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

    /// Values of arrows, and where the stage ends a mark that they go on. At its top and at its bottom the values leave some
    /// CSS pixels free.
    pub fn arrows(&mut self, stage: &Stage, palette: &Palette, arrows: &[Arrow], free: [f64; 2]) {
        let size = stage.camera.size;
        let border = Area { low: DVec2::splat(8.0), high: size - 8.0 };
        let seen: Vec<Seen> = arrows.iter().filter_map(|arrow| see(stage, arrow, border)).collect();
        for arrow in seen.iter().filter(|arrow| arrow.broken) {
            self.break_mark(arrow, palette);
        }
        let room = Area { low: DVec2::new(2.0, 2.0 + free[0]), high: size - DVec2::new(2.0, 2.0 + free[1]) };
        self.values(&seen, room, palette);
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
        self.canvas.set_font(&format!("{weight}{}{FAMILY}", scale * palette.text));
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
        self.line(kind_css(arrow.arrow.kind, palette), palette.line);
        let slant = 6.0 * way.perp() + 3.0 * way;
        for at in [arrow.head - 3.0 * way, arrow.head - 9.0 * way] {
            self.path(&[at - slant, at + slant]);
            self.canvas.stroke();
        }
    }

    /// A dot at each contact; a ring around those that are selected or marked.
    fn contacts(&self, stage: &Stage, palette: &Palette, chains: bool) {
        let selected = stage.selected();
        for (k, contact) in stage.contacts.iter().enumerate() {
            let Some(seen) = stage.camera.see(contact.point) else { continue };
            if !chains {
                self.circle(seen.at, 0.5 + 0.9 * palette.line);
                self.canvas.set_fill_style_str(palette.paper);
                self.canvas.fill();
                self.line(palette.contact, 0.6 * palette.line);
                self.canvas.stroke();
            }
            if selected == Some(k) || self.marked.contains(&k) {
                self.circle(seen.at, 4.0 + 2.0 * palette.line);
                self.line(palette.accent, 3.0);
                self.canvas.stroke();
            }
        }
    }

    /// From the centre of each body to the centre of the next a line as wide as the force between them is great, through
    /// the middle of their contacts, as in discs of glass under polarized light; the wide ones above the others.
    fn chains(&self, stage: &Stage, palette: &Palette) {
        let bodies = &stage.world.bodies;
        let mut links: Vec<(f64, [DVec3; 3])> = stage
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
        links.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let most = links.last().map_or(0.0, |link| link.0).max(1e-9);
        let radii = bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.shape.radius());
        let seen = radii.fold(f64::INFINITY, f64::min) * stage.camera.focal() / stage.camera.distance;
        let widest = (WIDEST * seen).clamp(2.0, MOST_WIDE);
        self.canvas.set_line_cap("round");
        self.canvas.set_line_join("round");
        self.canvas.set_global_alpha(0.7);
        for (force, ends) in links.into_iter().filter(|link| widest * link.0 / most > NARROWEST) {
            let seen: Vec<DVec2> = ends.into_iter().filter_map(|end| Some(stage.camera.see(end)?.at)).collect();
            self.line(palette.contact, widest * force / most);
            self.path(&seen);
            self.canvas.stroke();
        }
        self.canvas.set_global_alpha(1.0);
        self.canvas.set_line_cap("butt");
    }

    fn values(&mut self, seen: &[Seen], stage: Area, palette: &Palette) {
        let labelled: Vec<&Seen> = seen.iter().filter(|arrow| !arrow.arrow.label.is_empty()).collect();
        let clear = seen.iter().filter(|arrow| seen.len() <= MOST_CLEAR || !arrow.arrow.label.is_empty());
        let mut lines: Vec<_> = clear.map(|arrow| (arrow.tail, arrow.head)).collect();
        lines.push((stage.high - SCALE, stage.high));
        let room = |label: &str| DVec2::new(text_width(label, palette) + 6.0, 1.25 * palette.text);
        let wish =
            |arrow: &&Seen| Wish { anchor: arrow.anchor(), size: room(&arrow.arrow.label), key: arrow.arrow.key };
        let places = self.labels.place(stage, &lines, &labelled.iter().map(wish).collect::<Vec<_>>());
        self.font(palette, 1.0, false);
        for (arrow, at) in labelled.iter().zip(places).filter_map(|(arrow, at)| Some((arrow, at?))) {
            let (colour, size) = (kind_css(arrow.arrow.kind, palette), room(&arrow.arrow.label) - DVec2::new(2.0, 0.0));
            let corner = at - size / 2.0;
            let near = arrow.anchor().clamp(corner, corner + size);
            if near.distance(arrow.anchor()) > FAR_LABEL {
                self.line(colour, 0.75);
                self.path(&[near, arrow.anchor()]);
                self.canvas.stroke();
            }
            self.tell(palette, &arrow.arrow.label, at, colour);
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

fn kind_css(kind: Kind, palette: &Palette) -> &'static str {
    match kind {
        Kind::Contact(_) | Kind::Friction(_) => palette.contact,
        Kind::Gravity => palette.gravity,
        Kind::Thrust => palette.thrust,
        Kind::Spring => palette.spring,
        Kind::Outcome => palette.accent,
    }
}

/// How an arrow is seen; not at all if it acts behind the eye.
fn see<'a>(stage: &Stage, arrow: &'a Arrow, border: Area) -> Option<Seen<'a>> {
    let tail = stage.camera.see(arrow.tail)?.at;
    // a head behind the eye is far beyond the stage
    let head = stage.camera.see(arrow.head).map_or(tail + 1e4 * DVec2::NEG_Y, |seen| seen.at);
    let cut = border.clip(tail, head).filter(|(_, leave)| *leave < 1.0);
    let (head, broken) = cut.map_or((head, false), |(_, leave)| (tail.lerp(head, leave), true));
    Some(Seen { arrow, tail, head, broken })
}
