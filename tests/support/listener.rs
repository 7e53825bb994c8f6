//! Child processes that listen on a port: the command while it serves, and whatever else says where it listens.
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The command under test.
pub const COMMAND: &str = env!("CARGO_BIN_EXE_contact-forces");

/// A child process that says on standard output where it listens; it ends with its owner.
pub struct Listener {
    child: Child,
    address: String,
    /// Kept open: a child that cannot write ends.
    _output: BufReader<ChildStdout>,
}

impl Listener {
    /// Starts it and waits for the line from which `address` can read where it listens. None if it does not start.
    pub fn start(command: &mut Command, address: fn(&str) -> Option<String>) -> Option<Listener> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut output = BufReader::new(child.stdout.take()?);
        let found = output.by_ref().lines().map_while(Result::ok).find_map(|line| address(&line));
        let address = found.unwrap_or_else(|| panic!("{command:?} does not listen"));
        Some(Listener { child, address, _output: output })
    }

    /// Starts what says nothing, and waits until it listens on this port. None if it does not start.
    #[allow(dead_code, reason = "not every test has such a child")]
    pub fn start_on(command: &mut Command, port: u16) -> Option<Listener> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let output = BufReader::new(child.stdout.take()?);
        let heard = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
        });
        assert!(heard, "{command:?} does not listen");
        Some(Listener { child, address: format!("http://127.0.0.1:{port}"), _output: output })
    }

    /// Where it listens.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command, serving one folder.
pub struct Server(Listener);

impl Server {
    /// Serves `folder` on a free port.
    pub fn start(folder: &Path) -> Server {
        Server::start_with(folder, &["--port", "0"])
    }

    /// Serves `folder` as the arguments say.
    pub fn start_with(folder: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(COMMAND);
        command.args(["serve", "--no-open", "--dir"]).arg(folder).args(arguments);
        let listener = Listener::start(&mut command, |line| Some(line.split(' ').nth(1)?.to_string()));
        Server(listener.expect("the command runs"))
    }

    /// Its root, with a slash at its end.
    pub fn address(&self) -> &str {
        self.0.address()
    }
}
