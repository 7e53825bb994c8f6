// The two modes, each with a module of its own: loading them, and putting one or the other on the stage.
import { byId } from './make.js';
import { OWN, fieldsOf, placeOf } from './wire.js';

/** @typedef {'planar' | 'spatial'} Mode */

/** The modules. */
const MODULES = { planar: './pkg/planar/contact_forces.js', spatial: './pkg/spatial/contact_forces.js' };
/** How often a module is loaded anew that computes wrongly. */
const TRIES = 3;
/** A function with one SIMD instruction: whether the browser can compile the module of the spatial mode. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether a module may run here: some browsers have no WebAssembly, some sites forbid it; WebKit only to run it. */
export function mayRun() {
  try {
    return Boolean(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))));
  } catch {
    return false;
  }
}

/**
 * Whether a module's short run ends as it must.
 * @param {any} wasm
 */
function computes(wasm) {
  try {
    return wasm.known_run() === wasm.KNOWN_RUN;
  } catch {
    return false;
  }
}

export class Modes {
  /** The module that is there. @type {any} */
  wasm = null;
  /** What the spatial mode has of its own, once it was chosen. @type {any} */
  space = null;
  /** The addresses at which the modes were left. @type {Partial<Record<Mode, string>>} */
  left = {};
  /** How many modules had to go after a fault. */
  generation = 0;
  /** Whether a module that computed wrongly was just loaded anew. */
  mended = false;

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    for (const choice of /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName('mode'))) {
      choice.addEventListener('change', () => page.view && this.change(/** @type {Mode} */ (choice.value)));
    }
  }

  /**
   * Loads the module of a mode, anew after a fault and where its short run does not end as it must: compilers of
   * browsers have faults of their own, which come and go.
   * @param {Mode} mode
   */
  async use(mode) {
    const name = MODULES[mode];
    for (let tries = 1; ; tries += 1) {
      const wasm = await import(this.generation ? `${import.meta.resolve(name)}#${this.generation}` : name);
      await wasm.default({ module_or_path: placeOf(name.replace(/^.*(pkg\/.*)\.js$/, '$1_bg.wasm')) });
      if (computes(wasm)) {
        this.wasm = wasm;
        return;
      }
      if (tries === TRIES) throw new Error(this.page.words.all['fault.bits'] ?? 'wrong bits');
      this.mended = true;
      this.generation += 1;
    }
  }

  /** What is to be said of modules, once. */
  remarks() {
    const words = this.mended ? [this.page.words.t('fault.bits.mended')] : [];
    this.mended = false;
    return words;
  }

  /**
   * Loads what a mode needs; throws, with words for the visitor, where the browser lacks it.
   * @param {Mode} mode
   */
  async prepare(mode) {
    const { page } = this;
    if (mode !== 'spatial') return this.use(mode);
    if (!WebAssembly.validate(SIMD)) {
      await page.words.spoken;
      throw new Error(page.words.t('fault.no-simd'));
    }
    const [{ Space }] = await Promise.all([import('./spatial/space.js'), this.use(mode)]);
    if (this.space) return;
    const space = new Space(page);
    await space.load();
    this.space = space;
  }

  /**
   * A view of an address, in the module that is there.
   * @param {Mode} mode
   * @param {string | URLSearchParams} query
   * @param {string} hash
   */
  view(mode, query, hash) {
    const fields = fieldsOf(query),
      inSpace = mode === 'spatial';
    const view = inSpace ? this.space.view(fields, hash) : new this.wasm.PlanarView(byId('stage'), fields, hash);
    if (!inSpace) this.space?.leave();
    this.page.mode = mode;
    return view;
  }

  /**
   * Puts another mode on the stage, where it was left or at an address; whether it is there. What leads from one mode to
   * the other comes when it is first needed.
   * @param {Mode} mode
   * @param {string} [address]
   * @returns {Promise<boolean>}
   */
  async enter(mode, address) {
    if (mode === this.page.mode) return true;
    const way = await import('./change.js').catch(this.page.report.missing);
    return way ? way.enter(this.page, mode, address) : false;
  }

  /**
   * The same scene in the other mode; the few that it does not have leave the stage to the one that was there before.
   * @param {Mode} mode
   */
  async change(mode) {
    const { page } = this,
      { twin, scenes } = await import('./gallery.js'),
      scene = page.view.value('scene');
    const left = new URLSearchParams((this.left[mode] ?? '').split('#')[0]).get('scene');
    const same =
      left === OWN
        ? ''
        : twin(
            scene,
            mode,
            (await scenes(page))[mode].map(({ name }) => name),
          );
    if (!(await this.enter(mode, same && same !== left ? `?mode=${mode}&scene=${same}` : undefined))) return;
    page.scene.remember();
    if (!same && left !== OWN) page.welcome.remark(page.words.t('no-twin', { mode: mode === 'spatial' ? '3D' : '2D' }));
  }

  /** The page is that of the mode on the stage. */
  show() {
    const { mode, panels } = this.page,
      choice = document.querySelector(`[name="mode"][value="${mode}"]`);
    document.documentElement.classList.toggle('spatial', mode === 'spatial');
    /** @type {HTMLInputElement} */ (choice).checked = true;
    panels.showTabs();
  }
}
