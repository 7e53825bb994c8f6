// The tab "Solvers": two methods on the problem of the stage, side by side.
import { cellsOf } from '../wire.js';
import { saveAs } from '../share.js';
import { chart, sample } from './chart.js';
import { button, fill, make, scroll, tiny } from './make.js';

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel, { words = 'solvers', chosen = ['dantzig', 'gauss-seidel'] } = {}) {
    this.page = page;
    this.panel = panel;
    this.words = words;
    this.chosen = chosen;
    this.raced = '';
    this.busy = false;
    this.refresh();
  }

  /**
   * The methods to choose from.
   * @returns {string[] | Promise<string[]>}
   */
  names() {
    return cellsOf(this.page.view.contenders());
  }

  /**
   * Lets a method solve the problem of the stage.
   * @returns {any}
   */
  solve(method) {
    return read(method, this.page.view.race(method));
  }

  refresh() {
    const { page, words } = this,
      {
        words: { t },
      } = page;
    this.fields = this.chosen.map((_, k) =>
      make('select', {
        onchange: (event) => {
          this.chosen[k] = event.target.value;
          this.race();
        },
      }),
    );
    const choose = (field, k) =>
      make('label', { className: 'pick' }, sample(k), t(`solvers.method.${k + 1}`), ' ', field);
    const again = button(t('solvers.again'), () => {
      page.clock.run(false);
      this.race();
    });
    this.save = button(t('solvers.csv'), () => saveAs(new Blob([this.table()], { type: 'text/csv' }), 'solvers.csv'));
    this.outcome = make('div', { className: 'outcome', role: 'status' });
    this.charts = make('div', { className: 'charts' });
    this.body = make('tbody');
    this.head = make('tr');
    this.more = make('p', { className: 'legend' });
    const caption = make('caption', { className: 'unseen', textContent: t(`${words}.caption`) });
    const table = make('table', { className: 'numbers' }, caption, make('thead', {}, this.head), this.body);
    this.without = make('p', { className: 'instead', hidden: true, textContent: t('laboratory.friction') });
    this.panel.replaceChildren(
      this.without,
      make('div', { className: 'actions' }, ...this.fields.map(choose), again, this.save),
      this.outcome,
      this.charts,
      scroll(table),
      this.more,
      make('p', { className: 'legend', textContent: t(`${words}.about`) }),
    );
    this.race();
  }

  /** What the problem depends on. */
  state() {
    const { view } = this.page;
    return [view.digest(), view.contacts(), ...['g', 'm1', 'dt', 'order'].map((name) => view.value(name))].join(' ');
  }

  /** Solves again when the scene has changed and stands still. */
  draw() {
    const { page } = this;
    if (
      !page.view ||
      page.clock.running ||
      this.busy ||
      (page.mode === 'planar' && !page.view.race) ||
      this.state() === this.raced
    )
      return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (page.view && !page.clock.running && this.panel.getClientRects().length) this.race();
    }, 250);
  }

  /** Lets this method be the first of the two. */
  take(method) {
    if (this.chosen[1] === method) this.chosen[1] = this.chosen[0];
    this.chosen[0] = method;
    this.fields.forEach((field, k) => {
      field.value = this.chosen[k];
    });
    return this.race();
  }

  async race() {
    const { page, words } = this,
      {
        words: { t },
      } = page,
      { mode } = page;
    clearTimeout(this.timer);
    const state = (this.raced = this.state());
    const asked = (this.asked = {});
    this.without.hidden = mode !== 'planar' || !page.view.has_friction();
    this.busy = true;
    this.panel.setAttribute('aria-busy', 'true');
    const runs = [];
    try {
      this.offer(await this.names());
      for (const method of this.fields[0].length ? this.chosen : []) runs.push(await this.solve(method));
    } catch (error) {
      if (asked === this.asked) this.outcome.textContent = error.message;
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return;
    } finally {
      if (asked === this.asked) {
        this.busy = false;
        this.panel.setAttribute('aria-busy', 'false');
      }
    }
    if (asked !== this.asked || page.mode !== mode || state !== this.raced) return; // another one has begun
    this.runs = runs;
    this.save.disabled = !this.runs.length || !this.runs[0].f.length;
    if (this.save.disabled) {
      this.outcome.textContent = this.runs.length ? '' : t(`${words}.none`);
      for (const part of [this.charts, this.body, this.head]) part.replaceChildren();
      return;
    }
    this.outcome.replaceChildren(
      ...this.runs.map((run) => make('p', { textContent: t(`${words}.outcome`, this.sum(run)) })),
    );
    this.drawCharts();
    this.drawTable();
  }

  /** Fills the two fields anew where the methods are others. */
  offer(names) {
    if (names.join() === this.offered && this.fields[0].length) return;
    this.offered = names.join();
    this.fields.forEach((field, k) => {
      field.replaceChildren(
        ...names.map((value) => make('option', { value, textContent: this.page.words.t(`${this.words}.${value}`) })),
      );
      if (!names.includes(this.chosen[k]) && names.length) this.chosen[k] = names[k];
      field.value = this.chosen[k];
    });
  }

  /** What a run came to, in words. */
  sum({ method, residuals, times }) {
    const {
        words: { t, number },
      } = this.page,
      ms = times.at(-1);
    return {
      name: t(`${this.words}.${method}`),
      steps: residuals.length - 1,
      time: number(1000 * ms, ms < 1 ? 1 : 0),
      residual: tiny(residuals.at(-1)),
    };
  }

  drawCharts() {
    const { runs, words } = this,
      {
        words: { t, number },
      } = this.page;
    const steps = Math.max(...runs.map((run) => run.residuals.length - 1));
    const time = Math.max(...runs.map((run) => run.times.at(-1)));
    const names = { a: t(`${words}.${runs[0].method}`), b: t(`${words}.${runs[1].method}`) };
    this.charts.replaceChildren(
      chart({
        lines: runs.map((run) => ({ x: run.residuals.map((_, k) => k), y: run.residuals })),
        axis: { name: t('solvers.iteration'), end: `${steps}` },
        caption: t('solvers.by.iteration'),
        label: t('solvers.picture', { by: t('solvers.by.iteration'), ...names }),
      }),
      chart({
        lines: runs.map((run) => ({ x: run.times, y: run.residuals })),
        axis: { name: t('solvers.time'), end: `${number(1000 * time, 1)}` },
        caption: t('solvers.by.time'),
        label: t('solvers.picture', { by: t('solvers.by.time'), ...names }),
      }),
    );
  }

  /** Forces side by side, each with a bar. */
  drawTable() {
    const { page } = this,
      {
        words: { t },
      } = page,
      [one, two] = this.runs;
    const names = [
      t('solvers.contact'),
      t(`solvers.${one.method}`),
      t(`solvers.${two.method}`),
      t('solvers.difference'),
    ];
    this.head.replaceChildren(...names.map((textContent) => make('th', { textContent, scope: 'col' })));
    const most = Math.max(...one.f, ...two.f, 1e-9);
    this.body.replaceChildren(
      ...one.f.map((f, k) => {
        const bar = (force, which) => {
          const value = make('span'),
            cell = make('td', { className: `bar bar-${which}` }, make('i'), value);
          /** @type {HTMLElement} */ (cell.firstElementChild).style.width = `${(100 * Math.max(force, 0)) / most}%`;
          fill(page, value, force);
          return cell;
        };
        const difference = make('td');
        fill(page, difference, two.f[k] - f);
        return make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: k + 1 }),
          bar(f, 0),
          bar(two.f[k], 1),
          difference,
        );
      }),
    );
  }

  /** Residuals and times by iteration, line by line. */
  ways() {
    const [one, two] = this.runs,
      count = Math.max(one.residuals.length, two.residuals.length);
    const head = (what) => this.runs.map((run) => `${run.method} ${what}`);
    const line = (k) =>
      [k, one.residuals[k], two.residuals[k], one.times[k], two.times[k]].map((x) => x ?? '').join(',');
    return [
      ['iteration', ...head('residual'), ...head('ms')].join(','),
      ...Array.from({ length: count }, (_, k) => line(k)),
    ];
  }

  /** All series: those, then the forces by contact. */
  table() {
    const [one, two] = this.runs;
    const head = ['contact', ...this.runs.map((run) => `${run.method} force`)].join(',');
    return [...this.ways(), head, ...one.f.map((f, k) => [k + 1, f, two.f[k]].join(',')), ''].join('\n');
  }
}

/** A row of numbers as the module gives it: count, forces, pairs of residual and time. */
function read(method, numbers) {
  const n = numbers[0],
    pairs = [...numbers.slice(1 + n)];
  return {
    method,
    f: [...numbers.slice(1, 1 + n)],
    residuals: pairs.filter((_, k) => k % 2 === 0),
    times: pairs.filter((_, k) => k % 2 === 1),
  };
}
