//! The laboratory of the spatial mode: the methods of the plane on the accelerations and contacts of an instant.
use super::free_body::FreeBody;
use super::ghost::Ghost;
use super::sight::Sight;
use super::stage::Stage;
use crate::complementarity::redundancy::rank;
use crate::complementarity::{Lcp, Order, Solution};
use crate::session::number::shortest;
use crate::spatial::body::BodyId;
use crate::spatial::time_stepping::instant::Instant;
use crate::web::laboratory::choice::{Choosable, Smooth};
use crate::web::laboratory::{Answered, Laboratory, Staged};
use crate::web::report::Row;
use std::rc::Rc;

impl Answered for Instant {
    fn lcp(&self) -> &Lcp {
        &self.lcp
    }

    fn solution(&self) -> &Solution {
        &self.solution
    }

    fn difference(&self, f: &[f64]) -> f64 {
        let pairs = self.accelerations_under(f).into_iter().zip(&self.accelerations);
        let sizes = pairs.map(|(x, y)| (x.linear - y.linear).abs().max((x.angular - y.angular).abs()).max_element());
        sizes.fold(0.0, f64::max)
    }

    fn choosable(&self) -> Box<dyn Choosable + '_> {
        Box::new(Smooth(self))
    }
}

impl Staged for Stage {
    type Instant = Instant;

    fn instant(&mut self) -> Rc<Instant> {
        Stage::instant(self)
    }

    /// That of [`Instant`].
    fn method(&self) -> (&'static str, Order) {
        ("dantzig", Order::default())
    }

    fn moving(&self) -> Vec<(BodyId, &str)> {
        let bodies = self.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        bodies.map(|(id, body)| (id, &*body.name)).collect()
    }

    fn free_body(&mut self, body: BodyId) -> Vec<f64> {
        FreeBody::of(self, body).map_or(Vec::new(), |free| free.numbers())
    }

    fn entry(&mut self, row: usize, column: usize) -> Option<[f64; 2]> {
        let ghost = Ghost::of(self, row, column)?;
        Some([ghost.entry, ghost.gap_acceleration(self)])
    }
}

/// Of the problem of the contact forces: contacts, rank of A, bodies that can move, steps, residual, status.
pub fn problem(stage: &mut Stage) -> Row {
    let bodies = stage.world.bodies.iter().filter(|body| body.is_free()).count();
    let instant = Staged::instant(stage);
    let solution = &instant.solution;
    let counts = [instant.lcp.len(), rank(&instant.lcp.a), bodies, solution.steps];
    let mut row: Row = counts.map(|count| count.to_string()).to_vec();
    row.extend([shortest(solution.residual), solution.status.name().into()]);
    row
}

/// Whether contacts have friction, which a problem of normal forces leaves out.
pub fn has_friction(stage: &Stage) -> bool {
    stage.world.rolls() || stage.world.rubs()
}

/// Where all forces of the present state are seen: with friction no accelerations belong to them, but those of the coming
/// step are known.
pub fn present(stage: &Stage) -> Sight {
    if has_friction(stage) { Sight::Coming } else { Sight::Instant }
}

/// Runs `draw` on the stage with the forces that the laboratory shows instead of the stage's own.
pub fn with_shown_forces(stage: &mut Stage, laboratory: &mut Laboratory<Instant>, draw: impl FnOnce(&Stage)) {
    let instead = (stage.sight() == Sight::Instant).then(|| laboratory.instead(stage)).flatten();
    let Some([f, _]) = instead.filter(|[f, _]| f.len() == stage.contacts.len()) else { return draw(stage) };
    let own: Vec<f64> = stage.contacts.iter().map(|contact| contact.force).collect();
    stage.contacts.iter_mut().zip(&f).for_each(|(contact, f)| contact.force = *f);
    draw(stage);
    stage.contacts.iter_mut().zip(&own).for_each(|(contact, f)| contact.force = *f);
}
