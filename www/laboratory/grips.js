// Handles on the stage for size, angle, mass and velocity of the chosen body of a visitor's own scene; with Alt they do not
// snap.
import { faultOf } from '../own.js';
import { Handle } from './handle.js';
import { Scene } from './scene.js';

const DEGREE = Math.PI / 180;
/** Round values: m, degrees and m/s. */
const SNAP = { size: 0.05, angle: 5, speed: 0.25 };
/** The handle for the velocity is where the body would be after so long, s, seen from its other side. */
const AHEAD = 0.5;
/** How far from the body the handles for angle and mass are, and how far a hand goes to double a mass, CSS pixels. */
const AWAY = 34,
  DOUBLES = 40;

export class Grips {
  /** `chosen` tells the number of the body, `done` that it was changed. */
  constructor(page, chosen, done) {
    this.page = page;
    this.chosen = chosen;
    this.done = done;
    this.handles = [];
  }

  /** The handles of the body that is chosen now; none while the clock runs. */
  show() {
    const { page } = this,
      body = page.clock.running ? null : Scene.of(page).bodies[this.chosen()];
    if (this.base) return; // one is held
    if (!body) return this.remove();
    this.body = body;
    if (!this.handles.length) this.make();
    this.handles.forEach((handle) => handle.show());
  }

  make() {
    const { page } = this,
      {
        words: { t },
      } = page;
    this.handles = [
      this.handle(
        'size',
        () => this.corner(),
        (at) => this.resize(at),
        (k) => this.grow(k),
        () => this.tellSize(),
      ),
      this.handle(
        'angle',
        () => this.above(),
        (at, free) => this.turn(at, free),
        (k) => this.set('angle', this.value('angle') + k * SNAP.angle),
        () => [-180, this.value('angle'), 180, `${page.words.number(this.value('angle'), 0)}°`],
      ),
      this.handle(
        'mass',
        () => (this.body.fixed ? null : this.beside()),
        (at, free) => this.weigh(at, free),
        (k) => this.set('mass', this.round(this.value('mass') * 1.1 ** k)),
        () => [0, this.value('mass'), 1e6, `${page.words.number(this.value('mass'), 2)} kg`],
      ),
      this.handle(
        'speed',
        () => (this.body.fixed ? null : this.ahead()),
        (at, free) => this.throw(at, free),
        (k) => this.set('vx', this.value('vx') + k * SNAP.speed),
        () => this.tellSpeed(),
      ),
    ];
    this.handles.forEach(({ element }) => {
      element.title = t('build.handle.snap', { what: element.ariaLabel });
    });
  }

  handle(kind, at, drag, step, tell) {
    return new Handle(
      this.page,
      this.page.words.t(`build.handle.${kind}`),
      {
        at,
        step,
        tell,
        drag: (place, event) => drag(place, event.altKey),
        begin: () => this.begin(),
        end: () => this.end(),
      },
      kind,
    );
  }

  // ---- where they are: m in the world ----

  get frame() {
    const { position, angle = 0, shape } = this.body,
      [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = (axis) => Math.max(...shape.vertices.map((p) => p[axis]));
    return { position, c, s, far: [far(0), far(1)] };
  }

  world(/** @type {number[]} */ [x, y]) {
    const { position, c, s } = this.frame;
    return [position[0] + c * x - s * y, position[1] + s * x + c * y];
  }

  pixels(count) {
    return count / this.page.view.world_at(0, 0)[2];
  }

  corner() {
    return this.world(this.frame.far);
  }

  above() {
    return this.world([0, this.frame.far[1] + this.pixels(AWAY)]);
  }

  beside() {
    return this.world([-Math.max(...this.body.shape.vertices.map(([x]) => -x)) - this.pixels(AWAY), 0]);
  }

  /** Where the handle for the velocity is while the body rests. */
  get still() {
    return this.world([Math.max(...this.body.shape.vertices.map(([x]) => x)) + this.pixels(AWAY), 0]);
  }

  ahead() {
    const [x, y] = this.still,
      [vx, vy] = ['vx', 'vy'].map((key) => this.value(key));
    return [x + AHEAD * vx, y + AHEAD * vy];
  }

  // ---- what they do ----

  begin() {
    this.page.clock.run(false);
    this.page.scene.keep('handle');
    this.base = this.page.view.scene_file();
    this.start = null;
    this.before = this.page.view.value('scene') === 'own';
  }

  end() {
    this.base = null;
    this.page.scene.remember(this.before);
    this.done();
  }

  value(key) {
    return (
      new Scene(JSON.parse(this.page.view.scene_file())).fields(this.body).find((field) => field.key === key)?.value ??
      0
    );
  }

  /** Other values of the body as it was when its handle was taken; those that make no body are left. */
  put(values) {
    const { page } = this,
      scene = new Scene(JSON.parse(this.base)),
      body = scene.bodies[this.chosen()];
    for (const [key, value] of Object.entries(values))
      scene
        .fields(body)
        .find((field) => field.key === key)
        ?.set(scene, body, value);
    const text = scene.text();
    if (faultOf(page, text)) return;
    page.view.open_scene(text, false);
    page.clock.begun = page.view.time();
    this.body = body;
    page.clock.changed();
  }

  set(key, value) {
    this.put({ [key]: value });
  }

  /** What a size begins with: of the body as it was, also how far it reaches to the other side. */
  measure() {
    const near = [0, 1].map((axis) => Math.max(...this.body.shape.vertices.map((p) => -p[axis])));
    this.start ??= {
      far: this.frame.far,
      near,
      position: this.frame.position,
      width: this.value('width'),
      height: this.value('height'),
    };
  }

  resize([x, y]) {
    this.measure();
    const { c, s } = this.frame,
      { far, position } = this.start,
      [dx, dy] = [x - position[0], y - position[1]];
    const size = (value, share) => Math.max(SNAP.size, Math.round((value * share) / SNAP.size) * SNAP.size);
    this.reshape(
      size(this.start.width, (c * dx + s * dy + this.start.near[0]) / (far[0] + this.start.near[0])),
      size(this.start.height, (c * dy - s * dx + this.start.near[1]) / (far[1] + this.start.near[1])),
    );
  }

  grow(k) {
    this.measure();
    const share = 1 + 0.05 * k;
    this.reshape(this.start.width * share, this.start.height * share);
  }

  /** Another size; the corner at the other side stays. */
  reshape(width, height) {
    const { start } = this,
      { c, s } = this.frame,
      [u, v] = [(width / start.width - 1) * start.near[0], (height / start.height - 1) * start.near[1]];
    this.put({ width, height, x: start.position[0] + c * u - s * v, y: start.position[1] + s * u + c * v });
  }

  tellSize() {
    const {
        words: { number },
      } = this.page,
      [width, height] = ['width', 'height'].map((key) => this.value(key));
    return [0, width, 100, `${number(width, 2)} × ${number(height, 2)} m`];
  }

  turn([x, y], free) {
    const { position } = this.frame,
      angle = Math.atan2(y - position[1], x - position[0]) / DEGREE - 90;
    const near = free ? angle : Math.round(angle / SNAP.angle) * SNAP.angle;
    this.set('angle', near <= -180 ? near + 360 : near);
  }

  /** Two digits. */
  round(mass) {
    return Number(mass.toPrecision(2));
  }

  weigh([, y], free) {
    this.start ??= { y, mass: this.value('mass') };
    const mass = this.start.mass * 2 ** ((y - this.start.y) / this.pixels(DOUBLES));
    this.set('mass', free ? mass : this.round(mass));
  }

  throw([x, y], free) {
    const { still } = this,
      round = (/** @type {number} */ v) => (free ? v : Math.round(v / SNAP.speed) * SNAP.speed);
    this.put({ vx: round((x - still[0]) / AHEAD), vy: round((y - still[1]) / AHEAD) });
  }

  tellSpeed() {
    const {
        words: { number },
      } = this.page,
      [vx, vy] = ['vx', 'vy'].map((key) => this.value(key));
    return [-100, vx, 100, `${number(vx, 2)}, ${number(vy, 2)} m/s`];
  }

  remove() {
    this.handles.forEach((handle) => handle.remove());
    this.handles = [];
  }
}
