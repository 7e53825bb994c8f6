//! Culling, trees and searches for distances, for the tab that shows what they save.
use super::SpatialView;
use crate::spatial::body::BodyId;
use crate::spatial::narrow_phase::distance::{Counts, Descent};
use crate::web::spatial::collisions::{repeat, search, search_while, stopped, trees};
use crate::web::wire::rows;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
    /// All pairs of bodies, those whose boxes overlap, and the comparisons of each method of culling; then what the
    /// last step did: comparisons, pairs of bodies, those searched and those known, pairs of parts.
    pub fn culling(&mut self) -> Vec<usize> {
        self.collisions.culling(&self.stage)
    }

    /// The bodies that have trees: number, name, triangles, volumes, levels, volumes of the shown level.
    pub fn trees(&self) -> String {
        rows(trees(&self.stage))
    }

    /// Closest points of two bodies, found in one of the two orders: distance, m, whether they overlap, pairs of volumes
    /// and of triangles compared; then, as the search went on, pairs of triangles, upper and lower bound. Empty if one
    /// of them has no tree.
    pub fn search(&self, a: BodyId, b: BodyId, best_first: bool) -> Vec<f64> {
        let found = search(&self.stage, [a, b], descent(best_first));
        let Some(found) = found else { return Vec::new() };
        let (closest, counts) = (found.closest, found.counts);
        let mut numbers = vec![closest.distance, f64::from(u8::from(closest.intersecting))];
        numbers.extend([counts.volumes, counts.pairs].map(|count| count as f64));
        numbers.extend(found.bounds.iter().flat_map(|(pairs, [upper, lower])| [*pairs as f64, *upper, *lower]));
        numbers
    }

    /// Shows the closest points that a search in the chosen order has found after so many pairs of triangles.
    pub fn show_search(&mut self, a: BodyId, b: BodyId, pairs: usize) {
        self.picture.between = stopped(&self.stage, [a, b], pairs).map(|closest| closest.points);
    }

    /// The closest points are shown no longer.
    pub fn forget_search(&mut self) {
        self.picture.between = None;
    }

    /// Searches as long as `go_on` says so: upper and lower bound of the distance then, m, pairs of triangles, and 1 if the
    /// search was done. Empty if one of the bodies has no tree.
    pub fn search_while(&self, a: BodyId, b: BodyId, best_first: bool, go_on: &js_sys::Function) -> Vec<f64> {
        let go_on = &mut |_: &Counts| go_on.call0(&JsValue::NULL).is_ok_and(|answer| answer.is_truthy());
        let found = search_while(&self.stage, [a, b], descent(best_first), go_on);
        found.map_or(Vec::new(), |([upper, lower], counts, done)| {
            vec![upper, lower, counts.pairs as f64, f64::from(u8::from(done))]
        })
    }

    /// Searches so many times, for the clock of the page.
    pub fn search_again(&self, a: BodyId, b: BodyId, best_first: bool, times: usize) -> bool {
        repeat(&self.stage, [a, b], descent(best_first), times)
    }
}

fn descent(best_first: bool) -> Descent {
    if best_first { Descent::BestFirst } else { Descent::Greedy }
}
