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
            self.stage.move_hand(hand.pointer + DVec2::new(x, y), false);
        }
    }

    /// What a hand that leads a body feels: force and most force, N, and whether it gives all it has. Empty if none leads.
    pub fn felt(&self) -> Vec<f64> {
        self.stage.felt().map_or(Vec::new(), |felt| felt.to_vec())
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

#[wasm_bindgen]
impl PlanarView {
    /// The pointer is at a place of the stage: the contact there, or -1. Its force is told.
    pub fn hover(&mut self, x: f64, y: f64, reach: f64) -> i32 {
        let (at, camera, instant) = (DVec2::new(x, y), self.drawing.camera, self.stage.instant());
        let distance = |k: &usize| camera.to_stage(instant.contacts[*k].point).distance(at);
        let nearest = (0..instant.contacts.len()).min_by(|k, l| distance(k).total_cmp(&distance(l)));
        self.drawing.hovered = nearest.filter(|k| distance(k) < reach);
        self.drawing.hovered.map_or(-1, |k| k as i32)
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
        self.frame_at_once(self.drawing.camera.size);
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

    /// Lifts the uppermost body straight up, m.
    pub fn lift(&mut self, by: f64) {
        self.stage.lift(by);
    }

    /// The box around a body that can move, by number among those: left, top, right and bottom, CSS pixels.
    pub fn box_of(&self, number: usize) -> Vec<f64> {
        let mut moving = self.stage.world.bodies.iter().filter(|body| !body.is_fixed());
        let Some(body) = moving.nth(number) else { return Vec::new() };
        let frame = body.state.frame();
        let corners = body.shape.vertices().iter().map(|v| self.drawing.camera.to_stage(frame.place(*v)));
        let [low, high] = corners.fold([DVec2::MAX, DVec2::MIN], |[low, high], p| [low.min(p), high.max(p)]);
        vec![low.x, low.y, high.x, high.y]
    }
}

impl PlanarView {
    /// A point of the stage and a distance there, in metres.
    fn place(&self, x: f64, y: f64, reach: f64) -> (DVec2, f64) {
        let camera = &self.drawing.camera;
        (camera.to_world(DVec2::new(x, y)), reach / camera.scale)
    }
}
