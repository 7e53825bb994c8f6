// A handle on the stage: what it stands for follows the pointer or the arrow keys.
import { make } from './make.js';

const STYLE = `
.handles { position: absolute; inset: 0; z-index: 3; overflow: clip; pointer-events: none; }
.handle { position: absolute; left: -22px; top: -22px; width: 44px; height: 44px; border-radius: 50%; cursor: grab; touch-action: none; pointer-events: auto; }
.handle::before { content: ""; position: absolute; inset: 13px; border: 3px solid var(--accent); border-radius: 50%; background: var(--paper); }
.handle::after { content: attr(data-words); position: absolute; left: 36px; top: 10px; padding: 0 .4rem; border-radius: .4rem; background: var(--accent); color: var(--paper); font-size: .85rem; font-weight: 700; white-space: nowrap; pointer-events: none; }
.handle.late::after { left: auto; right: 36px; }
.handle:is(:hover, :focus-visible)::before { inset: 11px; background: var(--accent); }
.handle.size::before { inset: 15px; border-radius: 2px; }
.handle:is(.mass, .move, .lift, .speed, .rise)::before { inset: 11px; border: 0; border-radius: 0; background: var(--accent); }
.handle.mass::before { clip-path: polygon(50% 0, 90% 40%, 10% 40%, 10% 60%, 90% 60%, 50% 100%, 10% 60%, 10% 40%); }
.handle:is(.lift, .rise)::before { clip-path: polygon(50% 0, 82% 32%, 62% 32%, 62% 68%, 82% 68%, 50% 100%, 18% 68%, 38% 68%, 38% 32%, 18% 32%); }
.handle.move::before { clip-path: polygon(50% 0, 70% 22%, 58% 22%, 58% 42%, 78% 42%, 78% 30%, 100% 50%, 78% 70%, 78% 58%, 58% 58%, 58% 78%, 70% 78%, 50% 100%, 30% 78%, 42% 78%, 42% 58%, 22% 58%, 22% 70%, 0 50%, 22% 30%, 22% 42%, 42% 42%, 42% 22%, 30% 22%); }
.handle:is(.speed, .rise)::before { background: var(--thrust); }
.handle.speed::before { clip-path: polygon(0 35%, 55% 35%, 55% 10%, 100% 50%, 55% 90%, 55% 65%, 0 65%); rotate: var(--way, 0rad); }
.handle > i { position: absolute; left: 22px; top: 21px; width: var(--far); height: 2px; transform-origin: 0 50%; rotate: calc(var(--way) + .5turn); background: var(--thrust); pointer-events: none; }
.handle:not(.tilts, :hover, :focus-visible, :active)::after { display: none; }
.handle:active { cursor: grabbing; outline: 0; }
.handle.amiss { --accent: var(--contact); --thrust: var(--contact); }
`;
/** What handles are in: on the stage, never beyond it; it and its style come with the first one. */
let layer = null;
function layerOnStage() {
  if (layer) return layer;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  document.getElementById('stage-box').append((layer = make('div', { className: 'handles' })));
  return layer;
}

/** Steps to the right and up. */
const KEYS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};
/** How near to the edges of the stage a handle is shown that is farther out, CSS pixels. */
export const EDGE = 14;
/** Beyond this part of the stage's width the words of a handle are on its left. */
const LATE = 0.7;

/** How far down the first row of the buttons on the stage reaches, CSS pixels. */
export function bar() {
  const [tools, first] = ['.tools', '.tools > :first-child'].map(
    (one) => /** @type {HTMLElement} */ (document.querySelector(one)),
  );
  return tools.offsetTop + first.offsetTop + first.offsetHeight;
}

export class Handle {
  /**
   * `act` has `at()`, its place on the stage, CSS pixels, or none; `drag(place, from, event)`, to another; `step(right, up)`, by so many
   * small steps; `tell()`, least, present and greatest value and its words; `begin(type)` and `end()`, before and after a
   * change; and `from()`, where a shaft to it begins, if it has one.
   */
  constructor(page, label, act, kind = '') {
    this.page = page;
    this.act = act;
    this.layer = layerOnStage();
    this.element = make('div', {
      className: `handle ${kind}`,
      tabIndex: 0,
      title: label,
      attributes: { role: 'slider', 'aria-label': label },
    });
    if (act.from) this.element.append((this.shaft = make('i')));
    const on = (type, listener) => this.element.addEventListener(type, listener);
    on('pointerdown', (event) => this.take(event));
    on('pointermove', (event) => this.held && this.follow(event));
    on('pointerup', () => this.drop());
    on('pointercancel', () => this.drop());
    on('keydown', (event) => this.key(event));
    this.layer.append(this.element);
    this.show();
  }

  take(event) {
    if (this.held || event.button) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    this.act.begin(event.type);
    const from = [...this.act.at()];
    this.held = { from, pressed: event, off: this.shown.map((x, axis) => x - from[axis]) };
  }

  follow(event) {
    const { from, pressed } = this.held; // the finger need not be in its middle
    const place = [from[0] + event.clientX - pressed.clientX, from[1] + event.clientY - pressed.clientY];
    this.act.drag(place, from, event);
    this.show();
  }

  drop() {
    if (!this.held) return;
    this.held = null;
    this.act.end();
    this.show();
  }

  key(event) {
    const steps = KEYS[event.key]?.map((count) => (event.shiftKey ? 10 * count : count));
    if (!steps || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.act.begin(event.type);
    this.act.step(...steps);
    this.act.end();
    this.show();
  }

  /** Where and what it is now. */
  show() {
    this.place();
    if (this.element.hidden) return;
    const [low, now, high, words] = this.act.tell();
    if (this.element.ariaValueText === words) return;
    Object.assign(this.element, { ariaValueMin: low, ariaValueMax: high, ariaValueNow: now, ariaValueText: words });
    this.element.dataset.words = words;
  }

  /** Where the eye has it now; it is shown on the stage, below the buttons, and one that is held stays under the hand. */
  place() {
    const at = this.act.at(),
      { element, layer } = this;
    element.hidden = !at;
    if (!at) return;
    const [x, y] = (this.shown = this.held ? [0, 1].map((axis) => at[axis] + this.held.off[axis]) : this.inside(at));
    const place = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    if (element.style.transform !== place) element.style.transform = place;
    element.classList.toggle('late', x > LATE * layer.clientWidth);
    if (this.shaft) this.draw(this.act.from());
  }

  /** The shaft from where it begins. */
  draw(begin) {
    const from = this.held ? begin : this.inside(begin),
      [x, y] = this.shown;
    const [dx, dy] = [x - from[0], y - from[1]];
    const { style } = this.element,
      far = Math.round(Math.hypot(dx, dy));
    style.setProperty('--way', `${far && Math.atan2(dy, dx)}rad`); // to the right while it has none
    style.setProperty('--far', `${far}px`);
  }

  /** The place on the stage, below the buttons, that is nearest to one. */
  inside([x, y]) {
    const { clientWidth, clientHeight } = this.layer;
    return [Math.min(Math.max(x, EDGE), clientWidth - EDGE), Math.min(Math.max(y, bar() + EDGE), clientHeight - EDGE)];
  }

  remove() {
    this.element.remove();
  }
}
