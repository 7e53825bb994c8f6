// The mark on the glass: corner and edge now, and an instant later. Both bodies move on without force; what the gap is and
// how it changes is the engine's.
import { arrow, draw, make, slider, tell } from '../make.js';
import { contactOf } from '../contact.js';
import { Base } from './base.js';
import { planar, polygon, rectangle, scene } from './block.js';
import { dragged } from './drag.js';

const WIDTH = 480,
  HEIGHT = 330,
  METRE = 150;
/** Where body 2 turns about, px, and where the corner is seen from there now, m. */
const PIVOT = [110, 250],
  CORNER = [0.9, 0.2];
/** The edge stands so far above the pivot, m. */
const EDGE = 0.1;
/** Its ends, left and right, and how deep body 2 reaches; and body 1 as it is seen from its corner, m. */
const [LEFT, RIGHT, DEEP] = [-0.6, 2.3, -0.3],
  BODY = [
    [0, 0],
    [0.41, 0.49],
    [-0.23, 0.72],
  ];
/** How fast body 2 turns, 1/s, and the corner's velocity, m/s. */
export const MOTION = { omega: 0.6, velocity: [0.5, 0.8] };

const turned = (/** @type {number[]} */ [x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
/** Normal, gap, d′ and d″ after a time, as the engine has them of the contact. */
export function after(page, time, { omega, velocity } = MOTION) {
  const corner = CORNER.map((x, k) => x + time * velocity[k]);
  const edge = rectangle(LEFT, DEEP, RIGHT, EDGE);
  const bodies = [
    polygon('1', BODY, { position: corner, velocity }),
    polygon('2', edge, { position: [0, 0], angle: omega * time, omega }),
  ];
  // bodies count as touching at any gap of the figure
  return scene(page, { target_gap: 1, bodies }, (view) => {
    const all = Array.from({ length: view.contacts() }, (_, k) => contactOf(view, k));
    const { gap, n, rate, bw, bn } = all.reduce((least, one) => (one.gap < least.gap ? one : least));
    return { corner, mark: turned(CORNER, omega * time), n, gap, rate, second: bw + bn };
  });
}

/** d′, if the corner rises so fast, m/s, and the point of body 2 below it so fast. */
export const below = (page, corner, point) => after(page, 0, { omega: point / CORNER[0], velocity: [0, corner] }).rate;

export class Figure extends Base {
  static needs = 'plane';
  time = 0.4;

  open() {
    const { page, t } = this;
    this.slider = this.setting('time', {
      name: 'glass.later',
      min: 0,
      max: 0.6,
      step: 0.01,
      show: (x) => `${tell(page, x, 2)} s`,
    });
    this.picture = this.svg('glass.picture', WIDTH, HEIGHT, { class: 'dragged' });
    dragged(this.picture, ([x]) => this.slider.to((x - PIVOT[0] - CORNER[0] * METRE) / METRE / MOTION.velocity[0]));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, this.slider.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('glass.caption') }),
    );
    this.show();
  }

  show() {
    const { page, time } = this,
      now = after(page, time),
      { gap: d, rate, second } = after(page, 0);
    const at = (/** @type {number[]} */ [x, y]) => [PIVOT[0] + x * METRE, PIVOT[1] - y * METRE],
      by = (/** @type {number[]} */ [x, y], size = METRE) => [x * size, -y * size];
    const angle = MOTION.omega * time,
      shape = (points) => `M${points.map((p) => at(turned(p, angle)).map((x) => x.toFixed(1))).join('L')}z`;
    const foot = now.corner.map((x, k) => x - now.gap * now.n[k]);
    const label = (/** @type {number[]} */ [x, y], words, kind = '', side = 8) =>
      draw('text', { x: x + side, y, class: kind, 'text-anchor': side < 0 ? 'end' : 'start' }, words);
    const edge = turned([CORNER[0] - 0.35, EDGE], angle);
    const [c, m, q, f] = [now.corner, now.mark, edge, foot].map(at),
      carried = by(turned([-MOTION.omega * CORNER[1], MOTION.omega * CORNER[0]], angle), 90);
    this.picture.replaceChildren(
      draw('path', {
        class: 'glass',
        d: shape([
          [LEFT, EDGE],
          [RIGHT, EDGE],
          [RIGHT, 1.05],
          [LEFT, 1.05],
        ]),
      }),
      draw('path', {
        class: 'body two',
        d: shape([
          [LEFT, EDGE],
          [RIGHT, EDGE],
          [RIGHT, DEEP],
          [LEFT, DEEP],
        ]),
      }),
      draw('path', { class: 'body one', d: `M${BODY.map((p) => at(p.map((x, k) => x + now.corner[k]))).join('L')}z` }),
      draw('path', { class: 'measure', d: `M${f}L${c}` }),
      draw('path', { class: 'arrow accent', d: arrow(q, by(now.n, 70)) }),
      label([q[0] + by(now.n, 70)[0], q[1] + by(now.n, 70)[1] + 6], 'n', 'accent', -8),
      draw('path', { class: 'arrow thrust', d: arrow(c, by(MOTION.velocity, 90)) }),
      label([c[0] + 44, c[1] - 77], 'p₁′', 'thrust'),
      draw('path', {
        class: 'arrow gravity dashed',
        d: arrow(m, carried),
      }),
      label([m[0] + carried[0], m[1] + carried[1] - 6], 'p₂′', 'gravity', -4),
      draw('circle', { class: 'point', cx: q[0], cy: q[1], r: 3 }),
      label([q[0] - 2, q[1] + 16], 'q', '', -4),
      draw('path', { class: 'mark', d: `M${m[0] - 6} ${m[1] - 6}l12 12m0 -12l-12 12` }),
      label([m[0], m[1] + (time > 0.15 ? -8 : 20)], 'p₂', 'gravity', -10),
      draw('circle', { class: 'point', cx: c[0], cy: c[1], r: 4 }),
      label([c[0] + 4, c[1] + 14], 'p₁', 'thrust'),
      label([(f[0] + c[0]) / 2, (f[1] + c[1]) / 2 + 5], 'd', '', -6),
      label(at(turned([2.1, -0.2], angle)), '2'),
      label([c[0] + 2, c[1] - 70], '1'),
      label(at(turned([0.1, 0.92], angle)), page.words.t('glass.sheet'), 'soft', 2),
    );
    const n = (x, digits = 3) => tell(page, x, digits);
    this.words.textContent = page.words.t('glass.now', {
      d: n(now.gap),
      time: n(time, 2),
      d0: n(d),
      rate: n(rate),
      second: n(second),
      guess: n(d + rate * time + 0.5 * second * time ** 2),
    });
  }
}
