// The tabs under the stage and the table of A, b, f and a.
import { Form } from './form.js';
import { all, byId as $, make, one, tiny } from './make.js';
import { cellsOf } from './wire.js';

/** What is behind the other tabs comes when they are opened. */
const laboratory = () => import('./laboratory/open.js'),
  spatial = () => import('./spatial/open.js');
const PARTS = {
  graph: () => import('./graph.js'),
  pivots: laboratory,
  redundancy: laboratory,
  solvers: laboratory,
  body: laboratory,
  drift: laboratory,
  build: laboratory,
  collisions: spatial,
  curvature: spatial,
};
/** Tabs that have nothing to show where nothing touches. */
const OF_CONTACTS = ['matrix', 'pivots', 'redundancy', 'solvers', 'drift'];
/** The table is redrawn at most ten times a second. */
const REDRAW = 100;

export class Panels {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.drawn = -Infinity;
    this.timer = 0;
    this.size = -1; // of the table
    this.redraws = 0;
    /** What is behind the tabs that were opened, and what is on its way. @type {Record<string, any>} */
    this.parts = {};
    /** @type {Record<string, Promise<any>>} */
    this.opening = {};
    this.tabs = all('[role="tab"]');
    /** The tab that the visitor has chosen. @type {HTMLElement | null} */
    this.chosen = null;
    this.form = new Form(page, (name) => this.taken(name));
    this.ready = false; // for what is behind the tabs: the stage comes first
    for (const tab of this.tabs) {
      tab.addEventListener('click', () => this.show((this.chosen = tab)));
      tab.addEventListener('keydown', (event) => this.tabKey(event));
    }
    $('more').addEventListener('click', () => this.toggleMore());
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.toggleSheet(false));
    const table = $('matrix');
    table.addEventListener('pointerover', (event) => this.mark(event.target));
    table.addEventListener('pointerleave', () => this.mark(null));
    table.addEventListener('focusin', (event) => this.mark(event.target));
    table.addEventListener('focusout', () => this.mark(null));
    table.addEventListener('keydown', (event) => this.cellKey(event));
    table.addEventListener('click', (event) => this.choose(event.target));
    $('row').addEventListener('change', () => (page.view?.select(Number($('row').value)), page.clock.changed()));
  }

  // ---- tabs ----

  show(tab) {
    if (!this.belongs(tab)) return;
    const more = 'more' in tab.dataset,
      name = tab.id.slice(4);
    if (more) this.showMore(true);
    for (const other of this.tabs) {
      other.setAttribute('aria-selected', other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      $(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
    const purpose = $('purpose');
    delete purpose.dataset.t;
    purpose.textContent = more ? this.page.words.t((purpose.dataset.t = `purpose.${name}`)) : '';
    if (this.ready) {
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // before, Chromium would let the first Tab begin here
      this.openPart(name);
    }
    this.changed();
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tabs = this.tabs.filter((one) => !one.hidden),
      tab = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
    tab.focus();
    this.show((this.chosen = tab));
  }

  /** Leaves the tabs that are others in another mode before it comes. */
  leave() {
    this.opening = {};
    for (const tab of this.tabs.filter((one) => one.dataset.mode)) {
      const name = tab.id.slice(4);
      this.parts[name]?.leave?.();
      delete this.parts[name];
      $(`panel-${name}`).replaceChildren();
    }
  }

  /** Whether the mode that is there has this tab. */
  belongs(tab) {
    return (tab.dataset.mode ?? this.page.mode).includes(this.page.mode);
  }

  /** Shows the tabs for those who want to know how it is computed, or folds them away. */
  showMore(on) {
    $('more').setAttribute('aria-expanded', on);
    for (const tab of this.tabs) tab.hidden = !this.belongs(tab) || ('more' in tab.dataset && !on);
  }

  /** A tab that is folded away leaves its panel to the first. */
  toggleMore() {
    const on = $('more').getAttribute('aria-expanded') !== 'true';
    this.showMore(on);
    if (this.selected().hidden) this.show(this.tabs[0]);
  }

  selected() {
    return this.tabs.find((tab) => tab.getAttribute('aria-selected') === 'true');
  }

  /**
   * Shows the tabs of the mode that is there. Who has chosen none sees a body alone; in space, where its forces take a
   * second step, the table.
   */
  showTabs() {
    const kept = this.chosen && this.belongs(this.chosen) ? this.chosen : null,
      selected = kept ?? $(this.page.mode === 'spatial' ? 'tab-matrix' : 'tab-body');
    this.showMore('more' in selected.dataset);
    this.show(selected); // in another mode it is another
  }

  /** On a phone the tabs are a sheet over the page. */
  toggleSheet(on = !document.documentElement.classList.contains('sheet')) {
    const button = one('[data-do="panels"]');
    if (!on && $('panels').contains(document.activeElement)) button.focus(); // what is in the sheet goes out of sight
    document.documentElement.classList.toggle('sheet', on);
    button.setAttribute('aria-expanded', on);
    this.changed();
  }

  /** The table in view on any screen, also beside a stage that stands alone. */
  showMatrix() {
    document.documentElement.classList.add('with-matrix');
    this.toggleSheet(innerWidth < 1000 && !document.documentElement.classList.contains('embed'));
    this.show($('tab-matrix'));
  }

  /** Shows the tab of this name, on a phone with the sheet. */
  open(name) {
    const tab = $(`tab-${name}`);
    this.toggleSheet(true);
    this.show(tab);
    tab.focus();
  }

  /** The stage can be used: what is behind the tab that is shown may come. */
  begin() {
    this.ready = true;
    this.openPart(this.selected().id.slice(4));
  }

  /** Opens what is behind a tab, once. */
  async openPart(name) {
    if (!(name in PARTS) || this.parts[name] || this.opening[name]) return this.opening[name];
    const opening = (this.opening[name] = PARTS[name]().then(({ open }) => open(this.page, $(`panel-${name}`), name)));
    try {
      const part = await opening;
      if (part && this.opening[name] === opening) this.parts[name] = part;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.page.report.missing(error);
    } finally {
      if (this.opening[name] === opening) delete this.opening[name];
    }
    this.changed();
  }

  /** Draws the body at a point of the stage alone. A closed sheet of a phone stays closed. */
  async showBody(x, y, reach) {
    const tab = $('tab-body');
    if (!tab.getClientRects().length) return; // out of sight
    const body = this.page.view.body_at(x, y, reach);
    if (body < 0) return;
    if (this.parts.build && $('panel-build').getClientRects().length) return this.parts.build.choose(body);
    this.show(tab);
    await this.openPart('body');
    this.parts.body?.show(body);
  }

  // ---- when to redraw ----

  /** The state has changed: redraw what is seen, soon. */
  changed() {
    if (!this.page.view || this.timer) return;
    this.timer = setTimeout(() => this.draw(), Math.max(0, this.drawn + REDRAW - performance.now()));
  }

  draw() {
    this.timer = 0;
    if (!this.page.view || document.hidden) return;
    this.drawn = performance.now();
    const seen = (id) => $(id).offsetParent !== null || $(id).getClientRects().length > 0;
    if (seen('panel-matrix')) this.drawMatrix();
    const [shown, left] = [true, false].map((on) =>
      Object.keys(this.parts).filter((name) => seen(`panel-${name}`) === on),
    );
    for (const name of left) this.parts[name].leave?.(); // before another takes the stage
    for (const name of shown) this.parts[name].draw();
    this.offer();
  }

  /** Where nothing touches and the clock stands, the way to where something does. */
  offer() {
    const { clock, view, words } = this.page,
      purpose = $('purpose');
    const wanted = OF_CONTACTS.includes(this.selected().id.slice(4)) && !clock.running && !view.contacts();
    if (wanted !== Boolean(purpose.firstElementChild)) {
      const play = make('button', { type: 'button', textContent: words.t('matrix.wait') });
      play.onclick = () => clock.runUntilTouch();
      if (wanted) purpose.append(make('span', {}, ` ${words.t('matrix.empty')} `, play));
      else purpose.lastElementChild.remove();
    }
  }

  /** Scene, language or settings have changed: make everything anew. */
  refresh() {
    this.size = -1;
    $('purpose').firstElementChild?.remove();
    this.form.make();
    for (const part of Object.values(this.parts)) part.refresh();
    this.changed();
  }

  // ---- matrix ----

  drawMatrix() {
    const {
      view,
      words: { t, number },
    } = this.page;
    this.redraws += 1;
    this.contacts = Infinity; // each row is one
    if (this.page.mode === 'spatial') return this.page.modes.space.table.draw(this);
    const [k, rank, bodies, , size, status] = cellsOf(view.summary());
    const residual = t('residual', { residual: tiny(Number(size)), status: t(`status.${status}`) });
    const numbers = view.table(),
      rough = view.has_friction(),
      n = (rough ? 2 : 1) * Number(k);
    $('counts').textContent =
      `${t('counts', { k, rank, freedoms: 3 * Number(bodies) })} ${rough ? t('matrix.rough') : residual}`;
    if (n !== this.size || rough !== this.rough) {
      this.rough = rough;
      this.mark(null); // a cell that goes tells nobody that it has lost the focus
      this.makeTable(n, Number(k));
    }
    const text = (x) =>
      (Math.abs(x) < 5e-10 ? '0' : Math.abs(x) >= 1e5 ? x.toExponential(2) : number(x, 3)).replace('-', '−');
    const at = [
      (i, j) => numbers[i * n + j],
      (i) => numbers[n * n + n + i],
      (i) => numbers[n * n + i],
      (i) => numbers[n * n + 2 * n + i],
    ];
    this.contacts = Number(k);
    const selected = Math.max(view.selected(), 0);
    $('row').value = selected;
    this.rows.forEach((row, i) => {
      row.row.classList.toggle(
        'selected',
        i % this.contacts === selected && (view.selected() >= 0 || innerWidth < 1000),
      );
      row.cells.forEach((cell, j) => {
        const x = j < n ? at[0](i, j) : at[j - n + 1](i);
        const words = text(x);
        if (cell.textContent !== words) cell.textContent = words;
        cell.classList.toggle('zero', words === '0');
      });
    });
  }

  /** A row for each contact, with friction another for its tangent. */
  makeTable(n, contacts) {
    const {
        words: { t },
      } = this.page,
      name = (i) => `${(i % contacts) + 1}${n > contacts ? 'nt'[Math.floor(i / contacts)] : ''}`;
    this.size = n;
    const head = (text, scope, properties = {}) => make('th', { textContent: text, scope, ...properties });
    const column = (_, j) => head(`A ${name(j)}`, 'col', { title: t('matrix.A.about', { k: name(j) }) }),
      last = ['f', 'b', 'a'].map((x) =>
        head(x === 'f' ? 'f / N' : x, 'col', { className: x, title: t(`matrix.${x}.about`) }),
      );
    const top = make('tr', {}, make('td'), ...Array.from({ length: n }, column), ...last);
    this.rows = Array.from({ length: n }, (_, i) => {
      const cells = Array.from({ length: n + 3 }, (_, j) => {
        const cell = make('td', { tabIndex: i + j ? -1 : 0, className: ['f', 'b', 'a'][j - n] ?? '' });
        cell.dataset.i = `${i % contacts}`;
        if (i < contacts && j < contacts) cell.dataset.j = `${j}`; // a unit force along a normal is shown at work
        return cell;
      });
      return { cells, row: make('tr', {}, head(name(i), 'row'), ...cells) };
    });
    const caption = make('caption', { className: 'unseen', textContent: t('matrix.caption') });
    const table = make(
      'table',
      {},
      caption,
      make('thead', {}, top),
      make('tbody', {}, ...this.rows.map(({ row }) => row)),
    );
    $('row').replaceChildren(
      ...Array.from({ length: contacts }, (_, i) => make('option', { value: i, textContent: i + 1 })),
    );
    $('matrix').replaceChildren(...(n ? [table] : []));
  }

  mark(cell) {
    if (!this.page.view) return;
    const { i, j } = cell?.dataset ?? {};
    this.page.view.mark(i === undefined ? [] : [...new Set([Number(i), Number(j ?? i)])]);
    this.page.clock.changed();
    // an entry of A is shown at work
    if (j !== undefined || this.shown)
      import('./laboratory/entry.js').then(({ show }) => show(this.page, i, j)).catch(this.page.report.missing);
    this.shown = j !== undefined;
  }

  choose(target) {
    const row = target.closest?.('tbody tr');
    if (!row || !this.page.view) return;
    this.page.view.select(this.rows.findIndex((one) => one.row === row) % this.contacts);
    this.page.clock.changed();
  }

  cellKey(event) {
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!way || event.target.tagName !== 'TD') return;
    const i = this.rows.findIndex(({ row }) => row === event.target.parentElement);
    const j = this.rows[i].cells.indexOf(event.target);
    const cell = this.rows[i + way[0]]?.cells[j + way[1]];
    event.preventDefault();
    if (!cell) return;
    [event.target.tabIndex, cell.tabIndex] = [-1, 0];
    if (cell.getClientRects().length === 0) this.choose(cell); // on a phone only the selected row is seen
    cell.focus();
    if (way[0]) this.choose(cell);
  }

  /** A setting was changed by the form: of some the others depend. */
  taken(name) {
    if (['scene', 'n', 'seed', 'play'].includes(name)) this.refresh();
    this.changed();
  }
}
