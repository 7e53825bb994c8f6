// One block cut free, with a load to drag along its board: two forces as at a lever, until it tips.
import { draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { dragged } from './drag.js';
import { blockUnder, BOARD, force, HALF, HIGH } from './block.js';

const WIDTH = 480,
  HEIGHT = 300,
  MIDDLE = [240, 168];
/** Pixels for a metre and for a newton: one scale for all arrows. */
const METRE = 80,
  NEWTON = 17;
const WEIGHT = 3;

export class Figure extends Base {
  static needs = 'plane';
  static NEWTON = NEWTON;
  x = 0.4;
  load = 3;

  open() {
    const { page, t } = this;
    this.place = this.setting('x', {
      name: 'load.x',
      min: -BOARD,
      max: BOARD,
      step: 0.05,
      show: (x) => `${tell(page, x, 2)} m`,
    });
    const load = this.setting('load', {
      name: 'load.load',
      min: 0,
      max: 5,
      step: 0.1,
      show: (x) => `${tell(page, x, 1)} N`,
    });
    this.picture = this.svg('load.picture', WIDTH, HEIGHT, { class: 'dragged' });
    dragged(this.picture, ([x]) => this.place.to((x - MIDDLE[0]) / METRE));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, this.place.element, load.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('load.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      { f, a } = blockUnder(page, this.x, this.load);
    this.picture.replaceChildren(...this.parts(f, a));
    const key =
      Math.abs(this.load) < 1e-9
        ? 'load.bare'
        : f[0] <= 0
          ? 'load.tips-right'
          : f[1] <= 0
            ? 'load.tips-left'
            : 'load.rests';
    const numbers = {
      left: tell(page, f[0], 2),
      right: tell(page, f[1], 2),
      sum: tell(page, f[0] + f[1], 2),
      all: tell(page, WEIGHT + this.load, 2),
      rise: tell(page, Math.max(...a), 2),
    };
    this.words.textContent = page.words.t(key, numbers);
  }

  parts(f, a) {
    const { page } = this,
      [cx, cy] = MIDDLE,
      top = cy - (HIGH / 2) * METRE,
      foot = cy + (HIGH / 2) * METRE,
      at = cx + this.x * METRE;
    const tip = a[0] > 1e-9 ? 1 : a[1] > 1e-9 ? -1 : 0; // the side over which it tips
    const turn = tip ? `rotate(${4 * tip} ${cx + tip * HALF * METRE} ${foot})` : '';
    return [
      draw('path', { class: 'ground', d: `M-5 ${foot}H${WIDTH + 5}V${HEIGHT + 5}H-5z` }),
      draw(
        'g',
        { transform: turn },
        draw('rect', { class: 'block', x: cx - HALF * METRE, y: top, width: 2 * HALF * METRE, height: HIGH * METRE }),
        draw('rect', { class: 'board', x: cx - BOARD * METRE, y: top - 5, width: 2 * BOARD * METRE, height: 5 }),
        draw('circle', { class: 'load-body', cx: at, cy: top - 5 - 9, r: this.load > 0 ? 9 : 0 }),
      ),
      draw('circle', { class: 'point', cx, cy, r: 3 }),
      ...force(page, 'gravity', 'mg', [cx, cy], [0, WEIGHT * NEWTON], WEIGHT, 8),
      ...force(
        page,
        'thrust',
        'L',
        [at, top - 25 - this.load * NEWTON],
        [0, this.load * NEWTON],
        this.load,
        this.x > 1.5 ? -8 : 8,
      ),
      ...force(page, 'contact', 'f₁', [cx - HALF * METRE, foot + f[0] * NEWTON], [0, -f[0] * NEWTON], f[0], -8),
      ...force(page, 'contact', 'f₂', [cx + HALF * METRE, foot + f[1] * NEWTON], [0, -f[1] * NEWTON], f[1], 8),
      ...[0, 1].map((k) =>
        draw('circle', { class: f[k] > 1e-9 ? 'force' : 'idle', cx: cx + (2 * k - 1) * HALF * METRE, cy: foot, r: 4 }),
      ),
      draw('path', { class: 'arrow ink', d: `M14 20h${NEWTON}m0 -4v8m-${NEWTON} 0v-8` }),
      draw('text', { x: 20 + NEWTON, y: 24 }, '1 N'),
    ];
  }
}
