//! Places the words beside the arrows so that none covers another.
use glam::DVec2;

/// A rectangle of the stage, CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Left upper corner.
    pub low: DVec2,
    /// Right lower corner.
    pub high: DVec2,
}

impl Area {
    /// The area of a size about a point.
    pub fn about(middle: DVec2, size: DVec2) -> Self {
        Self { low: middle - size / 2.0, high: middle + size / 2.0 }
    }

    /// How much two areas have in common, square pixels.
    pub fn common(&self, other: &Area) -> f64 {
        let size = (self.high.min(other.high) - self.low.max(other.low)).max(DVec2::ZERO);
        size.x * size.y
    }

    /// Whether all of the other area is inside.
    pub fn holds(&self, other: &Area) -> bool {
        self.low.cmple(other.low).all() && other.high.cmple(self.high).all()
    }

    /// The length of the part of a segment that is inside (Liang and Barsky's clipping).
    pub fn length_inside(&self, from: DVec2, to: DVec2) -> f64 {
        self.clip(from, to).map_or(0.0, |(enter, leave)| (leave - enter) * from.distance(to))
    }

    /// The part of a segment that is inside, as parameters from 0 at `from` to 1 at `to`.
    pub fn clip(&self, from: DVec2, to: DVec2) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for axis in 0..2 {
            let (start, way) = (from[axis], to[axis] - from[axis]);
            if way == 0.0 {
                if start < self.low[axis] || start > self.high[axis] {
                    return None;
                }
                continue;
            }
            let (s, t) = ((self.low[axis] - start) / way, (self.high[axis] - start) / way);
            (enter, leave) = (enter.max(s.min(t)), leave.min(s.max(t)));
        }
        (enter < leave).then_some((enter, leave))
    }
}

/// What words should not cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: DVec2,
    /// Where it ends.
    pub to: DVec2,
    /// What a pixel of it costs that a word covers, in pixels of distance.
    cost: f64,
}

impl Line {
    /// Of an arrow, or of something else that tells as much.
    pub fn arrow(from: DVec2, to: DVec2) -> Self {
        Self { from, to, cost: ARROW }
    }

    /// Both diagonals of an area in which something stands that tells as much.
    pub fn across(Area { low, high }: Area) -> [Self; 2] {
        [Self::arrow(low, high), Self::arrow(DVec2::new(low.x, high.y), DVec2::new(high.x, low.y))]
    }

    /// Of an edge of a body: a word rather lies across one than far from its arrow.
    pub fn edge(from: DVec2, to: DVec2) -> Self {
        Self { from, to, cost: EDGE }
    }

    /// The edges between the corners of a body.
    pub fn edges(corners: Vec<DVec2>) -> impl Iterator<Item = Self> {
        (0..corners.len()).map(move |k| Self::edge(corners[k], corners[(k + 1) % corners.len()]))
    }
}

/// A word that wants a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// What it should be near to.
    pub anchor: DVec2,
    /// Its width and height.
    pub size: DVec2,
    /// What tells it from the others from one picture to the next.
    pub key: u64,
}

/// Finds places, and remembers them: a word stays on its side of its arrow while that costs little.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Key and place of each word of the last picture.
    kept: Vec<(u64, usize)>,
    /// The buttons that lie on the stage.
    covered: Vec<Area>,
}

/// Distances from the anchor that are tried, CSS pixels, and directions.
const RINGS: [f64; 6] = [4.0, 16.0, 30.0, 48.0, 70.0, 96.0];
const DIRECTIONS: usize = 12;

/// What a square pixel of another word, a pixel of an arrow and of an edge, and a change of place cost, in pixels of distance.
const WORD: f64 = 10.0;
const ARROW: f64 = 4.0;
const EDGE: f64 = 1.0;
const CHANGE: f64 = 10.0;

impl Labels {
    /// No word is placed under the buttons that lie on the stage: left, top, right and bottom of each, CSS pixels.
    pub fn cover(&mut self, sides: &[f64]) {
        let area = |&[left, top, right, bottom]: &[f64; 4]| Area {
            low: DVec2::new(left, top),
            high: DVec2::new(right, bottom),
        };
        self.covered = sides.as_chunks().0.iter().map(area).collect();
    }

    /// The middle of each word, in the order of the wishes; none for a word that would cover one before it or a button, or
    /// leave the stage. `lines` should not be covered.
    pub fn place(&mut self, stage: Area, lines: &[Line], wishes: &[Wish]) -> Vec<Option<DVec2>> {
        let (mut taken, mut kept) = (self.covered.clone(), Vec::new());
        let mut places = Vec::with_capacity(wishes.len());
        for wish in wishes {
            let before = self.kept.iter().find(|(key, _)| *key == wish.key).map(|(_, place)| *place);
            let cost = |place: usize| {
                let area = area(wish, place);
                let words: f64 = taken.iter().map(|other| other.common(&area)).sum();
                let lines: f64 = lines.iter().map(|line| line.cost * area.length_inside(line.from, line.to)).sum();
                let change = if before.is_some_and(|before| before != place) { CHANGE } else { 0.0 };
                let outside = if stage.holds(&area) { 0.0 } else { 1e6 };
                RINGS[place / DIRECTIONS] + WORD * words + lines + change + outside
            };
            let costs = (0..RINGS.len() * DIRECTIONS).map(|place| (cost(place), place));
            let (_, best) = costs.min_by(|x, y| x.0.total_cmp(&y.0)).unwrap_or_default();
            let area = area(wish, best);
            let free = stage.holds(&area) && taken.iter().all(|other| other.common(&area) == 0.0);
            places.push(free.then(|| (area.low + area.high) / 2.0));
            if free {
                taken.push(area);
                kept.push((wish.key, best));
            }
        }
        self.kept = kept;
        places
    }
}

/// The area of a word at a place: on a ring about the anchor, by its nearest corner or side.
fn area(wish: &Wish, place: usize) -> Area {
    let angle = (place % DIRECTIONS) as f64 / DIRECTIONS as f64 * std::f64::consts::TAU;
    let way = DVec2::new(libm::cos(angle), libm::sin(angle));
    Area::about(wish.anchor + RINGS[place / DIRECTIONS] * way + way * wish.size / 2.0, wish.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGE: Area = Area { low: DVec2::ZERO, high: DVec2::new(360.0, 300.0) };
    const SIZE: DVec2 = DVec2::new(70.0, 15.0);

    fn areas(wishes: &[Wish], labels: &mut Labels, lines: &[Line]) -> Vec<Area> {
        let places = labels.place(STAGE, lines, wishes).into_iter();
        places.map(|middle| Area::about(middle.expect("a place"), SIZE)).collect()
    }

    fn wish(key: u64, x: f64, y: f64) -> Wish {
        Wish { anchor: DVec2::new(x, y), size: SIZE, key }
    }

    #[test]
    fn twenty_words_find_room_without_covering_each_other() {
        // six blocks have some twenty contacts, many of them close together at the corners of the stage
        let wishes: Vec<Wish> =
            (0..20).map(|k| wish(k, 5.0 + 35.0 * (k / 2) as f64, 290.0 - 70.0 * (k % 3) as f64)).collect();
        let areas = areas(&wishes, &mut Labels::default(), &[]);
        for (k, area) in areas.iter().enumerate() {
            assert!(STAGE.holds(area), "{area:?}");
            for other in &areas[..k] {
                assert!(area.common(other) < 1.0, "{area:?} covers {other:?}");
            }
        }
    }

    #[test]
    fn a_word_without_room_is_left_out() {
        let wishes: Vec<Wish> = (0..200).map(|k| wish(k, 180.0, 150.0)).collect();
        let places = Labels::default().place(STAGE, &[], &wishes);
        let areas: Vec<Area> = places.into_iter().flatten().map(|middle| Area::about(middle, SIZE)).collect();
        assert!((5..100).contains(&areas.len()), "{}", areas.len());
        for (k, area) in areas.iter().enumerate() {
            assert!(areas[..k].iter().all(|other| other.common(area) == 0.0));
        }
    }

    #[test]
    fn a_word_leaves_lines_free_if_it_can() {
        let line = Line::arrow(DVec2::new(180.0, 0.0), DVec2::new(180.0, 150.0));
        let area = areas(&[wish(0, 180.0, 150.0)], &mut Labels::default(), &[line])[0];
        assert_eq!(area.length_inside(line.from, line.to), 0.0, "{area:?}");
    }

    #[test]
    fn a_word_does_not_jump_when_its_arrow_moves_a_little() {
        let (mut labels, mut last) = (Labels::default(), None);
        for k in 0..100 {
            let x = 180.0 + 3.0 * libm::sin(0.3 * k as f64);
            let line = Line::arrow(DVec2::new(x, 0.0), DVec2::new(x, 150.0));
            let area = areas(&[wish(7, x, 150.0)], &mut labels, &[line])[0];
            let side = area.low - DVec2::new(x, 150.0);
            assert!(last.is_none_or(|last: DVec2| last.distance(side) < 1e-9), "jumped in picture {k}");
            last = Some(side);
        }
    }

    #[test]
    fn a_segment_is_clipped() {
        let clip = |x0, y0, x1, y1| STAGE.clip(DVec2::new(x0, y0), DVec2::new(x1, y1));
        assert_eq!(clip(0.0, 150.0, 720.0, 150.0), Some((0.0, 0.5)));
        assert_eq!(clip(100.0, -100.0, 100.0, 400.0), Some((0.2, 0.8)));
        assert_eq!(clip(-10.0, 10.0, -10.0, 20.0), None);
        assert_eq!(clip(-10.0, -10.0, -5.0, -5.0), None);
    }
}
