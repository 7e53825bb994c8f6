//! The last seconds of the stage, to go to any moment of them.
use crate::web::stage::Stage;

impl Stage {
    /// Times of the first and the last moment that are kept, s.
    pub fn past(&self) -> (f64, f64) {
        self.history.range().unwrap_or((self.world.time, self.world.time))
    }

    /// Shows the kept moment nearest to a time, bit for bit. The plotted lines stay, for the way back.
    pub fn seek(&mut self, time: f64) {
        // the last moment not after this is the nearest one, for moments are a time step apart
        let half = 0.5 * self.world.settings.time_step;
        let Some((time, states)) = self.history.seek(time + half) else { return };
        self.world.time = time;
        for (body, state) in self.world.bodies.iter_mut().zip(states) {
            body.state = *state;
        }
        self.world.report.impacts.clear();
        self.impacts.retain(|impact| impact.time <= time);
        self.instant = None;
    }
}
