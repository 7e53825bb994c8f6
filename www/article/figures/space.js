// The engine of space beside the stage: figures ask it for what they draw, whatever mode is on the stage.
import { placeOf } from '../../wire.js';

/** @type {typeof import('../../pkg/spatial/contact_forces.js') | null} */
let engine = null;

/** Fetches the engine; throws where the browser cannot run it. See `needsSpace` in ../main.js. */
export async function fetchSpace() {
  const wasm = await import('../../pkg/spatial/contact_forces.js');
  await wasm.default({ module_or_path: placeOf('pkg/spatial/contact_forces_bg.wasm') });
  engine = wasm;
}

/** A scene file in space, beside the stage as long as it is looked at. A floor at z = 0 is under its first body. */
export function beside(body, more, look) {
  const floor = { name: 'floor', fixed: true, shape: { type: 'plane', normal: [0, 0, 1], offset: 0 } };
  const scene = { schema: 1, mode: 'spatial', ...more, bodies: [{ name: 'body', mass: 1, ...body }, floor] };
  const copy = new engine.SceneCopy('', [], JSON.stringify(scene));
  const found = look(copy);
  copy.free();
  return found;
}
