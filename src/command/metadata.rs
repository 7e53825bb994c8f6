//! `metadata`: says in the packages where the project is. Whoever publishes it knows, a copy of it does not.
use super::InputError;
use super::build::ROOT;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Write where the project is into Cargo.toml, npm/package.json and CITATION.cff, before it is published
#[derive(clap::Args)]
pub struct Metadata {
    /// The address of its repository
    #[arg(long, value_name = "ADDRESS")]
    repository: String,
    /// The address of its page
    #[arg(long, value_name = "ADDRESS")]
    homepage: String,
}

/// A file, the line after which its fields come, and how they are written there.
type Place = (&'static str, &'static str, fn(&str, &str) -> String);

const PLACES: [Place; 3] = [
    ("Cargo.toml", "license = ", |code, page| format!("repository = \"{code}\"\nhomepage = \"{page}\"\n")),
    ("npm/package.json", "  \"license\": ", |code, page| {
        format!(
            "  \"repository\": {{ \"type\": \"git\", \"url\": \"git+{code}.git\" }},\n  \"homepage\": \"{page}\",\n"
        )
    }),
    ("CITATION.cff", "version: ", |code, page| format!("repository-code: {code}\nurl: {page}\n")),
];

impl Metadata {
    /// Writes all files, or none.
    pub fn run(self) -> Result<()> {
        let Metadata { repository, homepage } = self;
        for (name, address) in [("--repository", &repository), ("--homepage", &homepage)] {
            if !address.starts_with("https://") || address.contains(['"', ' ', '\n']) {
                let words = format!("{name}: expected an address that begins with https://, found {address}");
                return Err(InputError(words).into());
            }
        }
        let mut texts = Vec::new();
        for (name, after, fields) in PLACES {
            let file = Path::new(ROOT).join(name);
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            let fields = fields(repository.trim_end_matches('/'), &homepage);
            texts.push((
                file,
                with_fields(&text, after, &fields).with_context(|| format!("no line {after} in {name}"))?,
            ));
        }
        texts.into_iter().try_for_each(|(file, text)| Ok(fs::write(file, text)?))
    }
}

/// The text with these fields behind the line that begins so. None if there is no such line, or the fields are there.
fn with_fields(text: &str, after: &str, fields: &str) -> Option<String> {
    let (before, rest) = text.split_at(text.find(&format!("\n{after}"))? + 1);
    let (line, rest) = rest.split_once('\n')?;
    (!text.contains(fields)).then(|| format!("{before}{line}\n{fields}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_says_where_the_project_is() {
        let [code, page] = ["https://example.org/forces", "https://forces.example.org/"];
        for (name, after, fields) in PLACES {
            let text = fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
            let told = with_fields(&text, after, &fields(code, page)).unwrap_or_else(|| panic!("{name}"));
            assert!(told.contains(code) && told.contains(page));
            if name.ends_with(".json") {
                let package: serde_json::Value = serde_json::from_str(&told).unwrap();
                assert_eq!(package["repository"]["url"], "git+https://example.org/forces.git");
                assert_eq!(package["homepage"], page);
            }
        }
    }
}
