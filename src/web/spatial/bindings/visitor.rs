//! Keys, pointers, selection and the eye, as the browser hands them in. Points are CSS pixels of the stage.
use super::SpatialView;
use crate::web::spatial::stage::Stage;
use glam::DVec2;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
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
        self.stage.hits(DVec2::new(x, y), reach)
    }

    /// Grabs the body there; false if there is none.
    pub fn take(&mut self, x: f64, y: f64, reach: f64) -> bool {
        self.stage.take(DVec2::new(x, y), reach)
    }

    /// Moves the hand there; with `turning`, a body that stands still turns.
    pub fn move_hand(&mut self, x: f64, y: f64, turning: bool) {
        self.stage.move_hand_to(DVec2::new(x, y), turning);
    }

    /// How far the coming step takes each body, m; empty where its forces are not shown.
    pub fn coming(&self) -> Vec<f64> {
        let pairs = self.stage.coming.iter().zip(&self.stage.world.bodies);
        pairs.map(|(then, now)| then.pose.position.distance(now.state.pose.position)).collect()
    }

    /// Grabs the next body at its centre; returns its name.
    pub fn take_next(&mut self) -> String {
        self.stage.take_next();
        self.stage.hand().map_or(String::new(), |hand| self.stage.world.bodies[hand.body].name.clone())
    }

    /// Moves the hand to the right and up as it is seen, in parts of the scene's radius.
    pub fn shift_hand(&mut self, x: f64, y: f64) {
        if let Some(hand) = self.stage.hand() {
            let [right, up, _] = self.stage.camera.axes();
            let by = self.stage.extent().radius * (x * right + y * up);
            self.stage.move_hand(hand.pointer + by, false);
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
    pub fn selected(&self) -> i32 {
        self.stage.selected().map_or(-1, |k| k as i32)
    }

    /// Marks contacts by number from 0.
    pub fn mark(&mut self, contacts: Vec<usize>) {
        self.overlay.marked = contacts;
    }

    /// The pointer is at a place of the stage: the contact there, or -1. Its force is told.
    pub fn hover(&mut self, x: f64, y: f64, reach: f64) -> i32 {
        let (at, Stage { camera, contacts, .. }) = (DVec2::new(x, y), &self.stage);
        let distance = |k: &usize| camera.see(contacts[*k].point).map_or(f64::INFINITY, |seen| seen.at.distance(at));
        let nearest = (0..contacts.len()).min_by(|k, l| distance(k).total_cmp(&distance(l)));
        self.overlay.hovered = nearest.filter(|k| distance(k) < reach);
        self.overlay.hovered.map_or(-1, |k| k as i32)
    }

    /// The eye goes along with the body of the mark at the edge of the stage there; false if there is none.
    pub fn find(&mut self, x: f64, y: f64, reach: f64) -> bool {
        self.stage.find(DVec2::new(x, y), reach)
    }

    /// The eye goes around the scene as a hand drags it by pixels.
    pub fn orbit(&mut self, x: f64, y: f64) {
        self.stage.camera.orbit(DVec2::new(x, y));
    }

    /// The eye goes along the picture as a hand drags the scene by pixels.
    pub fn pan(&mut self, x: f64, y: f64) {
        self.stage.following = false;
        self.stage.camera.pan(DVec2::new(x, y));
    }

    /// What is at a point is drawn larger by a factor.
    pub fn zoom(&mut self, factor: f64, x: f64, y: f64) {
        let camera = &mut self.stage.camera;
        let about = if self.stage.following { camera.size / 2.0 } else { DVec2::new(x, y) };
        camera.zoom(factor, about);
    }

    /// The eye sees all of the scene again.
    pub fn look_at_all(&mut self) {
        self.stage.following = false;
        self.stage.look_at_all();
    }

    /// The eye stays where it is as long as a handle of the page is held.
    pub fn hold(&mut self, on: bool) {
        self.stage.holding = on;
    }

    /// After a change of the bodies that are there: an eye that nobody has moved goes to where it sees all of them.
    pub fn see_all_again(&mut self) {
        self.stage.see_all_again();
    }

    /// The eye goes along with the chosen body, or stays; whether it goes along.
    pub fn follow(&mut self, on: bool) -> bool {
        self.stage.follow(on);
        self.stage.following
    }

    /// Whether the eye goes along with a body.
    pub fn following(&self) -> bool {
        self.stage.following
    }

    /// A point of the stage in the upright plane that the eye looks at: to the right and up, m, and CSS pixels for a metre.
    pub fn world_at(&self, x: f64, y: f64) -> Vec<f64> {
        self.stage.camera.upright(DVec2::new(x, y)).to_vec()
    }

    /// Where the eye is, and what it looks at, m.
    pub fn eye(&self) -> Vec<f64> {
        [self.stage.camera.eye(), self.stage.camera.target].map(|point| point.to_array()).concat()
    }
}
