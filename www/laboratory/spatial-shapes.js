// Shapes in space for a visitor's own scene.
import { PLANAR } from './planar-shapes.js';

const DEGREE = Math.PI / 180;

/** A ramp: two triangles and what joins them, around its centre of mass. */
function wedge(s) {
  const [x, z] = [
    [-4 / 3, 2 / 3, 2 / 3],
    [-1 / 3, -1 / 3, 2 / 3],
  ].map((list) => list.map((u) => u * s));
  const vertices = [-s / 2, s / 2].flatMap((y) => x.map((_, k) => [x[k], y, z[k]]));
  return {
    type: 'mesh',
    vertices,
    faces: [
      [0, 1, 2],
      [3, 5, 4],
      [0, 3, 4, 1],
      [1, 4, 5, 2],
      [2, 5, 3, 0],
    ],
    convex: true,
  };
}

/** A shape that is drawn out: corners in an upright plane through `from` across a level direction, m. */
function prism(corners, from, [nx, ny], unit) {
  const { shape, position } = PLANAR.polygon(corners),
    n = shape.vertices.length,
    [u, v] = position;
  const vertices = [unit, -unit].flatMap((y) => shape.vertices.map(([x, z]) => [x, y, z]));
  const [far, near] = [0, n].map((first) => shape.vertices.map((_, k) => first + k));
  const sides = far.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k]);
  const angle = Math.atan2(-nx, ny) + Math.PI; // x goes to the right as it is seen
  return {
    shape: { type: 'mesh', vertices, faces: [[...far].reverse(), near, ...sides] },
    position: [from[0] - ny * u, from[1] + nx * u, from[2] + v],
    quaternion: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)],
  };
}

/** The product of two quaternions w, x, y, z. */
const times = (/** @type {number[]} */ [a, b, c, d], /** @type {number[]} */ [e, f, g, h]) => [
  a * e - b * f - c * g - d * h,
  a * f + b * e + c * h - d * g,
  a * g - b * h + c * e + d * f,
  a * h + b * g - c * f + d * e,
];

/** A vector turned by a quaternion. */
const turned = (p, /** @type {number[]} */ [w, x, y, z]) =>
  times(times([w, x, y, z], [0, ...p]), [w, -x, -y, -z]).slice(1);

const round = (shape) => shape.radius ?? (shape.major_radius ? shape.major_radius + shape.minor_radius : undefined);
const corners = ({ vertices, profile }) =>
  vertices ??
  profile?.flatMap(([r, z]) => [
    [r, r, z],
    [-r, -r, z],
  ]);

/** Half the size along an axis of the body, m. */
function half(shape, axis) {
  const list = shape.half_extents ?? shape.semi_axes;
  if (list) return list[axis] ?? 0;
  if (shape.height && axis === 2) return shape.height / 2;
  const points = corners(shape)?.map((p) => p[axis]);
  return points ? (Math.max(...points) - Math.min(...points)) / 2 : (round(shape) ?? 1);
}

const size = (shape) => Math.max(...[0, 1, 2].map((axis) => half(shape, axis)));

/** The corners of the box around a body; what bodies lie in or on has room inside. */
function box({ shape, position, quaternion = [1, 0, 0, 0] }) {
  if (shape.type === 'plane' || shape.type === 'sphere_cavity') return [position, position];
  const reach = size(shape),
    points = corners(shape)?.map((p) => turned(p, quaternion)) ?? [
      [-reach, -reach, -reach],
      [reach, reach, reach],
    ];
  return [Math.min, Math.max].map((pick) => position.map((x, axis) => x + pick(...points.map((p) => p[axis]))));
}

/** Turns a body about an axis of the world, degrees. */
function turn(body, axis, degrees) {
  const half = (degrees * DEGREE) / 2,
    all = times([Math.cos(half), ...axis.map((x) => Math.sin(half) * x)], body.quaternion),
    length = Math.hypot(...all);
  body.quaternion = all.map((one) => one / length);
}

/** Whether a shape is round about its own z axis, and as high as it is told to be. */
const isTurned = (shape) => shape.profile || (shape.radius && shape.height);

/** Makes a shape larger or smaller: a mesh or a box along an axis, one that is round about one along it or across, a ball as a whole. */
function scale(shape, axis, factor) {
  const list = shape.half_extents ?? shape.semi_axes;
  if (list && axis in list) list[axis] *= factor;
  else if (shape.vertices) for (const p of shape.vertices) p[axis] *= factor;
  else if (shape.profile)
    shape.profile = shape.profile.map((p) => p.map((x, k) => (k === Number(axis === 2) ? x * factor : x)));
  else if (isTurned(shape)) shape[axis === 2 ? 'height' : 'radius'] *= factor;
  else
    for (const name of ['radius', 'height', 'major_radius', 'minor_radius']) if (name in shape) shape[name] *= factor;
}

export const SPATIAL = {
  axes: 3,
  prism,
  tray: {
    block: (s) => ({ shape: { type: 'box', half_extents: [s, s * 0.6, s / 2] } }),
    slab: (s) => ({ shape: { type: 'box', half_extents: [2 * s, s, s / 6] } }),
    wedge: (s) => ({ shape: wedge(1.2 * s) }),
    ball: (s) => ({ shape: { type: 'sphere', radius: s * 0.7 } }),
    roller: (s) => ({
      shape: {
        type: 'lathe',
        profile: [
          [0, -s],
          [s / 2, -s],
          [s / 2, s],
          [0, s],
        ],
      },
    }),
    wall: (s) => ({ shape: { type: 'box', half_extents: [3 * s, s / 4, s] }, fixed: true }),
  },
  empty: {
    schema: 1,
    mode: 'spatial',
    title: 'own',
    gravity: [0, 0, -9.81],
    duration: 10,
    time_step: 0.01,
    scheme: 'moreau',
    scene: {
      friction: 0.5,
      restitution: 0,
      bodies: [
        { name: 'ground', fixed: true, shape: { type: 'plane', normal: [0, 0, 1] } },
        {
          name: 'block 1',
          density: 500,
          position: [0, 0, 0.15],
          shape: { type: 'box', half_extents: [0.3, 0.2, 0.15] },
        },
      ],
    },
  },
  size,
  bulk: (shape) => [0, 1, 2].reduce((all, axis) => all * 2 * half(shape, axis), 1),
  box,
  /** Along each axis of the body, or one of a ball; those of one name are one size. */
  sizes(shape) {
    if (shape.type === 'plane') return [];
    const free = shape.half_extents || shape.vertices || shape.semi_axes?.length === 3,
      round = isTurned(shape) ? ['diameter', 'diameter', 'height'] : ['size'];
    return (free ? ['length', 'depth', 'height'] : round).map((key, axis) => [key, 2 * half(shape, axis)]);
  },
  scale,
  /** Least and greatest coordinates, m. */
  reach(shape) {
    const points = corners(shape);
    const end = (way) =>
      [0, 1, 2].map((axis) =>
        points ? Math[way < 0 ? 'min' : 'max'](...points.map((p) => p[axis])) : way * half(shape, axis),
      );
    return [end(-1), end(1)];
  },
  /** A direction of the body in the world. */
  outward: ({ quaternion = [1, 0, 0, 0] }, p) => turned(p, quaternion),
  turn,
  /** Turns about the axes of the world, by what is typed. */
  turns: () =>
    ['x', 'y', 'z'].map((axis, k) => ({
      key: `turn-${axis}`,
      unit: '°',
      value: 0,
      set: (scene, body, x) =>
        turn(
          body,
          [0, 1, 2].map((other) => Number(other === k)),
          x,
        ),
    })),
  spins: ({ omega }) =>
    ['x', 'y', 'z'].map((axis, k) => ({
      key: `omega-${axis}`,
      unit: 'rad/s',
      value: omega[k],
      set: (scene, body, x) => {
        body.omega[k] = x;
      },
    })),
  more: () => [],
};
