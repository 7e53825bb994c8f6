//! Browsers, and those that wait for the next test: to start one takes longer than to run many a test.
use crate::engine::Engine;
use crate::listener::Listener;
use crate::page::Page;
use serde_json::json;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use tokio::runtime::{self, Runtime};

/// A browser with its driver. It is ended by [`Browser::quit`]: a browser outlives its driver.
pub struct Browser {
    pub driver: WebDriver,
    /// What its connections live in.
    pub runtime: Runtime,
    engine: Engine,
    _listener: Listener,
    _screen: Option<Listener>,
    _profile: TempDir,
}

impl Browser {
    /// A new one. None if it has no driver.
    pub fn start(engine: Engine) -> Option<Browser> {
        let profile = tempfile::tempdir().expect("a folder for the browser's profile");
        let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let screen = engine.start_screen();
        let listener = engine.start_driver(screen.as_ref())?;
        let capabilities = engine.capabilities(profile.path());
        let driver = runtime.block_on(WebDriver::new(listener.address(), capabilities)).expect("a browser");
        Some(Browser { driver, runtime, engine, _listener: listener, _screen: screen, _profile: profile })
    }

    /// One that waits, or else a new one. None if it has no driver.
    pub fn take(engine: Engine) -> Option<Browser> {
        let waiting = waiting().browsers.pop();
        waiting.or_else(|| Browser::start(engine))
    }

    /// Lets it wait for another test, if it can be made as it was at first: what a page
    /// stores is kept by its server, which no other test has.
    pub fn give_back(self) {
        let renewed = || catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(self.renew())));
        let fresh = self.engine.is_shared() && matches!(renewed(), Ok(Ok(())));
        if fresh { waiting().browsers.push(self) } else { self.quit() }
    }

    /// Leaves one empty tab, and nothing of what a test set or saw.
    async fn renew(&self) -> WebDriverResult<()> {
        let old = self.driver.windows().await?;
        let tab = self.driver.new_tab().await?;
        for window in old {
            self.driver.switch_to_window(window).await?;
            self.driver.close_window().await?;
        }
        self.driver.switch_to_window(tab).await?;
        let page = Page::new(self.driver.clone(), String::new(), self.engine);
        if self.engine == Engine::Chromium {
            // the focus stays where the closed tab had it, now and then, and no element tells that it has it
            page.devtools("Page.bringToFront", json!({})).await;
            assert_eq!(page.value("document.hasFocus()").await, true);
        }
        page.forget().await;
        Ok(())
    }

    /// Ends it.
    pub fn quit(self) {
        let ended = self.runtime.block_on(self.driver.quit());
        // WebKit's driver ends the browser and then says that there is none
        if self.engine != Engine::WebKit
            && let Err(error) = ended
        {
            let _ = writeln!(io::stderr(), "a browser does not end: {error}");
        }
    }
}

/// A test that may need a browser. Nobody says that the last one is over, so with every last one at a time those that wait end.
pub struct Guest(());

impl Guest {
    /// Before it asks for a browser.
    pub fn arrive() -> Guest {
        waiting().guests += 1;
        Guest(())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut waiting = waiting();
        waiting.guests -= 1;
        if waiting.guests == 0 {
            waiting.browsers.drain(..).for_each(Browser::quit);
        }
    }
}

struct Waiting {
    guests: usize,
    browsers: Vec<Browser>,
}

fn waiting() -> MutexGuard<'static, Waiting> {
    static WAITING: Mutex<Waiting> = Mutex::new(Waiting { guests: 0, browsers: Vec::new() });
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}
