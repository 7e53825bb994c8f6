//! Sizes, themes, languages: nothing sticks out, and pictures for the eye.
use crate::harness::{in_browser, in_chromium};
use crate::page::{Page, Screen};
use serde_json::json;

#[test]
fn nothing_sticks_out_sideways() {
    in_browser(async |page| {
        let [upright, wide] = Screen::TABLET;
        for (screen, zoom) in [
            (Screen::NARROW, 100),
            (Screen::PHONE, 100),
            (upright, 100),
            (wide, 100),
            (Screen::DESKTOP, 100),
            (Screen::DESKTOP, 200),
        ] {
            for address in ["", "?lang=de"] {
                page.open(address, screen).await;
                page.value(format!("document.documentElement.style.fontSize = '{zoom}%'")).await;
                assert_reflows(page, &format!("{screen:?}, text at {zoom} %, {address:?}")).await;
                page.value("document.querySelectorAll('[role=tab]').forEach((tab) => tab.click())").await;
                page.value("document.querySelector('[data-do=panels]').click()").await;
                assert_reflows(page, &format!("{screen:?}, text at {zoom} %, {address:?}, settings open")).await;
            }
        }
        page.assert_no_errors().await;
    });
}

/// The choices in sight whose words are cut. How broad the arrow beside them is, is known of Chromium.
const CUT: &str = "(() => {
    const pen = document.createElement('canvas').getContext('2d'), arrow = 20;
    const cut = [...document.querySelectorAll('select')].filter((one) => one.checkVisibility() && one.selectedOptions.length).filter((one) => {
        const style = getComputedStyle(one);
        pen.font = style.font;
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        return pen.measureText(one.selectedOptions[0].text).width > room + 1;
    });
    return cut.map((one) => `${one.id} ${one.selectedOptions[0].text}`).join(', ');
})()";

/// Words that are chosen are read whole, and no tab is out of sight.
#[test]
fn words_of_choices_and_tabs_are_not_cut() {
    in_chromium(async |page| {
        for (screen, scrolls) in [(Screen::DESKTOP, false), (Screen::PHONE, true)] {
            for address in
                ["?lang=en", "?lang=de", "?mode=spatial&scene=arch&lang=en", "?mode=spatial&scene=half-disc&lang=de"]
            {
                page.open(address, screen).await;
                assert_eq!(page.text(CUT).await, "", "{screen:?}, {address}");
                page.value("page.panels.open('settings')").await;
                assert_eq!(page.text(CUT).await, "", "settings, {screen:?}, {address}");
                let [tabs, room] =
                    ["scrollWidth", "clientWidth"].map(|size| format!("document.querySelector('.tabs').{size}"));
                let hidden = page.number(tabs).await > page.number(room).await;
                assert!(scrolls || !hidden, "tabs are out of sight: {address}");
            }
        }
        page.assert_no_errors().await;
    });
}

/// In space the buttons on the stage stand in one row, above all that can be taken by a hand.
#[test]
fn no_button_lies_on_a_body_in_space() {
    in_browser(async |page| {
        for screen in [Screen::TALL_PHONE, Screen::PHONE, Screen::DESKTOP] {
            page.open("?mode=spatial&scene=bolt", screen).await;
            for scene in ["bolt", "bolt-aside", "crank", "stack-3d"] {
                page.load(&format!("?mode=spatial&scene={scene}")).await;
                page.until_still().await;
                let covered = "(() => {
                    const stage = document.getElementById('stage-box'), { left, top } = stage.getBoundingClientRect();
                    const buttons = [...stage.querySelectorAll('button:enabled, summary, select')]
                        .filter((one) => one.checkVisibility() && !['undo', 'redo'].includes(one.dataset.do));
                    return buttons.flatMap((one) => {
                        const box = one.getBoundingClientRect(), under = [];
                        for (let x = box.left - left; x <= box.right - left; x += 4)
                            for (let y = box.top - top; y <= box.bottom - top; y += 4)
                                if (page.view.hits(x, y, 0) || y > 60) under.push(`${one.textContent} ${x} ${y}`);
                        return under.slice(0, 1);
                    }).join();
                })()";
                assert_eq!(page.text(covered).await, "", "{scene} on {screen:?}");
            }
        }
        page.assert_no_errors().await;
    });
}

/// At all widths of a desktop, and of phones those on the stage: buttons stand in one row, and the list of scenes can be
/// read, also beside undo and redo.
#[test]
fn buttons_stand_in_one_row_and_the_list_beside_them_can_be_read() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=two-blocks-3d", Screen::DESKTOP).await;
        let desktop = [1000, 1024, 1100, 1280, 1920].map(|width| Screen::window(width, 700));
        for screen in desktop.into_iter().chain([Screen::NARROW, Screen::PHONE, Screen::TALL_PHONE]) {
            page.open("?mode=spatial&scene=two-blocks-3d&run=0", screen).await;
            let rows = |which: &str| {
                let seen = format!("[...document.querySelectorAll('{which}')].filter((one) => one.checkVisibility())");
                format!("new Set({seen}.map((one) => Math.round(one.getBoundingClientRect().bottom / 8))).size")
            };
            assert_eq!(page.number(&rows("div.bar button")).await, 1.0, "controls on {screen:?}");
            assert_eq!(page.number(&rows(".tools button, .tools summary")).await, 1.0, "on the stage on {screen:?}");
            page.value("page.actions.step()").await;
            page.value("page.actions.reset()").await;
            page.until("document.querySelector('[data-do=undo]').checkVisibility()").await;
            let list = page.number("document.getElementById('scene-3d').getBoundingClientRect().width").await;
            assert!(list >= 140.0, "the list is {list} px wide on {screen:?}");
        }
        page.assert_no_errors().await;
    });
}

/// On phones in every theme all buttons on the stage stand in one row, and undo and redo below them in another.
#[test]
fn undo_and_redo_stand_beside_each_other_on_a_phone() {
    in_browser(async |page| {
        for (screen, theme) in [Screen::NARROW, Screen::PHONE, Screen::OLD_PHONE, Screen::TALL_PHONE]
            .into_iter()
            .flat_map(|screen| ["light", "projector"].map(|theme| (screen, theme)))
        {
            page.open(&format!("?mode=spatial&scene=two-blocks-3d&run=0&theme={theme}"), screen).await;
            for act in ["step", "reset", "step", "reset", "undo"] {
                page.value(format!("page.actions.{act}()")).await;
            }
            page.until("document.querySelector('[data-do=redo]').checkVisibility()").await;
            let rows = "(() => {
                const rows = {};
                for (const one of document.querySelectorAll('.tools :is(button, summary)')) {
                    const { top, width, height } = one.getBoundingClientRect();
                    if (width) (rows[Math.round(top)] ??= []).push(one.dataset.do ?? '');
                    if (width && Math.min(width, height) < 44) return 'small';
                }
                return Object.values(rows).map((row) => row.join()).join(' / ');
            })()";
            let rows = page.text(rows).await;
            assert!(rows.ends_with(" / undo,redo") && rows.matches('/').count() == 1, "{rows} on {screen:?}, {theme}");
        }
        page.assert_no_errors().await;
    });
}

/// In the tabs of a phone no button and no choice sticks out of its panel, and what is chosen is read whole, but on the narrowest
/// one.
#[test]
fn nothing_of_a_tab_is_cut_on_a_phone() {
    in_chromium(async |page| {
        for (screen, query) in [Screen::NARROW, Screen::PHONE, Screen::TALL_PHONE].into_iter().flat_map(|screen| {
            ["?theme=dark", "?theme=projector", "?theme=projector&lang=de", "?theme=projector&mode=spatial"]
                .map(|q| (screen, q))
        }) {
            page.open(query, screen).await;
            page.value("document.querySelector('[data-do=panels]').click()").await;
            for tab in ["pivots", "redundancy", "solvers", "drift", "build"] {
                page.value(format!("page.panels.open('{tab}')")).await;
                page.until(&format!("document.querySelector('#panel-{tab} button')")).await;
                let out = page.text(&format!("(() => {{
                    const panel = document.getElementById('panel-{tab}'), right = panel.getBoundingClientRect().left + panel.clientWidth;
                    return [...panel.querySelectorAll('button, select, input')]
                        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > right && !one.closest('table'))
                        .map((one) => one.ariaLabel || one.textContent || one.id).join(', ');
                }})()")).await;
                assert_eq!(out, "", "{tab} on {screen:?}, {query}");
                if screen == Screen::TALL_PHONE || screen == Screen::PHONE && query == "?theme=dark" {
                    assert_eq!(page.text(CUT).await, "", "{tab} on {screen:?}, {query}");
                }
            }
        }
        page.assert_no_errors().await;
    });
}

/// With all figures, live numbers and an exercise in it.
#[test]
fn nothing_of_the_article_sticks_out_sideways() {
    in_browser(async |page| {
        for (screen, zoom, address) in [
            (Screen::NARROW, 100, "?scene=balance"),
            (Screen::NARROW, 100, "?scene=turning&lang=de"),
            (Screen::DESKTOP, 200, "?scene=balance&lang=de"),
        ] {
            page.open(address, screen).await;
            page.value(format!("document.documentElement.style.fontSize = '{zoom}%'")).await;
            page.read_all().await;
            for exercise in [4, 5] {
                page.begin(exercise).await;
                assert_reflows(page, &format!("{screen:?}, text at {zoom} %, {address:?}, exercise {exercise}")).await;
            }
        }
        page.assert_no_errors().await;
    });
}

/// On a desktop the tables in figures have the room that they take: no bar lies over a last row.
#[test]
fn tables_of_figures_are_not_cut() {
    const CUT: &str = "[...document.querySelectorAll('article [data-figure] *')]
        .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
        .map((one) => `${one.closest('[data-figure]').dataset.figure} ${one.className} ${one.scrollWidth} in ${one.clientWidth}`)";
    in_browser(async |page| {
        page.open("?scene=balance", Screen::DESKTOP).await;
        page.read_all().await;
        assert_eq!(page.value(CUT).await, json!([]));
        page.assert_no_errors().await;
    });
}

async fn assert_reflows(page: &Page, what: &str) {
    let [content, window] = ["document.documentElement.scrollWidth", "innerWidth"];
    let (content, window) = (page.number(content).await, page.number(window).await);
    assert!(content <= window, "{what}: {content} pixels of content on {window}");
    // a bar that is fixed makes no page wider
    let cut = "[...document.querySelectorAll('.bar button')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.dataset.do)";
    assert_eq!(page.value(cut).await, json!([]), "{what}: buttons that are cut off");
}

#[test]
fn buttons_of_a_phone_are_large_and_the_stage_leaves_room() {
    in_browser(async |page| {
        page.open("", Screen::PHONE).await;
        let small = "[...document.querySelectorAll('.bar button')].map((button) => button.getBoundingClientRect())
            .filter(({ width, height }) => width > 0 && (width < 44 || height < 44)).length";
        assert_eq!(page.value(small).await, 0, "buttons smaller than 44 pixels");
        let stage = page.number("document.getElementById('stage-box').getBoundingClientRect().height").await;
        assert!(stage <= 0.45 * 740.0, "the stage is {stage} pixels high");
    });
}

/// The values of forces are read whole: none stands under a button that lies on the stage, or under the key caps at the blocks.
#[test]
fn values_keep_off_the_buttons_on_the_stage() {
    const UNDER: &str = "(() => {
        const pen = CanvasRenderingContext2D.prototype, write = pen.fillText, words = [];
        pen.fillText = function (text, x, y) {
            const size = this.measureText(text);
            const [left, right] = [x - size.actualBoundingBoxLeft, x + size.actualBoundingBoxRight];
            const [top, bottom] = [y - size.actualBoundingBoxAscent, y + size.actualBoundingBoxDescent];
            if (text.endsWith('N')) words.push({ text, left, right, top, bottom });
            write.call(this, text, x, y);
        };
        page.view.draw();
        pen.fillText = write;
        const stage = document.getElementById('stage').getBoundingClientRect();
        const buttons = [...document.querySelectorAll('#stage-box :is(button, summary, select, .caps, .hint)')].map((one) => one.getBoundingClientRect());
        const covers = (button, word) => button.left - stage.left < word.right && word.left < button.right - stage.left
            && button.top - stage.top < word.bottom && word.top < button.bottom - stage.top;
        const under = words.filter((word) => buttons.some((button) => button.width && covers(button, word)));
        return { told: words.length, under: under.map(({ text }) => text) };
    })()";
    in_browser(async |page| {
        for (scene, screen) in [
            ("?mode=spatial&scene=rolling-off", Screen::TALL_PHONE),
            ("?mode=spatial&scene=stack-3d", Screen::DESKTOP),
            ("?scene=blocks&n=6&show=forces,values", Screen::TALL_PHONE),
            ("?scene=stack", Screen::DESKTOP),
            ("", Screen::LOW),
            ("", Screen::DESKTOP),
        ] {
            page.open(scene, screen).await;
            page.until_still().await;
            let values = page.value(UNDER).await;
            assert!(values["told"].as_f64() > Some(0.0), "{scene}: no values");
            assert_eq!(values["under"], json!([]), "{scene}, {screen:?}: under buttons");
            page.screenshot(&format!("values-{}", scene.rsplit('=').next().unwrap_or_default())).await;
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn every_look_can_be_seen() {
    in_browser(async |page| {
        for (name, address, screen) in [
            ("desktop", "", Screen::DESKTOP),
            ("desktop-blocks", "?scene=blocks&show=forces,ids", Screen::DESKTOP),
            ("dark", "?theme=dark", Screen::DESKTOP),
            ("projector", "?theme=projector", Screen::DESKTOP),
            ("german", "?lang=de", Screen::DESKTOP),
            ("embed", "?embed=1", Screen::DESKTOP),
            ("phone", "", Screen::PHONE),
            ("phone-dark", "?theme=dark", Screen::PHONE),
            ("narrow", "", Screen::NARROW),
            ("tablet", "", Screen::TABLET[0]),
            ("tablet-wide", "?lang=de", Screen::TABLET[1]),
        ] {
            page.open(address, screen).await;
            page.until_still().await;
            let drawn = "(() => {
                const canvas = document.getElementById('stage');
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                return new Set(new Uint32Array(data.buffer)).size;
            })()";
            assert!(page.number(drawn).await > 10.0, "{name}: the stage is empty");
            page.screenshot(name).await;
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn an_embedded_page_is_the_stage_alone_and_tells_its_height() {
    in_browser(async |page| {
        page.open("?embed=1", Screen::DESKTOP).await;
        assert_eq!(page.value("document.getElementById('article').checkVisibility()").await, false);
        assert_eq!(page.value("document.getElementById('stage').checkVisibility()").await, true);
        let told = "new Promise((tell) => {
            let count = 0;
            addEventListener('message', ({ source }) => (count += source === window));
            setTimeout(() => tell(count), 300);
        })";
        assert_eq!(page.number(told).await, 0.0, "it tells itself nothing");
        // all heights that a frame asks for while it is followed: it never grows beyond what it needs
        page.script(
            "const frame = Object.assign(document.createElement('iframe'), { id: 'frame', width: 640, height: 560 });
            window.heights = [];
            addEventListener('message', ({ source, data }) => {
                if (source !== frame.contentWindow || !data.contactForces) return;
                frame.height = data.contactForces.height;
                window.heights.push(data.contactForces.height);
            });
            frame.src = '?embed=1&scene=blocks&run=1';
            document.body.append(frame);",
        )
        .await;
        page.until("document.getElementById('frame').contentWindow.page?.view?.time() > 1").await;
        let heights: Vec<f64> = serde_json::from_value(page.value("window.heights").await).unwrap();
        assert!(!heights.is_empty() && heights.iter().all(|height| (100.0..1000.0).contains(height)), "{heights:?}");
    });
}

/// The bar between stage and panel moves by keys, the stage takes the whole window and gives it back, and the forces
/// stay in sight beside a wide matrix.
#[test]
fn the_room_is_divided_as_a_visitor_asks() {
    in_browser(async |page| {
        page.open("?scene=pyramid", Screen::DESKTOP).await;
        page.tab("matrix").await;
        page.until("document.querySelector('#matrix td.f')").await;
        let height = "document.getElementById('panels').offsetHeight";
        let before = page.number(height).await;
        page.value("document.getElementById('divider').focus()").await;
        for key in ["Home", "End"] {
            page.value(format!(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
            ))
            .await;
            let (now, room) = (page.number(height).await, page.number("innerHeight").await);
            let stage = page.number("document.getElementById('stage').offsetHeight").await;
            assert!(if key == "Home" { now < 0.6 * before } else { now > 1.5 * before }, "{key}: {now} of {before}");
            assert!(stage + now <= room && stage > 120.0, "{key}: stage {stage}, panel {now} of {room}");
        }
        let f = "document.querySelector('#matrix td.f').getBoundingClientRect()";
        let panel = "document.getElementById('matrix').getBoundingClientRect()";
        let wide = page.number("document.getElementById('matrix').scrollWidth").await;
        assert!(wide > page.number(format!("{panel}.width")).await, "the matrix is wider than its place");
        assert!(page.number(format!("{f}.right")).await < page.number(format!("{panel}.right")).await, "f is in sight");
        let width = "document.getElementById('stage').offsetWidth / innerWidth";
        page.click("[data-do=theatre]").await;
        assert!(page.number(width).await > 0.95, "the stage takes the window");
        page.click("[data-do=theatre]").await;
        assert!(page.number(width).await < 0.7, "and gives it back");
        page.assert_no_errors().await;
    });
}
