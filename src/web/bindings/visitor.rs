//! Keys, pointers and selection, as the browser hands them in. Points are CSS pixels of the stage.
use super::PlanarView;
use glam::DVec2;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// A key goes down, with or without shift; false if it is not one of ours.
    pub fn press(&mut self, key: &str, shift: bool) -> bool {
        self.stage.press(key, shift)
    }

    /// A key goes up.
    pub fn release(&mut self, key: &str) {
        self.stage.release(key);
    }

    /// The shift key goes down or up.
    pub fn turn(&mut self, shift: bool) {
        self.stage.turn(shift);
    }

    /// All keys and the hand let go.
    pub fn release_all(&mut self) {
        self.stage.release_all();
    }

    /// Whether a body is there to be grabbed.
    pub fn hits(&self, x: f64, y: f64, reach: f64) -> bool {
        let (point, reach) = self.place(x, y, reach);
        self.stage.body_at(point, reach).is_some()
    }

    /// Grabs the body there; false if there is none.
    pub fn take(&mut self, x: f64, y: f64, reach: f64) -> bool {
        let (point, reach) = self.place(x, y, reach);
        self.stage.take(point, reach)
    }

    /// Moves the hand there; with `turning`, a body that stands still turns.
    pub fn move_hand(&mut self, x: f64, y: f64, turning: bool) {
        let (point, _) = self.place(x, y, 0.0);
        self.stage.move_hand(point, turning);
    }

    /// Grabs the next body at its centre; returns its name.
    pub fn take_next(&mut self) -> String {
        self.stage.take_next();
        self.stage.hand().map_or(String::new(), |hand| self.stage.world.bodies[hand.body].name.clone())
    }

    /// Moves the hand by metres, y up.
    pub fn shift_hand(&mut self, x: f64, y: f64) {
        if let Some(hand) = self.stage.hand() {
            self.stage.move_hand(hand.target + DVec2::new(x, y), false);
        }
    }

    /// Lets the body go.
    pub fn let_go(&mut self) {
        self.stage.let_go();
    }

    /// Selects the next contact, or the one before.
    pub fn select_next(&mut self, forward: bool) {
        self.stage.select_next(forward);
    }

    /// Selects a contact by number from 0; none for -1.
    pub fn select(&mut self, number: i32) {
        self.stage.select(usize::try_from(number).unwrap_or(usize::MAX));
    }

    /// The selected contact; -1 for none.
    pub fn selected(&mut self) -> i32 {
        self.stage.selected().map_or(-1, |k| k as i32)
    }

    /// Marks contacts by number from 0.
    pub fn mark(&mut self, contacts: Vec<usize>) {
        self.drawing.marked = contacts;
    }
}

impl PlanarView {
    /// A point of the stage and a distance there, in metres.
    fn place(&self, x: f64, y: f64, reach: f64) -> (DVec2, f64) {
        let camera = &self.drawing.camera;
        (camera.to_world(DVec2::new(x, y)), reach / camera.scale)
    }
}
