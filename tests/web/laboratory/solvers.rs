//! The tab "Solvers" of the plane.
use super::{FORCES, KEEP, column_of, open_tab};
use crate::harness::in_browser;
use crate::page::Screen;

#[test]
fn two_methods_are_compared_on_the_problem_of_the_stage() {
    in_browser(async |page| {
        page.open("?scene=pyramid", Screen::DESKTOP).await;
        page.script(KEEP).await;
        open_tab(page, "solvers").await;
        for (one, other) in [("dantzig", "gauss-seidel"), ("lemke", "newton")] {
            for (k, name) in [one, other].into_iter().enumerate() {
                page.value(format!("((s) => {{ s.value = '{name}'; s.dispatchEvent(new Event('change')); }})(document.querySelectorAll('#panel-solvers select')[{k}])")).await;
            }
            let words = page.text("document.querySelector('#panel-solvers .outcome').textContent").await;
            assert!(words.contains("iterations") && words.contains("residual"), "{words}");
            let forces = column_of(page, "#panel-solvers tbody tr", 1).await;
            let expected: Vec<f64> = serde_json::from_value(page.value(FORCES).await).unwrap();
            assert_eq!(forces.len(), expected.len());
            if one == "dantzig" {
                assert_eq!(forces, expected, "the forces of the stage");
            }
            // what is plotted and listed can be kept, with all digits
            page.click("#panel-solvers .actions button + button").await;
            let table = page.text("kept.text()").await;
            let mut parts = table.split("contact,");
            let lines: Vec<Vec<&str>> = parts.next().unwrap().lines().map(|line| line.split(',').collect()).collect();
            assert_eq!(
                lines[0],
                [
                    "iteration",
                    &format!("{one} residual"),
                    &format!("{other} residual"),
                    &format!("{one} ms"),
                    &format!("{other} ms")
                ]
            );
            let residuals: Vec<f64> = lines[1..].iter().filter_map(|line| line[1].parse().ok()).collect();
            assert!(residuals.len() > 3 && residuals[0] > 1.0 && *residuals.last().unwrap() < 1e-9, "{residuals:?}");
            let kept: Vec<f64> = parts
                .next()
                .unwrap()
                .lines()
                .skip(1)
                .map(|line| line.split(',').nth(1).unwrap().parse().unwrap())
                .collect();
            assert_eq!(kept, forces);
            page.screenshot(&format!("solvers-{one}")).await;
        }
        assert_eq!(page.value("document.querySelectorAll('#panel-solvers .chart svg').length").await, 2);
        page.assert_no_errors().await;
    });
}
