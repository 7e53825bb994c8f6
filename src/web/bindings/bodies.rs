//! Bodies by themselves, and methods side by side.
use super::PlanarView;
use crate::web::draw2d::Drawing;
use crate::web::framing::Framing;
use crate::web::laboratory::Staged;
use crate::web::laboratory::free_body::FreeBody;
use crate::web::laboratory::race::{CONTENDERS, Race};
use glam::DVec2;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

#[wasm_bindgen]
extern "C" {
    /// ms, as fine as the browser allows.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// ms for which a method runs again and again to be timed.
const BUDGET: f64 = 45.0;

#[wasm_bindgen]
impl PlanarView {
    /// The body that can move at a point of the stage, by number among those; -1 for none.
    pub fn body_at(&self, x: f64, y: f64, reach: f64) -> i32 {
        let camera = &self.drawing.camera;
        let found = self.stage.body_at(camera.to_world(DVec2::new(x, y)), reach / camera.scale);
        let number = found.and_then(|id| self.stage.moving().iter().position(|(other, _)| *other == id));
        number.map_or(-1, |number| number as i32)
    }

    /// The point of the world at a point of the stage, m, and how many CSS pixels a metre has.
    pub fn world_at(&self, x: f64, y: f64) -> Vec<f64> {
        let camera = &self.drawing.camera;
        let point = camera.to_world(DVec2::new(x, y));
        vec![point.x, point.y, camera.scale]
    }

    /// Draws a body by number alone with the forces on it, on a canvas of this size, CSS pixels.
    pub fn draw_body(&mut self, canvas: &HtmlCanvasElement, number: usize, width: f64, height: f64) {
        let context =
            canvas.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let (Some(context), Some(id)) = (context, self.stage.moving().get(number).map(|(id, _)| *id)) else { return };
        let (sharpness, size) = (self.drawing.sharpness, DVec2::new(width, height));
        canvas.set_width((width * sharpness).round() as u32);
        canvas.set_height((height * sharpness).round() as u32);
        let instant = self.stage.instant();
        let mut drawing = Drawing::new(context, Framing::of(&self.stage.world, &instant, size));
        (drawing.palette, drawing.sharpness, drawing.comma) = (self.drawing.palette, sharpness, self.drawing.comma);
        let free = FreeBody::of(&self.stage.world, &instant, id);
        drawing.free_body(&self.stage, &free, id);
    }

    /// Names of the methods that can be compared.
    pub fn contenders(&self) -> String {
        super::list(CONTENDERS.iter().map(|name| name.to_string()).collect())
    }

    /// Lets a method solve the problem on the stage: number of contacts, the forces, then residual, m/s², and mean time,
    /// ms, without forces and after every iteration.
    pub fn race(&mut self, method: &str) -> Vec<f64> {
        let (instant, order) = (self.stage.smooth(), self.stage.world.settings.order);
        let race = Race::run(method, &instant.lcp, order, now, BUDGET);
        let mut numbers = vec![race.f.len() as f64];
        numbers.extend_from_slice(&race.f);
        numbers.extend(race.residuals.iter().zip(&race.times).flat_map(|(residual, time)| [*residual, *time]));
        numbers
    }
}
