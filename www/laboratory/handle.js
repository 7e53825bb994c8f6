// A handle on the stage: what it stands for follows the pointer or the arrow keys.
import { make } from './make.js';

const STYLE = `
.handle { position: absolute; z-index: 3; left: -22px; top: -22px; width: 44px; height: 44px; cursor: grab; touch-action: none; }
.handle::before { content: ""; position: absolute; inset: 13px; border: 3px solid var(--accent); border-radius: 50%; background: var(--paper); }
.handle::after { content: attr(data-words); position: absolute; left: 36px; top: 10px; padding: 0 .4rem; border-radius: .4rem; background: var(--accent); color: var(--paper); font-size: .85rem; font-weight: 700; white-space: nowrap; }
.handle:is(:hover, :focus-visible)::before { inset: 11px; background: var(--accent); }
.handle.size::before { inset: 15px; border-radius: 2px; }
.handle.mass::before { inset: 11px; border: 0; border-radius: 0; background: var(--accent); clip-path: polygon(50% 0, 90% 40%, 10% 40%, 10% 60%, 90% 60%, 50% 100%, 10% 60%, 10% 40%); }
.handle.speed::before { inset: 11px; border: 0; border-radius: 0; background: var(--thrust); clip-path: polygon(0 35%, 55% 35%, 55% 10%, 100% 50%, 55% 90%, 55% 65%, 0 65%); }
.handle:is(.size, .angle, .mass, .speed):not(:hover, :focus-visible, :active)::after { display: none; }
.handle:active { cursor: grabbing; }
`;
let styled = false;
/** Its style comes with the first one. */
function dress() {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}

const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };

export class Handle {
  /**
   * `act` has `at()`, its place in the world, m; `drag(point)`, to a point of the world; `step(k)`, by so many small
   * steps; `tell()`, least, present and greatest value and its words; `begin()` and `end()`, before and after a change.
   */
  constructor(page, label, act, kind = '') {
    this.page = page;
    this.act = act;
    dress();
    this.element = make('div', {
      className: `handle ${kind}`,
      tabIndex: 0,
      title: label,
      attributes: { role: 'slider', 'aria-label': label },
    });
    const on = (type, listener) => this.element.addEventListener(type, listener);
    on('pointerdown', (event) => this.take(event));
    on('pointermove', (event) => this.held && this.follow(event));
    on('pointerup', () => this.drop());
    on('pointercancel', () => this.drop());
    on('keydown', (event) => this.key(event));
    document.getElementById('stage-box').append(this.element);
    this.show();
  }

  take(event) {
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    this.act.begin();
    this.held = true;
  }

  follow(event) {
    const box = document.getElementById('stage-box').getBoundingClientRect();
    const [x, y] = this.page.view.world_at(event.clientX - box.left, event.clientY - box.top);
    this.act.drag([x, y], event);
    this.show();
  }

  drop() {
    if (!this.held) return;
    this.held = false;
    this.act.end();
    this.show();
  }

  key(event) {
    const steps = KEYS[event.key];
    if (!steps || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.act.begin();
    this.act.step(event.shiftKey ? 10 * steps : steps);
    this.act.end();
    this.show();
  }

  /** Where the scene and the camera have it now. */
  show() {
    const at = this.act.at(),
      [x, y] = at ? this.page.view.seen_at(...at) : [];
    this.element.hidden = !at;
    if (!at) return;
    const place = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`,
      [low, now, high, words] = this.act.tell();
    if (this.element.style.transform !== place) this.element.style.transform = place;
    if (this.element.ariaValueText === words) return;
    Object.assign(this.element, { ariaValueMin: low, ariaValueMax: high, ariaValueNow: now, ariaValueText: words });
    this.element.dataset.words = words;
  }

  remove() {
    this.element.remove();
  }
}
