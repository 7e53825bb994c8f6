// The tab "Solvers": two methods on the problem of the stage, side by side.
import { saveAs } from '../share.js';
import { chart, sample } from './chart.js';
import { button, fill, make, scroll, tiny } from './make.js';

export class Part {
  constructor(page, panel) {
    Object.assign(this, { page, panel, chosen: ['dantzig', 'gauss-seidel'], raced: '' });
    this.refresh();
  }

  refresh() {
    const { page } = this, { t } = page;
    const names = page.cells(page.view.contenders());
    const choose = (k) => {
      const select = make('select', {}, ...names.map((name) => make('option', { value: name, textContent: t(`solvers.${name}`) })));
      select.value = this.chosen[k];
      select.addEventListener('change', () => { this.chosen[k] = select.value; this.race(); });
      return make('label', { className: 'pick' }, sample(k), t(`solvers.method.${k + 1}`), ' ', select);
    };
    const again = button(t('solvers.again'), () => { page.run(false); this.race(); });
    this.save = button(t('solvers.csv'), () => saveAs(new Blob([this.table()], { type: 'text/csv' }), 'solvers.csv'));
    this.outcome = make('div', { className: 'outcome', role: 'status' });
    this.charts = make('div', { className: 'charts' });
    this.body = make('tbody');
    this.head = make('tr');
    const caption = make('caption', { className: 'unseen', textContent: t('solvers.caption') });
    const table = make('table', { className: 'numbers' }, caption, make('thead', {}, this.head), this.body);
    this.panel.replaceChildren(make('div', { className: 'actions' }, choose(0), choose(1), again, this.save), this.outcome,
      this.charts, scroll(table), make('p', { className: 'legend', textContent: t('solvers.about') }));
    this.race();
  }

  /** Solves again when the scene has changed and stands still. */
  draw() {
    const { page } = this;
    if (!page.view?.race || page.running) return;
    const state = `${page.view.digest()} ${page.view.contacts()} ${page.view.value('g')} ${page.view.value('m1')} ${page.view.value('order')}`;
    if (state === this.raced) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (!page.running && this.panel.checkVisibility()) this.race(); }, 250);
  }

  race() {
    const { page } = this, { view, t, number } = page;
    clearTimeout(this.timer);
    this.raced = `${view.digest()} ${view.contacts()} ${view.value('g')} ${view.value('m1')} ${view.value('order')}`;
    this.runs = this.chosen.map((method) => read(method, view.race(method)));
    this.save.disabled = !view.contacts();
    if (!view.contacts()) {
      this.outcome.textContent = t('matrix.empty');
      for (const part of [this.charts, this.body, this.head]) part.replaceChildren();
      return;
    }
    this.outcome.replaceChildren(...this.runs.map((run) => make('p', {
      textContent: t('solvers.outcome', {
        name: t(`solvers.${run.method}`), steps: run.residuals.length - 1,
        time: number(1000 * run.times.at(-1), 1), residual: tiny(run.residuals.at(-1)),
      }),
    })));
    this.drawCharts();
    this.drawTable();
  }

  drawCharts() {
    const { t, number } = this.page, { runs } = this;
    const steps = Math.max(...runs.map((run) => run.residuals.length - 1));
    const time = Math.max(...runs.map((run) => run.times.at(-1)));
    const names = { a: t(`solvers.${runs[0].method}`), b: t(`solvers.${runs[1].method}`) };
    this.charts.replaceChildren(chart({
      lines: runs.map((run) => ({ x: run.residuals.map((_, k) => k), y: run.residuals })),
      axis: { name: t('solvers.iteration'), end: `${steps}` },
      caption: t('solvers.by.iteration'), label: t('solvers.picture', { by: t('solvers.by.iteration'), ...names }),
    }), chart({
      lines: runs.map((run) => ({ x: run.times, y: run.residuals })),
      axis: { name: t('solvers.time'), end: `${number(1000 * time, 1)}` },
      caption: t('solvers.by.time'), label: t('solvers.picture', { by: t('solvers.by.time'), ...names }),
    }));
  }

  /** Forces side by side, each with a bar. */
  drawTable() {
    const { page } = this, { t } = page, [one, two] = this.runs;
    const names = [t('solvers.contact'), t(`solvers.${one.method}`), t(`solvers.${two.method}`), t('solvers.difference')];
    this.head.replaceChildren(...names.map((textContent) => make('th', { textContent, scope: 'col' })));
    const most = Math.max(...one.f, ...two.f, 1e-9);
    this.body.replaceChildren(...one.f.map((f, k) => {
      const bar = (force, which) => {
        const value = make('span'), cell = make('td', { className: `bar bar-${which}` }, make('i'), value);
        cell.firstChild.style.width = `${(100 * Math.max(force, 0)) / most}%`;
        fill(page, value, force);
        return cell;
      };
      const difference = make('td');
      fill(page, difference, two.f[k] - f);
      return make('tr', {}, make('th', { scope: 'row', textContent: k + 1 }), bar(f, 0), bar(two.f[k], 1), difference);
    }));
  }

  /** All series: residuals and times by iteration, then the forces by contact. */
  table() {
    const [one, two] = this.runs;
    const head = (what) => this.runs.map((run) => `${run.method} ${what}`);
    const rows = (count, cells) => Array.from({ length: count }, (_, k) => cells(k).map((x) => x ?? '').join(','));
    return [
      ['iteration', ...head('residual'), ...head('ms')].join(','),
      ...rows(Math.max(one.residuals.length, two.residuals.length), (k) => [k, one.residuals[k], two.residuals[k], one.times[k], two.times[k]]),
      ['contact', ...head('force')].join(','),
      ...rows(one.f.length, (k) => [k + 1, one.f[k], two.f[k]]), '',
    ].join('\n');
  }
}

/** A row of numbers as the module gives it: count, forces, pairs of residual and time. */
function read(method, numbers) {
  const n = numbers[0], pairs = [...numbers.slice(1 + n)];
  return {
    method, f: [...numbers.slice(1, 1 + n)],
    residuals: pairs.filter((_, k) => k % 2 === 0), times: pairs.filter((_, k) => k % 2 === 1),
  };
}
