// Whether what a hand carries about in space has room: while the clock stands it goes through everything.
import { STILL } from '../laboratory/fits.js';
import { prepare } from '../laboratory/open.js';
import { Scene } from '../laboratory/scene.js';

/** What goes by less than this part of the usual half size of a body, beside what its weight does, is not pushed. */
const SEEN = 0.02;
let timer = 0;

/**
 * Says that something has no room where a hand has put it, once the hand is still, and until it is elsewhere.
 * @param {import('../page.js').Page} page
 * @param {{ far: number, amiss: boolean, placed?: bigint }} taken how far the coming step took bodies when one was taken, m;
 *   what was said; where they were last
 */
export function look(page, taken) {
  const placed = page.view.digest();
  if (placed === taken.placed) return;
  taken.placed = placed;
  clearTimeout(timer);
  timer = setTimeout(judge, STILL, page, taken);
}

async function judge(page, taken) {
  await prepare(page);
  if (page.mode !== 'spatial' || !page.view || page.clock.running) return;
  const amiss = pushed(page, taken.far);
  if (amiss !== taken.amiss) page.welcome.remark(amiss ? page.words.t('build.no-room') : '');
  taken.amiss = amiss;
}

/** Whether bodies that touch are set apart by the coming step: it takes one farther than one went before, m, or falls. */
function pushed({ view }, far) {
  const [g, h] = ['g', 'dt'].map((name) => Number(view.value(name)));
  return view.contacts() > 0 && Math.max(...view.coming()) > far + g * h ** 2 + SEEN * Scene.of({ view }).unit;
}
