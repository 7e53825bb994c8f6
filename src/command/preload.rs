//! Names in the page all modules that its first one needs, so that a browser fetches them side by side, not one after
//! the other as it reads them.
use super::build::ROOT_MODULE;
use super::offline::resolve;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;

/// Adds the links to the page in a folder.
pub fn name_modules(folder: &Path) -> Result<()> {
    let file = folder.join("index.html");
    let page = fs::read_to_string(&file)?;
    let start = format!(r#"<script type="module" src="{ROOT_MODULE}"></script>"#);
    ensure!(page.matches(&start).count() == 1, "expected {start} once");
    let link = |name: &String| format!("<link rel=\"modulepreload\" href=\"{name}\">\n");
    let links: String = needed(folder)?.iter().skip(1).map(link).collect();
    fs::write(file, page.replace(&start, &format!("{links}{start}"))).context("cannot write index.html")
}

/// The first module and all that it imports at once, and those again.
fn needed(folder: &Path) -> Result<Vec<String>> {
    let mut names = vec![ROOT_MODULE.to_string()];
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        let source = fs::read_to_string(folder.join(&name)).with_context(|| format!("cannot read {name}"))?;
        for import in imports(&source) {
            let found = resolve(Path::new(&name).parent().unwrap_or(Path::new("")), import);
            if !names.contains(&found) {
                names.push(found);
            }
        }
    }
    Ok(names)
}

/// What a module imports, but for what it asks for later.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    source.split(" from '").skip(1).filter_map(|rest| rest.split_once("';").map(|(path, _)| path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_once_each() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("www")).unwrap();
        write("www/main.js", "import { a } from './a.js';\nimport { b } from './b.js';\nimport('./later.js');\n");
        write("www/a.js", "import { b } from './b.js';\n");
        write("www/b.js", "import { a } from './a.js';\n");
        write("index.html", "<script type=\"module\" src=\"www/main.js\"></script>\n");
        name_modules(folder.path()).unwrap();
        let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
        let link = |name| format!("<link rel=\"modulepreload\" href=\"www/{name}.js\">\n");
        assert!(page.starts_with(&(link("a") + &link("b") + "<script")), "{page}");
    }
}
