// A flat body on a table, pressed at one point: few points of its rim carry it, found one after the other.
import { choice, curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { beside } from './space.js';

const SIZE = 280,
  MIDDLE = SIZE / 2,
  SCALE = 98;
/** Points with which a rim is drawn. */
const DRAWN = 240;
/** The load, N, and the height of the bodies, m. */
const LOAD = 10,
  HIGH = 0.2;
/** Forces that miss sum and place of the load by less, N and m, carry it. */
const ENOUGH = 1e-6;
/** Corners of the triangle. */
const CORNERS = [
  [0, 1],
  [-0.9, -0.5],
  [0.9, -0.5],
];
/** How far the centre of mass of half a disc is from its straight side. */
const INSIDE = 4 / (3 * Math.PI);

/** Rims about the centre of mass: the place of a point by a number from 0 to 1. */
export const RIMS = {
  disc: (s) => [Math.cos(2 * Math.PI * s), Math.sin(2 * Math.PI * s)],
  half: (s) =>
    s < 0.6
      ? [Math.cos((Math.PI * s) / 0.6), Math.sin((Math.PI * s) / 0.6) - INSIDE]
      : [-1 + (2 * (s - 0.6)) / 0.4, -INSIDE],
  triangle: (s) => {
    const k = Math.min(Math.floor(3 * s), 2),
      part = 3 * s - k;
    return [0, 1].map((axis) => CORNERS[k][axis] * (1 - part) + CORNERS[(k + 1) % 3][axis] * part);
  },
};

/** The same for the engine. */
const OUTLINES = {
  disc: { type: 'disk', parameters: [1] },
  half: { type: 'half_disk', parameters: [1] },
  triangle: { type: 'polygon', parameters: CORNERS.flat() },
};

/** The places of the rim that the engine keeps from sinking in, with their forces, and whether the body stays level. */
export function support(shape, load) {
  const body = { position: [0, 0, HIGH / 2], shape: { type: 'extruded', outline: OUTLINES[shape], height: HIGH } };
  const thrust = { type: 'thrust', body: 'body', direction_world: [0, 0, -1], magnitudes: [LOAD] };
  const more = { gravity: [0, 0, 0], time_step: 0.01, forces: [{ ...thrust, point_body: [...load, 0] }] };
  const list = [...beside(body, more, (copy) => copy.instant())];
  const places = Array.from({ length: list.length / 3 }, (_, k) => list.slice(3 * k, 3 * k + 3));
  const sum = (of) => places.reduce((all, place) => all + of(place), 0),
    misses = [sum(([, , f]) => f) - LOAD, ...load.map((at, k) => sum((place) => place[k] * place[2]) / LOAD - at)];
  return {
    points: places.map(([x, y]) => [x, y]),
    f: places.map(([, , force]) => force),
    level: misses.every((miss) => Math.abs(miss) < ENOUGH),
  };
}

export class Figure extends Base {
  static needs = 'space';
  shape = 'disc';
  load = [0.3, 0.4];

  open() {
    const { page, t } = this;
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
    this.picture = this.svg('region.picture', SIZE, SIZE);
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
    const { points, f, level } = support(this.shape, this.load);
    const outline = Array.from({ length: DRAWN }, (_, k) => place(rim(k / DRAWN)));
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
