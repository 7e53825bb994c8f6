// Exercise 6: the smallest coefficient of restitution that brings a block over a line.
import { field, fillFields, typed } from './fields.js';
import { draw, make, tell } from './make.js';

/** The line of exercise 6, m above the floor. */
export const LINE = 1.2;

/** How high the lower edge of the dropped block comes after its first rebound, m: simulated. */
export function rebound(page, e) {
  const fields = ['scene', 'drop', 'e', `${e}`].join('\x1f');
  const view = new page.modes.wasm.PlanarView(document.createElement('canvas'), fields, '');
  let [fallen, highest] = [false, 0];
  for (let k = 0; k < 400; k += 1) {
    view.step();
    const [, y, , , vy] = view.states();
    if (vy > 0) fallen = true;
    if (fallen) highest = Math.max(highest, y - 0.5);
    if (fallen && vy < 0) break;
  }
  view.free();
  return highest;
}

/** 6: the smallest elasticity that brings a block over a line. */
export const bounce = {
  form(open) {
    const e = field('<i>e</i> =', '');
    open.fields = [e.input];
    this.line(open);
    return [make('div', { className: 'fields' }, e.element)];
  },
  fill: fillFields,
  line(open) {
    const { page } = open;
    open.line?.remove();
    const [[left, y], [right]] = [page.view.seen_at(-5, LINE), page.view.seen_at(5, LINE)];
    open.line = draw(
      'svg',
      { class: 'stage-line', 'aria-hidden': true },
      draw('path', { d: `M${left} ${y}H${right}` }),
      draw('text', { x: Math.max(left, 0) + 6, y: y - 6 }, `${tell(page, LINE, 1)} m`),
    );
    document.getElementById('stage-box').append(open.line);
  },
  check(open) {
    const { page } = open,
      {
        f: [e],
        answer,
        missing,
      } = typed(open);
    if (missing || e < 0 || e > 1) return { right: false, missing: true, answer, words: page.words.t('ex6.range') };
    const high = rebound(page, e),
      less = rebound(page, Math.max(e - 0.011, 0));
    page.scene.set('e', `${e}`);
    page.view.reset();
    page.clock.run(true);
    const key = high < LINE ? 'ex6.low' : less >= LINE ? 'ex6.less' : 'ex6.right';
    return { right: key === 'ex6.right', answer, words: page.words.t(key, { high: tell(page, high, 3) }) };
  },
  changed(open) {
    const at = seenOrigin(open);
    if (at !== open.place) {
      open.place = at;
      this.line(open);
    }
  },
  leave(open) {
    open.line?.remove();
  },
};

/** Where the stage's origin is seen: it moves when the stage changes its size. */
const seenOrigin = ({ page }) => page.view.seen_at(0, 0).join();
