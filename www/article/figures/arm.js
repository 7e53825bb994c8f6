// The lever arm: one newton at a point of a block moves its centre and turns it.
import { arrow, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { dragged } from './drag.js';
import { blockUnder, HALF, planar } from './block.js';

const WIDTH = 480,
  HEIGHT = 250,
  METRE = 80,
  MIDDLE = [240, 120];

/** What a newton upwards at x changes: the accelerations of the lower corners, and so of the centre and the turning. */
export function newtonAt(page, x) {
  const bare = blockUnder(page, 0, 0).b,
    [left, right] = blockUnder(page, x, -1).b.map((b, k) => b - bare[k]);
  return { centre: (left + right) / 2, turn: (right - left) / (2 * HALF), left, right };
}

export class Figure extends Base {
  static needs = 'plane';
  x = -1;

  open() {
    const { page, t } = this;
    this.slider = this.setting('x', {
      name: 'arm.x',
      min: -1,
      max: 1,
      step: 0.05,
      show: (x) => `${tell(page, x, 2)} m`,
    });
    this.picture = this.svg('arm.picture', WIDTH, HEIGHT, { class: 'dragged' });
    dragged(this.picture, ([x]) => this.slider.to((x - MIDDLE[0]) / METRE));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, this.slider.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('arm.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      { centre, turn, left, right } = newtonAt(page, this.x),
      [cx, cy] = MIDDLE,
      at = cx + this.x * METRE,
      foot = cy + METRE / 2,
      n = (x) => tell(page, x, 2);
    const ghost = `translate(0 ${-8 * centre}) rotate(${-3.5 * turn} ${cx} ${cy})`,
      rise = (a, x) => draw('path', { class: 'arrow thrust', d: arrow([x, foot], [0, -14 * a]) });
    this.picture.replaceChildren(
      draw('rect', { class: 'block', x: cx - HALF * METRE, y: cy - METRE / 2, width: 2 * HALF * METRE, height: METRE }),
      draw('rect', {
        class: 'ghost',
        x: cx - HALF * METRE,
        y: cy - METRE / 2,
        width: 2 * HALF * METRE,
        height: METRE,
        transform: ghost,
      }),
      draw('path', { class: 'part', d: `M${at} 6V${HEIGHT}` }),
      draw('path', { class: 'measure', d: `M${cx} ${cy}H${at}` }),
      draw('circle', { class: 'point', cx, cy, r: 4 }),
      draw('text', { x: at + 8, y: 20 }, `r×n = ${n(this.x)} m`),
      draw('path', { class: 'arrow contact', d: arrow([at, foot + 50], [0, -50]) }),
      draw('text', { class: 'contact', x: at + 8, y: foot + 40 }, '1 N'),
      rise(left, cx - HALF * METRE),
      rise(right, cx + HALF * METRE),
    );
    this.words.textContent = page.words.t('arm.now', {
      centre: n(centre),
      turn: n(turn),
      left: n(left),
      right: n(right),
    });
  }
}
