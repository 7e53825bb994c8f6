//! Baraff's method for contact forces with friction: *Fast contact force computation for nonpenetrating rigid bodies*,
//! SIGGRAPH 1994, sections 4 and 5.
//!
//! Contacts that are pressed in are treated one after the other, while all that were treated keep their conditions. First
//! the normal force of a contact grows until its gap accelerates no longer; one that slides takes its friction −μ f s
//! along (section 5.3), so that A is no longer symmetric. Then the friction of one at rest grows against aₜ until aₜ = 0, and
//! it sticks, or until it lies on the edge of the cone, and it slips (section 5.2). His sets are modes: C_N is all but
//! `Open`, C_F is `Stick`, NC⁺ and NC⁻ are `Slip`. The paper proves no end with friction; what a drive cannot finish is
//! left to others.
//!
//! Departures: directions are found in the motions of the bodies (module `reduced`) in place of a factor of A_CC; a contact
//! that begins to close begins with the mode of its aₜ.
use super::Mode;
use super::law::Problem;
use crate::complementarity::Step;
use crate::linalg::vector::add_scaled;

/// Changes below this part of the largest, each in the unit of its row, are rounding.
const NULL: f64 = 1e-10;
/// Of limits that are equal up to this part, the first counts: that of the driven row before all.
const TIE: f64 = 1e-12;
/// Most times that the forces are computed afresh because rounding has left a contact pressed in.
const FRESH: usize = 4;

/// What is driven and what it changes, with the storage for that.
#[derive(Clone, Debug, Default)]
pub(super) struct Drive {
    /// Δf and Δa for each newton of the driven force.
    direction: Vec<f64>,
    response: Vec<f64>,
    column: Vec<f64>,
    answer: Vec<f64>,
    clamped: Vec<bool>,
    /// Number of pivots.
    steps: usize,
    /// Whether contacts are taken by index, not the one first that is pressed in most.
    pub(super) by_index: bool,
}

/// Where a step ends: its length, the row that sets it, and what the contact of that row does then.
#[derive(Clone, Copy)]
struct Limit {
    length: f64,
    row: usize,
    next: Mode,
}

impl Problem {
    /// The law by Baraff's drives, from no force; shows every pivot. Whether they end at forces that obey it.
    pub(super) fn by_drives(&mut self, watch: &mut dyn FnMut(&Step)) -> bool {
        self.f.fill(0.0);
        self.modes.fill(Mode::Open);
        self.evaluate();
        let mut drive = std::mem::take(&mut self.drive);
        drive.steps = 0;
        let ended = self.drive_all(&mut drive, watch);
        self.drive = drive;
        ended
    }

    fn drive_all(&mut self, drive: &mut Drive, watch: &mut dyn FnMut(&Step)) -> bool {
        for _ in 0..FRESH {
            while let Some(i) = self.next_pressed(drive.by_index) {
                if !self.push_out(drive, i, watch) {
                    return false;
                }
            }
            if !self.meet() {
                return false;
            }
            if self.next_pressed(drive.by_index).is_none() {
                let ended = self.is_law();
                drive.direction.fill(0.0);
                drive.response.fill(0.0);
                self.show(drive, (0, 0, 0.0), watch);
                return ended;
            }
        }
        false
    }

    /// The open contact that is pressed in, the first one or the one that is most.
    fn next_pressed(&self, by_index: bool) -> Option<usize> {
        let small = self.small();
        let mut pressed = (0..self.len()).filter(|&i| self.modes[i] == Mode::Open && self.a[i] < -small);
        if by_index {
            return pressed.next();
        }
        pressed.min_by(|&i, &j| self.a[i].total_cmp(&self.a[j]))
    }

    /// Drives the normal force of a contact, then its friction. False if nothing ends a drive.
    fn push_out(&mut self, drive: &mut Drive, i: usize, watch: &mut dyn FnMut(&Step)) -> bool {
        let t = self.len() + i;
        if !self.drive_row(drive, i, 1.0, watch) {
            return false;
        }
        if self.modes[i] != Mode::Stick || self.a[t].abs() <= self.small() {
            return true;
        }
        self.modes[i] = Mode::Slip(0);
        self.drive_row(drive, t, -self.a[t].signum(), watch)
    }

    /// Lets the force of a row grow in this sense until its own contact changes its mode; others change theirs on the way.
    fn drive_row(&mut self, drive: &mut Drive, row: usize, sense: f64, watch: &mut dyn FnMut(&Step)) -> bool {
        let n = self.len();
        // drives that end have taken far fewer pivots; more go round in circles
        while drive.steps < 50 + 10 * n {
            if !self.aim(drive, row, sense) {
                return false;
            }
            let Some(limit) = self.longest_step(drive, row, sense) else { return false };
            self.advance(drive, row, limit);
            drive.steps += 1;
            self.show(drive, (row, limit.row, limit.length), watch);
            if limit.row % n == row % n {
                return true;
            }
        }
        false
    }

    /// Baraff's `fdirection`: Δf of all contacts that keep their modes while the force of the row changes by `sense`.
    fn aim(&mut self, drive: &mut Drive, row: usize, sense: f64) -> bool {
        let (n, rows) = (self.len(), self.b.len());
        let Drive { direction, response, column, answer, .. } = drive;
        for list in [&mut *direction, &mut *response, &mut *column, &mut *answer] {
            list.clear();
            list.resize(rows, 0.0);
        }
        column[row] = sense;
        if row < n {
            column[n + row] = -self.friction[row] * f64::from(self.sliding[row]);
        }
        self.rows.multiply(column, &mut self.sums, answer);
        // the equations of the modes, with the column of the driven force for b
        let mut swap = |problem: &mut Self| {
            std::mem::swap(&mut problem.b, answer);
            std::mem::swap(&mut problem.f, direction);
            std::mem::swap(&mut problem.a, response);
        };
        swap(self);
        let met = self.meet();
        swap(self);
        add_scaled(direction, 1.0, column);
        met
    }

    /// Baraff's `maxstep`: how far the driven force can grow until a contact changes its mode. None: for ever.
    fn longest_step(&self, drive: &Drive, row: usize, sense: f64) -> Option<Limit> {
        let (n, small) = (self.len(), self.small());
        let (f, a, df, da) = (&self.f, &self.a, &drive.direction, &drive.response);
        let root = |r: usize| self.own[r].sqrt();
        let size = df.iter().enumerate().map(|(r, df)| df.abs() * root(r)).fold(0.0, f64::max) * NULL;
        let mut best: Option<Limit> = None;
        // `value` must not become negative
        let mut limit = |row: usize, value: f64, change: f64, least: f64, next: Mode| {
            let length = value.max(0.0) / -change;
            if change < -least && best.is_none_or(|best| length < best.length * (1.0 - TIE)) {
                best = Some(Limit { length, row, next });
            }
        };
        let closed = |i: usize| Mode::closed(self.sliding[i], self.friction[i]);
        if row < n {
            limit(row, -a[row], -da[row], size * root(row), closed(row));
        } else {
            limit(row, -sense * a[row], -sense * da[row], size * root(row), Mode::Stick);
        }
        let edge = |i: usize, sign: f64, f: &[f64]| self.friction[i] * f[i] - sign * f[n + i];
        for i in 0..n {
            let t = n + i;
            let [least, along] = [i, t].map(|r| size / root(r));
            match self.modes[i] {
                Mode::Open if i != row && a[i] >= -small => limit(i, a[i], da[i], size * root(i), closed(i)),
                Mode::Open => continue,
                _ => limit(i, f[i], df[i], least, Mode::Open),
            }
            match self.modes[i] {
                Mode::Slip(0) if t == row => {
                    limit(t, edge(i, sense, f), edge(i, sense, df), along, Mode::Slip(-sense as i8));
                }
                Mode::Stick => [1i8, -1].into_iter().for_each(|sign| {
                    limit(t, edge(i, sign.into(), f), edge(i, sign.into(), df), along, Mode::Slip(-sign));
                }),
                Mode::Slip(sign) if sign != 0 => {
                    let sign = f64::from(sign);
                    limit(t, sign * a[t], sign * da[t], size * root(t), Mode::Stick);
                }
                _ => {}
            }
        }
        best
    }

    /// Takes the step, after which the contact of its limit does something else.
    fn advance(&mut self, drive: &Drive, driven: usize, Limit { length, row, next }: Limit) {
        let (n, small) = (self.len(), self.small());
        add_scaled(&mut self.f, length, &drive.direction);
        add_scaled(&mut self.a, length, &drive.response);
        let (i, t) = (row % n, n + row % n);
        let begins = row != driven && self.modes[i] == Mode::Open && next == Mode::Stick && self.a[t].abs() > small;
        self.modes[i] = if begins { Mode::Slip(self.a[t].signum() as i8) } else { next };
        match next {
            Mode::Open => (self.f[i], self.f[t]) = (0.0, 0.0),
            Mode::Stick if row == t => self.a[t] = 0.0,
            Mode::Slip(sign) if row == t => self.f[t] = -self.friction[i] * f64::from(sign) * self.f[i],
            _ => self.a[i] = 0.0,
        }
    }

    /// Shows a step: driven row, row that limits it, length.
    fn show(&self, drive: &mut Drive, (driven, blocker, length): (usize, usize, f64), watch: &mut dyn FnMut(&Step)) {
        let Drive { direction, response, clamped, .. } = drive;
        clamped.clear();
        clamped.extend(self.modes.iter().map(|mode| *mode != Mode::Open));
        clamped.extend(self.modes.iter().map(|mode| *mode == Mode::Stick));
        watch(&Step { driven, blocker, length, direction, response, f: &self.f, a: &self.a, clamped });
    }
}
