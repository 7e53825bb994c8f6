//! What the figures of the article compute.
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::complementarity::friction::cone_method;
use contact_forces::spatial::time_stepping::SCHEMES;
use contact_forces::web::laboratory::race::CONTENDERS;
use serde_json::json;

/// The numbers that figures work with, against the formulas that stand beside them.
#[test]
fn figures_obey_their_formulas() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        let wrong = page.value("(async () => {
                const names = ['slope', 'springs', 'drift', 'fischer', 'cone', 'region', 'answers', 'glass', 'rod', 'bounce', 'round', 'space', 'ahead'], figures = {};
                for (const name of names) figures[name] = await import(new URL(`www/article/figures/${name}.js`, location.href));
                const { slope, springs, drift, fischer, cone, region, answers, glass, rod, bounce, round, space, ahead } = figures;
                await space.fetchSpace();
                const wrong = [], near = (x, y, what, bound = 1e-9) => Math.abs(x - y) <= bound || wrong.push(`${what}: ${x}, not ${y}`);
                // friction holds up to the slope whose tangent is the coefficient; damping never, and ends at pull/k
                for (const mu of [0.2, 0.7]) for (const off of [-1e-6, 1e-6])
                    near(slope.withFriction(page, Math.atan(mu) + off, mu).holds, off < 0, 'friction');
                // weight, normal force and friction add up to m a along the slope
                for (const tilt of [0, 0.2, 0.5, 0.75]) for (const mu of [0, 0.3, 0.9]) {
                    const { press, friction, acceleration } = slope.withFriction(page, tilt, mu);
                    const all = Object.values(slope.forcesOn(tilt, press, friction)), sum = [0, 1].map((k) => all.reduce((s, f) => s + f[k], 0));
                    near(sum[0], acceleration * Math.cos(tilt), 'm a, x');
                    near(sum[1], -acceleration * Math.sin(tilt), 'm a, y');
                }
                // the rod slides on, cannot, or may part as well
                for (const [mu, omega, many] of [[1, 0, 1], [1.5, 0, 0], [1.5, 4.5, 2]]) {
                    const { w, b, found } = rod.motions(page, 63, mu, omega);
                    near(found.length, many, `motions with ${mu} and ${omega}`);
                    for (const [f, a] of found) near(b + w * f, a, 'motion of the rod');
                }
                // a rebound has e² of the height, the next impact comes after 2 sqrt(2 H/g) e
                for (const e of [0, 0.3, 0.7, 1]) {
                    const { hits, tops, rests } = bounce.run(page, e);
                    near(tops[0][1], 3 * e * e, `rebound with ${e}`, 6e-3);
                    if (e) near(hits[1] - hits[0], 2 * e * Math.sqrt(2), `impacts with ${e}`, 0.02);
                    near(rests, e < 1, `rest with ${e}`);
                }
                near(slope.withDamping(page, 0.3, 2).end, 9.81 * Math.sin(0.3) / 2, 'end speed');
                // in oil the engine's block comes near that speed by (1 - exp -kt/m), without oil it gains what pulls
                const pull = 9.81 * Math.sin(0.3), slid = (more) => slope.speeds(page, 0.3, more);
                slid({ k: 2 }).forEach((speed, step) => near(speed, pull / 2 * (1 - Math.exp(-2 * step * 4 / 80)), `oil, step ${step}`, 1e-5));
                slid({}).forEach((speed, step) => near(speed, pull * step * 4 / 80, `without oil, step ${step}`, 1e-6));
                slid({ mu: 0.1 }).forEach((speed, step) => near(speed, (pull - 0.981 * Math.cos(0.3)) * step * 4 / 80, `friction, step ${step}`, 1e-6));
                slid({ mu: 0.4 }).forEach((speed, step) => near(speed, 0, `friction that holds, step ${step}`, 1e-6));
                // a block sinks by mg/k, and is thrown off by steps over 2 sqrt(m/k)
                near(springs.run(page, 1e4, 1e-3).at(-1)[1], -9.81e-4, 'sink', 2e-5);
                if (springs.verdict(springs.run(page, 1e4, 1e-3), 9.81e-4) !== 'settles') wrong.push('does not settle');
                if (springs.verdict(springs.run(page, 1e4, 2.5e-2), 9.81e-4) !== 'thrown') wrong.push('is not thrown');
                // each of the three answers carries the weight on average; conditions exactly, impulses as a rattle
                near(answers.late(answers.runOf(page, 'springs', 0.002)).mean, 9.81, 'mean of the springs', 0.3);
                const rest = answers.late(answers.runOf(page, 'conditions', 0.002));
                near(rest.low, 9.81, 'force at rest', 1e-6);
                near(rest.high, 9.81, 'force at rest', 1e-6);
                const rattle = answers.late(answers.runOf(page, 'impulses', 0.005));
                near(rattle.mean, 9.81, 'mean of the rattle', 1.5);
                if (rattle.low !== 0 || rattle.high < 2 * 9.81) wrong.push('impulses do not rattle');
                // what the engine's floor gives in all is the weight times the time, but for the fall in the last step
                for (const h of [0.002, 0.02]) {
                    const rows = answers.runOf(page, 'conditions', h);
                    near(rows.reduce((sum, [, , push]) => sum + push * h, 0), 9.81 * rows.at(-1)[0], `impulse with ${h}`, 9.81 * h);
                    near(rows.at(-1)[1], 0, `height with ${h}`, 1e-6);
                }
                // who walks outwards on a turning rail is pushed by 2 ω v, and drawn inwards by ω² r
                for (const [omega, speed, r] of [[0.6, 0.5, 0.8], [-1.5, 0.7, 1.2], [1, -0.5, 2]]) {
                    const { across, inwards } = round.accelerations(page, omega, speed, r);
                    near(across, 2 * omega * speed, 'across the rail');
                    near(inwards, omega ** 2 * r, 'inwards', 1e-6);
                }
                // on the glass: the rates are the derivatives of the gap that is drawn
                const { gap: d, rate, second } = glass.after(page, 0), gap = (t) => glass.after(page, t).gap, small = 1e-4;
                near(d, 0.1, 'd');
                for (const time of [0, 0.4, 1]) {
                    const { gap: now, corner, n, mark } = glass.after(page, time);
                    near(n[0], -Math.sin(0.6 * time), 'normal');
                    near(n[0] * (corner[0] - mark[0]) + n[1] * (corner[1] - mark[1]), now - d, 'gap from the mark');
                }
                near((gap(small) - gap(-small)) / (2 * small), rate, 'first rate', 1e-6);
                near((gap(small) - 2 * gap(0) + gap(-small)) / small ** 2, second, 'second rate', 1e-5);
                // the ball goes round at its speed; drift grows with the third power of the step; the correction stops it
                for (const [time, gap, x, y] of drift.run(0.005, true)) {
                    near(Math.hypot(x, y), 0.9 - gap, `gap at ${time} s`, 1e-9);
                    near(Math.hypot(x - 0.9 * Math.sin(time * 3 / 0.9), y + 0.9 * Math.cos(time * 3 / 0.9)), 0, `place at ${time} s`, 5e-3);
                }
                const end = (h, on) => Math.abs(drift.run(h, on).at(-1)[1]);
                near(end(0.02, false) / end(0.01, false), 8, 'order of the drift', 0.1);
                if (end(0.02, true) > 0.05 * end(0.02, false)) wrong.push('the correction does not hold');
                // a newton on the rod's end for a step lifts it by h² (1/m + x²/I), which scales the force in φ; Newton's
                // method ends where gap or force is zero
                const lifts = 0.5 ** 2 * (1 + 3 * 0.5 ** 2);
                for (const c of [-1, -0.3, 0, 0.4, 1]) {
                    const [gaps, phis] = fischer.curves(c), [[f1, g1], [f2, g2]] = gaps.slice(31, 33);
                    near((g2 - g1) / (f2 - f1), lifts, `slope at ${f1}`, 0.02);
                    gaps.forEach(([f, gap], k) => near(phis[k][1], Math.hypot(gap, lifts * f) - gap - lifts * f, `phi at ${f}`));
                    for (const start of [0, 0.5, 4]) {
                        const all = fischer.newton(c, start), [f, gap] = all.at(-1);
                        near(all[0][0], start, 'first force');
                        near(Math.min(f, gap), 0, `Newton from ${start} at ${c}`, 1e-8);
                    }
                }
                // places of contact run by the sum of the curvatures
                for (const floor of [-0.9, 0, 1.5])
                    near(ahead.runs({ omega: 2, radius: 0.8, floor })[0], 2 / (1 / 0.8 + floor), `floor of curvature ${floor}`);
                // the friction of a pyramid is off by at most half the angle between its corners
                for (const corners of [4, 8, 16]) {
                    const error = (angle) => { const [x, y] = cone.slide(angle, corners).friction; return Math.acos(Math.min(1, -x * Math.cos(angle) - y * Math.sin(angle))); };
                    const worst = Math.max(...Array.from({ length: 41 }, (_, k) => error((k * Math.PI) / 80)));
                    near(worst, Math.PI / corners, `error with ${corners} corners`, 0.5 * Math.PI / 40);
                    // midway it points the right way and is too weak
                    near(Math.hypot(...cone.slide(Math.PI / corners, corners).friction), Math.cos(Math.PI / corners), `strength midway, ${corners}`, 1e-6);
                    near(Math.hypot(...cone.slide(Math.PI / corners + 0.1, corners).friction), 1, `strength beside it, ${corners}`, 1e-6);
                }
                const [x, y] = cone.slide(0.4, 0).path.at(-1);
                near(Math.atan2(y, x), 0.4, 'direction under the round cone', 1e-6);
                near(Math.hypot(x, y), 0.5, 'way v²/2', 0.01);
                // forces carry a load inside the hull, and cannot outside; all are on the rim that is drawn
                for (const [shape, load, level] of [['disc', [0.5, 0.5], true], ['disc', [0.8, 0.8], false], ['half', [0, 0.2], true],
                    ['half', [0, -0.6], false], ['triangle', [0.2, 0], true], ['triangle', [0.9, 0.5], false]]) {
                    const { points, f, level: found } = region.support(shape, load);
                    if (found !== level) wrong.push(`${shape} at ${load}: level ${found}`);
                    const rim = Array.from({ length: 2401 }, (_, k) => region.RIMS[shape](Math.min(k / 2400, 1)));
                    for (const [px, py] of points) near(Math.min(...rim.map(([x, y]) => Math.hypot(x - px, y - py))), 0, `${shape}: off the rim`, 2e-3);
                    if (!level) continue;
                    near(f.reduce((sum, x) => sum + x, 0), 10, `${shape}: sum`, 1e-6);
                    for (const axis of [0, 1]) near(f.reduce((sum, x, k) => sum + x * points[k][axis], 0) / 10, load[axis], `${shape}: moment`, 1e-6);
                }
                return wrong;
            })()");
        assert_eq!(wrong.await, json!([]));
        page.assert_no_errors().await;
    });
}

/// The cone takes a contact of the scene, by keys too, and gives it back when a force is dragged.
#[test]
fn the_cone_takes_a_contact_of_the_scene() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=driven", Screen::DESKTOP).await;
        page.step(60).await;
        page.read("friction").await;
        page.value("document.querySelector('[data-figure=cone]').scrollIntoView(), 0").await;
        page.until("document.querySelector('[data-figure=cone] input[type=checkbox]')").await;
        page.value("document.querySelector('[data-figure=cone] input[type=checkbox]').focus(), 0").await;
        page.press(thirtyfour::Key::Space).await;
        let told = "document.querySelector('.cone-scene').textContent";
        // the first ball has the round cone, the second a pyramid with four corners
        for (k, errs) in [(0, false), (1, true)] {
            page.value(format!("(page.view.select({k}), page.clock.changed())")).await;
            page.until(&format!("{told}.startsWith('Contact {} ')", k + 1)).await;
            let words = page.text(told).await;
            let error: f64 =
                words.split("° off").next().and_then(|w| w.rsplit(' ').next()).unwrap().parse().expect(&words);
            assert_eq!(error > 1.0, errs, "{words}");
            let contact: Vec<f64> =
                serde_json::from_value(page.value("[...page.view.contact(page.view.selected())]").await).unwrap();
            let exact = (contact[7] * contact[11] + contact[8] * contact[12])
                / (contact[7].hypot(contact[8]) * contact[11].hypot(contact[12]));
            assert!((error - (-exact).clamp(-1.0, 1.0).acos().to_degrees()).abs() < 0.01, "{words}");
            // the slider shows the way that the ball slides
            let slider =
                page.number("Number(document.querySelector('[data-figure=cone] input[type=range]').value)").await;
            let way = contact[12].atan2(contact[11]).to_degrees().rem_euclid(360.0);
            assert!((slider - way).abs() <= 0.51, "{slider}° and {way}°");
        }
        page.screenshot("cone-of-the-scene").await;
        let box_of = "(({ left, top, width }) => [left + width / 2, top + width / 2])(document.querySelector('[data-figure=cone] .cone-picture').getBoundingClientRect())";
        let [x, y]: [f64; 2] = serde_json::from_value(page.value(box_of).await).unwrap();
        page.drag_mouse([x + 40.0, y], [x, y - 60.0]).await;
        page.release_mouse().await;
        assert_eq!(
            page.value("document.querySelector('[data-figure=cone] input[type=checkbox]').checked").await,
            false
        );
        assert_eq!(page.value("document.querySelector('[data-figure=cone] input[type=range]').value").await, "90");
        // in the plane there is the force alone
        page.value("page.scene.load('?scene=two-blocks')").await;
        page.value("document.querySelector('[data-figure=cone] input[type=checkbox]').click(), 0").await;
        page.until(&format!("{told}.includes('In the plane')")).await;
        page.assert_no_errors().await;
    });
}

/// The load by keys and by dragging; the block tips where the lever says; the path of the plane ends at the engine's forces.
#[test]
fn the_block_and_its_plane_follow_the_load() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read("by-hand").await;
        page.until("document.querySelector('[data-figure=load] svg .answer, [data-figure=load] svg .point')").await;
        let told = "document.querySelector('[data-figure=load] [role=status]').textContent";
        assert!(page.text(told).await.contains("2.40 N + 3.60 N = 6.00 N"), "{}", page.text(told).await);
        page.value("document.querySelector('[data-figure=load] input').focus(), 0").await;
        page.press(thirtyfour::Key::End).await;
        page.until(&format!("{told}.startsWith('It tips to the right')")).await;
        for variant in ["cases", "path", "valley"] {
            page.value(format!("document.querySelector('[data-variant={variant}]').scrollIntoView(), 0")).await;
            page.until(&format!("document.querySelector('[data-variant={variant}] .answer')")).await;
            page.screenshot(&format!("corner-{variant}")).await;
        }
        let path = "document.querySelector('[data-variant=path] [role=status]').textContent";
        assert!(page.text(path).await.contains("f = (2.40; 3.60) N, a = (0.00; 0.00)"), "{}", page.text(path).await);
        page.value("document.querySelector('[data-variant=path] button').click(), 0").await;
        assert!(page.text(path).await.contains("f = (0.00; 0.00) N"), "{}", page.text(path).await);
        page.assert_no_errors().await;
    });
}

/// The floor is taken away: no force is left; with a newton on top the floor carries it.
#[test]
fn forces_vanish_with_the_floor() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.until("document.querySelector('[data-figure=floor] button')").await;
        let click = async |number: usize| {
            page.value(format!("document.querySelectorAll('[data-figure=floor] button')[{number}].click(), 0")).await;
            page.until_still().await;
        };
        let sum = "(() => { const n = page.view.contacts(); return [...page.view.equation()].slice(n * n + n, n * n + 2 * n).reduce((s, f) => s + f, 0); })()";
        click(1).await;
        page.until(&format!("Math.abs({sum} - 11) < 1e-6")).await;
        click(0).await;
        page.until(&format!("Math.abs({sum}) < 1e-9")).await;
        assert!(
            page.text("document.querySelector('[data-figure=floor] [role=status]').textContent")
                .await
                .contains("No contact force")
        );
        click(0).await;
        click(1).await;
        page.until(&format!("Math.abs({sum} - 9) < 1e-6")).await;
        // Reset puts the floor back, and a load may be put on again
        click(0).await;
        page.click("[data-do='reset']").await;
        page.until(&format!("Math.abs({sum} - 9) < 1e-6")).await;
        page.until_still().await;
        click(1).await;
        page.until(&format!("Math.abs({sum} - 11) < 1e-6")).await;
        page.assert_no_errors().await;
    });
}

/// Each disc of the map of solvers is a method that the page has, and a disc opens it.
#[test]
fn the_map_of_solvers_opens_them() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read("stones").await;
        page.value("document.querySelector('[data-figure=methods]').scrollIntoView(), 0").await;
        page.until("document.querySelector('[data-figure=methods] button')").await;
        let of = async |kind: &str| -> Vec<String> {
            let import = "import(new URL('www/article/figures/methods.js', location.href))";
            let names =
                format!("{import}.then(({{ METHODS }}) => Object.values(METHODS).flatMap((one) => one.{kind} ?? []))");
            serde_json::from_value(page.value(names).await).expect("names")
        };
        let (mut drawn, mut there) = (of("none").await, CONTENDERS);
        drawn.sort_unstable();
        there.sort_unstable();
        assert_eq!(drawn, there);
        for name in [of("pyramid").await, of("round").await].concat() {
            assert!(cone_method(&name).is_some(), "{name}");
        }
        for name in of("gaps").await {
            assert!(SCHEMES.iter().any(|scheme| scheme.name == name), "{name}");
        }
        page.value("document.querySelectorAll('[data-figure=methods] button')[1].click(), 0").await;
        page.until("document.querySelector('#panel-solvers select')?.value === 'lemke'").await;
        page.until("document.querySelector('#panel-solvers .outcome').textContent.startsWith('Lemke')").await;
        page.assert_no_errors().await;
    });
}
