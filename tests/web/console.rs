//! What the page leaves in the console of its browser: nothing.
use crate::engine::Engine;
use crate::harness::in_browser;
use crate::page::{PRETENDED, Page, Screen};
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use thirtyfour::common::command::{Command, ExtensionCommand};
use thirtyfour::session::scriptret::ScriptRet;

/// geckodriver's own command: what follows runs in the page, or in the browser itself.
#[derive(Debug)]
struct Side(&'static str);

impl ExtensionCommand for Side {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "context": self.0 }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/moz/context".into()
    }
}

impl Page {
    /// The errors in the console since this was last asked for.
    pub async fn console(&self) -> Vec<String> {
        if self.engine != Engine::Chromium {
            let seen = self.value("window.errorsSeen?.splice(0) ?? []").await;
            return serde_json::from_value(seen).expect("a list of errors");
        }
        let log = self.browser.browser_log().await.expect("the console");
        log.into_iter().filter(|entry| entry.level == "SEVERE").map(|entry| entry.message).collect()
    }

    /// All that the console has of the page, warnings too, as far as the driver lets one read it. WebKit's does not: there
    /// it is what the page's own listener hears.
    pub async fn remarks(&self) -> Vec<String> {
        match self.engine {
            Engine::Chromium => {
                let log = self.browser.browser_log().await.expect("the console");
                log.into_iter().map(|entry| format!("{}: {}", entry.level, entry.message)).collect()
            }
            Engine::WebKit => self.console().await,
            Engine::Firefox => [self.console().await, self.firefox_console().await].concat(),
        }
    }

    /// What Firefox itself says of the pages of this server; only its privileged side can be asked.
    async fn firefox_console(&self) -> Vec<String> {
        let said = "return Services.console.getMessageArray()
            .filter((said) => said instanceof Ci.nsIScriptError && !said.category.startsWith('chrome'))
            .filter(({ sourceName }) => !sourceName || sourceName.startsWith(arguments[0])) // WebGL names no file
            .map((said) => `${said.category}: ${said.errorMessage}`)";
        let said = self.in_firefox_itself(said, json!(self.server)).await;
        said.convert().expect("a list of messages")
    }

    /// What a script returns that runs in Firefox itself, not in the page.
    pub async fn in_firefox_itself(&self, script: &str, argument: Value) -> ScriptRet {
        self.firefox_side("chrome").await;
        let returned = self.browser.execute(script, vec![argument]).await.expect("the script runs");
        self.firefox_side("content").await;
        returned
    }

    /// Empties the console, and takes back what a test pretended of the visitor's system: in Firefox that outlasts the tab.
    pub async fn forget(&self) {
        if self.engine == Engine::Firefox {
            let forget =
                "for (const name of arguments[0]) Services.prefs.clearUserPref(name); Services.console.reset();";
            self.in_firefox_itself(forget, json!(PRETENDED)).await;
        }
        self.console().await;
    }

    async fn firefox_side(&self, side: &'static str) {
        self.browser
            .handle()
            .cmd(Command::ExtensionCommand(Box::new(Side(side))))
            .await
            .expect("geckodriver's own command");
    }

    /// Whether [`Self::console`] has what a worker says, too.
    pub fn hears_workers(&self) -> bool {
        self.engine == Engine::Chromium
    }

    /// Fails if the console has an error in it.
    pub async fn assert_no_errors(&self) {
        let errors = self.console().await;
        assert!(errors.is_empty(), "errors in the console: {errors:#?}");
    }
}

/// What a browser says of this machine, which has no graphics card.
const OF_THE_MACHINE: [&str; 2] = ["GPU stall due to ReadPixels", "fallback to software WebGL"];

/// No error and no warning, whatever a visitor looks at and however often he comes.
#[test]
fn the_console_stays_empty() {
    in_browser(async |page| {
        for address in [
            "?scene=blocks&lang=en",
            "?mode=spatial&scene=bolt&lang=en",
            "?scene=balance&lang=de#redundant",
            "?mode=spatial&scene=balls&n=4&theme=dark#curved",
            "?scene=stack&embed=1",
            "?scene=rough-ladder&theme=projector",
        ] {
            page.go_to("about:blank").await;
            page.open(address, Screen::DESKTOP).await;
            page.run(true).await;
            page.pass(0.2).await;
            page.run(false).await;
            let tabs = page.number("document.querySelectorAll('[role=tab]:not([hidden])').length").await;
            for tab in 0..tabs as usize {
                page.value(format!("document.querySelectorAll('[role=tab]:not([hidden])')[{tab}].click()")).await;
                page.until("!document.querySelector('[role=tabpanel]:not([hidden])[aria-busy=true]')").await;
            }
            page.value("page.reader.read()").await;
            for screen in [Screen::TABLET[0], Screen::DESKTOP] {
                page.show_on(screen).await;
                page.until_still().await;
            }
            let mut said = page.remarks().await;
            said.retain(|said| !OF_THE_MACHINE.iter().any(|machine| said.contains(machine)));
            assert!(said.is_empty(), "{address}: {said:#?}");
        }
    });
}
