// What all figures are made on.
import { draw, slider } from '../make.js';
import { planar } from './block.js';

export class Base {
  /**
   * What it asks for what it shows: the engine of the plane ("plane") or that of space ("space"), which count beside the
   * stage whatever is on it, or a scene of the plane on the stage ("stage").
   */
  static needs = '';

  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
  }

  get needs() {
    return /** @type {typeof Base} */ (this.constructor).needs;
  }

  /** Whether the plane is on the stage, or has been there, as far as it needs that. */
  get isReady() {
    if (this.needs === 'stage') return this.page.mode === 'planar';
    return this.needs !== 'plane' || Boolean(planar(this.page));
  }

  /** The words of the page. */
  get t() {
    return this.page.words.t;
  }

  /** Draws what its fields say: each figure has its own. */
  show() {}

  /** An empty picture of this size, named by the key of a word. */
  svg(key, width, height, more = {}) {
    return draw('svg', { ...more, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': this.t(key) });
  }

  /**
   * A slider of one of its fields, named by the key of a word.
   * @param {string} field
   * @param {{ name: string, min: number, max: number, step: number, show: (x: number) => string }} range
   */
  setting(field, { name, ...range }) {
    return slider({ name: this.t(name), value: this[field], ...range }, (x) => {
      this[field] = x;
      this.show();
    });
  }
}
