// The (f, a) plane: a dot for each contact, which a solution allows on two half axes only.
import { draw, make } from './make.js';

const SIZE = 220,
  LEFT = 14,
  RIGHT = 34,
  TOP = 16,
  BOTTOM = 16;
/** Width of a letter of a name, and height of a name. No name covers another. */
const LETTER = [6.2, 12];

/** The numbers of the contacts beside their dots, those that matter first; dots at one place share a name. */
export function names(dots, size, matters) {
  const places = new Map(),
    named = [],
    parts = [];
  dots.forEach(([px, py], k) => {
    const key = `${Math.round(px / 3)} ${Math.round(py / 3)}`;
    if (!places.has(key)) places.set(key, { px, py, contacts: [] });
    places.get(key).contacts.push(k);
  });
  const first = ({ contacts }) => Number(contacts.some(matters));
  for (const { px, py, contacts } of [...places.values()].sort((one, two) => first(two) - first(one))) {
    const words =
      contacts
        .slice(0, contacts.length > 4 ? 3 : 4)
        .map((k) => k + 1)
        .join(', ') + (contacts.length > 4 ? ' …' : '');
    const late = px > 0.6 * size,
      wide = LETTER[0] * words.length,
      from = px + (late ? -8 - wide : 8);
    if (named.some(([x, y, width]) => x < from + wide && from < x + width && Math.abs(y - py) < LETTER[1])) continue;
    named.push([from, py, wide]);
    parts.push(
      draw('text', { x: px + (late ? -8 : 8), y: py - 7, 'text-anchor': late ? 'end' : 'start', class: 'name' }, words),
    );
  }
  return parts;
}

export class Plane {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.picture = draw('svg', {
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      role: 'img',
      'aria-label': page.words.t('plane.about'),
    });
    this.element = make(
      'figure',
      { className: 'plane' },
      this.picture,
      make('figcaption', { textContent: page.words.t('plane.caption') }),
    );
  }

  /** Dots {f, a, next: {f, a}, driven}, in a plane up to `most` N and from `low` to `high` m/s². */
  show(dots, /** @type {number[]} */ [most, low, high], selected) {
    const width = SIZE - LEFT - RIGHT,
      height = SIZE - TOP - BOTTOM;
    const across = Math.max(most, 1e-9) * 1.08,
      up = Math.max(high, -low, 1e-9);
    const [top, bottom] = [Math.max(high, 0.35 * up), Math.min(low, -0.12 * up)];
    const x = (f) => LEFT + (Math.max(f, 0) / across) * width;
    const y = (a) => TOP + ((top - a) / (top - bottom)) * height;
    const parts = [
      draw('path', { class: 'axis', d: `M${x(0)} ${TOP}V${SIZE - BOTTOM}M${x(0)} ${y(0)}H${SIZE - RIGHT + 8}` }),
      draw('path', { class: 'allowed', d: `M${x(0)} ${TOP}V${y(0)}H${SIZE - RIGHT + 8}` }),
      draw('text', { x: SIZE - RIGHT + 11, y: y(0) + 4 }, 'f / N'),
      draw('text', { x: x(0) + 6, y: TOP - 4 }, 'a / (m/s²)'),
      draw(
        'text',
        { x: x(most), y: y(0) + 14, 'text-anchor': 'middle', class: 'tick' },
        this.page.words.number(most, 2),
      ),
      draw('path', { class: 'axis', d: `M${x(most)} ${y(0) - 3}v6` }),
    ];
    const places = dots.map((dot) => [x(dot.f), y(dot.a)]);
    dots.forEach((dot, k) => {
      const [px, py] = places[k];
      if (dot.next) parts.push(draw('path', { class: 'way', d: `M${px} ${py}L${x(dot.next.f)} ${y(dot.next.a)}` }));
      const classes = ['dot', dot.side, dot.driven && 'driven', k === selected && 'selected'].filter(Boolean).join(' ');
      parts.push(draw('circle', { class: classes, cx: px, cy: py, r: dot.driven ? 6 : 4.5 }));
    });
    this.picture.replaceChildren(...parts, ...names(places, SIZE, (k) => k === selected || dots[k].driven));
  }
}
