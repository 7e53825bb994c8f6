// The table of contacts in the spatial mode: forces, gaps and, of few, the matrix A; and what the last step tells.
import { byId as $, make, tiny } from '../make.js';
import { cellsOf } from '../wire.js';

/** With more contacts than these the table has no columns for A. */
const MOST_COLUMNS = 40,
  MOST_ROWS = 60;

export class Table {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
  }

  /** What the last step tells. */
  counts() {
    const {
      view,
      words: { t },
    } = this.page;
    const [contacts, bodies, iterations, residual, , candidates, repeats, lemke, factor] = cellsOf(view.summary()).map(
      Number,
    );
    const steps = view.time() > 0; // of a step that was none nothing is told
    const told = t(steps ? 'counts3' : 'counts3.start', {
      contacts,
      freedoms: 6 * bodies,
      iterations,
      residual: tiny(residual),
      candidates,
      repeats,
    });
    return lemke + factor ? `${told} ${t('counts3.linear', { lemke, factor })}` : told;
  }

  /** Fills the table; the rows are the panel's, so that its pointers and keys work. */
  draw(panels) {
    const {
      view,
      words: { number },
    } = this.page;
    $('counts').textContent = this.counts();
    const n = view.contacts(),
      shown = Math.min(n, MOST_ROWS),
      forces = view.forces();
    const a = n <= MOST_COLUMNS ? view.delassus() : [];
    const columns = a.length ? n : 0;
    if (panels.size !== n) {
      panels.mark(null); // a cell that goes tells nobody that it has lost the focus
      this.begin(panels, shown, columns);
    }
    const selected = Math.max(view.selected(), 0);
    $('row').value = selected;
    const text = (x, digits) =>
      (Math.abs(x) < 0.5 * 10 ** -digits ? '0' : Math.abs(x) >= 1e5 ? x.toExponential(2) : number(x, digits)).replace(
        '-',
        '−',
      );
    panels.rows.forEach(({ row, cells: line }, i) => {
      row.classList.toggle('selected', i === selected && (view.selected() >= 0 || innerWidth < 1000));
      const words = [
        ...Array.from({ length: columns }, (_, j) => text(a[i * n + j], 3)),
        text(forces[2 * i], 3),
        text(1e6 * forces[2 * i + 1], 4),
      ];
      line.slice(1).forEach((cell, j) => {
        if (cell.textContent !== words[j]) cell.textContent = words[j];
        cell.classList.toggle('zero', words[j] === '0');
      });
      const names = cellsOf(view.bodies_of(i))
        .map((name) => this.page.stage.bodyName(name))
        .join(' – ');
      if (line[0].textContent !== names) line[0].textContent = names;
    });
  }

  /** A table of so many rows and so many columns for A, still without numbers. */
  begin(panels, count, columns) {
    const {
      words: { t },
    } = this.page;
    panels.size = this.page.view.contacts();
    const head = (textContent, properties = {}) => make('th', { textContent, scope: 'col', ...properties });
    const top = make(
      'tr',
      {},
      make('td'),
      head(t('table3.bodies')),
      ...Array.from({ length: columns }, (_, j) => head(`A ${j + 1}`, { title: t('table3.A.about', { k: j + 1 }) })),
      head('f / N', { className: 'f', title: t('matrix.f.about') }),
      head('δ / µm', { className: 'b', title: t('table3.gap.about') }),
    );
    panels.rows = Array.from({ length: count }, (_, i) => {
      const line = Array.from({ length: columns + 3 }, (_, j) => {
        const cell = make('td', {
          tabIndex: i + j ? -1 : 0,
          className: { [columns + 1]: 'f', [columns + 2]: 'b', 0: 'words' }[j] ?? '',
        });
        cell.dataset.i = `${i}`;
        if (j > 0 && j <= columns) cell.dataset.j = `${j - 1}`;
        return cell;
      });
      return { cells: line, row: make('tr', {}, make('th', { textContent: i + 1, scope: 'row' }), ...line) };
    });
    const caption = make('caption', { className: 'unseen', textContent: t('table3.caption') });
    const table = make(
      'table',
      {},
      caption,
      make('thead', {}, top),
      make('tbody', {}, ...panels.rows.map(({ row }) => row)),
    );
    const more = panels.size > count ? [make('p', { textContent: t('table3.more', { shown: count }) })] : [];
    $('row').replaceChildren(...panels.rows.map((_, i) => make('option', { value: i, textContent: i + 1 })));
    $('matrix').replaceChildren(...(count ? [table, ...more] : []));
  }
}
