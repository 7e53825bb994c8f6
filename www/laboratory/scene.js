// A scene file as what it is built of: bodies to be added, changed and taken away. What is new is as large and as dense as
// what is there, and comes from above.
import { PLANAR } from './planar-shapes.js';
import { SPATIAL } from './spatial-shapes.js';

const MODES = { planar: PLANAR, spatial: SPATIAL };
/** How large a new body is, to the usual one: as large as there is room for. */
const SMALLER = [0.8, 0.6, 0.4, 0.3, 0.2, 0.1];
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

export class Scene {
  constructor(file) {
    this.file = file;
    this.kind = MODES[file.mode];
    const { bodies } = file.scene;
    this.moving = bodies.map((body, k) => (body.fixed || body.driven ? -1 : k)).filter((k) => k >= 0);
    const usual = (of, otherwise) => (this.moving.length ? middle(this.moving.map((k) => of(bodies[k]))) : otherwise);
    /** Usual half size of a body, m, and its density in the plane or in space. */
    this.unit = usual(({ shape }) => this.kind.size(shape), 0.5);
    this.density = usual(({ mass, shape }) => mass / this.kind.bulk(shape), 1);
  }

  /** The scene on the stage. */
  static of(page) {
    return new Scene(JSON.parse(page.view.scene_file()));
  }

  /** Size of the largest body that can move, m. */
  get largest() {
    return 2 * Math.max(0, ...this.moving.map((k) => this.kind.size(this.bodies[k].shape)));
  }

  get bodies() {
    return this.file.scene.bodies;
  }

  get tray() {
    return Object.keys(this.kind.tray);
  }

  text() {
    return JSON.stringify(this.file);
  }

  /** A floor and nothing else. */
  empty() {
    return JSON.stringify(this.kind.empty);
  }

  // ---- bodies come and go ----

  /** Adds a body of the tray, smaller where there is no room for it; returns its number. */
  add(kind) {
    let body = null,
      place = null;
    for (const share of SMALLER) {
      body = this.kind.tray[kind](share * this.unit);
      place = this.room(body);
      if (place) break;
    }
    return this.put(body, kind, place ?? this.above(body));
  }

  addPolygon(corners) {
    const body = PLANAR.polygon(corners);
    return this.put({ ...body, density: this.density }, 'shape');
  }

  /** A mesh from a file, as large as a usual body, for a file does not say what its unit is. */
  addMesh(file, { vertices, faces }) {
    const body = { shape: { type: 'mesh', vertices, faces } },
      share = this.unit / this.kind.size(body.shape);
    [0, 1, 2].forEach((axis) => this.kind.scale(body.shape, axis, share));
    return this.put(body, file.replace(/\.\w+$/, ''), this.room(body) ?? this.above(body));
  }

  /** A shape of these corners in an upright plane, drawn out across it: `from` is its origin, `across` its level normal. */
  addPrism(corners, from, across) {
    return this.put(SPATIAL.prism(corners, from, across, this.unit), 'shape');
  }

  put(body, kind, position = body.position) {
    if (!body.fixed) body.density ??= this.density;
    this.bodies.push({ ...body, name: this.name(kind), position });
    return this.bodies.length - 1;
  }

  /** A name that no other body has. */
  name(kind) {
    for (let k = 1; ; k += 1) if (!this.bodies.some(({ name }) => name === `${kind} ${k}`)) return `${kind} ${k}`;
  }

  /** Where a body has room: over all that move, or else beside them, row by row; not above a ceiling. None if there is none. */
  room(body) {
    const { axes } = this.kind,
      up = axes - 1,
      boxes = this.bodies.map((one) => this.kind.box(one));
    const [below, above] = this.kind.box({ ...body, position: Array(axes).fill(0) }),
      reach = above.map((x, axis) => 1.05 * Math.max(x, -below[axis]));
    const moving = this.moving.map((k) => boxes[k]),
      highest = Math.max(...moving.map(([, to]) => to[up]), moving.length ? -Infinity : 0);
    const start = reach.map((r, axis) =>
      axis === up
        ? highest + 1.2 * r
        : moving.reduce((all, [from, to]) => all + (from[axis] + to[axis]) / 2 / moving.length, 0),
    );
    const beside = (p, [from, to], axis) => p[axis] + reach[axis] <= from[axis] || p[axis] - reach[axis] >= to[axis];
    const isFree = (p) => boxes.every((one) => p.some((_, axis) => beside(p, one, axis)));
    const isUnder = (p) =>
      boxes.every(
        (one) =>
          one[0][up] < highest ||
          p[up] + reach[up] <= one[0][up] ||
          p.some((_, axis) => axis !== up && beside(p, one, axis)),
      );
    const ends = [Math.min, Math.max].map((pick, k) => pick(...boxes.map((one) => one[k][0])));
    const lowest = moving.length ? Math.min(...moving.map(([from]) => from[up])) : start[up];
    for (let height = start[up]; height > lowest; height -= reach[up] / 2) {
      for (let x = 0; x < ends[1] - ends[0] && x < 40 * reach[0]; x += reach[0] / 4) {
        const found = [x, -x]
          .map((dx) => start.map((m, axis) => (axis === up ? height : axis === 0 ? m + dx : m)))
          .find((p) => isFree(p) && isUnder(p) && p[0] > ends[0] && p[0] < ends[1]);
        if (found) return found;
      }
    }
    return null;
  }

  /** Over all that there is. */
  above(body) {
    const up = this.kind.axes - 1,
      top = Math.max(...this.bodies.map((one) => this.kind.box(one)[1][up]));
    return Array.from({ length: this.kind.axes }, (_, axis) =>
      axis === up ? top + 1.2 * this.kind.size(body.shape) : 0,
    );
  }

  /** What can be done to a body by its number. */
  get edits() {
    return {
      copy: (scene, k) => {
        const { thrusters, ...body } = scene.bodies[k];
        return scene.put(
          structuredClone(body),
          body.name.replace(/ ?[\d()]*$/, ''),
          scene.room(body) ?? scene.above(body),
        );
      },
      spring: (scene, k) => scene.hang(k),
      remove: (scene, k) => scene.remove(k),
    };
  }

  /** Hangs a body up on a spring that carries its weight where it is. */
  hang(k) {
    const { name, position, mass, fixed } = this.bodies[k],
      up = this.kind.axes - 1;
    if (fixed) return k;
    const anchor = position.map((x, axis) => (axis === up ? x + 4 * this.unit : x)),
      weight = mass * Math.hypot(...this.file.gravity);
    const stiffness = Math.max(weight, mass) / this.unit,
      zero = position.map(() => 0);
    (this.file.scene.forces ??= []).push({
      type: 'spring',
      body: name,
      attach_body: zero,
      anchor_world: anchor,
      stiffness,
      rest_length: 4 * this.unit - weight / stiffness,
    });
    return k;
  }

  /** Joins a body to another one half way between them, or where it is to what never moves; in space alone. */
  join(k, other, type) {
    const [one, two] = [this.bodies[k], this.bodies[other]],
      still = two.fixed || two.driven;
    const point = one.position.map((x, axis) => (still ? x : (x + two.position[axis]) / 2));
    const axis = type === 'slider' ? [0, 0, 1] : [0, 1, 0];
    (this.file.scene.joints ??= []).push({ type, body1: one.name, body2: two.name, point, axis });
    return k;
  }

  /** Takes a body away with all that names it. */
  remove(k) {
    const { scene } = this.file,
      [{ name }] = this.bodies.splice(k, 1);
    const names = (one) => (Array.isArray(one) ? one[0] === name : [one.body, one.body1, one.body2].includes(name));
    for (const list of ['pairs', 'forces', 'joints', 'firing', 'contacts'])
      if (scene[list]) scene[list] = scene[list].filter((one) => !names(one));
    return Math.max(0, k - 1);
  }

  // ---- what of a body can be changed ----

  fields(body) {
    const number = (key, unit, value, set) => ({ key, unit, value, set });
    const own = (name) => (scene, one, x) => {
      one[name] = x;
    };
    const axes = ['x', 'y', 'z'].slice(0, this.kind.axes);
    const place = axes.map((axis, i) =>
      number(axis, 'm', body.position[i], (scene, one, x) => {
        one.position[i] = x;
      }),
    );
    const motion = axes.map((axis, i) =>
      number(`v${axis}`, 'm/s', body.velocity[i], (scene, one, x) => {
        one.velocity[i] = x;
      }),
    );
    const mass = number('mass', 'kg', body.mass, (scene, one, x) => scene.weigh(one, x));
    const sizes = this.kind
      .sizes(body.shape)
      .map(([key, size], i) => number(key, 'm', size, (scene, one, x) => scene.scale(one, i, x / size)))
      .filter(({ key }, i, all) => all.findIndex((one) => one.key === key) === i);
    return [
      ...(body.fixed ? [] : [mass]),
      ...sizes,
      ...place,
      ...this.kind.turns(body),
      ...(body.fixed ? [] : [...motion, ...this.kind.spins(body)]),
      number('restitution', '', body.restitution, own('restitution')),
      ...this.kind.more(body),
      { key: 'fixed', value: body.fixed, set: (scene, one, on) => scene.fix(one, on) },
    ];
  }

  /** Another mass of the same shape. */
  weigh(body, mass) {
    const share = mass / body.mass;
    for (const name of ['inertia', 'products_of_inertia'])
      if (body[name] !== undefined) body[name] = [body[name]].flat().map((x) => x * share);
    if (body.inertia?.length === 1) [body.inertia] = body.inertia;
    body.mass = mass;
  }

  /** Another size along an axis of the body; its mass stays, and is spread as evenly as before. */
  scale(body, axis, factor) {
    this.kind.scale(body.shape, axis, factor);
    for (const name of ['inertia', 'products_of_inertia']) delete body[name];
  }

  stop(body) {
    body.velocity = body.velocity.map(() => 0);
    body.omega = Array.isArray(body.omega) ? body.omega.map(() => 0) : 0;
  }

  /** All at rest, and nothing pulls. */
  still() {
    const { scene, gravity } = this.file;
    this.file.gravity = gravity.map(() => 0);
    Object.assign(scene, { forces: [], firing: [] });
    this.bodies.forEach((body) => this.stop(body));
  }

  fix(body, on) {
    body.fixed = on;
    if (on) this.stop(body);
    else body.density = this.density;
    for (const name of ['mass', 'inertia', 'products_of_inertia', 'driven']) if (on || !body.mass) delete body[name];
  }
}
