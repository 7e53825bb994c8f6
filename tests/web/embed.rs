//! The stage as an element of another page, on another server than the page's own.
use crate::harness::{dist, in_browser, in_browser_serving};
use crate::listener::Server;
use crate::page::{Page, Screen};
use serde_json::json;

/// What an element says that it is asked for.
async fn told(page: &Page, call: &str, what: &str) -> serde_json::Value {
    page.value(format!("document.querySelector('contact-forces').{call}.then((state) => state.{what})")).await
}

#[test]
fn an_element_on_another_site_plays_steps_loads_and_tells() {
    let host = tempfile::tempdir().unwrap();
    let page_itself = Server::start(dist());
    let script = format!("<script src=\"{}www/embed.js\"></script>", page_itself.address());
    let element = "<contact-forces scene=\"stack\" n=\"3\" title=\"A stack\"></contact-forces>";
    std::fs::write(host.path().join("index.html"), format!("<!doctype html>\n{script}\n{element}")).unwrap();
    in_browser_serving(
        || host.path().to_path_buf(),
        async |page| {
            page.show_on(Screen::DESKTOP).await;
            page.go("").await;
            assert_eq!(told(page, "state()", "scene").await, "stack");
            assert_eq!(told(page, "step(10)", "running").await, false);
            let time = told(page, "state()", "time").await.as_f64().unwrap();
            assert!(time > 0.0, "ten steps take time");
            assert_eq!(told(page, "play()", "running").await, true);
            page.until(&format!("(await document.querySelector('contact-forces').state()).time > {time}")).await;
            assert!(told(page, "pause()", "time").await.as_f64().unwrap() > time);
            assert_eq!(told(page, "load('?scene=pyramid')", "scene").await, "pyramid");
            assert_eq!(told(page, "load('?mode=spatial&scene=cradle')", "mode").await, "spatial");
            let heights = page.value("(({ offsetHeight }) => [offsetHeight, document.querySelector('iframe').title])(document.querySelector('iframe'))");
            let heights = heights.await;
            assert!((200.0..1000.0).contains(&heights[0].as_f64().unwrap()), "{heights}");
            assert_eq!(heights[1], "A stack");
        },
    );
}

/// The example's buttons do what they say; it tells what its stage tells.
#[test]
fn the_example_of_embedding_works() {
    in_browser(async |page| {
        page.show_on(Screen::DESKTOP).await;
        page.go("www/embed.html").await;
        page.until("document.querySelector('output').value.startsWith('stack')").await;
        page.screenshot("embed").await;
        page.click("button:nth-of-type(4)").await;
        page.until("document.querySelector('output').value.startsWith('pyramid')").await;
        page.click("button:nth-of-type(1)").await;
        page.until("document.querySelector('output').value.endsWith('running')").await;
        let frames = page.value("document.querySelectorAll('contact-forces iframe').length").await;
        assert_eq!(frames, json!(2));
    });
}
