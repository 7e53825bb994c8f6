//! Arrows that grow and shrink instead of jumping.

/// s in which an arrow has all but reached its length.
pub const EASE: f64 = 0.12;
/// Part of its length below which an arrow that goes is not seen any more.
const GONE: f64 = 0.05;

/// The part of the way that something goes in `seconds` that has all but arrived after `time`.
pub fn share(seconds: f64, time: f64) -> f64 {
    1.0 - libm::exp(-4.0 * seconds.max(0.0) / time)
}

/// How much a scale may miss what is wanted before it changes: a picture whose scale changes all the time tells nothing.
pub const WORTH: f64 = 1.4;

/// The scale of all arrows of a picture: it goes to what is wanted within [`EASE`], where that is worth it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// As it is now; over zero.
    pub now: f64,
    /// Where it goes.
    pub goal: f64,
}

impl Scale {
    /// At once what is wanted.
    pub fn of(wanted: f64) -> Self {
        Self { now: wanted, goal: wanted }
    }

    /// Lets `seconds` of the screen's time pass.
    pub fn follow(&mut self, wanted: f64, seconds: f64) {
        if wanted > WORTH * self.goal || wanted * WORTH < self.goal {
            self.goal = wanted;
        }
        self.now += (self.goal - self.now) * share(seconds, EASE);
        if !self.moves() {
            self.now = self.goal;
        }
    }

    /// Whether it still goes by what can be seen.
    pub fn moves(&self) -> bool {
        (self.now / self.goal - 1.0).abs() >= 2e-3
    }
}

/// What has a length by which it can grow.
pub trait Grows: Clone {
    /// Tells it from the others from one picture to the next; none for what is as long as it is.
    fn key(&self) -> Option<u64>;
    /// How long it is to be, in any unit.
    fn length(&self) -> f64;
    /// The same at another length; over zero before and after.
    fn stretched(&self, length: f64) -> Self;
    /// The same without words, while it goes.
    fn silent(self) -> Self;
}

/// The arrows of the last picture.
#[derive(Clone, Debug)]
pub struct Eased<T> {
    shown: Vec<(u64, f64, T)>,
    moves: bool,
}

impl<T> Default for Eased<T> {
    fn default() -> Self {
        Self { shown: Vec::new(), moves: false }
    }
}

impl<T: Grows> Eased<T> {
    /// The arrows as they are seen `seconds` after the last picture: each at a length between the last one and its own;
    /// those that have gone shrink.
    pub fn follow(&mut self, wanted: Vec<T>, seconds: f64) -> Vec<T> {
        let (part, before) = (share(seconds, EASE), std::mem::take(&mut self.shown));
        self.moves = false;
        let mut list = Vec::with_capacity(wanted.len());
        for arrow in wanted {
            let (Some(key), goal) = (arrow.key(), arrow.length()) else {
                list.push(arrow);
                continue;
            };
            let last = before.iter().find(|(known, ..)| *known == key).map_or(0.0, |(_, length, _)| *length);
            let mut length = last + part * (goal - last);
            if goal == 0.0 || (length - goal).abs() <= GONE * goal {
                length = goal;
            }
            self.moves |= length != goal;
            list.push(if length > 0.0 { arrow.stretched(length) } else { arrow.clone() });
            self.shown.push((key, length, arrow));
        }
        for (key, length, arrow) in before {
            let length = (1.0 - part) * length;
            if self.shown.iter().any(|(known, ..)| *known == key) || length <= GONE * arrow.length() {
                continue;
            }
            self.moves = true;
            list.push(arrow.stretched(length).silent());
            self.shown.push((key, length, arrow));
        }
        list
    }

    /// Whether arrows still grow or shrink: then another picture is to be drawn.
    pub fn moves(&self) -> bool {
        self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar with a key, a length and a word.
    #[derive(Clone, Debug, PartialEq)]
    struct Bar(u64, f64, &'static str);

    impl Grows for Bar {
        fn key(&self) -> Option<u64> {
            (self.0 > 0).then_some(self.0)
        }

        fn length(&self) -> f64 {
            self.1
        }

        fn stretched(&self, length: f64) -> Self {
            Bar(self.0, length, self.2)
        }

        fn silent(self) -> Self {
            Bar(self.0, self.1, "")
        }
    }

    const FRAME: f64 = 1.0 / 60.0;

    #[test]
    fn an_arrow_grows_within_its_time_and_never_beyond() {
        let (mut eased, mut last) = (Eased::default(), 0.0);
        for frame in 1.. {
            let list = eased.follow(vec![Bar(7, 80.0, "f")], FRAME);
            assert!(list.len() == 1 && list[0].1 > last && list[0].1 <= 80.0, "{list:?} after {last}");
            last = list[0].1;
            if !eased.moves() {
                assert!(last == 80.0 && frame as f64 * FRAME <= EASE + FRAME, "{frame} frames");
                return;
            }
        }
    }

    #[test]
    fn a_spike_of_one_picture_is_not_seen_in_full_and_what_went_shrinks_without_words() {
        let mut eased = Eased::default();
        eased.follow(vec![Bar(7, 20.0, "f")], 1.0);
        let spike = eased.follow(vec![Bar(7, 2000.0, "f")], FRAME)[0].1;
        assert!(spike < 1000.0, "{spike}");
        eased.follow(vec![Bar(7, 20.0, "f")], 1.0);
        let gone = eased.follow(Vec::new(), FRAME);
        assert!(gone.len() == 1 && gone[0].1 < 20.0 && gone[0].2.is_empty() && eased.moves(), "{gone:?}");
        assert!(eased.follow(Vec::new(), 1.0).is_empty() && !eased.moves());
    }

    #[test]
    fn a_scale_stays_calm_until_a_change_is_worth_it() {
        let mut scale = Scale::of(10.0);
        scale.follow(10.0 * 0.99 * WORTH, 1.0);
        assert_eq!(scale, Scale::of(10.0));
        scale.follow(30.0, FRAME);
        assert!(scale.moves() && scale.now > 10.0 && scale.now < 30.0, "{scale:?}");
        scale.follow(30.0, EASE * 2.0);
        assert_eq!(scale, Scale::of(30.0));
    }

    #[test]
    fn for_those_who_want_no_motion_all_is_there_at_once() {
        let mut eased = Eased::default();
        let list = vec![Bar(7, 80.0, "f"), Bar(0, 30.0, "S")];
        assert_eq!(eased.follow(list.clone(), 1e3), list);
        assert!(!eased.moves());
    }
}
