// A formula that is too wide for its place scrolls, by keys too.

import { resized } from './make.js';

export class Formulas {
  /** @param {import('./words.js').Words} words */
  constructor(words) {
    this.words = words;
    this.widths = resized((all) => all.forEach(({ target }) => this.fit(target)));
  }

  /** All formulas of the page, with the words of the language that there is. */
  watch() {
    for (const formula of document.querySelectorAll('.formula')) this.widths.observe(formula);
  }

  /** @param {Element} formula */
  fit(formula) {
    const wide = formula.scrollWidth > formula.clientWidth;
    const attributes = { tabindex: '0', role: 'group', 'aria-label': this.words.t('formula') };
    for (const [name, value] of Object.entries(attributes)) {
      if (wide) formula.setAttribute(name, value);
      else formula.removeAttribute(name);
    }
  }
}
