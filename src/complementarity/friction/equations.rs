//! The linear equations of a Newton step: what each contact does is held, and its function linearized.
use super::super::cone::{ConeProblem, add_product};
use super::alart_curnier::{Branch, Linearized};
use crate::linalg::block::product;
use crate::linalg::block_lu::BlockLu;

/// The equations with the storage of their factor.
#[derive(Clone, Debug)]
pub struct Equations<const D: usize> {
    lu: BlockLu<D>,
    /// Contacts that are not open.
    closed: Vec<usize>,
    /// Contacts of which the factor knows the places of entries, and how many they are.
    known: Vec<bool>,
    known_count: usize,
    /// The step that was found.
    pub step: Vec<[f64; D]>,
    /// Forces that open contacts lose.
    lost: Vec<[f64; D]>,
}

impl<const D: usize> Default for Equations<D> {
    fn default() -> Self {
        Self {
            lu: BlockLu::default(),
            closed: Vec::new(),
            known: Vec::new(),
            known_count: 0,
            step: Vec::new(),
            lost: Vec::new(),
        }
    }
}

impl<const D: usize> Equations<D> {
    /// Forgets the pattern of the last problem.
    pub fn prepare(&mut self) {
        self.known.clear();
    }

    /// Finds `δr` with `F + A δr + B (W + ε) δr = 0` at each contact, `ε` being `shift` there. False if there is none.
    pub fn solve(&mut self, problem: &ConeProblem, parts: &[Linearized<D>], shift: impl Fn(usize) -> f64) -> bool {
        self.analyze(problem, parts);
        let regular = self.lu.factor(false, |i, row| {
            let Linearized { branch, force, velocity, .. } = &parts[i];
            row.add(i, force);
            if *branch == Branch::Open {
                return;
            }
            let shift = shift(i);
            row.add(i, &velocity.map(|row| row.map(|x| shift * x)));
            for (j, block) in problem.row(i) {
                match (parts[j].branch, branch) {
                    (Branch::Open, _) => (),
                    (_, Branch::Stick) => {
                        row.add(j, &std::array::from_fn(|k| block[k].map(|w| velocity[k][k] * w)));
                    }
                    _ => row.add(j, &product(velocity, block)),
                }
            }
        });
        self.right_side(problem, parts);
        if regular {
            self.lu.solve(&mut self.step);
        }
        regular && self.step.as_flattened().iter().all(|x| x.is_finite())
    }

    /// Finds a sequence for the closed contacts, unless the last one will do.
    fn analyze(&mut self, problem: &ConeProblem, parts: &[Linearized<D>]) {
        self.closed.clear();
        self.closed.extend((0..parts.len()).filter(|&i| parts[i].branch != Branch::Open));
        let known = self.known.len() == parts.len() && self.closed.iter().all(|&i| self.known[i]);
        if known && 10 * self.closed.len() >= 7 * self.known_count {
            return;
        }
        let links = |i: usize, list: &mut Vec<usize>| {
            list.extend(&problem.col_idx[problem.row_ptr[i]..problem.row_ptr[i + 1]]);
        };
        self.lu.analyze(parts.len(), &self.closed, links);
        self.known.clear();
        self.known.resize(parts.len(), false);
        self.closed.iter().for_each(|&i| self.known[i] = true);
        self.known_count = self.closed.len();
    }

    /// `−F`, with the known loss of force of open contacts on the right.
    fn right_side(&mut self, problem: &ConeProblem, parts: &[Linearized<D>]) {
        let loss = |part: &Linearized<D>| match part.branch {
            Branch::Open => part.value.map(|x| -x),
            _ => [0.0; D],
        };
        self.lost.clear();
        self.lost.extend(parts.iter().map(loss));
        self.step.clone_from(&self.lost);
        for &i in &self.closed {
            let mut change = [0.0; D];
            for (j, block) in problem.row(i).filter(|(j, _)| parts[*j].branch == Branch::Open) {
                add_product(block, &self.lost[j], &mut change);
            }
            let Linearized { value, velocity, .. } = &parts[i];
            let mut right = *value;
            add_product(velocity, &change, &mut right);
            self.step[i] = right.map(|x| -x);
        }
    }
}
