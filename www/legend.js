// The legend on the stage: what each mark means, with the switch that shows it.
const NS = 'http://www.w3.org/2000/svg';
const MARKS = {
  contact: ['forces', '--contact', 'M2 7h26', 'M38 7l-10-4v8z'],
  friction: ['', '--friction', 'M2 7h3M8 7h3M14 7h3M20 7h3M26 7h3', 'M38 7l-10-4v8z'],
  cones: ['cones', '--friction', 'M20 13L12 1h16z', ''],
  stick: ['', '--friction', '', 'M15 2h10v10h-10z'],
  slide: ['', '--friction', 'M20 1l10 6l-10 6l-10-6z', ''],
  open: ['', '--contact', 'M20 3.5a3.5 3.5 0 1 0 .1 0z', ''],
  gravity: ['applied', '--gravity', 'M2 7h6M12 7h6M22 7h6', 'M38 7l-10-4v8z'],
  pairs: ['pairs', '--contact', 'M10 7h18', 'M38 7l-9-4v8zM0 7l9-4v8z'],
  values: ['values', '--soft', '', ''],
  loose: ['', '--contact', 'M2 7h36M6 11l4-8M13 11l4-8M20 11l4-8M27 11l4-8', ''],
  chain: ['', '--contact', 'M2 7h36', '', 9],
  impact: ['', '--contact', 'M20 2a5 5 0 1 0 .1 0z', ''],
};
/** In three dimensions: the marks of these, then switches that are words alone. */
const SPATIAL = [
  'contact',
  'friction',
  'behind',
  'gravity',
  'pairs',
  'values',
  'chain',
  'normals',
  'paths',
  'section',
  'shadows',
];
const MORE = {
  behind: ['', '--contact', 'M2 7h26', 'M38 7l-10-4v8z', 0.35],
  normals: ['normals', '--accent', 'M20 13V1', ''],
};

function mark([, colour, line, head, width]) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 40 14');
  svg.setAttribute('aria-hidden', 'true');
  svg.style.stroke = `var(${colour})`;
  svg.innerHTML = `<path d="${line}"${width > 1 ? ` stroke-width="${width}" opacity=".6" stroke-linecap="round"` : ''}/><path d="${head}" stroke="none"/>`;
  /** @type {SVGElement} */ (svg.lastElementChild).style.fill = `var(${colour})`;
  if (width < 1) svg.style.opacity = width;
  return svg;
}

/** Fills the legend for the scene that is there. */
export function fill(page) {
  const inSpace = page.mode === 'spatial',
    names = inSpace ? SPATIAL : Object.keys(MARKS);
  const rough = page.view.has_friction(),
    of = ['friction', 'cones', 'stick', 'slide', 'open'];
  const parts = names
    .filter((key) => rough || !of.includes(key))
    .map((key) => {
      const row = MARKS[key] ?? MORE[key] ?? [key, '--soft', '', ''];
      const line = document.createElement(row[0] ? 'label' : 'p');
      if (row[0]) {
        const box = Object.assign(document.createElement('input'), {
          type: 'checkbox',
          checked: page.view.value(row[0]) === '1',
        });
        box.onchange = () => (page.scene.set(row[0], box.checked ? '1' : '0'), page.panels.refresh());
        line.append(box);
      }
      line.append(mark(row), page.words.t(page.words.all[`legend.${key}`] ? `legend.${key}` : `setting.${key}`));
      return line;
    });
  document.getElementById('legend').replaceChildren(...parts);
}
