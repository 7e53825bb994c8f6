//! What a visitor takes along: links, frames, pictures, tables, scenes, and the whole page as one file.
use crate::harness::{dist, in_browser};
use crate::page::{Page, Screen};
use contact_forces::session::SceneFile;
use contact_forces::session::scene_file::Content;
use serde_json::json;
use std::path::Path;

/// What a button of the dialog lets the browser download, as text.
async fn saved(page: &Page, key: &str) -> String {
    page.script(
        "window.savedFile = null;
         URL.createObjectURL = (content) => { window.savedFile = content; return 'data:,'; };
         HTMLAnchorElement.prototype.click = function () {};",
    )
    .await;
    page.value(format!("[...document.querySelectorAll('#share .files button')].find((b) => b.textContent === page.words.t('share.{key}')).click()"))
        .await;
    page.until("window.savedFile").await;
    page.text("window.savedFile.type.startsWith('image') ? window.savedFile.type : window.savedFile.text()").await
}

/// Width, height and number of colours of the picture that was saved last.
async fn picture(page: &Page) -> [f64; 3] {
    let numbers = page.value(
        "createImageBitmap(window.savedFile).then((image) => {
            const { width, height } = image, context = new OffscreenCanvas(width, height).getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, width, height);
            return [width, height, new Set(new Uint32Array(data.buffer)).size];
        })",
    );
    serde_json::from_value(numbers.await).expect("three numbers")
}

/// In three dimensions the picture is made of two: bodies, and words and arrows over them.
#[test]
fn a_picture_of_the_spatial_mode_is_not_empty() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=bolt", Screen::DESKTOP).await;
        page.step(30).await;
        page.click("[data-do='share']").await;
        page.until("document.getElementById('share').open").await;
        assert_eq!(saved(page, "png").await, "image/png");
        let [width, height, colours] = picture(page).await;
        assert!(width > 300.0 && height > 200.0 && colours > 50.0, "{width} x {height}, {colours} colours");
        page.assert_no_errors().await;
    });
}

/// On a phone its sheet is open, a stage that stands alone has it below; and the link keeps it.
#[test]
fn a_link_can_show_the_matrix() {
    in_browser(async |page| {
        for (address, screen, there) in [
            ("?scene=stack&show=forces,matrix", Screen::PHONE, true),
            ("?scene=stack", Screen::PHONE, false),
            ("?scene=stack&show=forces,matrix", Screen::DESKTOP, true),
            ("?scene=stack&show=forces,matrix&embed=1", Screen::DESKTOP, true),
            ("?scene=stack&embed=1", Screen::DESKTOP, false),
            ("?mode=spatial&scene=bolt&show=forces,matrix&embed=1", Screen::DESKTOP, true),
        ] {
            page.open(address, screen).await;
            page.until_still().await;
            let seen = "document.getElementById('matrix').checkVisibility({ contentVisibilityAuto: true }) &&
                document.getElementById('matrix').getClientRects().length > 0";
            assert_eq!(page.value(seen).await, there, "{address} on {screen:?}");
            let link = page.text("page.view.link()").await;
            assert_eq!(link.contains("show=forces,matrix"), there, "{link}");
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn the_link_in_the_dialog_restores_the_state() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=4", Screen::DESKTOP).await;
        page.step(30).await;
        let digest = page.digest().await;
        page.click("[data-do='share']").await;
        page.until("document.getElementById('share').open").await;
        let link = page.text("document.getElementById('share-link').value").await;
        assert!(link.len() <= 2000, "{} characters", link.len());
        let frame = page.text("document.getElementById('share-frame').value").await;
        assert!(frame.contains("embed=1") && frame.contains("<iframe"), "{frame}");
        page.screenshot("share").await;
        page.open(link.strip_prefix(page.server()).expect("a link to this page"), Screen::DESKTOP).await;
        assert_eq!(page.digest().await, digest);
        page.assert_no_errors().await;
    });
}

#[test]
fn picture_curves_and_scene_can_be_kept() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=3", Screen::DESKTOP).await;
        page.step(20).await;
        let energy = page.number("page.view.energies()[4]").await;
        let states = page.value("[...page.view.states()]").await;
        page.click("[data-do='share']").await;
        page.until("document.getElementById('share').open").await;
        assert_eq!(saved(page, "png").await, "image/png");
        let [width, height, colours] = picture(page).await;
        let stage = [
            page.number("document.getElementById('stage').width").await,
            page.number("document.getElementById('stage').height").await,
        ];
        assert_eq!([width, height], stage, "the picture has the size of the stage");
        assert!(colours > 10.0, "only {colours} colours: the picture is empty");
        let table = saved(page, "csv").await;
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        let total = lines[0].iter().position(|name| *name == "total").expect("the total energy is a column");
        assert_eq!(lines.len(), 22, "names, the start and twenty steps");
        assert_eq!(lines[21][total].parse::<f64>().unwrap(), energy);
        let scene = SceneFile::read(&saved(page, "json").await, None).expect("our own file can be read");
        let Content::Planar(scene) = scene.content else { panic!("a planar scene") };
        let bodies = scene.world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.state);
        let numbers: Vec<f64> =
            bodies.flat_map(|s| [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega]).collect();
        assert_eq!(json!(numbers), states, "bit for bit");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_whole_page_works_as_one_file_without_a_server() {
    in_browser(async |page| {
        let file = dist().join("contact-forces.html");
        page.show_on(Screen::DESKTOP).await;
        page.go_to(&format!("file://{}?scene=blocks&n=3&lang=de", file.display())).await;
        page.until("window.page?.view").await;
        assert_eq!(page.text("document.documentElement.lang").await, "de");
        page.run(true).await;
        page.pass(0.3).await;
        page.run(false).await;
        page.value("page.scene.set('solver', 'lemke')").await;
        page.until("page.view.value('solver') === 'lemke'").await;
        let tabs = page.number("document.querySelectorAll('[role=tab]').length").await;
        for tab in 0..tabs as usize {
            page.value(format!("document.querySelectorAll('[role=tab]')[{tab}].click()")).await;
            page.until("!document.querySelector('[role=tabpanel]:not([hidden])[aria-busy=true]')").await;
            page.until_still().await;
        }
        page.screenshot("offline").await;
        // the link to the documentation opens what is inside
        let link = "document.querySelector('[data-t=\"contents.documentation\"]')";
        page.until(&format!("{link}.href.startsWith('blob:')")).await;
        let inside = page.text(format!("fetch({link}.href).then((answer) => answer.text())")).await;
        assert!(inside.contains("id=\"scene-files\"") && !inside.contains("rel=\"stylesheet\""), "{inside}");
        // what works beside the page comes out of the file too
        page.value("page.scene.load('?mode=spatial&scene=driven')").await;
        page.until("page.mode === 'spatial'").await;
        page.value("document.getElementById('tab-solvers').click(), 0").await;
        page.until("page.panels.parts.solvers?.runs?.length === 2").await;
        page.assert_no_errors().await;
    });
}

/// Beside the list of contents a link leads to README and to what scene files hold, which can be read on a phone.
#[test]
fn the_documentation_is_read_beside_the_page() {
    in_browser(async |page| {
        page.open("?lang=de", Screen::PHONE).await;
        let link = "document.querySelector('.contents-more [href=\"www/documentation.html\"]')";
        page.value("page.reader.read().then(() => 0)").await;
        page.until(&format!("{link}.textContent.startsWith('Dokumentation')")).await;
        assert_eq!(page.value("document.querySelector('[data-t=\"contents.code\"]').offsetParent").await, json!(null));
        page.value(format!("{link}.click(), 0")).await;
        page.until_loaded_anew("document.getElementById('scene-files')").await;
        let wide = page.number("document.documentElement.scrollWidth - innerWidth").await;
        assert!(wide <= 0.0, "{wide} px too wide");
        assert!(page.text("document.querySelector('#scene-files ~ pre').textContent").await.contains("\"schema\": 1"));
        page.screenshot("documentation").await;
        page.assert_no_errors().await;
    });
}

/// No file of the page is missing from the one file, and none of its parts asks for another.
#[test]
fn the_one_file_names_no_place_outside() {
    let text = std::fs::read_to_string(dist().join("contact-forces.html")).unwrap();
    assert!(!text.contains("src=\"www/") && !text.contains("href=\"www/"));
    for file in ["www/main.js", "www/pkg/planar/contact_forces_bg.wasm", "www/lang/de/page.json"] {
        assert!(text.contains(file) && dist().join(Path::new(file)).is_file(), "{file}");
    }
    assert!(text.contains("<h2 id=\"limits\""), "the later sections are there without scripts");
}

/// A print holds the whole article, whatever was read; without scripts a link leads to its later sections, which are a page.
#[test]
fn the_whole_article_is_there_on_paper_and_without_scripts() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        assert_eq!(page.value("document.getElementById('limits')").await, json!(null), "it comes when it is read");
        page.print().await;
        let sections = "document.querySelectorAll('article > section').length";
        let printed = page.number(sections).await;
        assert!(printed > 16.0, "{printed} sections");
        page.value("page.reader.read()").await;
        assert_eq!(page.number(sections).await, printed, "none is there twice");
        // by the keys of a print the figures come first, also those that were never near
        page.value("(() => {
                const empty = () => [...document.querySelectorAll('[data-figure]')].filter((one) => !one.childElementCount).map((one) => one.dataset.figure);
                window.print = () => { window.printed = empty(); };
                document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true }));
            })()").await;
        page.until("window.printed").await;
        assert_eq!(page.value("window.printed").await, json!([]));
        let later = page.text("document.querySelector('article noscript').textContent").await;
        assert!(later.contains("www/article/rest.html"), "{later}");
        page.go("www/article/rest.html").await;
        let width = page.number("document.getElementById('limits').parentElement.getBoundingClientRect().width").await;
        assert!((300.0..800.0).contains(&width), "{width} px");
        page.assert_no_errors().await;
    });
}
