//! `serve`: builds the page, serves it on this machine and opens it.
use super::machine::System;
use super::{build, watch};
use anyhow::{Context, Result};
use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::{env, io, thread};
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
    /// Load the page again when a file of it changes, after building it unless --dir is given
    #[arg(long)]
    watch: bool,
}

impl Serve {
    /// Serves until it is stopped.
    pub fn run(self) -> Result<()> {
        let built = self.dir.is_none();
        let folder = build::page_in(self.dir)?;
        if self.watch && built {
            thread::spawn(|| watch::keep_building());
        }
        // "no-cache": ask each time, so that a reload shows what was built last
        let fresh = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let watching = if self.watch { watch::pages(&folder) } else { Router::new() };
        let pages = watching.fallback_service(ServeDir::new(folder)).layer(fresh);
        runtime::Builder::new_current_thread().enable_io().build()?.block_on(async {
            let listener = listen(self.port).await?;
            let address = format!("http://{}/", listener.local_addr()?);
            println!("serving {address} (Ctrl+C stops)");
            if !self.no_open && System::HERE.has_desktop(|name| env::var_os(name)) {
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
