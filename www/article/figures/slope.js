// Two blocks on a slope: one held by friction, one in oil.
import { arrow, curve, draw, make, slider, tell } from '../make.js';

/** Weight of a kilogram, N. */
const G = 9.81;
/** Seconds of the graph, and its highest speed, m/s. */
const TIME = 4, FASTEST = 8;
const WIDTH = 300, HEIGHT = 190;

/** What friction does to a block of 1 kg that is set on a slope, angle in radians: forces in N, acceleration in m/s². */
export function withFriction(tilt, coefficient) {
  const pull = G * Math.sin(tilt), press = G * Math.cos(tilt), most = coefficient * press;
  const holds = pull <= most;
  return { pull, most, holds, friction: holds ? pull : most, acceleration: holds ? 0 : pull - most };
}

/** What damping does to it: the speed it tends to, and the speed at a time. */
export function withDamping(tilt, k) {
  const pull = G * Math.sin(tilt);
  const speed = (t) => (k > 0 ? pull / k * (1 - Math.exp(-k * t)) : pull * t);
  return { pull, end: k > 0 ? pull / k : Infinity, speed };
}

export class Figure {
  constructor(page, element) {
    Object.assign(this, { page, element, tilt: 15, mu: 0.4, k: 2 });
  }

  open() {
    const { page } = this, { t } = page;
    const set = (name) => (value) => { this[name] = value; this.show(); };
    const sliders = [
      slider({ name: t('slope.tilt'), min: 0, max: 45, step: 0.5, value: this.tilt, show: (x) => `${tell(page, x, 1)}°` }, set('tilt')),
      slider({ name: t('slope.mu'), min: 0, max: 1, step: 0.05, value: this.mu, show: (x) => tell(page, x, 2) }, set('mu')),
      slider({ name: t('slope.k'), min: 0, max: 5, step: 0.1, value: this.k, show: (x) => `${tell(page, x, 1)} kg/s` }, set('k')),
    ];
    this.pictures = ['friction', 'damping'].map((name) => draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t(`slope.${name}`) }));
    this.words = this.pictures.map(() => make('p'));
    this.graph = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('slope.graph') });
    const panes = this.pictures.map((picture, k) => make('div', {}, picture, this.words[k]));
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      make('div', { className: 'panes' }, ...panes, make('div', {}, this.graph)),
      make('figcaption', { textContent: t('slope.caption') }));
    this.show();
  }

  show() {
    const { page } = this, { t } = page, tilt = this.tilt * Math.PI / 180;
    const friction = withFriction(tilt, this.mu), damping = withDamping(tilt, this.k);
    const number = (x, digits = 2) => tell(page, x, digits);
    this.pictures[0].replaceChildren(...this.block(friction.friction, 'contact', t('slope.at-rest')));
    this.pictures[1].replaceChildren(...this.block(0, 'spring', t('slope.at-rest')));
    this.words[0].textContent = t(friction.holds ? 'slope.holds' : 'slope.slides', {
      pull: number(friction.pull), most: number(friction.most), a: number(friction.acceleration),
    });
    const still = damping.pull === 0;
    this.words[1].textContent = still ? t('slope.level') : t(this.k > 0 ? 'slope.creeps' : 'slope.free', { pull: number(damping.pull), end: number(damping.end) });
    this.showGraph((time) => friction.acceleration * time, damping.speed);
  }

  /** A block on the slope with its weight and what holds it, at the moment when it is set down. */
  block(force, kind) {
    const scale = 7, angle = -this.tilt, middle = [150, 120];
    const turn = `rotate(${-angle} ${middle})`;
    const down = G * scale;
    return [
      draw('g', { transform: turn },
        draw('path', { class: 'ground', d: 'M-60 145H360V400H-60z' }),
        draw('rect', { class: 'block', x: 120, y: 105, width: 60, height: 40 }),
        draw('path', { class: `arrow ${kind}`, d: arrow([120, 143], [-force * scale * 1.6, 0]) })),
      draw('path', { class: 'arrow gravity dashed', d: arrow([150 + 5 * Math.sin(this.tilt * Math.PI / 180), 125], [0, down * 0.8]) }),
      draw('text', { x: 10, y: 22 }, `${tell(this.page, this.tilt, 1)}°`),
    ];
  }

  showGraph(...speeds) {
    const { t } = this.page, [left, right, top, bottom] = [34, 10, 24, 28];
    const x = (time) => left + time / TIME * (WIDTH - left - right);
    const y = (speed) => HEIGHT - bottom - Math.min(speed, 2 * FASTEST) / FASTEST * (HEIGHT - top - bottom);
    const times = Array.from({ length: 81 }, (_, k) => k * TIME / 80);
    const clip = draw('clipPath', { id: 'slope-clip' }, draw('rect', { x: left, y: top - 2, width: WIDTH - left - right, height: HEIGHT - top - bottom + 4 }));
    const lines = speeds.map((speed, k) => draw('path', {
      class: `curve ${['contact', 'spring dashed'][k]}`, d: curve(times.map((time) => [x(time), y(speed(time))])), 'clip-path': 'url(#slope-clip)',
    }));
    const ticks = [0, 4, 8].flatMap((v) => [draw('path', { class: 'grid', d: `M${left} ${y(v)}H${WIDTH - right}` }), draw('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end' }, v)]);
    const marks = [0, 2, 4].map((s) => draw('text', { x: x(s), y: HEIGHT - 10, 'text-anchor': 'middle' }, s));
    this.graph.replaceChildren(clip, ...ticks, ...marks, ...lines,
      draw('text', { x: left, y: 14 }, t('slope.speed')), draw('text', { x: WIDTH - right, y: HEIGHT - bottom - 6, 'text-anchor': 'end' }, 't / s'));
  }
}
