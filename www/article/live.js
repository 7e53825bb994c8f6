// The numbers in the article's formulas: those of the scene on the stage, as they are now.
import { cellsOf } from '../wire.js';
import { MOST_CONTACTS } from '../laboratory/instant.js';
import { bodyNamed, contactOf, equationOf, spatialContact } from './contact.js';
import { EntryBox } from './entry-box.js';
import { make, math, tell } from './make.js';
import { valuesOf } from './values.js';

/** Numbers are renewed at most ten times a second. */
const RENEW = 100;
/** More contacts than this make an equation too wide for the article. */
const WIDEST = 6;

export class Live {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.drawn = -Infinity;
    this.timer = 0;
    this.entries = [];
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
    for (const entry of this.entries) entry.make();
    if (!this.entries.length)
      for (const element of document.querySelectorAll('[data-box="entry"]'))
        this.entries.push(new EntryBox(this.page, /** @type {HTMLElement} */ (element)));
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
    const values = valuesOf(this.page, equation, contact);
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
    }
    for (const entry of this.entries) if (sections.has(entry.element.closest('article > section'))) entry.show();
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
    const [a, b] = sides.map((side) => bodyNamed(this.page, side.body));
    return this.page.words.t(atEdge ? 'live.edge' : 'live.corner', { a, b });
  }

  /** The same in space. */
  pairOf(number) {
    return cellsOf(this.page.view.bodies_of(number))
      .map((name) => this.page.stage.bodyName(name))
      .join(' – ');
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
}
