// What opens a tab of the spatial mode.
import { style } from '../laboratory/open.js';

const PARTS = {
  collisions: () => import('./collisions.js'),
  curvature: () => import('./curvature.js'),
};

/** The part of this name in its panel. */
export async function open(page, panel, name) {
  const [{ Part }] = await Promise.all([PARTS[name](), style()]);
  return new Part(page, panel);
}
