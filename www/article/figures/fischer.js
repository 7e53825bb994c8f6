// Newton's method on Fischer's function, for one contact whose gap after the step is curved in its force.
import { curve, draw, make, slider, tell, tiny } from '../make.js';

const WIDTH = 480,
  HEIGHT = 230,
  LEFT = 40,
  RIGHT = 12,
  TOP = 14,
  BOTTOM = 28;
/** Forces and values shown. */
const [LOW, HIGH, DEEP, UP] = [-1, 3, -3, 3];

/** The gap at the end of the step if the force is f: without force it is c. */
export const gapOf = (f, c) => c + 0.6 * f + 0.25 * f * f;
const slopeOfGap = (f) => 0.6 + 0.5 * f;

/** φ(x, y) = √(x² + y²) − x − y. */
export const fischer = (x, y) => Math.hypot(x, y) - x - y;

/** φ of gap and force, and its slope in the force; at the kink one of the slopes that lie around it. */
export function along(f, c) {
  const gap = gapOf(f, c),
    length = Math.hypot(gap, f),
    rise = slopeOfGap(f);
  const [x, y] = length > 1e-12 ? [gap / length, f / length] : [0, 0];
  return { value: fischer(gap, f), slope: (x - 1) * rise + (y - 1) };
}

/** One step of Newton's method, shortened by halves until |φ| falls. */
export function newton(f, c) {
  const { value, slope } = along(f, c),
    step = -value / slope;
  let part = 1;
  while (part > 1e-3 && Math.abs(along(f + part * step, c).value) > Math.abs(value)) part /= 2;
  return f + part * step;
}

export class Figure {
  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.c = -0.8;
    this.way = [3];
  }

  open() {
    const { page } = this,
      {
        words: { t },
      } = page;
    const gap = slider(
      { name: t('fischer.c'), min: -1, max: 1, step: 0.1, value: this.c, show: (x) => tell(page, x, 1) },
      (c) => {
        this.c = c;
        this.begin(this.way[0]);
      },
    );
    const start = slider(
      { name: t('fischer.start'), min: LOW, max: HIGH, step: 0.1, value: this.way[0], show: (x) => tell(page, x, 1) },
      (f) => this.begin(f),
    );
    const next = make('button', {
      type: 'button',
      textContent: t('fischer.step'),
      onclick: () => {
        this.way.push(newton(this.way.at(-1), this.c));
        this.show();
        page.report.say(this.words.textContent);
      },
    });
    const again = make('button', {
      type: 'button',
      textContent: t('fischer.again'),
      onclick: () => this.begin(this.way[0]),
    });
    this.picture = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('fischer.graph') });
    this.words = make('p');
    this.element.replaceChildren(
      make('div', { className: 'controls' }, gap.element, start.element, make('p', {}, next, ' ', again)),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('fischer.caption') }),
    );
    this.show();
  }

  begin(f) {
    this.way = [f];
    this.show();
  }

  show() {
    const { page } = this,
      {
        words: { t },
      } = page;
    const x = (f) => LEFT + ((f - LOW) / (HIGH - LOW)) * (WIDTH - LEFT - RIGHT);
    const y = (value) => TOP + ((UP - value) / (UP - DEEP)) * (HEIGHT - TOP - BOTTOM);
    const forces = Array.from({ length: 161 }, (_, k) => LOW + (k * (HIGH - LOW)) / 160);
    const line = (of, kind) =>
      draw('path', {
        class: `curve ${kind}`,
        d: curve(forces.map((f) => [x(f), y(of(f))])),
        'clip-path': 'url(#fischer-clip)',
      });
    const clip = draw(
      'clipPath',
      { id: 'fischer-clip' },
      draw('rect', { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM }),
    );
    const ticks = [-2, 2].flatMap((v) => [
      draw('path', { class: 'grid', d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }),
      draw('text', { x: LEFT - 6, y: y(v) + 4, 'text-anchor': 'end' }, tell(page, v, 0)),
    ]);
    const tangents = this.way.slice(0, -1).map((f, k) =>
      draw('path', {
        class: 'tangent',
        d: `M${x(f)} ${y(along(f, this.c).value)}L${x(this.way[k + 1])} ${y(0)}`,
        'clip-path': 'url(#fischer-clip)',
      }),
    );
    const dots = this.way.map((f, k) =>
      draw('circle', {
        class: k === this.way.length - 1 ? 'point now' : 'point',
        cx: x(f),
        cy: y(along(f, this.c).value),
        r: k === this.way.length - 1 ? 5 : 3,
      }),
    );
    this.picture.replaceChildren(
      clip,
      ...ticks,
      draw('path', { class: 'axis', d: `M${LEFT} ${y(0)}H${WIDTH - RIGHT}M${x(0)} ${TOP}V${HEIGHT - BOTTOM}` }),
      line((f) => gapOf(f, this.c), 'spring dashed'),
      line((f) => along(f, this.c).value, 'contact'),
      ...tangents,
      ...dots,
      draw('text', { x: WIDTH - RIGHT, y: y(0) - 6, 'text-anchor': 'end' }, 'f'),
      draw('text', { x: x(2.2), y: y(gapOf(2.2, this.c)) - 8, class: 'spring', 'text-anchor': 'end' }, 'δ'),
      draw('text', { x: x(1.6), y: y(along(1.6, this.c).value) + 18, class: 'contact' }, 'φ'),
      ...[-1, 0, 1, 2, 3].map((f) =>
        draw('text', { x: x(f), y: HEIGHT - 9, 'text-anchor': 'middle' }, tell(page, f, 0)),
      ),
    );
    const f = this.way.at(-1),
      value = along(f, this.c).value;
    this.words.textContent = t('fischer.now', {
      n: this.way.length - 1,
      f: tell(page, f, 6),
      gap: tell(page, gapOf(f, this.c), 6),
      value: Math.abs(value) < 1e-15 ? '0' : Math.abs(value) < 1e-3 ? tiny(value) : tell(page, value),
    });
  }
}
