//! What a visitor does on the stage: selects contacts and bodies, fires thrusters, takes bodies in hand, looks around.
use super::camera::Camera;
use super::input::Hand;
use super::pick::pick;
use super::stage::Stage;
use super::view::{Together, seen_together, together};
use crate::spatial::body::Body;
use crate::spatial::world::World;
use glam::{DVec2, DVec3};

/// s in which the eye has all but followed what left the picture.
const EASE: f64 = 0.4;
/// s that a body may go on until it leaves the picture: the eye comes after it later than it goes.
const AHEAD: f64 = 0.25;
/// s for which what moves must keep to a part of the picture until the eye comes nearer to it, and how much larger it must
/// be seen from there: nobody likes an eye that runs to and fro.
const CALM: f64 = 1.0;
const LARGER: f64 = 1.3;
/// Steps within which a scene would begin to move.
const LOOK_AHEAD: usize = 8;
/// How high a nudge lifts a body, in radii of the scene.
const HOP: f64 = 0.08;
/// How far the flame of a key reaches beyond its body, in radii of that.
const FLAME: f64 = 0.7;

impl Stage {
    /// Number of the selected contact, if it is there now.
    pub fn selected(&self) -> Option<usize> {
        let key = self.selected?;
        self.contacts.iter().position(|contact| (contact.a, contact.b, contact.key) == key)
    }

    /// Selects a contact by number; none for a number that is not there.
    pub fn select(&mut self, number: usize) {
        self.selected = self.contacts.get(number).map(|contact| (contact.a, contact.b, contact.key));
    }

    /// Selects the next or the previous contact, around and around.
    pub fn select_next(&mut self, forward: bool) {
        let count = self.contacts.len();
        if count == 0 {
            return;
        }
        let next = match (self.selected(), forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(k), true) => (k + 1) % count,
            (Some(k), false) => (k + count - 1) % count,
        };
        self.select(next);
    }

    /// A key goes down; false if it is none of the thrusters'.
    pub fn press(&mut self, key: &str, turning: bool) -> bool {
        let known = self.keys.press(key, turning);
        if known {
            self.fire();
        }
        known
    }

    /// A key goes up.
    pub fn release(&mut self, key: &str) {
        self.keys.release(key);
        self.fire();
    }

    /// The shift key goes down or up.
    pub fn turn(&mut self, turning: bool) {
        self.keys.turning = turning;
        self.fire();
    }

    /// All keys and the hand let go: the stage has lost its visitor.
    pub fn release_all(&mut self) {
        if self.keys.release_all() {
            self.fire();
        }
        self.let_go();
    }

    /// The hand takes what is seen at a point of the stage, within `reach` CSS pixels; false if there is nothing.
    pub fn take(&mut self, at: DVec2, reach: f64) -> bool {
        let hit = pick(&self.world, &self.camera, at, reach);
        self.hand = hit.map(|hit| Hand::hold(hit.body, &self.world.bodies[hit.body].state.pose, hit.point));
        if let Some(hand) = self.hand {
            self.chosen = Some(hand.body);
        }
        self.pull();
        self.hand.is_some()
    }

    /// Whether there is a body to be taken.
    pub fn hits(&self, at: DVec2, reach: f64) -> bool {
        pick(&self.world, &self.camera, at, reach).is_some()
    }

    /// The hand takes the next body, or the first, at its centre.
    pub fn take_next(&mut self) {
        let after = self.hand.map_or(0, |hand| hand.body + 1);
        self.hand = self.next_body(after).map(|body| {
            let pose = &self.world.bodies[body].state.pose;
            Hand::hold(body, pose, pose.position)
        });
        self.chosen = self.hand.map(|hand| hand.body);
        self.pull();
    }

    /// The first body from this number on that can move, around and around.
    fn next_body(&self, from: usize) -> Option<usize> {
        let moving = |id: &usize| !self.world.bodies[*id].is_fixed();
        let bodies = 0..self.world.bodies.len();
        bodies.clone().skip(from).find(moving).or_else(|| bodies.clone().find(moving))
    }

    /// Moves the hand to a point of the stage, in the plane square to the view.
    pub fn move_hand_to(&mut self, at: DVec2, turning: bool) {
        if let Some(hand) = self.hand {
            self.move_hand(self.camera.place(at, hand.target), turning);
        }
    }

    /// Moves the hand. While the clock stands it carries the body along, or turns it about its centre.
    pub fn move_hand(&mut self, to: DVec3, turning: bool) {
        let (towards_eye, running, leads) = (self.camera.axes()[2], self.running, self.leads);
        let Some(hand) = &mut self.hand else { return };
        let body = &mut self.world.bodies[hand.body];
        match (running, turning) {
            (true, _) if leads => hand.guide(to, turning.then(|| (towards_eye, body.shape.radius()))),
            (true, _) => (hand.target, hand.pointer) = (to, to),
            (false, false) => hand.carry(body, to),
            (false, true) => hand.turn(body, to, towards_eye),
        }
        if !running {
            self.forget_past();
            self.changed();
        }
        self.pull();
    }

    /// What the hand holds.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        let carried = self.hand.is_some() && !self.stepped;
        self.hand = None;
        self.pull();
        if carried {
            self.changed();
        }
    }

    /// The hand's spring pulls; while the clock stands it has no length, for the body goes with the hand.
    pub(super) fn pull(&mut self) {
        let spring = |hand: Hand| hand.spring(self.stiffness, self.world.bodies[hand.body].mass);
        self.world.forces.hand = self.hand.filter(|_| self.running && !self.leads).map(spring);
        self.look_again();
    }

    /// Before a step: the hand leads what it holds, if it is one that does.
    pub(super) fn lead(&mut self) {
        let (h, strength) = (self.world.settings.time_step, self.strength);
        let held = self.hand.filter(|_| self.running && self.leads);
        self.world.lead = held.map(|hand| hand.lead(&self.world.bodies[hand.body], h, strength));
    }

    /// What a hand that leads feels: force and most force, N, and whether it gives all it has, 1 or 0.
    pub fn felt(&self) -> Option<[f64; 3]> {
        let felt = self.world.felt;
        let force = felt.force.length_squared().sqrt();
        (self.hand.is_some() && self.running && self.leads).then_some([force, self.strength, f64::from(felt.spent)])
    }

    /// After the step.
    pub(super) fn led(&mut self) {
        if let (Some(hand), Some(lead)) = (&mut self.hand, self.world.lead.take()) {
            hand.led(&lead, &self.world.bodies[lead.body].state, self.world.settings.time_step);
        }
    }

    /// An eye that nobody has moved goes back until it sees all that moves again, once something has left the picture, and
    /// comes nearer where all of it has come to a small part of it; `seconds` are those of the screen. Whether it is on its
    /// way.
    pub fn keep_in_sight(&mut self, seconds: f64) -> bool {
        if !self.camera.is_unmoved() || self.following || self.holding || self.hand.is_some() {
            self.goal = None;
            return false;
        }
        // a goal from where they are not seen any more, for they move on, is none
        let mut goal = self.goal.unwrap_or(self.camera);
        let together = together(&self.world, self.extent().radius, self.camera, goal.target);
        let lost = !self.sees(&goal, &together, 0.0);
        if lost || self.running && self.goal.is_none() {
            let bounds = seen_together(&self.world, &together, self.extent().radius, AHEAD).grown(self.flames());
            goal.show(bounds, [goal.yaw, goal.pitch]);
            let nearer = self.camera.distance > LARGER * goal.distance && self.sees(&goal, &together, CALM);
            self.calm = if nearer { self.calm + seconds } else { 0.0 };
            self.goal = (lost || self.calm > CALM).then_some(goal);
        }
        let Some(goal) = self.goal else { return false };
        self.camera.approach(&goal, 1.0 - libm::exp(-4.0 * seconds / EASE));
        if (self.camera.distance / goal.distance - 1.0).abs() < 2e-3 {
            (self.camera, self.goal) = (goal, None);
        }
        self.goal.is_some()
    }

    /// Whether an eye sees all of the bodies that can move and are still together, with the flames of keys that push them,
    /// below the buttons, now and after some seconds of moving on.
    fn sees(&self, eye: &Camera, together: &Together, seconds: f64) -> bool {
        let flames = self.flames();
        together.among(&self.world).all(|body| {
            let seen = |point: DVec3| eye.see(point).is_some_and(|seen| eye.holds(seen));
            let mut corners = body.shape.bounds(&body.state.pose).grown(flames).corners().into_iter();
            corners.all(|corner| seen(corner) && seen(corner + seconds * body.state.velocity))
        })
    }

    /// Room around bodies for the flames of the keys that push some of them, m.
    fn flames(&self) -> f64 {
        let fired = self.world.forces.pushes[self.given()..].iter();
        fired.map(|push| FLAME * self.world.bodies[push.body].shape.radius()).fold(0.0, f64::max)
    }

    /// Whether nothing will move by what can be seen, unless something is done to it.
    pub fn rests(&self) -> bool {
        let (mut ahead, moved) = (self.world.clone(), 1e-3 * self.extent().radius);
        let away = |ahead: &World| {
            let pairs = self.world.bodies.iter().zip(&ahead.bodies);
            pairs.map(|(now, then)| now.state.pose.position.distance(then.state.pose.position)).fold(0.0, f64::max)
        };
        (0..LOOK_AHEAD).all(|_| {
            ahead.step();
            away(&ahead) < moved
        })
    }

    /// Lets the uppermost body hop, so that it is seen what the clock does.
    pub fn nudge(&mut self) {
        let hop = HOP * self.extent().radius;
        let gravity = self.world.forces.gravity.length_squared().sqrt().max(1.0);
        let moving = self.world.bodies.iter_mut().filter(|body| !body.is_fixed());
        let height = |body: &Body| body.state.pose.position.z;
        if let Some(body) = moving.max_by(|one, other| height(one).total_cmp(&height(other))) {
            body.state.velocity.z += (2.0 * gravity * hop).sqrt();
            self.changed();
        }
    }

    /// The eye goes along with the chosen body, or with the first one, or stays.
    pub fn follow(&mut self, on: bool) {
        self.chosen = self.chosen.or_else(|| self.next_body(0));
        self.following = on && self.chosen.is_some();
        if let (true, Some(id)) = (self.following, self.chosen) {
            self.camera.look_at(self.world.bodies[id].state.pose.position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;

    fn stage() -> Stage {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=2", "")).0;
        stage.camera.resize(DVec2::new(600.0, 400.0));
        stage
    }

    /// Where the middle of a body is seen.
    fn seen(stage: &Stage, body: usize) -> DVec2 {
        stage.camera.see(stage.world.bodies[body].state.pose.position).unwrap().at
    }

    #[test]
    fn a_key_fires_until_it_is_let_go_or_the_visitor_leaves() {
        let mut stage = stage();
        assert!(stage.press("f", false) && !stage.press("x", false));
        assert_eq!(stage.world.forces.pushes.len(), 1);
        stage.turn(true);
        assert!(stage.world.forces.pushes[0].torque.length() > 0.0);
        stage.release("F");
        assert!(stage.world.forces.pushes.is_empty());
        stage.press("i", false);
        stage.release_all();
        assert!(stage.world.forces.pushes.is_empty());
    }

    #[test]
    fn the_hand_pulls_while_the_clock_runs_and_carries_while_it_stands() {
        let mut stage = stage();
        let at = seen(&stage, 1);
        assert!(stage.take(at, 0.0) && stage.world.forces.hand.is_none());
        let by = DVec2::new(30.0, -40.0);
        stage.move_hand_to(at + by, false);
        let hand = stage.hand().unwrap();
        let held = stage.world.bodies[hand.body].state.pose.place(hand.attach);
        assert!(stage.camera.see(held).unwrap().at.distance(at + by) < 1e-9, "the body goes with the hand");
        stage.run(true);
        let before = stage.world.states();
        stage.move_hand_to(at, false);
        assert_eq!(stage.world.states(), before, "a spring moves nothing at once");
        let (near, far) = stage.world.forces.hand.unwrap().ends(|id| stage.world.bodies[id].state.pose);
        assert!(near.distance(held) < 1e-12 && far.distance(near) > 0.01);
        stage.let_go();
        assert!(stage.world.forces.hand.is_none() && stage.hand().is_none());
    }

    #[test]
    fn a_pulled_body_comes_to_rest_at_the_hand() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=1&g=0", "")).0;
        stage.take_next();
        let start = stage.hand().unwrap().target;
        stage.run(true);
        stage.move_hand(start + 0.2 * DVec3::Z, false);
        (0..600).for_each(|_| stage.step());
        let state = stage.world.bodies[0].state;
        let off = state.pose.position.distance(start + 0.2 * DVec3::Z);
        assert!(off < 1e-3 && state.velocity.length() < 1e-3, "off by {off}, moving by {}", state.velocity);
    }

    #[test]
    fn the_eye_follows_the_chosen_body() {
        let mut stage = stage();
        stage.take(seen(&stage, 1), 0.0);
        stage.let_go();
        stage.follow(true);
        (0..20).for_each(|_| stage.step());
        let position = stage.world.bodies[stage.chosen.unwrap()].state.pose.position;
        assert!(position.distance(stage.camera.target) < 1e-9);
    }

    /// Balls that have fallen lie in a part of the picture: the eye comes nearer, once, and sees them all.
    #[test]
    fn the_eye_comes_nearer_to_what_has_fallen_together() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=6&scheme=velocity", "")).0;
        stage.camera.resize(DVec2::new(700.0, 400.0));
        stage.look_at_all();
        stage.run(true);
        let (first, mut moved) = (stage.camera.distance, 0);
        for _ in 0..1500 {
            stage.step();
            let before = stage.camera.distance;
            stage.keep_in_sight(0.01);
            moved += usize::from(stage.camera.distance != before);
        }
        assert!(stage.camera.distance < first / LARGER, "from {first} m to {} m", stage.camera.distance);
        let together = together(&stage.world, stage.extent().radius, stage.camera, stage.camera.target);
        assert!(stage.sees(&stage.camera, &together, 0.0) && stage.camera.is_unmoved());
        assert!(moved < 200, "under way in {moved} of 1500 frames");
    }

    #[test]
    fn contacts_are_selected_around_and_around() {
        let mut stage = stage();
        (0..200).for_each(|_| stage.step());
        let count = stage.contacts.len();
        assert!(count > 1, "{count} contacts");
        for (forward, expected) in [(true, (0..count).collect::<Vec<_>>()), (false, (0..count).rev().collect())] {
            stage.select(usize::MAX);
            for k in expected {
                stage.select_next(forward);
                assert_eq!(stage.selected(), Some(k));
            }
        }
    }
}
