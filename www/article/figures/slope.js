// Two blocks on a slope: one held by friction, one in oil. All forces of each, and the same laid end to end.
import { arrow, curve, draw, make, slider, tell } from '../make.js';
import { planar } from './block.js';

/** Weight of a kilogram, N. */
const G = 9.81;
/** Seconds of the graph, and its highest speed, m/s. */
const TIME = 4,
  FASTEST = 8;
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

/** What damping does to it: the speed it tends to, and the speed at a time. */
export function withDamping(tilt, k) {
  const pull = G * Math.sin(tilt),
    press = G * Math.cos(tilt);
  const speed = (t) => (k > 0 ? (pull / k) * (1 - Math.exp(-k * t)) : pull * t);
  return { pull, press, end: k > 0 ? pull / k : Infinity, speed };
}

/** Weight, normal force and friction as vectors, x to the right and y up, N. The slope falls to the right. */
export function forcesOn(tilt, press, friction) {
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  return { gravity: [0, -G], contact: [press * sin, press * cos], friction: [-friction * cos, friction * sin] };
}

export class Figure {
  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.tilt = 15;
    this.mu = 0.4;
    this.k = 2;
  }

  /** The engine of the plane counts here, also while another mode is on the stage. */
  get needsPlane() {
    return !planar(this.page);
  }

  open() {
    const { page } = this,
      {
        words: { t },
      } = page;
    const set = (name) => (value) => {
      this[name] = value;
      this.show();
    };
    const sliders = [
      slider(
        { name: t('slope.tilt'), min: 0, max: 45, step: 0.5, value: this.tilt, show: (x) => `${tell(page, x, 1)}°` },
        set('tilt'),
      ),
      slider(
        { name: t('slope.mu'), min: 0, max: 1, step: 0.05, value: this.mu, show: (x) => tell(page, x, 2) },
        set('mu'),
      ),
      slider(
        { name: t('slope.k'), min: 0, max: 5, step: 0.1, value: this.k, show: (x) => `${tell(page, x, 1)} kg/s` },
        set('k'),
      ),
    ];
    this.pictures = ['friction', 'damping'].map((name) =>
      draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t(`slope.${name}`) }),
    );
    this.words = this.pictures.map(() => make('p'));
    this.graph = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('slope.graph') });
    const panes = this.pictures.map((picture, k) => make('div', {}, picture, this.words[k]));
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      make('div', { className: 'panes' }, ...panes, make('div', {}, this.graph)),
      make('figcaption', { textContent: t('slope.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      {
        words: { t },
      } = page,
      tilt = (this.tilt * Math.PI) / 180;
    const friction = withFriction(page, tilt, this.mu),
      damping = withDamping(tilt, this.k);
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
    this.showGraph((time) => friction.acceleration * time, damping.speed);
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

  showGraph(...speeds) {
    const {
        words: { t },
      } = this.page,
      [left, right, top, bottom] = [34, 10, 24, 28];
    const x = (time) => left + (time / TIME) * (WIDTH - left - right);
    const y = (speed) => HEIGHT - bottom - (Math.min(speed, 2 * FASTEST) / FASTEST) * (HEIGHT - top - bottom);
    const times = Array.from({ length: 81 }, (_, k) => (k * TIME) / 80);
    const clip = draw(
      'clipPath',
      { id: 'slope-clip' },
      draw('rect', { x: left, y: top - 2, width: WIDTH - left - right, height: HEIGHT - top - bottom + 4 }),
    );
    const lines = speeds.map((speed, k) =>
      draw('path', {
        class: `curve ${['contact', 'spring dashed'][k]}`,
        d: curve(times.map((time) => [x(time), y(speed(time))])),
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
