//! `serve`: builds the page, serves it on this machine and opens it.
use super::{InputError, build};
use anyhow::{Result, anyhow};
use std::fs::File;
use std::net::Ipv4Addr;
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::{env, io};
use tiny_http::{Header, Request, Response, Server};

/// Where the page is served unless that port is taken.
const USUAL_PORT: u16 = 8080;

/// Build the page, serve it on this machine and open it (what runs when no command is given)
#[derive(clap::Args)]
pub struct Serve {
    /// Serve on this port; 0 takes any free one [default: 8080, or any free one]
    #[arg(long)]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Serve this folder as it is, building nothing
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Serve {
    /// Serves until it is stopped.
    pub fn run(self) -> Result<()> {
        let folder = match self.dir {
            Some(folder) if !folder.is_dir() => {
                return Err(InputError(format!("{} is not a folder", folder.display())).into());
            }
            Some(folder) => folder,
            None => build::page()?,
        };
        let server = listen(self.port)?;
        let address = format!("http://{}/", server.server_addr());
        println!("serving {address} (Ctrl+C stops)");
        if !self.no_open && has_desktop() {
            // the address stands above: a browser that does not open is no failure
            let _ = open::that_detached(&address);
        }
        for request in server.incoming_requests() {
            let folder = folder.clone();
            // one that is slow to take its answer keeps no other waiting; a visitor who went away is no failure either
            thread::spawn(move || answer(&folder, request));
        }
        Ok(())
    }
}

fn listen(port: Option<u16>) -> Result<Server> {
    let on = |port| Server::http((Ipv4Addr::LOCALHOST, port));
    let server = match port {
        Some(port) => on(port),
        None => on(USUAL_PORT).or_else(|_| on(0)),
    };
    server.map_err(|error| anyhow!("cannot serve on port {}: {error}", port.unwrap_or(0)))
}

/// Whether a browser window can be expected to open.
fn has_desktop() -> bool {
    let shown = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || shown("DISPLAY") || shown("WAYLAND_DISPLAY")
}

fn answer(folder: &Path, request: Request) -> io::Result<()> {
    let found = file_of(folder, request.url()).and_then(|path| Some((content_type(&path), File::open(&path).ok()?)));
    let Some((kind, file)) = found else {
        return request.respond(Response::from_string("not found\n").with_status_code(404));
    };
    // "no-cache": ask each time, so that a reload shows what was built last
    let fields = [("Content-Type", kind), ("Cache-Control", "no-cache")];
    let response = fields.into_iter().fold(Response::from_file(file), |response, (name, value)| {
        response.with_header(Header::from_bytes(name, value).expect("both are plain text"))
    });
    request.respond(response)
}

/// The file under `folder` that an address names; none if the address leads out of it.
///
/// The page's file names need no escapes, so `%2e` and the like name nothing.
fn file_of(folder: &Path, address: &str) -> Option<PathBuf> {
    let path = address.split(['?', '#']).next()?.strip_prefix('/')?;
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(path);
    let file = if path.is_empty() || path.ends_with('/') { file.join("index.html") } else { file };
    (inside && !path.contains('\\') && file.is_file()).then_some(file)
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_leads_out_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(file_of(&folder, "/main.rs"), Some(folder.join("main.rs")));
        assert_eq!(file_of(&folder, "/command/mod.rs?x=1"), Some(folder.join("command/mod.rs")));
        for address in
            ["/../Cargo.toml", "/command/../../Cargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml", "Cargo.toml"]
        {
            assert_eq!(file_of(&folder, address), None, "{address}");
        }
    }
}
