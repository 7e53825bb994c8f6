// Two blocks on a slope: one held by friction, one in oil. All forces of each, and the same laid end to end.
import { arrow, curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar, polygon, rectangle, scene } from './block.js';

/** Weight of a kilogram, N. */
const G = 9.81;
/** Seconds of the graph, and its highest speed, m/s. */
const TIME = 4,
  FASTEST = 8;
/** Steps of the engine in it. */
const TIMES = 80;
const WIDTH = 300,
  HEIGHT = 210;
/** Pixels for a newton: all arrows of a picture and of its chain have this scale. */
export const NEWTON = 7;
/** Half the block's sides, px, and where its middle stands. */
const [LONG, HIGH] = [30, 20],
  MIDDLE = [92, 92];
/** Where the chain of forces begins. */
const CHAIN = [232, 52];

/** What friction does to a block of 1 kg that is set on a slope, angle in radians: forces in N, acceleration in m/s². */
export function withFriction(page, tilt, coefficient) {
  const [press, friction, acceleration] = planar(page).slope(tilt, coefficient, G);
  return {
    pull: G * Math.sin(tilt),
    press,
    most: coefficient * press,
    holds: acceleration < 1e-9,
    friction,
    acceleration,
  };
}

/** What damping does to it: what presses, and the speed it tends to, at which damping is as strong as the pull. */
export function withDamping(page, tilt, k) {
  const { press, acceleration: pull } = withFriction(page, tilt, 0);
  return { pull, press, end: k > 0 ? pull / k : Infinity };
}

/** Speeds of such a block at the times of the graph, m/s: the engine lets it slide over a floor under a weight that leans. */
export function speeds(page, tilt, { mu = 0, k = 0 }) {
  const bodies = [
    polygon('block', rectangle(-1, -0.5, 1, 0.5), { position: [0, 0.5], inertia: 5 / 12 }),
    polygon('floor', rectangle(-1e3, -1, 1e3, 0), { fixed: true }),
  ];
  const more = { gravity: [G * Math.sin(tilt), -G * Math.cos(tilt)], time_step: TIME / TIMES, target_gap: 0, bodies };
  if (mu) more.friction = mu;
  if (k) more.forces = [{ type: 'damping', k }];
  return scene(page, more, (view) =>
    Array.from({ length: TIMES + 1 }, (_, step) => {
      if (step) view.step();
      return view.states()[3];
    }),
  );
}

/** Weight, normal force and friction as vectors, x to the right and y up, N. The slope falls to the right. */
export function forcesOn(tilt, press, friction) {
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  return { gravity: [0, -G], contact: [press * sin, press * cos], friction: [-friction * cos, friction * sin] };
}

export class Figure extends Base {
  static needs = 'plane';
  tilt = 15;
  mu = 0.4;
  k = 2;

  open() {
    const { page, t } = this;
    const sliders = [
      this.setting('tilt', { name: 'slope.tilt', min: 0, max: 45, step: 0.5, show: (x) => `${tell(page, x, 1)}°` }),
      this.setting('mu', { name: 'slope.mu', min: 0, max: 1, step: 0.05, show: (x) => tell(page, x, 2) }),
      this.setting('k', { name: 'slope.k', min: 0, max: 5, step: 0.1, show: (x) => `${tell(page, x, 1)} kg/s` }),
    ];
    this.pictures = ['friction', 'damping'].map((name) => this.svg(`slope.${name}`, WIDTH, HEIGHT));
    this.words = this.pictures.map(() => make('p'));
    this.graph = this.svg('slope.graph', WIDTH, HEIGHT);
    const panes = this.pictures.map((picture, k) => make('div', {}, picture, this.words[k]));
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      make('div', { className: 'panes' }, ...panes, make('div', {}, this.graph)),
      make('figcaption', { textContent: t('slope.caption') }),
    );
    this.show();
  }

  show() {
    const { page, t } = this,
      tilt = (this.tilt * Math.PI) / 180;
    const friction = withFriction(page, tilt, this.mu),
      damping = withDamping(page, tilt, this.k);
    const number = (x, digits = 2) => tell(page, x, digits);
    this.pictures[0].replaceChildren(
      ...this.block(forcesOn(tilt, friction.press, friction.friction), Math.atan(this.mu)),
    );
    this.pictures[1].replaceChildren(...this.block(forcesOn(tilt, damping.press, 0), 0));
    this.words[0].textContent = t(friction.holds ? 'slope.holds' : 'slope.slides', {
      pull: number(friction.pull),
      most: number(friction.most),
      a: number(friction.acceleration),
    });
    const still = damping.pull === 0;
    this.words[1].textContent = still
      ? t('slope.level')
      : t(this.k > 0 ? 'slope.creeps' : 'slope.free', { pull: number(damping.pull), end: number(damping.end) });
    this.showGraph(speeds(page, tilt, { mu: this.mu }), speeds(page, tilt, { k: this.k }));
  }

  /** A block on the slope with its forces, the moment it is set down; beside it their chain and what it lacks, m a. */
  block({ gravity, contact, friction }, cone) {
    const [x, y] = MIDDLE,
      tilt = (this.tilt * Math.PI) / 180;
    const along = [Math.cos(tilt), Math.sin(tilt)],
      up = [Math.sin(tilt), -Math.cos(tilt)],
      foot = [x - HIGH * up[0], y - HIGH * up[1]];
    const ray = (angle) => [foot[0] + 90 * Math.sin(tilt + angle), foot[1] - 90 * Math.cos(tilt + angle)];
    const list = [
      draw('path', {
        class: 'ground',
        d: `M${foot[0] - 300 * along[0]} ${foot[1] - 300 * along[1]}L${foot[0] + 300 * along[0]} ${foot[1] + 300 * along[1]}V${HEIGHT + 300}H-300z`,
      }),
      draw('rect', {
        class: 'block',
        x: x - LONG,
        y: y - HIGH,
        width: 2 * LONG,
        height: 2 * HIGH,
        transform: `rotate(${this.tilt} ${x} ${y})`,
      }),
    ];
    if (cone > 0) list.push(draw('path', { class: 'cone-side', d: `M${foot}L${ray(-cone)}L${ray(cone)}z` }));
    const force = (kind, from, [dx, dy], dashed = '') =>
      draw('path', {
        class: `arrow ${kind}${dashed}`,
        'data-force': kind,
        d: arrow(from, [dx * NEWTON, -dy * NEWTON]),
      });
    list.push(
      force('gravity', [x, y], gravity, ' dashed'),
      force('contact', foot, contact),
      force('friction', foot, friction),
    );
    // the two parts of the weight
    const part = (size, /** @type {number[]} */ [ux, uy]) =>
      draw('path', { class: 'part', d: `M${x} ${y}l${size * ux * NEWTON} ${size * uy * NEWTON}` });
    list.push(part(G * Math.sin(tilt), along), part(G * Math.cos(tilt), [-up[0], -up[1]]));
    list.push(draw('rect', { class: 'paper', x: 186, y: 0, width: WIDTH, height: HEIGHT }));
    let at = CHAIN;
    for (const [kind, [dx, dy], dashed] of [
      ['gravity', gravity, ' dashed'],
      ['contact', contact, ''],
      ['friction', friction, ''],
    ]) {
      list.push(force(kind, at, [dx, dy], dashed));
      at = [at[0] + dx * NEWTON, at[1] - dy * NEWTON];
    }
    const lack = [at[0] - CHAIN[0], at[1] - CHAIN[1]];
    if (Math.hypot(...lack) > 2)
      list.push(
        draw('path', { class: 'arrow thrust', 'data-force': 'ma', d: arrow(CHAIN, lack) }),
        draw('text', { x: at[0] - 4, y: at[1] - 8, class: 'thrust' }, 'm a'),
      );
    list.push(
      draw('circle', { class: 'point', cx: CHAIN[0], cy: CHAIN[1], r: 3 }),
      draw('text', { x: 10, y: 22 }, `${tell(this.page, this.tilt, 1)}°`),
      draw('path', { class: 'arrow ink', d: `M196 ${HEIGHT - 12}h${5 * NEWTON}m0 -4v8m-${5 * NEWTON} 0v-8` }),
      draw('text', { x: 200 + 5 * NEWTON, y: HEIGHT - 8 }, '5 N'),
    );
    return list;
  }

  showGraph(...runs) {
    const { t } = this,
      [left, right, top, bottom] = [34, 10, 24, 28];
    const x = (time) => left + (time / TIME) * (WIDTH - left - right);
    const y = (speed) => HEIGHT - bottom - (Math.min(speed, 2 * FASTEST) / FASTEST) * (HEIGHT - top - bottom);
    const clip = draw(
      'clipPath',
      { id: 'slope-clip' },
      draw('rect', { x: left, y: top - 2, width: WIDTH - left - right, height: HEIGHT - top - bottom + 4 }),
    );
    const lines = runs.map((run, k) =>
      draw('path', {
        class: `curve ${['contact', 'spring dashed'][k]}`,
        d: curve(run.map((speed, step) => [x((step * TIME) / TIMES), y(speed)])),
        'clip-path': 'url(#slope-clip)',
      }),
    );
    const ticks = [0, 4, 8].flatMap((v) => [
      draw('path', { class: 'grid', d: `M${left} ${y(v)}H${WIDTH - right}` }),
      draw('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end' }, v),
    ]);
    const marks = [0, 2, 4].map((s) => draw('text', { x: x(s), y: HEIGHT - 10, 'text-anchor': 'middle' }, s));
    this.graph.replaceChildren(
      clip,
      ...ticks,
      ...marks,
      ...lines,
      draw('text', { x: left, y: 14 }, t('slope.speed')),
      draw('text', { x: WIDTH - right, y: HEIGHT - bottom - 6, 'text-anchor': 'end' }, 't / s'),
    );
  }
}
