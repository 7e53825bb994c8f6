//! What the sun sees: a picture of depths, from which surfaces learn whether they are in the shade.
use super::gl::Program;
use super::shaders::{SHADOW_FRAGMENT, SURFACE_VERTEX};
use crate::web::spatial::light::SUN;
use crate::web::spatial::view::Extent;
use glam::{DMat4, DVec3};
use wasm_bindgen::JsError;
use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlTexture};

/// Width and height of the picture of depths: four of its pixels are as broad as the edge of a shadow.
const SIZE: i32 = 640;

/// See the head of this file.
pub struct Shadow {
    program: Program,
    texture: Option<WebGlTexture>,
    frame: Option<WebGlFramebuffer>,
}

impl Shadow {
    /// Makes room for the picture.
    pub fn new(gl: &Gl) -> Result<Self, JsError> {
        let program = Program::new(gl, SURFACE_VERTEX, SHADOW_FRAGMENT, &["clip", "shadow", "cut"])?;
        let (texture, frame) = (gl.create_texture(), gl.create_framebuffer());
        gl.bind_texture(Gl::TEXTURE_2D, texture.as_ref());
        gl.tex_storage_2d(Gl::TEXTURE_2D, 1, Gl::DEPTH_COMPONENT24, SIZE, SIZE);
        for (name, value) in [
            (Gl::TEXTURE_COMPARE_MODE, Gl::COMPARE_REF_TO_TEXTURE),
            (Gl::TEXTURE_COMPARE_FUNC, Gl::LEQUAL),
            (Gl::TEXTURE_MIN_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_MAG_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
        ] {
            gl.tex_parameteri(Gl::TEXTURE_2D, name, value as i32);
        }
        gl.bind_framebuffer(Gl::FRAMEBUFFER, frame.as_ref());
        let (depth, texture_2d) = (Gl::DEPTH_ATTACHMENT, Gl::TEXTURE_2D);
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, depth, texture_2d, texture.as_ref(), 0);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Ok(Self { program, texture, frame })
    }

    /// Takes the picture of what `draw` draws, and leaves it where the other programs look for it.
    pub fn take(&self, gl: &Gl, matrix: &[f32; 16], cut: &[f32; 4], draw: impl FnOnce()) {
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.frame.as_ref());
        gl.viewport(0, 0, SIZE, SIZE);
        gl.clear(Gl::DEPTH_BUFFER_BIT);
        self.depths(gl, matrix, cut);
        draw();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        gl.active_texture(Gl::TEXTURE0);
        gl.bind_texture(Gl::TEXTURE_2D, self.texture.as_ref());
    }
}

impl Shadow {
    /// What is drawn next leaves its depth alone, as seen through a matrix.
    pub fn depths(&self, gl: &Gl, matrix: &[f32; 16], cut: &[f32; 4]) {
        self.program.run(gl);
        self.program.set(gl, "clip", matrix);
        self.program.set(gl, "shadow", matrix);
        self.program.set(gl, "cut", cut);
    }
}

/// From the world to the cube of which the sun sees one side. It grows by leaps and moves by whole pixels, so that
/// edges of shadows do not crawl while bodies move.
pub fn matrix(extent: Extent) -> DMat4 {
    let right = DVec3::Z.cross(SUN).normalize();
    let up = SUN.cross(right).normalize();
    let radius = libm::exp2(libm::ceil(4.0 * libm::log2(1.1 * extent.radius)) / 4.0);
    let pixel = 2.0 * radius / f64::from(SIZE);
    let snap = |x: f64| pixel * (x / pixel).round();
    let row = |axis: DVec3, at: f64| (axis / radius).extend(-at / radius);
    let rows = [
        row(right, snap(right.dot(extent.centre))),
        row(up, snap(up.dot(extent.centre))),
        // what throws a shadow may stand between the scene and the sun
        (SUN / (-2.0 * radius)).extend(SUN.dot(extent.centre) / (2.0 * radius)),
        DVec3::ZERO.extend(1.0),
    ];
    DMat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose()
}
