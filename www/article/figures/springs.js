// A block set down on a floor that is a spring: how far it sinks in, and which time steps it bears. The engine carries the
// block on, with a spring and a damper under it in place of its own forces.
import { curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar } from './block.js';

/** Weight of the block's kilogram, N; share of critical damping; seconds shown. */
const G = 9.81,
  DAMPING = 0.1,
  TIME = 1;
const WIDTH = 480,
  HEIGHT = 200,
  LEFT = 62,
  RIGHT = 12,
  TOP = 26,
  BOTTOM = 28;

/** Times and heights of the block in steps of h, by the engine. */
export function run(page, stiffness, h) {
  const steps = Math.floor(TIME / h + 1e-9),
    list = planar(page).on_springs(stiffness, 2 * DAMPING * Math.sqrt(stiffness), 0, h, steps);
  return [[0, 0], ...Array.from({ length: steps }, (_, k) => [(k + 1) * h, list[2 * k]])];
}

/** How it ends: settled, trembling, or thrown. */
export function verdict(path, sink) {
  const end = path.slice(Math.floor(path.length * 0.8)).map(([, y]) => y);
  const [low, high] = [Math.min(...end), Math.max(...end)];
  if (Math.max(...path.map(([, y]) => y)) > sink) return 'thrown';
  return high - low <= 0.2 * sink ? 'settles' : 'trembles';
}

export class Figure extends Base {
  static needs = 'plane';
  power = 3;
  step = -2;

  open() {
    const { page, t } = this;
    const stiffness = (x) => `${page.words.number(10 ** x, 0)} N/m`,
      length = (x) => `${tell(page, 1000 * 10 ** x, 2)} ms`;
    const k = this.setting('power', { name: 'springs.k', min: 2, max: 7, step: 0.25, show: stiffness });
    const h = this.setting('step', { name: 'springs.h', min: -4, max: -1.3, step: 0.05, show: length });
    this.picture = this.svg('springs.graph', WIDTH, HEIGHT);
    this.words = make('p');
    this.element.replaceChildren(
      make('div', { className: 'controls' }, k.element, h.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('springs.caption') }),
    );
    this.show();
  }

  show() {
    const { page, t } = this;
    const stiffness = 10 ** this.power,
      h = 10 ** this.step,
      sink = G / stiffness,
      path = run(page, stiffness, h);
    const x = (time) => LEFT + (time / TIME) * (WIDTH - LEFT - RIGHT);
    const y = (height) =>
      TOP + ((2 * sink - Math.max(Math.min(height, 9 * sink), -9 * sink)) / (5 * sink)) * (HEIGHT - TOP - BOTTOM);
    const ticks = [1, 0, -1, -2].flatMap((n) => [
      draw('path', { class: n ? 'grid' : 'axis', d: `M${LEFT} ${y(n * sink)}H${WIDTH - RIGHT}` }),
      draw(
        'text',
        { x: LEFT - 6, y: y(n * sink) + 4, 'text-anchor': 'end' },
        page.words.number(1000 * n * sink, sink < 1e-4 ? 4 : sink < 1e-2 ? 2 : 0),
      ),
    ]);
    const clip = draw(
      'clipPath',
      { id: 'springs-clip' },
      draw('rect', { x: LEFT, y: TOP - 4, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM + 8 }),
    );
    this.picture.replaceChildren(
      clip,
      ...ticks,
      draw('path', {
        class: 'curve contact',
        d: curve(path.map(([time, height]) => [x(time), y(height)])),
        'clip-path': 'url(#springs-clip)',
      }),
      draw('text', { x: 6, y: 15 }, t('springs.height')),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 9, 'text-anchor': 'end' }, 't / s'),
      ...[0, 0.5].map((time) =>
        draw('text', { x: x(time), y: HEIGHT - 9, 'text-anchor': 'middle' }, page.words.number(time, 1)),
      ),
    );
    this.words.textContent = t(`springs.${verdict(path, sink)}`, {
      sink: tell(page, 1000 * sink, sink < 1e-4 ? 4 : 2),
      steps: page.words.number(Math.round(1 / h), 0),
      ratio: tell(page, h * Math.sqrt(stiffness), 2),
    });
  }
}
