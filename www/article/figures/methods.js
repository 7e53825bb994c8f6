// A map of the solvers: which method solves which kind of contact problem. What the tab "Solvers" can let run opens there.
import { draw, make } from '../make.js';
import { Base } from './base.js';

/** The kinds of problems, with the scene that a cell loads where another mode is on the stage, and the pictures. */
const KINDS = {
  none: { mode: 'planar', scene: '?scene=pyramid', lines: ['M10 4V30H44'], strong: 'M10 6V30H42' },
  pyramid: {
    mode: 'spatial',
    scene: '?mode=spatial&scene=heavy-top&n=4',
    lines: ['M24 31L6 8L24 14L42 8zM24 31V14M6 8L24 3L42 8'],
  },
  round: {
    mode: 'spatial',
    scene: '?mode=spatial&scene=heavy-top&n=4',
    lines: ['M24 31L6 8M24 31L42 8', 'M6 8a18 5 0 1 0 36 0a18 5 0 1 0 -36 0'],
  },
  gaps: { lines: ['M4 26H44'], strong: 'M6 31C16 28 30 22 42 4' },
};

/** The methods: what they are called in the tab for each kind, or the scheme that asks for gaps by them. */
export const METHODS = {
  dantzig: { none: 'dantzig' },
  lemke: { none: 'lemke', pyramid: 'lemke-8', gaps: 'fixpoint-lemke' },
  newton: { none: 'newton', gaps: 'fischer' },
  projected: { none: 'gauss-seidel', round: 'pgs' },
  seidel: { round: 'nsgs' },
  gradient: { round: 'cpg' },
  curnier: { round: 'alart-curnier' },
  path: { round: 'path' },
  admm: { round: 'admm' },
};

export class Figure extends Base {
  open() {
    const { t } = this,
      kinds = Object.keys(KINDS);
    const head = kinds.map((kind) =>
      make('th', { scope: 'col' }, picture(KINDS[kind]), make('span', { textContent: t(`map.${kind}`) })),
    );
    const rows = Object.entries(METHODS).map(([name, solves]) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', innerHTML: t(`map.${name}`) }, make('span', { textContent: t(`map.${name}.how`) })),
        ...kinds.map((kind) => this.cell(name, kind, solves[kind])),
      ),
    );
    const table = make(
      'table',
      { className: 'map methods' },
      make('caption', { textContent: t('map.title') }),
      make('thead', {}, make('tr', {}, make('td'), ...head)),
      make('tbody', {}, ...rows),
    );
    this.element.replaceChildren(table, make('figcaption', { textContent: t('map.caption') }));
  }

  cell(name, kind, solver) {
    if (!solver) return make('td');
    const { t } = this,
      method = make('p', { innerHTML: t(`map.${name}`) }).textContent;
    const label = t(kind === 'gaps' ? 'map.bolt' : 'map.open', { method, kind: t(`map.${kind}`) });
    return make(
      'td',
      {},
      make('button', {
        type: 'button',
        title: label,
        attributes: { 'aria-label': label },
        onclick: () => this.go(kind, solver),
      }),
    );
  }

  /** Lets this method run: in the tab, or as the scheme of the bolt. */
  async go(kind, solver) {
    const { page } = this,
      { mode, scene } = KINDS[kind],
      { panels } = page;
    if (kind === 'gaps') return page.scene.load(`?mode=spatial&scene=bolt&scheme=${solver}`);
    if (page.mode !== mode || (mode === 'spatial' && page.view.value('scheme') !== 'moreau'))
      await page.scene.load(scene); // it has no such problem
    panels.open('solvers');
    await panels.openPart('solvers');
    panels.parts.solvers?.take(solver);
  }
}

function picture({ lines, strong }) {
  return draw(
    'svg',
    { viewBox: '0 0 48 36', 'aria-hidden': true },
    ...lines.map((d) => draw('path', { class: 'axis', d })),
    ...(strong ? [draw('path', { class: 'curve contact', d: strong })] : []),
  );
}
