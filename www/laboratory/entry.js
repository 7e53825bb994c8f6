// An entry of A as a picture on the stage: a unit force at contact j, and gap i that accelerates by a_ij.
import { brief, note } from './make.js';
import { prepare } from './open.js';

/** ms that the pointer must rest before the picture comes, and that the motion takes. */
const REST = 150,
  MOTION = 900;

let wanted = null,
  timer = 0;

/** Shows the entry in row i and column j, counted from 0; hides it without them. */
export function show(page, i, j) {
  clearTimeout(timer);
  const before = wanted;
  wanted = j === undefined ? null : [Number(i), Number(j)];
  if (wanted) timer = setTimeout(begin, before ? 0 : REST, page, wanted);
  else if (before) hide(page);
}

function hide(page) {
  note('entry');
  page.view?.show_entry?.(0, 0, -1);
  page.clock.changed();
}

async function begin(page, entry) {
  await prepare(page);
  if (wanted !== entry) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || page.view.value('motion') === 'reduce';
  const start = performance.now();
  const tick = () => {
    if (wanted !== entry || !page.view) return;
    const share = still ? 1 : Math.min((performance.now() - start) / MOTION, 1);
    tell(page, entry, page.view.show_entry(...entry, share));
    page.clock.changed();
    if (share < 1) requestAnimationFrame(tick);
  };
  tick();
  if (document.activeElement?.matches('[data-j]'))
    page.report.say(document.getElementById('note-entry')?.textContent ?? '');
}

function tell(page, [i, j], [entry]) {
  if (entry === undefined) return note('entry'); // the contact has gone
  const key = Math.abs(entry) < 1e-9 ? 'entry.none' : entry > 0 ? 'entry.opens' : 'entry.closes';
  note('entry', page.words.t(key, { i: i + 1, j: j + 1, a: brief(page, entry) }));
}
