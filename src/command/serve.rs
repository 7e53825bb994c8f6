//! `serve`: builds the page, serves it on this machine and opens it.
use super::{InputError, build};
use anyhow::{Context, Result};
use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::{env, io};
use tokio::net::TcpListener;
use tokio::runtime;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

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
        // "no-cache": ask each time, so that a reload shows what was built last
        let fresh = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let pages = Router::new().fallback_service(ServeDir::new(folder)).layer(fresh);
        runtime::Builder::new_current_thread().enable_io().build()?.block_on(async {
            let listener = listen(self.port).await?;
            let address = format!("http://{}/", listener.local_addr()?);
            println!("serving {address} (Ctrl+C stops)");
            if !self.no_open && has_desktop() {
                // the address stands above: a browser that does not open is no failure
                let _ = open::that_detached(&address);
            }
            Ok(axum::serve(listener, pages).await?)
        })
    }
}

async fn listen(port: Option<u16>) -> Result<TcpListener> {
    let on = async |port| -> io::Result<TcpListener> { TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await };
    let listener = match (port, on(port.unwrap_or(USUAL_PORT)).await) {
        (None, Err(_)) => on(0).await,
        (_, result) => result,
    };
    listener.with_context(|| format!("cannot serve on port {}", port.unwrap_or(0)))
}

/// Whether a browser window can be expected to open.
fn has_desktop() -> bool {
    let shown = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || shown("DISPLAY") || shown("WAYLAND_DISPLAY")
}
