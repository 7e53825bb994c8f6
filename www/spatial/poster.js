// The poster's tables: balls that fall into a box, by every method, line by line, beside the page.
import { cellsOf } from '../wire.js';
import { saveAs } from '../share.js';
import { button, make, scroll, tiny } from '../laboratory/make.js';
import { Aside } from './aside.js';

const COUNTS = [20, 80, 160, 320, 800];
/** s that the balls fall in each line; ms of computing after which a line ends, and after which its method is ended. */
const DURATION = 1,
  PATIENCE = 4000,
  END = 20_000;
const COLUMNS = ['method', 'contacts', 'ratio', 'violation', 'residual', 'iterations', 'unsolved'];

export class Poster {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    const {
      words: { t },
    } = page;
    this.page = page;
    this.lines = [];
    this.helper = null;
    this.count = make('select', {}, ...COUNTS.map((n) => make('option', { value: n, textContent: n })));
    this.friction = make(
      'select',
      {},
      ...['0', '1'].map((value) => make('option', { value, textContent: t(`poster.friction.${value}`) })),
    );
    [this.count.value, this.friction.value] = ['80', '0'];
    this.go = button(t('poster.go'), () => (this.helper ? this.leave() : this.run()));
    this.save = button(t('contest.csv'), () => saveAs(new Blob([this.table()], { type: 'text/csv' }), 'poster.csv'), {
      disabled: true,
    });
    this.told = make('p', { className: 'outcome' });
    this.rows = make('tbody');
    const head = make('tr', {}, ...COLUMNS.map((key) => make('th', { scope: 'col', textContent: t(`poster.${key}`) })));
    this.results = scroll(
      make(
        'table',
        { className: 'numbers' },
        make('caption', { className: 'unseen', textContent: t('poster.caption') }),
        make('thead', {}, head),
        this.rows,
      ),
    );
    this.results.hidden = true;
    const pick = (key, field) => make('label', { className: 'pick' }, t(key), ' ', field);
    this.elements = [
      make('h2', { textContent: t('poster.title') }),
      make('p', { className: 'legend', textContent: t('poster.about') }),
      make(
        'div',
        { className: 'actions' },
        pick('poster.count', this.count),
        pick('poster.law', this.friction),
        this.go,
        this.save,
      ),
      this.told,
      this.results,
    ];
  }

  /** Stops whatever is under way; what is there stays. */
  leave() {
    this.helper?.stop();
    this.helper = null;
    this.go.textContent = this.page.words.t('poster.go');
  }

  async run() {
    const { page } = this,
      {
        words: { t },
      } = page,
      helper = (this.helper = new Aside(page));
    const [count, friction] = [Number(this.count.value), this.friction.value === '1'];
    page.clock.run(false);
    this.lines = [];
    this.rows.replaceChildren();
    [this.results.hidden, this.save.disabled, this.go.textContent] = [false, true, t('poster.stop')];
    this.say('poster.begins');
    try {
      const names = cellsOf(await helper.ask('poster_methods', friction));
      for (const [k, name] of names.entries()) {
        this.say('poster.now', { name: t(`contest.${name}`), k: k + 1, n: names.length });
        const late = setTimeout(() => helper.stop(), END);
        const line = await helper.ask('poster_line', count, friction, k, DURATION, PATIENCE).catch(() => null);
        clearTimeout(late);
        if (this.helper !== helper) return;
        this.add(name, line);
      }
      this.say('poster.done', { n: names.length });
    } catch (error) {
      if (this.helper === helper) page.report.warn([error.message]);
    }
    if (this.helper === helper) this.leave();
    this.save.disabled = !this.lines.length;
  }

  add(name, line) {
    const {
        words: { t, number },
      } = this.page,
      [contacts, ratio, violation, residual, iterations, unsolved, time] = line ?? [];
    const texts = line
      ? [
          contacts,
          number(ratio, ratio < 10 ? 2 : 1),
          number(violation, 4),
          tiny(residual),
          number(iterations, 1),
          unsolved,
        ]
      : [];
    const cells = line
      ? texts.map((textContent) => make('td', { textContent }))
      : [make('td', { colSpan: 6, className: 'words', textContent: t('poster.late', { s: END / 1000 }) })];
    if (line && time < DURATION - 1e-9)
      cells[1].append(' ', make('span', { textContent: t('poster.early', { time: number(time, 2) }) }));
    this.lines.push([name, ...(line ?? [])]);
    this.rows.append(
      make(
        'tr',
        { className: ratio < 1 ? 'slow' : '' },
        make('th', { scope: 'row', textContent: t(`contest.${name}`) }),
        ...cells,
      ),
    );
  }

  /** On the page, and to a screen reader at most once a second. */
  say(key, values) {
    this.told.textContent = this.page.words.t(key, values);
    this.page.report.say(this.told.textContent);
  }

  table() {
    const head = [
      'solver',
      'contacts',
      'real-time ratio',
      'violation max %',
      'residual',
      'iterations',
      'unsolved',
      'simulated s',
    ];
    return [head, ...this.lines].map((line) => line.join(',')).join('\n') + '\n';
  }
}
