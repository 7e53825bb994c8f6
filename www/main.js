// Loads the module, runs the clock, and holds the page together. Everything else gets `page`.
import { Stage } from './stage.js';
import { Panels } from './panels.js';
import { Welcome } from './welcome.js';
import { divide, widen } from './divide.js';
import { Steady } from './steady.js';

const $ = (id) => document.getElementById(id);
const root = document.documentElement;
const address = new URLSearchParams(location.search);
root.classList.toggle('embed', address.get('embed') === '1'); // before a height is told

/** The modules, one for each mode. */
const MODULES = { planar: './pkg/planar/contact_forces.js', spatial: './pkg/spatial/contact_forces.js' };

/** What the address calls a visitor's own scene, which comes after the mark of its hash. */
const OWN = 'own';

/** The page: what its parts share. Tests reach it as `window.page`. */
const page = {
  /** The module, and the scene on the stage; no scene before it is loaded and after a fault. */
  wasm: null,
  view: null,
  /** Planar or spatial; what the spatial mode has of its own, once it was chosen; where each mode was left. */
  mode: 'planar',
  space: null,
  left: {},
  running: false,
  /** The time at which there was no past yet, s. */
  begun: 0,
  /** Callbacks of the screen so far: none are made while nothing changes. */
  frames: 0,
  /** What one step of the time and one picture cost of late, ms. */
  cost: 0,
  words: {},
  /** What tells further words of the language beside those of the page. */
  lexicons: [],
  /** The live parts of the article, once it is read. */
  article: null,
  say, t, number, changed, run, read, keep, load, set, restart, remember, share, enter, speak, warn, fit, cells, rows, fields, place, useModule, prepare, makeView, showMode, show, paint, fault,
  bodyName: (name) => stage.bodyName(name),
  /** A body of the stage is clicked. */
  pick: (...place) => panels.showBody(...place),
};
window.page = page;

// ---- what goes to the module and comes from it: rows of words as one text ----------------------------------------

/** The words of a row. */
function cells(text) {
  return text ? text.split('\x1f') : [];
}

/** Rows of words. */
function rows(text) {
  return text ? text.split('\x1e').map(cells) : [];
}

/** The fields of an address, names and texts; a visitor's own scene is not among those that they name. */
function fields(query) {
  return [...new URLSearchParams(query)].filter(([name, text]) => name !== 'scene' || text !== OWN).flat().map((word) => word.replace(/[\x1e\x1f]/g, ' ')).join('\x1f');
}

/** Where a file of the page is, by its path here: on a server, or within the one file that needs none. */
function place(path) {
  return globalThis.contactForcesFiles?.[`www/${path}`] ?? new URL(path, import.meta.url);
}

// ---- words -------------------------------------------------------------------------------------------------------

const english = new Map(); // the words of index.html by key, to come back to

/** The words of a key with its {places} filled in. */
function t(key, values = {}) {
  const words = page.words[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** A number in the reader's language. */
function number(x, digits) {
  return x.toLocaleString(page.language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).replace('-', '−');
}

let spoken = Promise.resolve();
/** Takes the words of a language; one at a time, for several parts may ask for it. */
function speak(language) {
  spoken = spoken.catch(() => {}).then(() => speakNow(language));
  return spoken;
}

async function speakNow(language) {
  const own = navigator.language?.startsWith('de') ? 'de' : 'en';
  page.language = ['en', 'de'].includes(language) ? language : own;
  const file = await fetch(place(`lang/${page.language}.json`)), words = await file.json();
  for (const more of page.lexicons) Object.assign(words, await more());
  page.words = words; // all at once: never is one missing that was there
  root.lang = page.language;
  const put = (key, now, write) => {
    if (!english.has(key)) english.set(key, now);
    write(page.words[key] ?? english.get(key));
  };
  for (const e of document.querySelectorAll('[data-t]')) put(e.dataset.t, e.innerHTML, (words) => { if (e.innerHTML !== words) e.innerHTML = words; });
  for (const e of document.querySelectorAll('[data-t-label], [data-t-title]')) {
    put(e.dataset.tLabel ?? e.dataset.tTitle, e.getAttribute('aria-label') ?? '', (words) => {
      if (words) e.setAttribute('aria-label', words);
      if (e.dataset.tTitle) e.title = words;
    });
  }
  document.title = $('title').textContent;
  for (const part of document.querySelectorAll('.formula')) widths.observe(part);
  page.article?.speak();
}

/** A formula too wide for its place scrolls, by keys too. */
function fit(formula) {
  const wide = formula.scrollWidth > formula.clientWidth;
  for (const [name, value] of [['tabindex', 0], ['role', 'group'], ['aria-label', t('formula')]]) {
    if (wide) formula.setAttribute(name, value);
    else formula.removeAttribute(name);
  }
}
const widths = new ResizeObserver((formulas) => formulas.forEach(({ target }) => fit(target)));

let said = -Infinity, next = '', timer = 0;
/** Tells a screen reader; of several messages within a second the last. */
function say(text) {
  next = text;
  timer ||= setTimeout(() => {
    [$('live').textContent, said, timer] = [next, performance.now(), 0];
  }, Math.max(0, said + 1000 - performance.now()));
}

// ---- clock -------------------------------------------------------------------------------------------------------

let callback = 0, last = 0;
/** Whether the stage cannot be seen: the tab is hidden, or a frame in another page is scrolled away. */
let away = false, onScreen = true, ranBefore = false;

/** Something is to be drawn. */
function changed() {
  if (!callback && page.view && !away) callback = requestAnimationFrame(frame);
}

function frame(now) {
  callback = 0;
  page.frames += 1;
  if (!page.view) return;
  const begin = performance.now();
  if (page.running) {
    page.view.frame((now - last) / 1000);
    last = now;
    changed();
  }
  page.view.draw();
  page.cost = 0.9 * page.cost + 0.1 * (performance.now() - begin);
  welcome.show();
  if (page.view.moves()) changed();
  panels.changed();
  page.article?.changed();
  tell(now);
}

/** Starts or stops the clock. */
function run(on) {
  if (!page.view || on === page.running) return;
  page.running = on;
  page.view.run(on);
  last = performance.now();
  showRunning();
  say(t(on ? 'running' : 'paused'));
  changed();
}

function showRunning() {
  root.classList.toggle('running', page.running);
  $('play').title = t(page.running ? 'pause' : 'play');
  $('play').setAttribute('aria-label', $('play').title);
}

/** ms of which the scene fell behind so far that a visitor should know, and since when it has. */
const SLOW = 2000, BEHIND = 0.8;
let slow = null;
/** Whether the clock of the scene has been behind that of the wall for long. */
function isSlow(now, pace) {
  if (!page.running || pace >= BEHIND) slow = null;
  else slow ??= now;
  return slow !== null && now - slow > SLOW;
}

let told = -Infinity;
function tell(now) {
  if (page.running && now - told < 250) return;
  told = now;
  const { view } = page;
  const parts = [t(page.running ? 'running' : 'paused'), `t = ${number(view.time(), 2)} s`, t('contacts', { n: view.contacts() })];
  const pace = view.pace();
  if (isSlow(now, pace)) parts.push(t('slow', { pace: number(pace * view.value('rate'), 1) }));
  for (const [key, value, count] of rows(view.notices())) {
    parts.push(t(`notice.${key}`, { value: number(Number(value), 3), count }));
    say(parts.at(-1));
  }
  $('status').textContent = parts.join(' · ');
  if (!page.running) stage.describe();
  if (page.rewind || view.time() !== page.begun) showPast();
}

/** The slider of the past, once there is one. */
async function showPast() {
  if (page.rewind === undefined) {
    page.rewind = null;
    const part = await import('./laboratory/rewind.js').catch(() => null);
    page.rewind = part ? new part.Rewind(page) : undefined; // asked for again if it did not come
  }
  if (page.view) page.rewind?.show();
}

/** Nothing runs while the stage cannot be seen. */
function look() {
  if (!page.view || away === (document.hidden || !onScreen)) return;
  away = !away;
  if (away) {
    ranBefore = page.running;
    run(false);
    page.view.release_all();
    cancelAnimationFrame(callback);
    callback = 0;
  } else {
    run(ranBefore);
    changed();
  }
}
document.addEventListener('visibilitychange', look);
new IntersectionObserver((seen) => {
  onScreen = seen.at(-1).isIntersecting;
  look();
}).observe($('stage-box'));

// ---- scene, settings, link ---------------------------------------------------------------------------------------

let keptBy = '', keptAt = 0;
/** Before a visitor does something: what is there is kept, to be taken back. A slider that is drawn does one thing. */
function keep(by = '') {
  const now = performance.now(), same = by && by === keptBy && now - keptAt < 1500;
  [keptBy, keptAt] = [by, now];
  if (!same) page.view.keep();
  showUndo();
}

/** Takes back what was done last, or does it again. */
function undo(again) {
  if (!page.view) return;
  run(false);
  if (!page.view.undo(again)) return say(t(again ? 'undo.no-more' : 'undo.nothing'));
  keptBy = '';
  refreshAll();
  remember(true);
  say(t(again ? 'undo.again' : 'undo.back'));
}

function showUndo() {
  const ways = page.view?.undoable() ?? 0;
  document.querySelector('[data-do="undo"]').disabled = !(ways & 1);
  document.querySelector('[data-do="redo"]').disabled = !(ways & 2);
}

/** The scene is in the address, and each that was loaded in the history of the browser. */
function remember(instead) {
  let query;
  try { [query] = page.view.link().split('#'); } catch { return; }
  if (page.view.value('scene') === OWN) return own('remember', instead);
  if (query === location.search || location.origin === 'null' || root.classList.contains('embed')) return;
  history[instead ? 'replaceState' : 'pushState'](null, '', query || location.pathname);
}
let there = location.search;
window.addEventListener('popstate', () => {
  if (!page.view || location.search === there) return; // a link within the page
  there = location.search;
  if (isOwn()) own('restore');
  else load(location.search || `?scene=two-blocks`, true);
});

/** Whether the address names a visitor's own scene; what concerns one comes when there is one. */
const isOwn = () => new URLSearchParams(location.search).get('scene') === OWN;
async function own(verb, ...asked) {
  const part = await import('./own.js').catch((error) => warn([`${t('fault.module')} ${error.message}`]));
  return part?.[verb](page, ...asked);
}

// a scene file that is dropped or pasted anywhere
document.addEventListener('dragover', (event) => event.dataTransfer.types.includes('Files') && event.preventDefault());
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  own('openFile', event.dataTransfer.files[0]);
});
document.addEventListener('paste', ({ target, clipboardData }) => {
  const text = clipboardData.getData('text');
  if (!target.closest?.('input, textarea') && text.trimStart().startsWith('{')) own('open', text);
});

/** Loads a scene by its part of the address, paused. */
async function load(query, came) {
  const asked = new URLSearchParams(query), mode = asked.get('mode') ?? 'planar';
  if (mode !== page.mode) return await enter(mode, query) && !came && remember();
  run(false);
  keep();
  warn(rows(page.view.load(fields(query))));
  if (mode === 'spatial') page.space.refresh();
  panels.refresh();
  stage.describe();
  say($('stage-words').textContent);
  if (!came) remember();
  there = location.search;
  changed();
}

/** What changes the page alone, not the scene. */
const LOOKS = ['theme', 'lang', 'motion', 'keys', 'rate', 'forces', 'values', 'applied', 'cones', 'pairs', 'ids'];

/** Sets a setting; returns what was wrong with the value, in words, or nothing. */
function set(name, text) {
  if (!LOOKS.includes(name) && page.view.value(name) !== text) keep(name);
  const wrong = cells(page.view.set(name, text));
  if (wrong.length) return expected(wrong);
  showUndo();
  if (name === 'theme' || name === 'motion') paint();
  if (name === 'lang') speak(text).then(refreshAll);
  if (name === 'rate') $('speed').value = text;
  changed();
  return '';
}

function expected([, found, kind, ...bounds]) {
  const [low, high] = bounds;
  return t('wrong', { found, expected: t(`expected.${kind}`, { low, high, list: bounds.join(', ') }) });
}

function warn(list) {
  if (mended) list = [t('fault.bits.mended'), ...list];
  mended = false;
  $('warnings').replaceChildren(...list.map((warning) => {
    const item = document.createElement('li'), text = document.createElement('span'), close = document.createElement('button');
    text.textContent = typeof warning === 'string' ? warning : `${warning[0]}: ${expected(warning)} ${t('default-used')}`;
    [close.type, close.textContent] = ['button', t('close')];
    close.onclick = () => (item.remove(), $('stage').focus({ preventScroll: true }));
    item.append(text, close);
    return item;
  }));
}

const dark = matchMedia('(prefers-color-scheme: dark)'), forced = matchMedia('(forced-colors: active)');
function paint() {
  const chosen = page.view.value('theme') || 'auto';
  let theme = chosen !== 'auto' ? chosen : dark.matches ? 'dark' : 'light';
  if (forced.matches) {
    // the system's colours rule the page: the stage takes the palette that goes with them
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    theme = r + g + b < 384 ? 'dark' : 'light';
  }
  root.dataset.theme = theme;
  page.view.paint(theme);
  page.view.keep_still(matchMedia('(prefers-reduced-motion: reduce)').matches || page.view.value('motion') === 'reduce');
  changed();
}
for (const media of [dark, forced]) media.addEventListener('change', () => page.view && paint());

/** Shows the link to the present state, and what else can be taken along. */
async function share() {
  const base = location.origin === 'null' ? location.href.split(/[?#]/)[0] : location.origin + location.pathname;
  let link;
  try { link = page.view.link() + (page.answer?.() ?? ''); } catch (error) { return warn([error.message]); }
  if (page.view.value('scene') === OWN) link += await own('hash') ?? '';
  const { openShare } = await import('./share.js');
  openShare(page, base, link);
}

// ---- start and faults --------------------------------------------------------------------------------------------

const stage = new Stage(page), panels = new Panels(page), welcome = new Welcome(page);
[page.stage, page.panels, page.welcome] = [stage, panels, welcome];

const actions = {
  reset() { keep(); page.view.reset(); panels.refresh(); say(t('was-reset')); changed(); },
  back() { run(false); if (!page.view.back()) say(t('no-past')); changed(); },
  play() {
    if (!page.running) {
      keep();
      welcome.play();
    }
    run(!page.running);
  },
  step() { run(false); keep('step'); page.view.step(); changed(); },
  undo() { undo(false); },
  redo() { undo(true); },
  async scenes() { (await import('./gallery.js')).open(page); },
  share,
  help() { stage.help(); },
  pads() { stage.togglePads(); },
  panels() { panels.toggleSheet(); },
  theatre() { widen(); },
};
page.actions = actions;
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-do], [data-load], [data-tab], [data-start]');
  if (!button || !page.view) return;
  if (button.dataset.do) actions[button.dataset.do]();
  else if (button.dataset.load) load(button.dataset.load);
  else if (button.dataset.tab) panels.open(button.dataset.tab);
  else read().then(() => page.article.begin(button));
});
document.querySelector('.legend').addEventListener('toggle', async ({ target }) => {
  if (target.open && page.view) (await import('./legend.js')).fill(page);
});
document.addEventListener('pointerdown', ({ target }) => { if (!target.closest('.legend')) document.querySelector('.legend').open = false; });
divide($('divider'));
$('speed').addEventListener('change', () => { set('rate', $('speed').value); panels.refresh(); });

function refreshAll() {
  if (page.mode === 'spatial') page.space.refresh();
  if (page.language === 'de') read();
  page.view.write_comma(page.language === 'de');
  showRunning();
  panels.refresh();
  stage.describe();
  showUndo();
  welcome.show(true);
  changed();
}

// ---- the article: its later sections, its words in German and its live parts come when it is read ------------------

/** Opens what the article has beside its first sections, once. */
function read() {
  if (root.classList.contains('embed')) return Promise.resolve();
  watch.disconnect();
  return reading ??= import('./article/main.js').then(({ Article }) => {
    page.article = new Article(page);
    return page.article.open();
  }).catch((error) => { reading = null; warn([`${t('fault.module')} ${error.message}`]); });
}
let reading = null;
const steady = new Steady($('article'));
const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && read(), { rootMargin: '400px 0px' });
/** A print holds the whole article. It cannot wait, and what was not read by then is text alone. */
addEventListener('beforeprint', () => {
  if (document.getElementById('limits') || root.classList.contains('embed')) return;
  const later = new XMLHttpRequest();
  later.open('GET', place('article/rest.html'), false);
  later.send();
  $('article').append(...new DOMParser().parseFromString(later.responseText, 'text/html').body.children);
});
// who searches the page searches all of it
document.addEventListener('keydown', (event) => { if ((event.ctrlKey || event.metaKey) && event.key === 'f') read(); });

/** A link into sections that are not there yet brings them. */
async function follow() {
  const name = location.hash.slice(1);
  if (!/^[a-z][\w-]*$/.test(name) || document.getElementById(name)) return;
  await read();
  steady.aim();
}
window.addEventListener('hashchange', follow);

/** The module on its way. */
let loading = null;
let generation = 0;
/** How often a module is loaded anew that computes wrongly, and whether one just was. */
const TRIES = 3;
let mended = false;
/** Loads the module of a mode, anew after a fault and where its short run does not end as it must: compilers of browsers
 * have faults of their own, which come and go. */
async function useModule(mode) {
  const name = MODULES[mode];
  for (let tries = 1; ; tries += 1) {
    const wasm = await import(generation ? `${import.meta.resolve(name)}#${generation}` : name);
    await wasm.default({ module_or_path: place(name.replace(/^.*(pkg\/.*)\.js$/, '$1_bg.wasm')) });
    if (computes(wasm)) {
      page.wasm = window.contactForces = wasm;
      return;
    }
    if (tries === TRIES) throw new Error(page.words['fault.bits'] ?? 'wrong bits');
    mended = true;
    generation += 1;
  }
}

function computes(wasm) {
  try { return wasm.known_run() === wasm.KNOWN_RUN; } catch { return false; }
}

/** Puts another mode on the stage, where it was left or at an address; whether it is there. */
async function enter(mode, address) {
  return mode === page.mode || change('enter', mode, address);
}

/** What leads from one mode to the other comes when it is first needed. */
async function change(verb, ...asked) {
  const way = await import('./change.js').catch((error) => warn([`${t('fault.module')} ${error.message}`]));
  return way ? way[verb](page, ...asked) : false;
}

/** A function with one SIMD instruction: whether the browser can compile the module of the spatial mode. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Loads what a mode needs; throws, with words for the visitor, where the browser lacks it. */
async function prepare(mode) {
  if (mode !== 'spatial') return useModule(mode);
  if (!WebAssembly.validate(SIMD)) {
    await spoken;
    throw new Error(t('fault.no-simd'));
  }
  const [{ Space }] = await Promise.all([import('./spatial/space.js'), useModule(mode)]);
  if (page.space) return;
  const space = new Space(page);
  await space.load();
  page.space = space;
}

/** A view of an address, in the module that is there. */
function makeView(mode, query, hash) {
  const view = mode === 'spatial' ? page.space.view(fields(query), hash) : new page.wasm.PlanarView($('stage'), fields(query), hash);
  if (mode !== 'spatial') page.space?.leave();
  page.mode = mode;
  return view;
}

function showMode() {
  root.classList.toggle('spatial', page.mode === 'spatial');
  document.querySelector(`[name="mode"][value="${page.mode}"]`).checked = true;
  panels.showTabs();
}
for (const choice of document.getElementsByName('mode')) choice.addEventListener('change', () => page.view && toMode(choice.value));

/** The same scene in the other mode; the few that it does not have leave the stage to the one that was there before. */
async function toMode(mode) {
  const { twin, scenes } = await import('./gallery.js'), scene = page.view.value('scene');
  const left = new URLSearchParams((page.left[mode] ?? '').split('#')[0]).get('scene');
  const same = left === OWN ? '' : twin(scene, mode, (await scenes(page))[mode].map(({ name }) => name));
  if (!await enter(mode, same && same !== left ? `?mode=${mode}&scene=${same}` : undefined)) return;
  remember();
  if (!same && left !== OWN) welcome.remark(t('no-twin', { mode: mode === 'spatial' ? '3D' : '2D' }));
}

/** A view is there. */
function show() {
  stage.open();
  paint();
  refreshAll();
}

async function open(mode) {
  const warnings = [];
  try {
    await loading;
    page.view = makeView(mode, location.search, location.hash.split('&x=')[0]); // what follows is an answer to an exercise
  } catch (error) {
    if (mode === 'planar' || error instanceof WebAssembly.RuntimeError) throw error;
    const { LASTING } = await import('./change.js');
    await prepare('planar');
    page.view = makeView('planar', new URLSearchParams([...address].filter(([name]) => LASTING.includes(name))), '');
    warnings.push(error.message);
  }
  warnings.push(...rows(page.view.warnings()));
  showMode();
  if (page.mode === 'spatial') await speak(page.language);
  $('fault').hidden = true;
  delete $('status').dataset.t; // from now on its words are the scene's
  [page.begun, $('speed').value] = [page.view.time(), page.view.value('rate')];
  show();
  warn(warnings);
  if (warnings.some(([field]) => field === 'scene')) change('offer', warnings);
  if (isOwn()) await own('restore');
  tell(0);
  performance.mark('usable');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || page.view.value('motion') === 'reduce';
  const first = !address.has('run') && !address.has('scene') && !address.has('ex') && !location.hash && mode === 'planar';
  if (first && !still && !welcome.arrived) {
    welcome.arrived = true;
    welcome.arrive();
  } else if (address.get('run') === '1' && !still) run(true);
  if (page.view.value('show').includes('matrix')) panels.showMatrix();
  look();
}

/** Says on the page what went wrong; the article stays. */
function fault(key, error) {
  page.view = null;
  page.running = false;
  showRunning();
  const [text, detail, button] = ['p', 'p', 'button'].map((name) => document.createElement(name));
  text.textContent = t(key);
  // a trap that is no panic leaves only its place in the module's code
  const place = error?.stack?.match(/wasm-function\[\d+\](:0x[0-9a-f]+)?/)?.[0] ?? '';
  detail.textContent = error?.panic || page.wasm?.last_panic() || `${error?.message ?? ''} ${place}`.trim();
  [button.type, button.textContent] = ['button', t('reset')];
  button.onclick = restart;
  $('fault').replaceChildren(text, detail, ...(key === 'fault.panic' ? [button] : []));
  $('fault').hidden = false;
  [$('status').textContent, $('status').dataset.t] = [t('stopped'), 'stopped'];
}

/** After a fault: a fresh module, and the scene of the address from its start. */
async function restart() {
  generation += 1;
  loading = useModule(page.mode);
  await open(page.mode);
  $('stage').focus();
}

const broken = (error) => error instanceof WebAssembly.RuntimeError && fault('fault.panic', error);
window.addEventListener('error', (event) => broken(event.error));
window.addEventListener('unhandledrejection', (event) => broken(event.reason));

if (root.classList.contains('embed')) {
  new ResizeObserver(() => {
    parent.postMessage({ contactForces: { height: Math.ceil(document.body.scrollHeight) } }, '*');
  }).observe(document.body);
}

// the words and the module load side by side
const first = address.get('mode') === 'spatial' ? 'spatial' : 'planar';
const speaking = speak(address.get('lang')).catch(() => {});
loading = typeof WebAssembly === 'object' ? prepare(first) : Promise.reject();
loading.catch(() => {});
await speaking;
if (typeof WebAssembly !== 'object') fault('fault.no-wasm');
else await open(first).catch((error) => fault(error instanceof WebAssembly.RuntimeError ? 'fault.panic' : 'fault.load', error));
if (page.language === 'de' || address.has('ex')) read();
else for (const part of document.querySelectorAll('article > section + section')) watch.observe(part);
follow();
