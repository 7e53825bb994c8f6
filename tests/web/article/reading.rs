//! Reading changes no scene; the article in its languages, and its sheet of exercises.
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use serde_json::Value;

#[test]
fn reading_changes_no_scene_and_opens_every_part() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=3", Screen::DESKTOP).await;
        page.step(30).await;
        let (digest, time) = (page.digest().await, page.time().await);
        page.read_all().await;
        assert_eq!((page.digest().await, page.time().await), (digest, time));
        assert_eq!(page.value("page.view.value('scene')").await, "blocks");
        // every button of the article loads a scene without a warning
        let scenes = page
            .value("[...new Set([...document.querySelectorAll('[data-load]')].map((one) => one.dataset.load))]")
            .await;
        for query in scenes.as_array().expect("a list") {
            page.value(format!("page.scene.load({query})")).await;
            assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, 0, "{query}");
            let scene = query.as_str().unwrap().split("scene=").nth(1).and_then(|rest| rest.split('&').next()).unwrap();
            assert_eq!(page.value("page.view.value('scene')").await, scene, "{query}");
        }
        page.assert_no_errors().await;
    });
}

/// A scene of the article in an address brings the module that has it.
#[test]
fn scenes_of_the_article_open_from_their_address() {
    in_browser(async |page| {
        for scene in ["balance", "beam", "overhang", "drop", "turning"] {
            page.open(&format!("?scene={scene}"), Screen::DESKTOP).await;
            assert_eq!(page.value("page.view.value('scene')").await, scene);
            assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, 0, "{scene}");
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn the_article_speaks_german_with_its_numbers() {
    in_browser(async |page| {
        page.open("?lang=de", Screen::DESKTOP).await;
        page.until("document.getElementById('gap')?.textContent.startsWith('Der Abstand')").await;
        page.read("gap").await;
        page.until("document.querySelector('[data-live=gap]').textContent === '0,00500'").await;
        page.value("page.scene.set('lang', 'en')").await;
        page.until("document.getElementById('gap')?.textContent.startsWith('The gap')").await;
        page.until("document.querySelector('[data-live=gap]').textContent === '0.00500'").await;
        page.value("page.scene.set('lang', 'de')").await;
        page.until("document.getElementById('gap')?.textContent.startsWith('Der Abstand')").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn the_sheet_has_every_exercise_with_its_link() {
    in_browser(async |page| {
        for (address, word) in [("#sheet", "Exercise"), ("?lang=de#sheet", "Aufgabe")] {
            page.open_sheet(address).await;
            let titles =
                page.value("[...document.querySelectorAll('#paper h2')].map((title) => title.textContent)").await;
            let titles = titles.as_array().expect("titles").clone();
            assert_eq!(titles.len(), 7, "all but the one in space, which is no work for paper");
            assert!(titles.iter().all(|title| title.as_str().unwrap().starts_with(word)), "{titles:?}");
            let links: Value =
                page.value("[...document.querySelectorAll('#paper .link a')].map((link) => link.href)").await;
            for (k, link) in links.as_array().expect("links").iter().enumerate() {
                let link = link.as_str().unwrap();
                assert!(link.starts_with(page.server()) && link.contains(&format!("&ex={}", k + 1)), "{link}");
            }
            let drawn = page
                .number("[...document.querySelectorAll('#paper canvas')].filter(({ width }) => width === 900).length");
            assert!(drawn.await >= 7.0, "pictures of the planar scenes");
            page.screenshot(&format!("sheet-{word}")).await;
            // and back to where the link to it stands
            page.click("#paper a[href='#exercises']").await;
            page.until("!document.getElementById('paper') && document.getElementById('stage').checkVisibility()").await;
        }
        page.assert_no_errors().await;
    });
}

/// The later sections are no part of the first load: a link among the contents brings them, and leads there.
#[test]
fn later_sections_come_when_they_are_asked_for() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        assert_eq!(page.value("document.getElementById('limits')").await, Value::Null);
        page.value("document.querySelector('a[href=\"#redundant\"]').click(), 0").await;
        page.until("Math.abs(document.getElementById('redundant')?.getBoundingClientRect().top) < 100").await;
        let dead = "[...document.querySelectorAll('article a[href^=\"#\"]')].map((link) => link.hash.slice(1))
            .filter((name) => name !== 'sheet' && !document.getElementById(name))";
        assert_eq!(page.value(dead).await, serde_json::json!([]), "links that lead nowhere");
        page.assert_no_errors().await;
    });
}

/// A symbol under the pointer lights up in its section, and its contact on the stage if that shows the section's scene.
#[test]
fn a_symbol_lights_up_with_its_contact() {
    in_browser(async |page| {
        for (scene, marked) in [("balance", "[1]"), ("two-blocks", "undefined")] {
            page.open(&format!("?scene={scene}"), Screen::DESKTOP).await;
            page.read("equation").await;
            page.until("page.article?.symbols").await;
            page.value("(page.view.mark = (list) => { window.marked = [...list]; }, 0)").await;
            page.value(
                "[...document.querySelectorAll('#equation ~ p msub')].find((one) => one.textContent === 'f2').firstElementChild
                    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))",
            )
            .await;
            let lit =
                page.number("[...document.querySelectorAll('.lit')].filter((one) => one.textContent === 'f2').length");
            assert!(lit.await > 2.0);
            assert_eq!(page.text("`${JSON.stringify(window.marked)}`").await, marked, "{scene}");
            // and so do words
            page.value(
                "[...document.querySelectorAll('#equation ~ p .part')].find((one) => /2 and 3/.test(one.textContent))
                    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))",
            )
            .await;
            let both = if scene == "balance" { "[1,2]" } else { "undefined" };
            assert_eq!(page.text("`${JSON.stringify(window.marked)}`").await, both, "words, {scene}");
        }
        page.assert_no_errors().await;
    });
}

/// What comes late above a target of the address, figures, exercises and other words, does not push it away.
#[test]
fn addresses_of_sections_lead_there() {
    in_browser(async |page| {
        for (lang, target) in [("de", "redundant"), ("en", "curved"), ("de", "friction"), ("en", "ex3")] {
            page.go("start").await; // a change of the hash alone would load nothing
            page.open(&format!("?lang={lang}&run=0#{target}"), Screen::DESKTOP).await;
            page.until("page.article?.symbols").await;
            leads_there(page, target).await;
        }
        // and so does the list of contents
        page.open("?lang=en&run=0", Screen::DESKTOP).await;
        for target in ["redundant", "gap"] {
            page.value("scrollTo(0, 0)").await;
            page.value(format!("document.querySelector('.contents [href=\"#{target}\"]').click()")).await;
            leads_there(page, target).await;
        }
    });
}

/// The place is at the upper edge of the window, and stays there.
async fn leads_there(page: &Page, target: &str) {
    let top = format!("document.getElementById('{target}').getBoundingClientRect().top");
    page.until(&format!("document.getElementById('{target}') && {top} >= 0 && {top} < 40")).await;
    page.until_still().await;
    page.until_still().await;
    let top = page.number(top).await;
    assert!((0.0..40.0).contains(&top), "#{target} is {top} px from the upper edge");
}

/// No two elements have one name: an address that names a section leads there.
#[test]
fn no_two_elements_have_one_name() {
    in_browser(async |page| {
        for address in ["", "?mode=spatial&scene=blocks"] {
            page.open(address, Screen::DESKTOP).await;
            page.value("page.reader.read()").await;
            page.until_still().await;
            let names = "[...document.querySelectorAll('[id]')].map(({ id }) => id)";
            let twice =
                page.text(format!("((all) => all.filter((id, k) => all.indexOf(id) < k).join())({names})")).await;
            assert_eq!(twice, "", "{address}");
        }
    });
}

/// A section offers its scene over the stage, and one key brings it; a scene that is there already, or the visitor's own, stays.
#[test]
fn a_section_offers_its_scene() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let offered = "document.querySelector('.tools .offer')?.checkVisibility()";
        page.read("entries").await;
        page.until(offered).await;
        assert!(page.text("document.querySelector('.offer').textContent").await.starts_with("Load one block"));
        assert_eq!(page.value("page.view.value('scene')").await, "two-blocks", "reading alone changes nothing");
        page.value("document.getElementById('article').focus(), 0").await;
        page.press('g').await;
        page.until("page.view.value('scene') === 'one-block'").await;
        page.until(&format!("!{offered}")).await;
        page.read("gap").await;
        page.until(offered).await;
        page.click(".tools .offer").await;
        page.until("page.view.value('scene') === 'turning'").await;
        // over what the visitor has built nothing is offered
        page.value("(page.view.open_scene(page.view.scene_file(), true), page.clock.changed(), 0)").await;
        assert_eq!(page.value("page.view.value('scene')").await, "own");
        page.read("entries").await;
        page.until_still().await;
        assert_ne!(page.value(offered).await, true);
        page.assert_no_errors().await;
    });
}
