// Handles on the stage for the chosen body of a visitor's own scene: what those of both modes share. With Alt they
// do not snap.
import { faultOf, renew } from '../own.js';
import { roundOver } from './drawing.js';
import { STILL, fits } from './fits.js';
import { Handle } from './handle.js';
import { Scene } from './scene.js';

/** Round values: m, degrees and m/s. */
export const SNAP = { size: 0.05, angle: 5, speed: 0.25 };
/** Where bodies are small, round lengths are about so much of the usual one's half size. */
const SMALL = 1 / 15;
/** The handle for the velocity is where the body would be after so long, s, seen from its other side. */
export const AHEAD = 0.5;
/** How far from the body handles are, and how far a hand goes to double a mass, CSS pixels. */
export const AWAY = 34;
const DOUBLES = 40;
const AXES = ['x', 'y', 'z'];

export class Grips {
  /** `chosen` tells the number of the body, `done` that it was changed. */
  constructor(page, chosen, done) {
    this.page = page;
    this.chosen = chosen;
    this.done = done;
    this.handles = [];
    this.amiss = false; // the body has no room where it was put
    this.stage = document.getElementById('stage');
    this.look = () => this.place();
  }

  /** The handles of the body that is chosen now; none while the clock runs, and none of what has no end. */
  show() {
    const { page } = this;
    if (this.base) return; // one is held
    this.scene = page.clock.running ? null : Scene.of(page);
    const body = this.scene?.bodies[this.chosen()];
    if (this.amiss && this.what() !== this.placed) this.judge(true); // that was elsewhere, or another
    if (!body || !this.scene.kind.sizes(body.shape).length) return this.remove();
    this.body = body;
    this.see();
    if (!this.handles.length) this.make();
    this.handles.forEach((handle) => handle.show());
  }

  /** The eye has moved. */
  place() {
    this.see();
    this.handles.forEach((handle) => handle.place());
  }

  /** What the eye sees is asked of the view. */
  see() {}

  make() {
    const { t } = this.page.words;
    this.handles = Object.entries(this.acts()).map(([kind, act]) => this.handle(kind, act));
    this.handles.forEach(({ element }) => {
      element.title = t('build.handle.snap', { what: element.ariaLabel });
    });
    this.stage.addEventListener('drawn', this.look);
  }

  /**
   * The handles by their kinds: where each is, what it does, and whether it is for bodies that can move.
   * @returns {Record<string, any>}
   */
  acts() {
    return {};
  }

  handle(kind, { drag, words = kind, moves, at, ...act }) {
    return new Handle(
      this.page,
      this.page.words.t(`build.handle.${words}`),
      {
        ...act,
        at: () => (moves && this.body.fixed ? null : at()),
        drag: (place, from, event) => drag(place, from, event.altKey),
        begin: (type) => this.begin(type, kind),
        end: () => this.end(),
      },
      kind,
    );
  }

  /** The handle for the mass, beside the body; up is heavier. */
  mass(at) {
    return {
      moves: true,
      at,
      drag: (place, from, free) => this.weigh(place, from, free),
      step: (right, up) => this.put({ mass: this.two(this.value('mass') * 1.1 ** (right + up)) }),
      tell: () => this.told([0, 'mass', 1e6], ['mass'], 'kg', 2),
    };
  }

  // ---- what they do ----

  /** Presses of one key that follow each other are one thing to take back, each drag is one. */
  begin(type, kind) {
    this.page.clock.run(false);
    this.keptBy = type === 'keydown' ? kind : '';
    this.kept = false;
    this.base = this.page.view.scene_file();
    this.start = null;
    this.before = this.page.view.value('scene') === 'own';
  }

  end() {
    this.base = null;
    if (!this.kept) return;
    this.page.scene.remember(this.before);
    renew(this.page);
    this.done();
  }

  value(key) {
    return this.scene.fields(this.body).find((field) => field.key === key)?.value ?? 0;
  }

  /** Least, present and greatest value, and the words for some values in one unit. */
  told([low, key, high], keys, unit, digits) {
    const { number } = this.page.words;
    return [low, this.value(key), high, `${keys.map((one) => number(this.value(one), digits)).join(', ')} ${unit}`];
  }

  /** Other values of the body as it was when its handle was taken; what makes no body is left. */
  put(values, act = (_) => {}) {
    const { page } = this,
      scene = new Scene(JSON.parse(this.base)),
      body = scene.bodies[this.chosen()];
    for (const [key, value] of Object.entries(values))
      scene
        .fields(body)
        .find((field) => field.key === key)
        ?.set(scene, body, value);
    act(body);
    const text = scene.text();
    if (faultOf(page, text)) return;
    if (!this.kept) page.scene.keep(this.keptBy);
    this.kept = true;
    page.view.open_scene(text, false);
    page.clock.begun = page.view.time();
    this.judgeSoon(text);
    [this.scene, this.body] = [Scene.of(page), scene.bodies[this.chosen()]];
    page.clock.changed();
  }

  /** Says whether the body has room where it was put, once the hand is still. */
  judgeSoon(text) {
    clearTimeout(this.timer);
    const { page, base: before } = this,
      placed = (this.placed = this.what());
    this.timer = setTimeout(() => {
      if (page.view && !page.clock.running && this.what() === placed)
        this.judge(fits(page, text, before, this.chosen()));
    }, STILL);
  }

  /** The chosen body where it is now. */
  what() {
    return `${this.chosen()} ${this.page.view.digest()}`;
  }

  judge(fit) {
    if (fit !== this.amiss) return;
    this.amiss = !fit;
    this.handles.forEach(({ element }) => element.classList.toggle('amiss', this.amiss));
    this.page.welcome.remark(fit ? '' : this.page.words.t('build.no-room'));
  }

  /** The lowest point of the body, m. */
  foot() {
    return 0;
  }

  /** The same, and the foot of the body stays as high as it was. */
  putOnFoot(values, act) {
    const up = AXES[this.scene.kind.axes - 1];
    this.start ??= {};
    this.start.foot ??= this.foot();
    this.put(values, act);
    const sunk = this.start.foot - this.foot();
    if (Math.abs(sunk) > 1e-9) this.put({ ...values, [up]: this.value(up) + sunk }, act);
  }

  /** A round number of these, unless a hand is free. */
  snap(x, step, free = false) {
    return free ? x : Math.round(x / step) * step;
  }

  /** What lengths snap to, m. */
  get grain() {
    return Math.min(SNAP.size, roundOver(SMALL * this.scene.unit));
  }

  /** The place of the body, other by so much along the axes, m. */
  shifted(by) {
    this.start ??= {};
    this.start.position ??= this.body.position;
    return Object.fromEntries(by.map((x, axis) => [AXES[axis], this.start.position[axis] + x]));
  }

  /** What a change of the size begins with; of each axis of the body, whether it is pulled at its upper end or its lower. */
  measure(signs) {
    const { shape } = this.body,
      { kind } = this.scene;
    this.start ??= { sizes: kind.sizes(shape), reach: kind.reach(shape), position: this.body.position, signs };
    return this.start;
  }

  /** Other sizes; what lies on the other side stays there. */
  reshape(sizes) {
    const { sizes: before, reach, signs } = this.start;
    const least = sizes.map((size) => Math.max(size, this.grain));
    const by = least.map((size, axis) => (size / before[axis][1] - 1) * -reach[signs[axis] > 0 ? 0 : 1][axis]);
    this.put({
      ...Object.fromEntries(before.map(([key], axis) => [key, least[axis]])),
      ...this.shifted(this.scene.kind.outward(this.body, by)),
    });
  }

  /** Two digits. */
  two(mass) {
    return Number(mass.toPrecision(2));
  }

  weigh([, y], [, from], free) {
    this.start ??= { mass: this.value('mass') };
    const mass = this.start.mass * 2 ** ((from - y) / DOUBLES);
    this.put({ mass: free ? mass : this.two(mass) });
  }

  remove() {
    this.judge(true);
    this.stage.removeEventListener('drawn', this.look);
    this.handles.forEach((handle) => handle.remove());
    this.handles = [];
  }
}
