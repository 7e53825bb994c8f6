// The engine of space beside the stage: figures ask it for what they draw, whatever mode is on the stage.
import { placeOf } from '../../wire.js';

/** @type {typeof import('../../pkg/spatial/contact_forces.js') | null} */
let engine = null;

/** Fetches the engine; throws where the browser cannot run it. See `needs` of a figure. */
export async function fetchSpace() {
  const wasm = await import('../../pkg/spatial/contact_forces.js');
  await wasm.default({ module_or_path: placeOf('pkg/spatial/contact_forces_bg.wasm') });
  engine = wasm;
}

/** A level floor at z = 0. */
const LEVEL = { shape: { type: 'plane', normal: [0, 0, 1], offset: 0 } };

/** Fischer's function, by the engine. */
export const fischer = (x, y) => engine.fischer(x, y);

/**
 * A body over a floor, as a scene file in space, beside the stage as long as it is looked at.
 * @param {any} body
 * @param {any} more of the file, and the floor if it is no level one
 * @param {(copy: any) => any} look
 */
export function beside(body, { floor = LEVEL, ...more }, look) {
  const bodies = [
    { name: 'body', mass: 1, ...body },
    { name: 'floor', fixed: true, ...floor },
  ];
  const scene = { schema: 1, mode: 'spatial', ...more, bodies };
  const copy = new engine.SceneCopy('', [], JSON.stringify(scene));
  const found = look(copy);
  copy.free();
  return found;
}
