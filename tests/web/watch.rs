//! The page while it is worked on.
use crate::delivery::copy_folder;
use crate::harness::{dist, in_browser};
use crate::listener::Server;
use std::fs;

/// Once a file of it has changed, it loads itself again and shows that; until then it stays as it is.
#[test]
fn a_watched_page_loads_itself_again() {
    in_browser(async |page| {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(dist(), folder.path());
        let watched = Server::start_with(folder.path(), &["--port", "0", "--watch"]);
        page.go_to(&format!("{}?scene=stack&lang=en&run=0", watched.address())).await;
        page.until("window.page?.view").await;
        page.value("void (window.sameAsBefore = true)").await;
        page.step(5).await;
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        assert_eq!(page.value("window.sameAsBefore").await, true, "nothing has changed");
        let file = folder.path().join("index.html");
        let text = fs::read_to_string(&file).unwrap();
        let (before, after) = ("data-t=\"title\">Contact forces<", "data-t=\"title\">Changed<");
        assert!(text.contains(before));
        fs::write(&file, text.replace(before, after)).unwrap();
        page.until_loaded_anew("window.page?.view && !window.sameAsBefore").await;
        assert_eq!(page.text("document.getElementById('title').textContent").await, "Changed");
        assert_eq!((page.time().await, page.text("page.view.value('scene')").await), (0.0, "stack".to_string()));
    });
}
