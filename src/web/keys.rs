//! The thruster keys that a visitor holds down, in both modes.

/// Where a key sends its body, as the visitor sees it. The plane has neither away nor near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    Left,
    Right,
    Up,
    Down,
    Away,
    Near,
}

/// A key by its name in browsers, its body among those that can move, and where it sends it.
pub type Key = (&'static str, usize, Heading);

/// The keys of both modes.
const SHARED: [Key; 9] = [
    ("s", 0, Heading::Left),
    ("f", 0, Heading::Right),
    ("e", 0, Heading::Up),
    ("d", 0, Heading::Down),
    ("c", 0, Heading::Down),
    ("j", 1, Heading::Left),
    ("l", 1, Heading::Right),
    ("i", 1, Heading::Up),
    ("k", 1, Heading::Down),
];

/// The keys that are held down.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    /// Further keys of the mode.
    own: &'static [Key],
    held: Vec<Key>,
    /// Whether they turn their bodies instead of pushing them.
    pub turning: bool,
}

impl Keys {
    /// None held, of those of both modes and these.
    pub fn new(own: &'static [Key]) -> Self {
        Self { own, held: Vec::new(), turning: false }
    }

    /// Takes note of a key; false if it fires nothing. `turning` is the shift key.
    pub fn press(&mut self, name: &str, turning: bool) -> bool {
        let Some(key) = SHARED.iter().chain(self.own).find(|key| is(key, name)) else { return false };
        self.turning = turning;
        if !self.held.contains(key) {
            self.held.push(*key);
        }
        true
    }

    /// Lets a key go.
    pub fn release(&mut self, name: &str) {
        self.held.retain(|key| !is(key, name));
    }

    /// Lets all keys go; whether there were any.
    pub fn release_all(&mut self) -> bool {
        let any = !self.held.is_empty();
        *self = Self::new(self.own);
        any
    }

    /// The body and the heading of each key that is held.
    pub fn held(&self) -> impl Iterator<Item = (usize, Heading)> {
        self.held.iter().map(|(_, body, heading)| (*body, *heading))
    }
}

fn is((own, ..): &Key, name: &str) -> bool {
    own.eq_ignore_ascii_case(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [Key; 1] = [("ArrowUp", 1, Heading::Up)];

    #[test]
    fn keys_are_let_go_one_by_one_and_all_at_once() {
        let mut keys = Keys::new(&OWN);
        assert!(["d", "D", "arrowup"].iter().all(|name| keys.press(name, false)));
        assert!(keys.held().eq([(0, Heading::Down), (1, Heading::Up)]), "each once");
        keys.release("D");
        assert!(keys.held().eq([(1, Heading::Up)]));
        assert!(keys.release_all() && !keys.release_all() && keys.held().next().is_none());
    }

    #[test]
    fn other_keys_are_left_to_the_page() {
        let mut keys = Keys::new(&OWN);
        assert!(["Tab", "a", "ArrowLeft", "PageDown", "F5", ""].iter().all(|name| !keys.press(name, false)));
        assert_eq!(keys, Keys::new(&OWN));
    }
}
