// Who walks outwards along the rail of a turning disc is pushed sideways: the Coriolis acceleration. The walker is a corner
// at an edge that turns, and the engine tells the terms of their gap.
import { contactOf } from '../contact.js';
import { arrow, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar, polygon, scene } from './block.js';

const SIZE = 320,
  MIDDLE = 160,
  METRE = 62;
/** Seconds of the walk, and of the steps in which it is drawn. */
const TIME = 3,
  MARKS = 0.5;

/** So heavy that no walker moves it, kg and kg m². */
const HEAVY = 1e9;

/** Parts of the acceleration of a walker at a distance r, m: along the rail and across it, m/s². */
export function accelerations(page, omega, speed, r) {
  const rail = [
    [0, -0.05],
    [2.4, -0.05],
    [2.4, 0],
    [0, 0],
  ];
  const walker = [
    [0, 0],
    [0.1, 0.2],
    [-0.1, 0.2],
  ];
  const bodies = [
    polygon('walker', walker, { position: [r, 0], velocity: [speed, omega * r] }),
    polygon('rail', rail, { position: [0, 0], omega, mass: HEAVY, inertia: HEAVY }),
  ];
  return scene(page, { target_gap: 0, bodies }, (view) => {
    const { bn, sides } = contactOf(view, 0);
    return { inwards: -sides[1].acceleration[0], across: -bn };
  });
}

export class Figure extends Base {
  static needs = 'plane';
  time = 1.2;
  omega = 0.6;
  speed = 0.5;

  open() {
    const { page, t } = this;
    const sliders = [
      this.setting('time', { name: 'round.time', min: 0, max: TIME, step: 0.02, show: (x) => `${tell(page, x, 2)} s` }),
      this.setting('omega', {
        name: 'round.omega',
        min: -1.5,
        max: 1.5,
        step: 0.1,
        show: (x) => `${tell(page, x, 1)} rad/s`,
      }),
      this.setting('speed', {
        name: 'round.speed',
        min: -0.5,
        max: 0.7,
        step: 0.1,
        show: (x) => `${tell(page, x, 1)} m/s`,
      }),
    ];
    this.picture = this.svg('round.picture', SIZE, SIZE);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      make('div', { className: 'panes' }, make('div', {}, this.picture), make('div', {}, this.words)),
      make('figcaption', { textContent: t('round.caption') }),
    );
    this.show();
  }

  show() {
    const { page, omega, speed } = this,
      first = speed < 0 ? 2 : 0.2,
      n = (x) => tell(page, x, 2);
    const at = (time) => {
      const r = first + speed * time,
        angle = omega * time;
      return { r, angle, x: MIDDLE + METRE * r * Math.cos(angle), y: MIDDLE - METRE * r * Math.sin(angle) };
    };
    const now = at(this.time),
      { inwards, across } = accelerations(page, omega, speed, now.r),
      [ux, uy] = [Math.cos(now.angle), -Math.sin(now.angle)];
    const steps = Array.from({ length: 61 }, (_, k) => at((k * TIME) / 60)),
      scale = 60;
    this.picture.replaceChildren(
      draw('circle', { class: 'body two', cx: MIDDLE, cy: MIDDLE, r: 2.45 * METRE }),
      draw('path', { class: 'rail', d: `M${MIDDLE} ${MIDDLE}l${2.4 * METRE * ux} ${2.4 * METRE * uy}` }),
      draw('path', { class: 'part', d: `M${steps.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` }),
      ...Array.from({ length: TIME / MARKS + 1 }, (_, k) => at(k * MARKS)).map(({ x, y }) =>
        draw('circle', { class: 'idle', cx: x, cy: y, r: 2 }),
      ),
      draw('path', { class: 'arrow accent', d: arrow([MIDDLE + 40 * ux, MIDDLE + 40 * uy], [36 * uy, -36 * ux]) }),
      draw('text', { class: 'accent', x: MIDDLE + 40 * ux + 44 * uy, y: MIDDLE + 40 * uy - 44 * ux }, 'n'),
      draw('path', { class: 'arrow contact', d: arrow([now.x, now.y], [scale * across * uy, -scale * across * ux]) }),
      draw('path', { class: 'arrow spring', d: arrow([now.x, now.y], [-scale * inwards * ux, -scale * inwards * uy]) }),
      draw('circle', { class: 'answer', cx: now.x, cy: now.y, r: 7 }),
    );
    this.words.textContent = page.words.t('round.now', { across: n(across), inwards: n(inwards), r: n(now.r) });
  }
}
