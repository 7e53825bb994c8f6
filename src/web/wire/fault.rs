//! What becomes of a panic in the page: its message and place go to the console, and the page can ask for them. And what
//! shows a browser that computes wrongly without a panic.
use crate::session::Mode;
use crate::session::known::digest;
use std::cell::RefCell;
use std::panic;
use wasm_bindgen::prelude::*;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs when the module is loaded, on the page and in a worker.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        LAST.set(info.to_string());
    }));
}

/// Message and place of the panic that stopped this module; empty if there was none.
#[wasm_bindgen]
pub fn last_panic() -> String {
    LAST.with_borrow(String::clone)
}

/// Panics with this message. Nothing on the page calls it: it shows that a panic is told.
#[wasm_bindgen]
pub fn panic_for_test(message: &str) {
    panic!("{message}");
}

/// The digest of this module's short run, to be held against the one that was known when the page was built.
#[wasm_bindgen]
pub fn known_run() -> String {
    let mode = if cfg!(feature = "spatial") { Mode::Spatial } else { Mode::Planar };
    digest(mode).map_or(String::new(), |digest| format!("{digest:016x}"))
}
