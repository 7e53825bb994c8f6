// Work beside the stage: a worker has a copy of the scene and every method. The page stays free meanwhile, and what takes
// too long can be ended.

export class Aside {
  constructor(page) {
    Object.assign(this, { page, worker: null, waiting: new Map(), last: 0, held: '' });
  }

  /** Asks the copy of the scene, in the state that the stage has now. */
  ask(verb, ...args) {
    const { page } = this, { view } = page;
    this.worker ??= this.start();
    const [query] = view.link().split('#'), file = view.value('scene') === 'own' ? view.scene_file() : '';
    const key = `${query} ${view.digest()} ${file}`, id = this.last += 1;
    const scene = key === this.held ? null : { fields: page.fields(query), states: view.states(), file };
    this.held = key;
    this.worker.postMessage({
      id, scene, verb, args, glue: import.meta.resolve('../pkg/spatial/contact_forces.js'),
      file: new URL(page.place('pkg/spatial/contact_forces_bg.wasm'), document.baseURI).href,
    });
    return new Promise((tell, fail) => this.waiting.set(id, { tell, fail }));
  }

  start() {
    const worker = new Worker(import.meta.resolve('./worker.js'), { type: 'module' });
    worker.onmessage = ({ data: { id, answer, fault, panic } }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (fault) {
        asked?.fail(new Error(`${this.page.t('fault.module')} ${fault}`));
        this.stop(); // after a fault the module cannot be trusted
        if (panic) this.page.fault('fault.panic', { panic });
      } else asked?.tell(answer);
    };
    worker.onerror = () => this.stop();
    return worker;
  }

  /** Ends whatever is under way, for this reason. */
  stop(reason = this.page.t('fault.module')) {
    this.worker?.terminate();
    [this.worker, this.held] = [null, ''];
    for (const { fail } of this.waiting.values()) fail(new Error(reason));
    this.waiting.clear();
  }
}

/** The one of the page. */
export const aside = (page) => page.aside ??= new Aside(page);
