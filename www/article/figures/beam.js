// The beam on three posts: what one of them carries is free to choose, within the engine's bounds.
import { fieldsOf } from '../../wire.js';
import { draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { dragged } from './drag.js';
import { force, planar } from './block.js';

const WIDTH = 480,
  HEIGHT = 250,
  METRE = 88,
  NEWTON = 12,
  FLOOR = 150,
  MIDDLE = 240;
/** Places of the posts, half the beam's length, m. */
const POSTS = [-1.8, 0, 1.8],
  HALF = 2.2;

/** Weight of the beam, N. */
const WEIGHT = 6;

export class Figure extends Base {
  static needs = 'plane';
  static NEWTON = NEWTON;

  open() {
    const { page, t } = this;
    this.view?.free();
    this.view = new (planar(page))(document.createElement('canvas'), fieldsOf('scene=beam'), '');
    const [, low, middle, high] = this.range();
    this.middle = middle;
    this.slider = slider(
      {
        name: t('beam.middle'),
        min: low,
        max: high,
        step: 0.05,
        value: this.middle,
        show: (f) => `${tell(page, f, 2)} N`,
      },
      (f) => this.choose(f),
    );
    this.picture = this.svg('beam.picture', WIDTH, HEIGHT, { class: 'dragged' });
    dragged(this.picture, ([, y]) => this.slider.to((y - FLOOR + 66) / NEWTON));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, this.slider.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('beam.caption') }),
    );
    this.show();
  }

  /** Contact, least, present and greatest force of the exchange with the middle post. */
  range() {
    const all = [...this.view.exchanges()],
      rows = Array.from({ length: all.length / 4 }, (_, k) => all.slice(4 * k, 4 * k + 4));
    this.row = Math.max(
      0,
      rows.findIndex(([k]) => k === 1),
    );
    return this.toMiddle(rows[this.row]);
  }

  /** The same in terms of the middle post: the outer ones carry half of the rest each. */
  toMiddle(/** @type {number[]} */ [k, low, now, high]) {
    return k === 1 ? [k, low, now, high] : [k, ...[high, now, low].map((f) => WEIGHT - 2 * f)];
  }

  choose(f) {
    this.middle = f;
    const [k] = [...this.view.exchanges()].slice(4 * this.row);
    this.view.exchange(this.row, k === 1 ? f : (WEIGHT - f) / 2);
    this.show();
  }

  show() {
    const { page } = this,
      choice = [...this.view.choice()],
      f = [0, 1, 2].map((k) => choice[2 * k]),
      a = [0, 1, 2].map((k) => choice[2 * k + 1]),
      top = FLOOR - 66;
    const x = (at) => MIDDLE + at * METRE;
    this.picture.replaceChildren(
      draw('path', { class: 'ground', d: `M-5 ${FLOOR + 60}H${WIDTH + 5}V${HEIGHT + 5}H-5z` }),
      ...POSTS.map((at) => draw('path', { class: 'body two', d: `M${x(at)} ${top}l24 ${FLOOR + 60 - top}h-48z` })),
      draw('rect', { class: 'block', x: x(-HALF), y: top - 18, width: 2 * HALF * METRE, height: 18 }),
      ...POSTS.flatMap((at, k) =>
        force(
          page,
          'contact',
          `f${'₁₂₃'[k]}`,
          [x(at), top + f[k] * NEWTON],
          [0, -f[k] * NEWTON],
          f[k],
          k === 2 ? -8 : 8,
        ),
      ),
      ...force(page, 'gravity', 'mg', [MIDDLE, top - 9 - WEIGHT * NEWTON], [0, WEIGHT * NEWTON], WEIGHT, 8),
      draw('path', { class: 'arrow ink', d: `M14 20h${NEWTON}m0 -4v8m-${NEWTON} 0v-8` }),
      draw('text', { x: 20 + NEWTON, y: 24 }, '1 N'),
    );
    this.words.textContent = page.words.t('beam.now', {
      f: f.map((one) => `${tell(page, one, 2)} N`).join(' + '),
      sum: tell(page, f[0] + f[1] + f[2], 2),
      a: tell(page, Math.max(...a.map(Math.abs)), 6),
    });
  }
}
