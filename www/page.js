// The page: one scene on its stage, and the services that its parts share. Everything else gets `page`.
import { actionsOf } from './actions.js';
import { Clock } from './clock.js';
import { Formulas } from './formulas.js';
import { byId } from './make.js';
import { Modes } from './modes.js';
import { Panels } from './panels.js';
import { Reader } from './reader.js';
import { Report } from './report.js';
import { Scene, isOwn } from './scene.js';
import { Stage } from './stage.js';
import { Welcome } from './welcome.js';
import { Words } from './words.js';
import { rowsOf } from './wire.js';

const root = document.documentElement;
const isDark = matchMedia('(prefers-color-scheme: dark)'),
  isForced = matchMedia('(forced-colors: active)');
const isReduced = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {import('./pkg/planar/contact_forces.js').PlanarView} PlanarView */
/** @typedef {import('./pkg/spatial/contact_forces.js').SpatialView} SpatialView */
/** A scene on the stage; what only one mode has is asked for in that mode alone. @typedef {PlanarView & SpatialView} View */

export class Page {
  /** The scene on the stage; none before its module is loaded, and after a fault. @type {View | null} */
  view = null;
  /** Whose scene it is. @type {import('./modes.js').Mode} */
  mode = 'planar';
  /** The live parts of the article, once it is read. @type {any} */
  article = null;
  /** What of an exercise goes into a link, while one is open. @type {(() => string) | undefined} */
  answer = undefined;
  /** The worker beside the page, once it is needed. @type {any} */
  aside = null;
  /** What was left of a visitor's own scenes while the other mode is on the stage. @type {Record<string, string>} */
  own = {};

  constructor() {
    this.words = new Words(() => {
      this.formulas.watch();
      this.article?.speak();
    });
    this.formulas = new Formulas(this.words);
    this.report = new Report(this);
    this.clock = new Clock(this);
    this.modes = new Modes(this);
    this.scene = new Scene(this);
    this.stage = new Stage(this);
    this.panels = new Panels(this);
    this.welcome = new Welcome(this);
    this.reader = new Reader(this);
    this.actions = actionsOf(this);
    for (const media of [isDark, isForced]) media.addEventListener('change', () => this.view && this.paint());
  }

  /** The page and the stage in the colours and with the motion that the visitor or the system asks for. */
  paint() {
    const chosen = this.view.value('theme') || 'auto';
    let theme = chosen !== 'auto' ? chosen : isDark.matches ? 'dark' : 'light';
    if (isForced.matches) {
      // the system's colours rule the page: the stage takes the palette that goes with them
      const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      theme = r + g + b < 384 ? 'dark' : 'light';
    }
    root.dataset.theme = theme;
    this.view.paint(theme);
    this.view.keep_still(this.isStill());
    this.clock.changed();
  }

  /** Whether nothing is to move by itself. */
  isStill() {
    return isReduced.matches || this.view.value('motion') === 'reduce';
  }

  /** Scene, language or mode are others: everything is written anew. */
  refresh() {
    if (this.mode === 'spatial') this.modes.space.refresh();
    if (this.words.language !== 'en') this.reader.read();
    this.view.write_comma(this.words.hasComma());
    this.clock.showRunning();
    this.panels.refresh();
    this.stage.describe();
    this.scene.showUndo();
    this.welcome.show(true);
    this.clock.changed();
  }

  /** A view is there. */
  show() {
    this.stage.open();
    this.paint();
    this.refresh();
  }

  /**
   * Puts the scene of the address on the stage, once the module of its mode is loaded.
   * @param {import('./modes.js').Mode} mode
   * @param {Promise<void>} loading
   */
  async open(mode, loading) {
    const address = new URLSearchParams(location.search),
      warnings = [];
    try {
      await loading;
      // what follows in the hash is an answer to an exercise
      this.view = this.modes.view(mode, location.search, location.hash.split('&x=')[0]);
    } catch (error) {
      if (mode === 'planar' || error instanceof WebAssembly.RuntimeError) throw error;
      const { LASTING } = await import('./change.js');
      await this.modes.prepare('planar');
      const lasting = [...address].filter(([name]) => LASTING.includes(name));
      this.view = this.modes.view('planar', new URLSearchParams(lasting), '');
      warnings.push(error.message);
    }
    const { view } = this;
    warnings.push(...rowsOf(view.warnings()));
    this.modes.show();
    if (this.mode === 'spatial') await this.words.speak();
    byId('fault').hidden = true;
    delete byId('status').dataset.t; // from now on its words are the scene's
    [this.clock.begun, byId('speed').value] = [view.time(), view.value('rate')];
    this.show();
    this.report.warn(warnings);
    if (warnings.some(([field]) => field === 'scene')) {
      import('./change.js').then(({ offer }) => offer(this, warnings)).catch(this.report.missing);
    }
    if (isOwn()) await this.scene.own('restore');
    this.clock.tell(0);
    performance.mark('usable');
    this.panels.begin();
    this.welcome.begin(address);
    if (view.value('show').includes('matrix')) this.panels.showMatrix();
    this.clock.look();
  }

  /** After a fault: a fresh module, and the scene of the address from its start. */
  async restart() {
    this.modes.generation += 1;
    await this.open(this.mode, this.modes.use(this.mode));
    byId('stage').focus();
  }
}
