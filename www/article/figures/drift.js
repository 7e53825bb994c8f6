// A ball that runs round inside a ring, in time steps: the gap drifts unless it is corrected. A program of the plainest
// kind, for comparison; the engine of the plane never goes without the correction.
import { choice, curve, draw, make, slider, tell } from '../make.js';

/** Radius of the ring, m; speed of the ball of 1 kg, m/s; seconds shown. */
const RADIUS = 1,
  SPEED = 3,
  TIME = 10;
const WIDTH = 480,
  HEIGHT = 210,
  LEFT = 68,
  RIGHT = 12,
  TOP = 26,
  BOTTOM = 28;

/**
 * Force on the ball at (x, y) from the ring's centre, moving with (vx, vy), that makes d'' = -correction, and the
 * acceleration that comes of it. With u outwards d = RADIUS - r, d' = -v·u, d'' = f - (speed across u)²/r.
 */
export function push([x, y, vx, vy], correction) {
  const r = Math.hypot(x, y),
    [ux, uy] = [x / r, y / r],
    across = vy * ux - vx * uy;
  const force = Math.max(across ** 2 / r - correction, 0);
  return { force, acceleration: [-force * ux, -force * uy] };
}

/** Times and gaps of all steps, by the modified method of Euler (Heun). The correction is taken at a step's start. */
export function run(h, corrected) {
  return ride(h, corrected).map(([time, x, y]) => [time, RADIUS - Math.hypot(x, y)]);
}

/** Times and places of all steps. */
function ride(h, corrected) {
  const tau = 2 * h,
    places = [[0, 0, -RADIUS]];
  let state = [0, -RADIUS, SPEED, 0];
  for (let time = h; time <= TIME + 1e-9; time += h) {
    const [x, y, vx, vy] = state,
      r = Math.hypot(x, y);
    const correction = corrected ? (2 * -(x * vx + y * vy)) / r / tau + (RADIUS - r) / tau ** 2 : 0;
    const slope = (s) => [s[2], s[3], ...push(s, correction).acceleration];
    const first = slope(state),
      second = slope(state.map((value, k) => value + h * first[k]));
    state = state.map((value, k) => value + (h / 2) * (first[k] + second[k]));
    places.push([time, state[0], state[1]]);
  }
  return places;
}

export class Figure {
  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.step = 25;
    this.corrected = false;
  }

  open() {
    const { page } = this,
      {
        words: { t },
      } = page;
    const h = slider(
      { name: t('drift.h'), min: 5, max: 50, step: 1, value: this.step, show: (x) => `${tell(page, x, 0)} ms` },
      (x) => {
        this.step = x;
        this.show();
      },
    );
    const words = [
      ['off', t('drift.off')],
      ['on', t('drift.on')],
    ];
    const pick = choice({ name: t('drift.correction'), words, value: this.corrected ? 'on' : 'off' }, (key) => {
      this.corrected = key === 'on';
      this.show();
    });
    this.picture = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('drift.graph') });
    this.ring = draw('svg', { viewBox: '0 0 210 210', role: 'img', 'aria-label': t('drift.ring') });
    this.words = make('p');
    this.element.replaceChildren(
      make('div', { className: 'controls' }, h.element, pick),
      make('div', { className: 'panes' }, make('div', {}, this.ring), make('div', { className: 'wide' }, this.picture)),
      this.words,
      make('figcaption', { textContent: t('drift.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      {
        words: { t },
      } = page,
      h = this.step / 1000;
    const without = run(h, false),
      shown = this.corrected ? run(h, true) : without;
    const most = 1.1 * Math.max(...without.map(([, gap]) => Math.abs(gap)));
    const x = (time) => LEFT + (time / TIME) * (WIDTH - LEFT - RIGHT);
    const y = (gap) => TOP + ((0.2 * most - gap) / (1.2 * most)) * (HEIGHT - TOP - BOTTOM);
    const digits = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(1000 * most))));
    const ticks = [0, -0.5, -1].flatMap((part) => [
      draw('path', { class: part ? 'grid' : 'axis', d: `M${LEFT} ${y(part * most)}H${WIDTH - RIGHT}` }),
      draw(
        'text',
        { x: LEFT - 6, y: y(part * most) + 4, 'text-anchor': 'end' },
        tell(page, 1000 * part * most, digits),
      ),
    ]);
    const line = (gaps, kind) =>
      draw('path', { class: `curve ${kind}`, d: curve(gaps.map(([time, gap]) => [x(time), y(gap)])) });
    this.picture.replaceChildren(
      ...ticks,
      ...(this.corrected ? [line(without, 'spring dashed')] : []),
      line(shown, 'contact'),
      draw('text', { x: 6, y: 15 }, t('drift.gap')),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 9, 'text-anchor': 'end' }, 't / s'),
      ...[0, 2, 4, 6, 8].map((time) => draw('text', { x: x(time), y: HEIGHT - 9, 'text-anchor': 'middle' }, time)),
    );
    this.showRing(ride(h, this.corrected), most);
    this.words.textContent = t('drift.end', { end: tell(page, 1000 * shown.at(-1)[1], digits + 1) });
  }

  /** Ring and path; how far the ball is off the ring is drawn so much larger that it can be seen. */
  showRing(places, most) {
    const larger = 10 ** Math.max(0, Math.floor(Math.log10(0.3 / most))),
      scale = 66;
    const path = places.map(([, x, y]) => {
      const r = Math.hypot(x, y),
        shown = (scale * (1 + (r - RADIUS) * larger)) / r;
      return [105 + shown * x, 105 - shown * y];
    });
    const [cx, cy] = path.at(-1);
    this.ring.replaceChildren(
      draw('circle', { class: 'axis', cx: 105, cy: 105, r: scale }),
      draw('path', { class: 'curve contact thin', d: curve(path) }),
      draw('circle', { class: 'point now', cx, cy, r: 5 }),
      draw('text', { x: 6, y: 16 }, this.page.words.t('drift.times', { n: larger })),
    );
  }
}
