// The pivots on the balancing wedges, one after another: which rows and columns of A each of them takes, and what changes.
import { draw, make, slider, tell } from '../make.js';
import { equationOf } from '../contact.js';
import { pivotsOf } from '../pivot.js';
import { Base } from './base.js';
import { beside, planar } from './block.js';

const WIDTH = 480,
  HEIGHT = 200,
  LEFT = 44,
  TOP = 34,
  CELL = 40;
/** The columns beside the matrix: what they hold, and where they stand. */
const COLUMNS = [
  ['f', 268],
  ['df', 328],
  ['a', 392],
  ['da', 450],
];
const NAMES = { f: 'f / N', df: 'Δf', a: 'a', da: 'Δa' };

export class Figure extends Base {
  static needs = 'plane';
  place = 2;

  open() {
    const { page, t } = this;
    beside(page, 'scene=balance', (view) => {
      this.equation = equationOf(view);
      this.steps = pivotsOf(view);
    });
    const n = this.steps.length,
      show = (k) => t('clamped.of', { k, n });
    const place = this.setting('place', { name: 'clamped.pivot', min: 1, max: n, step: 1, show });
    this.picture = this.svg('clamped.picture', WIDTH, HEIGHT);
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'controls' }, place.element),
      this.picture,
      this.words,
      make('figcaption', { textContent: t('clamped.caption') }),
    );
    this.show();
  }

  show() {
    const { page } = this,
      {
        words: { t, list },
      } = page,
      { driven, blocker, length, contacts } = this.steps[this.place - 1];
    const set = contacts.flatMap(({ side }, k) => (side === 'C' && k !== driven ? [k] : []));
    this.picture.replaceChildren(...this.matrix(set, driven), ...this.columns(contacts));
    const end = blocker === driven ? 'done' : set.includes(blocker) ? 'leaves' : 'enters';
    this.words.textContent = `${t('clamped.now', {
      c: set.length ? list(set.map((k) => `${k + 1}`)) : '–',
      d: driven + 1,
    })} ${t(`clamped.${end}`, { length: tell(page, length, 2), b: blocker + 1 })}`;
  }

  /** A with its rows and columns of C, and what the driven contact's column has there. */
  matrix(set, driven) {
    const { entry, n } = this.equation,
      middle = (k) => (k + 0.5) * CELL;
    const name = (k) => (k === driven ? '∗' : `${k + 1}`);
    const cell = (i, j) => {
      const own = set.includes(i) && (set.includes(j) ? 'chosen' : j === driven && 'driven');
      return [
        draw('rect', {
          class: `cell ${own || 'zero'}`,
          x: LEFT + j * CELL + 1,
          y: TOP + i * CELL + 1,
          width: CELL - 2,
          height: CELL - 2,
        }),
        draw(
          'text',
          { x: LEFT + middle(j), y: TOP + middle(i) + 4, 'text-anchor': 'middle' },
          tell(this.page, entry(i, j), 1),
        ),
      ];
    };
    const all = [...Array(n).keys()];
    return [
      draw('text', { x: 8, y: 20, class: 'strong' }, 'A'),
      ...all.map((k) => draw('text', { x: LEFT + middle(k), y: TOP - 8, 'text-anchor': 'middle' }, name(k))),
      ...all.map((k) => draw('text', { x: LEFT - 12, y: TOP + middle(k) + 4, 'text-anchor': 'middle' }, name(k))),
      ...all.flatMap((i) => all.flatMap((j) => cell(i, j))),
    ];
  }

  /** Forces and accelerations, and how they change for each newton of the driven force. */
  columns(contacts) {
    return COLUMNS.flatMap(([key, x]) => [
      draw('text', { x, y: TOP - 8, 'text-anchor': 'end', class: key === 'f' ? 'contact' : 'soft' }, NAMES[key]),
      ...contacts.map((contact, k) =>
        draw('text', { x, y: TOP + (k + 0.5) * CELL + 4, 'text-anchor': 'end' }, tell(this.page, contact[key], 2)),
      ),
    ]);
  }
}
