// One block set down on a floor, by the three answers: springs, impulses, conditions. The engine carries it on by each: the
// last one is its own, the first two are what other programs do.
import { curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar, polygon, rectangle, scene } from './block.js';

/** Weight of the block's kilogram, N; stiffness, N/m, and damping, kg/s, of the floor; restitution of the impulses. */
const G = 9.81,
  STIFF = 2000,
  DAMPING = 12,
  REBOUND = 0.3;
/** Height at which the block is let go, m; seconds shown. */
const START = 0.01,
  TIME = 0.6;
const WIDTH = 220,
  HEIGHT = 190,
  LEFT = 34,
  TOP = 12,
  SPLIT = 92,
  BOTTOM = 20;
/** The largest height and the largest force in the picture, m and N. */
const [HIGHEST, STRONGEST] = [0.012, 45];

/** What other programs do: height and force at the end of each step. */
const OTHERS = {
  springs: (page, h, steps) => planar(page).on_springs(STIFF, DAMPING, START, h, steps),
  impulses: (page, h, steps) => planar(page).by_collisions(REBOUND, START, h, steps),
};

/** Times, heights and forces by one of these. */
function byOthers(page, name, h) {
  const steps = Math.floor(TIME / h + 1e-9),
    list = OTHERS[name](page, h, steps);
  return [[0, START, 0], ...Array.from({ length: steps }, (_, k) => [(k + 1) * h, list[2 * k], list[2 * k + 1]])];
}

/** The same by the engine's own forces; the impulse of an impact is spread over its step. */
function byEngine(page, h) {
  const bodies = [
    polygon('block', rectangle(-0.5, 0, 0.5, 1), { position: [0, START] }),
    polygon('floor', rectangle(-2, -1, 2, 0), { fixed: true }),
  ];
  const more = { gravity: [0, -G], time_step: h, target_gap: 0, restitution: 0, bodies };
  return scene(page, more, (view) => {
    const rows = [[0, START, 0]];
    let last;
    while (rows.at(-1)[0] < TIME - 1e-9) {
      const n = view.contacts(),
        force = sum(view.equation().slice(n * n + n, n * n + 2 * n));
      view.step();
      const [, y] = view.states(),
        [hit, ...impulses] = view.last_impact();
      rows.push([view.time(), y, force + (hit === last ? 0 : sum(impulses) / h)]);
      last = hit;
    }
    return rows;
  });
}

const sum = (list) => list.reduce((all, x) => all + x, 0);

/** The three answers. */
const ANSWERS = ['springs', 'impulses', 'conditions'];

export const runOf = (page, name, h) => (OTHERS[name] ? byOthers(page, name, h) : byEngine(page, h));

/** Over the last half: the mean force, and how far it goes up and down. */
export function late(rows) {
  const f = rows.slice(Math.floor(rows.length / 2)).map(([, , push]) => push);
  return { mean: f.reduce((sum, x) => sum + x, 0) / f.length, low: Math.min(...f), high: Math.max(...f) };
}

export class Figure extends Base {
  static needs = 'plane';
  step = 5;

  open() {
    const { page, t } = this;
    const h = this.setting('step', {
      name: 'springs.h',
      min: 1,
      max: 50,
      step: 1,
      show: (x) => `${tell(page, x, 0)} ms`,
    });
    this.panes = ANSWERS.map((name) => {
      const picture = draw('svg', {
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          role: 'img',
          'aria-label': t('answers.picture', { name: t(`answers.${name}`) }),
        }),
        words = make('p');
      return {
        name,
        picture,
        words,
        element: make('div', {}, make('b', { textContent: t(`answers.${name}`) }), picture, words),
      };
    });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, h.element),
      make('div', { className: 'panes three' }, ...this.panes.map(({ element }) => element)),
      make('figcaption', { textContent: t('answers.caption') }),
    );
    this.show();
  }

  show() {
    const { page, t } = this;
    for (const { name, picture, words } of this.panes) {
      const rows = runOf(page, name, this.step / 1000),
        { mean, low, high } = late(rows);
      picture.replaceChildren(...this.graph(name, rows));
      words.textContent = t('answers.force', {
        mean: tell(page, mean, 1),
        low: tell(page, low, 1),
        high: tell(page, Math.min(high, 99999), 1),
      });
    }
  }

  graph(name, rows) {
    const x = (time) => LEFT + (time / TIME) * (WIDTH - LEFT - 8),
      low = -0.006;
    const y = (height) =>
      TOP + ((HIGHEST - Math.min(Math.max(height, low), HIGHEST)) / (HIGHEST - low)) * (SPLIT - TOP - 8);
    const z = (force) => HEIGHT - BOTTOM - (Math.min(force, STRONGEST) / STRONGEST) * (HEIGHT - BOTTOM - SPLIT - 8);
    const steps = rows.flatMap(([time, , push], k) => [
      [x(k ? rows[k - 1][0] : 0), z(push)],
      [x(time), z(push)],
    ]);
    const text = (words, at, more = {}) => draw('text', { x: at[0], y: at[1], ...more }, words),
      end = { 'text-anchor': 'end' };
    return [
      draw('rect', { class: 'ground', x: LEFT, y: y(0), width: WIDTH - LEFT - 8, height: y(low) - y(0) }),
      draw('path', { class: 'curve ink', d: curve(rows.map(([time, height]) => [x(time), y(height)])) }),
      draw('path', { class: 'axis', d: `M${LEFT} ${z(0)}H${WIDTH - 8}` }),
      draw('path', { class: 'curve gravity dashed thin', d: `M${LEFT} ${z(G)}H${WIDTH - 8}` }),
      draw('path', { class: 'curve contact', d: curve(steps) }),
      text('y', [LEFT - 6, y(HIGHEST) + 10], end),
      text('0', [LEFT - 6, y(0) + 4], end),
      text('f', [LEFT - 6, z(STRONGEST) + 10], end),
      text('mg', [LEFT - 4, z(G) + 4], end),
      text('t', [WIDTH - 10, HEIGHT - 6], end),
    ];
  }
}
