// The scene on the stage: loaded by its address, set by the visitor, taken back, and kept in the browser's history.
import { byId } from './make.js';
import { OWN, cellsOf, fieldsOf, rowsOf } from './wire.js';

/** Changes of one setting that follow each other within so long, ms, are one thing to take back. */
const ONE_CHANGE = 1500;
/** The address changes at most once in so long, ms: of a slider that is drawn browsers refuse to take each value. */
const SETTLED = 300;
/** What changes the page alone, not the scene. */
const LOOKS = ['theme', 'lang', 'motion', 'keys', 'rate', 'forces', 'values', 'applied', 'cones', 'pairs', 'ids'];

/** Whether the address names a visitor's own scene. */
export const isOwn = () => new URLSearchParams(location.search).get('scene') === OWN;

/** What the browser has of a scene: its part of the address, and one of a visitor's own packed. */
const where = () => location.search + (isOwn() ? (history.state?.own ?? '') : '');

export class Scene {
  keptBy = '';
  keptAt = 0;
  /** What of the browser's history is on the stage. */
  there = where();
  /** A visitor's own scene on the stage, packed. @type {string | undefined} */
  packed = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  remembering = undefined;
  /** Whether the address lacks what was set since the timer was started. */
  unsettled = false;

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    addEventListener('popstate', () => {
      if (!page.view || where() === this.there) return; // a link within the page
      if (isOwn()) return this.own('goBack');
      this.there = where();
      this.load(location.search || '?scene=two-blocks', true);
    });
    for (const over of ['pointerup', 'visibilitychange']) addEventListener(over, () => this.settle());
    this.takeFiles();
  }

  /** A scene file that is dropped or pasted anywhere. */
  takeFiles() {
    document.addEventListener('dragover', (event) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    });
    document.addEventListener('drop', (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.own('openFile', event.dataTransfer.files[0]);
    });
    document.addEventListener('paste', ({ target, clipboardData }) => {
      const text = clipboardData.getData('text');
      const inField = target instanceof Element && target.closest('input, textarea');
      if (!inField && text.trimStart().startsWith('{')) this.own('open', text);
    });
  }

  /**
   * Before a visitor does something: what is there is kept, to be taken back. A slider that is drawn does one thing.
   * @param {string} [by]
   */
  keep(by = '') {
    const now = performance.now(),
      same = by && by === this.keptBy && now - this.keptAt < ONE_CHANGE;
    [this.keptBy, this.keptAt] = [by, now];
    if (!same) this.page.view.keep();
    this.showUndo();
  }

  /**
   * Takes back what was done last, or does it again.
   * @param {boolean} again
   */
  undo(again) {
    const { page } = this,
      { t } = page.words;
    if (!page.view) return;
    page.clock.run(false);
    if (!page.view.undo(again)) return page.report.say(t(again ? 'undo.no-more' : 'undo.nothing'));
    this.keptBy = '';
    page.refresh();
    this.remember(true);
    page.report.say(t(again ? 'undo.again' : 'undo.back'));
  }

  showUndo() {
    const ways = this.page.view?.undoable() ?? 0;
    for (const [verb, bit] of /** @type {const} */ ([
      ['undo', 1],
      ['redo', 2],
    ])) {
      /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${verb}"]`)).disabled = !(ways & bit);
    }
  }

  /**
   * The scene is in the address, and each that was loaded in the history of the browser.
   * @param {boolean} [instead] in place of the last one there
   */
  remember(instead) {
    const { view } = this.page;
    let query;
    try {
      [query] = view.link().split('#');
    } catch {
      return;
    }
    if (view.value('scene') === OWN) {
      this.own('remember', instead);
      return;
    }
    if (query === location.search) return;
    this.write(query || location.pathname, instead);
  }

  /** What was set is in the address at once, what is set after it soon. */
  settle() {
    clearTimeout(this.remembering);
    this.remembering = undefined;
    if (!this.unsettled || !this.page.view) return;
    this.unsettled = false;
    this.remember(true);
    this.remembering = setTimeout(() => this.settle(), SETTLED);
  }

  /**
   * The history of the browser has what is on the stage.
   * @param {string} address
   * @param {boolean} [instead] in place of the last one there
   * @param {string} [own] a visitor's own scene, packed
   */
  write(address, instead, own) {
    this.packed = own;
    if (location.origin === 'null' || document.documentElement.classList.contains('embed')) return;
    history[instead ? 'replaceState' : 'pushState'](own ? { own } : null, '', address);
    this.there = where();
  }

  /**
   * What concerns a visitor's own scene comes when there is one.
   * @param {'open' | 'openFile' | 'restore' | 'goBack' | 'remember' | 'hash'} verb
   * @param {any[]} asked
   */
  async own(verb, ...asked) {
    /** @type {any} */
    const part = await import('./own.js').catch(this.page.report.missing);
    return part?.[verb](this.page, ...asked);
  }

  /**
   * Loads a scene by its part of the address; the clock goes on as it was.
   * @param {string} query
   * @param {boolean} [came] whether the address is there already
   */
  async load(query, came) {
    if (!came) this.settle(); // what is left has all that was set
    const { page } = this,
      asked = new URLSearchParams(query).get('mode') ?? 'planar';
    const mode = /** @type {import('./modes.js').Mode} */ (asked);
    if (mode !== page.mode) {
      if ((await page.modes.enter(mode, query)) && !came) this.remember();
      return;
    }
    page.clock.waits = false;
    this.keep();
    page.report.warn(rowsOf(page.view.load(fieldsOf(query))));
    if (mode === 'spatial') page.modes.space.refresh();
    page.panels.refresh();
    page.stage.describe();
    page.report.say(byId('stage-words').textContent);
    if (!came) this.remember();
    this.there = where();
    page.clock.changed();
  }

  /**
   * Sets a setting; returns what was wrong with the value, in words, or nothing.
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    const { page } = this,
      { view } = page;
    if (!LOOKS.includes(name) && view.value(name) !== text) this.keep(name);
    const wrong = cellsOf(view.set(name, text));
    if (wrong.length) return page.report.expected(wrong);
    this.showUndo();
    this.unsettled = true;
    if (!this.remembering) this.settle();
    if (name === 'theme' || name === 'motion') page.paint();
    if (name === 'lang') page.words.speak(text).then(() => page.refresh());
    if (name === 'rate') byId('speed').value = text;
    page.clock.changed();
    return '';
  }
}
