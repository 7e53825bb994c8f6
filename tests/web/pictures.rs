//! The pictures of the README, and the one that links to the page are shown with. `cargo run -- pictures` sets `PICTURES` to the folder that they belong into; else they are
//! taken among the others, to see that they can be.
use crate::harness::in_chromium;
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
