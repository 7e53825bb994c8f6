//! The last seconds of a run, to go back to.
use std::collections::VecDeque;

/// States kept at most, so that tiny time steps do not fill the memory.
const MOST: usize = 20_000;

/// A moment of a run.
#[derive(Clone, Debug)]
struct Moment<T> {
    time: f64,
    state: T,
}

/// The states of the last `span` seconds, in the order of their times, and which of them is shown.
///
/// A state is whatever restores the run bit for bit; both modes use this.
#[derive(Clone, Debug)]
pub struct History<T> {
    span: f64,
    moments: VecDeque<Moment<T>>,
    /// Number of the moment shown.
    shown: usize,
}

impl<T> History<T> {
    /// An empty history that keeps `span` seconds.
    pub fn new(span: f64) -> Self {
        Self { span, moments: VecDeque::new(), shown: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.moments.clear();
        self.shown = 0;
    }

    /// Adds the moment that follows the one shown; moments that came after that one never happened then.
    pub fn record(&mut self, time: f64, state: T) {
        self.moments.truncate(self.shown + 1);
        self.moments.push_back(Moment { time, state });
        while self.moments[0].time < time - self.span || self.moments.len() > MOST {
            self.moments.pop_front();
        }
        self.shown = self.moments.len() - 1;
    }

    /// Shows the moment before the one shown, if it is kept.
    pub fn back(&mut self) -> Option<(f64, &T)> {
        let before = self.shown.checked_sub(1)?;
        self.show(before)
    }

    /// Shows the moment after the one shown, if there is one.
    pub fn forward(&mut self) -> Option<(f64, &T)> {
        self.show(self.shown + 1)
    }

    /// Shows the last moment at or before a time, or the first one kept.
    pub fn seek(&mut self, time: f64) -> Option<(f64, &T)> {
        let later = self.moments.partition_point(|moment| moment.time <= time);
        self.show(later.saturating_sub(1))
    }

    /// Times of the first and the last moment kept, s.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((self.moments.front()?.time, self.moments.back()?.time))
    }

    fn show(&mut self, number: usize) -> Option<(f64, &T)> {
        let moment = self.moments.get(number)?;
        self.shown = number;
        Some((moment.time, &moment.state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(count: usize) -> History<usize> {
        let mut history = History::new(10.0);
        (0..count).for_each(|k| history.record(k as f64, k));
        history
    }

    #[test]
    fn goes_back_to_the_start_and_forward_to_the_end() {
        let mut history = recorded(4);
        let back: Vec<usize> = std::iter::from_fn(|| history.back().map(|(_, k)| *k)).collect();
        let forward: Vec<usize> = std::iter::from_fn(|| history.forward().map(|(_, k)| *k)).collect();
        assert_eq!((back, forward), (vec![2, 1, 0], vec![1, 2, 3]));
    }

    #[test]
    fn keeps_the_last_seconds_only() {
        let mut history = recorded(100);
        assert_eq!(history.range(), Some((89.0, 99.0)));
        assert_eq!(history.seek(0.0), Some((89.0, &89)));
        assert!(history.back().is_none());
    }

    #[test]
    fn tiny_time_steps_do_not_fill_the_memory() {
        let mut history = History::new(10.0);
        (0..2 * MOST).for_each(|k| history.record(1e-5 * k as f64, k));
        assert_eq!(history.seek(0.0).map(|(_, k)| *k), Some(MOST));
    }

    #[test]
    fn a_new_moment_replaces_what_came_after_the_one_shown() {
        let mut history = recorded(6);
        assert_eq!(history.seek(2.5), Some((2.0, &2)));
        history.record(3.0, 33);
        assert_eq!(history.forward(), None);
        assert_eq!(history.range(), Some((0.0, 3.0)));
        assert_eq!(history.back(), Some((2.0, &2)));
    }

    #[test]
    fn an_empty_history_shows_nothing() {
        let mut history = recorded(0);
        assert!(history.back().is_none() && history.forward().is_none() && history.seek(1.0).is_none());
        assert_eq!(history.range(), None);
    }
}
