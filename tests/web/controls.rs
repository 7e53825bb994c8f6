//! Buttons, the clock, links.
use crate::harness::{in_browser, in_browser_but_webkit};
use crate::page::Screen;
use std::time::Duration;

#[test]
fn first_picture_is_two_blocks_at_rest() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        assert_eq!(page.value("page.view.value('scene')").await, "two-blocks");
        assert_eq!(page.value("page.clock.running").await, false);
        let contacts = page.number("page.view.contacts()").await;
        assert!((3.0..=5.0).contains(&contacts), "{contacts} contacts");
        page.run(true).await;
        page.pass(2.0).await;
        for body in 0..2 {
            let [.., vx, vy, omega] = page.body(body).await;
            assert!([vx, vy, omega].iter().all(|v| v.abs() < 1e-6), "body {body} moves: {vx} {vy} {omega}");
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn play_runs_the_clock_and_pause_stops_it() {
    in_browser(async |page| {
        page.open("?scene=blocks", Screen::DESKTOP).await;
        page.click("#play").await;
        page.until("page.view.time() > 0.5").await;
        page.click("#play").await;
        assert_eq!(page.value("page.clock.running").await, false);
        page.until_still().await;
        let (time, frames) = (page.time().await, page.number("page.clock.frames").await);
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!((page.time().await, page.number("page.clock.frames").await), (time, frames), "a paused page rests");
        page.assert_no_errors().await;
    });
}

#[test]
fn one_step_back_undoes_one_step_forward_bit_for_bit() {
    in_browser(async |page| {
        page.open("?scene=blocks", Screen::DESKTOP).await;
        let mut digests = vec![page.digest().await];
        for _ in 0..3 {
            page.click("[data-do='step']").await;
            digests.push(page.digest().await);
        }
        assert!((page.time().await - 0.075).abs() < 1e-9);
        assert!(digests.windows(2).all(|pair| pair[0] != pair[1]), "each step moves something");
        for digest in digests.iter().rev().skip(1) {
            page.click("[data-do='back']").await;
            assert_eq!(page.digest().await, *digest);
        }
        page.assert_no_errors().await;
    });
}

/// Another method comes with another module, which goes on from the same bits.
#[test]
fn another_solver_goes_on_from_the_same_state() {
    in_browser(async |page| {
        page.open("?scene=blocks&n=3", Screen::DESKTOP).await;
        page.step(40).await;
        page.value("page.scene.set('k', '7')").await;
        let (digest, time) = (page.digest().await, page.time().await);
        page.value("page.scene.set('solver', 'lemke')").await;
        page.until("page.view.value('solver') === 'lemke'").await;
        assert_eq!((page.digest().await, page.time().await), (digest, time));
        assert_eq!(page.value("page.view.value('k')").await, "7");
        page.run(true).await;
        page.pass(0.5).await;
        page.open("?scene=blocks&solver=lemke", Screen::DESKTOP).await;
        assert_eq!(page.value("page.view.value('solver')").await, "lemke");
        page.assert_no_errors().await;
    });
}

#[test]
fn reset_starts_the_scene_anew() {
    in_browser(async |page| {
        page.open("?scene=blocks&run=1", Screen::DESKTOP).await;
        page.run(false).await;
        page.value("page.actions.reset()").await;
        let start = page.digest().await;
        page.run(true).await;
        page.pass(0.5).await;
        page.run(false).await;
        assert_ne!(page.digest().await, start);
        page.click("[data-do='reset']").await;
        assert_eq!((page.digest().await, page.time().await), (start, 0.0));
    });
}

#[test]
fn a_link_restores_the_state_bit_for_bit() {
    in_browser(async |page| {
        page.open("?scene=blocks&g=2.5", Screen::DESKTOP).await;
        page.run(true).await;
        page.pass(1.0).await;
        page.run(false).await;
        let (digest, time) = (page.digest().await, page.time().await);
        let link = page.text("page.view.link()").await;
        page.go("?").await; // a change of the hash alone would not load the page anew
        page.open(&link, Screen::DESKTOP).await;
        assert_eq!(page.value("page.view.value('g')").await, "2.5");
        assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, 0);
        page.assert_no_errors().await;
        assert_eq!((page.digest().await, page.time().await), (digest, time));
    });
}

#[test]
fn a_button_of_the_article_loads_its_scene_and_scrolling_does_not() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.value("page.reader.read().then(() => document.getElementById('limits').scrollIntoView())").await;
        assert_eq!(page.value("page.view.value('scene')").await, "two-blocks");
        page.value("document.querySelector(\"[data-load='?scene=blocks']\").scrollIntoView({ block: 'center' })").await;
        page.click("[data-load='?scene=blocks']").await;
        assert_eq!(page.value("page.view.value('scene')").await, "blocks");
        page.assert_no_errors().await;
    });
}

#[test]
fn a_hidden_tab_pauses_and_its_time_does_not_jump() {
    in_browser_but_webkit(async |page| {
        page.open("?scene=blocks&n=2&g=0&run=1", Screen::DESKTOP).await;
        page.focus_stage().await;
        page.hold('f').await;
        page.pass(0.1).await;
        page.value(
            "(window.hidden = [], document.addEventListener('visibilitychange', () => hidden.push({
                state: document.visibilityState, time: page.view.time(), frames: page.clock.frames, now: performance.now() })))",
        )
        .await;
        page.hide_for(Duration::from_secs(2)).await;
        page.until("window.hidden.length === 2").await;
        assert_eq!(page.value("hidden.map((event) => event.state)").await, serde_json::json!(["hidden", "visible"]));
        assert_eq!(page.number("hidden[1].time - hidden[0].time").await, 0.0, "simulated while hidden");
        assert_eq!(page.number("hidden[1].frames - hidden[0].frames").await, 0.0, "frames while hidden");
        // s that the time of the scene has gained on the clock since the return
        let gained = "page.view.time() - hidden[1].time - (performance.now() - hidden[1].now) / 1000";
        assert!(page.number(gained).await < 0.1, "time jumped on return");
        // the key that was down when the tab was hidden is let go: nothing pushes any more
        page.assert_nothing_pushes(0).await;
        page.release('f').await;
        page.assert_no_errors().await;
    });
}

/// In a frame that is scrolled out of sight.
#[test]
fn a_stage_out_of_sight_stands_still() {
    in_browser(async |page| {
        page.open("?embed=1", Screen::DESKTOP).await;
        page.value(
            "(document.body.style.paddingBottom = '4000px', document.body.append(
                Object.assign(document.createElement('iframe'), { id: 'frame', height: 400, src: '?embed=1&scene=blocks&run=1' })))",
        )
        .await;
        page.until("document.getElementById('frame').contentWindow.page?.view").await;
        page.value("document.getElementById('frame').scrollIntoView()").await;
        page.until("document.getElementById('frame').contentWindow.page.clock.running").await;
        page.value("scrollTo(0, 0)").await;
        page.value("document.getElementById('frame').style.marginTop = '3000px'").await;
        page.until("!document.getElementById('frame').contentWindow.page.clock.running").await;
        let frames = "document.getElementById('frame').contentWindow.page.clock.frames";
        let before = page.number(frames).await;
        page.until_still().await;
        assert_eq!(page.number(frames).await, before, "callbacks out of sight");
        page.value("document.getElementById('frame').scrollIntoView()").await;
        page.until("document.getElementById('frame').contentWindow.page.clock.running").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn reduced_motion_starts_paused() {
    in_browser_but_webkit(async |page| {
        page.reduce_motion(true).await;
        page.open("?scene=blocks&run=1", Screen::DESKTOP).await;
        assert_eq!(page.value("page.clock.running").await, false);
        page.reduce_motion(false).await;
        page.open("?scene=blocks&run=1", Screen::DESKTOP).await;
        assert_eq!(page.value("page.clock.running").await, true);
    });
}

/// In the legend a mark stands beside its switch, and all marks below each other.
#[test]
fn marks_of_the_legend_stand_in_a_column() {
    in_browser(async |page| {
        for (address, screen) in
            [("?scene=blocks&lang=de", Screen::PHONE), ("?mode=spatial&scene=wall", Screen::DESKTOP)]
        {
            page.open(address, screen).await;
            page.click(".legend summary").await;
            page.until("document.querySelector('#legend svg')").await;
            let far = page.number(
                "(() => {
                    const at = [...document.querySelectorAll('#legend svg')].map((one) => one.getBoundingClientRect().left);
                    const right = document.querySelector('#legend input').getBoundingClientRect().right;
                    return Math.max(...at) - right + Math.max(...at) - Math.min(...at);
                })()",
            );
            let far = far.await;
            assert!((0.0..12.0).contains(&far), "{far} px from the switches, or from each other");
            page.screenshot("legend").await;
        }
        page.assert_no_errors().await;
    });
}

/// A scene that is far behind is not said to stand.
#[test]
fn a_scene_that_is_far_behind_has_a_pace() {
    in_browser(async |page| {
        page.open("?scene=blocks&lang=en", Screen::DESKTOP).await;
        let said = "(() => {
            const { clock, view } = page;
            view.pace = () => 0.004;
            Object.assign(clock, { running: true, slow: -1e5, told: -Infinity });
            clock.tell(performance.now());
            Object.assign(clock, { running: false, slow: null });
            delete view.pace;
            return document.getElementById('status').textContent;
        })()";
        let said = page.text(said).await;
        assert!(said.contains("0.01×"), "{said}");
        page.assert_no_errors().await;
    });
}
