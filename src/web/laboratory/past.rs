//! The last seconds of the stage, to go to any moment of them, and to take over from another stage.
use crate::planar::body::State;
use crate::web::series::Series;
use crate::web::stage::Stage;
use glam::DVec2;

/// Numbers of a state of a body.
const NUMBERS: usize = 6;

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

    /// Takes over the plotted lines: their rows one after another, time first.
    pub fn replot(&mut self, rows: &[f64]) {
        let columns = Series::names(&self.world).len();
        let rows = rows.chunks_exact(columns).filter(|row| row[0] < self.world.time).map(<[f64]>::to_vec);
        let now = self.series.rows.pop_back();
        self.series.rows = rows.chain(now).collect();
    }

    /// Takes over a past: times, and for each time x, y, angle, vx, vy, ω of each body that can move. The last moment
    /// must be the present one; if it is not, the past belongs to another state and is left.
    pub fn remember(&mut self, times: &[f64], states: &[f64]) {
        let moving: Vec<usize> = (0..self.world.bodies.len()).filter(|&i| !self.world.bodies[i].is_fixed()).collect();
        let (per_moment, now) = (NUMBERS * moving.len(), self.world.states());
        let moment = |k: usize| {
            let mut all = now.clone();
            let numbers = states.get(k * per_moment..(k + 1) * per_moment)?;
            for (&body, numbers) in moving.iter().zip(numbers.as_chunks::<NUMBERS>().0) {
                all[body] = state(numbers);
            }
            Some(all)
        };
        let last = times.len().checked_sub(1).and_then(moment);
        if last != Some(now.clone()) || times.last() != Some(&self.world.time) {
            return;
        }
        self.history.clear();
        for (k, &time) in times.iter().enumerate() {
            if let Some(states) = moment(k) {
                self.history.record(time, states);
            }
        }
    }
}

fn state(&[x, y, angle, vx, vy, omega]: &[f64; NUMBERS]) -> State {
    State { position: DVec2::new(x, y), angle, velocity: DVec2::new(vx, vy), omega }
}
