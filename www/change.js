// From one mode to the other, each with a module of its own. Loaded when that is first asked for.
import { rowsOf } from './wire.js';

/** What of the settings stays when the mode changes. */
export const LASTING = ['theme', 'lang', 'motion', 'keys', 'rate'];

/** What a mode is called, and where it has words of each of its scenes. */
const MODES = { planar: ['2D', 'page', 'scene'], spatial: ['3D', 'spatial', 'about'] };

/** Of an unknown scene of the address that the other mode has, the warning says so and leads there. */
export async function offer(page, warnings) {
  const asked = new URLSearchParams(location.search),
    scene = asked.get('scene');
  const other = page.mode === 'spatial' ? 'planar' : 'spatial',
    [mode, part, kind] = MODES[other];
  const words = await page.words.lexicon(part, 'en');
  if (!(`${kind}.${scene}` in words)) return;
  asked.set('mode', other);
  const link = Object.assign(document.createElement('a'), {
    href: `?${asked}`,
    textContent: page.words.t('elsewhere.open', { mode }),
  });
  const place = document.querySelectorAll('#warnings span')[warnings.findIndex(([field]) => field === 'scene')];
  place.replaceChildren(`scene: ${page.words.t('elsewhere', { scene, mode })} `, link);
}

/** Puts another mode on the stage, where it was left or at an address; whether it is there. */
export async function enter(page, mode, address = page.modes.left[mode] ?? `?mode=${mode}`) {
  const { view, mode: before } = page,
    [query, hash = ''] = address.split('#'),
    ran = page.clock.running;
  const asked = new URLSearchParams(query);
  page.clock.run(false);
  try {
    page.modes.left[page.mode] = view.link();
    if (view.value('scene') === 'own') (await import('./own.js')).leave(page);
    for (const name of LASTING) if (view.value(name)) asked.set(name, view.value(name));
    await page.modes.prepare(mode);
    view.release_all();
    page.panels.leave();
    page.view = page.modes.view(mode, asked, hash);
    if (asked.get('scene') === 'own') (await import('./own.js')).comeBack(page);
  } catch (error) {
    await page.modes.use(before);
    page.report.warn([error.message]);
    return false;
  } finally {
    page.modes.show();
  }
  view.free();
  page.clock.begun = page.view.time();
  await page.words.speak();
  page.report.warn(rowsOf(page.view.warnings()));
  page.show();
  page.clock.run(ran); // it goes on as it was
  page.report.say(document.getElementById('stage-words').textContent);
  return true;
}
