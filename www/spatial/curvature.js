// The tab "Curvature": metric, curvature and torsion of the two features that meet in a contact, their relative curvature, the
// contact frame, how nearest points were found, and what bodies with flat bases stand on.
import { rowsOf } from '../wire.js';
import { brief, make, scroll } from '../laboratory/make.js';

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.refresh();
  }

  refresh() {
    const {
        words: { t },
      } = this.page,
      words = () => make('p', { className: 'outcome' });
    const title = (key) => make('h2', { textContent: t(key) });
    const table = (caption, heads, body) =>
      scroll(
        make(
          'table',
          { className: 'numbers' },
          make('caption', { className: 'unseen', textContent: t(caption) }),
          make(
            'thead',
            {},
            make('tr', {}, ...heads.map((key) => make('th', { scope: 'col', textContent: key && t(key) }))),
          ),
          body,
        ),
      );
    this.pair = words();
    this.judged = words();
    this.angle = words();
    this.features = make('tbody');
    this.relative = make('tbody');
    this.frame = make('tbody');
    this.smooth = make(
      'div',
      {},
      this.pair,
      table(
        'curvature.caption',
        ['curvature.body', 'curvature.at', 'curvature.metric', 'curvature.curvature', 'curvature.torsion'],
        this.features,
      ),
      title('curvature.relative'),
      this.judged,
      scroll(make('table', { className: 'numbers' }, this.relative)),
      title('curvature.frame'),
      scroll(make('table', { className: 'numbers' }, this.frame)),
      this.angle,
    );
    this.about = t('curvature.about');
    this.none = make('p', { textContent: t('curvature.none') });
    this.counts = words();
    this.tracks = make('ul');
    this.flats = make('ul');
    this.panel.classList.add('curvature');
    this.panel.replaceChildren(
      this.none,
      this.smooth,
      title('curvature.points'),
      this.counts,
      this.tracks,
      title('curvature.flats'),
      this.flats,
      make('p', { className: 'legend', textContent: this.about }),
    );
    this.draw();
  }

  draw() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page;
    if (!view?.curvatures) return;
    // the words may come after the tab was opened
    if (this.about !== t('curvature.about')) return this.refresh();
    const rows = rowsOf(view.curvatures()).filter(([kind]) => kind);
    this.smooth.hidden = !rows.length;
    this.none.hidden = rows.length > 0;
    if (rows.length) this.drawSmooth(rows);
    this.drawTracks(rowsOf(view.tracks()));
    const flats = rowsOf(view.flats())
      .filter(([body]) => body)
      .map((row) => this.standing(row));
    const words = flats.length ? flats : [t('curvature.flatless')];
    this.list(this.flats, words);
  }

  /** How many pairs were carried and searched in the last step, and which they are. */
  drawTracks(/** @type {any[]} */ [[carries, carried, searched], ...pairs]) {
    const {
      words: { t },
      stage,
    } = this.page;
    const any = Number(carried) + Number(searched) > 0 ? 'counts' : 'formula';
    this.counts.textContent = t(`curvature.${Number(carries) ? any : 'anew'}`, { carried, searched });
    const words = pairs.map(([a, b, how, d]) => {
      const names = { a: stage.bodyName(a), b: stage.bodyName(b) };
      return t(`curvature.${d ? how : 'lost'}`, { ...names, d: brief(this.page, 1e3 * d) });
    });
    this.list(this.tracks, words);
  }

  list(part, words) {
    this.fill(
      part,
      words.map((text) => [['li', text]]),
      () => document.createDocumentFragment(),
    );
  }

  drawSmooth(/** @type {any[]} */ [[, number, first, second, distance, across], one, other, relative, frame]) {
    const {
        words: { t },
      } = this.page,
      names = [first, second].map((name) => this.page.stage.bodyName(name));
    const pair = t('curvature.pair', {
      k: Number(number) + 1,
      a: names[0],
      b: names[1],
      d: brief(this.page, 1e6 * distance),
    });
    const rolls = across && t('curvature.rolls', { force: brief(this.page, Number(across)) });
    this.pair.textContent = rolls ? `${pair}. ${rolls}` : pair;
    this.rows(
      this.features,
      [one, other].map((row, k) => [names[k], ...this.feature(row)]),
    );
    const [dimension, determinant, margin, singular, ...entries] = relative.slice(1).map(Number);
    const words = t(singular ? 'curvature.singular' : 'curvature.determinant', {
      determinant: this.text(determinant),
      margin: this.text(margin),
    });
    this.judged.textContent = `${t(`curvature.relative-${dimension}`)}. ${words}`;
    const grid = [entries.slice(0, dimension), entries.slice(2, 2 + dimension)].slice(0, dimension);
    this.fill(
      this.relative,
      grid.map((line) => line.map((x) => ['td', this.text(x)])),
      () => make('tr'),
    );
    const parts = frame.slice(1).map(Number);
    this.rows(
      this.frame,
      ['n', 't1', 't2'].map((name, k) => [
        t(`curvature.${name}`),
        ...parts.slice(3 * k, 3 * k + 3).map((x) => this.text(x)),
      ]),
    );
    this.angle.textContent = t('curvature.psi', { angle: this.page.words.number((180 / Math.PI) * parts[9], 1) });
  }

  /** Where the point is, and M, K and T of a surface; of a curve its own numbers in one cell. */
  feature([kind, ...texts]) {
    const {
        words: { t },
      } = this.page,
      numbers = texts.map(Number);
    const place = (list) => `${t(`curvature.${kind}`)} (${list.map((x) => this.text(x)).join('; ')})`;
    if (kind === 'curve') {
      const [u, speed, kappa, tau, towards] = numbers;
      const words = Object.fromEntries(
        Object.entries({ speed, kappa, tau, towards }).map(([name, x]) => [name, this.text(x)]),
      );
      return [place([u]), t('curvature.of-curve', words)];
    }
    return [
      place(numbers.slice(0, 2)),
      this.matrix(numbers.slice(2, 6)),
      this.matrix(numbers.slice(6, 10)),
      this.text(numbers[10]) + '  ' + this.text(numbers[11]),
    ];
  }

  /** Two rows of two numbers. */
  matrix(entries) {
    const [a, b, c, d] = entries.map((x) => this.text(x));
    return `${a}  ${b}\n${c}  ${d}`;
  }

  standing(/** @type {any[]} */ [body, kept, loaded, ...texts]) {
    const { page } = this,
      {
        words: { t },
      } = page,
      [force, x, y, reach, threshold, load] = texts.map(Number);
    const words = t('curvature.stands', {
      body: page.stage.bodyName(body),
      kept,
      loaded,
      force: page.words.number(force, 2),
      x: this.text(x),
      y: this.text(y),
      reach: this.text(reach),
    });
    if (threshold === undefined) return words;
    return `${words} ${t('curvature.tips', { load: page.words.number(load, 2), threshold: page.words.number(threshold, 2) })}`;
  }

  text(x) {
    const near = Math.abs(x) < 5e-13 ? 0 : x;
    const words =
      near && (Math.abs(near) < 1e-3 || Math.abs(near) >= 1e5)
        ? near.toExponential(2)
        : this.page.words.number(near, 4);
    return words.replace('-', '−');
  }

  rows(part, rows) {
    this.fill(
      part,
      rows.map(([name, ...cells]) => [['th', name], ...cells.map((text) => ['td', text])]),
      () => make('tr'),
    );
  }

  /** Brings rows of elements up to date, changing only what is other than before. */
  fill(part, rows, holder) {
    const flat = rows.map((cells) => cells.map(([tag, text]) => `${tag}${text}`).join('|')).join('|');
    if (part.dataset.text === flat) return;
    part.dataset.text = flat;
    part.replaceChildren(
      ...rows.map((cells) => {
        const row = holder();
        row.append(...cells.map(([tag, textContent]) => make(tag, { textContent })));
        return row;
      }),
    );
  }
}
