//! The page as a zip that learning platforms open: a package by IMS Content Packaging 1.1.4 (Moodle, ILIAS, Canvas,
//! Blackboard and OpenOlat read it), which is as well the folder of the page for every other host.
use super::{build, offline};
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What a platform reads first.
const MANIFEST: &str = "imsmanifest.xml";

/// What the platform lists: title, and what is added to the page's address.
const ITEMS: [(&str, &str); 4] = [
    ("Contact forces", ""),
    ("Contact forces in space", "?mode=spatial"),
    ("Exercises on paper", "#sheet"),
    ("Kontaktkräfte", "?lang=de"),
];

/// Packs the built page of a folder into a file.
pub fn pack(folder: &Path, file: &Path) -> Result<()> {
    let target = File::create(file).with_context(|| format!("cannot write {}", file.display()))?;
    let mut zip = ZipWriter::new(target);
    let mut names = vec!["index.html".to_string(), offline::FILE.to_string()];
    for path in build::files_under(folder, "www")? {
        names.push(path.to_string_lossy().replace('\\', "/"));
    }
    let mut add = |name: &str, content: &[u8]| -> Result<()> {
        zip.start_file(name, SimpleFileOptions::default())?;
        Ok(zip.write_all(content)?)
    };
    add(MANIFEST, manifest(&names).as_bytes())?;
    for name in &names {
        add(name, &fs::read(folder.join(name))?)?;
    }
    zip.finish()?;
    Ok(())
}

/// Items, each with a resource of its own, and the files they share.
fn manifest(names: &[String]) -> String {
    let (mut items, mut resources) = (String::new(), String::new());
    for (number, (title, address)) in ITEMS.iter().enumerate() {
        items += &format!(
            "<item identifier=\"item-{number}\" identifierref=\"page-{number}\"><title>{title}</title></item>\n"
        );
        resources += &format!(
            "<resource identifier=\"page-{number}\" type=\"webcontent\" href=\"index.html{address}\">\
             <file href=\"index.html\"/><dependency identifierref=\"files\"/></resource>\n"
        );
    }
    let files: String = names.iter().map(|name| format!("<file href=\"{name}\"/>\n")).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="contact-forces" version="{version}" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
<metadata><schema>IMS Content</schema><schemaversion>1.1.4</schemaversion></metadata>
<organizations default="contents">
<organization identifier="contents"><title>Contact forces</title>
{items}</organization>
</organizations>
<resources>
{resources}<resource identifier="files" type="webcontent">
{files}</resource>
</resources>
</manifest>
"#,
        version = env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use zip::ZipArchive;

    #[test]
    fn a_platform_finds_every_file_that_the_manifest_names() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("www/part")).unwrap();
        for name in ["index.html", offline::FILE, "www/main.js", "www/part/words.json"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let file = folder.path().join("course.zip");
        pack(folder.path(), &file).unwrap();
        let mut zip = ZipArchive::new(File::open(&file).unwrap()).unwrap();
        let mut read = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let manifest = read(MANIFEST);
        let named: Vec<_> =
            manifest.split("href=\"").skip(1).map(|rest| rest.split(['"', '?', '#']).next().unwrap()).collect();
        for name in ["index.html", offline::FILE, "www/part/words.json"] {
            assert!(named.contains(&name), "{name} is not among {named:?}");
        }
        for name in named {
            assert_eq!(read(name), name);
        }
        assert_eq!(zip.len(), 5, "nothing else is in it");
    }
}
