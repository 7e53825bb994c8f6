// Small helps for what the laboratory shows.
import { make, tiny } from '../make.js';
export { make, tiny };

/** The same for pictures. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** What is left of terms that cancel is rounding below this part of them: half of the digits that a number has. */
const ROUNDING = Math.sqrt(Number.EPSILON);
/** The size of terms that nobody tells. */
const USUAL = 1 / 32;

/** Whether a number is but the rounding of terms of this size. */
export const isRounding = (x, of = USUAL) => Math.abs(x) <= ROUNDING * of;

/** A number for a table: short, zero where it is rounding. */
export function brief(page, x, digits = 3, of = USUAL) {
  if (Number.isNaN(x)) return '';
  if (isRounding(x, of)) return '0';
  if (Math.abs(x) < 0.5 * 10 ** -digits) return tiny(x);
  return Math.abs(x) >= 1e5 ? x.toExponential(2).replace('-', '−') : page.words.number(x, digits);
}

/** Puts a number into a cell, and all its digits into the cell's title. */
export function fill(page, cell, x, digits = 3, of = USUAL) {
  const words = brief(page, x, digits, of);
  if (cell.textContent !== words) cell.textContent = words;
  cell.title = words ? `${x}` : '';
}

/** A table that scrolls sideways where it must, also by keys. */
export function scroll(table) {
  const label = table.querySelector('caption')?.textContent ?? '';
  return make('div', { className: 'scroll', tabIndex: 0, attributes: { role: 'group', 'aria-label': label } }, table);
}

/** A button with words. */
export function button(words, act, properties = {}) {
  return make('button', { type: 'button', textContent: words, onclick: act, ...properties });
}

/** A note over the stage, or none. Several parts may have one; each has a name. */
export function note(name, words = '') {
  const id = `note-${name}`;
  let element = document.getElementById(id);
  if (!words) return element?.remove();
  if (!element) document.getElementById('stage-box').append((element = make('p', { id, className: 'note' })));
  if (element.textContent !== words) element.textContent = words;
}

const SIGNS = {
  first: 'M18 5v14l-9-7zM6 5v14',
  back: 'M16 5v14l-10-7z',
  next: 'M8 5v14l10-7z',
  last: 'M6 5v14l9-7zM18 5v14',
};

/** A button with a sign, named for those who do not see it. */
export function signButton(sign, name, act) {
  const picture = draw(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': true },
    draw('path', { class: 'full', d: SIGNS[sign] }),
  );
  const element = button('', act, { title: name, attributes: { 'aria-label': name } });
  element.append(picture);
  return element;
}
