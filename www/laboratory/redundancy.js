// The tab "Redundancy": other forces that carry the bodies as well, by another order of the contacts or by hand.
import { cellsOf } from '../wire.js';
import { atInstant, fillPanel, leaveInstant } from './instant.js';
import { button, fill, make, note, scroll, tiny } from './make.js';

/** Orders that are tried before the forces are said to be the same in all. */
const ORDERS = 40;
/** Forces that differ by less, N, are the same. */
const SAME = 1e-6;

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.order = 0;
    this.refresh();
  }

  refresh() {
    const {
      words: { t },
    } = this.page;
    this.counts = make('p', { className: 'counts' });
    this.rough = make('p', { className: 'legend' });
    this.outcome = make('p', { className: 'outcome', role: 'status' });
    this.sliders = make('div', { className: 'exchanges' });
    this.drop = button(t('redundancy.drop'), () => this.dropChoice());
    const bar = make(
      'div',
      { className: 'actions' },
      button(t('redundancy.shuffle'), () => this.shuffle()),
      this.drop,
    );
    this.body = make('tbody');
    const names = ['contact', 'f', 'f.now', 'df', 'a', 'a.now', 'da'];
    const head = names.map((name) =>
      make('th', { innerHTML: t(`redundancy.${name}`), scope: 'col', title: t(`redundancy.${name}.about`) }),
    );
    const caption = make('caption', { className: 'unseen', textContent: t('redundancy.caption') });
    const table = make(
      'table',
      { className: 'numbers' },
      caption,
      make('thead', {}, make('tr', {}, ...head)),
      this.body,
    );
    fillPanel(this, this.rough, this.counts, bar, this.outcome, this.sliders, scroll(table));
    this.rows = [];
    this.ranges = [];
    this.draw();
  }

  /** The clock stops, so that the forces which are compared stay. */
  act(change) {
    const { page } = this;
    page.clock.run(false);
    change(page.view);
    this.draw();
    page.clock.changed();
  }

  /** Other forces, if another order finds any. */
  shuffle() {
    this.act((view) => {
      const before = forces(view);
      for (let tries = 0; tries < ORDERS; tries++) {
        view.shuffle(BigInt.asUintN(64, BigInt((this.order += 1))));
        if (forces(view).some((f, k) => Math.abs(f - before[k]) > SAME)) {
          this.told = 'shuffled';
          return;
        }
      }
      this.told = 'same';
    });
  }

  dropChoice() {
    this.told = '';
    this.act((view) => view.drop_choice());
  }

  exchange(k, force) {
    this.told = 'exchanged';
    this.act((view) => view.exchange(k, force));
  }

  leave() {
    if (this.left) return;
    [this.left, this.told] = [true, ''];
    note('choice');
    this.page.view.drop_choice();
    leaveInstant(this);
    this.page.clock.changed();
  }

  draw() {
    const { page } = this,
      {
        view,
        words: { t, number },
      } = page;
    if (!view?.choice) return;
    if (this.left !== false) page.clock.changed();
    this.left = false;
    if (!atInstant(this, page.mode === 'planar')) return;
    this.drawCounts();
    const answer = view.answer(),
      choice = view.choice();
    const rows = Array.from({ length: answer.length / 2 }, (_, i) => {
      const [f, a] = [answer[2 * i], answer[2 * i + 1]];
      const [fNow, aNow] = [choice[2 * i], choice[2 * i + 1]];
      return [f, fNow, fNow - f, a, aNow, aNow - a];
    });
    const most = (j) => Math.max(0, ...rows.map((row) => Math.abs(row[j])));
    if (most(2) <= SAME && this.told !== 'same') this.told = ''; // the scene has gone on
    const values = {
      order: this.order,
      f: number(most(2), 3),
      a: tiny(most(5)),
      bodies: tiny(choice.at(-1)),
      orders: ORDERS,
    };
    const told = this.told ? t(`redundancy.told.${this.told}`, values) : '';
    if (this.outcome.textContent !== told) this.outcome.textContent = told;
    this.drop.setAttribute('aria-disabled', `${most(2) <= SAME}`);
    note('choice', most(2) > SAME ? t('redundancy.note') : '');
    this.drawSliders(view.exchanges(), most(0));
    this.drawTable(rows);
  }

  /** How many forces the motions can tell apart; friction makes them more, in the plane, and motions not unique either. */
  drawCounts() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page;
    const rough = !!view.friction?.().length,
      each = page.mode === 'spatial' ? 6 : 3;
    [this.counts.hidden, this.rough.hidden] = [rough, !rough];
    const [k, rank, bodies] = cellsOf(rough ? view.summary() : view.problem()).map(Number);
    if (!rough) {
      const free = k - rank,
        kind = k ? t(`redundancy.${free === 0 ? 'unique' : 'free'}`, { n: free }) : '';
      this.counts.textContent = `${t('redundancy.counts', { k, rank, each, freedoms: each * bodies })} ${kind}`;
      return;
    }
    const words = `${t('redundancy.rough', { contacts: k, forces: 2 * k, rank, freedoms: each * bodies })} ${t(2 * k > rank ? 'redundancy.rough.many' : 'redundancy.rough.one')} ${t('redundancy.rough.motion')}`;
    if (this.rough.innerHTML !== words) this.rough.innerHTML = words;
  }

  /** The name of a row, from 0: the number of its contact, and whether it is the tangent there. */
  rowName(row) {
    const { view } = this.page,
      n = view.contacts();
    return row < n ? `${row + 1}` : `${row - n + 1} t`;
  }

  drawSliders(numbers, most) {
    const {
      words: { t, number },
    } = this.page;
    const count = numbers.length / 4;
    if (this.ranges.length !== count) {
      this.ranges = Array.from({ length: count }, (_, k) => {
        const slider = make('input', { type: 'range', step: 'any' }),
          value = make('output'),
          name = make('span');
        slider.addEventListener('input', () => this.exchange(k, Number(slider.value)));
        return { slider, value, name, label: make('label', {}, name, slider, value) };
      });
      const about = make('p', { className: 'legend', textContent: t('redundancy.sliders') });
      this.sliders.replaceChildren(...(count ? [about] : []), ...this.ranges.map(({ label }) => label));
    }
    this.ranges.forEach(({ slider, value, name }, k) => {
      const [row, low, now, high] = numbers.slice(4 * k, 4 * k + 4);
      const end = Number.isFinite(high) ? high : Math.max(now, 2 * most, 1);
      [slider.min, slider.max] = [low, end];
      slider.step = (end - low) / 100 || 'any'; // an arrow key goes a hundredth
      if (document.activeElement !== slider || Math.abs(slider.value - now) > (end - low) / 150) slider.value = now;
      slider.disabled = end - low <= SAME;
      value.textContent = `${number(now, 2)} N`;
      name.textContent = t('redundancy.exchange', { k: this.rowName(row) });
      slider.setAttribute('aria-valuetext', value.textContent);
    });
  }

  drawTable(rows) {
    while (this.rows.length > rows.length) this.rows.pop().remove();
    while (this.rows.length < rows.length) {
      const row = make('tr', {}, make('th', { scope: 'row' }), ...rows[0].map(() => make('td')));
      this.body.append(row);
      this.rows.push(row);
    }
    rows.forEach((numbers, i) => {
      const [name, ...cells] = this.rows[i].children;
      name.textContent = this.rowName(i);
      numbers.forEach((x, j) => fill(this.page, cells[j], x));
      this.rows[i].classList.toggle('changed', Math.abs(numbers[2]) > SAME);
    });
  }
}

/** The forces chosen. */
function forces(view) {
  return [...view.choice()].slice(0, -1).filter((_, k) => k % 2 === 0);
}
