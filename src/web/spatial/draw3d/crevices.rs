//! How much of the sky each point of the picture sees: little in crevices, and where a body stands on another (McGuire,
//! Mara, Luebke, *Scalable ambient obscurance*, 2012). Found on a picture of depths of half the size.
use super::gl::Program;
use super::shaders::{CREVICE_FRAGMENT, CREVICE_VERTEX};
use crate::web::spatial::camera::Camera;
use glam::DVec2;
use wasm_bindgen::JsError;
use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlTexture};

/// How far bodies take the sky from each other, in radii of the usual body.
const REACH: f64 = 0.8;
/// The unit of the graphics card at which both pictures are found.
pub const UNIT: i32 = 1;

/// See the head of this file.
pub struct Crevices {
    program: Program,
    depths: [Option<WebGlTexture>; 2],
    frames: [Option<WebGlFramebuffer>; 2],
    size: [i32; 2],
}

impl Crevices {
    /// Makes room for the pictures, none of which has a size yet.
    pub fn new(gl: &Gl) -> Result<Self, JsError> {
        let program = Program::new(gl, CREVICE_VERTEX, CREVICE_FRAGMENT, &["lens", "reach", "depths"])?;
        let frames = [gl.create_framebuffer(), gl.create_framebuffer()];
        Ok(Self { program, depths: [None, None], frames, size: [0; 2] })
    }

    fn resize(&mut self, gl: &Gl, size: [i32; 2]) {
        self.depths.iter().for_each(|old| gl.delete_texture(old.as_ref()));
        self.size = size;
        let kinds =
            [(Gl::DEPTH_COMPONENT24, Gl::DEPTH_ATTACHMENT, Gl::NEAREST), (Gl::R8, Gl::COLOR_ATTACHMENT0, Gl::LINEAR)];
        for (k, (format, attachment, filter)) in kinds.into_iter().enumerate() {
            self.depths[k] = gl.create_texture();
            gl.bind_texture(Gl::TEXTURE_2D, self.depths[k].as_ref());
            gl.tex_storage_2d(Gl::TEXTURE_2D, 1, format, size[0], size[1]);
            for (name, value) in [
                (Gl::TEXTURE_MIN_FILTER, filter),
                (Gl::TEXTURE_MAG_FILTER, filter),
                (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
                (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
            ] {
                gl.tex_parameteri(Gl::TEXTURE_2D, name, value as i32);
            }
            gl.bind_framebuffer(Gl::FRAMEBUFFER, self.frames[k].as_ref());
            let texture = self.depths[k].as_ref();
            gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, attachment, Gl::TEXTURE_2D, texture, 0);
        }
    }

    /// Finds the crevices of what `draw` draws into a picture of depths, for one of this many device pixels, and leaves them
    /// where the other programs look for them.
    pub fn take(&mut self, gl: &Gl, camera: &Camera, body: f64, pixels: DVec2, draw: impl FnOnce()) {
        gl.active_texture(Gl::TEXTURE0 + UNIT as u32);
        let size = pixels.to_array().map(|length| (length / 2.0).ceil().max(1.0) as i32);
        if size != self.size {
            self.resize(gl, size);
        }
        gl.viewport(0, 0, size[0], size[1]);
        gl.bind_texture(Gl::TEXTURE_2D, None); // nothing is drawn into what is read
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.frames[0].as_ref());
        gl.clear(Gl::DEPTH_BUFFER_BIT);
        draw();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.frames[1].as_ref());
        gl.bind_texture(Gl::TEXTURE_2D, self.depths[0].as_ref());
        gl.disable(Gl::DEPTH_TEST);
        self.program.run(gl);
        let half = camera.size / 2.0 / camera.focal();
        let [a, b] = camera.depths();
        self.program.sampler(gl, "depths", UNIT);
        self.program.set(gl, "lens", &[half.x, half.y, a, b].map(|x| x as f32));
        self.program.set(gl, "reach", &[(REACH * body) as f32]);
        gl.draw_arrays(Gl::TRIANGLES, 0, 3);
        gl.enable(Gl::DEPTH_TEST);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        gl.bind_texture(Gl::TEXTURE_2D, self.depths[1].as_ref());
        gl.active_texture(Gl::TEXTURE0);
    }
}
