// The tab "Drift": the scene of the stage carried on twice, with forces from accelerations and with forces from distances,
// or in the plane by both schemes of the stage, and a loupe on the gap of the selected contact.
import { cellsOf } from '../wire.js';
import { aside } from '../spatial/aside.js';
import { chart, sample } from './chart.js';
import { loupe, scene, shot } from './drift-pictures.js';
import { PAIRS, read, twins, untilUnknown } from './drift-runs.js';
import { button, fill, make, scroll, tiny } from './make.js';
import { Scene } from './scene.js';

/** What the engine asks of a gap in a step that it calls solved, in sizes of the largest body: less is rounding. */
const SOLVED = 1e-12;
/** Most steps of a run, and those of a comparison of all schemes. */
const MOST = 2000,
  COMPARED = 240;
/** Most numbers that a run in space keeps. */
const NUMBERS = 2e6;
/** The schemes that stand for the two levels in three dimensions. */
const SCHEMES = ['acceleration-semi-implicit', 'fixpoint'];

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.seconds = 5;
    this.place = 1;
    this.ran = '';
    this.holds = 0; // a gap that is off by less, m, holds
    this.pair = '';
    this.refresh();
  }

  /** What is compared: as the visitor chose, or what shows something of the scene. */
  get compares() {
    if (this.page.mode === 'spatial') return 'levels';
    return this.pair || (this.page.view.has_friction() ? 'schemes' : 'levels');
  }

  refresh() {
    const {
      words: { t },
    } = this.page;
    const time = make('select', {}, ...[2, 5, 20].map((s) => make('option', { value: s, textContent: `${s} s` })));
    time.value = `${this.seconds}`;
    time.addEventListener('change', () => {
      this.seconds = Number(time.value);
      this.run();
    });
    this.slider = make('input', {
      type: 'range',
      min: 0,
      max: 1000,
      value: 1000,
      attributes: { 'aria-label': t('twin.time') },
    });
    this.slider.addEventListener('input', () => {
      this.place = Number(this.slider.value) / 1000;
      this.show();
    });
    this.outcome = make('p', { className: 'outcome', role: 'status' });
    this.panes = [0, 1].map((k) => {
      const pictures = make('div', { className: 'twin-pictures' }),
        words = make('p'),
        title = make('span');
      return {
        pictures,
        words,
        title,
        element: make('div', {}, make('p', { className: 'twin-title' }, sample(k), title), pictures, words),
      };
    });
    this.choice = make(
      'select',
      {},
      ...Object.keys(PAIRS).map((value) => make('option', { value, textContent: t(`twin.${value}`) })),
    );
    this.choice.addEventListener('change', () => {
      this.pair = this.choice.value;
      this.run();
    });
    this.about = make('p', { className: 'legend' });
    this.charts = make('div', { className: 'charts' });
    this.compared = make('div');
    const inSpace = this.page.mode === 'spatial',
      all = inSpace ? [button(t('twin.compare'), () => this.compare())] : [];
    const pairs = inSpace ? [] : [make('label', { className: 'pick' }, `${t('twin.pair')} `, this.choice)];
    this.panel.replaceChildren(
      make(
        'div',
        { className: 'actions' },
        ...pairs,
        make('label', { className: 'pick' }, `${t('twin.for')} `, time),
        button(t('twin.again'), () => {
          this.page.clock.run(false);
          this.run();
        }),
        ...all,
      ),
      this.outcome,
      this.slider,
      make('div', { className: 'twins' }, ...this.panes.map(({ element }) => element)),
      this.charts,
      this.compared,
      this.about,
    );
    this.run();
  }

  /** What a run depends on. */
  state() {
    const { view } = this.page;
    return [view.digest(), view.selected(), ...['g', 'dt', 'm1', 'd', 'mu', 'e'].map((name) => view.value(name))].join(
      ' ',
    );
  }

  /** Runs again when the scene has changed and stands still. */
  draw() {
    const { page } = this;
    if (page.clock.running || this.state() === this.ran) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (page.view && !page.clock.running && this.panel.getClientRects().length) this.run();
    }, 250);
  }

  async run() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page;
    clearTimeout(this.timer);
    const state = (this.ran = this.state()),
      pair = (this.choice.value = this.compares);
    this.panes.forEach(({ title }, k) => {
      title.textContent = t(pair === 'schemes' ? `twin.scheme.${PAIRS[pair][k]}` : `twin.${PAIRS[pair][k]}`);
    });
    this.about.textContent = t(`twin.about.${pair === 'schemes' ? pair : page.mode}`);
    this.contact = Math.max(view.selected(), 0);
    this.step = Number(view.value('dt'));
    let steps = Math.min(Math.round(this.seconds / this.step), MOST);
    this.runs = [];
    this.compared.replaceChildren();
    if (view.contacts() && view.twin) this.runs = twins(view, pair, this.contact, steps);
    else if (view.contacts()) {
      // of many bodies the places take much room
      const bodies = Number(cellsOf(view.summary())[1]);
      steps = Math.max(1, Math.min(steps, Math.floor(NUMBERS / (7 * bodies))));
      this.panel.setAttribute('aria-busy', 'true');
      try {
        this.runs = await Promise.all(SCHEMES.map((name) => this.trial(name, steps)));
      } catch (error) {
        page.report.warn([error.message]);
      }
      this.panel.setAttribute('aria-busy', 'false');
      if (state !== this.ran || page.mode !== 'spatial') return; // another run has begun
    }
    this.holds = SOLVED * steps * Scene.of(page).largest;
    if (!this.runs.length) {
      this.outcome.textContent = '';
      for (const { pictures, words } of this.panes) {
        pictures.replaceChildren();
        words.textContent = '';
      }
      return this.charts.replaceChildren();
    }
    const off = this.runs.map(({ gaps }) => gaps.map((gap) => Math.abs(gap - gaps[0])));
    const [one, two] = off.map((list) => {
      const last = list.at(-1);
      return Number.isNaN(last)
        ? t('twin.parted')
        : t(last < this.holds ? 'twin.holds' : 'twin.off', { off: this.tell(last) });
    });
    this.outcome.textContent = t(pair === 'schemes' ? 'twin.outcome.schemes' : 'twin.outcome', {
      k: this.contact + 1,
      time: page.words.number(steps * this.step, 2),
      one,
      two,
      ...this.apart(steps),
    });
    const plot = (lists, key, tell) =>
      chart({
        lines: lists.map((y) => ({ x: y.map((_, k) => k * this.step), y })),
        tell,
        axis: { name: 't / s', end: page.words.number(steps * this.step, 2) },
        caption: t(key),
        label: t(key),
      });
    const slid = this.runs.map((run) => run.slid ?? []),
      known = off.map(untilUnknown),
      over = (least) => (list) => list.some((x) => Math.abs(x) >= least);
    this.charts.replaceChildren(
      ...(pair === 'schemes' && slid.some(over(this.holds))
        ? [plot(slid, 'twin.chart.slid', (x) => page.words.number(x, 2))]
        : []),
      ...(known.some(over(this.holds))
        ? [plot(known, 'twin.chart')]
        : [make('p', { textContent: t('twin.both-hold') })]),
    );
    this.show();
  }

  /** How far a body is in one run from where it is in the other, at most, and the steps with an impulse without a collision. */
  apart(steps) {
    const [one, two] = this.runs.map(({ bodies }) => bodies[steps]),
      counted = this.runs.map(({ shocks }) => shocks?.filter(Boolean).length);
    const far = Math.max(0, ...one.map((x, k) => (k % 3 ? 0 : Math.hypot(x - two[k], one[k + 1] - two[k + 1]))));
    return { apart: this.tell(far), shocks: counted[0], shocks2: counted[1] };
  }

  /** A length that may be tiny. */
  tell(x) {
    if (Number.isNaN(x)) return this.page.words.t('twin.apart');
    const {
        words: { number },
      } = this.page,
      size = Math.abs(x);
    return size >= 1
      ? `${number(x, 3)} m`
      : size >= 1e-4
        ? `${number(1000 * x, 2)} mm`
        : size < this.holds
          ? '0 mm'
          : `${tiny(x)} m`;
  }

  /** The moment that the slider is at. */
  show() {
    if (!this.runs?.length) return;
    const { page } = this,
      last = this.runs[0].gaps.length - 1,
      k = Math.round(this.place * last);
    this.slider.setAttribute('aria-valuetext', `${page.words.number(k * this.step, 2)} s`);
    this.runs.forEach(({ gaps, bodies }, which) => {
      const { pictures, words } = this.panes[which],
        off = gaps[k] - gaps[0];
      const { picture, scale } = (page.mode === 'spatial' ? shot : scene)(page, bodies[k]);
      pictures.replaceChildren(picture, loupe(off, scale, page.words.t('twin.loupe', { off: this.tell(off) })));
      const now = {
        time: page.words.number(k * this.step, 2),
        off: this.tell(off),
        slid: this.tell(this.runs[which].slid?.[k] ?? 0),
      };
      words.textContent = page.words.t(this.compares === 'schemes' ? 'twin.now.schemes' : 'twin.now', now);
    });
    if (page.mode === 'spatial') page.view.draw(); // the stage shows its own moment again
  }

  /** A scheme in space, carried on beside the stage. */
  async trial(name, steps) {
    const { page } = this,
      [a, b] = page.view.contact(this.contact);
    return read(await aside(page).ask('trial', name, a, b, steps), steps);
  }

  /** All schemes on the same scene: iterations, residual and drift. */
  async compare() {
    const { page } = this,
      {
        words: { t },
      } = page;
    page.clock.run(false);
    this.panel.setAttribute('aria-busy', 'true');
    let runs = [];
    try {
      const names = cellsOf(await aside(page).ask('schemes'));
      runs = await Promise.all(names.map(async (name) => ({ name, ...(await this.trial(name, COMPARED)) })));
    } catch (error) {
      page.report.warn([error.message]);
    }
    this.panel.setAttribute('aria-busy', 'false');
    const head = ['scheme', 'iterations', 'residual', 'drift'].map((key) =>
      make('th', { scope: 'col', textContent: t(`twin.${key}`) }),
    );
    const rows = runs.map(({ name, gaps, iterations, residuals }) => {
      const cells = [make('td'), make('td'), make('td')];
      fill(page, cells[0], iterations.reduce((sum, n) => sum + n, 0) / iterations.length, 1);
      cells[1].textContent = tiny(Math.max(...residuals));
      cells[2].textContent = this.tell(Math.max(...gaps.map((gap) => Math.abs(gap - gaps[0]))));
      return make('tr', {}, make('th', { scope: 'row', textContent: t(`scheme.${name}`) }), ...cells);
    });
    const caption = make('caption', { textContent: t('twin.table', { n: COMPARED }) });
    this.compared.replaceChildren(
      scroll(
        make(
          'table',
          { className: 'numbers' },
          caption,
          make('thead', {}, make('tr', {}, ...head)),
          make('tbody', {}, ...rows),
        ),
      ),
    );
  }
}
