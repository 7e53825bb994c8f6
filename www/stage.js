// The stage's keys, pointers, size and words. Raw events go in, calls of the view come out.
import { byId as $, resized } from './make.js';
import { cellsOf } from './wire.js';

/** How near to a body a pointer must be to take it, CSS pixels: a finger is broader than a mouse. */
export const REACH = { mouse: 8, pen: 12, touch: 22 };
/** How far an arrow key moves the hand, m. */
const PULL = 0.1;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-PULL, 0], ArrowRight: [PULL, 0], ArrowUp: [0, PULL], ArrowDown: [0, -PULL] };

export class Stage {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.canvas = $('stage');
    this.grabbing = false; // by keys
    this.pointer = null; // that holds a body
    this.pads = null; // once they were asked for
    const on = (type, act, options) =>
      this.canvas.addEventListener(type, (event) => page.view && act.call(this, event), options);
    document.addEventListener('keydown', (event) => page.view && this.anywhere(event));
    document.addEventListener(
      'keyup',
      (event) => page.view && event.target !== this.canvas && /^([a-z]|Shift)$/i.test(event.key) && this.keyUp(event),
    );
    window.addEventListener('blur', () => page.view && this.page.view.release_all());
    on('keydown', this.keyDown);
    on('keyup', this.keyUp);
    on('blur', this.blur);
    on('pointerdown', this.pointerDown);
    on('pointermove', this.pointerMove);
    on('pointerup', this.pointerUp);
    on('pointercancel', this.pointerUp);
    // a finger on a body pulls it; elsewhere it scrolls and zooms the page
    on('touchstart', (event) => this.pointer !== null && event.preventDefault(), { passive: false });
    resized(() => page.view && this.resize()).observe($('stage-box'));
    this.buttons = resized(() => page.view && (this.cover(), page.clock.changed())); // that lie on the stage
    this.buttons.observe(document.querySelector('.tools'));
  }

  /** A view is there. */
  open() {
    this.grabbing = false;
    this.pointer = null;
    this.resize();
  }

  resize() {
    const { width, height } = $('stage-box').getBoundingClientRect();
    if (!width) return; // something else is in the page's place
    this.page.view.resize(width, height, devicePixelRatio || 1);
    this.cover();
    this.page.view.draw(); // a canvas that changes its size is empty until then
    const pixel = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    pixel.addEventListener('change', () => this.page.view && this.resize(), { once: true });
  }

  /** Words on the stage keep off the buttons that lie on it, and off the key caps and the hint at the blocks. */
  cover() {
    const box = $('stage-box'),
      { left, top } = box.getBoundingClientRect();
    const buttons = [...box.querySelectorAll('button, summary, select, .caps, .hint')].map((one) =>
      one.getBoundingClientRect(),
    );
    const seen = buttons.filter(({ width }) => width);
    this.page.view.cover(
      new Float64Array(seen.flatMap((one) => [one.left - left, one.top - top, one.right - left, one.bottom - top])),
    );
  }

  // ---- keys ----

  keyDown(event) {
    const { view, actions } = this.page;
    if (event.ctrlKey || event.metaKey || event.altKey || view.value('keys') === 'off') return;
    const taken = this.grabbing ? this.grabKey(event) : this.stageKey(event, view, actions);
    if (!taken) return;
    event.preventDefault();
    this.page.clock.changed();
  }

  /** Letters of thrusters act wherever the focus is, unless it takes text; so does taking back what was done. */
  anywhere(event) {
    const { view, actions } = this.page;
    const text = event.target.closest?.(
      'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog',
    );
    if (text) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      return actions[event.shiftKey || /y/i.test(event.key) ? 'redo' : 'undo']();
    }
    if (event.target === this.canvas || event.ctrlKey || event.metaKey || event.altKey || view.value('keys') === 'off')
      return;
    if (/^[a-z]$/i.test(event.key) && this.fire(event)) this.page.clock.changed();
  }

  /** A key of a thruster goes down; whether it is one. */
  fire(event) {
    const fires = this.page.view.press(event.key, event.shiftKey);
    if (fires && !event.repeat) this.page.welcome?.use(/^[sdfec]$/i.test(event.key) ? 0 : 1);
    return fires;
  }

  stageKey(event, view, actions) {
    switch (event.key) {
      case ' ':
        return event.repeat || (actions.play(), true);
      case ',':
        return (actions.back(), true);
      case '.':
        return (actions.step(), true);
      case '[':
      case ']':
        return (view.select_next(event.key === ']'), this.saySelected(), true);
      case 'Enter':
        return (this.grab(), true);
      case '?':
        return (this.page.actions.help(), true);
      case 'Shift':
        view.turn(true);
        return false;
      default:
        return this.fire(event);
    }
  }

  keyUp(event) {
    const { view } = this.page;
    if (event.key === 'Shift') view.turn(false);
    view.release(event.key);
    this.page.clock.changed();
  }

  blur() {
    this.page.view.release_all();
    this.grabbing = false;
    this.pointer = null;
    this.page.clock.changed();
  }

  grab() {
    this.grabbing = true;
    this.page.scene.keep();
    this.page.view.release_all();
    this.sayHeld(this.page.view.take_next());
  }

  grabKey(event) {
    const { view } = this.page;
    if (event.key === 'Enter' || event.key === 'Escape') {
      this.grabbing = false;
      view.let_go();
      this.page.report.say(this.page.words.t('let-go'));
      return true;
    }
    if (event.key === 'Tab') this.sayHeld(view.take_next());
    else if (event.key in ARROWS) view.shift_hand(...ARROWS[event.key]);
    else if (event.key === ' ') this.page.actions.play();
    else return false;
    return true;
  }

  sayHeld(body) {
    this.page.report.say(this.page.words.t('held', { body: this.bodyName(body) }));
  }

  // ---- pointers ----

  /**
   * Where a pointer is on the stage, CSS pixels.
   * @param {PointerEvent | WheelEvent} event
   * @returns {[number, number]}
   */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  pointerDown(event) {
    if (this.pointer !== null || event.button !== 0) return;
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    if (!this.page.view.hits(...this.place(event), reach)) return;
    this.page.scene.keep();
    if (!this.page.view.take(...this.place(event), reach)) return;
    this.pointer = event.pointerId;
    this.pressed = this.place(event);
    this.grabbing = false;
    this.canvas.setPointerCapture(event.pointerId);
    this.page.clock.changed();
  }

  pointerMove(event) {
    const { view } = this.page;
    if (this.pointer === event.pointerId) {
      view.move_hand(...this.place(event), event.altKey);
      this.page.welcome?.use('drag');
      this.page.clock.changed();
    } else if (event.pointerType === 'mouse') {
      this.canvas.style.cursor = view.hits(...this.place(event), REACH.mouse) ? 'grab' : '';
      this.point(event);
    }
  }

  /** What the pointer is at is told: the force of a contact, or a body. */
  point(event) {
    const { view } = this.page,
      at = this.place(event),
      before = this.pointed ?? -1;
    this.pointed = view.hover?.(...at, REACH.touch) ?? -1;
    if (this.pointed !== before) this.page.clock.changed();
    const body = this.pointed < 0 ? (view.body_at?.(...at, 0) ?? -1) : -1,
      words = this.pointed >= 0 ? this.contactWords(this.pointed) : body >= 0 ? this.bodyWords(body) : '';
    if (this.canvas.title !== words) this.canvas.title = words;
  }

  pointerUp(event) {
    if (this.pointer !== event.pointerId) return;
    this.pointer = null;
    this.page.view.let_go();
    this.page.clock.changed();
    const [x, y] = this.place(event);
    const click = event.type === 'pointerup' && Math.hypot(x - this.pressed[0], y - this.pressed[1]) < 4;
    if (click) this.page.panels.showBody(x, y, REACH[event.pointerType] ?? REACH.mouse);
  }

  /** The thruster keys for fingers come when they are asked for. */
  async togglePads() {
    this.pads ??= new (await import('./pads.js')).Pads(this.page);
    this.pads.toggle();
    this.cover();
    this.page.clock.changed();
  }

  // ---- words ----

  bodyName(name) {
    return name.replace(/[a-z ]*[a-z]/, (word) => this.page.words.all[`body.${word}`] ?? word);
  }

  /** The name of a body, what it weighs and how fast it is. */
  bodyWords(k) {
    const {
        view,
        words: { t, number },
      } = this.page,
      body = this.bodyName(cellsOf(view.bodies())[k]);
    const [mass, speed] = view.body_told(k);
    return t('told.body', { body, mass: number(mass, 2), speed: number(speed, 2) });
  }

  /** The name of a contact and its force. */
  contactWords(k) {
    const {
      view,
      words: { t, number },
    } = this.page;
    const [a, b] = cellsOf(view.bodies_of(k)).map((name) => this.bodyName(name));
    if (view.value('forces') === '0') return t('contact.silent', { k: k + 1, a, b }); // what is not drawn is not told
    const n = view.contacts(),
      [state, , normal, along] = view.friction?.().slice(5 * k) ?? [];
    const f = normal ?? (view.forces ? view.forces()[2 * k] : view.equation()[n * n + n + k]);
    const words = t('contact', { k: k + 1, a, b, f: number(f, 2) });
    return state === undefined
      ? words
      : t(`contact.${['open', 'stick', 'slide', 'slide'][state]}`, { words, t: number(Math.abs(along), 2) });
  }

  saySelected() {
    const k = this.page.view.selected();
    if (k >= 0) this.page.report.say(this.contactWords(k));
  }

  /** Puts the scene into words, for those who do not see it. */
  describe() {
    const {
      view,
      words: { t },
    } = this.page;
    const n = Math.min(view.contacts(), 8);
    const list = Array.from({ length: n }, (_, k) => this.contactWords(k)).join(' ');
    const scene = view.value('scene'),
      about = this.page.mode === 'planar' && this.page.words.all[`about.${scene}`];
    [$('about').textContent, $('about').hidden] = [about || '', !about];
    $('stage-words').textContent = t('description', { scene: t(`scene.${scene}`), n: view.contacts(), list });
    this.pads?.name();
  }
}
