// The (f_t, f_n) plane: the force of each contact within its cone of friction, on whose edge it slides.
import { draw, make } from './make.js';
import { names } from './plane.js';

const SIZE = 220,
  MIDDLE = SIZE / 2,
  TOP = 20,
  BOTTOM = 20;
/** Numbers that the module tells of a contact. */
const NUMBERS = 5;
/** The mark of a contact that is open, sticks, begins to slip, slides: the same as on the stage. */
const MARKS = [
  (x, y) => draw('circle', { class: 'dot open', cx: x, cy: y, r: 4.5 }),
  (x, y) => draw('path', { class: 'dot rubs', d: `M${x - 4.5} ${y - 4.5}h9v9h-9z` }),
  (x, y) => draw('path', { class: 'dot rubs', d: `M${x} ${y - 6}l6 6l-6 6l-6 -6z` }),
];

export class FrictionPlane {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.picture = draw('svg', {
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      role: 'img',
      'aria-label': page.words.t('cones.about'),
    });
    this.element = make(
      'figure',
      { className: 'plane' },
      this.picture,
      make('figcaption', { textContent: page.words.t('cones.caption') }),
    );
  }

  /** The contacts as the module tells them; hidden where nothing rubs. */
  show(list, selected) {
    const contacts = Array.from({ length: list.length / NUMBERS }, (_, k) => {
      const [mode, , normal, friction, mu] = list.slice(NUMBERS * k, NUMBERS * (k + 1));
      return { mode, normal, friction, mu };
    });
    this.element.hidden = !contacts.length;
    if (!contacts.length) return;
    const most = Math.max(1e-9, ...contacts.map(({ normal }) => normal)),
      wide = Math.max(...contacts.map(({ mu }) => mu * most));
    const height = SIZE - TOP - BOTTOM,
      scale = Math.min(height / (1.1 * most), (MIDDLE - 12) / Math.max(wide, 1e-9));
    const ground = SIZE - BOTTOM,
      place = ({ normal, friction }) => [MIDDLE + scale * friction, ground - scale * normal];
    const cone = (mu) => {
      const up = Math.min(height, (MIDDLE - 4) / Math.max(mu, 1e-9));
      return draw('path', {
        class: 'cone',
        d: `M${MIDDLE - mu * up} ${ground - up}L${MIDDLE} ${ground}L${MIDDLE + mu * up} ${ground - up}`,
      });
    };
    const dots = contacts.map(place);
    const marks = contacts.map(({ mode }, k) => {
      const mark = MARKS[Math.min(mode, 2)](...dots[k]);
      mark.classList.toggle('selected', k === selected);
      return mark;
    });
    const unit = draw('path', { class: 'axis', d: `M${MIDDLE - 3} ${ground - scale * most}h6` });
    this.picture.replaceChildren(
      ...[...new Set(contacts.map(({ mu }) => mu))].map(cone),
      draw('path', { class: 'axis', d: `M${MIDDLE} ${TOP - 4}V${ground}M8 ${ground}H${SIZE - 8}` }),
      unit,
      draw('text', { x: MIDDLE + 6, y: TOP - 6 }, `f / N`),
      draw(
        'text',
        { x: MIDDLE - 7, y: ground - scale * most + 4, 'text-anchor': 'end', class: 'tick' },
        this.page.words.number(most, 2),
      ),
      draw('text', { x: SIZE - 8, y: ground + 14, 'text-anchor': 'end' }, this.page.words.t('cones.across')),
      ...marks,
      ...names(dots, SIZE, (k) => k === selected),
    );
  }
}
