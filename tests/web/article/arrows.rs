//! Arrows in the figures of the article: what they stand for, as they are drawn.
use crate::harness::in_browser;
use crate::page::Screen;
use serde_json::json;

/// Arrows of one picture have one scale and add up to m a, as they are drawn.
#[test]
fn arrows_have_one_scale_and_add_up() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read_all().await;
        let wrong = page.value("(() => {
                const wrong = [], slope = page.article.figures.get(document.querySelector('[data-figure=slope]'));
                const drawn = (path) => {
                    const [, x, y, u, v] = path.getAttribute('d').match(/^M([-\\d.e]+) ([-\\d.e]+)L([-\\d.e]+) ([-\\d.e]+)/).map(Number);
                    return [u - x, v - y];
                };
                for (const tilt of [5, 15, 30, 45]) {
                    slope.tilt = tilt;
                    slope.show();
                    for (const picture of slope.pictures) {
                        const arrows = (kind) => [...picture.querySelectorAll(`[data-force=${kind}]`)].filter((one) => one.getAttribute('d')).map(drawn);
                        // each force twice, on the block and in the chain, alike
                        const all = ['gravity', 'contact', 'friction'].map(arrows).filter((pair) => pair.length);
                        for (const [one, other] of all) if (Math.hypot(one[0] - other[0], one[1] - other[1]) > 1e-6) wrong.push(`${tilt}: ${one} and ${other}`);
                        if (Math.abs(Math.hypot(...all[0][0]) - 9.81 * 7) > 1e-6) wrong.push(`weight ${all[0][0]}`);
                        const sum = [0, 1].map((k) => all.reduce((s, [one]) => s + one[k], 0)), [ma = [0, 0]] = arrows('ma');
                        if (Math.hypot(sum[0] - ma[0], sum[1] - ma[1]) > 2) wrong.push(`${tilt}: sum ${sum}, m a ${ma}`);
                    }
                }
                // arrows with their value beside them: as many pixels for each newton, and in all m a of the block, up
                const sum = (name, up) => {
                    const arrows = [...document.querySelectorAll(`[data-figure=${name}] [data-force]`)], scale = page.article.figures.get(document.querySelector(`[data-figure=${name}]`)).constructor.NEWTON;
                    for (const one of arrows) {
                        const said = Number(one.nextElementSibling.textContent.match(/([\\d.]+) N$/)[1]), long = Math.hypot(...drawn(one)) / scale;
                        if (Math.abs(said - long) > 0.006) wrong.push(`${name}: an arrow of ${long} N says ${said}`);
                    }
                    const [x, y] = [0, 1].map((k) => arrows.reduce((s, one) => s + drawn(one)[k], 0) / scale);
                    if (arrows.length < 3 || Math.hypot(x, y + up) > 1e-6) wrong.push(`${name}: sum ${x}, ${y}, not ${-up}`);
                };
                const load = page.article.figures.get(document.querySelector('[data-figure=load]')), beam = page.article.figures.get(document.querySelector('[data-figure=beam]'));
                for (const x of [-0.3, 1.2, 2.3]) {
                    load.place.to(x);
                    const [left, right] = page.modes.wasm.PlanarView.loaded(x, 3, 0).slice(8, 10);
                    sum('load', (left + right) / 2);
                }
                for (const middle of [1, 3, 5]) {
                    beam.slider.to(middle);
                    sum('beam', 0);
                }
                return wrong;
            })()");
        assert_eq!(wrong.await, json!([]));
        page.assert_no_errors().await;
    });
}

/// Arrows of velocities and accelerations, too, have one scale in each picture, and the directions that the engine tells.
#[test]
fn arrows_of_motion_have_one_scale() {
    in_browser(async |page| {
        page.open("?scene=turning", Screen::DESKTOP).await;
        page.step(20).await;
        page.read_all().await;
        let wrong = page.value("(async () => {
                const wrong = [], of = (name) => import(new URL(`www/article/${name}.js`, location.href));
                const [arm, round, glass, { contactOf }] = await Promise.all(['figures/arm', 'figures/round', 'figures/glass', 'contact'].map(of));
                const figure = (name) => page.article.figures.get(document.querySelector(`[data-figure=${name}]`));
                const drawn = (name, kind) => [...figure(name).picture.querySelectorAll(`.arrow.${kind}`)].map((one) => {
                    const numbers = one.getAttribute('d').match(/^M([-\\d.e]+)[ ,]([-\\d.e]+)L([-\\d.e]+)[ ,]([-\\d.e]+)/);
                    return numbers ? [numbers[3] - numbers[1], numbers[2] - numbers[4]] : [0, 0];
                });
                // the arrows of a picture are so many pixels for each unit of these vectors
                const alike = (name, arrows, vectors) => {
                    const size = (list) => Math.hypot(...list.flat()), scale = size(arrows) / size(vectors);
                    const off = size(vectors.map((v, k) => v.map((x, axis) => scale * x - arrows[k][axis])));
                    if (arrows.length !== vectors.length || !(scale > 1) || off > 0.5) wrong.push(`${name}: ${JSON.stringify(arrows)} for ${JSON.stringify(vectors)}`);
                };
                for (const x of [-1, -0.3, 0.6]) {
                    figure('arm').slider.to(x);
                    const { left, right } = arm.newtonAt(page, x);
                    alike('arm', drawn('arm', 'thrust'), [[0, left], [0, right]]);
                }
                for (const [time, omega, speed] of [[1.2, 0.6, 0.5], [0.5, -1.5, 0.7], [2, 1, -0.5]]) {
                    Object.assign(figure('round'), { time, omega, speed }).show();
                    const r = (speed < 0 ? 2 : 0.2) + speed * time, { across, inwards } = round.accelerations(page, omega, speed, r);
                    const [c, s] = [Math.cos(omega * time), Math.sin(omega * time)];
                    alike('round', [...drawn('round', 'contact'), ...drawn('round', 'spring')], [[-across * s, across * c], [-inwards * c, -inwards * s]]);
                }
                for (const time of [0, 0.2, 0.5]) {
                    figure('glass').slider.to(time);
                    const [{ corner }, { corner: later, mark: gone }] = [0, 1e-6].map((more) => glass.after(page, time + more)), { mark } = glass.after(page, time);
                    const rate = (one, other) => one.map((x, k) => (other[k] - x) / 1e-6);
                    alike('glass', [...drawn('glass', 'thrust'), ...drawn('glass', 'gravity')], [rate(corner, later), rate(mark, gone)]);
                }
                for (let k = 0; k < page.view.contacts(); k += 1) {
                    page.view.select(k);
                    figure('gap').changed();
                    alike(`gap ${k}`, [...drawn('gap', 'thrust'), ...drawn('gap', 'gravity')], contactOf(page.view, k).sides.map(({ velocity }) => velocity));
                }
                for (const mu of [0.4, 1, 1.9]) {
                    Object.assign(figure('rod'), { mu }).show();
                    const [[x, y]] = drawn('rod', 'contact');
                    if (Math.abs(x / y - mu) > 1e-9) wrong.push(`rod: the force leans by ${x / y}, not ${mu}`);
                }
                return wrong;
            })()");
        assert_eq!(wrong.await, json!([]));
        page.assert_no_errors().await;
    });
}
