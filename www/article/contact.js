// A contact, and the equation of all, by names instead of places in the engine's lists.

/** A contact term by term, by name, from the module's list. */
export function contactOf(view, k) {
  const list = view.anatomy(k);
  if (!list.length) return null;
  const [atEdge, gap, nx, ny, tx, ty, rate, accel, bF, bw, bn, bc] = list;
  const side = ([body, inverseMass, inverseInertia, omega, ...v]) => ({
    body,
    inverseMass,
    inverseInertia,
    omega,
    point: v.slice(0, 2),
    arm: v.slice(2, 4),
    velocity: v.slice(4, 6),
    acceleration: v.slice(6, 8),
  });
  return {
    atEdge: atEdge === 1,
    gap,
    rate,
    accel,
    n: [nx, ny],
    turnOfN: [tx, ty],
    bF,
    bw,
    bn,
    bc,
    sides: [side(list.slice(12, 24)), side(list.slice(24, 36))],
  };
}

/** A, b, f and a of the scene. */
export function equationOf(view) {
  const numbers = view.equation(),
    n = Math.round(Math.sqrt(numbers.length + 2.25) - 1.5); // n² + 3n numbers
  const vector = (k) => [...numbers.slice(n * n + k * n, n * n + (k + 1) * n)];
  return { n, entry: (i, j) => numbers[i * n + j], b: vector(0), f: vector(1), a: vector(2) };
}

/** The selected contact of a scene in space, with the same names. */
export function spatialContact(view) {
  const [gap, rate, accel, bF, bw, bn, gyro] = view.contact_terms();
  return gap === undefined ? null : { gap, rate, accel, bF, bw, bn, bc: 0, gyro };
}

/** Name of a body of the plane in the reader's language. */
export const bodyNamed = (page, number) =>
  page.view.body_name(number).replace(/[a-z ]*[a-z]/, (word) => page.words.all[`body.${word}`] ?? word);
