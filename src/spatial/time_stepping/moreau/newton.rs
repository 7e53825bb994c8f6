//! Newton's method for what Gauss-Seidel's sweeps do not solve soon, with the motions of the bodies as unknowns: the method of
//! multipliers for
//!
//! ```text
//! M (v − v_free) = Jᵀ r      r = P(λ − (û + μ |u_T| n)/ε)      P the projection on the cone of friction
//! ```
//!
//! which is Coulomb's law as Alart and Curnier (*A mixed formulation for frictional contact problems prone to Newton like
//! solution methods*, 1991) put it, in De Saxcé's variables. Newton's steps with the whole derivative of r, that of |u_T|
//! included, have equations with six rows for each body. Where bodies rest |u_T| is held for each λ, as Cadoux holds it
//! (*Analyse convexe et optimisation pour la dynamique non-regulière*, 2009): the velocities are then those at the least of a
//! convex function, and Newton's steps lead there from everywhere, from no forces up a stack of a hundred.
use super::contacts::{Contacts, Lines};
use super::member::{Member, add, rows, spread, sum, times};
use crate::complementarity::multipliers::{self, Limits, SHORTEST, Softened};
use crate::linalg::block_lu::BlockLu;
use crate::spatial::equations::{Inertia, Twist};

/// Part of the decrease that a step promises and must achieve.
const ARMIJO: f64 = 1e-4;

/// The method with its storage.
#[derive(Clone, Debug, Default)]
pub struct Newton {
    lu: BlockLu<6>,
    members: Vec<Member>,
    /// The bodies that are unknowns, and the place of each body among them.
    bodies: Vec<usize>,
    places: Vec<usize>,
    /// Where the contacts of each unknown begin, and these with their sides.
    starts: Vec<usize>,
    touching: Vec<[usize; 2]>,
    set: Vec<usize>,
    motion: Vec<[f64; 6]>,
    /// Impulses at the beginning.
    began: Vec<[f64; 3]>,
    /// What members had before the last descent.
    kept: Vec<[[f64; 3]; 2]>,
    /// Those of the best point.
    best: Vec<[f64; 3]>,
    /// Whether bodies rest, so that |u_T| is held for each λ; where they slide, both may never settle so.
    rests: bool,
}

impl Newton {
    /// Takes the contacts of an island; returns what a step costs, in visits of contacts.
    pub fn begin(&mut self, contacts: &Contacts, island: &[usize], inertia: &[Inertia], twists: &[Twist]) -> usize {
        let Self { members, bodies, places, starts, touching, lu, set, began, .. } = self;
        members.clear();
        bodies.clear();
        began.clear();
        places.clear();
        places.resize(inertia.len(), usize::MAX);
        for &k in island {
            let Lines { bodies: pair, frame, arms } = contacts.lines(k);
            let place = pair.map(|body| {
                let moves = inertia[body].mass > 0.0 || inertia[body].turning != glam::DMat3::ZERO;
                if moves && places[body] == usize::MAX {
                    places[body] = bodies.len();
                    bodies.push(body);
                }
                places[body]
            });
            let signs = [frame, frame.map(|d| -d)];
            let jacobian = [0, 1].map(|i| rows(signs[i], arms[i]));
            let answer = [0, 1].map(|i| {
                let Inertia { mass, turning, .. } = inertia[pair[i]];
                rows(signs[i].map(|d| mass * d), arms[i].map(|arm| turning * arm))
            });
            let own = |row: usize| -> f64 {
                (0..2).flat_map(|i| jacobian[i][row].iter().zip(answer[i][row])).map(|(x, y)| x * y).sum()
            };
            let own = (own(0) + own(1) + own(2)) / 3.0;
            let (r, u) = (contacts.parts(k), contacts.asked(k, twists));
            began.push(r);
            members.push(Member {
                places: place,
                jacobian,
                answer,
                own,
                friction: contacts.friction(k),
                joint: contacts.is_joint(k),
                known: r,
                has: r,
                u,
                slip: None,
                r,
                stiffness: Default::default(),
                step: Default::default(),
            });
        }
        starts.clear();
        starts.resize(bodies.len() + 2, 0);
        let sides =
            || members.iter().enumerate().flat_map(|(m, member)| [0, 1].map(|side| (m, side, member.places[side])));
        sides().filter(|(.., place)| *place != usize::MAX).for_each(|(.., place)| starts[place + 2] += 1);
        (2..starts.len()).for_each(|k| starts[k] += starts[k - 1]);
        touching.clear();
        touching.resize(starts[starts.len() - 1], [0; 2]);
        for (m, side, place) in sides().filter(|(.., place)| *place != usize::MAX) {
            touching[starts[place + 1]] = [m, side];
            starts[place + 1] += 1;
        }
        starts.pop();
        set.clear();
        set.extend(0..bodies.len());
        let (starts, touching, members) = (&*starts, &*touching, &*members);
        lu.analyze(bodies.len(), set, |i, list| {
            let from = list.len();
            for &[m, side] in &touching[starts[i]..starts[i + 1]] {
                let other = members[m].places[1 - side];
                // several contacts of the same pair follow each other
                if other != usize::MAX && list[from..].last() != Some(&other) {
                    list.push(other);
                }
            }
        });
        2 * lu.products() + 6 * island.len()
    }

    /// Runs on contacts of bodies that rest or not; then the contacts and the velocities have the impulses found. Returns the
    /// number of steps, and what is still wrong.
    pub fn run(
        &mut self,
        contacts: &mut Contacts,
        island: &[usize],
        twists: &mut [Twist],
        (rests, limits): (bool, Limits),
    ) -> (usize, f64) {
        self.rests = rests;
        let ended = multipliers::run(self, limits);
        for ((&k, best), began) in island.iter().zip(&self.best).zip(&self.began) {
            contacts.change(k, sum(best, -1.0, began), twists);
        }
        ended
    }

    /// The largest of something.
    fn most(&self, of: impl Fn(&Member) -> f64) -> f64 {
        self.members.iter().map(of).fold(0.0, f64::max)
    }
}

impl Softened for Newton {
    fn violation(&self) -> f64 {
        self.most(Member::defect)
    }

    fn note_best(&mut self) {
        self.best.clear();
        self.best.extend(self.members.iter().map(|member| member.has));
    }

    fn keep(&mut self) {
        self.kept.clear();
        self.kept.extend(self.members.iter().map(|member| [member.has, member.u]));
        for member in self.members.iter_mut().filter(|_| self.rests) {
            member.hold_slip();
        }
    }

    fn go_back(&mut self) {
        self.members.iter_mut().zip(&self.kept).for_each(|(member, kept)| [member.has, member.u] = *kept);
    }

    fn hold(&mut self, yields: f64) -> f64 {
        self.members.iter_mut().for_each(|member| member.hold(yields));
        self.most(Member::gap)
    }

    fn search(&mut self, yields: f64) -> f64 {
        let wrong = |part: f64| self.members.iter().map(|member| member.misfit(part, yields)).sum::<f64>().sqrt();
        let start = wrong(0.0);
        let mut length = 1.0;
        while length >= SHORTEST && wrong(length) > (1.0 - ARMIJO * length) * start {
            length *= 0.5;
        }
        length
    }

    fn go(&mut self, part: f64) {
        for Member { has, u, step, .. } in &mut self.members {
            (*has, *u) = (sum(has, part, &step[0]), sum(u, part, &step[1]));
        }
    }

    fn accept(&mut self) {
        self.members.iter_mut().for_each(|member| member.known = member.r);
    }

    fn solve(&mut self, _: f64) -> bool {
        let Self { lu, members, starts, touching, motion, bodies, .. } = self;
        let (starts, touching) = (&*starts, &*touching);
        let seen = &*members;
        let regular = lu.factor(false, |i, row| {
            row.add(i, &std::array::from_fn(|k| std::array::from_fn(|l| if k == l { 1.0 } else { 0.0 })));
            for &[m, side] in &touching[starts[i]..starts[i + 1]] {
                let Member { places, jacobian, answer, stiffness, .. } = &seen[m];
                for (place, jacobian) in places.iter().zip(jacobian).filter(|(place, _)| **place != usize::MAX) {
                    let mut pushed = [[0.0; 6]; 3];
                    for (pushed, stiffness) in pushed.iter_mut().zip(stiffness) {
                        jacobian.iter().zip(stiffness).for_each(|(row, k)| add(pushed, *k, row));
                    }
                    let mut block = [[0.0; 6]; 6];
                    for (answer, pushed) in answer[side].iter().zip(&pushed) {
                        block.iter_mut().zip(answer).for_each(|(line, a)| add(line, *a, pushed));
                    }
                    row.add(*place, &block);
                }
            }
        });
        if !regular {
            return false;
        }
        motion.clear();
        motion.resize(bodies.len(), [0.0; 6]);
        spread(members, motion, |member| sum(&member.r, -1.0, &member.has));
        lu.solve(motion);
        for member in members.iter_mut() {
            let moved = member.moved(motion);
            let back = times(&member.stiffness, &moved);
            member.step[0] = std::array::from_fn(|k| member.r[k] - member.has[k] - back[k]);
        }
        // what these impulses do, not what the equations say that they do
        motion.fill([0.0; 6]);
        spread(members, motion, |member| member.step[0]);
        for member in members.iter_mut() {
            member.step[1] = member.moved(motion);
        }
        members.iter().all(|member| member.step.as_flattened().iter().all(|x| x.is_finite()))
    }
}
