//! What of the page needs to know its own address: pictures and frames beside links to it, and what search engines read.
use super::build::ROOT;
use super::{InputError, build};
use anyhow::{Context, Result};
use contact_forces::session::link::LANGUAGES;
use serde_json::json;
use std::fs;
use std::path::Path;

/// The size of the frame in pages that show what a link leads to (oEmbed), pixels.
const FRAME: [u32; 2] = [640, 560];

/// Gives the built page in a folder the address at which it will be.
///
/// # Errors
/// An address that does not begin with `https://` or `http://`.
pub fn publish(folder: &Path, address: &str) -> Result<()> {
    let site = address.trim_end_matches('/');
    if !site.starts_with("https://") && !site.starts_with("http://") || site.contains(['"', '<', '>', ' ']) {
        return Err(
            InputError(format!("--site: expected an address that begins with https://, found {address}")).into()
        );
    }
    build::copy(&Path::new(ROOT).join("docs/social.png"), &folder.join("social.png"))?;
    let write =
        |name: &str, text: String| fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"));
    let addresses = LANGUAGES.iter().map(|language| format!("{site}/?lang={language}\n"));
    write("sitemap.txt", format!("{site}/\n{}", addresses.collect::<String>()))?;
    write("robots.txt", format!("Sitemap: {site}/sitemap.txt\n"))?;
    write("oembed.json", format!("{:#}\n", oembed(site)))?;
    let page = fs::read_to_string(folder.join("index.html"))?;
    let (before, after) = page.split_once("<meta property=\"og:type\"").context("expected og:type in the page")?;
    write("index.html", format!("{before}{}<meta property=\"og:type\"{after}", head(site)))
}

fn head(site: &str) -> String {
    let languages = LANGUAGES
        .iter()
        .map(|language| format!("<link rel=\"alternate\" hreflang=\"{language}\" href=\"{site}/?lang={language}\">\n"));
    format!(
        "<link rel=\"canonical\" href=\"{site}/\">\n{}\
         <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{site}/oembed.json\" title=\"Contact forces\">\n\
         <meta property=\"og:url\" content=\"{site}/\">\n<meta property=\"og:image\" content=\"{site}/social.png\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n",
        languages.collect::<String>()
    )
}

/// The answer that oEmbed 1.0 asks for, the same for every link: a host of files has no program that could read one.
fn oembed(site: &str) -> serde_json::Value {
    let [width, height] = FRAME;
    let html = format!(
        "<iframe src=\"{site}/?embed=1\" title=\"Contact forces\" width=\"{width}\" height=\"{height}\" style=\"border:0\"></iframe>"
    );
    json!({
        "version": "1.0", "type": "rich", "title": "Contact forces", "provider_name": "Contact forces",
        "provider_url": site, "html": html, "width": width, "height": height,
        "thumbnail_url": format!("{site}/social.png"), "thumbnail_width": 1200, "thumbnail_height": 630,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// What sections 2.3 and 4 of oEmbed 1.0 ask for: an answer of type "rich", and a link to it in the page.
    #[test]
    fn pages_that_link_to_it_find_the_frame_and_the_picture() {
        const SITE: &str = "https://example.org/forces";
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::copy(Path::new(ROOT).join("index.html"), folder.path().join("index.html")).unwrap();
        publish(folder.path(), &format!("{SITE}/")).unwrap();
        let answer: Value = serde_json::from_str(&read("oembed.json")).unwrap();
        assert_eq!((&answer["type"], &answer["version"]), (&json!("rich"), &json!("1.0")));
        let [width, height] = ["width", "height"].map(|side| answer[side].as_u64().expect("a number"));
        let frame = answer["html"].as_str().expect("HTML");
        for part in [format!("src=\"{SITE}/?embed=1\""), format!("width=\"{width}\" height=\"{height}\"")] {
            assert!(frame.starts_with("<iframe ") && frame.contains(&part), "{part} is not in {frame}");
        }
        let head = read("index.html");
        let head = head.split("</head>").next().unwrap();
        for (name, file) in [("application/json+oembed\" href", "oembed.json"), ("og:image\" content", "social.png")] {
            assert!(head.contains(&format!("{name}=\"{SITE}/{file}\"")), "{file} is not in the head");
            assert!(folder.path().join(file).is_file(), "there is no {file}");
        }
        // width and height of a PNG stand in its first chunk
        let picture = fs::read(folder.path().join("social.png")).unwrap();
        let [width, height] = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
        assert_eq!((&answer["thumbnail_width"], &answer["thumbnail_height"]), (&json!(width), &json!(height)));
        assert!(read("sitemap.txt").lines().all(|line| line.starts_with(SITE)));
    }

    #[test]
    fn an_address_is_one() {
        let folder = tempfile::tempdir().unwrap();
        for wrong in ["example.org", "ftp://example.org", "https://example.org/\"onload=\""] {
            let error = publish(folder.path(), wrong).unwrap_err().to_string();
            assert!(error.contains("--site") && error.contains(wrong), "{error}");
        }
    }
}
