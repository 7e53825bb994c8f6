// The tab "Pivots": how the method on the stage finds the forces, one contact at a time, forward and back.
import { cellsOf } from '../wire.js';
import { brief, button, fill, make, note, scroll, signButton, tiny } from './make.js';
import { atInstant, fillPanel, leaveInstant } from './instant.js';
import { saveAs } from '../share.js';
import { Plane } from './plane.js';
import { FrictionPlane } from './friction.js';

/** Numbers of a row that the module gives: before the contacts, and for each contact. */
const HEAD = 4,
  EACH = 6;
const SIDES = ['clamped', 'open', 'waiting'];

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.place = Infinity; // at the end while nobody steps
    this.refresh();
  }

  refresh() {
    const {
      words: { t },
    } = this.page;
    const step = (name, act) => signButton(name, t(`pivots.${name}`), act);
    this.buttons = {
      first: step('first', () => this.go(0)),
      back: step('back', () => this.go(Math.ceil(this.at) - 1)),
      next: step('next', () => this.go(Math.floor(this.at) + 1)),
      last: step('last', () => this.go(Infinity)),
    };
    this.slider = make('input', {
      type: 'range',
      min: 0,
      max: 1,
      step: 'any',
      attributes: { 'aria-label': t('pivots.way') },
    });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value), false));
    this.slider.addEventListener('keydown', (event) => this.key(event));
    this.words = make('p', { className: 'pivot-words' });
    this.body = make('tbody');
    const columns = ['contact', 'side', 'f', 'a', 'df', 'da', 'limit'].map((name) =>
      make('th', {
        innerHTML: t(`pivots.${name}`),
        scope: 'col',
        title: t(`pivots.${name}.about`),
      }),
    );
    const caption = make('caption', { className: 'unseen', textContent: t('pivots.caption') });
    const table = make(
      'table',
      { className: 'numbers' },
      caption,
      make('thead', {}, make('tr', {}, ...columns)),
      this.body,
    );
    this.plane = new Plane(this.page);
    this.cones = new FrictionPlane(this.page);
    const bar = make(
      'div',
      { className: 'pivot-bar', role: 'group', attributes: { 'aria-label': t('pivots.steps') } },
      this.buttons.first,
      this.buttons.back,
      this.slider,
      this.buttons.next,
      this.buttons.last,
    );
    this.legend = make('p', { className: 'legend' });
    const save = button(t('pivots.csv'), () => saveAs(new Blob([this.table()], { type: 'text/csv' }), 'pivots.csv'));
    fillPanel(
      this,
      make(
        'div',
        { className: 'pivots' },
        make('div', {}, bar, this.words, scroll(table), this.legend, save),
        make('div', {}, this.plane.element, this.cones.element),
      ),
    );
    this.rows = [];
    this.draw();
  }

  /** Arrow keys on the slider go by whole pivots. */
  key(event) {
    const way = {
      ArrowLeft: 'back',
      ArrowDown: 'back',
      ArrowRight: 'next',
      ArrowUp: 'next',
      Home: 'first',
      End: 'last',
    }[event.key];
    if (!way) return;
    event.preventDefault();
    this.buttons[way].click();
  }

  /** Goes to a place of the way. The clock stops: what is looked at stays. */
  go(place, speak = true) {
    const { page } = this;
    page.clock.run(false);
    const [count] = page.view.pivots();
    this.place = place >= count ? Infinity : Math.max(place, 0);
    this.draw();
    page.clock.changed();
    if (speak) page.report.say(this.words.textContent);
  }

  /** The dots of the plane after every step: all forces and accelerations of the way. */
  table() {
    const { view } = this.page,
      [count] = view.pivots();
    const lines = Array.from({ length: count + 1 }, (_, step) => {
      const numbers = view.pivot(step);
      return Array.from({ length: (numbers.length - HEAD) / EACH }, (__, k) => {
        const [f, a] = numbers.slice(HEAD + EACH * k);
        return [step, this.name(k), f, a].join(',');
      });
    });
    return ['step,contact,f,a', ...lines.flat(), ''].join('\n');
  }

  leave() {
    if (this.left) return;
    this.left = true;
    this.shown = undefined;
    note('pivots');
    this.page.view.show_pivot(-1);
    leaveInstant(this);
    this.page.clock.changed();
  }

  draw() {
    const { view } = this.page;
    if (!view?.pivots) return;
    if (this.page.clock.running) this.place = Infinity;
    this.left = false;
    if (!atInstant(this, this.page.mode === 'planar')) return;
    const [count, ...reach] = view.pivots();
    const place = Math.min(this.place, count),
      whole = Math.floor(place);
    this.at = place;
    if (place >= count) this.place = Infinity;
    const row = view.pivot(place),
      next = view.pivot(Math.min(whole + 1, count));
    const shows = place < count ? place : -1;
    if (shows !== this.shown || shows >= 0) {
      view.show_pivot(shows);
      if (shows !== this.shown) this.page.clock.changed();
      this.shown = shows;
    }
    const [driven, blocker, length, closing] = row,
      friction = view.friction?.() ?? [];
    this.normals = view.contacts();
    this.rough = (row.length - HEAD) / EACH > this.normals;
    const contacts = Array.from({ length: (row.length - HEAD) / EACH }, (_, k) => {
      const [f, a, df, da, limit, side] = row.slice(HEAD + EACH * k, HEAD + EACH * (k + 1));
      const [nextF, nextA, , , , nextSide] = next.slice(HEAD + EACH * k, HEAD + EACH * (k + 1));
      return {
        f,
        a,
        df,
        da,
        limit,
        side: SIDES[side],
        driven: k === driven,
        blocker: k === blocker,
        next: driven >= 0 && { f: nextF, a: nextA, side: SIDES[nextSide] },
      };
    });
    const normals = contacts.slice(0, this.normals),
      tangents = contacts.slice(this.normals);
    tangents.forEach((tangent, k) => {
      if (tangent.side === 'open' && normals[k].side === 'clamped' && tangent.f) tangent.side = 'slips';
    });
    this.drawBar(place, count);
    this.words.textContent = this.say({ place, whole, count, driven, blocker, length, closing, contacts });
    this.drawTable(contacts, driven >= 0);
    this.legend.innerHTML = this.page.words.t('pivots.legend', {
      slips: this.rough ? this.page.words.t('pivots.legend.slips') : '',
    });
    this.plane.show(normals, reach, view.selected());
    this.cones.show(
      tangents.flatMap(({ f, side }, k) => {
        const mode = normals[k].side !== 'clamped' ? 0 : side === 'clamped' ? 1 : 3;
        return [mode, 0, normals[k].f, f, friction[5 * k + 4]];
      }),
      view.selected(),
    );
    note(
      'pivots',
      shows >= 0
        ? this.page.words.t('pivots.note', { k: this.page.words.number(place, place === whole ? 0 : 1), n: count })
        : '',
    );
  }

  /** A row by its contact, and where there is friction its direction. */
  name(k) {
    return this.rough ? `${(k % this.normals) + 1}${k < this.normals ? 'n' : 't'}` : `${k + 1}`;
  }

  drawBar(place, count) {
    const { slider, buttons } = this;
    [slider.max, slider.value] = [count, place];
    slider.disabled = !count;
    slider.setAttribute(
      'aria-valuetext',
      this.page.words.t('pivots.note', { k: this.page.words.number(place, 0), n: count }),
    );
    for (const [name, off] of [
      ['first', place <= 0],
      ['back', place <= 0],
      ['next', place >= count],
      ['last', place >= count],
    ]) {
      buttons[name].setAttribute('aria-disabled', off); // not disabled: that would lose the focus
    }
  }

  /** What the step from here does, in a sentence. */
  say({ whole, place, count, driven, blocker, length, closing, contacts }) {
    const {
      view,
      words: { t, number },
    } = this.page;
    if (!contacts.length) return '';
    const { normals, rough } = this,
      contact = (k) => (rough ? k % normals : k) + 1;
    const values = {
      k: whole + 1,
      n: count,
      d: contact(driven),
      b: contact(blocker),
      length: brief(this.page, Math.abs(length)),
    };
    if (place >= count) {
      const [, , , steps, residual, status] = cellsOf(rough ? view.summary() : view.problem());
      if (rough && status === 'solved') return t('pivots.end.friction', { n: count - 1 });
      return t(status === 'solved' ? 'pivots.end' : 'pivots.end.bad', {
        n: steps,
        residual: tiny(Number(residual)),
        status: t(`status.${status}`),
      });
    }
    if (closing) {
      const most = Math.max(...contacts.map((c) => Math.abs(c.next.f - c.f)));
      return t(most < 1e-6 ? 'pivots.closing' : rough ? 'pivots.other' : 'pivots.rescued', {
        change: most < 1e-6 ? tiny(most) : number(most, 3),
      });
    }
    if (!rough && view.value('solver') === 'lemke') return t('pivots.lemke', values);
    const along = rough && driven >= normals;
    const start = t(length < 0 ? 'pivots.retreat' : along ? 'pivots.drive.friction' : 'pivots.drive', values);
    if (rough && blocker >= normals) {
      const sticks = contacts[blocker].next.side === 'clamped';
      return `${start} ${t(`pivots.${blocker === driven ? 'it' : 'other'}.${sticks ? 'sticks' : 'slips'}`, values)}`;
    }
    const end = blocker === driven ? 'self' : contacts[blocker].side === 'clamped' ? 'leaves' : 'enters';
    return `${start} ${t(length < 0 ? `pivots.gives.${end}` : `pivots.${end}`, values)}`;
  }

  drawTable(contacts, moving) {
    const { page } = this,
      {
        view,
        words: { t },
      } = page;
    while (this.rows.length > contacts.length) this.rows.pop().row.remove();
    while (this.rows.length < contacts.length) this.addRow(this.rows.length);
    const selected = view.selected();
    contacts.forEach((contact, k) => {
      const { row, cells, name } = this.rows[k],
        number = this.rough ? k % this.normals : k;
      name.textContent = this.name(k);
      name.setAttribute('aria-label', t('pivots.select.name', { k: this.name(k) }));
      const side = contact.driven ? 'driven' : contact.side;
      cells[0].textContent = t(`pivots.side.${side}`);
      const change = moving ? [contact.df, contact.da, contact.limit] : [NaN, NaN, NaN];
      [contact.f, contact.a, ...change].forEach((x, j) => fill(page, cells[j + 1], x));
      row.className = [contact.driven && 'driven', contact.blocker && 'blocker', number === selected && 'selected']
        .filter(Boolean)
        .join(' ');
      cells[0].dataset.side = contact.side;
      name.setAttribute('aria-pressed', number === selected);
    });
  }

  addRow(k) {
    const { page } = this;
    const name = button(
      '',
      () => {
        const number = this.rough ? k % this.normals : k;
        page.view.select(page.view.selected() === number ? -1 : number);
        this.draw();
        page.clock.changed();
      },
      { title: page.words.t('pivots.select') },
    );
    const cells = Array.from({ length: 6 }, () => make('td'));
    const row = make('tr', {}, make('th', { scope: 'row' }, name), ...cells);
    this.body.append(row);
    this.rows.push({ row, cells, name });
  }
}
