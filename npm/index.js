// Worlds and problems, over the engine's own numbers and texts. See index.d.ts.
import { Engine, solve as solveText } from './engine/contact_forces.js';

let memory;

/** Takes the memory of the module that has been loaded. */
export function own(module) {
  memory = module.memory;
}

export function solve(problem, { solver, tolerance } = {}) {
  return JSON.parse(solveText(text(problem), solver, tolerance));
}

export class World {
  #engine;
  #names;

  static fromScene(scene, { case: id } = {}) {
    const world = new World();
    world.#take(new Engine(text(scene), id));
    return world;
  }

  get mode() {
    return this.#engine.mode;
  }

  get time() {
    return this.#engine.time;
  }

  get stride() {
    return this.#engine.stride;
  }

  get names() {
    return [...this.#names];
  }

  get states() {
    return new Float64Array(memory.buffer, this.#engine.states(), this.#names.length * this.stride);
  }

  get contacts() {
    return this.sample().contacts;
  }

  step(count = 1) {
    this.#engine.step(count);
    return this;
  }

  advance(seconds) {
    return JSON.parse(this.#engine.sample(seconds));
  }

  sample() {
    return this.advance(0);
  }

  toScene() {
    return JSON.parse(this.#engine.scene());
  }

  add(body) {
    this.#change((scene) => scene.bodies.push(body));
  }

  remove(name) {
    const body = this.#number(name);
    this.#change((scene) => {
      scene.bodies.splice(body, 1);
      for (const list of ['pairs', 'firing', 'forces', 'joints', 'contacts']) {
        scene[list] = scene[list]?.filter((entry) => !Object.values(entry).includes(name));
      }
    });
  }

  move(name, state) {
    this.#engine.place(this.#number(name), Float64Array.from(state));
  }

  push(name, impulse, point) {
    const body = this.#number(name);
    this.#engine.push(body, Float64Array.from(impulse), point && Float64Array.from(point));
  }

  free() {
    this.#engine.free();
  }

  #take(engine) {
    this.#engine?.free();
    this.#engine = engine;
    this.#names = this.toScene().scene.bodies.map(({ name }) => name);
  }

  #number(name) {
    const number = this.#names.indexOf(name);
    if (number < 0) throw new Error(`body: expected one of ${this.#names.join(', ')}, found ${name}`);
    return number;
  }

  // what does not fit is refused by the reader of scenes, and the world stays as it was
  #change(change) {
    const file = this.toScene();
    change(file.scene);
    this.#take(new Engine(text(file), undefined));
  }
}

function text(document) {
  return typeof document === 'string' ? document : JSON.stringify(document);
}
