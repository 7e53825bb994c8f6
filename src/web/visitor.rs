//! What a visitor does on the stage: selects contacts, fires thrusters, takes bodies in hand.
use super::input::{Hand, firing};
use super::stage::Stage;
use crate::planar::body::BodyId;
use glam::DVec2;

/// Steps within which a scene would begin to move.
const LOOK_AHEAD: usize = 12;
/// How high a nudge lifts a body against gravity, m.
const HOP: f64 = 0.15;

impl Stage {
    /// Number of the selected contact, if it is there now.
    pub fn selected(&mut self) -> Option<usize> {
        let key = self.selected?;
        self.instant().contacts.iter().position(|contact| contact.key() == key)
    }

    /// Selects a contact by number; none for a number that is not there.
    pub fn select(&mut self, number: usize) {
        self.selected = self.instant().contacts.get(number).map(|contact| contact.key());
    }

    /// Selects the next or the previous contact, around and around.
    pub fn select_next(&mut self, forward: bool) {
        let count = self.instant().contacts.len();
        if count == 0 {
            return;
        }
        let next = match (self.selected(), forward) {
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
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

    pub(super) fn fire(&mut self) {
        self.world.forces.firing = firing(&self.keys, &self.world.bodies);
        self.instant = None;
    }

    /// The body at a point of the world.
    pub fn body_at(&self, point: DVec2, reach: f64) -> Option<BodyId> {
        self.world.body_near(point, reach)
    }

    /// The hand takes what it finds at a point; false if there is nothing.
    pub fn take(&mut self, point: DVec2, reach: f64) -> bool {
        self.hand = Hand::take(&self.world, point, reach);
        self.pull();
        self.hand.is_some()
    }

    /// The hand takes the next body, or the first, at its centre.
    pub fn take_next(&mut self) {
        let moving = |id: &BodyId| !self.world.bodies[*id].is_fixed();
        let after = self.hand.map_or(0, |hand| hand.body + 1);
        let bodies = 0..self.world.bodies.len();
        let next = bodies.clone().skip(after).find(moving).or_else(|| bodies.clone().find(moving));
        self.hand = next.map(|body| Hand::hold(&self.world, body));
        self.pull();
    }

    /// Moves the hand. While the clock stands it carries the body along, or turns it about its centre.
    pub fn move_hand(&mut self, to: DVec2, turning: bool) {
        let Some(hand) = &mut self.hand else { return };
        let centre = self.world.bodies[hand.body].state.position;
        match (self.running, turning) {
            (true, _) if self.leads => hand.guide(to, turning.then_some(centre)),
            (true, _) => (hand.target, hand.pointer) = (to, to),
            (false, false) => hand.carry(&mut self.world, to),
            (false, true) => hand.turn(&mut self.world, to),
        }
        if !self.running {
            // what was put elsewhere by hand has no past
            self.history.clear();
            self.history.record(self.world.time, self.world.states());
            self.changed();
        }
        self.pull();
    }

    /// Lifts the uppermost body straight up, m, as a hand would that is about to let it down.
    pub fn lift(&mut self, by: f64) {
        if let Some(id) = self.uppermost() {
            self.world.bodies[id].state.position.y += by;
            self.changed();
        }
    }

    /// Whether nothing will move by what can be seen, unless something is done to it.
    pub fn rests(&self) -> bool {
        let mut ahead = self.world.clone();
        (0..LOOK_AHEAD).for_each(|_| ahead.step());
        let pairs = self.world.bodies.iter().zip(&ahead.bodies);
        pairs.map(|(now, then)| now.state.position.distance(then.state.position)).fold(0.0, f64::max) < 1e-3
    }

    /// Lets the uppermost body hop, so that it is seen what the clock does.
    pub fn nudge(&mut self) {
        if let Some(id) = self.uppermost() {
            let gravity = self.world.forces.gravity.length();
            self.world.bodies[id].state.velocity.y += (2.0 * gravity.max(1.0) * HOP).sqrt();
            self.changed();
        }
    }

    fn uppermost(&self) -> Option<BodyId> {
        let bodies = self.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        bodies.max_by(|(_, one), (_, other)| one.state.position.y.total_cmp(&other.state.position.y)).map(|(id, _)| id)
    }

    /// What the hand holds.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        self.hand = None;
        self.pull();
    }

    /// The hand's spring pulls; while the clock stands it has no length, for the body goes with the hand.
    pub(super) fn pull(&mut self) {
        let pulls = self.running && !self.leads;
        self.world.forces.hand = self.hand.filter(|_| pulls).map(|hand| hand.spring(self.stiffness));
        self.instant = None;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Link;

    fn stage() -> Stage {
        Stage::open(Link::parse("?scene=two-blocks", "")).0
    }

    #[test]
    fn a_key_fires_until_it_is_let_go_or_the_visitor_leaves() {
        let mut stage = stage();
        assert!(stage.press("f", false) && !stage.press("x", false));
        assert_eq!(stage.world.forces.firing, [(0, 1), (0, 5)]);
        stage.turn(true);
        assert_eq!(stage.world.forces.firing, [(0, 1), (0, 4)]);
        stage.release("F");
        assert!(stage.world.forces.firing.is_empty());
        stage.press("i", false);
        stage.release_all();
        assert!(stage.world.forces.firing.is_empty());
    }

    #[test]
    fn the_hand_pulls_while_the_clock_runs_and_carries_while_it_stands() {
        let mut stage = stage();
        let at = stage.world.bodies[1].state.position + DVec2::new(0.2, 0.9);
        assert!(stage.take(at, 0.1) && stage.world.forces.hand.is_none());
        stage.move_hand(at + DVec2::Y, false);
        assert!(
            stage.world.bodies[1].state.frame().place(stage.hand().unwrap().attach).distance(at + DVec2::Y) < 1e-12
        );
        stage.run(true);
        let before = stage.world.states();
        stage.move_hand(at + 2.0 * DVec2::Y, false);
        assert_eq!(stage.world.states(), before, "a spring moves nothing at once");
        let (near, far) = stage.world.forces.hand.unwrap().ends(|id| stage.world.bodies[id].state.frame());
        assert!((far - near).distance(DVec2::Y) < 1e-12);
        stage.let_go();
        assert!(stage.world.forces.hand.is_none() && stage.hand().is_none());
    }

    #[test]
    fn a_nudge_moves_what_rests_for_a_while() {
        let mut stage = stage();
        assert!(stage.rests());
        let before = stage.world.bodies[1].state.position.y;
        stage.nudge();
        assert!(!stage.rests());
        let mut highest = before;
        for _ in 0..400 {
            stage.step();
            highest = highest.max(stage.world.bodies[1].state.position.y);
        }
        assert!((highest - before - HOP).abs() < 0.02, "it hops {}", highest - before);
        assert!(stage.rests(), "and comes to rest");
    }

    #[test]
    fn taking_the_next_body_goes_around_all_that_move() {
        let mut stage = stage();
        let mut next = || {
            stage.take_next();
            stage.hand().unwrap().body
        };
        assert_eq!([next(), next(), next()], [0, 1, 0]);
    }

    #[test]
    fn contacts_are_selected_around_and_around() {
        let mut stage = stage();
        let count = stage.instant().contacts.len();
        for (forward, expected) in [(true, (0..count).collect::<Vec<_>>()), (false, (0..count).rev().collect())] {
            stage.select(usize::MAX);
            for k in expected {
                stage.select_next(forward);
                assert_eq!(stage.selected(), Some(k));
            }
        }
        stage.select(count);
        assert_eq!(stage.selected(), None);
    }
}
