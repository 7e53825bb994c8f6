// What opens a part of the laboratory: its module, its words, its style.

const PARTS = {
  pivots: () => import('./pivots.js'),
  redundancy: () => import('./redundancy.js'),
  solvers: (mode) => (mode === 'spatial' ? import('../spatial/solvers.js') : import('./solvers.js')),
  body: () => import('./body.js'),
  drift: () => import('./drift.js'),
  build: () => import('./build.js'),
};

let ready = null, sheet = null;

/** The part of this name in its panel; none if it cannot be loaded. */
export async function open(page, panel, name) {
  panel.setAttribute('aria-busy', true);
  try {
    await prepare(page);
    const { Part } = await PARTS[name](page.mode);
    panel.setAttribute('aria-busy', false); // what it does from here on it says itself
    return new Part(page, panel);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    panel.setAttribute('aria-busy', false);
    page.warn([`${page.t('fault.module')} ${error.message}`]);
    return null;
  }
}

/** Words and style of the laboratory. */
export async function prepare(page) {
  ready ??= Promise.all([words(page), style(page)]);
  try { await ready; } catch { ready = null; }
}

async function words(page) {
  const more = async () => {
    const file = await fetch(page.place(`laboratory/lang/${page.language}.json`));
    return file.json();
  };
  const found = await more();
  Object.assign(page.words, found);
  page.lexicons.push(more);
}

/** The style of the laboratory, once. */
export async function style(page) {
  if (sheet) return;
  const file = await fetch(page.place('laboratory/laboratory.css'));
  const text = await file.text();
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
