// The runs of the tab "Drift", as the engine tells them, by step.

/** What is compared in the plane: the two levels, without friction, or the two schemes of the stage. */
export const PAIRS = { levels: ['acceleration', 'distance'], schemes: ['acceleration', 'velocity'] };
/** Numbers of a step in the plane before the places of the bodies: gap, sliding, impulse without a collision. */
const HEAD = 3;

/** A list up to where it is not known any more. */
export function untilUnknown(list) {
  const end = list.findIndex(Number.isNaN);
  return end < 0 ? list : list.slice(0, end);
}

/** Both runs in the plane: the gap, how far the contact slid, impulses, and the places of all bodies, step by step. */
export function twins(view, pair, contact, steps) {
  return PAIRS[pair].map((name) => {
    const numbers =
      pair === 'schemes' ? view.by_scheme(name, contact, steps) : view.twin(name === 'distance', contact, steps);
    const width = numbers.length / (steps + 1),
      rows = Array.from({ length: steps + 1 }, (_, k) => numbers.subarray(k * width, (k + 1) * width));
    const [gaps, slid, shocks] = [0, 1, 2].map((k) => rows.map((row) => row[k]));
    return { gaps, slid, shocks, bodies: rows.map((row) => row.subarray(HEAD)) };
  });
}

/** A run in space step by step; the gap stays unknown where the bodies are far apart. */
export function read(numbers, steps) {
  const width = numbers.length / (steps + 1),
    rows = Array.from({ length: steps + 1 }, (_, k) => numbers.subarray(k * width, (k + 1) * width));
  const column = (k) => rows.map((row) => row[k]);
  return {
    gaps: column(0),
    iterations: column(1).slice(1),
    residuals: column(2).slice(1),
    bodies: rows.map((row) => row.subarray(3)),
  };
}
