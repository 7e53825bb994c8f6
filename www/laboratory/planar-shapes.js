// Shapes of the plane for a visitor's own scene: polygons around their centre of mass.
const turned = (/** @type {number[]} */ [x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
const DEGREE = Math.PI / 180;

/** A body with these corners, m in the world, in any order around; its origin is its centre of mass. */
function polygon(corners) {
  const edges = corners.map((p, k) => [p, corners[(k + 1) % corners.length]]);
  const cross = ([[x, y], [u, v]]) => x * v - u * y,
    twice = edges.reduce((all, edge) => all + cross(edge), 0);
  if (twice === 0) return { shape: { type: 'polygon', vertices: corners }, position: [0, 0] }; // the engine says what is wrong
  const part = (axis) =>
    edges.reduce((all, edge) => all + cross(edge) * (edge[0][axis] + edge[1][axis]), 0) / (3 * twice);
  const position = [part(0), part(1)],
    around = twice < 0 ? [...corners].reverse() : corners;
  return { shape: { type: 'polygon', vertices: around.map(([x, y]) => [x - position[0], y - position[1]]) }, position };
}

const box = (width, height) =>
  polygon([
    [-width, -height],
    [width, -height],
    [width, height],
    [-width, height],
  ]);
const regular = (n, radius) =>
  polygon(Array.from({ length: n }, (_, k) => turned([radius, 0], ((2 * k + 1) * Math.PI) / n - Math.PI / 2)));

const extent = ({ vertices }, axis) => {
  const all = vertices.map((p) => p[axis]);
  return Math.max(...all) - Math.min(...all);
};

export const PLANAR = {
  axes: 2,
  polygon,
  tray: {
    block: (s) => box(s, s / 2),
    plank: (s) => box(2 * s, s / 4),
    wedge: (s) =>
      polygon([
        [-s, 0],
        [s, 0],
        [s, s],
      ]),
    hexagon: (s) => regular(6, s * 0.8),
    wheel: (s) => regular(24, s * 0.8),
    wall: (s) => ({ ...box(3 * s, s / 4), fixed: true }),
  },
  empty: {
    schema: 1,
    mode: 'planar',
    title: 'own',
    gravity: [0, -9.81],
    duration: 10,
    time_step: 0.01,
    target_gap: 0.005,
    view: [
      [-4, -0.5],
      [4, 4.5],
    ],
    scene: {
      restitution: 0.3,
      bodies: [
        {
          name: 'floor',
          fixed: true,
          shape: {
            type: 'polygon',
            vertices: [
              [-20, -1],
              [20, -1],
              [20, 0],
              [-20, 0],
            ],
          },
        },
        {
          name: 'block 1',
          density: 1,
          position: [0, 0.255],
          shape: {
            type: 'polygon',
            vertices: [
              [-0.5, -0.25],
              [0.5, -0.25],
              [0.5, 0.25],
              [-0.5, 0.25],
            ],
          },
        },
      ],
    },
  },
  /** Half the larger side, m. */
  size: (shape) => Math.max(extent(shape, 0), extent(shape, 1)) / 2,
  bulk: (shape) => extent(shape, 0) * extent(shape, 1),
  /** Lower left and upper right corner of the box around a body. */
  box({ shape, position, angle = 0 }) {
    const all = shape.vertices.map((p) => turned(p, angle));
    return [Math.min, Math.max].map((pick) => position.map((x, axis) => x + pick(...all.map((p) => p[axis]))));
  },
  /** Least and greatest coordinates, m. */
  reach: ({ vertices }) =>
    [Math.min, Math.max].map((pick) => [0, 1].map((axis) => pick(...vertices.map((p) => p[axis])))),
  /** A direction of the body in the world, and one of the world in the body. */
  outward: ({ angle = 0 }, p) => turned(p, angle),
  inward: ({ angle = 0 }, p) => turned(p, -angle),
  sizes: (shape) => [
    ['width', extent(shape, 0)],
    ['height', extent(shape, 1)],
  ],
  scale: (shape, axis, factor) => {
    for (const p of shape.vertices) p[axis] *= factor;
  },
  turns: ({ angle }) => [
    {
      key: 'angle',
      unit: '°',
      value: angle / DEGREE,
      set: (scene, body, x) => {
        body.angle = x * DEGREE;
      },
    },
  ],
  spins: ({ omega }) => [
    {
      key: 'omega',
      unit: 'rad/s',
      value: omega,
      set: (scene, body, x) => {
        body.omega = x;
      },
    },
  ],
  more: ({ shape, friction }) => [
    {
      key: 'friction',
      value: friction,
      set: (scene, body, x) => {
        if (Number.isNaN(x)) delete body.friction;
        else body.friction = x;
      },
    },
    {
      key: 'corners',
      value: shape.vertices.map((p) => p.map((x) => Number(x.toPrecision(6))).join(' ')).join(', '),
      set: reshape,
    },
  ],
};

/** Corners as they are typed, in the body's frame, which then has its origin at the new centre of mass. */
function reshape(scene, body, text) {
  const made = polygon(text.split(',').map((pair) => pair.trim().split(/\s+/).map(Number)));
  const shift = turned(made.position, body.angle ?? 0);
  body.shape = made.shape;
  body.position = body.position.map((x, axis) => x + shift[axis]);
  delete body.inertia;
}
