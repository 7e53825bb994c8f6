// The eye of the spatial mode: what it sees where, and what of the world lies under a point of the stage.
const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const cross = (/** @type {number[]} */ [a, b, c], /** @type {number[]} */ [d, e, f]) => [
  b * f - c * e,
  c * d - a * f,
  a * e - b * d,
];
/** A vector and so much of another. */
export const plus = (u, v, much = 1) => u.map((x, axis) => x + much * v[axis]);

/** Nothing nearer than this part of its distance is seen; and a hand is led no farther than this many of them. */
const NEAR = 0.02,
  FAR = 4;
/** A line that points at the eye cannot be pulled along: its least part across the view. */
const ACROSS = 0.05;

export class Eye {
  /** The eye of a view of a stage of this size, CSS pixels. */
  constructor(view, width, height) {
    const [x, y, z, ...target] = view.eye(),
      away = plus([x, y, z], target, -1);
    this.from = [x, y, z];
    this.distance = Math.hypot(...away);
    this.middle = [width / 2, height / 2];
    this.back = away.map((one) => one / this.distance);
    const level = Math.hypot(this.back[0], this.back[1]);
    this.right = [-this.back[1] / level, this.back[0] / level, 0];
    this.up = cross(this.back, this.right);
    /** CSS pixels for a metre at a depth of one metre: the target is seen in the middle. */
    this.focal = view.world_at(...this.middle)[2] * this.distance;
  }

  depth(point) {
    return dot(this.back, plus(this.from, point, -1));
  }

  /** CSS pixels for a metre where a point is. */
  scale(point) {
    return this.focal / this.depth(point);
  }

  /** Where a point is seen on the stage; nowhere behind the eye. */
  see(point) {
    if (this.depth(point) < NEAR * this.distance) return null;
    const off = plus(point, this.from, -1),
      scale = this.scale(point);
    return [this.middle[0] + scale * dot(this.right, off), this.middle[1] - scale * dot(this.up, off)];
  }

  /** The point of a plane that is seen at a place of the stage; where there is none, a far one. */
  on(place, through, normal) {
    const [x, y] = [0, 1].map((axis) => (place[axis] - this.middle[axis]) / this.focal);
    const ray = plus(plus(plus([0, 0, 0], this.right, x), this.up, -y), this.back, -1),
      far = FAR * this.distance,
      along = dot(normal, plus(through, this.from, -1)) / dot(normal, ray);
    return plus(this.from, ray, along > 0 && along < far ? along : far);
  }

  /** The same in the plane square to the view. */
  beside(place, through) {
    return this.on(place, through, this.back);
  }

  /** How far along a direction from a point a place of the stage is. */
  along(place, from, direction) {
    const normal = plus(this.back, direction, -dot(this.back, direction));
    if (Math.hypot(...normal) < ACROSS) return 0;
    return dot(direction, plus(this.on(place, from, normal), from, -1));
  }
}
