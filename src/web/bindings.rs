//! The page's handle on the stage. No physics: read what the browser hands in, forward the call, copy the answer out.
mod visitor;

use super::camera::Camera;
use super::draw2d::Drawing;
use super::labels::Labels;
use super::palette::Palette;
use super::report;
use super::series::Series;
use super::stage::Stage;
use crate::session::warning::Warning;
use glam::DVec2;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Far smaller than the standard library's for this target, and as fast: every call takes constant time.
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[wasm_bindgen]
extern "C" {
    /// The browser's console, which adds where the call came from.
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &JsValue);
}

/// Lets the browser's console and the page see why the module stopped.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let text = JsValue::from(panic.to_string());
        error(&text);
        // fails only where the page has sealed its own window
        let _ = js_sys::Reflect::set(&js_sys::global(), &"contactForcesPanic".into(), &text);
    }));
}

/// A planar scene on a canvas.
#[wasm_bindgen]
pub struct PlanarView {
    stage: Stage,
    drawing: Drawing,
    canvas: HtmlCanvasElement,
    warnings: Vec<Warning>,
}

/// What the page needs of a frame's time, ms: the rest is the browser's.
const FRAME_BUDGET: f64 = 12.0;

#[wasm_bindgen]
impl PlanarView {
    /// Opens the scene of an address on a canvas.
    #[wasm_bindgen(constructor)]
    pub fn new(canvas: HtmlCanvasElement, query: &str, hash: &str) -> Result<PlanarView, JsError> {
        let context =
            canvas.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let context = context.ok_or_else(|| JsError::new("the canvas has no 2D context"))?;
        let (stage, warnings) = Stage::open(query, hash);
        let drawing = Drawing {
            canvas: context,
            camera: Camera::fit(stage.world.view, DVec2::splat(300.0)),
            palette: Palette::named("light"),
            sharpness: 1.0,
            comma: false,
            marked: Vec::new(),
            labels: Labels::default(),
        };
        Ok(Self { stage, drawing, canvas, warnings })
    }

    /// What of the last address could not be taken.
    pub fn warnings(&self) -> Array {
        rows(self.warnings.iter().map(report::warning))
    }

    /// Fits the picture to a stage of this size, CSS pixels, with `sharpness` device pixels for each.
    pub fn resize(&mut self, width: f64, height: f64, sharpness: f64) {
        self.drawing.camera = Camera::fit(self.stage.world.view, DVec2::new(width, height));
        self.drawing.sharpness = sharpness;
        self.canvas.set_width((width * sharpness).round() as u32);
        self.canvas.set_height((height * sharpness).round() as u32);
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
        self.drawing.draw(&mut self.stage);
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

    /// Loads the scene of another address; returns what of it could not be taken.
    pub fn load(&mut self, query: &str) -> Array {
        self.warnings = self.stage.load(query);
        self.drawing.camera = Camera::fit(self.stage.world.view, self.drawing.camera.size);
        self.warnings()
    }

    /// s of the scene.
    pub fn time(&self) -> f64 {
        self.stage.world.time
    }

    /// A number over all bits of the state, in hexadecimal.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.stage.world.digest())
    }

    /// x, y, angle, vx, vy, ω of each body that can move.
    pub fn states(&self) -> Vec<f64> {
        let moving = self.stage.world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.state);
        moving.flat_map(|s| [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega]).collect()
    }

    /// Query and hash of a link to the present state.
    pub fn link(&self) -> Result<String, JsError> {
        let link = self.stage.link.capture(&self.stage.world)?;
        let (query, hash) = link.write();
        Ok(query + &hash)
    }

    /// The table of settings with their values.
    pub fn settings(&self) -> Array {
        rows(report::settings(&self.stage))
    }

    /// The present value of a setting.
    pub fn value(&self, name: &str) -> String {
        self.stage.value(name)
    }

    /// Sets a setting; returns what was wrong with the value, or nothing.
    pub fn set(&mut self, name: &str, text: &str) -> Array {
        let wrong = self.stage.set(name, text).err();
        self.drawing.camera = Camera::fit(self.stage.world.view, self.drawing.camera.size);
        list(wrong.as_ref().map(report::warning).unwrap_or_default())
    }

    /// Names, titles and descriptions of the scenes.
    pub fn scenes() -> Array {
        rows(report::scenes())
    }

    /// Number of contacts.
    pub fn contacts(&mut self) -> usize {
        self.stage.instant().contacts.len()
    }

    /// A row by row, then b, f and a.
    pub fn equation(&mut self) -> Vec<f64> {
        let instant = self.stage.instant();
        let (lcp, solution) = (&instant.lcp, &instant.solution);
        let rows = (0..lcp.len()).flat_map(|i| lcp.a.row(i));
        rows.chain(&lcp.b).chain(&solution.f).chain(&solution.a).copied().collect()
    }

    /// What the table says below the numbers.
    pub fn summary(&mut self) -> Array {
        list(report::summary(&mut self.stage))
    }

    /// The two bodies of a contact by name.
    pub fn bodies_of(&mut self, number: usize) -> Array {
        let pair = self.stage.instant().contacts.get(number).map(|contact| vec![contact.a, contact.b]);
        list(pair.unwrap_or_default().into_iter().map(|id| self.stage.world.bodies[id].name.clone()).collect())
    }

    /// What is to be told of the steps since this was last asked.
    pub fn notices(&mut self) -> Array {
        rows(report::notices(&std::mem::take(&mut self.stage.notices)))
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
    pub fn columns(&self) -> Array {
        list(Series::names(&self.stage.world))
    }

    /// A plotted column.
    pub fn column(&self, number: usize) -> Vec<f64> {
        self.stage.series.column(number)
    }
}

/// Words for the page.
fn list(words: report::Row) -> Array {
    words.into_iter().map(JsValue::from).collect()
}

/// Rows of words for the page.
fn rows(rows: impl IntoIterator<Item = report::Row>) -> Array {
    rows.into_iter().map(list).collect()
}
