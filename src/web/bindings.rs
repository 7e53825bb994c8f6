//! The page's handle on the stage. No physics: read what the browser hands in, forward the call, copy the answer out.
mod article;
mod bodies;
mod export;
mod laboratory;
mod past;
mod twin;
mod visitor;

use super::draw2d::Drawing;
use super::framing::Framing;
use super::friction::{self, is_rough};
use super::laboratory::Laboratory;
use super::palette::Palette;
use super::report;
use super::series::Series;
use super::stage::Stage;
use super::wire::{FRAME_BUDGET, list, pairs, rows};
use crate::session::Link;
use crate::session::undo::Undo;
use crate::session::warning::Warning;
use glam::DVec2;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A planar scene on a canvas.
#[wasm_bindgen]
pub struct PlanarView {
    stage: Stage,
    drawing: Drawing,
    canvas: HtmlCanvasElement,
    warnings: Vec<Warning>,
    deeds: Undo<Stage>,
    laboratory: Laboratory,
}

#[wasm_bindgen]
impl PlanarView {
    /// Opens the scene of an address on a canvas: the fields of its query and its hash.
    #[wasm_bindgen(constructor)]
    pub fn new(canvas: HtmlCanvasElement, fields: &str, hash: &str) -> Result<PlanarView, JsError> {
        let context =
            canvas.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let context = context.ok_or_else(|| JsError::new("the canvas has no 2D context"))?;
        let (mut stage, warnings) = Stage::open(Link::of_fields(pairs(fields), hash));
        let instant = stage.instant();
        let drawing = Drawing::new(context, Framing::of(&stage.world, &instant, DVec2::splat(300.0)));
        Ok(Self { stage, drawing, canvas, warnings, deeds: Undo::default(), laboratory: Laboratory::default() })
    }

    /// What of the last address could not be taken.
    pub fn warnings(&self) -> String {
        rows(self.warnings.iter().map(report::warning))
    }

    /// Fits the picture to a stage of this size, CSS pixels, with `sharpness` device pixels for each.
    pub fn resize(&mut self, width: f64, height: f64, sharpness: f64) {
        self.frame_at_once(DVec2::new(width, height));
        self.drawing.sharpness = sharpness;
        self.canvas.set_width((width * sharpness).round() as u32);
        self.canvas.set_height((height * sharpness).round() as u32);
    }

    /// Keeps words off the buttons that lie on the stage: left, top, right and bottom of each, CSS pixels.
    pub fn cover(&mut self, sides: &[f64]) {
        self.drawing.labels.cover(sides);
    }

    /// Whether the picture moves by itself, as while its camera follows a body: then another is to be drawn.
    pub fn moves(&self) -> bool {
        self.drawing.framing.moves() || self.drawing.eased.moves()
    }

    /// Whether the camera jumps, for those who want no motion.
    pub fn keep_still(&mut self, still: bool) {
        self.drawing.still = still;
    }

    /// Takes the colours of a theme: light, dark or projector.
    pub fn paint(&mut self, theme: &str) {
        self.drawing.palette = Palette::named(theme);
    }

    /// Whether numbers are written with a decimal comma.
    pub fn write_comma(&mut self, comma: bool) {
        self.drawing.comma = comma;
    }

    /// Draws the stage.
    pub fn draw(&mut self) {
        self.drawing.draw(&mut self.stage, &mut self.laboratory);
    }

    /// The same: this canvas costs little.
    pub fn draw_changes(&mut self) {
        self.draw();
    }

    /// Starts or stops the clock.
    pub fn run(&mut self, on: bool) {
        self.stage.run(on);
    }

    /// Lets a frame of this many seconds pass; returns the number of steps taken.
    pub fn frame(&mut self, elapsed: f64) -> usize {
        let end = js_sys::Date::now() + FRAME_BUDGET;
        self.stage.frame(elapsed, || js_sys::Date::now() < end)
    }

    /// How much of the time asked for was simulated of late, 0 to 1.
    pub fn pace(&self) -> f64 {
        self.stage.clock.pace()
    }

    /// One time step.
    pub fn step(&mut self) {
        self.stage.step();
    }

    /// One time step back; false if the past is not kept.
    pub fn back(&mut self) -> bool {
        self.stage.back()
    }

    /// Starts the scene anew.
    pub fn reset(&mut self) {
        self.stage.reset();
    }

    /// Loads the scene of another address by its fields; returns what of them could not be taken.
    pub fn load(&mut self, fields: &str) -> String {
        let (link, warnings) = Link::of_fields(pairs(fields), "");
        self.stage.load(link);
        self.warnings = warnings;
        self.frame_at_once(self.drawing.camera.size);
        self.warnings()
    }

    /// s of the scene.
    pub fn time(&self) -> f64 {
        self.stage.world.time
    }

    /// A number over all bits of the state.
    pub fn digest(&self) -> u64 {
        self.stage.world.digest()
    }

    /// x, y, angle, vx, vy, ω of each body that can move.
    pub fn states(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for body in self.stage.world.bodies.iter().filter(|body| !body.is_fixed()) {
            let s = body.state;
            numbers.extend_from_slice(&[s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega]);
        }
        numbers
    }

    /// Query and hash of a link to the present state.
    pub fn link(&self) -> Result<String, JsError> {
        let link = self.stage.link.capture(&self.stage.world).map_err(|error| JsError::new(error.words()))?;
        let (query, hash) = link.write();
        Ok(query + &hash)
    }

    /// The table of settings with their values.
    pub fn settings(&self) -> String {
        rows(report::settings(&self.stage))
    }

    /// The present value of a setting.
    pub fn value(&self, name: &str) -> String {
        self.stage.value(name)
    }

    /// Sets a setting; returns what was wrong with the value, or nothing.
    pub fn set(&mut self, name: &str, text: &str) -> String {
        let before = (self.stage.link.scene, self.stage.link.count, self.stage.link.seed);
        let wrong = self.stage.set(name, text).err();
        if before != (self.stage.link.scene, self.stage.link.count, self.stage.link.seed) {
            self.frame_at_once(self.drawing.camera.size);
        }
        list(wrong.as_ref().map(report::warning).unwrap_or_default())
    }

    /// Number of contacts.
    pub fn contacts(&mut self) -> usize {
        self.stage.instant().contacts.len()
    }

    /// A row by row, then b, f and a, as if all surfaces were smooth.
    pub fn equation(&mut self) -> Vec<f64> {
        let instant = self.stage.smooth();
        report::equation(&instant.lcp, &instant.solution)
    }

    /// The same of the forces on the stage: with friction of all normals, then all tangents.
    pub fn table(&mut self) -> Vec<f64> {
        let instant = self.stage.instant();
        if is_rough(&instant) { friction::equation(&instant) } else { self.equation() }
    }

    /// What friction does at each contact: see `web::friction::numbers`; empty if there is none.
    pub fn friction(&mut self) -> Vec<f64> {
        friction::numbers(&self.stage.instant())
    }

    /// Whether there is any.
    pub fn has_friction(&mut self) -> bool {
        is_rough(&self.stage.instant())
    }

    /// What the table says below the numbers.
    pub fn summary(&mut self) -> String {
        let instant = self.stage.instant();
        list(report::summary(&self.stage, &instant))
    }

    /// The two bodies of a contact by name.
    pub fn bodies_of(&mut self, number: usize) -> String {
        let pair = self.stage.instant().contacts.get(number).map(|contact| vec![contact.a, contact.b]);
        list(pair.unwrap_or_default().into_iter().map(|id| self.stage.world.bodies[id].name.clone()).collect())
    }

    /// What is to be told of the steps since this was last asked.
    pub fn notices(&mut self) -> String {
        rows(report::notices(&std::mem::take(&mut self.stage.notices), self.stage.shocks))
    }

    /// Number of impacts that are shown.
    pub fn impacts(&self) -> usize {
        self.stage.impacts.len()
    }

    /// Energies of translation, rotation, gravity, springs, and their sum, J.
    pub fn energies(&self) -> Vec<f64> {
        let e = self.stage.world.balance();
        vec![e.translation, e.rotation, e.gravity, e.springs, e.total()]
    }

    /// Names of the plotted columns: time first.
    pub fn columns(&self) -> String {
        list(Series::names(&self.stage.world))
    }

    /// A plotted column.
    pub fn column(&self, number: usize) -> Vec<f64> {
        self.stage.series.column(number)
    }
}

impl PlanarView {
    /// Shows all of the scene on a stage of this size.
    fn frame_at_once(&mut self, size: DVec2) {
        let instant = self.stage.instant();
        self.drawing.framing = Framing::of(&self.stage.world, &instant, size);
        self.drawing.camera = self.drawing.framing.camera();
    }
}
