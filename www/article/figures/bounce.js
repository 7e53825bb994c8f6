// A block that falls and bounces: the scene "drop" of the engine, whose rebounds are lower by the square of the
// coefficient of restitution.
import { curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { beside, planar } from './block.js';

/** Seconds shown, and a step of the run, s: two impacts within one are drawn as one. */
const TIME = 9,
  STEP = 0.01;
/** Height of the fall, m. */
const HIGH = 3;
const WIDTH = 480,
  HEIGHT = 210,
  LEFT = 42,
  RIGHT = 12,
  TOP = 16,
  BOTTOM = 26;

/** The run of the engine: heights of the lower edge, as [s, m], the moments of the impacts, s, and the tops between. */
export function run(page, e) {
  return beside(page, `scene=drop&e=${e}&dt=${STEP}`, (view) => {
    const [, start] = view.states(),
      heights = [[0, HIGH]],
      hits = [],
      tops = [];
    while (heights.at(-1)[0] < TIME) {
      view.step();
      const [, y] = view.states(),
        [hit] = view.last_impact(),
        time = view.time();
      if (hit !== undefined && hit !== hits.at(-1)) {
        hits.push(hit);
        tops.push([hit, 0]);
      }
      const high = HIGH + y - start,
        last = tops.at(-1);
      heights.push([time, high]);
      if (last && high > last[1]) tops[tops.length - 1] = [time, high];
    }
    return { heights, hits, tops, rests: Math.abs(view.states()[4]) < 1e-6 };
  });
}

export class Figure extends Base {
  static needs = 'plane';
  e = 0.7;

  open() {
    const { page, t } = this;
    const e = this.setting('e', { name: 'bounce.e', min: 0, max: 1, step: 0.01, show: (x) => tell(page, x, 2) });
    this.picture = this.svg('bounce.graph', WIDTH, HEIGHT);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, e.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('bounce.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      { heights, hits, tops, rests } = run(page, this.e),
      x = (time) => LEFT + (time / TIME) * (WIDTH - LEFT - RIGHT),
      y = (high) => HEIGHT - BOTTOM - (high / HIGH) * (HEIGHT - TOP - BOTTOM);
    this.picture.replaceChildren(
      draw('path', { class: 'axis', d: `M${LEFT} ${y(0)}H${WIDTH - RIGHT}` }),
      ...[1, 2, 3].flatMap((high) => [
        draw('path', { class: 'grid', d: `M${LEFT} ${y(high)}H${WIDTH - RIGHT}` }),
        draw('text', { x: LEFT - 6, y: y(high) + 4, 'text-anchor': 'end' }, `${high} m`),
      ]),
      draw('path', {
        class: 'curve contact',
        d: curve(heights.map(([time, high]) => [x(time), y(Math.max(high, 0))])),
      }),
      ...tops
        .slice(0, 4)
        .filter(([time, high]) => time < TIME - 0.6 && high > 0.12 * HIGH)
        .map(([time, high], k) =>
          draw(
            'text',
            { class: 'over', x: x(time), y: y(high) - 5, 'text-anchor': 'middle' },
            `e${'²⁴⁶⁸'[k]}H = ${tell(page, high, 2)} m`,
          ),
        ),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 8, 'text-anchor': 'end' }, 't / s'),
      ...[0, 2, 4, 6, 8].map((time) => draw('text', { x: x(time), y: HEIGHT - 8, 'text-anchor': 'middle' }, time)),
    );
    const [, high] = tops[0],
      key = high < 0.005 ? 'bounce.dead' : this.e === 1 ? 'bounce.full' : rests ? 'bounce.now' : 'bounce.still';
    this.words.textContent = page.words.t(key, {
      high: tell(page, high, 2),
      end: tell(page, hits.at(-1), 2),
      n: hits.length,
    });
  }
}
