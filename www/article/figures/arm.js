// The lever arm: one newton at a point of a block moves its centre and turns it.
import { arrow, draw, make, slider, tell } from '../make.js';
import { dragged } from './drag.js';
import { HALF } from './block.js';

const WIDTH = 480, HEIGHT = 250, METRE = 80, MIDDLE = [240, 120];
/** Mass, kg, and moment of inertia, kg m², of the block of section 2. */
const MASS = 1, INERTIA = 5 / 12;

/** Acceleration of the centre, angular acceleration, and those of the lower corners, for a newton upwards at x. */
export function newtonAt(x) {
  const turn = x / INERTIA;
  return { centre: 1 / MASS, turn, left: 1 / MASS - turn * HALF, right: 1 / MASS + turn * HALF };
}

export class Figure {
  constructor(page, element) {
    Object.assign(this, { page, element, x: -1 });
  }

  open() {
    const { page } = this, { t } = page;
    this.slider = slider({ name: t('arm.x'), min: -1, max: 1, step: 0.05, value: this.x, show: (x) => `${tell(page, x, 2)} m` }, (x) => { this.x = x; this.show(); });
    this.picture = draw('svg', { class: 'dragged', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('arm.picture') });
    dragged(this.picture, ([x]) => this.slider.to((x - MIDDLE[0]) / METRE));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(make('div', { className: 'controls' }, this.slider.element), this.picture, this.words, make('figcaption', { textContent: t('arm.caption') }));
    this.show();
  }

  show() {
    const { page } = this, { centre, turn, left, right } = newtonAt(this.x), [cx, cy] = MIDDLE, at = cx + this.x * METRE, foot = cy + METRE / 2, n = (x) => tell(page, x, 2);
    const ghost = `translate(0 ${-8 * centre}) rotate(${-3.5 * turn} ${cx} ${cy})`, rise = (a, x) => draw('path', { class: 'arrow thrust', d: arrow([x, foot], [0, -14 * a]) });
    this.picture.replaceChildren(
      draw('rect', { class: 'block', x: cx - HALF * METRE, y: cy - METRE / 2, width: 2 * HALF * METRE, height: METRE }),
      draw('rect', { class: 'ghost', x: cx - HALF * METRE, y: cy - METRE / 2, width: 2 * HALF * METRE, height: METRE, transform: ghost }),
      draw('path', { class: 'part', d: `M${at} 6V${HEIGHT}` }), draw('path', { class: 'measure', d: `M${cx} ${cy}H${at}` }), draw('circle', { class: 'point', cx, cy, r: 4 }),
      ...(Math.abs(this.x) > 0.15 ? [draw('text', { x: cx + Math.sign(this.x) * 12, y: cy + 16, 'text-anchor': this.x < 0 ? 'end' : 'start' }, `r×n = ${n(this.x)} m`)] : []),
      draw('path', { class: 'arrow contact', d: arrow([at, foot + 50], [0, -50]) }), draw('text', { class: 'contact', x: at + 8, y: foot + 40 }, '1 N'),
      rise(left, cx - HALF * METRE), rise(right, cx + HALF * METRE));
    this.words.textContent = page.t('arm.now', { centre: n(centre), turn: n(turn), left: n(left), right: n(right) });
  }
}
