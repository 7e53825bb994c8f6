// Painlevé's rod: it slides on its tip, and the law of friction has one motion, none or two for it.
import { arrow, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { planar } from './block.js';

const WIDTH = 240,
  HEIGHT = 210;
/** Pixels for a metre, and where the tip stands. */
const METRE = 70,
  TIP = [70, 178];
/** The graph: where it begins, newtons and m/s² that it reaches to either side. */
const [LEFT, MIDDLE, MOST, UP] = [30, 108, 40, 20];

/** What lifts the tip, w, and what it does by itself, b; and f and d″ of every motion that obeys the law. */
export function motions(page, degrees, friction, omega) {
  const [w, b, ...list] = planar(page).rod((degrees * Math.PI) / 180, friction, omega);
  return {
    w,
    b,
    found: Array.from({ length: list.length / 2 }, (_, k) => [list[2 * k], list[2 * k + 1]]).sort(([x], [y]) => x - y),
  };
}

export class Figure extends Base {
  static needs = 'plane';
  tilt = 63;
  mu = 1;
  omega = 0;

  open() {
    const { page, t } = this;
    const bar = (name, [min, max, step], show) => this.setting(name, { name: `rod.${name}`, min, max, step, show });
    const sliders = [
      bar('tilt', [10, 85, 1], (x) => `${tell(page, x, 0)}°`),
      bar('mu', [0, 2, 0.05], (x) => tell(page, x, 2)),
      bar('omega', [0, 5, 0.1], (x) => `${tell(page, x, 1)} 1/s`),
    ];
    this.picture = this.svg('rod.picture', WIDTH, HEIGHT);
    this.graph = this.svg('rod.graph', WIDTH, HEIGHT);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, ...sliders.map((one) => one.element)),
      make('div', { className: 'panes' }, make('div', {}, this.picture), make('div', {}, this.graph)),
      this.words,
      make('figcaption', { innerHTML: t('rod.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      { w, b, found } = motions(page, this.tilt, this.mu, this.omega),
      number = (x) => tell(page, x, 2);
    this.picture.replaceChildren(...this.rod());
    this.graph.replaceChildren(...this.line(w, b, found));
    const [[f] = []] = found.slice(-1);
    this.words.textContent = page.words.t(['rod.none', f > 0 ? 'rod.one' : 'rod.parts', 'rod.two'][found.length], {
      w: number(w),
      b: number(b),
      f: f === undefined ? '' : number(f),
    });
  }

  /** The rod on the table, the way its tip slides, and the cone of friction's edge along which the table pushes. */
  rod() {
    const tilt = (this.tilt * Math.PI) / 180,
      lean = Math.atan(this.mu),
      [x, y] = TIP,
      end = [x + 2 * METRE * Math.cos(tilt), y - 2 * METRE * Math.sin(tilt)];
    return [
      draw('path', { class: 'ground', d: `M-5 ${y}H${WIDTH + 5}V${HEIGHT + 5}H-5z` }),
      draw('path', {
        class: 'cone-side',
        d: `M${x} ${y}L${x - 60 * Math.sin(lean)} ${y - 60 * Math.cos(lean)}L${x + 60 * Math.sin(lean)} ${y - 60 * Math.cos(lean)}z`,
      }),
      draw('path', { class: 'arrow contact', d: arrow([x, y], [60 * Math.sin(lean), -60 * Math.cos(lean)]) }),
      draw('path', { class: 'rail', d: `M${x} ${y}L${end}` }),
      draw('circle', { class: 'point', cx: (x + end[0]) / 2, cy: (y + end[1]) / 2, r: 4 }),
      draw('path', { class: 'arrow thrust', d: arrow([x - 6, y + 16], [-46, 0]) }),
      draw('text', { x: x + 2, y: y + 21 }, this.page.words.t('rod.slides')),
    ];
  }

  /** d″ over f, and on the two half axes, where the law lets a contact be, what is found. */
  line(w, b, found) {
    const x = (f) => LEFT + (f / MOST) * (WIDTH - LEFT - 14),
      y = (a) => MIDDLE - (a / UP) * (MIDDLE - 14);
    const clip = draw(
      'clipPath',
      { id: 'rod-clip' },
      draw('rect', { x: LEFT - 8, y: 6, width: WIDTH - LEFT, height: HEIGHT - 12 }),
    );
    return [
      clip,
      draw('path', { class: 'grid', d: `M${x(0)} ${y(-UP)}V${y(0)}` }),
      draw('path', { class: 'trail', d: `M${x(0)} ${y(UP)}V${y(0)}H${x(MOST)}` }),
      draw('path', {
        class: 'curve accent',
        d: `M${x(0)} ${y(b)}L${x(MOST)} ${y(b + w * MOST)}`,
        'clip-path': 'url(#rod-clip)',
      }),
      ...found.map(([f, a]) =>
        draw('circle', { class: 'answer', cx: x(Math.min(f, MOST)), cy: y(Math.min(a, UP)), r: 6 }),
      ),
      draw('text', { x: x(MOST), y: y(0) + 16, 'text-anchor': 'end' }, `f / N (${MOST})`),
      draw('text', { x: x(0) + 6, y: 16 }, 'd″'),
    ];
  }
}
