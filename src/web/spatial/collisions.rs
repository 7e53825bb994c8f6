//! What culling, bounding volumes and the order of descent save, told of the scene as it is now.
use super::stage::Stage;
use crate::spatial::body::BodyId;
use crate::spatial::broad_phase::{BroadPhase, Culling, Looks};
use crate::spatial::narrow_phase::distance::{Closest, Counts, Descent, DistanceSearch};
use crate::spatial::shape::{Aabb, Posed};
use crate::web::report::Row;

/// Bounds are told at most so often during a search.
const MOST_BOUNDS: usize = 400;

/// Both methods of culling, which keep what they know from one look to the next, as they do from step to step.
#[derive(Clone, Debug, Default)]
pub struct Collisions {
    methods: Vec<BroadPhase>,
    boxes: Vec<Aabb>,
}

impl Collisions {
    /// Pairs of bodies of which one can move, those of them whose boxes overlap, and the comparisons that each method
    /// of culling needed to find them; then what the last step did: comparisons, pairs of bodies, those
    /// whose parts were searched and those whose were known, pairs of parts.
    pub fn culling(&mut self, stage: &Stage) -> Vec<usize> {
        let bodies = &stage.world.bodies;
        self.boxes.clear();
        self.boxes.extend(bodies.iter().map(|body| body.shape.bounds(&body.state.pose)));
        self.methods.resize_with(Culling::ALL.len(), BroadPhase::default);
        let fixed = bodies.iter().filter(|body| body.is_fixed()).count();
        let pairs = |n: usize| n * n.saturating_sub(1) / 2;
        let mut numbers = vec![pairs(bodies.len()) - pairs(fixed), 0];
        for (method, culling) in self.methods.iter_mut().zip(Culling::ALL) {
            method.choose(culling);
            let found = method.pairs(&self.boxes);
            numbers[1] = found.iter().filter(|pair| pair.iter().any(|&id| !bodies[id].is_fixed())).count();
            numbers.push(method.comparisons());
        }
        let Looks { comparisons, pairs, searched, kept } = stage.world.looks;
        numbers.extend([comparisons, pairs, searched, kept, stage.world.report.candidates]);
        numbers
    }
}

/// The bodies that have trees: number, name, triangles, volumes, levels, and how many volumes the shown level has.
pub fn trees(stage: &Stage) -> Vec<Row> {
    let row = |(id, body): (usize, &crate::spatial::body::Body)| {
        let tree = &body.shape.solid()?.tree;
        let shown = stage.shown.level.checked_sub(1).map_or(0, |level| tree.level(level).count());
        let triangles = body.shape.solid()?.mesh.triangles().len();
        let numbers = [triangles, tree.nodes().len(), tree.depth() + 1, shown].map(|n| n.to_string());
        Some([id.to_string(), body.name.clone()].into_iter().chain(numbers).collect())
    };
    stage.world.bodies.iter().enumerate().filter_map(row).collect()
}

/// A search for the closest points of two bodies, as it went on.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// What it found.
    pub closest: Closest,
    /// What it has cost.
    pub counts: Counts,
    /// Pairs of triangles looked at so far, and the bounds of the distance then, m: no more, and no less.
    pub bounds: Vec<(usize, [f64; 2])>,
}

/// Where two bodies are, if both have trees.
fn posed(stage: &Stage, pair: [BodyId; 2]) -> Option<[Posed<'_>; 2]> {
    let side = |id: BodyId| {
        let body = stage.world.bodies.get(id)?;
        Some(Posed { solid: body.shape.solid()?, pose: body.state.pose })
    };
    Some([side(pair[0])?, side(pair[1])?])
}

/// Searches for the closest points of two bodies in the given order; none if one of them has no tree.
pub fn search(stage: &Stage, pair: [BodyId; 2], descent: Descent) -> Option<Search> {
    let [a, b] = posed(stage, pair)?;
    let mut search = DistanceSearch::new(descent);
    let (mut bounds, mut done) = (Vec::new(), false);
    search.begin(a, b, None);
    while !done {
        // one pair of triangles more
        let mut more = usize::from(bounds.len() < MOST_BOUNDS);
        let one = &mut |_: &Counts| more.checked_sub(1).inspect(|left| more = *left).is_some();
        done = if bounds.len() < MOST_BOUNDS { search.advance(a, b, one) } else { search.advance(a, b, &mut |_| true) };
        let now = [search.upper_bound(), search.lower_bound()];
        if bounds.last().is_none_or(|(_, last)| *last != now) || done {
            bounds.push((search.counts.pairs, now));
        }
    }
    let closest = search.finish(a, b);
    Some(Search { closest, counts: search.counts, bounds })
}

/// Bounds of the distance, m, no more and no less, that a search has when it is stopped, what it has cost, and whether it
/// was done.
pub fn search_while(
    stage: &Stage,
    pair: [BodyId; 2],
    descent: Descent,
    go_on: &mut dyn FnMut(&Counts) -> bool,
) -> Option<([f64; 2], Counts, bool)> {
    let [a, b] = posed(stage, pair)?;
    let mut search = DistanceSearch::new(descent);
    search.begin(a, b, None);
    let done = search.advance(a, b, go_on);
    Some(([search.upper_bound(), search.lower_bound()], search.counts, done))
}

/// Closest points of two bodies as far as a search in the chosen order has found them when it is stopped after so many
/// pairs of triangles, or after the first.
pub fn stopped(stage: &Stage, pair: [BodyId; 2], pairs: usize) -> Option<Closest> {
    let [a, b] = posed(stage, pair)?;
    let mut search = DistanceSearch::new(stage.link.descent);
    search.begin(a, b, None);
    search.advance(a, b, &mut |counts| counts.pairs < pairs.max(1));
    Some(search.finish(a, b))
}

/// Searches once more for the sake of the time that it takes; whether the bodies have trees.
pub fn repeat(stage: &Stage, pair: [BodyId; 2], descent: Descent, times: usize) -> bool {
    let Some([a, b]) = posed(stage, pair) else { return false };
    let mut search = DistanceSearch::new(descent);
    (0..times).for_each(|_| _ = std::hint::black_box(search.closest(a, b)));
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;

    fn bolt() -> Stage {
        Stage::open(SpatialLink::parse("?scene=bolt", "")).0
    }

    #[test]
    fn both_methods_find_the_pairs_that_a_look_at_all_finds() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=20", "")).0;
        let mut collisions = Collisions::default();
        for _ in 0..3 {
            (0..40).for_each(|_| stage.step());
            let [all, found, sweep, grid, ..] = collisions.culling(&stage)[..] else { panic!("numbers") };
            let boxes: Vec<Aabb> = stage.world.bodies.iter().map(|b| b.shape.bounds(&b.state.pose)).collect();
            let pairs = (0..boxes.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
            assert_eq!((all, found), (210, pairs.filter(|[i, j]| boxes[*i].overlaps(&boxes[*j])).count()));
            assert!(sweep > 0 && grid > 0);
        }
    }

    /// What a step tells of its looks: in a heap at rest the parts of hardly any pair are searched, in one that falls they are.
    #[test]
    fn a_step_tells_what_its_looks_cost() {
        for (scene, searches) in [("wall", false), ("bolt", true)] {
            let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
            let mut collisions = Collisions::default();
            assert_eq!(collisions.culling(&stage)[4..], [0; 5], "{scene}: no step, no looks");
            (0..90).for_each(|_| stage.step());
            let [_, found, .., comparisons, pairs, searched, kept, parts] = collisions.culling(&stage)[..] else {
                panic!("numbers")
            };
            let told = format!("{scene}: {comparisons}, {pairs} of {found}, {searched}, {kept}, {parts}");
            assert!(comparisons > 0 && pairs >= found && searched + kept <= pairs, "{told}");
            assert!(if searches { searched > 0 } else { kept > searched && parts > 0 }, "{told}");
        }
    }

    #[test]
    fn both_orders_find_the_same_distance_between_bounds_that_close() {
        let stage = bolt();
        let found = [Descent::Greedy, Descent::BestFirst].map(|descent| search(&stage, [0, 1], descent).unwrap());
        assert!((found[0].closest.distance - found[1].closest.distance).abs() < 1e-14);
        for Search { closest, counts, bounds } in &found {
            assert!(bounds.iter().all(|(_, [upper, lower])| lower <= upper && *upper >= closest.distance));
            let (pairs, [upper, lower]) = *bounds.last().unwrap();
            assert_eq!((pairs, upper), (counts.pairs, lower));
        }
        let best = &found[1].bounds;
        assert!(best.windows(2).all(|w| w[0].1[1] <= w[1].1[1]), "the lower bound only grows");
    }

    #[test]
    fn a_search_that_is_stopped_has_points_that_only_come_nearer() {
        for descent in ["greedy", "best-first"] {
            let stage = Stage::open(SpatialLink::parse(&format!("?scene=polygonal-bolt&descent={descent}"), "")).0;
            let Search { closest, counts, .. } = search(&stage, [0, 1], stage.link.descent).unwrap();
            let distances: Vec<f64> =
                (0..=counts.pairs).map(|n| stopped(&stage, [0, 1], n).unwrap().distance).collect();
            assert!(distances.windows(2).all(|w| w[1] <= w[0]), "{distances:?}");
            assert_eq!(distances.last(), Some(&closest.distance));
        }
    }

    #[test]
    fn a_search_that_is_stopped_has_bounds_around_the_distance() {
        let stage = Stage::open(SpatialLink::parse("?scene=polygonal-bolt", "")).0;
        let whole = search(&stage, [0, 1], Descent::BestFirst).unwrap();
        let mut lowest = 0.0;
        for most in [0, 3, 30, 300, usize::MAX] {
            let go_on = &mut |counts: &Counts| counts.volumes + counts.pairs < most;
            let ([upper, lower], counts, done) = search_while(&stage, [0, 1], Descent::BestFirst, go_on).unwrap();
            assert!(
                lower <= whole.closest.distance + 1e-15 && upper >= whole.closest.distance,
                "{most}: {lower}, {upper}"
            );
            assert!(
                lower >= lowest && (done == (counts == whole.counts)),
                "{most}: {lower} after {lowest}, {counts:?}"
            );
            lowest = lower;
        }
    }

    #[test]
    fn the_motion_is_the_same_by_either_method_of_culling() {
        let [one, other] = Culling::ALL.map(|culling| {
            let address = format!("?scene=balls&n=12&culling={}", culling.name());
            let mut stage = Stage::open(SpatialLink::parse(&address, "")).0;
            (0..60).for_each(|_| stage.step());
            assert_eq!(stage.world.settings.culling, culling);
            stage.world.digest()
        });
        assert_eq!(one, other);
    }

    #[test]
    fn balls_have_no_trees() {
        let stage = Stage::open(SpatialLink::parse("?scene=balls&n=2", "")).0;
        assert!(search(&stage, [0, 1], Descent::Greedy).is_none() && !repeat(&stage, [0, 1], Descent::Greedy, 1));
        assert!(search(&bolt(), [0, 7], Descent::Greedy).is_none(), "there is no such body");
    }
}
