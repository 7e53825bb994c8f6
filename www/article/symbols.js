// What a symbol means, where the pointer rests on it, from the table of notation; the same symbol lights up in the whole
// section, and its contacts on the stage. Symbols have the colours that they have in pictures.
import { make } from './make.js';

/** The letter of a symbol without its indices, with a mark for vectors. */
const letter = (mi) => `${mi.classList.contains('v') ? 'v' : ''}${mi.textContent}`;

/** Whether it is an index of another symbol. */
const isIndex = (mi) => {
  const part = mi.closest('msub > *, msubsup > *, msup > *');
  return Boolean(part && part.parentNode.firstElementChild !== part);
};

/** A symbol with its index, if it has one. */
const whole = (mi) => mi.closest('msub') ?? mi;

/** The colours that pictures have for some of them. */
const COLOURS = { f: 'contact', ft: 'friction', L: 'thrust', p1: 'thrust', p2: 'gravity', vn: 'accent' };

/** Words that name contacts by their numbers, in all languages. */
const NAMED = /\b(?:contacts?|gap|Kontakt(?:e|en)?|Abstands?) (\d)(?: (?:and|or|und|oder) (\d))?/i;

/** The scene whose contacts a section speaks of by their numbers, its button in the text. */
const sceneOf = (section) => section?.querySelector(':scope > .load[data-contacts] [data-load]');

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
    article.addEventListener('focusin', ({ target }) => this.point(target));
    article.addEventListener('focusout', () => this.point(article));
    this.speak();
  }

  /** The words of the table, in the page's language; symbols get their colours. */
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
    for (const sign of document.querySelectorAll('article math mo + mo'))
      if (/^[=(≥≤,][−+]$/.test(sign.previousElementSibling.textContent + sign.textContent))
        sign.setAttribute('form', 'prefix'); // a sign, no sum
    for (const mi of document.querySelectorAll('article math mi')) {
      const colour = COLOURS[whole(mi).textContent] ?? COLOURS[letter(mi)];
      if (colour && !isIndex(mi)) mi.classList.add(colour);
    }
    for (const section of document.querySelectorAll('article > section')) if (sceneOf(section)) this.name(section);
  }

  /** Finds the words of a section that name contacts of its scene. */
  name(section) {
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT),
      next = () => /** @type {Text | null} */ (texts.nextNode());
    for (let text = next(); text; text = next()) {
      const { parentElement, data } = text,
        found = parentElement.closest('[data-t]:not(button)') && !parentElement.closest('.part') && NAMED.exec(data);
      if (!found) continue;
      const named = text.splitText(found.index);
      named.splitText(found[0].length);
      const part = make('span', { className: 'part', tabIndex: 0 });
      part.dataset.contacts = found.slice(1).join(' ').trim();
      named.replaceWith(part);
      part.append(named);
      texts.currentNode = part.firstChild;
    }
  }

  /**
   * Lights up what is written the same in the section as a symbol, or words that name contacts; and, if the stage shows
   * the section's scene, its contacts there.
   */
  light(named) {
    for (const one of this.lit) one.classList.remove('lit');
    const section = named?.closest('section'),
      { page } = this;
    const isWords = named?.matches('.part'),
      scene = (isWords && named.dataset.scene) || new URLSearchParams(sceneOf(section)?.dataset.load).get('scene'),
      same = named && whole(named).textContent;
    this.lit = !section || isWords ? [] : [...section.querySelectorAll('math mi')];
    this.lit = this.lit.filter((mi) => !isIndex(mi) && whole(mi).textContent === same).map(whole);
    for (const one of this.lit) one.classList.add('lit');
    const numbers = isWords ? named.dataset.contacts.split(' ').map((digit) => digit - 1) : contactsOf(named);
    const contacts =
      scene && scene === page.view?.value('scene') ? numbers.filter((k) => k < page.view.contacts()) : [];
    if (!contacts.length && !this.marked) return;
    this.marked = contacts.length > 0;
    page.view?.mark(contacts);
    page.clock.changed();
  }

  point(target) {
    const mi = target.closest?.('article > section:not(.after) math mi'),
      inside = target.closest?.('msub')?.firstElementChild;
    const symbol = mi && isIndex(mi) ? inside : mi,
      named = symbol ?? target.closest?.('.part'),
      entry = symbol?.textContent === 'a' && symbol.nextElementSibling?.textContent.length === 2;
    if (named !== this.named) this.light((this.named = named));
    const words = symbol && this.meanings.get(entry ? 'A' : letter(symbol));
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
