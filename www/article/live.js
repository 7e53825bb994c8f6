// The numbers in the article's formulas: those of the scene on the stage, as they are now.
import { cellsOf } from '../wire.js';
import { contactInSpace } from '../laboratory/cone.js';
import { MOST_CONTACTS } from '../laboratory/instant.js';
import { make, math, scroll, tell, tiny } from './make.js';

/** Numbers are renewed at most ten times a second. */
const RENEW = 100;
/** More contacts than this make an equation too wide for the article. */
const WIDEST = 6;

/** A contact term by term, by name, from the module's list. */
export function contactOf(view, k) {
  const list = view.anatomy(k);
  if (!list.length) return null;
  const [atEdge, gap, nx, ny, tx, ty, rate, accel, bF, bw, bn, bc] = list;
  const side = ([body, inverseMass, inverseInertia, omega, ...v]) => ({
    body,
    inverseMass,
    inverseInertia,
    omega,
    point: v.slice(0, 2),
    arm: v.slice(2, 4),
    velocity: v.slice(4, 6),
    acceleration: v.slice(6, 8),
  });
  return {
    atEdge: atEdge === 1,
    gap,
    rate,
    accel,
    n: [nx, ny],
    turnOfN: [tx, ty],
    bF,
    bw,
    bn,
    bc,
    sides: [side(list.slice(12, 24)), side(list.slice(24, 36))],
  };
}

/** A, b, f and a of the scene. */
export function equationOf(view) {
  const numbers = view.equation(),
    n = Math.round(Math.sqrt(numbers.length + 2.25) - 1.5); // n² + 3n numbers
  const vector = (k) => [...numbers.slice(n * n + k * n, n * n + (k + 1) * n)];
  return { n, entry: (i, j) => numbers[i * n + j], b: vector(0), f: vector(1), a: vector(2) };
}

/** The selected contact of a scene in space, with the same names. */
function spatialContact(view) {
  const [gap, rate, accel, bF, bw, bn, gyro] = view.contact_terms();
  return gap === undefined ? null : { gap, rate, accel, bF, bw, bn, bc: 0, gyro };
}

/** With more contacts than these they are not counted by what they do. */
const COUNTED = 1000;

/** The words of a live number of steps in space: what the last one tells, and the selected contact in it. */
function spatialValues(page, contact) {
  const { view } = page,
    [contacts, , iterations, residual, , candidates] = cellsOf(view.summary()).map(Number);
  const h = Number(view.value('dt')),
    degrees = 180 / Math.PI;
  const of = (tell) => (contact ? tell(contact) : '–');
  let counted = null;
  const counts = () => (counted ??= contacts > COUNTED ? { carrying: '–', full: '–' } : count(view, contacts));
  return {
    's.contacts': () => contacts,
    's.iterations': () => iterations,
    's.residual': () => tiny(residual),
    's.candidates': () => candidates,
    's.h': () => tell(page, h, 4),
    's.f': () => of(({ force }) => tell(page, force)),
    's.r': () => of(({ force }) => tell(page, h * force, 5)),
    's.u': () => of(({ rate }) => tell(page, rate, 5)),
    's.mu': () => of(({ mu }) => tell(page, mu, 2)),
    's.most': () => of(({ force, mu }) => tell(page, mu * force)),
    's.friction': () => of(({ friction }) => tell(page, Math.hypot(...friction))),
    's.angle': () => of(({ force, friction }) => tell(page, Math.atan2(Math.hypot(...friction), force) * degrees, 2)),
    's.cone': () => of(({ mu }) => tell(page, Math.atan(mu) * degrees, 2)),
    's.sliding': () => of(({ sliding }) => tell(page, Math.hypot(...sliding), 5)),
    's.carrying': () => counts().carrying,
    's.full': () => counts().full,
  };
}

/** How many contacts carry force, and how many of them have all the friction that they can have. */
function count(view, contacts) {
  const all = Array.from({ length: contacts }, (_, k) => contactInSpace(view, k)).filter(({ force }) => force > 0);
  return {
    carrying: all.length,
    full: all.filter(({ force, mu, friction }) => mu > 0 && Math.hypot(...friction) > (1 - 1e-6) * mu * force).length,
  };
}

export class Live {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.drawn = -Infinity;
    this.timer = 0;
    this.pair = [0, 1];
    this.seen = new Set();
    // what comes into the window is renewed, and only what is there
    this.watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) this.seen[isIntersecting ? 'add' : 'delete'](target);
        this.changed();
      },
      { rootMargin: '100px 0px' },
    );
  }

  /** The sections that have live numbers. */
  sections() {
    return [...document.querySelectorAll('article > section')].filter((section) =>
      section.querySelector('[data-live], [data-which], [data-box]'),
    );
  }

  /** Such a section comes near: from now on the numbers live. */
  async open() {
    if (this.on || !this.page.view) return;
    this.on = true;
    this.speak();
    for (const section of this.sections()) this.watch.observe(section);
  }

  /** The words have changed. */
  speak() {
    if (!this.on) return;
    for (const element of document.querySelectorAll('[data-which]')) this.makeWhich(element);
    for (const element of document.querySelectorAll('[data-box="entry"]')) this.makePair(element);
    this.changed();
  }

  changed() {
    if (!this.on || this.timer) return;
    this.timer = setTimeout(() => this.draw(), Math.max(0, this.drawn + RENEW - performance.now()));
  }

  draw(sections = this.seen) {
    this.timer = 0;
    const { view, mode } = this.page,
      planar = mode === 'planar';
    if (!view || !sections.size) return;
    this.drawn = performance.now();
    const selected = Math.max(view.selected(), 0),
      few = planar || view.contacts() <= MOST_CONTACTS;
    const equation = few && equationOf(view);
    const contact = planar ? contactOf(view, selected) : few ? spatialContact(view) : null;
    const values = this.values(equation, contact);
    for (const section of sections) {
      const each = (selector, show) => section.querySelectorAll(selector).forEach(show);
      each('[data-live]', (element) => {
        const words = values(element.dataset.live);
        if (element.textContent === words) return;
        element.textContent = words;
        if (element.closest('.formula')) this.page.formulas.fit(element.closest('.formula'));
      });
      each('[data-mode]', (element) => {
        element.hidden = element.dataset.mode !== mode;
      });
      each('[data-impact]', (element) => {
        element.hidden = planar && view.last_impact().length < 2;
      });
      each('[data-which]', (element) => this.showWhich(element, view.contacts(), selected, contact));
      each('[data-box="equation"]', (element) => this.showEquation(element, equation || { n: view.contacts() }));
      each('[data-box="entry"]', (element) => this.showPair(element, view.contacts()));
    }
  }

  /** The words of a live number. */
  values(equation, contact) {
    const { page } = this,
      { view } = page,
      planar = page.mode === 'planar';
    const [contacts, rank, bodies, pivots, residual] = equation ? cellsOf(view.problem()) : Array(5).fill('–');
    const of = (key) => contact?.[key];
    const [floor, weight] = planar ? this.carried(equation) : view.carried();
    const words = {
      gap: () => tell(page, of('gap'), 5),
      rate: () => tell(page, of('rate'), 4),
      points: () => tell(page, contact && contact.accel - contact.bn),
      turn: () => tell(page, of('bn')),
      b: () => tell(page, contact && contact.bF + contact.bw + contact.bn + contact.bc),
      contacts: () => contacts,
      rank: () => rank,
      freedoms: () => (equation ? (planar ? 3 : 6) * bodies : '–'),
      pivots: () => pivots,
      residual: () => (equation ? tiny(Number(residual)) : '–'),
      weight: () => tell(page, weight, 2),
      floor: () => tell(page, floor, 2),
      gauss: () =>
        tell(
          page,
          equation ? equation.f.reduce((sum, f, i) => sum + 0.5 * f * (equation.a[i] + equation.b[i]), 0) : undefined,
        ),
      ...(planar ? this.impactValues() : spatialValues(page, contactInSpace(view, Math.max(view.selected(), 0)))),
    };
    return (key) => `${(words[key] ?? (() => tell(page, of(key))))()}`;
  }

  /** The words of the live numbers about impacts in the plane. */
  impactValues() {
    const { page } = this,
      e = Number(page.view.value('e')),
      [time, ...impulses] = page.view.last_impact();
    return {
      e: () => tell(page, e, 2),
      e2: () => tell(page, e * e, 4),
      'impact.count': () => impulses.length,
      'impact.sum': () => tell(page, impulses.length ? impulses.reduce((sum, p) => sum + p, 0) : undefined, 4),
      'impact.time': () => tell(page, time, 3),
    };
  }

  /** What bodies that are fixed push upwards in the plane, and the weight of the others, N. */
  carried({ f }) {
    const { view } = this.page,
      weight = view.masses().reduce((sum, m) => sum + m, 0) * Number(view.value('g'));
    const push = f.reduce((sum, force, k) => {
      const {
        n,
        sides: [one, two],
      } = contactOf(view, k);
      const up = two.inverseMass === 0 ? n[1] : one.inverseMass === 0 ? -n[1] : 0;
      return sum + up * force;
    }, 0);
    return [push, weight];
  }

  // ---- which contact ----

  makeWhich(element) {
    const select = make('select');
    select.addEventListener('change', () => {
      this.page.view?.select(Number(select.value));
      this.page.clock.changed();
    });
    const about = make('span');
    element.replaceChildren(make('label', {}, `${this.page.words.t('live.which')} `, select), ' ', about);
    element.hidden = false;
  }

  showWhich(element, n, selected, contact) {
    const select = element.querySelector('select');
    if (select.length !== n)
      select.replaceChildren(...Array.from({ length: n }, (_, k) => make('option', { value: k, textContent: k + 1 })));
    select.value = selected;
    const words = !n
      ? this.page.words.t('matrix.empty')
      : contact?.sides
        ? this.describe(contact)
        : this.pairOf(selected);
    if (element.lastChild.textContent !== words) element.lastChild.textContent = words;
  }

  /** Which bodies a contact is between. */
  describe({ atEdge, sides }) {
    const [a, b] = sides.map((side) => this.body(side.body));
    return this.page.words.t(atEdge ? 'live.edge' : 'live.corner', { a, b });
  }

  /** The same in space. */
  pairOf(number) {
    return cellsOf(this.page.view.bodies_of(number))
      .map((name) => this.page.stage.bodyName(name))
      .join(' – ');
  }

  body(number) {
    return this.page.view
      .body_name(number)
      .replace(/[a-z ]*[a-z]/, (word) => this.page.words.all[`body.${word}`] ?? word);
  }

  // ---- the equation ----

  /**
   * @param {HTMLElement} element
   * @param {{ n: number, entry?: (i: number, j: number) => number, f?: number[], a?: number[], b?: number[] }} equation
   */
  showEquation(element, { n, entry, f, a, b }) {
    const { page } = this;
    element.hidden = false;
    if (!n || n > WIDEST) {
      element.textContent = page.words.t(n ? 'live.wide' : 'matrix.empty', { n });
      return;
    }
    const cell = (x) => math('mtd', {}, math('mn', {}, tell(page, x, 2)));
    const table = (rows) => [
      math('mo', {}, '('),
      math('mtable', {}, ...rows.map((row) => math('mtr', {}, ...row.map(cell)))),
      math('mo', {}, ')'),
    ];
    const column = (v) => table(v.map((x) => [x]));
    const rows = f.map((_, i) => f.map((_, j) => entry(i, j)));
    const formula = math(
      'math',
      { display: 'block' },
      ...column(a),
      math('mo', {}, '='),
      ...table(rows),
      ...column(f),
      math('mo', {}, '+'),
      ...column(b),
    );
    const box = make(
      'div',
      { className: 'scroll', tabIndex: 0, attributes: { role: 'group', 'aria-label': page.words.t('live.equation') } },
      formula,
    );
    if (element.textContent !== box.textContent) element.replaceChildren(box);
  }

  // ---- an entry of A ----

  makePair(element) {
    const {
      words: { t },
    } = this.page;
    const select = (k) => {
      const field = make('select', { attributes: { 'aria-label': 'ij'[k] } });
      field.addEventListener('change', () => {
        this.pair[k] = Number(field.value);
        this.ghost();
        this.changed();
      });
      return make('label', {}, math('math', {}, math('mi', {}, 'ij'[k])), ' ', field);
    };
    const head = ['body', 'sigma', 'linear', 'angular', 'sum'].map((key) =>
      make('th', { scope: 'col', innerHTML: t(`live.${key}`) }),
    );
    const table = make(
      'table',
      { className: 'numbers' },
      make('caption', { className: 'unseen', textContent: t('live.terms') }),
      make('thead', {}, make('tr', {}, ...head)),
      make('tbody'),
    );
    this.shows = make('button', {
      type: 'button',
      textContent: t('live.ghost'),
      attributes: { 'aria-pressed': false },
    });
    this.shows.addEventListener('click', () => {
      this.shows.setAttribute('aria-pressed', `${this.shows.getAttribute('aria-pressed') !== 'true'}`);
      this.ghost();
    });
    element.replaceChildren(
      make('p', { className: 'pair' }, select(0), ' ', select(1), ' ', this.shows),
      scroll(table),
      make('p', { className: 'entry' }),
    );
    element.hidden = false;
  }

  /** While the button is pressed the stage shows what the entry means. */
  async ghost() {
    const { page } = this,
      on = this.shows.getAttribute('aria-pressed') === 'true';
    const { show } = await import('../laboratory/entry.js');
    if (on) show(page, ...this.pair);
    else show(page);
    page.view?.mark(on ? [...new Set(this.pair)] : []);
    page.clock.changed();
  }

  showPair(element, n) {
    const { page } = this;
    this.pair = this.pair.map((k) => Math.min(k, Math.max(n - 1, 0)));
    element.querySelectorAll('select').forEach((field, k) => {
      if (field.length !== n)
        field.replaceChildren(...Array.from({ length: n }, (_, i) => make('option', { value: i, textContent: i + 1 })));
      field.value = this.pair[k];
    });
    const list = n ? [...page.view.entry(this.pair[0], this.pair[1])] : [],
      rows = [];
    let sum = 0;
    for (let at = 0; at < list.length; at += 4) {
      const [body, sign, linear, angular] = list.slice(at, at + 4);
      const cells = [
        sign > 0 ? '+1' : '−1',
        tell(page, linear),
        tell(page, angular),
        tell(page, sign * (linear + angular)),
      ];
      sum += sign * (linear + angular);
      rows.push(
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: this.body(body) }),
          ...cells.map((text) => make('td', { textContent: text })),
        ),
      );
    }
    element.querySelector('tbody').replaceChildren(...rows);
    const [i, j] = this.pair;
    element.querySelector('.entry').textContent = !n
      ? page.words.t('matrix.empty')
      : page.words.t(list.length ? 'live.entry' : 'live.strangers', {
          i: i + 1,
          j: j + 1,
          value: tell(page, sum),
          inverse: tell(page, 1 / sum),
        }) + (i === j && list.length ? ` ${page.words.t('live.mass', { i: i + 1, value: tell(page, 1 / sum) })}` : '');
  }
}
