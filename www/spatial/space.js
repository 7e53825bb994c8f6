// What the page has in the spatial mode beside what both modes share: the canvas of the picture, the eye, the choice of
// the scene, the keys. Loaded when 3D is chosen for the first time.
import { adopt, all, byId as $, make } from '../make.js';
import { REACH } from '../stage.js';
import { placeOf, rowsOf } from '../wire.js';
import { Table } from './table.js';

/** What an arrow key turns or moves the scene by, pixels of a hand. */
const STRIDE = 24;
/** What a press of + or a button enlarges by. */
const LARGER = 1.25;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = [
  ['E D S F W R', 'keys3.first'],
  ['I K J L U O', 'keys3.second'],
  ['Shift', 'keys3.shift'],
  ['← → ↑ ↓', 'keys3.orbit'],
  ['Shift ← → ↑ ↓', 'keys3.pan'],
  ['+ −', 'keys3.zoom'],
  ['0', 'keys3.all'],
  ['V', 'keys3.follow'],
  ['Space', 'keys3.space'],
  [', .', 'keys3.steps'],
  ['[ ]', 'keys3.contacts'],
  ['Enter', 'keys3.grab'],
  ['?', 'keys3.help'],
];

export class Space {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.table = new Table(page);
    this.words = {};
    this.pointers = new Map(); // that look around
    this.stage = $('stage');
    this.makeEye();
    this.makeChoice();
    const bar = make('div', { className: 'space-bar' }, this.eye),
      narrow = matchMedia('(max-width: 999.98px)');
    document.querySelector('.tools').append(bar);
    $('status').after(this.about);
    // the names of the scenes are too long for the stage of a phone
    const place = () => (narrow.matches ? this.about.before(this.choice) : bar.prepend(this.choice));
    narrow.addEventListener('change', place);
    place();
    const on = (type, act, options) =>
      this.stage.addEventListener(type, (event) => this.open && act.call(this, event), options);
    // before the stage's own: a second finger never takes a body
    on('pointerdown', this.secondFinger, { capture: true });
    on('pointerdown', this.pointerDown);
    on('pointermove', this.pointerMove);
    on('pointerup', this.pointerUp);
    on('pointercancel', this.pointerUp);
    on('contextmenu', (event) => event.preventDefault());
    on('touchstart', (event) => event.touches.length > 1 && event.preventDefault(), { passive: false }); // two fingers look around
    on('wheel', this.wheel, { passive: false });
    on('keydown', this.keyDown);
    on('drawn', this.carry);
  }

  /** Whether the spatial mode is on the stage. */
  get open() {
    return this.page.mode === 'spatial' && Boolean(this.page.view);
  }

  // ---- coming and going ----

  /** A view of the scene of an address; throws where there is no WebGL2. */
  view(fields, hash) {
    this.canvas?.remove();
    this.canvas = make('canvas', { id: 'picture' });
    this.canvas.setAttribute('aria-hidden', 'true');
    const gl = this.canvas.getContext('webgl2', { alpha: false, antialias: true });
    if (!gl) throw new Error(this.page.words.t('fault.no-webgl2'));
    this.stage.before(this.canvas);
    this.canvas.addEventListener('webglcontextlost', (event) => this.lost(event));
    this.canvas.addEventListener('webglcontextrestored', () => this.restored());
    return new this.page.modes.wasm.SpatialView(this.stage, this.canvas, gl, fields, hash);
  }

  /** The graphics card is gone, as after a sleep of the machine; a default not prevented would let it stay away. */
  lost(event) {
    event.preventDefault();
    if (this.open && event.target === this.canvas) this.page.report.warn([this.page.words.t('lost')]);
  }

  /** The graphics card is back: everything goes there again. */
  restored() {
    if (!this.open || !this.canvas.isConnected) return;
    this.page.report.warn([]);
    this.page.view.renew();
    this.page.clock.changed();
  }

  /** The spatial mode leaves the stage. */
  leave() {
    this.canvas?.remove();
    this.canvas = null;
    this.pointers.clear();
  }

  // ---- words ----

  /** Style and words of the spatial mode; its words stand over those of the page while it is there. */
  async load() {
    const { page } = this;
    page.words.lexicons.push(async () => {
      if (page.mode !== 'spatial') return {};
      return (this.words = await page.words.lexicon('spatial'));
    });
    await adopt(placeOf('spatial/spatial.css'));
  }

  /** After a change of scene or language. */
  refresh() {
    const {
      view,
      words: { t, all: words },
    } = this.page;
    for (const [name, title] of rowsOf(view.titles())) words[`scene.${name}`] = this.words[`scene.${name}`] ?? title;
    const scene = view.value('scene');
    const listed = rowsOf(view.titles()).map(([value]) => value);
    this.choice.replaceChildren(
      ...(listed.includes(scene) ? listed : [scene, ...listed]).map((value) =>
        make('option', { value, textContent: t(`scene.${value}`) }),
      ),
    );
    this.choice.value = scene;
    this.choice.setAttribute('aria-label', t('setting.scene'));
    this.about.textContent = t(`about.${scene}`);
    for (const button of all('button', this.eye)) {
      button.title = t(`eye.${button.dataset.eye}`);
      button.setAttribute('aria-label', button.title);
    }
    this.eye.setAttribute('aria-label', t('eye'));
    this.showFollowing();
  }

  /** The list of keys for the help. */
  keys() {
    const {
      words: { t },
    } = this.page;
    const list = KEYS.flatMap(([keys, words]) => [
      make(
        'dt',
        {},
        ...keys
          .split(' ')
          .flatMap((key) => [make('kbd', { textContent: key === 'Space' ? t('keys3.space-name') : key }), ' ']),
      ),
      make('dd', { textContent: t(words) }),
    ]);
    const title = make('h3', { id: 'help-title', textContent: t('keys3.title') });
    return make(
      'section',
      {},
      title,
      make('p', { textContent: t('keys3.about') }),
      make('dl', { className: 'keys' }, ...list),
      make('p', { textContent: t('keys3.mouse') }),
    );
  }

  // ---- the eye ----

  makeEye() {
    const actions = {
      larger: () => this.zoom(LARGER),
      smaller: () => this.zoom(1 / LARGER),
      all: () => this.page.view.look_at_all(),
      follow: () => this.page.view.follow(!this.page.view.following()),
    };
    const icons = {
      larger: '<path d="M12 5v14M5 12h14"/>',
      smaller: '<path d="M5 12h14"/>',
      all: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
      follow: '<circle cx="12" cy="12" r="3"/><path d="M12 2v5M12 17v5M2 12h5M17 12h5"/>',
    };
    const button = (name) => {
      const one = make('button', {
        type: 'button',
        innerHTML: `<svg viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`,
      });
      one.dataset.eye = name;
      one.addEventListener('click', () => this.act(actions[name]));
      return one;
    };
    this.actions = actions;
    this.eye = make('div', { className: 'eye' }, ...Object.keys(actions).map(button));
    this.eye.setAttribute('role', 'group');
  }

  act(action) {
    if (!this.open) return;
    action();
    this.showFollowing();
    this.page.clock.changed();
  }

  showFollowing() {
    this.eye.querySelector('[data-eye="follow"]').setAttribute('aria-pressed', `${this.page.view.following()}`);
  }

  zoom(factor, x, y) {
    const { width, height } = this.stage.getBoundingClientRect();
    this.page.view.zoom(factor, x ?? width / 2, y ?? height / 2);
  }

  keyDown(event) {
    const { view } = this.page;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      view.value('keys') === 'off' ||
      this.page.stage.grabbing
    )
      return;
    const way = ARROWS[event.key]?.map((part) => STRIDE * part);
    const actions = {
      '+': 'larger',
      '=': 'larger',
      '-': 'smaller',
      '−': 'smaller',
      0: 'all',
      v: 'follow',
      V: 'follow',
    };
    if (!way && !(event.key in actions)) return;
    event.preventDefault();
    this.act(() => {
      if (way && event.shiftKey) view.pan(way[0], way[1]);
      else if (way) view.orbit(way[0], way[1]);
      else this.actions[actions[event.key]]();
    });
  }

  // ---- what is carried about while the clock stands ----

  /** Whether it has room is told by a part of its own, which knows how far the coming step took bodies when it was taken. */
  async carry() {
    const { clock, stage, view } = this.page;
    if (clock.running || (stage.pointer === null && !stage.grabbing)) return (this.taken = null);
    this.taken ??= { far: Math.max(...view.coming()), amiss: false };
    const part = await import('./carried.js').catch(() => null);
    part?.look(this.page, this.taken);
  }

  // ---- pointers that look around: all that do not hold a body ----

  secondFinger(event) {
    if (this.pointers.size !== 1 || event.pointerType === 'mouse') return;
    event.stopImmediatePropagation();
    this.look(event);
  }

  pointerDown(event) {
    if (this.page.stage.pointer === event.pointerId) return this.carry();
    // a mark at the edge leads to the bodies that went there
    if (this.page.view.find(...this.page.stage.place(event), REACH[event.pointerType] ?? REACH.mouse))
      return this.act(() => {});
    this.look(event);
  }

  look(event) {
    this.stage.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.page.stage.place(event));
    this.panning = event.button > 0 || event.shiftKey;
  }

  pointerMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.page.stage.place(event),
      others = [...this.pointers.keys()].filter((id) => id !== event.pointerId);
    const by = [now[0] - before[0], now[1] - before[1]];
    this.pointers.set(event.pointerId, now);
    const { view } = this.page;
    if (others.length) {
      const fixed = this.pointers.get(others[0]);
      const apart = (/** @type {number[]} */ [x, y]) => Math.hypot(x - fixed[0], y - fixed[1]);
      view.pan(by[0] / 2, by[1] / 2);
      if (apart(before) > 4) view.zoom(apart(now) / apart(before), (now[0] + fixed[0]) / 2, (now[1] + fixed[1]) / 2);
    } else if (this.panning) view.pan(by[0], by[1]);
    else view.orbit(by[0], by[1]);
    this.act(() => {});
  }

  pointerUp(event) {
    this.pointers.delete(event.pointerId);
  }

  /** The wheel belongs to the page until the stage has the focus. */
  wheel(event) {
    if (document.activeElement !== this.stage && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    this.act(() => this.zoom(Math.exp(-0.0016 * pixels), ...this.page.stage.place(event)));
  }

  // ---- the scene: choice and what it is about ----

  makeChoice() {
    this.choice = make('select', { id: 'scene-3d' });
    this.choice.addEventListener('change', () => this.page.scene.load(`?mode=spatial&scene=${this.choice.value}`));
    this.about = make('p', { className: 'about' });
  }
}
