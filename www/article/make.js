// Small helps for figures and exercises.

import { draw as drawPart, make } from '../laboratory/make.js';
import { resized } from '../make.js';
export { make, scroll, tiny } from '../laboratory/make.js';

/** Size of the words in a picture, in its own units, and the least and the greatest that they have on the screen, CSS pixels. */
const [WORDS, SMALL, LARGE] = [12, 11, 13.5];

/** Words stay as large as that, however small or large the picture is on the screen. */
const sizes = resized((entries) => {
  for (const { target, contentRect } of /** @type {{ target: any, contentRect: DOMRect }[]} */ (entries)) {
    const unit = contentRect.width / target.viewBox.baseVal.width;
    if (unit > 0) target.style.fontSize = `${Math.min(Math.max(WORDS * unit, SMALL), LARGE) / unit}px`;
  }
});

/** A part of a picture, or a picture. */
export function draw(tag, attributes = {}, ...children) {
  const element = drawPart(tag, attributes, ...children);
  if (tag === 'svg') sizes.observe(element);
  return element;
}

/** A part of a formula. */
export function math(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A number in the reader's language, never minus zero. */
export function tell(page, x, digits = 3) {
  if (x === undefined || Number.isNaN(x)) return '–';
  if (Math.abs(x) < 0.5 * 10 ** -digits) return page.words.number(0, digits);
  return Math.abs(x) >= 1e5 ? x.toExponential(2).replace('-', '−') : page.words.number(x, digits);
}

/** A vector in the reader's language. */
export function tellVector(page, [x, y], digits = 3) {
  return `(${page.words.list([tell(page, x, digits), tell(page, y, digits)])})`;
}

/** A slider with its name and its value beside it; `show` makes words of a value. */
export function slider({ name, min, max, step, value, show }, changed) {
  const output = make('output', { textContent: show(value) });
  const input = make('input', { type: 'range', min, max, step });
  input.value = value;
  input.setAttribute('aria-valuetext', output.textContent);
  input.addEventListener('input', () => {
    output.textContent = show(Number(input.value));
    input.setAttribute('aria-valuetext', output.textContent);
    changed(Number(input.value));
  });
  const element = make('label', { className: 'slider' }, make('span', { innerHTML: name }), input, output);
  /** Moves it there, as a visitor would. */
  const to = (x) => {
    input.value = x;
    input.dispatchEvent(new Event('input'));
  };
  return { element, input, to };
}

/** A choice of one of some words, as buttons in a row. */
export function choice({ name, words, value }, changed) {
  const group = `choice-${(serial += 1)}`;
  const buttons = words.map(([key, text]) => {
    const input = make('input', { type: 'radio', name: group, value: key, checked: key === value });
    input.addEventListener('change', () => changed(key));
    return make('label', {}, input, ` ${text}`);
  });
  return make('fieldset', { className: 'choice' }, make('legend', { textContent: name }), ...buttons);
}
let serial = 0;

/** A curve through points of a graph. */
export const curve = (points) => points.map(([x, y], k) => `${k ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A line with a head at its end, as a path. */
export function arrow(/** @type {number[]} */ [x, y], /** @type {number[]} */ [dx, dy], head = 7) {
  const length = Math.hypot(dx, dy);
  if (length < 0.5) return '';
  const [ux, uy] = [dx / length, dy / length],
    size = Math.min(head, length);
  const [tx, ty] = [x + dx, y + dy];
  const side = (sign) => `${tx - size * ux + sign * 0.45 * size * uy} ${ty - size * uy - sign * 0.45 * size * ux}`;
  return `M${x} ${y}L${tx} ${ty}M${side(1)}L${tx} ${ty}L${side(-1)}`;
}
