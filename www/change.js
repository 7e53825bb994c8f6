// From one module to another with the scene as it is: the other mode, or the module that has all of the laboratory. Loaded
// when that is first asked for.
import { give, take } from './laboratory/carry.js';

/** What of the settings stays when the mode changes. */
export const LASTING = ['theme', 'lang', 'motion', 'keys', 'rate'];

/** What a mode is called, and where it has words of each of its scenes. */
const MODES = { planar: ['2D', 'lang/en.json', 'scene'], spatial: ['3D', 'spatial/lang/en.json', 'about'] };

/** Of an unknown scene of the address that the other mode has, the warning says so and leads there. */
export async function offer(page, warnings) {
  const asked = new URLSearchParams(location.search), scene = asked.get('scene');
  const other = page.mode === 'spatial' ? 'planar' : 'spatial', [mode, file, kind] = MODES[other];
  const words = await (await fetch(page.place(file))).json();
  if (!(`${kind}.${scene}` in words)) return;
  asked.set('mode', other);
  const link = Object.assign(document.createElement('a'), { href: `?${asked}`, textContent: page.t('elsewhere.open', { mode }) });
  const place = document.querySelectorAll('#warnings span')[warnings.findIndex(([field]) => field === 'scene')];
  place.replaceChildren(`scene: ${page.t('elsewhere', { scene, mode })} `, link);
}

/** Puts another mode on the stage, where it was left or at an address; whether it is there. */
export async function enter(page, mode, address = page.left[mode] ?? `?mode=${mode}`) {
  const { view, module } = page, [query, hash = ''] = address.split('#');
  const asked = new URLSearchParams(query);
  page.run(false);
  try {
    page.left[page.mode] = view.link();
    for (const name of LASTING) if (view.value(name)) asked.set(name, view.value(name));
    await page.prepare(mode, asked);
    view.release_all();
    page.panels.leave();
    page.view = page.makeView(mode, asked, hash);
  } catch (error) {
    await page.useModule(module);
    page.warn([error.message]);
    return false;
  } finally {
    page.showMode();
  }
  view.free();
  page.begun = page.view.time();
  await page.speak(page.language);
  page.warn(page.rows(page.view.warnings()));
  page.show();
  page.say(document.getElementById('stage-words').textContent);
  return true;
}

/** Goes on in another module of the plane, from the same state; whether it is there. */
export async function moveTo(page, name) {
  if (page.mode === 'spatial' && !await enter(page, 'planar')) return false;
  if (page.module === name) return true;
  const { view } = page;
  let query, hash, past;
  try {
    await page.useModule(name);
    [query, hash] = view.link().split('#');
    past = take(view, page.cells(view.columns()).length);
  } catch (error) {
    page.warn([`${page.t('fault.module')} ${error.message}`]);
    return false;
  }
  const kept = ['k', 'values', 'applied'].map((setting) => [setting, view.value(setting)]);
  page.view = new page.wasm.PlanarView(document.getElementById('stage'), page.fields(query), hash);
  view.free();
  for (const [setting, value] of kept) page.view.set(setting, value);
  give(page.view, past);
  page.view.run(page.running);
  page.view.write_comma(page.language === 'de');
  page.stage.open();
  page.paint();
  return true;
}
