// Newton's method on Fischer's function, for one contact whose gap after the step is curved in its force: the engine's, of a
// rod that is pushed at its lower end.
import { curve, draw, make, slider, tell, tiny } from '../make.js';
import { Base } from './base.js';
import { beside } from './space.js';

const WIDTH = 480,
  HEIGHT = 230,
  LEFT = 40,
  RIGHT = 12,
  TOP = 14,
  BOTTOM = 28;
/** Forces, N, and values, m, shown. */
const [LOW, HIGH, DEEP, UP] = [-1, 4, -1.25, 1.25];
/** So many forces are drawn. */
const DRAWN = 161;

/** Half the length of the rod, m, its moment of inertia, kg m², its tilt, rad, the ball at its end, m, and the step, s. */
const [HALF, INERTIA, TILT, BALL, STEP] = [1, 1 / 3, Math.PI / 3, 0.05, 0.5];

/** The rod at rest, its lower end so far above the floor, m. */
const rod = (gap, look) => {
  const centre = [HALF * Math.cos(TILT), 0, -HALF * Math.sin(TILT)];
  const shape = { type: 'balls', balls: [{ centre, radius: BALL }] };
  const body = { position: [0, 0, gap + BALL - centre[2]], inertia: [INERTIA, INERTIA, INERTIA], shape };
  return beside(body, { gravity: [0, 0, 0], time_step: STEP }, look);
};

/** Force, gap and φ, one after the other. */
const rows = (list) => Array.from({ length: list.length / 3 }, (_, k) => [...list.slice(3 * k, 3 * k + 3)]);

/** Such rows before and after each step of Newton's method. */
export const newton = (gap, first) => rows(rod(gap, (copy) => copy.newton(first)));

/** Gap and φ over the forces shown, each as points. */
export function curves(gap) {
  const forces = Float64Array.from({ length: DRAWN }, (_, k) => LOW + (k * (HIGH - LOW)) / (DRAWN - 1));
  const all = rows(rod(gap, (copy) => copy.gaps(forces)));
  return [1, 2].map((which) => all.map((one) => [one[0], one[which]]));
}

export class Figure extends Base {
  static needs = 'space';
  c = -0.6;
  first = 4;
  steps = 0;

  open() {
    const { page, t } = this;
    const gap = slider(
      { name: t('fischer.c'), min: -1, max: 1, step: 0.1, value: this.c, show: (x) => `${tell(page, x, 1)} m` },
      (c) => {
        this.c = c;
        this.begin(this.first);
      },
    );
    const start = slider(
      {
        name: t('fischer.start'),
        min: 0,
        max: HIGH,
        step: 0.1,
        value: this.first,
        show: (x) => `${tell(page, x, 1)} N`,
      },
      (f) => this.begin(f),
    );
    const next = make('button', {
      type: 'button',
      textContent: t('fischer.step'),
      onclick: () => {
        this.steps += 1;
        this.show();
        page.report.say(this.words.textContent);
      },
    });
    const again = make('button', {
      type: 'button',
      textContent: t('fischer.again'),
      onclick: () => this.begin(this.first),
    });
    this.picture = this.svg('fischer.graph', WIDTH, HEIGHT);
    this.words = make('p');
    this.element.replaceChildren(
      make('div', { className: 'controls' }, gap.element, start.element, make('p', {}, next, ' ', again)),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('fischer.caption') }),
    );
    this.show();
  }

  begin(f) {
    this.first = f;
    this.steps = 0;
    this.show();
  }

  show() {
    const { page, t } = this;
    const x = (f) => LEFT + ((f - LOW) / (HIGH - LOW)) * (WIDTH - LEFT - RIGHT);
    const y = (value) => TOP + ((UP - value) / (UP - DEEP)) * (HEIGHT - TOP - BOTTOM);
    const all = newton(this.c, this.first);
    this.steps = Math.min(this.steps, all.length - 1); // there is no step after the last
    const steps = all.slice(0, this.steps + 1),
      [gaps, phis] = curves(this.c);
    const line = (points, kind) =>
      draw('path', {
        class: `curve ${kind}`,
        d: curve(points.map(([f, value]) => [x(f), y(value)])),
        'clip-path': 'url(#fischer-clip)',
      });
    const clip = draw(
      'clipPath',
      { id: 'fischer-clip' },
      draw('rect', { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM }),
    );
    const ticks = [-1, 1].flatMap((v) => [
      draw('path', { class: 'grid', d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }),
      draw('text', { x: LEFT - 6, y: y(v) + 4, 'text-anchor': 'end' }, tell(page, v, 0)),
    ]);
    const tangents = steps.slice(0, -1).map(([f, , phi], k) =>
      draw('path', {
        class: 'tangent',
        d: `M${x(f)} ${y(phi)}L${x(steps[k + 1][0])} ${y(0)}`,
        'clip-path': 'url(#fischer-clip)',
      }),
    );
    const dots = steps.map(([f, , phi], k) =>
      draw('circle', {
        class: k === this.steps ? 'point now' : 'point',
        cx: x(f),
        cy: y(phi),
        r: k === this.steps ? 5 : 3,
      }),
    );
    this.picture.replaceChildren(
      clip,
      ...ticks,
      draw('path', { class: 'axis', d: `M${LEFT} ${y(0)}H${WIDTH - RIGHT}M${x(0)} ${TOP}V${HEIGHT - BOTTOM}` }),
      line(gaps, 'spring dashed'),
      line(phis, 'contact'),
      ...tangents,
      ...dots,
      draw('text', { x: WIDTH - RIGHT, y: y(0) - 6, 'text-anchor': 'end' }, 'f / N'),
      draw('text', { x: x(2.2), y: y(gaps[102][1]) - 8, class: 'spring', 'text-anchor': 'end' }, 'δ'),
      draw('text', { x: x(1.6), y: y(phis[83][1]) + 18, class: 'contact' }, 'φ'),
      ...[-1, 0, 1, 2, 3, 4].map((f) =>
        draw('text', { x: x(f), y: HEIGHT - 9, 'text-anchor': 'middle' }, tell(page, f, 0)),
      ),
    );
    const [f, gap, value] = steps[this.steps];
    this.words.textContent = t('fischer.now', {
      n: this.steps,
      f: tell(page, f, 6),
      gap: tell(page, gap, 6),
      value: Math.abs(value) < 1e-15 ? '0' : Math.abs(value) < 1e-3 ? tiny(value) : tell(page, value),
    });
  }
}
