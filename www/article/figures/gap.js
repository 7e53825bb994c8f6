// The selected contact under the loupe: corner, edge, normal, and the velocities of the two points.
import { arrow, draw, make, tell, tellVector } from '../make.js';
import { contactOf } from '../contact.js';
import { Base } from './base.js';

const SIZE = 300,
  MIDDLE = SIZE / 2;
/** The gap in the picture, px: it is far too small to be drawn true. */
const GAP = 26;
/** The longest arrow, px. */
const LONGEST = 80;

export class Figure extends Base {
  static needs = 'stage';

  open() {
    const { t } = this;
    this.picture = this.svg('gap.picture', SIZE, SIZE);
    this.table = make('table', { className: 'numbers' });
    this.element.replaceChildren(
      make(
        'div',
        { className: 'panes' },
        make('div', {}, this.picture),
        make('div', { className: 'scroll' }, this.table),
      ),
      make('figcaption', { textContent: t('gap.caption') }),
    );
    this.changed();
  }

  changed() {
    const { view } = this.page;
    const contact = view?.anatomy && contactOf(view, Math.max(view.selected(), 0));
    this.picture.replaceChildren(...(contact ? this.parts(contact) : []));
    this.showTable(contact);
  }

  parts({ n, turnOfN, sides, atEdge }) {
    // the picture's y points down
    const normal = [n[0], -n[1]],
      along = [-normal[1], normal[0]];
    const at = (forward, sideways) => [
      MIDDLE + forward * normal[0] + sideways * along[0],
      MIDDLE + forward * normal[1] + sideways * along[1],
    ];
    const path = (...points) => `M${points.map((p) => p.map((x) => x.toFixed(1)).join(' ')).join('L')}z`;
    const speeds = sides.map(({ velocity: [x, y] }) => [x, -y]);
    const fastest = Math.max(...speeds.map((v) => Math.hypot(...v)));
    const scale = fastest > 1e-4 ? LONGEST / fastest : 0;
    const turn = [turnOfN[0], -turnOfN[1]],
      turns = Math.hypot(...turn);
    const label = (/** @type {number[]} */ [x, y], text, kind = '') =>
      draw('text', { x, y, class: kind, 'text-anchor': 'middle' }, text);
    const edge = atEdge
      ? path(at(-GAP, -400), at(-GAP, 400), at(-500, 400), at(-500, -400))
      : path(at(-GAP, 0), at(-260, 220), at(-260, -220));
    const tip = at(0, 0),
      foot = at(-GAP, 0),
      far = at(78, 0);
    const list = [
      draw('path', { class: 'body two', d: edge }),
      draw('path', { class: 'body one', d: path(tip, at(220, 190), at(260, -120)) }),
      draw('path', { class: 'measure', d: `M${foot[0]} ${foot[1]}L${tip[0]} ${tip[1]}` }),
      draw('path', { class: 'arrow accent', d: arrow(foot, [78 * normal[0], 78 * normal[1]]) }),
      label(at(80 - GAP, 16), 'n', 'accent'),
      label(at(-GAP / 2 + 1, -16), 'd'),
      label(at(-GAP - 70, -90), '2'),
      label(at(95, -60), '1'),
    ];
    if (turns > 1e-4) {
      const [dx, dy] = turn.map((x) => (40 * x) / turns);
      list.push(
        draw('path', {
          class: 'arrow accent dashed',
          d: arrow([far[0] - GAP * normal[0], far[1] - GAP * normal[1]], [dx, dy]),
        }),
      );
      list.push(
        label([far[0] - GAP * normal[0] + 1.35 * dx, far[1] - GAP * normal[1] + 1.35 * dy + 4], 'n′', 'accent'),
      );
    }
    ['one', 'two'].forEach((which, k) => {
      const [dx, dy] = speeds[k].map((v) => v * scale),
        from = atEdge || k === 0 ? tip : foot;
      list.push(draw('path', { class: `arrow ${k ? 'gravity dashed' : 'thrust'}`, d: arrow(from, [dx, dy]) }));
      if (Math.hypot(dx, dy) > 12)
        list.push(
          label(
            [from[0] + 1.18 * dx, from[1] + 1.18 * dy + (k ? 12 : -6)],
            ['p₁′', 'p₂′'][k],
            k ? 'gravity' : 'thrust',
          ),
        );
    });
    list.push(draw('circle', { class: 'point', cx: tip[0], cy: tip[1], r: 3.5 }));
    return list;
  }

  showTable(contact) {
    const { page } = this;
    const vector = (v) => (contact ? tellVector(page, v) : '–');
    const rows = [
      ['n', contact?.n, ''],
      ['n′', contact?.turnOfN, '1/s'],
      ...['p₁', 'p₂'].flatMap((p, k) => {
        const side = contact?.sides[k];
        return [
          [p, side?.point, 'm'],
          [`${p}′`, side?.velocity, 'm/s'],
          [`${p}″`, side?.acceleration, 'm/s²'],
        ];
      }),
    ];
    const cells = rows.map(([name, v, unit]) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: name }),
        make('td', { textContent: vector(v) }),
        make('td', { textContent: unit }),
      ),
    );
    const omega = ['ω₁', 'ω₂'].map((name, k) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: name }),
        make('td', { textContent: contact ? tell(page, contact.sides[k].omega) : '–' }),
        make('td', { textContent: 'rad/s' }),
      ),
    );
    this.table.replaceChildren(
      make('caption', { className: 'unseen', textContent: page.words.t('gap.table') }),
      make('tbody', {}, ...cells, ...omega),
    );
  }
}
