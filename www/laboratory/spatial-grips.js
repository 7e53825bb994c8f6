// The handles of a body in space: place along the floor, height, size, turning, mass, and velocity along the floor and
// upwards.
import { Eye, plus } from './eye.js';
import { AHEAD, AWAY, Grips, SNAP } from './grips.js';
import { EDGE, bar } from './handle.js';

/** What is turned about: the vertical, and the length of a hand's way for a degree, CSS pixels. */
const UP = [0, 0, 1],
  PER_DEGREE = 2;
/** How far above that for the velocity along the floor the one for the upward velocity is, CSS pixels. */
const ABOVE = 44;
/** How far from the edges of the stage a body is to be for handles around it, CSS pixels. */
const ROOM = AWAY + EDGE;
/** Quaternions whose product differs from 1 by no more than rounding are the same turn. */
const SAME = 1e-12;
/** The corners of a box, and the axes of a frame. */
const ENDS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, k & 2, k & 4].map((bit) => (bit ? 1 : -1)));
const AXES = [0, 1, 2].map((axis) => [0, 1, 2].map((other) => Number(axis === other)));

export class SpatialGrips extends Grips {
  acts() {
    const { number } = this.page.words;
    return {
      move: {
        at: () => this.around(0, 1),
        drag: (place, from, free) => this.move(place, from, free),
        step: (right, up) => this.put(this.shifted(this.level(right, up).map((x) => x * this.grain))),
        tell: () => this.told([-100, 'x', 100], ['x', 'y'], 'm', 2),
      },
      lift: {
        at: () => this.around(0, -1),
        drag: (place, from, free) => this.lift(place, from, free),
        step: (right, up) => this.put(this.shifted([0, 0, (right + up) * this.grain])),
        tell: () => this.told([-100, 'z', 100], ['z'], 'm', 2),
      },
      size: {
        words: 'stretch',
        at: () => this.roomy(this.eye.see(this.corner(this.signs()))),
        drag: (place, from, free) => this.resize(place, from, free),
        step: (right, up) => this.grow(right, up),
        tell: () => {
          const sizes = this.scene.kind.sizes(this.body.shape).map(([, size]) => size);
          return [0, sizes[0], 100, `${sizes.map((size) => number(size, 2)).join(' × ')} m`];
        },
      },
      angle: {
        words: 'turn',
        at: () => this.around(-1, -1),
        drag: ([x, y], from, free) =>
          this.turn([x - from[0], from[1] - y].map((far) => this.snap(far / PER_DEGREE, SNAP.angle, free))),
        step: (right, up) => this.turn([right, up].map((k) => k * SNAP.angle)),
        tell: () => this.tellTurn(),
      },
      mass: this.mass(() => this.around(-1, 0)),
      speed: {
        moves: true,
        at: () => this.seenTip(),
        from: () => this.below(this.around(1, 0)),
        drag: (place, _, free) => this.throw(place, free),
        step: (right, up) => {
          const [vx, vy] = this.level(right, up).map((k, axis) => this.body.velocity[axis] + k * SNAP.speed);
          this.put({ vx, vy });
        },
        tell: () => this.told([-100, 'vx', 100], ['vx', 'vy'], 'm/s', 2),
      },
      rise: {
        moves: true,
        at: () => {
          const tip = this.seenTip();
          return tip && [tip[0], tip[1] - ABOVE];
        },
        drag: ([x, y], _, free) => {
          this.start ??= { tip: this.tip, vz: this.value('vz') };
          const { tip, vz } = this.start;
          this.put({ vz: this.snap(vz + this.eye.along([x, y + ABOVE], tip, UP) / AHEAD, SNAP.speed, free) });
        },
        step: (right, up) => this.put({ vz: this.value('vz') + (right + up) * SNAP.speed }),
        tell: () => this.told([-100, 'vz', 100], ['vz'], 'm/s', 2),
      },
    };
  }

  /** While a handle is held the eye stays: a hand reaches through it. */
  begin(type, kind) {
    super.begin(type, kind);
    this.page.view.hold(true);
  }

  end() {
    this.page.view.hold(false);
    super.end();
  }

  remove() {
    this.page.view?.hold(false);
    super.remove();
  }

  see() {
    const { width, height } = this.stage.getBoundingClientRect();
    this.eye = new Eye(this.page.view, width, height);
  }

  // ---- where they are ----

  /** A corner of the box around the body, m in the world. */
  corner(signs) {
    const reach = this.scene.kind.reach(this.body.shape);
    const point = signs.map((sign, axis) => reach[sign > 0 ? 1 : 0][axis]);
    return plus(this.body.position, this.scene.kind.outward(this.body, point));
  }

  /** The corner that is seen farthest to the upper right. */
  signs() {
    const { eye } = this,
      far = (signs) => {
        const [x, y] = eye.see(this.corner(signs)) ?? [-Infinity, 0];
        return x - y;
      };
    return (this.base && this.start?.signs) ?? ENDS.reduce((one, other) => (far(other) > far(one) ? other : one));
  }

  /** The box around the body, as far as there is room for handles around it, CSS pixels: left, top, right, bottom. */
  get outline() {
    const seen = ENDS.map((signs) => this.eye.see(this.corner(signs))).filter(Boolean);
    const ends = [Math.min, Math.max].map((pick) => [0, 1].map((axis) => pick(...seen.map((at) => at[axis]))));
    return ends.flatMap((end) => this.roomy(end));
  }

  /** The place nearest to one that has room for handles around it; those go with the hand while it holds one of them. */
  roomy(at) {
    if (!at || this.base) return at;
    const { clientWidth, clientHeight } = this.stage,
      least = [ROOM, ROOM + bar()],
      most = [clientWidth - ROOM, clientHeight - ROOM];
    return at.map((x, axis) => Math.min(Math.max(x, least[axis]), most[axis]));
  }

  /** Beside the body, to this side of it: -1, 0 or 1 to the right and down; nowhere behind the eye. */
  around(right, down) {
    if (!this.eye.see(this.body.position)) return null;
    const [left, top, end, bottom] = this.outline,
      side = (from, to, way) => (from + to) / 2 + way * ((to - from) / 2 + AWAY);
    return [side(left, end, right), side(top, bottom, down)];
  }

  /** Where the velocity would bring what is beside the body, m in the world. */
  get tip() {
    const still = this.around(1, 0);
    return still && plus(this.eye.beside(still, this.body.position), this.body.velocity, AHEAD);
  }

  /** Where that is seen. */
  seenTip() {
    return this.tip && this.below(this.eye.see(this.tip));
  }

  /** A place where there is room for a handle above it, while none is held. */
  below(at) {
    return !at || this.base ? at : [at[0], Math.max(at[1], bar() + EDGE + ABOVE)];
  }

  /** Steps to the right and away from the eye as steps along the axes of the world that come nearest to these. */
  level(right, away) {
    const { back, right: across } = this.eye,
      along = Math.abs(across[0]) > Math.abs(across[1]) ? 0 : 1;
    /** @type {[number, number]} */
    const by = [0, 0];
    by[along] = right * Math.sign(across[along]);
    by[1 - along] = -away * Math.sign(back[1 - along]);
    return by;
  }

  foot() {
    return this.page.view.lowest(this.chosen());
  }

  // ---- what they do ----

  /** Where the middle of the body, as it was, is led on the stage. */
  led(place, from) {
    this.start ??= { position: this.body.position };
    return plus(this.eye.see(this.start.position), plus(place, from, -1));
  }

  move(place, from, free) {
    const led = this.led(place, from),
      to = this.eye.on(led, this.start.position, UP);
    this.put(this.round(plus(to, this.start.position, -1), [0, 1], free));
  }

  lift(place, from, free) {
    const led = this.led(place, from),
      high = this.eye.along(led, this.start.position, UP);
    this.put(this.round([0, 0, high], [2], free));
  }

  /** The place of the body, other by so much, at round coordinates along these axes. */
  round(by, axes, free) {
    const to = this.shifted(by),
      keys = axes.map((axis) => 'xyz'[axis]);
    return Object.fromEntries(keys.map((key) => [key, this.snap(to[key], this.grain, free)]));
  }

  /** The edge of the body along which a hand pulls becomes longer; what is round does so as a whole. */
  resize(place, from, free) {
    const start = this.measure(this.signs());
    start.corner ??= this.corner(start.signs);
    const { sizes, signs, corner } = start,
      by = plus(place, from, -1);
    if (sizes.length === 1) return this.inflate(place, from, free);
    const [{ axis, way }] = AXES.map((unit, k) => {
      const one = this.scene.kind.outward(this.body, unit).map((x) => x * signs[k]),
        seen = plus(this.eye.see(plus(corner, one, this.grain)), this.eye.see(corner), -1);
      const fit = Math.abs(seen[0] * by[0] + seen[1] * by[1]) / Math.max(Math.hypot(...seen), 1);
      return { axis: k, way: one, fit };
    }).sort((one, other) => other.fit - one.fit);
    const longer = sizes[axis][1] + this.eye.along(place, corner, way);
    this.reshape(sizes.map(([key, size]) => (key === sizes[axis][0] ? this.snap(longer, this.grain, free) : size)));
  }

  /** What is round grows as a hand goes away from its middle, and its foot stays. */
  inflate(place, from, free) {
    const [[key, size]] = this.start.sizes,
      middle = this.eye.see(this.start.position);
    const [was, now] = [from, place].map((one) => Math.hypot(...plus(one, middle, -1)));
    this.putOnFoot({ [key]: Math.max(this.snap((size * now) / was, this.grain, free), this.grain) });
  }

  grow(right, up) {
    const { sizes } = this.measure([1, 1, 1]);
    if (sizes.length === 1)
      return this.putOnFoot({ size: Math.max(sizes[0][1] + (right + up) * this.grain, this.grain) });
    const by = { [sizes[0][0]]: right, [sizes[2][0]]: up };
    this.reshape(sizes.map(([key, size]) => size + (by[key] ?? 0) * this.grain));
  }

  /** Turns it about the vertical as a hand goes across, or tips it over its edge that lies across as a hand goes up. */
  turn(/** @type {number[]} */ [right, up]) {
    this.start ??= {};
    this.start.edge ??= this.edge();
    this.start.turned ??= this.turned;
    const across = Math.abs(right) >= Math.abs(up),
      [axis, degrees] = across ? [UP, right] : [this.start.edge, -up];
    this.putOnFoot({}, (body) => this.scene.kind.turn(body, axis, degrees));
    this.last = { to: this.body.quaternion, degrees: this.start.turned + (across ? right : up) };
  }

  /** By how much the body was turned by its handle since it was turned by something else, degrees. */
  get turned() {
    const same = this.last?.to.reduce((sum, x, k) => sum + x * this.body.quaternion[k], 0);
    return Math.abs(same) > 1 - SAME ? this.last.degrees : 0;
  }

  tellTurn() {
    const { t, number } = this.page.words,
      { turned } = this;
    return [-180, turned, 180, t('build.handle.turned', { angle: number(turned, 0) })];
  }

  /** The axis of the body that lies most across the view, pointing to the right. */
  edge() {
    const { right } = this.eye;
    const part = (axis) => axis.reduce((sum, x, k) => sum + x * right[k], 0);
    const all = AXES.map((axis) => this.scene.kind.outward(this.body, axis));
    const [most] = all.sort((one, other) => Math.abs(part(other)) - Math.abs(part(one)));
    return most.map((x) => x * Math.sign(part(most)));
  }

  throw(place, free) {
    const { tip } = this;
    this.start ??= { tip, velocity: this.body.velocity };
    const by = plus(this.eye.on(place, this.start.tip, UP), this.start.tip, -1);
    const [vx, vy] = [0, 1].map((axis) => this.snap(this.start.velocity[axis] + by[axis] / AHEAD, SNAP.speed, free));
    this.put({ vx, vy });
  }
}
