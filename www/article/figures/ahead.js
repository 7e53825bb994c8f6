// Two round bodies: the places where they are nearest run along both, and the next point is already there.
import { draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { beside } from './space.js';

const WIDTH = 480,
  HEIGHT = 260,
  METRE = 88,
  TOUCH = [240, 168];

/** A floor of a curvature, 1/m, highest or lowest in the origin. */
function bent(curvature) {
  const radius = Math.abs(1 / curvature);
  if (radius > 1e6) return {};
  const type = curvature > 0 ? 'sphere' : 'sphere_cavity';
  return { floor: { position: [0, 0, -1 / curvature], shape: { type, radius } } };
}

/** How fast the engine's places of contact run along both bodies, m/s, while a ball rolls without sliding. */
export function runs({ omega, radius, floor }) {
  const ball = { position: [0, 0, radius], velocity: [omega * radius, 0, 0], omega: [0, omega, 0] };
  return beside({ ...ball, shape: { type: 'sphere', radius } }, bent(floor), (copy) => copy.runs());
}

export class Figure extends Base {
  static needs = 'space';
  angle = 0.5;
  radius = 0.8;
  floor = 0;

  open() {
    const { page, t } = this;
    const sliders = [
      this.setting('angle', {
        name: 'ahead.angle',
        min: -1,
        max: 1,
        step: 0.02,
        show: (x) => `${tell(page, (x * 180) / Math.PI, 0)}°`,
      }),
      this.setting('floor', {
        name: 'ahead.floor',
        min: -0.9,
        max: 1.5,
        step: 0.1,
        show: (x) => `${tell(page, x, 1)} 1/m`,
      }),
    ];
    this.picture = this.svg('ahead.picture', WIDTH, HEIGHT);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('ahead.caption') }),
    );
    this.show();
  }

  show() {
    const { page, radius, floor, angle } = this,
      [rate] = runs({ omega: 1, radius, floor }),
      s = angle * rate, // the curvatures stay as they are, so the place runs evenly
      k = Math.abs(floor) < 1e-9 ? 0 : 1 / floor;
    // a point of the lower body at the length x along it, and its normal
    const below = (x) =>
      k
        ? { p: [k * Math.sin(x / k), k * (Math.cos(x / k) - 1)], n: [Math.sin(x / k), Math.cos(x / k)] }
        : { p: [x, 0], n: [0, 1] };
    const at = (/** @type {number[]} */ [x, y]) => [TOUCH[0] + x * METRE, TOUCH[1] - y * METRE],
      round = (p) => p.map((x) => x.toFixed(1));
    const { p, n } = below(s),
      middle = at([p[0] + radius * n[0], p[1] + radius * n[1]]);
    // the ball has turned clockwise by the angle: the mark that was lowest has gone up
    const mark = [middle[0] - radius * METRE * Math.sin(angle), middle[1] + radius * METRE * Math.cos(angle)];
    const line = Array.from({ length: 61 }, (_, i) =>
      round(at(below(((i - 30) / 30) * (k ? Math.min(2.1, 1.5 * Math.abs(k)) : 2.1)).p)),
    );
    const [tx, ty] = at(p);
    this.picture.replaceChildren(
      draw('path', {
        class: 'body two',
        d: `M${line.join('L')}L${line.at(-1)[0]} ${HEIGHT + 20}L${line[0][0]} ${HEIGHT + 20}z`,
      }),
      draw('circle', { class: 'body one', cx: middle[0], cy: middle[1], r: radius * METRE }),
      draw('path', { class: 'part', d: `M${middle}L${mark}` }),
      draw('circle', { class: 'point', cx: middle[0], cy: middle[1], r: 3 }),
      draw('circle', { class: 'idle', cx: mark[0], cy: mark[1], r: 5 }),
      draw('text', { x: mark[0] - 8, y: mark[1] + 16, 'text-anchor': 'end' }, page.words.t('ahead.was')),
      draw('circle', { class: 'force', cx: tx, cy: ty, r: 5 }),
      draw('text', { class: 'contact', x: tx + 8, y: ty + 18 }, page.words.t('ahead.is')),
      draw('path', { class: 'mark', d: `M${TOUCH[0]} ${TOUCH[1] - 6}v12` }),
    );
    this.words.textContent = page.words.t('ahead.now', {
      s: tell(page, s, 2),
      rate: tell(page, rate, 2),
      up: tell(page, radius * (1 - Math.cos(angle)), 2),
    });
  }
}
