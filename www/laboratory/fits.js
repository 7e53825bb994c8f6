// Whether bodies have room where one was put, by the word of the engine: where nothing pulls and nothing moves, a step moves
// only what lies in something else or is torn off its joints.
import { Scene } from './scene.js';

/** What moves by less than this part of the usual half size of a body has room: it is not seen. */
const SEEN = 1e-3;
/** ms for which a hand is still before it is said whether a body has room. */
export const STILL = 120;

/**
 * Whether a body has room in a scene, and takes none from others that they had in the scene before: both are texts of files,
 * the first is on the stage and will be there again.
 * @param {import('../page.js').Page} page
 * @param {string} text
 * @param {string} before
 * @param {number} number of the body
 */
export function fits(page, text, before, number) {
  const now = pushed(page, text),
    fit = !now[number] && (!now.some(Boolean) || pushed(page, before).every((far, k) => far || !now[k]));
  page.view.open_scene(text, false);
  return fit;
}

/** How far each body of a scene is pushed, m, where that is seen. */
function pushed({ view }, text) {
  const scene = new Scene(JSON.parse(text));
  scene.still();
  view.open_scene(scene.text(), false);
  view.step();
  view.notices(); // of a step that nobody has seen
  const { bodies } = Scene.of({ view });
  return scene.bodies.map(({ position }, k) => {
    const far = Math.hypot(...position.map((x, axis) => bodies[k].position[axis] - x));
    return scene.moving.includes(k) && far > SEEN * scene.unit ? far : 0;
  });
}
