// What a symbol means, where the pointer rests on it, from the table of notation; the same symbol lights up in the whole
// section, and its contacts on the stage. Contact forces have their colour.
import { make } from './make.js';

/** The letter of a symbol without its indices, with a mark for vectors. */
const letter = (mi) => `${mi.classList.contains('v') ? 'v' : ''}${mi.textContent}`;

/** Whether it is an index of another symbol. */
const isIndex = (mi) => {
  const part = mi.closest('msub > *, msubsup > *, msup > *');
  return Boolean(part && part.parentNode.firstElementChild !== part);
};

/** The contacts that a symbol names by its index, from 0: one, or the two of an entry of A. */
const contactsOf = (symbol) =>
  /^[1-9]{1,2}$/.test(symbol?.nextElementSibling?.textContent)
    ? [...symbol.nextElementSibling.textContent].map((digit) => digit - 1)
    : [];

export class Symbols {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.lit = [];
    this.marked = false;
    this.box = make('div', { className: 'symbol', hidden: true, role: 'tooltip' });
    const article = document.getElementById('article');
    article.append(this.box);
    article.addEventListener('pointerover', ({ target }) => this.point(target));
    this.speak();
  }

  /** The words of the table, in the page's language; forces get their colour. */
  speak() {
    this.meanings = new Map();
    for (const row of document.querySelectorAll('table.notation tbody tr')) {
      const words = row.children[1].textContent,
        parts = words.split('; ');
      const symbols = [
        ...new Set([...row.querySelectorAll('td:first-child mi')].filter((mi) => !isIndex(mi)).map(letter)),
      ];
      symbols.forEach((symbol, k) => {
        if (!this.meanings.has(symbol)) this.meanings.set(symbol, symbols.length === parts.length ? parts[k] : words);
      });
    }
    for (const mi of document.querySelectorAll('article math mi'))
      if (mi.textContent === 'f' && !isIndex(mi)) mi.classList.add('contact');
  }

  /** Lights up what is written the same in the section, and on the stage, if it shows the section's scene, its contacts. */
  light(symbol) {
    for (const one of this.lit) one.classList.remove('lit');
    const section = symbol?.closest('section'),
      scene = section?.querySelector(':scope > .load [data-load]')?.dataset.load,
      { page } = this;
    const whole = (mi) => mi.closest('msub') ?? mi,
      same = symbol && whole(symbol).textContent;
    this.lit = section
      ? [...section.querySelectorAll('math mi')]
          .filter((mi) => !isIndex(mi) && whole(mi).textContent === same)
          .map(whole)
      : [];
    for (const one of this.lit) one.classList.add('lit');
    const contacts =
      scene && new URLSearchParams(scene).get('scene') === page.view?.value('scene')
        ? contactsOf(symbol).filter((k) => k < page.view.contacts())
        : [];
    if (!contacts.length && !this.marked) return;
    this.marked = contacts.length > 0;
    page.view?.mark(contacts);
    page.clock.changed();
  }

  point(target) {
    const mi = target.closest?.('article > section:not(.after) math mi'),
      inside = target.closest?.('msub')?.firstElementChild;
    const symbol = mi && isIndex(mi) ? inside : mi,
      entry = symbol?.textContent === 'a' && symbol.nextElementSibling?.textContent.length === 2;
    const words = symbol && this.meanings.get(entry ? 'A' : letter(symbol));
    if (symbol !== this.symbol) this.light((this.symbol = symbol));
    this.box.hidden = !words;
    if (!words) return;
    this.box.textContent = words;
    const { left, bottom } = symbol.getBoundingClientRect();
    const { width } = this.box.getBoundingClientRect();
    Object.assign(this.box.style, {
      left: `${Math.max(4, Math.min(left, innerWidth - width - 12))}px`,
      top: `${bottom + 8}px`,
    });
  }
}
