//! The tab "Solvers" of the spatial mode: methods on the contacts of a step, the cone of one of them, the poster's table.
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use contact_forces::session::SpatialLink;
use contact_forces::spatial::poster::solvers;
use contact_forces::web::spatial::aside::contest::Contest;
use serde_json::json;
use thirtyfour::Key;

/// Balls that have just fallen into a box.
const SCENE: &str = "?mode=spatial&scene=packing&n=12";
const STEPS: usize = 70;

/// Opens the tab and waits until two methods have answered.
async fn open(page: &Page, address: &str, steps: usize, screen: Screen) {
    page.open(address, screen).await;
    page.step(steps).await;
    page.value("document.getElementById('tab-solvers').click()").await;
    answered(page).await;
}

async fn answered(page: &Page) {
    let done = "page.panels.parts.solvers?.runs?.length === 2 && !document.querySelector('[aria-busy=true]')";
    page.until(done).await;
    page.until_still().await;
}

async fn choose(page: &Page, which: usize, method: &str) {
    page.value(format!(
        "((field) => {{ field.value = '{method}'; field.dispatchEvent(new Event('change')); }})(page.panels.parts.solvers.fields[{which}])"
    ))
    .await;
    answered(page).await;
}

/// The forces of a method on the page, normal and both tangents of each contact, N.
async fn forces(page: &Page, which: usize) -> Vec<f64> {
    let list = format!("page.panels.parts.solvers.runs[{which}].contacts.flatMap(({{ force }}) => force)");
    serde_json::from_value(page.value(list).await).expect("numbers")
}

#[test]
fn methods_answer_beside_the_page_as_they_do_natively() {
    in_browser(async |page| {
        open(page, SCENE, STEPS, Screen::DESKTOP).await;
        let mut world = SpatialLink::parse("?scene=packing&n=12", "").0.start();
        (0..STEPS).for_each(|_| world.step());
        assert_eq!(page.digest().await, format!("{:016x}", world.digest()), "the same state");
        let contest = Contest::of(&mut world);
        let offered = page.value("[...page.panels.parts.solvers.fields[0].options].map(({ value }) => value)").await;
        let known: Vec<&str> = contest.methods().into_iter().filter(|name| *name != "interior-point").collect();
        assert_eq!(offered, json!(known));
        for (which, method) in [(0, "auto"), (1, "lemke-4")] {
            choose(page, which, method).await;
            let mut ticks = 0.0;
            let clock = || {
                ticks += 1.0;
                ticks
            };
            let expected = contest.run(method, clock, 0.0).race;
            let newtons: Vec<f64> = expected.f.iter().map(|r| r / contest.time_step).collect();
            assert_eq!(forces(page, which).await, newtons, "{method}");
            let way = format!("page.panels.parts.solvers.runs[{which}].residuals");
            assert_eq!(page.value(way).await, json!(expected.residuals), "{method}");
        }
        let rows = page.number("page.panels.parts.solvers.body.rows.length").await as usize;
        assert_eq!(rows, contest.pairs.len());
        page.screenshot("contest").await;
        // both charts and the table as a file
        assert_eq!(page.number("document.querySelectorAll('#panel-solvers .chart .line').length").await, 4.0);
        let lines = page.number("page.panels.parts.solvers.table().trim().split('\\n').length").await as usize;
        let iterations =
            page.number("Math.max(...page.panels.parts.solvers.runs.map(({ residuals }) => residuals.length))");
        assert_eq!(lines, 2 + iterations.await as usize + rows);
        page.assert_no_errors().await;
    });
}

#[test]
fn the_cone_of_a_contact_tells_the_error_of_a_pyramid() {
    in_browser(async |page| {
        open(page, "?mode=spatial&scene=driven", 60, Screen::DESKTOP).await;
        choose(page, 0, "auto").await;
        choose(page, 1, "lemke-4").await;
        // by keys: the second contact, then four facets
        page.value("document.querySelectorAll('#panel-solvers tbody button')[1].focus(), 0").await;
        page.press(Key::Enter).await;
        page.until("document.querySelectorAll('#panel-solvers tbody tr')[1].classList.contains('selected')").await;
        page.value("document.querySelector('.contest-cone input').focus(), 0").await;
        page.press(Key::Space).await;
        page.until("document.querySelector('.contest-cone .pyramid')").await;
        let told = page.text("document.querySelector('.contest-cone').innerText").await;
        assert!(told.contains("in turns (auto): slides") && told.contains("0.00° off"), "{told}");
        let error = told.split("Lemke, 4 facets: slides").nth(1).and_then(|rest| rest.split("° off").next());
        let error: f64 = error.and_then(|rest| rest.rsplit(' ').next()).and_then(|x| x.parse().ok()).expect(&told);
        assert!((1.0..=45.0).contains(&error), "a pyramid of four facets is off by {error}°");
        let states =
            page.value("[...document.querySelectorAll('#panel-solvers .does')].map((cell) => cell.textContent)").await;
        assert!(states.as_array().unwrap().iter().all(|state| state == "▶ slides"), "{states}");
        assert!(page.number("page.panels.parts.solvers.choose(1) ?? 1").await > 0.0);
        page.screenshot("contest-cone").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn the_posters_table_is_filled_by_a_button_while_the_page_stays_free() {
    in_browser(async |page| {
        open(page, SCENE, 10, Screen::PHONE).await;
        page.value("page.actions.panels(), 0").await;
        page.script(
            "window.longest = 0; let last = performance.now();
            setInterval(() => { longest = Math.max(longest, performance.now() - last); last = performance.now(); }, 10);",
        )
        .await;
        let poster = "page.panels.parts.solvers.poster";
        page.value(format!("{poster}.count.value = 20, {poster}.friction.value = '1', {poster}.go.click(), 0")).await;
        page.until(&format!("{poster}.rows.rows.length >= 2")).await;
        page.screenshot("poster-phone").await;
        page.value(format!(
            "new Promise((tell) => {{ const wait = setInterval(() => {{
                if (!{poster}.helper) {{ clearInterval(wait); tell(0); }}
            }}, 50); }})"
        ))
        .await;
        let lines = page.value(format!("{poster}.lines.map(([name, ...numbers]) => [name, numbers.length])")).await;
        let expected: Vec<_> = solvers(true).iter().map(|name| name.unwrap_or("sweeps")).collect();
        let expected: Vec<_> =
            expected.into_iter().filter(|name| *name != "interior-point").map(|name| json!([name, 7])).collect();
        assert_eq!(lines, json!(expected), "every method has a line");
        let longest = page.number("longest").await;
        println!("the page was kept waiting for at most {longest:.0} ms");
        assert!(longest < 1000.0, "the page was blocked for {longest} ms");
        let [content, window] = ["document.documentElement.scrollWidth", "innerWidth"];
        assert!(page.number(content).await <= page.number(window).await, "it sticks out sideways");
        page.assert_no_errors().await;
    });
}

#[test]
fn joints_are_left_out_and_planar_methods_come_back() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=crank&lang=de", Screen::DESKTOP).await;
        page.value("document.getElementById('tab-solvers').click()").await;
        page.until("document.querySelector('#panel-solvers .outcome')?.textContent.includes('Gelenke')").await;
        page.click("[name=mode][value=planar]").await;
        page.until("page.mode === 'planar' && page.panels.parts.solvers?.runs?.length === 2").await;
        let words = page.text("document.querySelector('#panel-solvers .outcome').textContent").await;
        assert!(words.contains("Baraff"), "{words}");
        page.assert_no_errors().await;
    });
}
