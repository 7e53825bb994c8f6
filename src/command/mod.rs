//! One file per subcommand, and what they share.
//!
//! A command ends with status 0 when it did its work, 1 when it could not, and 2 when what it was given cannot be used.
pub mod bench;
pub mod build;
pub mod lint;
pub mod metadata;
pub mod offline;
pub mod package;
pub mod pictures;
pub mod serve;
pub mod simulate;
pub mod solve;
pub mod test;

mod course;
mod documents;
mod engines;
mod machine;
mod preload;
mod site;
mod std_source;
mod toolchain;
mod watch;
mod words;

use std::fmt;

/// What the user gave cannot be used: a file that does not parse, a name that is not known.
///
/// As the cause of a command's error it sets the exit status, so that a script can tell bad input from a failure.
#[derive(Debug)]
pub struct InputError(pub String);

impl InputError {
    /// The exit status; clap uses the same for a bad command line.
    pub const STATUS: u8 = 2;
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}
