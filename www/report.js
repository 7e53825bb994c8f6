// What a visitor is told: by a screen reader, in warnings, and when something went wrong.
import { byId, make } from './make.js';

/** At most one message in so long goes to a screen reader, ms. */
const BETWEEN = 1000;

export class Report {
  said = -Infinity;
  next = '';
  timer = 0;

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Tells a screen reader; of several messages within a second the last.
   * @param {string} text
   */
  say = (text) => {
    this.next = text;
    this.timer ||= setTimeout(
      () => {
        byId('live').textContent = this.next;
        [this.said, this.timer] = [performance.now(), 0];
      },
      Math.max(0, this.said + BETWEEN - performance.now()),
    );
  };

  /**
   * What was expected of a field and what was found, in words.
   * @param {string[]} row name, what was found, kind of what is expected, its bounds
   */
  expected([, found, ...expected]) {
    return this.page.words.t('wrong', { found, expected: this.expectation(expected) });
  }

  /**
   * What was expected, in words.
   * @param {string[]} row its kind, its bounds
   */
  expectation([kind, ...bounds]) {
    const [low, high] = bounds;
    return this.page.words.t(`expected.${kind}`, { low, high, list: bounds.join(', ') });
  }

  /**
   * Shows warnings, each with a button that closes it.
   * @param {(string | string[])[]} list words, or rows for `expected`
   */
  warn = (list) => {
    const { t } = this.page.words,
      all = [...this.page.modes.remarks(), ...list];
    byId('warnings').replaceChildren(
      ...all.map((warning) => {
        const textContent =
          typeof warning === 'string' ? warning : `${warning[0]}: ${this.expected(warning)} ${t('default-used')}`;
        const close = make('button', { type: 'button', textContent: t('close') });
        const item = make('li', {}, make('span', { textContent }), close);
        close.onclick = () => {
          item.remove();
          byId('stage').focus({ preventScroll: true });
        };
        return item;
      }),
    );
  };

  /**
   * A module of the page that did not come.
   * @param {Error} error
   */
  missing = (error) => this.warn([`${this.page.words.t('fault.module')} ${error.message}`]);

  /**
   * Says on the page what went wrong; the article stays.
   * @param {string} key
   * @param {Error & { panic?: string }} [error]
   */
  fault(key, error) {
    const { page } = this,
      { t } = page.words;
    page.view = null;
    page.clock.halt();
    // a trap that is no panic leaves only its place in the module's code
    const place = error?.stack?.match(/wasm-function\[\d+\](:0x[0-9a-f]+)?/)?.[0] ?? '';
    const detail = error?.panic || page.modes.wasm?.last_panic() || `${error?.message ?? ''} ${place}`.trim();
    const reset = make('button', { type: 'button', textContent: t('reset'), onclick: () => page.restart() });
    const box = byId('fault'),
      again = key === 'fault.panic' ? [reset] : [];
    box.replaceChildren(make('p', { textContent: t(key) }), make('p', { textContent: detail }), ...again);
    box.hidden = false;
    [byId('status').textContent, byId('status').dataset.t] = [t('stopped'), 'stopped'];
  }
}
