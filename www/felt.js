// The force that a hand feels which leads a body: a bar on the stage, and the device shakes as the force grows.
import { byId, make } from './make.js';

/** A device shakes at most once in so long, ms, and so long at the hand's full strength. */
const PAUSE = 60,
  SHAKE = 40;
/** Growth of the force, as a part of the strength, that is felt as a push. */
const PUSH = 0.02;

export class Felt {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.bar = make('meter', { min: 0, max: 1 });
    this.words = make('label', {}, make('span'), this.bar);
    this.words.className = 'felt';
    byId('stage-box').append(this.words);
    this.before = 0;
    this.shaken = -Infinity;
  }

  show() {
    const {
      view,
      words: { t, number },
    } = this.page;
    const [force = 0, strength = 0, spent = 0] = view.felt();
    this.words.hidden = !strength;
    const part = strength ? Math.min(force / strength, 1) : 0;
    this.bar.value = part;
    this.bar.high = 0.999;
    this.words.firstChild.textContent = t(spent ? 'felt.spent' : 'felt', { f: number(force, force < 100 ? 1 : 0) });
    const now = performance.now();
    if (part - this.before > PUSH && now - this.shaken > PAUSE) {
      // a device does not shake before somebody has touched the page
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(Math.ceil(SHAKE * part));
      this.shaken = now;
    }
    this.before = part;
  }
}
