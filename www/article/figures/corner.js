// The plane of two contact forces: the quadrant that is allowed, the lines a = 0, the bowl, and the answer in it.
import { draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { dragged } from './drag.js';
import { blockUnder, BOARD, planar } from './block.js';

const SIZE = 340,
  LEFT = 64,
  BOTTOM = 60;
/** Newtons from the corner to the right and upper end, and from it to the left and lower one. */
const [MOST, LEAST] = [5.5, -1.2];
const NEWTON = (SIZE - LEFT - 14) / MOST;
/** Heights of the rings above the lowest point, N m/s². */
const RINGS = [0.3, 1.2, 2.7, 4.8, 7.5, 10.8];
/** The lift on two posts: one contact counts twice. */
const LIFT = { A: [1, 1, 1, 1], b: [-3, -3] };

/** Both forces as a point of the picture, and back. */
const place = (/** @type {number[]} */ [f, g]) => [LEFT + f * NEWTON, SIZE - BOTTOM - g * NEWTON];
const forces = (/** @type {number[]} */ [x, y]) => [(x - LEFT) / NEWTON, (SIZE - BOTTOM - y) / NEWTON];

/** a = A f + b. */
export const under = ({ A, b }, f) => b.map((one, i) => one + A[2 * i] * f[0] + A[2 * i + 1] * f[1]);

/** ½ fᵀA f + bᵀf. */
export const bowl = (problem, f) => under(problem, f).reduce((sum, a, i) => sum + 0.5 * f[i] * (a + problem.b[i]), 0);

/** The points that the engine's method goes through, the first at zero. */
export function pathOf(page, { A, b }) {
  const list = [...planar(page).path(new Float64Array(A), new Float64Array(b))];
  return Array.from({ length: list.length / 2 }, (_, k) => list.slice(2 * k, 2 * k + 2));
}

export class Figure extends Base {
  static needs = 'plane';
  kind = this.element.dataset.variant;
  x = 0.4;
  load = 3;
  step = Infinity;
  share = 1;

  open() {
    const { page, t } = this;
    this.picture = this.svg('corner.picture', SIZE, SIZE, { class: 'dragged' });
    this.words = make('p', { attributes: { role: 'status' } });
    const metres = (x) => `${tell(page, x, 2)} m`,
      newtons = (f) => `${tell(page, f, 2)} N`;
    if (this.kind === 'valley') {
      this.slider = this.setting('share', { name: 'corner.share', min: 0, max: 3, step: 0.05, show: newtons });
    } else {
      this.slider = slider(
        { name: t('load.x'), min: -BOARD, max: BOARD, step: 0.05, value: this.x, show: metres },
        (x) => {
          this.x = x;
          this.step = Infinity;
          this.show();
        },
      );
    }
    /** @type {HTMLElement[]} */
    const parts = [this.slider.element];
    if (this.kind === 'path') {
      this.next = make('button', { type: 'button', onclick: () => this.go() });
      parts.push(make('div', { className: 'actions' }, this.next));
    }
    dragged(this.picture, (at) => this.drag(forces(at)));
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...parts),
      make('div', { className: 'panes' }, make('div', {}, this.picture), make('div', {}, this.words)),
      make('figcaption', { textContent: t(`corner.caption.${this.kind}`) }),
    );
    this.show();
  }

  /** The next point of the path, and from its end to the beginning. */
  go() {
    const end = this.path.length - 1,
      at = Math.min(this.step, end);
    this.step = at >= end ? 0 : at + 1;
    this.show();
  }

  /** The answer is moved to the pointer: along the valley, or by moving the load. */
  drag(/** @type {number[]} */ [f, g]) {
    if (this.kind === 'valley') return this.slider.to(Math.min(Math.max(f, 0), 3));
    // the load at which the forces are in this proportion
    const [sum, half] = [3 + this.load, Math.max(f + g, 0.1)];
    this.slider.to((((g - f) / half) * sum) / this.load);
  }

  problem() {
    return this.kind === 'valley' ? LIFT : blockUnder(this.page, this.x, this.load);
  }

  show() {
    const problem = this.problem(),
      path = pathOf(this.page, problem).filter(
        ([f, g], k, all) => !k || Math.hypot(f - all[k - 1][0], g - all[k - 1][1]) > 1e-9,
      );
    this.path = path;
    const last = path.at(-1),
      answer =
        this.kind === 'valley'
          ? [this.share, 3 - this.share]
          : this.kind === 'path'
            ? path[Math.min(this.step, path.length - 1)]
            : last;
    this.picture.replaceChildren(
      ...this.ground(),
      ...this.rings(problem, last),
      ...this.lines(problem),
      ...this.marks(path, answer, problem),
    );
    this.tell(problem, answer);
    if (this.next)
      this.next.textContent = this.page.words.t(this.step >= path.length - 1 ? 'corner.again' : 'corner.next');
  }

  ground() {
    const [x, y] = place([0, 0]),
      id = `corner-${this.kind}`;
    return [
      draw('clipPath', { id }, draw('rect', { x: 1, y: 1, width: SIZE - 2, height: SIZE - 2 })),
      draw('rect', { class: 'allowed-area', x, y: 0, width: SIZE - x, height: y }),
      draw('path', { class: 'axis', d: `M${x} ${SIZE}V0M0 ${y}H${SIZE}` }),
      ...[1, 2, 3, 4, 5].flatMap((f) => [
        draw('path', { class: 'axis', d: `M${place([f, 0])} v5M${place([0, f])} h-5` }),
        draw('text', { x: place([f, 0])[0], y: y + 17, 'text-anchor': 'middle' }, f),
        draw('text', { x: x - 8, y: place([0, f])[1] + 4, 'text-anchor': 'end' }, f),
      ]),
      draw('text', { x: SIZE - 6, y: y - 6, 'text-anchor': 'end' }, 'f₁ / N'),
      draw('text', { x: x + 6, y: 14 }, 'f₂ / N'),
    ];
  }

  /** Rings of the bowl around its lowest point of all, or lines along its valley. */
  rings({ A, b }, lowest) {
    const [p, q, , s] = A,
      det = p * s - q * q,
      clip = { 'clip-path': `url(#corner-${this.kind})` };
    if (Math.abs(det) < 1e-9) {
      return RINGS.flatMap((h) =>
        [1, -1].map((side) => {
          const sum = lowest[0] + lowest[1] + side * Math.sqrt((2 * h) / p),
            [from, to] = [place([-9, sum + 9]), place([sum + 9, -9])];
          return draw('path', { class: 'ring', d: `M${from}L${to}`, ...clip });
        }),
      );
    }
    const middle = [(q * b[1] - s * b[0]) / det, (q * b[0] - p * b[1]) / det];
    const mean = (p + s) / 2,
      spread = Math.hypot((p - s) / 2, q),
      [cx, cy] = place(middle);
    const turn = (-0.5 * Math.atan2(2 * q, p - s) * 180) / Math.PI;
    return [
      ...RINGS.map((h) =>
        draw('ellipse', {
          class: 'ring',
          cx,
          cy,
          rx: NEWTON * Math.sqrt((2 * h) / (mean + spread)),
          ry: NEWTON * Math.sqrt((2 * h) / (mean - spread)),
          transform: `rotate(${turn} ${cx} ${cy})`,
        }),
      ).map((one) => draw('g', clip, one)),
      draw('g', clip, draw('path', { class: 'bottom', d: `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8` })),
    ];
  }

  /** Where one of the accelerations is zero, with its name at the frame's edge. */
  lines({ A, b }) {
    const both = this.kind === 'valley',
      clip = `url(#corner-${this.kind})`;
    return [0, 1].slice(0, both ? 1 : 2).flatMap((i) => {
      const [p, q] = [A[2 * i], A[2 * i + 1]],
        size = Math.hypot(p, q),
        foot = [(-b[i] * p) / size ** 2, (-b[i] * q) / size ** 2],
        along = [-q / size, p / size];
      const at = (s) => [foot[0] + s * along[0], foot[1] + s * along[1]];
      const inside = Array.from({ length: 160 }, (_, k) => at((k - 80) / 10)).filter(
        ([f, g]) => f > LEAST + 1 && f < MOST - 0.7 && g > LEAST + 1.2 && g < MOST - 0.9,
      );
      const name = inside.at(both || i ? 0 : along[1] > 0 ? 0 : -1) ?? [2, 2], // the first at its lower end, far from the other
        [x, y] = place(name);
      return [
        draw('path', { class: `null n${i + 1}`, d: `M${place(at(-20))}L${place(at(20))}`, 'clip-path': clip }),
        draw(
          'text',
          { class: 'null-name', x: i ? x : x + 6, y: y - 6, 'text-anchor': i ? 'end' : 'start' },
          both ? 'a₁ = a₂ = 0' : `a${'₁₂'[i]} = 0`,
        ),
      ];
    });
  }

  marks(path, answer, problem) {
    const parts = [],
      points = path.map(place);
    if (this.kind === 'path') {
      const done = Math.min(this.step, path.length - 1);
      parts.push(draw('path', { class: 'trail', d: `M${points.slice(0, done + 1).join('L')}` }));
      points.slice(0, done + 1).forEach(([cx, cy]) => parts.push(draw('circle', { class: 'point', cx, cy, r: 3.5 })));
    }
    if (this.kind === 'valley') parts.push(draw('path', { class: 'trail', d: `M${place([0, 3])}L${place([3, 0])}` }));
    const [cx, cy] = place(answer),
      a = under(problem, answer);
    // downhill, where it would still go down
    const down = a.map((one) => -one);
    if (this.kind === 'path' && Math.hypot(...down) > 1e-6)
      parts.push(draw('path', { class: 'arrow accent', d: `M${cx} ${cy}l${12 * down[0]} ${-12 * down[1]}` }));
    parts.push(draw('circle', { class: 'answer', cx, cy, r: 7 }));
    return parts;
  }

  tell(problem, f) {
    const { page } = this,
      a = under(problem, f),
      n = (x) => tell(page, x, 2);
    const which = f[0] > 1e-9 ? (f[1] > 1e-9 ? 'both' : 'first') : f[1] > 1e-9 ? 'second' : 'none';
    const values = {
      f1: n(f[0]),
      f2: n(f[1]),
      a1: n(a[0]),
      a2: n(a[1]),
      q: n(bowl(problem, f)),
      k: Math.min(this.step, this.path.length - 1),
      n: this.path.length - 1,
    };
    const key = this.kind === 'cases' ? `corner.${which}` : `corner.${this.kind}`;
    this.words.textContent = page.words.t(key, values);
  }
}
