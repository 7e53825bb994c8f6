//! Turns the time of the screen into whole time steps.

/// Screen time, s, that a frame makes up for at most: after a longer pause the simulation has fallen behind.
const LONGEST_FRAME: f64 = 0.1;

/// Screen time, s, over which [`Clock::pace`] looks back.
const MEMORY: f64 = 1.0;

/// A clock that hands out time steps of one length at a given rate.
///
/// There is one rule for a scene that costs more than it may: a frame takes steps until it has caught up or is out of
/// time, and what it then still owes is dropped and lowers the pace.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Seconds of simulation for a second of the screen.
    pub rate: f64,
    /// Simulated time that the steps taken so far lack, s.
    owed: f64,
    /// Simulated time asked for and taken of late, s; the past fades.
    asked: f64,
    taken: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Clock {
    /// A clock that starts now.
    pub fn new(rate: f64) -> Self {
        Self { rate, owed: 0.0, asked: 0.0, taken: 0.0 }
    }

    /// Forgets what is owed, as after a pause: time does not jump when the clock runs again.
    pub fn restart(&mut self) {
        *self = Self::new(self.rate);
    }

    /// Lets a frame of `elapsed` seconds pass: calls `step` once for each time step that is due while `in_time`.
    /// Returns the number of steps.
    pub fn frame(
        &mut self,
        elapsed: f64,
        time_step: f64,
        mut in_time: impl FnMut() -> bool,
        mut step: impl FnMut(),
    ) -> usize {
        let elapsed = if elapsed > 0.0 { elapsed } else { 0.0 };
        let faded = (1.0 - elapsed / MEMORY).max(0.0);
        (self.asked, self.taken) = (self.asked * faded + elapsed * self.rate, self.taken * faded);
        self.owed += elapsed.min(LONGEST_FRAME) * self.rate;
        let mut steps = 0;
        while self.owed >= time_step * (1.0 - 1e-9) {
            if !in_time() {
                self.owed = 0.0;
                break;
            }
            step();
            steps += 1;
            self.owed -= time_step;
            self.taken += time_step;
        }
        steps
    }

    /// How much of the time asked for was simulated of late, 0 to 1.
    pub fn pace(&self) -> f64 {
        // what is owed is late by less than a step, not lost
        if self.asked > 0.0 { ((self.taken + self.owed) / self.asked).min(1.0) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs frames of `elapsed` with `most` steps each; returns the steps taken.
    fn run(clock: &mut Clock, frames: usize, elapsed: f64, most: usize) -> usize {
        let mut total = 0;
        for _ in 0..frames {
            let mut left = most;
            let in_time = || {
                left = left.saturating_sub(1);
                left > 0
            };
            total += clock.frame(elapsed, 0.025, in_time, || ());
        }
        total
    }

    #[test]
    fn steps_keep_time_with_frames_of_any_length() {
        for (frames, elapsed) in [(600, 1.0 / 60.0), (1440, 1.0 / 144.0), (150, 1.0 / 15.0)] {
            let mut clock = Clock::default();
            let steps = run(&mut clock, frames, elapsed, 100);
            assert!((399..=400).contains(&steps), "{steps} steps of 0.025 s in 10 s at {elapsed}");
            assert!(clock.pace() > 0.97, "pace {}", clock.pace());
        }
    }

    #[test]
    fn rate_scales_time() {
        let steps = |rate| run(&mut Clock::new(rate), 600, 1.0 / 60.0, 100);
        assert!((99..=100).contains(&steps(0.25)) && (799..=800).contains(&steps(2.0)));
    }

    #[test]
    fn a_long_pause_is_not_made_up_for() {
        let mut clock = Clock::default();
        assert_eq!(run(&mut clock, 1, 3600.0, 1000), 4);
        assert!(clock.pace() < 0.01);
        clock.restart();
        assert_eq!((run(&mut clock, 1, 0.0, 1000), clock.pace()), (0, 1.0));
    }

    #[test]
    fn a_scene_that_is_too_slow_shows_in_the_pace() {
        let mut clock = Clock::default();
        run(&mut clock, 100, 0.1, 3); // two steps of 0.025 s in 0.1 s
        assert!((clock.pace() - 0.5).abs() < 0.01, "pace {}", clock.pace());
    }

    #[test]
    fn a_clock_that_goes_wrong_takes_no_step() {
        let mut clock = Clock::default();
        assert_eq!(run(&mut clock, 1, -5.0, 10) + run(&mut clock, 1, f64::NAN, 10), 0);
    }
}
