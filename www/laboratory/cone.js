// A cone of friction seen along the normal: what friction may be, and what it is.
import { draw } from './make.js';

const SIZE = 240,
  MIDDLE = SIZE / 2,
  RADIUS = 88;

/** Degrees between a friction and the direction against a sliding. */
export function off(friction, sliding) {
  const [x, y] = [
    -(friction[0] * sliding[0] + friction[1] * sliding[1]),
    friction[0] * sliding[1] - friction[1] * sliding[0],
  ];
  return (Math.abs(Math.atan2(y, x)) * 180) / Math.PI;
}

/** What the module tells of a contact in space. */
export function contactInSpace(view, k) {
  const list = view.contact(k),
    vector = (at) => [...list.slice(at, at + 3)];
  if (!list.length) return null;
  const normal = vector(4),
    friction = vector(7),
    velocity = vector(11),
    [t, s] = tangents(normal);
  const across = (v) => [dot(v, t), dot(v, s)];
  return {
    bodies: [list[0], list[1]],
    force: list[2],
    gap: list[3],
    mu: list[10],
    rate: dot(velocity, normal),
    friction: across(friction),
    sliding: across(velocity),
  };
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The two directions across a normal that the solver uses: for an upright one x and y (Duff and others, J. Comput. Graph. Tech. 6, 2017). */
function tangents(/** @type {number[]} */ [x, y, z]) {
  const sign = z < 0 ? -1 : 1,
    a = -1 / (sign + z),
    b = x * y * a;
  return [
    [1 + sign * x * x * a, sign * b, -sign * x],
    [b, sign + y * y * a, -y],
  ];
}

/** A line with a head, as a path. */
function arrow([x, y]) {
  const length = Math.hypot(x, y);
  if (length < 1) return '';
  const [u, v] = [x / length, y / length],
    head = Math.min(8, length);
  const side = (sign) =>
    `${MIDDLE + x - head * u + sign * 0.45 * head * v} ${MIDDLE - y + head * v + sign * 0.45 * head * u}`;
  return `M${MIDDLE} ${MIDDLE}L${MIDDLE + x} ${MIDDLE - y}M${side(1)}L${MIDDLE + x} ${MIDDLE - y}L${side(-1)}`;
}

/** The name of an arrow, beyond its head. */
function name([x, y], text, kind) {
  const length = Math.hypot(x, y) || 1,
    reach = (length + 17) / length;
  return draw('text', { x: MIDDLE + x * reach, y: MIDDLE - y * reach + 4, class: kind, 'text-anchor': 'middle' }, text);
}

/** The picture: the round cone, a pyramid with corners in it, and arrows in the units of its radius, some with names. */
export function coneFromAbove({ radius, corners, arrows, label }) {
  const scale = radius > 0 ? RADIUS / radius : 0;
  const corner = (k) =>
    [
      MIDDLE + RADIUS * Math.cos((2 * Math.PI * k) / corners),
      MIDDLE - RADIUS * Math.sin((2 * Math.PI * k) / corners),
    ].join(' ');
  const pyramid = corners
    ? [draw('path', { class: 'pyramid', d: `M${Array.from({ length: corners }, (_, k) => corner(k)).join('L')}Z` })]
    : [];
  const parts = arrows.flatMap(({ to, kind, dashed, text }) => {
    const at = to.map((x) => scale * x);
    return [
      draw('path', { class: `cone-arrow ${kind}${dashed ? ' dashed' : ''}`, d: arrow(at) }),
      ...(text ? [name(at, text, kind)] : []),
    ];
  });
  return draw(
    'svg',
    { viewBox: `0 0 ${SIZE} ${SIZE}`, class: 'cone-picture', role: 'img', 'aria-label': label },
    draw('circle', { class: 'cone', cx: MIDDLE, cy: MIDDLE, r: RADIUS }),
    ...pyramid,
    ...parts,
    draw('circle', { class: 'point', cx: MIDDLE, cy: MIDDLE, r: 3.5 }),
  );
}
