// One block under a load, with the numbers of the engine: what the pictures of it share.
import { fieldsOf } from '../../wire.js';
import { arrow, draw, tell } from '../make.js';

/** Half the block's width, its height, half the board's length, m. */
export const [HALF, HIGH, BOARD] = [1, 1, 2.4];

/** The engine of the plane, which goes on counting here while another mode is on the stage. */
export function planar(page) {
  kept = page.modes.wasm?.PlanarView ?? kept;
  return kept;
}
let kept = null;

/** A scene of the plane beside the stage, as long as it is looked at. */
export function beside(page, query, look) {
  const view = new (planar(page))(document.createElement('canvas'), fieldsOf(query), '');
  const found = look(view);
  view.free();
  return found;
}

/** The same for a scene file in the plane. */
export function scene(page, more, look) {
  return beside(page, '', (view) => {
    view.open_scene(JSON.stringify({ schema: 1, mode: 'planar', gravity: [0, 0], ...more }), true);
    return look(view);
  });
}

/** The corners of a rectangle. */
export const rectangle = (left, low, right, high) => [
  [left, low],
  [right, low],
  [right, high],
  [left, high],
];

/** A body of a scene file, by its corners about its centre of mass. */
export const polygon = (name, vertices, more = {}) => ({
  name,
  mass: 1,
  inertia: 1,
  shape: { type: 'polygon', vertices },
  ...more,
});

/** A, b, f and a of the block, from left to right, under a load, N, at a place of its board, m, and a torque, N m. */
export function blockUnder(page, x, load, torque = 0) {
  const list = [...planar(page).loaded(x, load, torque)];
  return { A: list.slice(0, 4), b: list.slice(4, 6), f: list.slice(6, 8), a: list.slice(8, 10) };
}

/** An arrow with its words beside its tail: `side` is where they stand. */
export function force(page, kind, name, from, along, value, side = 8) {
  const [x, y] = from,
    size = Math.hypot(...along);
  if (size < 0.5) return [];
  const mid = [x + along[0] / 2, y + along[1] / 2];
  const text = { x: mid[0] + side, y: mid[1] + 4, class: kind, 'text-anchor': side < 0 ? 'end' : 'start' };
  return [
    draw('path', {
      class: `arrow ${kind}${kind === 'gravity' ? ' dashed' : ''}`,
      d: arrow(from, along),
      'data-force': kind,
    }),
    draw('text', text, `${name} ${tell(page, value, 2)} N`),
  ];
}
