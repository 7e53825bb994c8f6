// A search for the closest points of two bodies, for the tab "Collisions": in both orders, with the bounds that it has on
// the way, stopped early or timed.
import { sample } from '../laboratory/chart.js';
import { button, draw, fill, make, scroll } from '../laboratory/make.js';

const WIDTH = 320,
  HEIGHT = 150,
  LEFT = 8,
  RIGHT = 8,
  TOP = 10,
  BOTTOM = 28;
/** A search is repeated for so long, ms, to time it. */
const PATIENCE = 4;
const ORDERS = ['greedy', 'best-first'];

export class Distance {
  /** The two bodies by number, once there are two. @type {number[] | null} */
  pair = null;
  /** µs of a search in each order, if measured. @type {number[]} */
  times = [];
  trees = [];

  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} descent the choice of the order that the line on the stage follows
   * @param {number} budget the part of the search after which it is stopped
   */
  constructor(page, descent, budget) {
    this.page = page;
    this.budget = budget;
    const {
      words: { t },
    } = page;
    this.selects = [0, 1].map(() => make('select'));
    const picks = this.selects.map((select, k) => {
      select.addEventListener('change', () => {
        this.pair = this.selects.map(({ value }) => Number(value));
        this.times = [];
        this.redraw();
      });
      return make('label', { className: 'pick' }, `${t(`collisions.body.${k + 1}`)} `, select);
    });
    this.found = make('p', { className: 'outcome' });
    this.orders = make('tbody');
    this.bounds = make('div', { className: 'charts' });
    this.stop = make('input', { type: 'range', min: 0, max: 1, step: 0.01, value: this.budget });
    this.stop.addEventListener('input', () => {
      this.budget = Number(this.stop.value);
      this.redraw();
    });
    this.stopped = make('output');
    this.patience = make('input', { type: 'number', min: 0, step: 'any', value: 20, id: 'patience' });
    this.patience.addEventListener('change', () => this.searchFor());
    this.inTime = make('output');
    this.element = make(
      'div',
      {},
      make(
        'div',
        { className: 'actions' },
        ...picks,
        descent,
        button(t('collisions.time'), () => this.measure()),
      ),
      this.found,
      counted(page, 'collisions.orders', ['order', 'heading.volumes', 'pairs', 'heading.time'], this.orders),
      this.bounds,
      make('label', { className: 'pick stop' }, `${t('collisions.stop')} `, this.stop),
      this.stopped,
      make(
        'div',
        { className: 'actions' },
        make('label', { className: 'pick' }, `${t('collisions.patience')} `, this.patience),
        button(t('collisions.search'), () => this.searchFor()),
      ),
      this.inTime,
    );
  }

  /** Draws it, then the line that it puts on the stage. */
  redraw() {
    this.draw(this.trees);
    this.page.clock.changed();
  }

  /** The search among the bodies that have trees: number, name and more of each. */
  draw(trees) {
    this.trees = trees;
    this.element.hidden = trees.length < 2;
    if (trees.length < 2) return this.page.view.forget_search();
    this.choose(trees);
    this.drawSearch();
  }

  /** Fills the choice of the two bodies, the first two at first. */
  choose(trees) {
    const ids = trees.map(([id]) => Number(id));
    if (!this.pair?.every((id) => ids.includes(id))) this.pair = ids.slice(0, 2);
    this.selects.forEach((select, k) => {
      if (select.children.length !== trees.length) {
        select.replaceChildren(
          ...trees.map(([value, name]) => make('option', { value, textContent: this.page.stage.bodyName(name) })),
        );
      }
      select.value = `${this.pair[k]}`;
    });
  }

  drawSearch() {
    const { page, pair } = this,
      {
        view,
        words: { t, number },
      } = page;
    if (pair[0] === pair[1]) {
      view.forget_search();
      this.found.textContent = t('collisions.same');
      for (const part of [this.orders, this.bounds]) part.replaceChildren();
      this.stopped.textContent = '';
      return;
    }
    this.runs = [false, true].map((best) => read(view.search(pair[0], pair[1], best)));
    const [greedy, best] = this.runs;
    this.found.textContent = greedy.meeting
      ? t('collisions.meet')
      : t('collisions.apart', { distance: number(1000 * greedy.distance, 4) });
    this.orders.replaceChildren(
      ...this.runs.map((run, k) => {
        const time = make('td');
        fill(page, time, this.times[k] ?? NaN, 1);
        return make(
          'tr',
          {},
          make('th', { scope: 'row' }, sample(k), ` ${t(`descent.${ORDERS[k]}`)}`),
          make('td', { textContent: run.volumes }),
          make('td', { textContent: run.pairs }),
          time,
        );
      }),
    );
    const most = Math.max(greedy.pairs, best.pairs, 1),
      after = Math.round(this.budget * most);
    this.bounds.replaceChildren(this.chart(most, after));
    const words = (run) => {
      const [, upper, lower] = run.bounds.filter(([pairs]) => pairs <= after).at(-1) ?? [0, Infinity, 0];
      const mm = (x) => (Number.isFinite(x) ? number(1000 * x, 4) : '∞');
      return t('collisions.between', {
        order: t(`descent.${ORDERS[run === best ? 1 : 0]}`),
        lower: mm(lower),
        upper: mm(upper),
      });
    };
    this.stopped.textContent = `${t('collisions.after', { pairs: after })} ${this.runs.map(words).join(' ')}`;
    view.show_search(pair[0], pair[1], after);
  }

  /** Both bounds of both orders against the pairs of triangles looked at. */
  chart(most, after) {
    const {
      words: { t },
    } = this.page;
    const values = this.runs
      .flatMap((run) => run.bounds.flatMap(([, upper, lower]) => [upper, lower]))
      .filter(Number.isFinite);
    const high = Math.max(...values, 1e-12);
    const x = (pairs) => LEFT + (pairs / most) * (WIDTH - LEFT - RIGHT);
    const y = (value) => TOP + (1 - Math.min(value / high, 1)) * (HEIGHT - TOP - BOTTOM);
    const steps = (run, which) => {
      const points = run.bounds.filter((point) => Number.isFinite(point[which]));
      return (
        points
          .map((point, k) => (k ? `H${x(point[0])}V${y(point[which])}` : `M${x(point[0])} ${y(point[which])}`))
          .join('') + `H${x(most)}`
      );
    };
    const parts = this.runs.flatMap((run, k) =>
      [1, 2].map((which) => draw('path', { class: `line line-${k}`, d: steps(run, which) })),
    );
    parts.unshift(draw('path', { class: 'axis', d: `M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}` }));
    parts.push(
      draw('path', { class: 'axis after', d: `M${x(after)} ${TOP}V${HEIGHT - BOTTOM}` }),
      draw('text', { x: LEFT, y: HEIGHT - BOTTOM + 13 }, '0'),
      draw('text', { x: WIDTH - RIGHT, y: HEIGHT - BOTTOM + 13, 'text-anchor': 'end' }, `${most}`),
      draw('text', { x: WIDTH / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, t('collisions.pairs')),
    );
    const picture = draw(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('collisions.picture') },
      ...parts,
    );
    return make('figure', { className: 'chart' }, make('figcaption', { textContent: t('collisions.bounds') }), picture);
  }

  /** Times both orders, µs a search. */
  measure() {
    this.times = [false, true].map((best) => this.timed(best));
    this.drawSearch();
  }

  /** Searches for as long as is allowed, best first, and tells the bounds that it has then. */
  searchFor() {
    const {
        view,
        words: { t, number },
      } = this.page,
      [a, b] = this.pair ?? [0, 0],
      allowed = this.patience.valueAsNumber / 1000;
    if (a === b || !(allowed >= 0)) return;
    const begin = performance.now();
    const found = view.search_while(a, b, true, () => performance.now() - begin < allowed);
    const spent = 1000 * (performance.now() - begin),
      [upper, lower, pairs, done] = found,
      mm = (x) => (Number.isFinite(x) ? number(1000 * x, 4) : '∞');
    const numbers = { spent: number(spent, 0), pairs, lower: mm(lower), upper: mm(upper) };
    this.inTime.textContent = t(done ? 'collisions.in-time' : 'collisions.out-of-time', numbers);
  }

  /** µs of a search. */
  timed(best) {
    const { view } = this.page,
      begin = performance.now();
    let searches = 0,
      now = begin;
    while (now < begin + PATIENCE) {
      const batch = Math.max(1, searches);
      view.search_again(this.pair[0], this.pair[1], best, batch);
      searches += batch;
      now = performance.now();
    }
    return (1000 * (now - begin)) / searches;
  }

  /** The tab is closed: its line leaves the stage. */
  leave() {
    if (!this.runs || !this.page.view?.forget_search) return;
    this.runs = null;
    this.page.view.forget_search();
    this.page.clock.changed();
  }
}

/**
 * What a search tells.
 * @param {ArrayLike<number>} numbers
 */
export function read(numbers) {
  const [distance, meeting, volumes, pairs, ...rest] = Array.from(numbers);
  const bounds = Array.from({ length: rest.length / 3 }, (_, k) => rest.slice(3 * k, 3 * k + 3));
  return { distance, meeting: meeting > 0, volumes, pairs, bounds };
}

/** A table of counts: its caption, the heads of its columns, its rows. */
export function counted(page, caption, heads, body) {
  const {
    words: { t },
  } = page;
  const head = make('tr', {}, ...heads.map((key) => make('th', { scope: 'col', textContent: t(`collisions.${key}`) })));
  return scroll(
    make(
      'table',
      { className: 'numbers' },
      make('caption', { className: 'unseen', textContent: t(caption) }),
      make('thead', {}, head),
      body,
    ),
  );
}
