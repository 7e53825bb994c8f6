//! What a step, a contact problem and a frame cost in the browser.
use crate::harness::in_browser_alone;
use crate::page::Screen;
use crate::support::{Contacts, Load};
use contact_forces::complementarity::{Lcp, METHODS};

/// ms that a frame of six blocks may take, for all but one in twenty.
const FRAME: f64 = 4.0;

#[test]
fn a_frame_of_six_blocks_is_drawn_in_time() {
    in_browser_alone(async |page| {
        page.open("?scene=blocks&n=6", Screen::DESKTOP).await;
        page.value("page.view.run(true)").await;
        let mut best = f64::INFINITY;
        // the best of ten runs counts: the others tell what else the machine was doing
        for _ in 0..10 {
            let costs = page.value(
                "Array.from({ length: 100 }, () => {
                    const begin = performance.now();
                    page.view.frame(1 / 60);
                    page.view.draw();
                    return performance.now() - begin;
                })",
            );
            let mut costs: Vec<f64> = serde_json::from_value(costs.await).unwrap();
            costs.sort_by(f64::total_cmp);
            best = best.min(costs[95]);
        }
        println!("frame of six blocks, 95th percentile: {best:.2} ms");
        assert!(best <= FRAME, "{best} ms");
    });
}

/// ms that a frame of 80 bodies in space may take, for all but one in twenty.
const SPATIAL_FRAME: f64 = 16.0;

/// Balls that have come to rest in a box, with all that is drawn of them.
#[test]
fn a_frame_of_eighty_bodies_in_space_is_drawn_in_time() {
    in_browser_alone(async |page| {
        page.open("?mode=spatial&scene=packing&n=80", Screen::DESKTOP).await;
        page.until("page.mode === 'spatial'").await;
        page.step(180).await;
        // what the graphics card does with the commands is not measured, and takes the processor here
        page.value("Object.assign(document.getElementById('picture'), { width: 64, height: 32 }).width").await;
        page.value("page.view.run(true)").await;
        let (mut best, mut pace) = (f64::INFINITY, 0.0);
        for _ in 0..5 {
            let costs = page.value(
                "(() => {
                    const before = page.view.time();
                    const costs = Array.from({ length: 60 }, () => {
                        const begin = performance.now();
                        page.view.frame(1 / 60);
                        page.view.draw();
                        return performance.now() - begin;
                    });
                    return [page.view.time() - before, ...costs];
                })()",
            );
            let mut costs: Vec<f64> = serde_json::from_value(costs.await).unwrap();
            let time = costs.remove(0);
            costs.sort_by(f64::total_cmp);
            if costs[57] < best {
                (best, pace) = (costs[57], time);
            }
        }
        println!(
            "frame of 80 bodies in space, 95th percentile: {best:.2} ms, at {pace:.2} times the speed of the clock"
        );
        assert!(best <= SPATIAL_FRAME, "{best} ms");
        assert!(pace > 0.99, "{pace} s in a second");
        page.assert_no_errors().await;
    });
}

#[test]
fn the_table_is_redrawn_at_most_ten_times_a_second() {
    in_browser_alone(async |page| {
        page.open("?scene=blocks&n=6&run=1", Screen::DESKTOP).await;
        page.tab("matrix").await;
        let times = page.value(
            "new Promise((tell) => {
                const times = [];
                const options = { childList: true, characterData: true, subtree: true };
                new MutationObserver(() => times.push(performance.now())).observe(document.getElementById('counts'), options);
                setTimeout(() => tell(times), 2000);
            })",
        );
        let times: Vec<f64> = serde_json::from_value(times.await).unwrap();
        assert!(times.len() >= 5, "redrawn {} times in two seconds", times.len());
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] > 90.0), "redrawn at {times:?} ms");
    });
}

/// Prints cost and accuracy of a step of scenes that have settled, which have the most contacts.
#[test]
fn table_of_steps() {
    in_browser_alone(async |page| {
        page.open("?scene=blocks", Screen::DESKTOP).await;
        let row = page.value(
            "(() => {
                page.clock.run(false);
                for (let step = 0; step < 400; step++) page.view.step();
                const rounds = Array.from({ length: 25 }, () => {
                    const begin = performance.now();
                    for (let step = 0; step < 20; step++) page.view.step();
                    return (performance.now() - begin) / 20;
                });
                return [Math.min(...rounds), page.view.contacts()];
            })()",
        );
        let [cost, contacts]: [f64; 2] = serde_json::from_value(row.await).unwrap();
        println!("six blocks on the stage: {contacts} contacts, {cost:.3} ms a step");
        println!("{:<10} {:>7} {:>8} {:>9} {:>9}", "scene", "objects", "contacts", "ms a step", "residual");
        for (scene, counts) in [("blocks", &[3, 6][..]), ("stack", &[10, 20, 40]), ("pyramid", &[10, 20, 40])] {
            for count in counts {
                let row = page.value(format!(
                    "(() => {{
                        const scene = new page.modes.wasm.BareScene({scene:?}, {count});
                        scene.run(400);
                        const rounds = Array.from({{ length: 9 }}, () => {{
                            const begin = performance.now();
                            scene.run(20);
                            return (performance.now() - begin) / 20;
                        }});
                        return [Math.min(...rounds), ...scene.contacts()];
                    }})()"
                ));
                let [cost, contacts, residual]: [f64; 3] = serde_json::from_value(row.await).unwrap();
                println!("{scene:<10} {count:>7} {contacts:>8} {cost:>9.3} {residual:>9.1e}");
                assert!(residual <= 1e-8, "{scene} {count}: residual {residual}");
            }
        }
        page.assert_no_errors().await;
    });
}

/// Prints cost of a step of these scenes while the part finds its way, and after: each is over before the time that it stands
/// for. How much before depends on the machine, from 3 to 6 times for the screwdriver on one and the same.
#[test]
fn parts_find_their_way_faster_than_the_clock() {
    in_browser_alone(async |page| {
        println!("{:<16} {:>8} {:>9} {:>12} {:>8}", "scene", "contacts", "ms a step", "on the way", "faster");
        for (scene, steps) in [("bolt", 480), ("polygonal-bolt", 480), ("screwdriver", 240)] {
            page.open(&format!("?mode=spatial&scene={scene}&seed=1&dt=0.016666666666666666"), Screen::DESKTOP).await;
            page.until("page.mode === 'spatial'").await;
            let row = page.value(format!(
                "(() => {{
                    page.clock.run(false);
                    const cost = (steps) => {{
                        const begin = performance.now();
                        for (let step = 0; step < steps; step++) page.view.step();
                        return (performance.now() - begin) / steps;
                    }};
                    const way = [0, 1, 2].map(() => (page.view.reset(), cost({steps})));
                    return [Math.min(...way), Math.min(...Array.from({{ length: 9 }}, () => cost(20))), page.view.contacts()];
                }})()"
            ));
            let [way, cost, contacts]: [f64; 3] = serde_json::from_value(row.await).unwrap();
            let faster = 1000.0 / 60.0 / way.max(cost);
            println!("{scene:<16} {contacts:>8} {cost:>9.3} {way:>12.3} {faster:>8.1}");
            assert!(faster > 1.0, "{scene}: {faster} times faster than the clock");
        }
        page.assert_no_errors().await;
    });
}

/// Prints cost and accuracy of contact problems with redundant contacts, by every method.
#[test]
fn table_of_problems() {
    in_browser_alone(async |page| {
        page.open("", Screen::DESKTOP).await;
        println!("{:<10} {:>4} {:>7} {:>9} {:>9}", "method", "n", "pivots", "ms", "residual");
        for method in METHODS {
            for n in [10, 20, 50, 100, 200] {
                let problem = pile(n);
                let a: Vec<f64> = (0..n).flat_map(|i| problem.a.row(i).to_vec()).collect();
                let row = page.value(format!(
                    "(() => {{
                        const problem = new page.modes.wasm.BareProblem({:?}, {a:?}, {:?});
                        const times = {}; // enough for the browser's coarse clock
                        let best = Infinity, outcome;
                        for (let round = 0; round < 9; round++) {{
                            const begin = performance.now();
                            for (let time = 0; time < times; time++) outcome = problem.solve();
                            best = Math.min(best, (performance.now() - begin) / times);
                        }}
                        return [best, ...outcome];
                    }})()",
                    method.name,
                    problem.b,
                    1 + 1000 / n
                ));
                let [cost, residual, pivots]: [f64; 3] = serde_json::from_value(row.await).unwrap();
                println!("{:<10} {n:>4} {pivots:>7} {cost:>9.3} {residual:>9.1e}", method.name);
                assert!(residual <= 1e-8, "{} {n}: residual {residual}", method.name);
            }
        }
        page.assert_no_errors().await;
    });
}

/// Contacts between half as many bodies, a quarter of them repeated: rank-deficient, as piles of blocks are.
fn pile(count: usize) -> Lcp {
    let kind =
        Contacts { seed: 1, count, bodies: count / 2, decades: 0.5, repeated: 4, bilateral: 0, load: Load::Solvable };
    kind.problem()
}
