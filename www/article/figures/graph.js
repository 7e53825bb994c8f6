// The scene as a graph: bodies are points, contacts are lines between them; beside it the pattern of A.
import { cellsOf } from '../../wire.js';
import { MOST_CONTACTS } from '../../laboratory/instant.js';
import { contactOf } from '../contact.js';
import { draw, make, tell } from '../make.js';
import { Base } from './base.js';

const SIZE = 240,
  MOST = 12;
/** Rows and columns that the arrow keys go on. */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Figure extends Base {
  pair = null;

  open() {
    const { t } = this;
    const picture = (key) => this.svg(key, SIZE, SIZE);
    this.graph = picture('graph.graph');
    this.pattern = picture('graph.pattern');
    this.pattern.addEventListener('pointerover', ({ target }) => this.point(target.dataset));
    this.pattern.addEventListener('pointerleave', () => this.point({}));
    this.pattern.setAttribute('tabindex', '0');
    this.pattern.setAttribute('role', 'application');
    this.pattern.addEventListener('keydown', (event) => this.go(event));
    this.pattern.addEventListener('blur', () => this.point({}));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'panes' }, make('div', {}, this.graph), make('div', {}, this.pattern)),
      this.words,
      make('figcaption', { textContent: t('graph.caption') }),
    );
    this.key = '';
    this.changed();
  }

  /** @param {{ i?: string, j?: string }} entry of the matrix, or none */
  point({ i, j }) {
    this.pair = i === undefined ? null : [Number(i), Number(j)];
    this.key = '';
    this.page.view?.mark(this.pair ? [...new Set(this.pair)] : []);
    this.changed();
    this.page.clock.changed();
  }

  /** Arrow keys go from entry to entry. */
  go(event) {
    const [down, right] = STEPS[event.key] ?? [],
      n = this.page.view?.contacts();
    if (down === undefined || !n) return;
    event.preventDefault();
    const within = (k) => `${Math.min(Math.max(k, 0), n - 1)}`,
      [i, j] = this.pair ?? [-down, -right]; // the first key leads to the first entry
    this.point({ i: within(i + down), j: within(j + right) });
  }

  changed() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page,
      n = view?.contacts() ?? 0;
    if (!this.graph) return;
    if (!n || n > Math.min(MOST, MOST_CONTACTS)) {
      [this.graph, this.pattern].forEach((one) => one.replaceChildren());
      this.words.textContent = t(n ? 'live.wide' : 'matrix.empty', { n });
      return;
    }
    const pairs = Array.from({ length: n }, (_, k) => cellsOf(view.bodies_of(k))),
      list = [...view.equation()];
    const key = `${page.words.language} ${pairs} ${list.slice(0, n * n).map((x) => Math.sign(Math.abs(x) < 1e-9 ? 0 : x))} ${this.pair}`;
    if (key === this.key) return;
    this.key = key;
    this.drawGraph(pairs);
    this.drawPattern(n, list);
    const [i, j] = this.pair ?? [];
    this.words.textContent = this.pair
      ? t('graph.pair', { i: i + 1, j: j + 1, value: tell(page, list[i * n + j]) })
      : t('graph.now', { n, zeros: list.slice(0, n * n).filter((x) => Math.abs(x) < 1e-9).length });
  }

  /** Those of the bodies that cannot move. */
  still(pairs) {
    const { view } = this.page;
    const moves = (k, side) =>
      view.anatomy
        ? contactOf(view, k).sides[side].inverseMass > 0
        : [...view.entry(k, k)].some((number, at) => at % 4 === 0 && view.body_name(number) === pairs[k][side]);
    return new Set(pairs.flatMap((pair, k) => pair.filter((_, side) => !moves(k, side))));
  }

  /** Bodies on a circle, the fixed ones below. */
  drawGraph(pairs) {
    const { page } = this,
      still = this.still(pairs),
      fixed = (name) => still.has(name),
      names = [...new Set(pairs.flat())].sort((one, other) => Number(fixed(one)) - Number(fixed(other)));
    const place = new Map(
      names.map((name, k) => {
        const angle = Math.PI / 2 + ((k + 1) / names.length) * 2 * Math.PI; // the last one is lowest
        return [name, [SIZE / 2 + 82 * Math.cos(angle), SIZE / 2 + 82 * Math.sin(angle)]];
      }),
    );
    const seen = new Map(),
      lines = pairs.map((pair, k) => {
        const [a, b] = pair.map((name) => place.get(name)),
          id = [...pair].sort().join(),
          nth = seen.get(id) ?? 0;
        seen.set(id, nth + 1);
        const bend =
          26 *
          (nth % 2 ? 1 : -1) *
          Math.ceil((nth + (pairs.filter((other) => [...other].sort().join() === id).length > 1 ? 1 : 0)) / 2);
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]],
          size = Math.hypot(dx, dy) || 1,
          mid = [(a[0] + b[0]) / 2 - (bend * dy) / size, (a[1] + b[1]) / 2 + (bend * dx) / size];
        const on = this.pair?.includes(k);
        return [
          draw('path', { class: `link${on ? ' on' : ''}`, d: `M${a}Q${mid} ${b}` }),
          draw(
            'text',
            { class: 'contact', x: (a[0] + b[0]) / 4 + mid[0] / 2 + 5, y: (a[1] + b[1]) / 4 + mid[1] / 2 - 3 },
            k + 1,
          ),
        ];
      });
    const nodes = names.map((name) => {
      const [x, y] = place.get(name),
        words = page.stage.bodyName(name);
      return [
        draw('circle', { class: fixed(name) ? 'node fixed' : 'node', cx: x, cy: y, r: fixed(name) ? 22 : 16 }),
        draw(
          'text',
          { x, y: y + 4, 'text-anchor': 'middle' },
          fixed(name) ? words : words.replace(/^(\S)\S*/, '$1'), // else an f for the floor beside all the forces
        ),
      ];
    });
    this.graph.replaceChildren(...lines.flat(), ...nodes.flat());
  }

  drawPattern(n, list) {
    const step = (SIZE - 30) / n,
      parts = [];
    for (let i = 0; i < n; i += 1) {
      parts.push(
        draw('text', { x: 12, y: 26 + (i + 0.5) * step + 4, 'text-anchor': 'middle' }, i + 1),
        draw('text', { x: 26 + (i + 0.5) * step, y: 16, 'text-anchor': 'middle' }, i + 1),
      );
      for (let j = 0; j < n; j += 1) {
        const value = list[i * n + j],
          kind = Math.abs(value) < 1e-9 ? 'zero' : value > 0 ? 'plus' : 'minus';
        parts.push(
          draw('rect', {
            class: `cell ${kind}${this.pair?.[0] === i && this.pair[1] === j ? ' on' : ''}`,
            x: 26 + j * step + 1,
            y: 24 + i * step + 1,
            width: step - 2,
            height: step - 2,
            'data-i': i,
            'data-j': j,
          }),
        );
        if (kind !== 'zero')
          parts.push(
            draw(
              'text',
              {
                x: 26 + (j + 0.5) * step,
                y: 24 + (i + 0.5) * step + 5,
                'text-anchor': 'middle',
                'pointer-events': 'none',
              },
              kind === 'plus' ? '+' : '−',
            ),
          );
      }
    }
    this.pattern.replaceChildren(...parts);
  }
}
