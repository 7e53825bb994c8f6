// A block that falls and bounces: each rebound is lower by the square of the coefficient of restitution.
import { curve, draw, make, slider, tell } from '../make.js';

/** m/s², as on the stage; height of the fall, m; seconds shown. */
const G = 3, HIGH = 3, TIME = 9;
const WIDTH = 480, HEIGHT = 210, LEFT = 42, RIGHT = 12, TOP = 16, BOTTOM = 26;

/** The flights: when each begins, how long it takes, and how high it gets. The first is a fall. */
export function flights(e) {
  const list = [];
  let [start, high] = [-Math.sqrt(2 * HIGH / G), HIGH];
  for (let k = 0; k < 60 && start < TIME && high > 1e-4; k += 1) {
    const long = 2 * Math.sqrt(2 * high / G);
    list.push({ start, long, high });
    [start, high] = [start + long, high * e * e];
  }
  return list;
}

export class Figure {
  constructor(page, element) {
    Object.assign(this, { page, element, e: 0.7 });
  }

  open() {
    const { page } = this, { t } = page;
    const e = slider({ name: t('bounce.e'), min: 0, max: 1, step: 0.01, value: this.e, show: (x) => tell(page, x, 2) }, (x) => { this.e = x; this.show(); });
    this.picture = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('bounce.graph') });
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(make('div', { className: 'controls' }, e.element), this.picture, this.words, make('figcaption', { textContent: t('bounce.caption') }));
    this.show();
  }

  show() {
    const { page } = this, list = flights(this.e), x = (time) => LEFT + time / TIME * (WIDTH - LEFT - RIGHT), y = (high) => HEIGHT - BOTTOM - high / HIGH * (HEIGHT - TOP - BOTTOM);
    const points = list.flatMap(({ start, long, high }) => Array.from({ length: 31 }, (_, k) => [start + k / 30 * long, high * (1 - (k / 15 - 1) ** 2)]));
    const inside = points.filter(([time]) => time >= 0 && time <= TIME).map(([time, high]) => [x(time), y(high)]);
    const last = list.at(-1), rests = last.start + last.long;
    if (rests < TIME) inside.push([x(TIME), y(0)]);
    this.picture.replaceChildren(
      draw('path', { class: 'axis', d: `M${LEFT} ${y(0)}H${WIDTH - RIGHT}` }),
      ...[1, 2, 3].flatMap((high) => [draw('path', { class: 'grid', d: `M${LEFT} ${y(high)}H${WIDTH - RIGHT}` }), draw('text', { x: LEFT - 6, y: y(high) + 4, 'text-anchor': 'end' }, `${high} m`)]),
      draw('path', { class: 'curve contact', d: curve(inside) }),
      ...list.slice(1, 5).filter(({ start, long, high }) => start + long / 2 < TIME - 0.6 && high > 0.12 * HIGH).map(({ start, long, high }, k) => draw('text', { x: x(start + long / 2), y: y(high) - 5, 'text-anchor': 'middle' }, `e${'²⁴⁶⁸'[k]}H = ${tell(page, high, 2)} m`)),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 8, 'text-anchor': 'end' }, 't / s'), ...[0, 2, 4, 6, 8].map((time) => draw('text', { x: x(time), y: HEIGHT - 8, 'text-anchor': 'middle' }, time)));
    const key = this.e === 0 ? 'bounce.dead' : this.e === 1 ? 'bounce.full' : 'bounce.now';
    this.words.textContent = page.t(key, { high: tell(page, HIGH * this.e ** 2, 2), end: tell(page, Math.sqrt(2 * HIGH / G) * (1 + this.e) / (1 - this.e), 2) });
  }
}
