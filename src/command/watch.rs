//! `serve --watch`: the page is built anew when one of its files changes, and loads itself again.
use super::build::{self, ROOT};
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Time between two looks at the files: less than a reader of code needs to look up.
const PAUSE: Duration = Duration::from_millis(500);

/// What the page has beside its own scripts while it is watched. The file is not there; its address is.
const TAG: &str = "<head>\n<script type=\"module\" src=\"watch.js\"></script>";
const SCRIPT: &str = "const stamp = async () => (await fetch('changes').catch(() => null))?.text();
const began = await stamp();
setInterval(async () => {
  const now = await stamp();
  if (now && now !== began) location.reload();
}, 500);
";

/// Builds the page again and again, as its files change; what does not compile is told.
pub fn keep_building() -> ! {
    let root = Path::new(ROOT);
    let now = || [stamp(&root.join("src")), stamp(&root.join("www")), modified(&root.join("index.html"))];
    let mut known = now();
    loop {
        thread::sleep(PAUSE);
        let found = now();
        if found == known {
            continue;
        }
        known = found;
        match build::page() {
            Ok(_) => println!("built"),
            Err(error) => eprintln!("error: {error:#}"),
        }
    }
}

/// What serves the page of a folder so that it loads itself again when something in there has changed.
pub fn pages(folder: &Path) -> Router {
    let (page, watched) = (folder.join("index.html"), folder.to_path_buf());
    let with_script = async move || match fs::read_to_string(page) {
        Ok(text) => Ok(Html(text.replacen("<head>", TAG, 1))),
        Err(_) => Err(StatusCode::NOT_FOUND),
    };
    let changes = async move || stamp(&watched).map_or(Err(StatusCode::NOT_FOUND), |stamp| Ok(stamp.to_string()));
    let script = async || ([(CONTENT_TYPE, "text/javascript")], SCRIPT);
    Router::new().route("/", get(with_script)).route("/watch.js", get(script)).route("/changes", get(changes))
}

/// A number that is another one when a file in the folder is; none while there is no folder.
fn stamp(folder: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    for file in build::files_under(folder, "").ok()? {
        (modified(&folder.join(&file)), file).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// A number for the time of a file's last change.
fn modified(file: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    fs::metadata(file).ok()?.modified().ok()?.hash(&mut hasher);
    Some(hasher.finish())
}
