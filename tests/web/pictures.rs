//! The pictures of the README, and the one that links to the page are shown with. `cargo run -- pictures` sets `PICTURES` to the folder that they belong into; else they are
//! taken among the others, to see that they can be.
use crate::harness::{in_browser, in_chromium};
use crate::page::Screen;
use std::env;
use std::path::PathBuf;

/// How large a picture beside a link is.
const CARD: Screen = Screen::window(1200, 630);

/// Name, address, what is done first, and what must be there before it is taken.
const PICTURES: [[&str; 4]; 4] = [
    ["page", "", "0", "true"],
    [
        "spatial",
        "?mode=spatial&scene=stack-3d&n=3",
        "(() => { for (let k = 0; k < 30; k++) page.view.step(); page.panels.show(document.getElementById('tab-body')); })()",
        "document.querySelector('#panel-body tfoot td')?.textContent",
    ],
    ["social", "", "0", "true"],
    ["article", "?scene=balance#equation", "0", "document.querySelector('[data-box=equation] mn')"],
];

#[test]
fn pictures_of_the_readme() {
    in_chromium(async |page| {
        page.soften().await;
        for [name, address, first, there] in PICTURES {
            page.open("?", Screen::DESKTOP).await; // a change of the hash alone would load nothing
            page.open(address, if name == "social" { CARD } else { Screen::DESKTOP }).await;
            page.value(first).await;
            page.until(there).await;
            page.until_still().await;
            match env::var_os("PICTURES") {
                Some(folder) => page.picture(&PathBuf::from(folder).join(name).with_extension("png")).await,
                None => page.screenshot(&format!("readme-{name}")).await,
            }
        }
        page.assert_no_errors().await;
    });
}

/// Numbers of forces on the stage are low, and digits of powers high: the face that the page ships has all of them. One that it
/// lacked would be drawn by another face, and is then as wide as that one has it.
#[test]
fn the_face_of_the_page_has_all_low_and_high_digits() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let lacking = "document.fonts.load('40px \"Contact Text\"').then(() => {
            const pen = document.createElement('canvas').getContext('2d');
            const width = (letter, other) => ((pen.font = `40px \"Contact Text\", ${other}`), pen.measureText(letter.repeat(9)).width);
            return [...'₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻−'].filter((letter) => width(letter, 'monospace') !== width(letter, 'serif')).join('');
        })";
        assert_eq!(page.text(lacking).await, "");
        page.assert_no_errors().await;
    });
}
