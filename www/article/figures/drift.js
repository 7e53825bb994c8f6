// A ball that runs round inside a ring, in time steps: the gap drifts unless it is corrected. By the engine of space, whose
// schemes take forces from accelerations with the correction or without.
import { choice, curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { beside } from './space.js';

/** Radii of ring and ball, m; speed of the ball of 1 kg, m/s; seconds shown. */
const RADIUS = 1,
  BALL = 0.1,
  SPEED = 3,
  TIME = 10;
/** Without the correction and with it. */
const SCHEMES = ['acceleration-heun', 'acceleration-baumgarte'];
/** Numbers of a step that the engine tells: the gap, two more, and then the ball's place. */
const NUMBERS = 10,
  PLACE = 3;
const WIDTH = 480,
  HEIGHT = 210,
  LEFT = 68,
  RIGHT = 12,
  TOP = 26,
  BOTTOM = 28;

/** Times, gaps and places of all steps. */
export function run(h, corrected) {
  const ball = { position: [0, BALL - RADIUS, 0], velocity: [SPEED, 0, 0], shape: { type: 'sphere', radius: BALL } };
  const more = {
    gravity: [0, 0, 0],
    time_step: h,
    floor: { name: 'ring', shape: { type: 'sphere_cavity', radius: RADIUS } },
  };
  const list = beside(ball, more, (copy) => copy.trial(SCHEMES[Number(corrected)], 0, 1, Math.floor(TIME / h + 1e-9)));
  return Array.from({ length: list.length / NUMBERS }, (_, k) => {
    const at = k * NUMBERS;
    return [k * h, list[at], list[at + PLACE], list[at + PLACE + 1]];
  });
}

export class Figure extends Base {
  static needs = 'space';
  step = 25;
  corrected = false;

  open() {
    const { page, t } = this;
    const h = this.setting('step', {
      name: 'drift.h',
      min: 5,
      max: 50,
      step: 1,
      show: (x) => `${tell(page, x, 0)} ms`,
    });
    const words = [
      ['off', t('drift.off')],
      ['on', t('drift.on')],
    ];
    const pick = choice({ name: t('drift.correction'), words, value: this.corrected ? 'on' : 'off' }, (key) => {
      this.corrected = key === 'on';
      this.show();
    });
    this.picture = this.svg('drift.graph', WIDTH, HEIGHT);
    this.ring = this.svg('drift.ring', 210, 210);
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
    const { page, t } = this,
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
    this.showRing(shown, most);
    this.words.textContent = t('drift.end', { end: tell(page, 1000 * shown.at(-1)[1], digits + 1) });
  }

  /** Ring, the circle of the ball's middle, and its path; how far that is off is drawn so much larger that it is seen. */
  showRing(rows, most) {
    const larger = 10 ** Math.max(0, Math.floor(Math.log10(0.3 / most))),
      scale = 66,
      middle = RADIUS - BALL;
    const path = rows.map(([, , x, y]) => {
      const r = Math.hypot(x, y),
        shown = (scale * (middle + (r - middle) * larger)) / r;
      return [105 + shown * x, 105 - shown * y];
    });
    const [cx, cy] = path.at(-1);
    this.ring.replaceChildren(
      draw('circle', { class: 'grid', cx: 105, cy: 105, r: scale * middle }),
      draw('path', { class: 'curve contact thin', d: curve(path) }),
      draw('circle', { class: 'axis', cx: 105, cy: 105, r: scale * RADIUS }),
      draw('circle', { class: 'point now', cx, cy, r: scale * BALL }),
      draw('text', { x: 6, y: 16 }, this.page.words.t('drift.times', { n: larger })),
    );
  }
}
