// Starts the page.
import { divide } from './divide.js';
import { byId } from './make.js';
import { mayRun } from './modes.js';
import { Page } from './page.js';

const address = new URLSearchParams(location.search);
document.documentElement.classList.toggle('embed', address.get('embed') === '1'); // before a height is told

/** Tests reach it as `window.page`. */
const page = new Page();
globalThis.page = page;

document.addEventListener('click', ({ target }) => {
  const button = /** @type {Element} */ (target).closest('[data-do], [data-load], [data-tab], [data-start]');
  if (!(button instanceof HTMLElement) || !page.view) return;
  const { do: action, load, tab } = button.dataset;
  if (action) page.actions[action]();
  else if (load) page.scene.load(load);
  else if (tab) page.panels.open(tab);
  else page.reader.read().then(() => page.article.begin(button));
});
const legend = /** @type {HTMLDetailsElement} */ (document.querySelector('.legend'));
legend.addEventListener('toggle', async () => {
  if (legend.open && page.view) (await import('./legend.js')).fill(page);
});
document.addEventListener('pointerdown', ({ target }) => {
  if (!legend.contains(/** @type {Node} */ (target))) legend.open = false;
});
divide(byId('divider'));
byId('speed').addEventListener('change', () => {
  page.scene.set('rate', byId('speed').value);
  page.panels.refresh();
});

const isPanic = (/** @type {unknown} */ error) => error instanceof WebAssembly.RuntimeError;
const broken = (/** @type {any} */ error) => isPanic(error) && page.report.fault('fault.panic', error);
addEventListener('error', (event) => broken(event.error));
addEventListener('unhandledrejection', (event) => broken(event.reason));

// the words and the module load side by side
const mode = address.get('mode') === 'spatial' ? 'spatial' : 'planar';
const speaking = page.words.speak(address.get('lang')).catch(() => {});
const loading = mayRun() ? page.modes.prepare(mode) : null;
loading?.catch(() => {});
await speaking;
const opened = loading
  ? page.open(mode, loading).catch((error) => page.report.fault(isPanic(error) ? 'fault.panic' : 'fault.load', error))
  : page.report.fault('fault.no-wasm');
if (document.documentElement.classList.contains('embed')) {
  import('./framed.js').then(({ framed }) => framed(page, opened));
}
await opened;
page.reader.begin();
