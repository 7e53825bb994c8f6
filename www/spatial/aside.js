// Work beside the stage: a worker has a copy of the scene and every method. The page stays free meanwhile, and what takes
// too long can be ended.

import { fieldsOf, placeOf } from '../wire.js';
export class Aside {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.worker = null;
    this.waiting = new Map();
    this.last = 0;
    this.held = '';
  }

  /** Asks the copy of the scene, in the state that the stage has now. */
  async ask(verb, ...args) {
    const { page } = this,
      { view } = page;
    this.worker ??= this.start();
    const [query] = view.link().split('#'),
      file = view.value('scene') === 'own' ? view.scene_file() : '';
    const key = `${query} ${view.digest()} ${file}`,
      id = (this.last += 1);
    const scene = key === this.held ? null : { fields: fieldsOf(query), states: view.states(), file };
    this.held = key;
    this.worker.postMessage({
      id,
      scene,
      verb,
      args,
      glue: import.meta.resolve('../pkg/spatial/contact_forces.js'),
      file: new URL(placeOf('pkg/spatial/contact_forces_bg.wasm'), document.baseURI).href,
    });
    return new Promise((tell, fail) => this.waiting.set(id, { tell, fail }));
  }

  start() {
    const none = this.page.words.t('fault.worker');
    let worker,
      heard = false;
    try {
      worker = new Worker(import.meta.resolve('./worker.js'), { type: 'module' });
    } catch {
      throw new Error(none);
    }
    worker.onmessage = ({ data: { id, answer, fault, panic } }) => {
      heard = true;
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (fault) {
        asked?.fail(new Error(`${this.page.words.t('fault.module')} ${fault}`));
        this.stop(); // after a fault the module cannot be trusted
        if (panic) this.page.report.fault('fault.panic', Object.assign(new Error(panic), { panic }));
      } else asked?.tell(answer);
    };
    worker.onerror = () => this.stop(heard ? undefined : none);
    return worker;
  }

  /** Ends whatever is under way, for this reason. */
  stop(reason = this.page.words.t('fault.module')) {
    this.worker?.terminate();
    [this.worker, this.held] = [null, ''];
    for (const { fail } of this.waiting.values()) fail(new Error(reason));
    this.waiting.clear();
  }
}

/** The one of the page. */
export const aside = (page) => (page.aside ??= new Aside(page));
