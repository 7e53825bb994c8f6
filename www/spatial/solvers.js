// The tab "Solvers" in three dimensions: two methods on the contacts of the next step, side by side, with friction; under it
// the cone of one contact, and the poster's table.
import { choice } from '../article/make.js';
import { coneFromAbove, off } from '../laboratory/cone.js';
import { fill, make } from '../laboratory/make.js';
import { Part as Race } from '../laboratory/solvers.js';
import { one } from '../make.js';
import { cellsOf } from '../wire.js';
import { aside } from './aside.js';
import { Poster } from './poster.js';

/** Rows of the table; a file has all. */
const MOST_ROWS = 60;
/** What is slower than this, m/s, stands still: the methods stop at 1e-8 of the velocities. */
const STILL = 1e-6;
/** What a contact does, by its number. */
const STATES = ['open', 'stick', 'slide', 'smooth'];
/** Numbers of a contact in an answer: force, velocity, state. */
const WIDTH = 7;
/** ms after which a method is ended. */
const PATIENCE = 20_000;

export class Part extends Race {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    super(page, panel, { words: 'contest', chosen: ['nsgs', 'alart-curnier'] });
  }

  refresh() {
    const { page } = this,
      {
        words: { t },
      } = page;
    this.corners ??= 0;
    this.row ??= 0;
    this.cone = make('div', { className: 'contest-cone' });
    this.poster?.leave();
    this.poster = new Poster(page);
    super.refresh();
    this.body.addEventListener('click', ({ target }) =>
      this.choose(/** @type {Element} */ (target).closest('tr')?.sectionRowIndex),
    );
    this.panel.append(make('h2', { textContent: t('contest.cone') }), this.cone, ...this.poster.elements);
  }

  async names() {
    return cellsOf(await aside(this.page).ask('methods'));
  }

  /** A method at work beside the page; one that takes too long is ended. */
  async solve(method) {
    const helper = aside(this.page),
      late = setTimeout(
        () =>
          helper.stop(
            this.page.words.t('contest.late', { name: this.page.words.t(`contest.${method}`), s: PATIENCE / 1000 }),
          ),
        PATIENCE,
      );
    try {
      this.problem = await helper.ask('problem');
      this.known = cellsOf(await helper.ask('names'));
      return read(method, await helper.ask('race', method));
    } finally {
      clearTimeout(late);
    }
  }

  draw() {
    super.draw();
    if (this.marks === false) this.choose(this.row); // back from another tab
  }

  /** The tab is closed: its marks leave the stage. */
  leave() {
    this.poster?.leave();
    if (!this.marks) return;
    this.marks = false;
    this.page.view?.mark([]);
    this.page.clock.changed();
  }

  drawTable() {
    const { page } = this,
      {
        words: { t },
      } = page,
      [one, two] = this.runs;
    const names = this.runs.map((run) => t(`contest.${run.method}`));
    const head = [
      'contest.contact',
      'contest.bodies',
      ...this.runs.flatMap(() => ['contest.normal', 'contest.friction', 'contest.state']),
      'contest.difference',
    ];
    const groups = make(
      'tr',
      {},
      make('td', { colSpan: 2 }),
      ...names.map((textContent) => make('th', { textContent, scope: 'colgroup', colSpan: 3 })),
      make('td'),
    );
    this.head.replaceChildren(...head.map((key) => make('th', { textContent: t(key), scope: 'col' })));
    this.head.parentElement.replaceChildren(groups, this.head);
    this.body.replaceChildren(
      ...one.contacts.slice(0, MOST_ROWS).map((contact, k) => this.line(k, contact, two.contacts[k])),
    );
    this.more.textContent =
      one.contacts.length > MOST_ROWS ? t('contest.more', { shown: MOST_ROWS, all: one.contacts.length }) : '';
    this.choose(Math.min(this.row, one.contacts.length - 1));
  }

  line(k, ...both) {
    const { page } = this,
      {
        words: { t },
      } = page,
      [a, b] = this.bodies(k).map((name) => page.stage.bodyName(name));
    const cells = both.flatMap(({ force, velocity, state }) => {
      const [normal, friction] = [make('td'), make('td')];
      fill(page, normal, force[0]);
      fill(page, friction, Math.hypot(force[1], force[2]));
      return [
        normal,
        friction,
        make('td', {
          className: `does ${STATES[state]}`,
          textContent: t(`contest.${slides(state, velocity) ?? STATES[state]}`),
        }),
      ];
    });
    const difference = make('td');
    fill(page, difference, Math.hypot(...both[0].force.map((x, i) => x - both[1].force[i])));
    const button = make('button', {
      type: 'button',
      textContent: k + 1,
      attributes: { 'aria-label': t('contest.choose', { k: k + 1 }) },
    });
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, button),
      make('td', { className: 'words', textContent: `${a} – ${b}` }),
      ...cells,
      difference,
    );
  }

  /** The two bodies of a contact by name. */
  bodies(k) {
    return [0, 1].map((side) => this.known[this.problem[3 * k + side]]);
  }

  /** Chooses a row: its cone is drawn, and the contacts of its bodies are marked on the stage. */
  choose(row) {
    if (!(row >= 0)) return this.cone.replaceChildren();
    this.row = row;
    const { view } = this.page,
      pair = this.bodies(row).join();
    [...this.body.rows].forEach((line, k) => {
      line.classList.toggle('selected', k === row);
      line.querySelector('button').setAttribute('aria-pressed', `${k === row}`);
    });
    this.marks = true;
    view.mark(
      Array.from({ length: view.contacts() }, (_, k) => k).filter((k) => cellsOf(view.bodies_of(k)).join() === pair),
    );
    this.page.clock.changed();
    this.drawCone();
  }

  drawCone() {
    const { page } = this,
      {
        words: { t },
      } = page,
      contacts = this.runs.map((run) => run.contacts[this.row]),
      mu = this.problem[3 * this.row + 2];
    const number = (x, digits = 3) => page.words.number(x, digits);
    if (!(mu > 0))
      return this.cone.replaceChildren(make('p', { textContent: t('contest.no-friction', { k: this.row + 1 }) }));
    const radius = mu * Math.max(...contacts.map(({ force }) => force[0]), 0);
    const arrows = contacts.map(({ force }, which) => ({
      to: [force[1], force[2]],
      kind: ['contact', 'gravity'][which],
      dashed: which === 1,
    }));
    const told = contacts.map(({ force, velocity, state }, which) => {
      const values = {
        name: t(`contest.${this.runs[which].method}`),
        friction: number(Math.hypot(force[1], force[2])),
        most: number(mu * force[0]),
      };
      const sliding = slides(state, velocity) === 'slide';
      return make('p', {
        textContent: t(sliding ? 'contest.off' : `contest.${STATES[state]}.about`, {
          ...values,
          error: number(off(force.slice(1), velocity.slice(1)), 2),
        }),
      });
    });
    const shapes = [
      ['4', '4'],
      ['8', '8'],
      ['16', '16'],
      ['0', t('contest.round')],
    ];
    const pick = choice({ name: t('contest.corners'), words: shapes, value: `${this.corners}` }, (n) => {
      this.corners = Number(n);
      this.drawCone();
    });
    const focused = this.cone.contains(document.activeElement);
    this.cone.replaceChildren(
      coneFromAbove({ radius, corners: this.corners, arrows, label: t('contest.picture', { k: this.row + 1 }) }),
      make(
        'div',
        {},
        pick,
        make('p', { textContent: t('contest.rim', { k: this.row + 1, mu: number(mu, 2), most: number(radius) }) }),
        ...told,
        make('p', { className: 'legend', textContent: t('contest.cone.about') }),
      ),
    );
    if (focused) one('input:checked', this.cone).focus();
  }

  /** All series: residuals and times by iteration, then the forces by contact. */
  table() {
    const columns = this.runs.flatMap(({ method }) =>
      ['normal', 'tangent 1', 'tangent 2', 'state'].map((what) => `${method} ${what}`),
    );
    const line = (k) => this.runs.flatMap(({ contacts }) => [...contacts[k].force, STATES[contacts[k].state]]);
    return [
      ...this.ways(),
      ['contact', ...columns].join(','),
      ...this.runs[0].contacts.map((_, k) => [k + 1, ...line(k)].join(',')),
      '',
    ].join('\n');
  }
}

/** Of a contact with all its friction: whether it slides or is only at its limit; none for the others. */
function slides(state, velocity) {
  if (STATES[state] !== 'slide') return undefined;
  return Math.hypot(velocity[1], velocity[2]) > STILL ? 'slide' : 'limit';
}

/** An answer as the module gives it. */
function read(method, numbers) {
  const n = numbers[0],
    pairs = numbers.slice(1 + WIDTH * n);
  const contacts = Array.from({ length: n }, (_, k) => {
    const part = [...numbers.slice(1 + WIDTH * k, 1 + WIDTH * (k + 1))];
    return { force: part.slice(0, 3), velocity: part.slice(3, 6), state: part[6] };
  });
  return {
    method,
    contacts,
    f: contacts.map(({ force }) => force[0]),
    residuals: [...pairs.filter((_, k) => k % 2 === 0)],
    times: [...pairs.filter((_, k) => k % 2 === 1)],
  };
}
