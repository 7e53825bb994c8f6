// A flat body on a table, pressed at one point: few points of its rim carry it, found one after the other.
import { choice, curve, draw, make, slider, tell } from '../make.js';

const SIZE = 280,
  MIDDLE = SIZE / 2,
  SCALE = 98;
/** Points of the rim that are looked at; 1/m and 1/I of the body; the load, N. */
const LOOKED = 240,
  SOFT = 1,
  TURNS = 4,
  LOAD = 10;
const ENOUGH = 1e-5 * LOAD;

/** Rims: the place of a point by a number from 0 to 1. */
export const RIMS = {
  disc: (s) => [Math.cos(2 * Math.PI * s), Math.sin(2 * Math.PI * s)],
  half: (s) =>
    s < 0.6 ? [Math.cos((Math.PI * s) / 0.6), Math.sin((Math.PI * s) / 0.6) - 0.4] : [-1 + (2 * (s - 0.6)) / 0.4, -0.4],
  triangle: (s) => {
    const corners = [
        [0, 1],
        [-0.95, -0.6],
        [0.95, -0.6],
        [0, 1],
      ],
      k = Math.min(Math.floor(3 * s), 2),
      part = 3 * s - k;
    return [0, 1].map((axis) => corners[k][axis] * (1 - part) + corners[k + 1][axis] * part);
  },
};

/** How much a newton at p accelerates the body upwards at q. */
const response = (p, q) => SOFT + TURNS * (p[0] * q[0] + p[1] * q[1]);

/** Forces at these points against the load: complementary to the accelerations there, by Gauss and Seidel's method. */
export function carry(points, load) {
  const f = points.map(() => 0),
    b = points.map((p) => -LOAD * response(load, p));
  for (let round = 0; round < 4000; round += 1) {
    let most = 0;
    points.forEach((p, i) => {
      const a = points.reduce((sum, q, j) => sum + response(q, p) * f[j], b[i]);
      const force = Math.max(f[i] - a / response(p, p), 0);
      most = Math.max(most, Math.abs(force - f[i]));
      f[i] = force;
    });
    if (most < 1e-10 * LOAD) break;
  }
  return f;
}

/** Points of the rim, one after the other, until none sinks in; with their forces and whether the body stays level. */
export function support(rim, load) {
  const looked = Array.from({ length: LOOKED }, (_, k) => rim(k / LOOKED));
  const points = [0, 1, 2].map((k) => looked[((k * LOOKED) / 3) | 0]);
  for (;;) {
    const f = carry(points, load);
    const rise = (p) => points.reduce((sum, q, j) => sum + response(q, p) * f[j], -LOAD * response(load, p));
    const worst = looked.reduce((low, p) => (rise(p) < rise(low) ? p : low));
    if (rise(worst) > -ENOUGH || points.length > 30) {
      return { points, f, level: Math.max(...looked.map((p) => Math.abs(rise(p)))) < 1e2 * ENOUGH };
    }
    points.push(worst);
  }
}

export class Figure {
  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.shape = 'disc';
    this.load = [0.3, 0.5];
  }

  open() {
    const { page } = this,
      {
        words: { t },
      } = page;
    const words = Object.keys(RIMS).map((key) => [key, t(`region.${key}`)]);
    const pick = choice({ name: t('region.shape'), words, value: this.shape }, (shape) => {
      this.shape = shape;
      this.show();
    });
    const move = (axis) =>
      slider(
        {
          name: t(`region.${'xy'[axis]}`),
          min: -1.2,
          max: 1.2,
          step: 0.02,
          value: this.load[axis],
          show: (x) => tell(page, x, 2),
        },
        (x) => {
          this.load[axis] = x;
          this.show();
        },
      );
    this.picture = draw('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img', 'aria-label': t('region.picture') });
    this.words = make('p');
    this.element.replaceChildren(
      make('div', { className: 'controls' }, pick, move(0).element, move(1).element),
      make('div', { className: 'panes' }, make('div', {}, this.picture)),
      this.words,
      make('figcaption', { textContent: t('region.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      rim = RIMS[this.shape],
      place = (/** @type {number[]} */ [x, y]) => [MIDDLE + SCALE * x, MIDDLE - SCALE * y];
    const { points, f, level } = support(rim, this.load);
    const outline = Array.from({ length: LOOKED }, (_, k) => place(rim(k / LOOKED)));
    const [x, y] = place(this.load);
    const size = (force) => 3 + 5 * Math.sqrt(force);
    const dots = points.map((p, k) => {
      const [px, py] = place(p);
      return draw('circle', {
        class: f[k] > 1e-3 ? 'force' : 'idle',
        cx: px,
        cy: py,
        r: f[k] > 1e-3 ? size(f[k]) : 3.5,
      });
    });
    const labels = points.map((p, k) => {
      const [px, py] = place(p),
        out = (size(f[k]) + 12) / Math.hypot(...p);
      return f[k] > 1e-3
        ? draw('text', { x: px + out * p[0], y: py - out * p[1] + 4, 'text-anchor': 'middle' }, tell(page, f[k], 1))
        : '';
    });
    this.picture.replaceChildren(
      draw('path', { class: 'body one', d: `${curve(outline)}z` }),
      ...dots,
      ...labels,
      draw('path', { class: 'load', d: `M${x - 7} ${y}h14M${x} ${y - 7}v14` }),
    );
    this.words.textContent = page.words.t(level ? 'region.carries' : 'region.tips', {
      n: points.length,
      k: f.filter((x) => x > 1e-3).length,
    });
  }
}
