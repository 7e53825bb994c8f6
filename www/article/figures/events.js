// Impacts on a line of time: found one after another, or gathered at the ends of fixed steps.
import { draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar } from './block.js';
import { run } from './bounce.js';

const WIDTH = 480,
  HEIGHT = 150,
  LEFT = 12,
  RIGHT = 12,
  TIME = 9;

export class Figure extends Base {
  static needs = 'plane';
  e = 0.7;
  step = 0.5;

  open() {
    const { page, t } = this;
    const e = this.setting('e', { name: 'bounce.e', min: 0, max: 0.95, step: 0.01, show: (x) => tell(page, x, 2) });
    const h = this.setting('step', {
      name: 'springs.h',
      min: 0.1,
      max: 1.5,
      step: 0.05,
      show: (x) => `${tell(page, x, 2)} s`,
    });
    this.picture = this.svg('events.picture', WIDTH, HEIGHT);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, e.element, h.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('events.caption') }),
    );
    this.show();
  }

  show() {
    const { page, step } = this,
      {
        words: { t },
      } = page,
      { hits: list } = run(page, this.e),
      x = (time) => LEFT + (time / TIME) * (WIDTH - LEFT - RIGHT);
    const ends = Array.from({ length: Math.floor(TIME / step) }, (_, k) => (k + 1) * step);
    const counts = ends.map((end) => list.filter((time) => time > end - step && time <= end).length);
    this.picture.replaceChildren(
      draw('text', { x: LEFT, y: 16 }, t('events.driven')),
      draw('path', { class: 'axis', d: `M${LEFT} 50H${WIDTH - RIGHT}` }),
      ...list.map((time) => draw('path', { class: 'curve contact thin', d: `M${x(time)} 28V50` })),
      draw('text', { x: LEFT, y: 84 }, t('events.steps')),
      draw('path', { class: 'axis', d: `M${LEFT} 122H${WIDTH - RIGHT}` }),
      ...ends.flatMap((end, k) => [
        draw('path', { class: 'axis', d: `M${x(end)} 116v6` }),
        ...(counts[k]
          ? [
              draw('circle', { class: 'force', cx: x(end), cy: 122, r: 3 + Math.min(Math.sqrt(counts[k]) * 2, 9) }),
              draw('text', { x: x(end), y: 106, 'text-anchor': 'middle' }, counts[k]),
            ]
          : []),
      ]),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 6, 'text-anchor': 'end' }, 't'),
    );
    this.words.textContent = t('events.now', { n: list.length, k: counts.filter(Boolean).length, all: ends.length });
  }
}
