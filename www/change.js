// From one mode to the other, each with a module of its own. Loaded when that is first asked for.

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
  const { view, mode: before } = page, [query, hash = ''] = address.split('#');
  const asked = new URLSearchParams(query);
  page.run(false);
  try {
    page.left[page.mode] = view.link();
    if (view.value('scene') === 'own') (await import('./own.js')).leave(page);
    for (const name of LASTING) if (view.value(name)) asked.set(name, view.value(name));
    await page.prepare(mode);
    view.release_all();
    page.panels.leave();
    page.view = page.makeView(mode, asked, hash);
    if (asked.get('scene') === 'own') (await import('./own.js')).comeBack(page);
  } catch (error) {
    await page.useModule(before);
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
