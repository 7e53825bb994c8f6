// What a symbol means, where the pointer rests on it, from the table of notation; contact forces in their colour.
import { make } from './make.js';

/** The letter of a symbol without its indices, with a mark for vectors. */
const letter = (mi) => `${mi.classList.contains('v') ? 'v' : ''}${mi.textContent}`;

/** Whether it is an index of another symbol. */
const isIndex = (mi) => {
  const part = mi.closest('msub > *, msubsup > *, msup > *');
  return Boolean(part && part.parentNode.firstElementChild !== part);
};

export class Symbols {
  constructor() {
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
      const words = row.children[1].textContent, parts = words.split('; ');
      const symbols = [...new Set([...row.querySelectorAll('td:first-child mi')].filter((mi) => !isIndex(mi)).map(letter))];
      symbols.forEach((symbol, k) => { if (!this.meanings.has(symbol)) this.meanings.set(symbol, symbols.length === parts.length ? parts[k] : words); });
    }
    for (const mi of document.querySelectorAll('article math mi')) if (mi.textContent === 'f' && !isIndex(mi)) mi.classList.add('contact');
  }

  point(target) {
    const mi = target.closest?.('article > section:not(.after) math mi'), inside = target.closest?.('msub')?.firstElementChild;
    const symbol = mi && isIndex(mi) ? inside : mi, entry = symbol?.textContent === 'a' && symbol.nextElementSibling?.textContent.length === 2;
    const words = symbol && this.meanings.get(entry ? 'A' : letter(symbol));
    this.box.hidden = !words;
    if (!words) return;
    this.box.textContent = words;
    const { left, bottom } = symbol.getBoundingClientRect();
    const { width } = this.box.getBoundingClientRect();
    Object.assign(this.box.style, { left: `${Math.max(4, Math.min(left, innerWidth - width - 12))}px`, top: `${bottom + 8}px` });
  }
}
