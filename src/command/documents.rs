//! The documentation as a page of its own beside the page: README, what is said of scene files, and their schema.
use super::build::ROOT;
use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::path::Path;

/// The files, and where each begins in the page.
pub const FILES: [(&str, &str); 3] =
    [("README.md", "contact-forces"), ("docs/scene-files.md", "scene-files"), ("schema/scene.schema.json", "schema")];

/// The page, in the folder of the built one.
pub const PAGE: &str = "www/documentation.html";

/// The styles that it takes from the page.
pub const STYLES: [&str; 2] = ["style.css", "article/article.css"];

/// What leads to the source code: not shown where nobody has said in `Cargo.toml` where that is.
const CODE: &str = "<span hidden> · <a href=\"\" data-t=\"contents.code\">";

/// Writes the documentation into the built page in `folder`, and lets the page lead to the source code at an address that may
/// be empty.
pub fn write(folder: &Path, code: &str) -> Result<()> {
    fs::write(folder.join(PAGE), page(code)?).with_context(|| format!("cannot write {PAGE}"))?;
    let file = folder.join("index.html");
    let text = fs::read_to_string(&file)?;
    ensure!(text.matches(CODE).count() == 1, "expected {CODE} once");
    let shown = CODE.replace(" hidden", "").replace("href=\"\"", &format!("href=\"{code}\""));
    if code.is_empty() { Ok(()) } else { Ok(fs::write(file, text.replace(CODE, &shown))?) }
}

fn page(code: &str) -> Result<String> {
    let mut body = String::new();
    for (name, id) in FILES {
        let text = fs::read_to_string(Path::new(ROOT).join(name)).with_context(|| format!("cannot read {name}"))?;
        body += &match name.ends_with(".json") {
            true => schema(name, id, &text),
            false => to_html(name, &text, code),
        };
    }
    // wide ones scroll, by keys too
    let body = body.replace("<pre>", "<pre tabindex=\"0\">").replace("<table>", "<table tabindex=\"0\">");
    let styles = STYLES.map(link);
    let styles = styles.join("\n");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Contact forces: documentation</title>\n<link rel=\"icon\" href=\"data:,\">\n{styles}\n</head>\n\
         <body class=\"later\">\n<div role=\"main\">\n{body}</div>\n</body>\n</html>\n"
    ))
}

/// How the documentation takes a style.
pub fn link(style: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"{style}\">")
}

fn schema(name: &str, id: &str, text: &str) -> String {
    let mut words = String::new();
    html::push_html(&mut words, [Event::Text(text.into())].into_iter());
    format!("<details id=\"{id}\"><summary>{name}</summary><pre><code>{words}</code></pre></details>\n")
}

/// Markdown as HTML. Pictures are left out: the page itself is beside it. Links to files that are not in the
/// documentation lead to the source code, or are left out.
fn to_html(name: &str, text: &str, code: &str) -> String {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let (mut kept, mut depth, mut block) = (Vec::new(), 0, Vec::new());
    for event in events {
        depth += match event {
            Event::Start(_) => 1,
            Event::End(_) => -1,
            _ => 0,
        };
        block.push(event);
        if depth == 0 {
            let is_picture = block.iter().any(|event| matches!(event, Event::Start(Tag::Image { .. })));
            kept.extend(std::mem::take(&mut block).into_iter().filter(|_| !is_picture));
        }
    }
    name_headings(&mut kept);
    let mut leads = Vec::new(); // whether each link that is open leads somewhere
    kept.retain_mut(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            let to = place(name, dest_url, code);
            leads.push(to.is_some());
            to.map(|to| *dest_url = to.into()).is_some()
        }
        Event::End(TagEnd::Link) => leads.pop().unwrap_or(true),
        _ => true,
    });
    let mut page = String::new();
    html::push_html(&mut page, kept.into_iter());
    page
}

/// Gives headings the names by which the text links to them: their words, small, with hyphens.
fn name_headings(events: &mut [Event]) {
    for k in 0..events.len() {
        let words = events[k + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words = words.filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.to_lowercase()),
            _ => None,
        });
        if !matches!(events[k], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let name: String = words.collect::<String>().replace(' ', "-");
        let name = name.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect::<String>();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[k] {
            *id = Some(CowStr::from(name));
        }
    }
}

/// Where a link of a file leads in the documentation.
fn place(from: &str, to: &str, code: &str) -> Option<String> {
    if to.starts_with('#') || to.contains("://") {
        return Some(to.to_string());
    }
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let file = super::offline::resolve(folder, to);
    match FILES.iter().find(|(name, _)| *name == file) {
        Some((_, id)) => Some(format!("#{id}")),
        None => (!code.is_empty()).then(|| format!("{code}/blob/HEAD/{file}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands between two marks, wherever they come.
    fn between<'a>(text: &'a str, open: &str, close: char) -> Vec<&'a str> {
        text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
    }

    /// Every link leads somewhere, every heading that is linked to is there, and no picture is missed.
    #[test]
    fn all_links_of_the_documentation_lead_somewhere() {
        let page = page("").unwrap();
        let (links, names) = (between(&page, "href=\"", '"'), between(&page, " id=\"", '"'));
        assert!(links.len() > 10 && names.len() > 10, "{links:?} {names:?}");
        for link in links.into_iter().filter(|link| !STYLES.contains(link) && *link != "data:,") {
            let known = link.strip_prefix('#').map_or(link.starts_with("https://"), |name| names.contains(&name));
            assert!(known, "{link} leads nowhere");
        }
        for (name, id) in FILES {
            assert!(names.contains(&id), "{name} is not there");
        }
        for (part, there) in [("<img", false), ("<table tabindex=\"0\">", true), ("json-schema.org", true)] {
            assert_eq!(page.contains(part), there, "{part}");
        }
    }

    /// Where the source code is known, the page and its documentation lead there.
    #[test]
    fn the_source_code_is_linked_where_it_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::create_dir(folder.path().join("www")).unwrap();
        for (code, links) in [("", 0), ("https://example.org/forces", 1)] {
            fs::copy(Path::new(ROOT).join("index.html"), folder.path().join("index.html")).unwrap();
            write(folder.path(), code).unwrap();
            let shown = "<span> · <a href=\"https://example.org/forces\" data-t=\"contents.code\">";
            assert_eq!(read("index.html").matches(shown).count(), links);
            let there = "href=\"https://example.org/forces/blob/HEAD/ARCHITECTURE.md\"";
            assert_eq!(read(PAGE).matches(there).count(), links);
        }
    }
}
