//! The whole page as one file that needs no server and no network.
//!
//! A page opened from a local file may load no neighbour of its own. So everything is inside as `data:` addresses: the
//! modules of JavaScript through an import map, all else through a table that the page looks into before it asks a
//! server.
use super::{build, course, documents};
use anyhow::{Context, Result, ensure};
use base64ct::{Base64, Encoding};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// The file in the folder of the page, for its own button.
pub const FILE: &str = "contact-forces.html";

/// What modules are called in the import map, before their path.
const PREFIX: &str = "page/";

/// A browser opens no `data:` address that is clicked: the link to the documentation gets one that it opens.
const LINK_INSIDE: &str = "for (const link of document.querySelectorAll('[href=\"#documentation\"]'))
  link.href = URL.createObjectURL(await (await fetch(contactForcesFiles['DOCUMENTATION'])).blob());";

/// Where the page leads those to who read it without scripts, which bring the later sections of the article else.
const LATER: &str = "<a href=\"www/article/rest.html\">Sections 4 to 16, exercises, notation and sources</a>";

/// Write the whole page as one file: HTML that works without server and network, or a zip for a learning platform
#[derive(clap::Args)]
pub struct Export {
    /// The file to write; a name that ends in .zip makes a package that learning platforms open
    #[arg(long, value_name = "FILE", default_value = FILE)]
    out: PathBuf,
    /// Take the page from this folder as it is, building nothing
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Export {
    /// Copies the one-file form of the page, or packs the page.
    pub fn run(self) -> Result<()> {
        let folder = build::page_in(self.dir)?;
        if self.out.extension().is_some_and(|ending| ending == "zip") {
            course::pack(&folder, &self.out)?;
        } else {
            fs::copy(folder.join(FILE), &self.out).with_context(|| format!("cannot write {}", self.out.display()))?;
        }
        println!("wrote {}", self.out.display());
        Ok(())
    }
}

/// The page in a folder, as one file.
pub fn single_file(folder: &Path) -> Result<String> {
    let mut page = read(folder, "index.html")?;
    let mut style = format!("<style>\n{}</style>", read(folder, "www/style.css")?);
    let face = data("font/woff2", &fs::read(folder.join("www/font/text.woff2"))?);
    replace(&mut style, "font/text.woff2", face.as_str().unwrap_or_default())?;
    replace(&mut page, r#"<link rel="stylesheet" href="www/style.css">"#, &style)?;
    let (mut modules, mut files) = (Map::new(), Map::new());
    for path in build::files_under(folder, "www")? {
        let content = fs::read(folder.join(&path))?;
        let name = path.to_string_lossy().replace('\\', "/");
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("js") => {
                let source = String::from_utf8(content).with_context(|| format!("{name} is not UTF-8"))?;
                let source = rename_imports(&source, &path);
                modules.insert(format!("{PREFIX}{name}"), data("text/javascript", source.as_bytes()));
            }
            Some("json") => _ = files.insert(name, data("application/json", &content)),
            Some("wasm") => _ = files.insert(name, data("application/wasm", &content)),
            Some("css") => _ = files.insert(name, data("text/css", &content)),
            Some("html") if name == documents::PAGE => {
                let mut text = String::from_utf8(content).with_context(|| format!("{name} is not UTF-8"))?;
                for style in documents::STYLES {
                    let inline = format!("<style>\n{}</style>", read(folder, &format!("www/{style}"))?);
                    replace(&mut text, &documents::link(style), &inline)?;
                }
                files.insert(name, data("text/html", text.as_bytes()));
            }
            Some("html") => _ = files.insert(name, data("text/html", &content)),
            _ => {}
        }
    }
    // who switched scripts off finds the later sections in their place
    let rest = read(folder, "www/article/rest.html")?;
    let (_, body) = rest.split_once("<body class=\"later\">").context("expected <body> in rest.html")?;
    let (body, _) = body.split_once("</body>").context("expected </body> in rest.html")?;
    replace(&mut page, &format!("<noscript><p>{LATER}</p></noscript>"), &format!("<noscript>{body}</noscript>"))?;
    replace(&mut page, &format!("href=\"{}\"", documents::PAGE), "href=\"#documentation\"")?;
    let start = format!(
        "<script>globalThis.contactForcesFiles = {};</script>\n<script type=\"importmap\">{}</script>\n\
         <script type=\"module\">import '{PREFIX}www/main.js';\n{}</script>",
        Value::from(files),
        serde_json::json!({ "imports": modules }),
        LINK_INSIDE.replace("DOCUMENTATION", documents::PAGE),
    );
    replace(&mut page, r#"<script type="module" src="www/main.js"></script>"#, &start)?;
    // here all is inline, and a file may well be opened
    drop_line(&mut page, r#"<meta http-equiv="Content-Security-Policy""#)?;
    drop_line(&mut page, r#"<script defer src="www/start.js">"#)?;
    Ok(page)
}

fn read(folder: &Path, name: &str) -> Result<String> {
    fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"))
}

fn replace(page: &mut String, from: &str, to: &str) -> Result<()> {
    ensure!(page.matches(from).count() == 1, "expected {from} once");
    *page = page.replace(from, to);
    Ok(())
}

/// Takes out the line that begins so.
fn drop_line(page: &mut String, begin: &str) -> Result<()> {
    let line =
        page.lines().find(|line| line.starts_with(begin)).with_context(|| format!("expected {begin}"))?.to_string();
    replace(page, &format!("{line}\n"), "")
}

fn data(kind: &str, content: &[u8]) -> Value {
    Value::from(format!("data:{kind};base64,{}", Base64::encode_string(content)))
}

/// A module from a `data:` address cannot name another by its place beside it: `'./x.js'` becomes its name in the map.
fn rename_imports(source: &str, path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut parts = source.split('\'');
    let mut renamed = parts.next().unwrap_or_default().to_string();
    for part in parts {
        renamed.push('\'');
        let is_module = part.starts_with("./") || part.starts_with("../");
        if is_module && part.ends_with(".js") && !part.contains(char::is_whitespace) {
            renamed.push_str(PREFIX);
            renamed.push_str(&resolve(folder, part));
        } else {
            renamed.push_str(part);
        }
    }
    renamed
}

pub fn resolve(folder: &Path, relative: &str) -> String {
    let mut place: Vec<String> = folder.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => _ = place.pop(),
            name => place.push(name.to_string()),
        }
    }
    place.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_by_their_place_in_the_page() {
        let source = "import { a } from './a.js';\nconst it's = await import('../b.js'), c = 'x.js', d = './e f.js';";
        let renamed = rename_imports(source, Path::new("www/part/main.js"));
        let expected = "import { a } from 'page/www/part/a.js';\nconst it's = await import('page/www/b.js'), c = 'x.js', d = './e f.js';";
        assert_eq!(renamed, expected);
    }
}
