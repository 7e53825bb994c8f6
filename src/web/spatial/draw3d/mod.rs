//! Draws the stage of the spatial mode by WebGL2: surfaces with light and shadow, arrows, lines.
mod crevices;
mod gl;
pub mod overlay;
mod shaders;
mod shadow;

use super::light::{Light, SUN, colour};
use super::picture::Picture;
use super::scenery::Scenery;
use super::section::Section;
use super::stage::Stage;
use super::tessellate::{Surface, arrow_parts, dot, square};
use super::view::Extent;
use crate::session::number::round_up;
use crate::spatial::shape::Shape::HalfSpace;
use crate::web::palette::Palette;
use crevices::{Crevices, UNIT};
use gl::{Program, Shape};
use glam::{DMat4, DVec2};
use shaders::{GROUND_FRAGMENT, GROUND_VERTEX, LINE_FRAGMENT, LINE_VERTEX, SURFACE_FRAGMENT, SURFACE_VERTEX};
use shadow::Shadow;
use wasm_bindgen::JsError;
use web_sys::WebGl2RenderingContext as Gl;

/// Settings that the programs for surfaces and for the ground have.
const SURFACE: &[&str] = &[
    "clip", "shadow", "sun", "eye", "shades", "paper", "ink", "accent", "pattern", "shadowed", "dark", "gloss",
    "faint", "middle", "room", "lift", "cut", "only", "hollow", "pixels", "sky",
];
const GROUND: &[&str] =
    &["clip", "shadow", "middle", "shades", "room", "ink", "spacing", "shadowed", "dark", "hollow", "pixels", "sky"];
/// How bright the gleam of a surface is that the sun is mirrored in, as a part of its light; and how much of an arrow is
/// seen behind bodies.
const GLOSS: f32 = 0.3;
const FAINT: f32 = 0.35;
/// How much is seen of bodies in which chains of forces are to be seen.
const GLASS: f32 = 0.72;
/// A plane beyond which nothing is.
const WHOLE: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
/// The ground reaches so far, in radii of the scene.
const GROUND_SIZE: f64 = 9.0;

/// What a picture on the canvas was made of, as the graphics card had it.
struct Drawn {
    picture: Picture,
    /// Colours; the eye, the size of the canvas and that of the scene; whether there are shadows, and whether it is lighter.
    rest: (Palette, Vec<f32>, bool, bool),
}

/// All that is on the graphics card.
pub struct Renderer {
    gl: Gl,
    surfaces: Program,
    ground: Program,
    lines: Program,
    shadow: Shadow,
    crevices: Crevices,
    /// Whether crevices are left out, for a machine that is slow.
    pub lighter: bool,
    /// What the canvas has; none after it was emptied.
    drawn: Option<Drawn>,
    bodies: Vec<Shape>,
    plane: Shape,
    shafts: Shape,
    heads: Shape,
    dots: Shape,
    flames: Shape,
    edges: Shape,
    clear_lines: Shape,
}

impl Renderer {
    /// Compiles the programs, and brings a scene to the card.
    pub fn new(gl: Gl, scenery: &Scenery) -> Result<Self, JsError> {
        let [cylinder, cone] = arrow_parts();
        let part = |surface: &Surface| Shape::surface(&gl, surface);
        let mut renderer = Self {
            surfaces: Program::new(&gl, SURFACE_VERTEX, SURFACE_FRAGMENT, SURFACE)?,
            ground: Program::new(&gl, GROUND_VERTEX, GROUND_FRAGMENT, GROUND)?,
            lines: Program::new(&gl, LINE_VERTEX, LINE_FRAGMENT, &["clip", "pixels", "nearer", "middle", "cut"])?,
            shadow: Shadow::new(&gl)?,
            crevices: Crevices::new(&gl)?,
            lighter: false,
            drawn: None,
            bodies: Vec::new(),
            plane: part(&square()),
            shafts: part(&cylinder),
            heads: part(&cone),
            dots: part(&dot()),
            flames: part(&cone),
            edges: Shape::lines(&gl),
            clear_lines: Shape::lines(&gl),
            gl,
        };
        for program in [&renderer.ground, &renderer.surfaces] {
            program.run(&renderer.gl);
            program.sampler(&renderer.gl, "sky", UNIT);
        }
        renderer.load(scenery);
        Ok(renderer)
    }

    /// Brings another scene to the card.
    pub fn load(&mut self, scenery: &Scenery) {
        self.drawn = None;
        self.bodies.iter().for_each(|shape| shape.forget(&self.gl));
        self.bodies = scenery.surfaces.iter().map(|surface| Shape::surface(&self.gl, surface)).collect();
    }

    /// The canvas was emptied: the next picture is drawn, whatever there was.
    pub fn forget(&mut self) {
        self.drawn = None;
    }

    /// Draws a picture of the stage on a canvas of this many device pixels, if it is another than the one that is there.
    pub fn draw(&mut self, stage: &Stage, picture: &Picture, palette: &Palette, pixels: DVec2) {
        let extent = Extent::of(&stage.world);
        let sun = single(&shadow::matrix(extent));
        if !self.changes(stage, picture, palette, (pixels, extent)) {
            return;
        }
        self.fill(picture);
        let gl = &self.gl;
        gl.enable(Gl::DEPTH_TEST);
        gl.enable(Gl::CULL_FACE);
        gl.depth_mask(true);
        gl.disable(Gl::BLEND);
        let cut = picture.section.as_ref().map(Section::plane);
        let plane = cut.unwrap_or(WHOLE);
        if cut.is_some() {
            gl.disable(Gl::CULL_FACE); // the inside is seen
        }
        if stage.shown.shadows {
            self.shadow.take(gl, &sun, &plane, || self.bodies.iter().for_each(|shape| shape.draw(gl)));
        }
        let [r, g, b] = colour(palette.room);
        gl.clear_color(r, g, b, 1.0);
        let clip = single(&stage.camera.clip_from_world());
        let hollow = stage.shown.shadows && !self.lighter && picture.alone.is_none();
        if hollow {
            let (bodies, shadow) = (&self.bodies, &self.shadow);
            self.crevices.take(gl, &stage.camera, stage.body_radius(), pixels, || {
                shadow.depths(gl, &clip, &plane);
                bodies.iter().for_each(|shape| shape.draw(gl));
                place_ground(gl, &self.ground, stage, extent, &clip);
                self.plane.draw(gl);
            });
        }
        gl.viewport(0, 0, pixels.x as i32, pixels.y as i32);
        gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
        for program in [&self.ground, &self.surfaces] {
            program.run(gl);
            program.set(gl, "hollow", &[f32::from(u8::from(hollow))]);
            program.set(gl, "pixels", &pixels.as_vec2().to_array());
        }
        self.draw_ground(stage, extent, palette, [&clip, &sun]);
        self.light_bodies(stage, palette, [&clip, &sun], &plane);
        self.draw_bodies(picture.glass);
        gl.enable(Gl::CULL_FACE);
        self.flames.draw(gl);
        self.lines.run(gl);
        self.lines.set(gl, "cut", &plane);
        self.draw_lines(&self.edges, stage, &clip, 2e-4);
        self.draw_arrows(stage, palette);
        gl.disable(Gl::DEPTH_TEST);
        self.draw_lines(&self.clear_lines, stage, &clip, 0.0);
    }

    /// Notes what is drawn; false if it is what there is.
    fn changes(
        &mut self,
        stage: &Stage,
        picture: &Picture,
        palette: &Palette,
        (pixels, extent): (DVec2, Extent),
    ) -> bool {
        let (camera, sizes) = (&stage.camera, [extent.radius, stage.extent().radius, stage.body_radius()]);
        let places = [camera.eye(), extent.centre].into_iter().flat_map(|place| place.to_array());
        let lengths = [camera.size, pixels].into_iter().flat_map(|size| size.to_array()).chain(sizes);
        let clip = single(&camera.clip_from_world()).into_iter().chain(around(stage));
        let numbers = clip.chain(places.chain(lengths).map(|x| x as f32)).collect();
        let (shadows, lighter) = (stage.shown.shadows, self.lighter);
        let rest = (*palette, numbers, shadows, lighter);
        if self.drawn.as_ref().is_some_and(|drawn| drawn.rest == rest && drawn.picture == *picture) {
            return false;
        }
        self.drawn = Some(Drawn { picture: picture.clone(), rest });
        true
    }

    fn fill(&mut self, picture: &Picture) {
        let gl = &self.gl;
        self.bodies.iter_mut().zip(&picture.bodies).for_each(|(shape, list)| shape.fill(gl, list));
        for (shape, list) in [
            (&mut self.plane, &picture.grounds),
            (&mut self.shafts, &picture.shafts),
            (&mut self.heads, &picture.heads),
            (&mut self.dots, &picture.dots),
            (&mut self.flames, &picture.flames),
            (&mut self.edges, &picture.lines),
            (&mut self.clear_lines, &picture.clear_lines),
        ] {
            shape.fill(gl, list);
        }
    }

    fn draw_ground(&self, stage: &Stage, extent: Extent, palette: &Palette, [clip, sun]: [&[f32; 16]; 2]) {
        let (gl, program) = (&self.gl, &self.ground);
        place_ground(gl, program, stage, extent, clip);
        program.set(gl, "shadow", sun);
        program.set(gl, "spacing", &[round_up(0.3 * stage.extent().radius) as f32]);
        program.set(gl, "shades", &Light::of(palette).bodies);
        program.set(gl, "room", &colour(palette.room));
        program.set(gl, "ink", &colour(palette.ink));
        program.set(gl, "shadowed", &[f32::from(u8::from(stage.shown.shadows))]);
        self.plane.draw(gl);
    }

    fn light_bodies(&self, stage: &Stage, palette: &Palette, [clip, sun]: [&[f32; 16]; 2], cut: &[f32; 4]) {
        let (gl, program, light) = (&self.gl, &self.surfaces, Light::of(palette));
        program.run(gl);
        program.set(gl, "clip", clip);
        program.set(gl, "shadow", sun);
        program.set(gl, "sun", &SUN.as_vec3().to_array());
        program.set(gl, "eye", &stage.camera.eye().as_vec3().to_array());
        program.set(gl, "shades", &light.bodies);
        for (name, css) in [("paper", palette.paper), ("ink", palette.ink), ("accent", palette.accent)] {
            program.set(gl, name, &colour(css));
        }
        program.set(gl, "pattern", &[light.pattern]);
        program.set(gl, "gloss", &[GLOSS]);
        program.set(gl, "faint", &[1.0]);
        program.set(gl, "lift", &[0.0; 3]);
        program.set(gl, "room", &colour(palette.room));
        program.set(gl, "middle", &around(stage));
        program.set(gl, "shadowed", &[f32::from(u8::from(stage.shown.shadows))]);
        program.set(gl, "cut", cut);
    }

    /// The bodies: as glass what never moves first, then the others, of which the nearer ones come last.
    fn draw_bodies(&self, glass: bool) {
        let (gl, program) = (&self.gl, &self.surfaces);
        let draw = || self.bodies.iter().for_each(|shape| shape.draw(gl));
        program.set(gl, "only", &[if glass { -1.0 } else { 0.0 }]);
        draw();
        if !glass {
            return;
        }
        program.set(gl, "only", &[1.0]);
        program.set(gl, "faint", &[GLASS]);
        gl.enable(Gl::BLEND);
        gl.blend_func(Gl::SRC_ALPHA, Gl::ONE_MINUS_SRC_ALPHA);
        gl.depth_mask(false);
        draw();
        gl.depth_mask(true);
        gl.disable(Gl::BLEND);
        program.set(gl, "only", &[0.0]);
        program.set(gl, "faint", &[1.0]);
    }

    /// Arrows stand before all bodies, for most begin between two: hidden they would show nothing. Those that are behind
    /// more than a body are faint.
    fn draw_arrows(&self, stage: &Stage, palette: &Palette) {
        let (gl, program) = (&self.gl, &self.surfaces);
        let draw = || [&self.shafts, &self.heads, &self.dots].iter().for_each(|shape| shape.draw(gl));
        program.run(gl);
        program.set(gl, "hollow", &[0.0]);
        program.set(gl, "shades", &Light::of(palette).arrows);
        program.set(gl, "lift", &(stage.body_radius() * stage.camera.axes()[2]).as_vec3().to_array());
        program.set(gl, "shadowed", &[0.0]);
        gl.enable(Gl::BLEND);
        gl.blend_func(Gl::SRC_ALPHA, Gl::ONE_MINUS_SRC_ALPHA);
        gl.depth_mask(false);
        gl.depth_func(Gl::GREATER);
        program.set(gl, "faint", &[FAINT]);
        draw();
        gl.disable(Gl::BLEND);
        gl.depth_mask(true);
        gl.depth_func(Gl::LESS);
        program.set(gl, "faint", &[1.0]);
        draw();
    }

    /// Lines, a little nearer than they are, so that the surface on which they lie does not hide them.
    fn draw_lines(&self, lines: &Shape, stage: &Stage, clip: &[f32; 16], nearer: f32) {
        let gl = &self.gl;
        self.lines.run(gl);
        self.lines.set(gl, "clip", clip);
        self.lines.set(gl, "pixels", &stage.camera.size.as_vec2().to_array());
        self.lines.set(gl, "nearer", &[nearer]);
        self.lines.set(gl, "middle", &around(stage));
        gl.disable(Gl::CULL_FACE);
        gl.enable(Gl::BLEND);
        gl.blend_func(Gl::SRC_ALPHA, Gl::ONE_MINUS_SRC_ALPHA);
        lines.draw(gl);
        gl.disable(Gl::BLEND);
        gl.enable(Gl::CULL_FACE);
    }
}

/// The program of the ground draws it where it is, below the middle of the scene.
fn place_ground(gl: &Gl, program: &Program, stage: &Stage, extent: Extent, clip: &[f32; 16]) {
    let size = GROUND_SIZE * extent.radius.max(stage.extent().radius);
    program.run(gl);
    program.set(gl, "clip", clip);
    program.set(gl, "middle", &extent.centre.extend(size).as_vec4().to_array());
}

/// Middle and radius of what is to be seen of a scene: around it walls and floors fade out. On ground, where what has faded
/// would look like a stain, they do so within the ground's own fading: half as far as it reaches.
fn around(stage: &Stage) -> [f32; 4] {
    let (middle, radius) = stage.camera.seen_around();
    let on_ground = stage.world.bodies.iter().any(|body| matches!(body.shape, HalfSpace { .. }));
    let radius = if on_ground { GROUND_SIZE / 2.0 * radius } else { radius };
    middle.as_vec3().extend(radius as f32).to_array()
}

/// A matrix as the graphics card takes it.
fn single(matrix: &DMat4) -> [f32; 16] {
    matrix.as_mat4().to_cols_array()
}
