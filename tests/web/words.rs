//! A language that is added: written its own way, in its own forms for numbers, and chosen by its own name.
use crate::delivery::copy_folder;
use crate::harness::{dist, in_browser_serving};
use crate::page::Screen;
use std::fs;
use std::path::Path;

/// The built page with Hebrew as a third language, by the words of English and a form for two of something.
fn with_hebrew(folder: &Path) {
    copy_folder(dist(), folder);
    copy_folder(&folder.join("www/lang/en"), &folder.join("www/lang/he"));
    let change = |file: &str, from: &str, to: &str| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(from), "{file}");
        fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
    };
    change("index.html", r#"data-languages="en de""#, r#"data-languages="en de he""#);
    change("www/lang/he/laboratory.json", "{", r#"{"redundancy.free.two":"a pair is redundant","#);
}

#[test]
fn a_third_language_runs_from_right_to_left_with_its_own_plurals() {
    let folder = tempfile::tempdir().unwrap();
    let site = || {
        with_hebrew(folder.path());
        folder.path().to_path_buf()
    };
    in_browser_serving(site, async |page| {
        page.open("?lang=en", Screen::DESKTOP).await;
        page.tab("redundancy").await;
        page.until("page.words.t('redundancy.free', { n: 1 }).startsWith('One')").await;
        assert!(page.text("page.words.t('redundancy.free', { n: 2 })").await.starts_with("2 contacts"));
        page.value("page.words.speak('he')").await;
        page.until("document.documentElement.dir === 'rtl'").await;
        assert_eq!(page.text("page.words.t('redundancy.free', { n: 2 })").await, "a pair is redundant");
        assert!(page.text("page.words.t('redundancy.free', { n: 3 })").await.starts_with("3 contacts"));
        assert_eq!(
            page.text("page.words.languages.map(page.words.languageName).join()").await,
            "English,Deutsch,עברית"
        );
        let beside = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(page.number(beside).await, 0.0, "nothing sticks out");
        page.screenshot("right-to-left").await;
        page.value("page.words.speak('de')").await;
        page.until("document.documentElement.dir === 'ltr'").await;
        assert_eq!(page.text("page.words.list([page.words.number(0.5, 1), page.words.number(2, 0)])").await, "0,5; 2");
    });
}
