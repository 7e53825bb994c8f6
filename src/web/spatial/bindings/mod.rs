//! The page's handle on the stage of the spatial mode: the same verbs as the handle on the planar one, and those of the
//! eye. No physics: read what the browser hands in, forward the call, copy the answer out.
mod article;
mod bodies;
mod collisions;
mod export;
mod laboratory;
mod report;
mod visitor;

use super::arrows::{Arrow, arrows, thinner};
use super::collisions::Collisions;
use super::draw3d::Renderer;
use super::draw3d::overlay::Overlay;
use super::ghost::Ghost;
use super::laboratory::with_shown_forces;
use super::picture::Picture;
use super::scenery::Scenery;
use super::settings::SETTINGS;
use super::stage::{Shown, Stage};
use crate::session::SpatialLink;
use crate::session::undo::Undo;
use crate::session::warning::Warning;
use crate::spatial::time_stepping::instant::Instant;
use crate::web::eased::Eased;
use crate::web::laboratory::Laboratory;
use crate::web::notation::Kind;
use crate::web::palette::Palette;
use crate::web::report::{form, warning};
use crate::web::wire::{FRAME_BUDGET, list, pairs, rows};
use glam::DVec2;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, WebGl2RenderingContext};

/// A spatial scene on two canvases: the picture, and words and marks over it.
#[wasm_bindgen]
pub struct SpatialView {
    stage: Stage,
    scenery: Scenery,
    picture: Picture,
    collisions: Collisions,
    laboratory: Laboratory<Instant>,
    renderer: Renderer,
    overlay: Overlay,
    palette: &'static Palette,
    canvases: [HtmlCanvasElement; 2],
    gl: WebGl2RenderingContext,
    warnings: Vec<Warning>,
    deeds: Undo<Stage>,
    /// When the last picture was drawn, ms; whether the eye goes anywhere by itself, and whether it may.
    drawn: f64,
    moves: bool,
    still: bool,
    /// Arrows that grow and shrink.
    eased: Eased<Arrow>,
    /// Part of the last pictures that came too slowly.
    slow: f64,
}

/// From so many contacts on, more than six boxes have that stand beside each other or on each other, forces are drawn as
/// chains: as many arrows would hide each other and the bodies.
const MANY: usize = 25;

#[wasm_bindgen]
impl SpatialView {
    /// Opens the scene of an address: the fields of its query and its hash. `words` is the canvas over the picture.
    #[wasm_bindgen(constructor)]
    pub fn new(
        words: HtmlCanvasElement,
        picture: HtmlCanvasElement,
        gl: WebGl2RenderingContext,
        fields: &str,
        hash: &str,
    ) -> Result<SpatialView, JsError> {
        let context =
            words.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let canvas = context.ok_or_else(|| JsError::new("the canvas has no 2D context"))?;
        let (stage, warnings) = Stage::open(SpatialLink::of_fields(pairs(fields), hash));
        let scenery = Scenery::of(&stage.world, stage.shown.level);
        let renderer = Renderer::new(gl.clone(), &scenery)?;
        let overlay = Overlay::on(canvas);
        let palette = Palette::named("light");
        let canvases = [words, picture];
        let (picture, collisions, laboratory) = Default::default();
        let (deeds, drawn, moves, still) = (Undo::default(), js_sys::Date::now(), false, false);
        let (eased, slow) = (Eased::default(), 0.0);
        Ok(Self {
            stage,
            scenery,
            picture,
            collisions,
            laboratory,
            renderer,
            overlay,
            palette,
            canvases,
            gl,
            warnings,
            deeds,
            drawn,
            moves,
            still,
            eased,
            slow,
        })
    }

    /// Brings everything to the graphics card again, after it was lost.
    pub fn renew(&mut self) -> Result<(), JsError> {
        let lighter = self.renderer.lighter;
        self.renderer = Renderer::new(self.gl.clone(), &self.scenery)?;
        self.renderer.lighter = lighter;
        Ok(())
    }

    /// What of the last address could not be taken.
    pub fn warnings(&self) -> String {
        rows(self.warnings.iter().map(warning))
    }

    /// Fits the picture to a stage of this size, CSS pixels, with `sharpness` device pixels for each.
    pub fn resize(&mut self, width: f64, height: f64, sharpness: f64) {
        let size = DVec2::new(width, height);
        self.stage.camera.resize(size);
        if let Some(goal) = &mut self.stage.goal {
            goal.resize(size); // the eye is as large as its stage when it arrives, too
        }
        self.overlay.sharpness = sharpness;
        self.renderer.forget();
        for canvas in &self.canvases {
            canvas.set_width((width * sharpness).round() as u32);
            canvas.set_height((height * sharpness).round() as u32);
        }
    }

    /// Keeps words off the buttons that lie on the stage: left, top, right and bottom of each, CSS pixels.
    pub fn cover(&mut self, sides: &[f64]) {
        self.overlay.labels.cover(sides);
    }

    /// Whether the eye is on its way to what left the picture, or arrows grow: then another picture is to be drawn.
    pub fn moves(&self) -> bool {
        self.moves || self.eased.moves()
    }

    /// Whether the eye jumps, for those who want no motion.
    pub fn keep_still(&mut self, still: bool) {
        self.still = still;
    }

    /// Takes the colours of a theme: light, dark or projector.
    pub fn paint(&mut self, theme: &str) {
        self.palette = Palette::named(theme);
    }

    /// Whether numbers are written with a decimal comma.
    pub fn write_comma(&mut self, comma: bool) {
        self.overlay.comma = comma;
    }

    /// Draws the stage.
    pub fn draw(&mut self) {
        self.renderer.forget();
        self.draw_changes();
    }

    /// The same where another picture is on the canvas, which has it only until the screen has shown it.
    pub fn draw_changes(&mut self) {
        let now = js_sys::Date::now();
        let passed = (now - self.drawn) / 1e3;
        let seconds = if self.still { 1e3 } else { passed.clamp(0.0, 0.1) };
        self.drawn = now;
        self.moves = self.stage.keep_in_sight(seconds) | self.stage.keep_scale(seconds);
        self.judge_pace(passed);
        let Self { stage, laboratory, picture, renderer, overlay, eased, .. } = self;
        let entry = laboratory.entry;
        let told: Vec<usize> = overlay.marked.iter().copied().chain(stage.selected()).chain(overlay.hovered).collect();
        with_shown_forces(stage, laboratory, |stage| {
            let ghost = entry.and_then(|(row, column, share)| Some((Ghost::of(stage, row, column)?, share)));
            let loaded = stage.contacts.iter().filter(|contact| contact.force > 0.0).count();
            let usual = ghost.is_none();
            let chains = usual && stage.link.page.show.forces && loaded >= MANY;
            let mut arrows = match &ghost {
                Some((ghost, share)) => ghost.arrows(stage, *share, overlay.comma),
                None => arrows(stage, &told, overlay.comma),
            };
            if chains {
                arrows.retain(|arrow| match arrow.kind {
                    Kind::Contact(_) => !arrow.label.is_empty(),
                    kind => !matches!(kind, Kind::Friction(_) | Kind::Gravity),
                });
            }
            let arrows = if usual { eased.follow(arrows, seconds) } else { arrows };
            picture.glass = chains;
            let palette = &thinner(self.palette, arrows.len());
            picture.take(stage, &self.scenery, palette, &arrows);
            if let Some(ghost) = &ghost {
                picture.ghosts(ghost, &stage.world, &self.scenery, palette);
            }
            renderer.draw(stage, picture, palette, pixels(&self.canvases));
            overlay.draw(stage, palette, &arrows, chains, usual);
            if usual {
                overlay.legend(&stage.camera, stage.metres_per_newton(), palette);
            }
        });
    }

    /// Draws the bodies where they are not: position and quaternion of each that can move. The stage stays as it is.
    /// Returns how many CSS pixels a metre has in the middle of the picture.
    pub fn draw_at(&mut self, poses: &[f64]) -> f64 {
        let (states, shown) = (self.stage.world.states(), self.stage.shown);
        self.stage.shown = Shown { normals: false, paths: false, ..shown };
        self.stage.put(poses);
        self.picture.glass = false;
        self.picture.take(&self.stage, &self.scenery, self.palette, &[]);
        self.renderer.draw(&self.stage, &self.picture, self.palette, pixels(&self.canvases));
        self.stage.shown = shown;
        self.stage.world.bodies.iter_mut().zip(states).for_each(|(body, state)| body.state = state);
        self.stage.camera.focal() / self.stage.camera.distance
    }

    /// Starts or stops the clock.
    pub fn run(&mut self, on: bool) {
        self.drawn = js_sys::Date::now(); // how long it stood tells nothing of how fast pictures come
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

    /// Times of the first and the last moment that can be gone to, s.
    pub fn past(&self) -> Vec<f64> {
        let (first, last) = self.stage.past();
        vec![first, last]
    }

    /// Goes to the kept moment nearest to a time.
    pub fn seek(&mut self, time: f64) {
        self.stage.seek(time);
    }

    /// Starts the scene anew.
    pub fn reset(&mut self) {
        self.stage.reset();
        self.show();
    }

    /// Loads the scene of another address by its fields; returns what of them could not be taken.
    pub fn load(&mut self, fields: &str) -> String {
        let (link, warnings) = SpatialLink::of_fields(pairs(fields), "");
        self.stage.load(link);
        self.show();
        self.warnings = warnings;
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

    /// Position, quaternion x, y, z, w, velocity and angular velocity of each body that can move.
    pub fn states(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for body in self.stage.world.bodies.iter().filter(|body| !body.is_fixed()) {
            let s = body.state;
            numbers.extend(s.pose.position.to_array());
            numbers.extend(s.pose.rotation.to_array());
            numbers.extend(s.velocity.to_array());
            numbers.extend(s.omega.to_array());
        }
        numbers
    }

    /// Query and hash of a link to the present state; without the hash where the state is too large for a link.
    pub fn link(&self) -> String {
        let (link, world) = (&self.stage.link, &self.stage.world);
        let (query, hash) = link.capture(world).unwrap_or_else(|_| link.without_state(world)).write();
        query + &hash
    }

    /// The table of settings with their values.
    pub fn settings(&self) -> String {
        rows(form(SETTINGS, |name| self.stage.value(name)))
    }

    /// The present value of a setting.
    pub fn value(&self, name: &str) -> String {
        self.stage.value(name)
    }

    /// Sets a setting; returns what was wrong with the value, or nothing.
    pub fn set(&mut self, name: &str, text: &str) -> String {
        let wrong = self.stage.set(name, text).err();
        self.show();
        list(wrong.as_ref().map(warning).unwrap_or_default())
    }

    /// Keeps what is there before something is done, so that it can be taken back.
    pub fn keep(&mut self) {
        self.deeds.keep(self.stage.clone());
    }

    /// Takes back what was done last, or does it again; false if there is nothing.
    pub fn undo(&mut self, again: bool) -> bool {
        let present = self.stage.clone();
        let found = if again { self.deeds.again(present) } else { self.deeds.back(present) };
        let Ok(mut stage) = found else { return false };
        stage.take_page_of(&self.stage);
        self.stage = stage;
        self.show();
        true
    }

    /// Whether there is something to take back: 1, and something to do again: 2.
    pub fn undoable(&self) -> u8 {
        let [back, again] = self.deeds.ways().map(u8::from);
        back + 2 * again
    }

    /// Whether nothing will move by what can be seen, unless something is done to it.
    pub fn rests(&self) -> bool {
        self.stage.rests()
    }

    /// Lets the uppermost body hop.
    pub fn nudge(&mut self) {
        self.stage.nudge();
    }
}

/// Pictures that come more slowly than this, s, are made lighter once most of the last ones did: a single one tells of something
/// else that the machine had to do.
const SLOW: f64 = 0.04;
/// How much the last picture counts, so that seven slow ones are most.
const LAST: f64 = 0.1;

impl SpatialView {
    /// Draws lighter pictures of this scene from now on where they come too slowly, `passed` seconds after the last one.
    fn judge_pace(&mut self, passed: f64) {
        if self.stage.running {
            self.slow += LAST * (f64::from(u8::from(passed > SLOW)) - self.slow);
            self.renderer.lighter |= self.slow > 0.5;
        }
    }

    /// Brings the shapes of the scene to the graphics card, which another scene or other trees have changed.
    fn show(&mut self) {
        self.scenery = Scenery::of(&self.stage.world, self.stage.shown.level);
        self.picture.between = None;
        (self.slow, self.renderer.lighter) = (0.0, false);
        self.renderer.load(&self.scenery);
    }
}

/// Size of the picture, device pixels.
fn pixels([_, picture]: &[HtmlCanvasElement; 2]) -> DVec2 {
    DVec2::new(f64::from(picture.width()), f64::from(picture.height()))
}
