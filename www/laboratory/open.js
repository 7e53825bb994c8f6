// What opens a part of the laboratory: its module, its words, its style.

import { adopt } from '../make.js';
import { placeOf } from '../wire.js';

const PARTS = {
  pivots: () => import('./pivots.js'),
  redundancy: () => import('./redundancy.js'),
  solvers: (mode) => (mode === 'spatial' ? import('../spatial/solvers.js') : import('./solvers.js')),
  body: () => import('./body.js'),
  drift: () => import('./drift.js'),
  build: () => import('./build.js'),
};

let ready = null,
  styled = null;

/** The part of this name in its panel; none if it cannot be loaded. */
export async function open(page, panel, name) {
  panel.setAttribute('aria-busy', 'true');
  try {
    await prepare(page);
    const { Part } = await PARTS[name](page.mode);
    panel.setAttribute('aria-busy', 'false'); // what it does from here on it says itself
    return new Part(page, panel);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    panel.setAttribute('aria-busy', 'false');
    page.report.missing(error);
    return null;
  }
}

/** Words and style of the laboratory. */
export async function prepare(page) {
  ready ??= Promise.all([page.words.add(() => page.words.lexicon('laboratory')), style()]);
  try {
    await ready;
  } catch {
    ready = null;
  }
}

/** The style of the laboratory, once. */
export const style = () =>
  (styled ??= adopt(placeOf('laboratory/laboratory.css')).catch((error) => {
    styled = null;
    throw error;
  }));
