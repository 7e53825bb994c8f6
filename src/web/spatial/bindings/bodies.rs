//! Bodies by themselves.
use super::{SpatialView, pixels};
use crate::web::laboratory::Staged;
use crate::web::spatial::draw3d::overlay::Overlay;
use crate::web::spatial::free_body::{FreeBody, camera};
use crate::web::spatial::pick::pick;
use crate::web::spatial::stage::Shown;
use glam::DVec2;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

#[wasm_bindgen]
impl SpatialView {
    /// The body that can move at a point of the stage, by number among those; -1 for none.
    pub fn body_at(&self, x: f64, y: f64, reach: f64) -> i32 {
        let found = pick(&self.stage.world, &self.stage.camera, DVec2::new(x, y), reach);
        let number = found.and_then(|hit| self.stage.moving().iter().position(|(id, _)| *id == hit.body));
        number.map_or(-1, |number| number as i32)
    }

    /// Draws a body by number alone with the forces on it, as the eye looks at the stage, on a canvas of this size, CSS
    /// pixels.
    pub fn draw_body(&mut self, canvas: &HtmlCanvasElement, number: usize, width: f64, height: f64) {
        let context =
            canvas.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let id = self.stage.moving().get(number).map(|(id, _)| *id);
        let free = id.and_then(|id| FreeBody::of(&mut self.stage, id));
        let (Some(canvas_of_words), Some(id), Some(free)) = (context, id, free) else { return };
        let (sharpness, size) = (self.overlay.sharpness, DVec2::new(width, height));
        canvas.set_width((width * sharpness).round() as u32);
        canvas.set_height((height * sharpness).round() as u32);
        let (body, comma) = (&self.stage.world.bodies[id], self.overlay.comma);
        let (arrows, metres_per_newton) = free.arrows(body, comma);
        let (eye, shown) = (camera(&self.stage.camera, body, &arrows, size), self.stage.shown);
        // drawn in a corner of the stage's own picture, as far as that reaches
        let whole = pixels(&self.canvases);
        let part = (whole / size).min_element().min(sharpness) * size;
        let before = std::mem::replace(&mut self.stage.camera, eye);
        self.stage.shown = Shown { normals: false, paths: false, shadows: false, ..shown };
        (self.picture.alone, self.picture.glass) = (Some(id), false);
        self.picture.take(&self.stage, &self.scenery, self.palette, &arrows);
        self.renderer.draw(&self.stage, &self.picture, self.palette, part);
        let mut overlay = Overlay { sharpness, comma, ..Overlay::on(canvas_of_words) };
        overlay.begin(size);
        // a canvas of this page can always be drawn
        let _ = overlay.canvas.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            &self.canvases[1],
            0.0,
            whole.y - part.y,
            part.x,
            part.y,
            0.0,
            0.0,
            size.x,
            size.y,
        );
        overlay.arrows(&self.stage, self.palette, &arrows, 2.0 * self.palette.text, true);
        overlay.legend(&self.stage.camera, metres_per_newton, self.palette);
        (self.picture.alone, self.stage.camera, self.stage.shown) = (None, before, shown);
        self.draw();
    }
}
