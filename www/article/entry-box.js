// An entry of A taken apart: for two contacts of the stage what each body that they share adds to it.
import { bodyNamed } from './contact.js';
import { make, math, scroll, tell } from './make.js';

export class EntryBox {
  pair = [0, 1];

  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.make();
  }

  make() {
    const {
      words: { t },
    } = this.page;
    const select = (k) => {
      const field = make('select', { attributes: { 'aria-label': 'ij'[k] } });
      field.addEventListener('change', () => {
        this.pair[k] = Number(field.value);
        this.ghost();
        this.show();
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
    this.element.replaceChildren(
      make('p', { className: 'pair' }, select(0), ' ', select(1), ' ', this.shows),
      scroll(table),
      make('p', { className: 'entry' }),
    );
    this.element.hidden = false;
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

  /** The terms of the entry in the scene on the stage. */
  show() {
    const { page, element } = this,
      n = page.view.contacts();
    this.pair = this.pair.map((k) => Math.min(k, Math.max(n - 1, 0)));
    element.querySelectorAll('select').forEach((field, k) => {
      if (field.length !== n)
        field.replaceChildren(...Array.from({ length: n }, (_, i) => make('option', { value: i, textContent: i + 1 })));
      field.value = `${this.pair[k]}`;
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
          make('th', { scope: 'row', textContent: bodyNamed(page, body) }),
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
