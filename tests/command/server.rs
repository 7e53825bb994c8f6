//! What the command serves, and what it refuses.
use crate::listener::{COMMAND, Server};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["secret", "page/index.html", "page/www/main.js", "page/www/style.css", "page/www/pkg/module.wasm"] {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file).unwrap();
    }
    folder
}

/// The whole answer to a request for a path, which is sent as it stands.
fn get(server: &Server, path: &str) -> String {
    let host = server.address().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn every_file_is_served_with_its_type() {
    let folder = folder();
    let server = Server::start(&folder.path().join("page"));
    for (path, kind, file) in [
        ("/", "text/html", "page/index.html"),
        ("/?scene=two", "text/html", "page/index.html"),
        ("/www/main.js", "text/javascript", "page/www/main.js"),
        ("/www/style.css", "text/css", "page/www/style.css"),
        ("/www/pkg/module.wasm", "application/wasm", "page/www/pkg/module.wasm"),
    ] {
        let answer = get(&server, path);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        assert!(answer.contains(&format!("content-type: {kind}\r\n")), "{path}: {answer}");
        assert!(answer.ends_with(file), "{path}: {answer}");
    }
}

/// The page asks for a stamp, which is another one once a file has changed; all else is as without.
#[test]
fn a_watched_page_learns_of_changes() {
    let folder = folder();
    let page = folder.path().join("page");
    fs::write(page.join("index.html"), "<html><head></head></html>").unwrap();
    let server = Server::start_with(&page, &["--port", "0", "--watch"]);
    let stamp = || get(&server, "/changes").rsplit("\r\n").next().unwrap().to_string();
    let answer = get(&server, "/");
    assert!(
        answer.ends_with("<html><head>\n<script type=\"module\" src=\"watch.js\"></script></head></html>"),
        "{answer}"
    );
    assert!(get(&server, "/watch.js").contains("location.reload()"));
    assert!(get(&server, "/www/main.js").ends_with("page/www/main.js"));
    let before = stamp();
    assert!(before.parse::<u64>().is_ok() && before == stamp(), "{before}");
    fs::write(page.join("www/main.js"), "another").unwrap();
    assert_ne!(stamp(), before);
    fs::rename(&page, folder.path().join("elsewhere")).unwrap();
    assert!(get(&server, "/changes").starts_with("HTTP/1.1 404 "));
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let folder = folder();
    let server = Server::start(&folder.path().join("page"));
    for path in ["/../secret", "/www/../../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret", "/www/", "/nothing"] {
        let answer = get(&server, path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
    }
}

#[test]
fn a_taken_port_is_replaced_unless_it_was_asked_for() {
    let folder = folder();
    // whether or not this succeeds, the usual port is taken from here on
    let _usual = TcpListener::bind("127.0.0.1:8080");
    let server = Server::start_with(folder.path(), &[]);
    assert_ne!(server.address(), "http://127.0.0.1:8080/");
    let taken = server.address().rsplit(':').next().unwrap().trim_end_matches('/');
    let arguments = ["serve", "--no-open", "--port", taken, "--dir"];
    let output = Command::new(COMMAND).args(arguments).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("error: cannot serve on port {taken}: ")), "{message}");
}

#[test]
fn a_folder_that_is_not_there_is_bad_input() {
    let missing = Path::new("no/such/folder");
    let output = Command::new(COMMAND).args(["serve", "--no-open", "--dir"]).arg(missing).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: no/such/folder is not a folder\n");
}
