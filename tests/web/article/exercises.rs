//! The exercises are judged by the engine.
use super::Equation;
use crate::harness::in_browser;
use crate::page::{Page, Screen};
use serde_json::json;

/// What the exercise asks for is not to be seen before it is answered.
async fn assert_hidden(page: &Page, hidden: bool) {
    let shown = page.value("page.view.value('forces')").await;
    assert_eq!(shown, if hidden { "0" } else { "1" }, "arrows of the forces");
    page.value("document.getElementById('tab-matrix').click()").await;
    page.until("document.querySelector('#matrix td.f')").await;
    let style = page.value("getComputedStyle(document.querySelector('#matrix td.f')).visibility").await;
    assert_eq!(style, if hidden { "hidden" } else { "visible" }, "forces in the matrix");
    let words =
        page.text("(page.view.draw(), page.clock.changed(), document.getElementById('stage-words').textContent)").await;
    assert!(!hidden || !words.contains("newton"), "the description tells the forces: {words}");
}

#[test]
fn exercise_1_asks_which_contacts_carry_force() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(1).await;
        assert_hidden(page, true).await;
        let f = Equation::of(page).await.vector(1).to_vec();
        let carries = |k: usize| f[k] > 1e-6;
        let mut answer: Vec<String> = (0..f.len()).map(|k| carries(k).to_string()).collect();
        answer[0] = (!carries(0)).to_string();
        page.fill(1, &answer).await;
        assert!(!page.check(1).await, "a wrong answer");
        assert_hidden(page, true).await;
        answer[0] = carries(0).to_string();
        page.fill(1, &answer).await;
        assert!(page.check(1).await, "the engine's answer");
        assert_hidden(page, false).await;
        page.assert_no_errors().await;
    });
}

#[test]
fn exercise_2_puts_forces_into_the_equation() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(2).await;
        let equation = Equation::of(page).await;
        let (a, b) = (|i, j| equation.entry(i, j), equation.vector(0));
        // as the hint has it
        let determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1);
        let f = [(a(0, 1) * b[1] - a(1, 1) * b[0]) / determinant, (a(0, 1) * b[0] - a(0, 0) * b[1]) / determinant];
        page.fill(2, &["3".into(), "1,5".into()]).await;
        assert!(!page.check(2).await);
        page.fill(2, &[format!("{:.2}", f[0]), format!("{:.2}", f[1]).replace('.', ",")]).await;
        assert!(page.check(2).await, "{f:?}");
        page.fill(2, &["".into(), "x".into()]).await;
        assert!(!page.check(2).await, "no numbers");
        assert_eq!(page.value("document.querySelectorAll('#ex2 [aria-invalid=true]').length").await, 2);
        page.assert_no_errors().await;
    });
}

#[test]
fn exercise_3_asks_for_signs() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(3).await;
        let equation = Equation::of(page).await;
        let pairs: Vec<(usize, usize)> = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j))).collect();
        for (i, j) in pairs {
            let value = equation.entry(i, j);
            let right = if value.abs() < 1e-9 {
                "0"
            } else if value > 0.0 {
                "+"
            } else {
                "-"
            };
            for sign in ["+", "-", "0"] {
                page.click(&format!("#ex3 [value='{sign}']")).await;
                assert_eq!(page.check(3).await, sign == right, "entry {i} {j} = {value}: {sign}");
            }
            page.click("#ex3 form p button").await;
        }
        page.assert_no_errors().await;
    });
}

#[test]
fn exercise_4_finishes_a_pivot() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(4).await;
        let rows = page.value(
            "[...document.querySelectorAll('#ex4 tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replace('−', '-')))",
        );
        let rows: Vec<Vec<String>> = serde_json::from_value(rows.await).unwrap();
        // by the rule of section 7, from the numbers of the table
        let number = |row: &Vec<String>, k: usize| row[k].parse::<f64>().unwrap();
        let limit = |row: &Vec<String>| match row[1].as_str() {
            "driven" => -number(row, 3) / number(row, 5),
            "C" if number(row, 4) < 0.0 => -number(row, 2) / number(row, 4),
            "NC" if number(row, 5) < 0.0 => -number(row, 3) / number(row, 5),
            _ => f64::INFINITY,
        };
        let limits: Vec<f64> = rows.iter().map(limit).collect();
        let blocker = (0..limits.len()).min_by(|i, j| limits[*i].total_cmp(&limits[*j])).unwrap();
        assert!(rows[blocker][1] != "driven", "another contact ends the step: {rows:?}");
        page.fill(4, &[format!("{:.3}", limits[blocker] + 0.1), blocker.to_string()]).await;
        assert!(!page.check(4).await, "too long");
        page.fill(4, &[format!("{:.2}", limits[blocker]), blocker.to_string()]).await;
        assert!(page.check(4).await, "{limits:?}");
        page.assert_no_errors().await;
    });
}

#[test]
fn exercise_5_takes_any_second_set_of_forces() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(5).await;
        let equation = Equation::of(page).await;
        for (f, right) in [
            ([2.5, 1.0, 2.5], true),
            ([0.0, 6.0, 0.0], true),
            ([3.0, 0.0, 3.0], false),
            ([3.5, -1.0, 3.5], false),
            ([2.0, 2.0, 3.0], false),
        ] {
            let valid = equation.under(&f).iter().zip(f).all(|(a, f)| a.min(f).abs() < 1e-9);
            page.fill(5, &f.map(|x| x.to_string())).await;
            assert_eq!(page.check(5).await, right, "{f:?}");
            assert!(!right || valid, "{f:?} is no solution");
        }
        page.assert_no_errors().await;
    });
}

/// The rebound reaches e² of the height, so the least elasticity is a root.
#[test]
fn exercise_6_lets_the_block_fall() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(6).await;
        let (gap, line, height) = (0.005, 1.2, 3.0);
        let least = f64::sqrt((line - gap) / (height - gap));
        for (e, right) in [(least - 0.02, false), (least + 0.03, false), ((100.0 * least).ceil() / 100.0, true)] {
            page.fill(6, &[format!("{e:.3}")]).await;
            assert_eq!(page.check(6).await, right, "e = {e:.3}, the least is {least:.4}");
        }
        page.assert_no_errors().await;
    });
}

/// The board is raised on the stage, by its handle; the block stands there with what Coulomb's law gives, and slides
/// beyond atan μ.
#[test]
fn exercise_7_happens_on_the_stage() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(7).await;
        let handle = "document.querySelector('.handle')";
        let block = "[...page.view.states()].slice(-6, -4)";
        let moved = |before: &[f64], now: &[f64]| f64::hypot(before[0] - now[0], before[1] - now[1]);
        for (keys, degrees, holds) in [(&["PageUp"; 9][..], 19.0, true), (&["PageUp"; 1][..], 20.0, false)] {
            for key in keys {
                page.script(&format!(
                    "{handle}.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}));
                     page.clock.run(false);"
                ))
                .await;
            }
            assert_eq!(page.number(format!("Number({handle}.ariaValueNow)")).await, degrees);
            page.value("page.view.reset()").await;
            let before = page.numbers(block).await;
            page.step(100).await;
            let way = moved(&before, &page.numbers(block).await);
            let seconds = 100.0 * page.number("Number(page.view.value('dt'))").await;
            let (sin, cos) = degrees.to_radians().sin_cos();
            let exact = if holds { 0.0 } else { 9.81 * (sin - 0.35 * cos) * seconds * seconds / 2.0 };
            assert!((way - exact).abs() < 1e-6, "{way} m at {degrees}°, not {exact}");
        }
        page.until_still().await;
        page.screenshot("exercise-7").await;
        let link = page.text("page.view.link()").await;
        assert!(link.contains("ex=7"), "{link}");
        page.value("page.scene.load('?scene=wedge')").await;
        page.until("!document.querySelector('.handle')").await; // it goes with its scene, in the next frame
        page.assert_no_errors().await;
    });
}

#[test]
fn exercise_7_is_checked_by_the_steps_of_the_stage() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(7).await;
        let angle = f64::atan(0.35).to_degrees();
        for (angle, right) in [(angle - 0.3, false), (angle + 0.3, false), (angle, true)] {
            page.fill(7, &[format!("{angle:.1}").replace('.', ",")]).await;
            assert_eq!(page.check(7).await, right, "{angle}");
        }
        page.assert_no_errors().await;
    });
}

/// Thrusters lead the bolt over the hole; pressed down alone it stays on the plate.
#[test]
fn exercise_8_is_judged_by_where_the_bolt_is() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(8).await;
        assert_eq!(page.value("page.mode").await, "spatial");
        page.step(240).await;
        assert!(!page.check(8).await, "pressing alone leads nowhere");
        page.value("page.actions.reset()").await;
        let steps = page.number(
            "(() => {
                const { view } = page, keys = [...'edsfwr'], state = () => [...view.states()];
                const pushes = keys.map((key) => {
                    view.press(key, false);
                    view.step();
                    view.release(key);
                    const [, , , , , , , vx, vy] = state();
                    view.reset();
                    return [vx, vy];
                });
                let steps = 0;
                for (; steps < 20000 && view.lowest(0) > view.lowest(1); steps += 1) {
                    const [x, y, , , , , , vx, vy] = state(), want = [-2 * x - 1.5 * vx, -2 * y - 1.5 * vy];
                    const gains = pushes.map(([px, py]) => px * want[0] + py * want[1]), best = gains.indexOf(Math.max(...gains));
                    if (Math.hypot(...want) > 0.05) view.press(keys[best], false);
                    view.step();
                    view.release_all();
                }
                page.clock.changed();
                return steps;
            })()",
        );
        assert!(steps.await < 20_000.0, "the bolt never got in");
        page.until_still().await;
        assert!(page.check(8).await, "the bolt is in");
        let link = page.text("page.view.link()").await;
        assert!(link.contains("ex=8") && link.contains("#s=v1."), "{link}");
        page.open("", Screen::DESKTOP).await;
        page.open(&link, Screen::DESKTOP).await;
        page.until("document.querySelector('#ex8 form')?.checkVisibility()").await;
        assert!(page.check(8).await, "the link restores the answer, which is the state");
        // another scene ends the exercise, in the link too, and in the words of the mode that it is of
        page.value("page.scene.load('?scene=wedge')").await;
        assert!(!page.text("page.view.link()").await.contains("ex="));
        page.assert_no_errors().await;
    });
}

#[test]
fn an_answer_goes_along_in_the_link() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.begin(5).await;
        page.fill(5, &["2,5", "1", "2.5"].map(String::from)).await;
        assert!(page.check(5).await);
        page.click("[data-do=share]").await;
        page.until("document.getElementById('share-link')?.value").await;
        let link = page.text("document.getElementById('share-link').value").await;
        assert!(link.contains("ex=5") && link.contains("#s=v1.") && link.contains("&x="), "{link}");
        let digest = page.digest().await;
        let address = link.strip_prefix(page.server()).expect("a link to this server").to_string();
        page.go("?").await;
        page.open(&address, Screen::DESKTOP).await;
        page.until("document.querySelector('#ex5 .verdict.right')").await;
        assert_eq!(page.digest().await, digest);
        let fields = page.value("[...document.querySelectorAll('#ex5 form input')].map((field) => field.value)").await;
        assert_eq!(fields, json!(["2,5", "1", "2.5"]));
        assert_eq!(page.value("document.querySelectorAll('#warnings li').length").await, 0);
        page.assert_no_errors().await;
    });
}

/// By keys alone, and another scene ends the exercise.
#[test]
fn an_exercise_can_be_done_by_keys() {
    in_browser(async |page| {
        page.open("?scene=ladder&ex=1", Screen::DESKTOP).await; // a link whose scene is not the exercise's
        page.until("document.querySelector('#ex1 form')?.checkVisibility()").await;
        assert_eq!(page.value("page.view.value('scene')").await, "overhang");
        page.value("document.querySelector('#ex1 form input').focus()").await;
        for k in 0..4 {
            if k < 3 {
                page.press(' ').await;
            }
            page.press(thirtyfour::Key::Tab).await;
        }
        page.press(thirtyfour::Key::Enter).await;
        page.until("document.querySelector('#ex1 .verdict.right')").await;
        page.value("page.scene.load('?scene=stack')").await;
        page.until("!document.querySelector('#ex1 form').checkVisibility()").await;
        assert!(!page.text("page.view.link()").await.contains("ex="), "the exercise ends in the link too");
        assert_eq!(page.value("page.view.value('forces')").await, "1");
        page.assert_no_errors().await;
    });
}
