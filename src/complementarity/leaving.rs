//! Which variable leaves the basis of Lemke's method, by the lexicographic rule.
use super::tableau::{NOWHERE, Tableau};
use super::variable::{Row, Variable};

/// Two quotients of the lexicographic test are a tie if they differ by less than this, relatively.
const TIE: f64 = 1e-11;

impl Tableau {
    /// Where `z₀` enters first: where `q/d` is least, by the lexicographic rule.
    pub fn first_row(&self) -> Option<Row> {
        let candidate = |i: &usize| self.cover[*i] > 0.0 && self.q[*i] < 0.0;
        let first = (0..self.q.len()).filter(candidate).max_by(|&i, &j| {
            let quotient = |i: usize| -self.q[i] / self.cover[i];
            // Of equal ones the last: −eᵢ/dᵢ is then the lexicographically least row.
            quotient(i).total_cmp(&quotient(j)).then(i.cmp(&j))
        });
        first.map(Row::Open)
    }

    /// Chooses `d` such that `z₀` raises all basic variables alike, where rounding has left some of them negative at the
    /// end, and returns the row of the least; none if there is none.
    pub fn cover_again(&mut self) -> Option<Row> {
        // the losses are not needed any more
        let (mut sums, mut ones) = (std::mem::take(&mut self.loss.open), std::mem::take(&mut self.loss.inside));
        for (list, length, number) in [(&mut sums, self.q.len(), 0.0), (&mut ones, self.inside.len(), 1.0)] {
            list.clear();
            list.resize(length, number);
        }
        self.spread(&ones, &mut sums);
        let own = |i: usize| f64::from(self.place[i] == NOWHERE);
        self.cover.clear();
        self.cover.extend(sums.iter().enumerate().map(|(i, sum)| own(i) - sum));
        (self.loss.open, self.loss.inside) = (sums, ones);
        let all = (0..self.inside.len()).map(Row::Inside).chain((0..self.q.len()).map(Row::Open));
        let least = all.min_by(|&x, &y| self.value.at(x).total_cmp(&self.value.at(y)));
        least.filter(|&row| self.value.at(row) < 0.0)
    }

    /// The row whose basic variable reaches zero first, by the lexicographic rule but `z₀` before all; `None` on a ray.
    pub fn leaving_row(&mut self) -> Option<Row> {
        let mut rows = std::mem::take(&mut self.leaving);
        rows.clear();
        let open = (0..self.q.len()).filter(|&i| self.place[i] == NOWHERE).map(Row::Open);
        let all = (0..self.inside.len()).map(Row::Inside).chain(open);
        rows.extend(all.filter(|&row| self.loss.at(row) > self.noise.at(row)));
        let row = self.least_row(&mut rows);
        self.leaving = rows;
        row
    }

    fn least_row(&mut self, rows: &mut Vec<Row>) -> Option<Row> {
        self.keep_least(rows, |row| self.value.at(row).max(0.0));
        let is_artificial = |row: Row| matches!(row, Row::Inside(s) if self.inside[s] == Variable::Artificial);
        if let Some(&row) = rows.iter().find(|&&row| is_artificial(row)) {
            return Some(row);
        }
        if rows.len() > 1 {
            let mut known = std::mem::take(&mut self.known);
            known.resize_with(known.len().max(rows.len()), || (Row::Open(0), Vec::new()));
            for (known, &row) in known.iter_mut().zip(&*rows) {
                known.0 = row;
                self.inverse_row(row, &mut known.1);
            }
            let listed = &known[..rows.len()];
            let entry = |row: Row, k: usize| match (row, self.place[k]) {
                (row, NOWHERE) => f64::from(row == Row::Open(k)),
                (row, place) => {
                    listed.iter().find(|(known, _)| *known == row).map_or(0.0, |(_, entries)| entries[place])
                }
            };
            for k in 0..self.q.len() {
                if rows.len() <= 1 {
                    break;
                }
                self.keep_least(rows, |row| entry(row, k));
            }
            self.known = known;
        }
        rows.first().copied()
    }

    /// Keeps the rows with the least quotient of `entry` by the loss.
    fn keep_least(&self, rows: &mut Vec<Row>, entry: impl Fn(Row) -> f64) {
        let quotient = |row: Row| entry(row) / self.loss.at(row);
        let least = rows.iter().map(|&row| quotient(row)).fold(f64::INFINITY, f64::min);
        let size = rows.iter().map(|&row| quotient(row).abs()).fold(0.0, f64::max).min(least.abs().max(1.0));
        rows.retain(|&row| quotient(row) <= least + TIE * size);
    }
}
