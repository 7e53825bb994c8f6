//! Islands: contacts that no chain of bodies that forces move links do not feel each other.

/// The contacts of each island, in storage that is kept.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// For each body one that it hangs together with, at last itself.
    parents: Vec<usize>,
    /// Contacts, island after island, in their own order in each.
    order: Vec<usize>,
    /// Where each island ends.
    ends: Vec<usize>,
    /// The island of each body that is the last of its chain.
    names: Vec<usize>,
}

const NONE: usize = usize::MAX;

impl Islands {
    /// Finds them: so many bodies and contacts, the bodies of a contact, and whether forces move a body.
    pub fn find(
        &mut self,
        bodies: usize,
        contacts: usize,
        pair: &dyn Fn(usize) -> [usize; 2],
        moves: &dyn Fn(usize) -> bool,
    ) {
        self.parents.clear();
        self.parents.extend(0..bodies);
        for k in 0..contacts {
            let [a, b] = pair(k);
            if moves(a) && moves(b) {
                let (a, b) = (self.root(a), self.root(b));
                self.parents[a.max(b)] = a.min(b);
            }
        }
        self.names.clear();
        self.names.resize(bodies, NONE);
        self.ends.clear();
        let root_of = |islands: &mut Self, k: usize| {
            let [a, b] = pair(k);
            islands.root(if moves(a) { a } else { b })
        };
        // how many contacts each has, then where each begins
        for k in 0..contacts {
            let root = root_of(self, k);
            if self.names[root] == NONE {
                self.names[root] = self.ends.len();
                self.ends.push(0);
            }
            self.ends[self.names[root]] += 1;
        }
        let mut begin = 0;
        for end in &mut self.ends {
            (*end, begin) = (begin, begin + *end);
        }
        self.order.clear();
        self.order.resize(contacts, 0);
        for k in 0..contacts {
            let root = root_of(self, k);
            let at = &mut self.ends[self.names[root]];
            self.order[*at] = k;
            *at += 1;
        }
    }

    fn root(&mut self, mut body: usize) -> usize {
        while self.parents[body] != body {
            self.parents[body] = self.parents[self.parents[body]];
            body = self.parents[body];
        }
        body
    }

    /// The contacts of each island.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.order[begin..*end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies 1 and 2 hang together, 3 does not; 0 is fixed and links nothing.
    #[test]
    fn fixed_bodies_do_not_link() {
        let pairs = [[0, 1], [0, 3], [1, 2], [3, 0]];
        let mut islands = Islands::default();
        islands.find(4, 4, &|k| pairs[k], &|body| body > 0);
        assert_eq!(islands.iter().collect::<Vec<_>>(), [&[0, 2][..], &[1, 3]]);
    }
}
