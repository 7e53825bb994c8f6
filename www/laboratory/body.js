// The tab "Body": one body alone with every force on it, and what they add up to.
import { cellsOf } from '../wire.js';
import { FrictionPlane } from './friction.js';
import { brief, fill, isRounding, make, note, scroll } from './make.js';

const KINDS = ['contact', 'weight', 'damping', 'thruster', 'spring', 'push', 'joint', 'guide', 'impacts'];
/** What each mode shows of a force and its torque: the keys of its columns, and how many of them are the force's. */
const COLUMNS = {
  planar: { names: ['x', 'y', 'torque'], force: 2 },
  spatial: { names: ['x', 'y', 'z', 'tx', 'ty', 'tz'], force: 3 },
};

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.number = 0;
    this.refresh();
  }

  refresh() {
    const { page } = this,
      {
        mode,
        words: { t },
      } = page,
      about = mode === 'spatial' ? '3' : '';
    const names = cellsOf(page.view.bodies());
    this.columns = COLUMNS[mode];
    this.number = Math.max(0, Math.min(this.number, names.length - 1));
    const option = (name, k) => make('option', { value: k, textContent: page.stage.bodyName(name) });
    this.select = make('select', { id: 'body' }, ...names.map(option));
    this.select.value = `${this.number}`;
    this.select.addEventListener('change', () => this.show(Number(this.select.value)));
    this.canvas = make('canvas', { attributes: { role: 'img' } });
    this.words = make('p', { className: 'outcome' });
    this.body = make('tbody');
    this.sums = make('tfoot');
    const head = ['force', ...this.columns.names].map((name) =>
      make('th', { innerHTML: t(`body.${name}`), scope: 'col', title: t(`body.${name}.about${about}`) }),
    );
    const caption = make('caption', { className: 'unseen', textContent: t(`body.caption${about}`) });
    const table = make(
      'table',
      { className: 'numbers' },
      caption,
      make('thead', {}, make('tr', {}, ...head)),
      this.body,
      this.sums,
    );
    this.cones = new FrictionPlane(page);
    const label = make('label', { className: 'pick' }, t('body.choose'), ' ', this.select);
    this.panel.replaceChildren(
      make(
        'div',
        { className: 'free-body' },
        make('div', { className: 'picture' }, this.canvas),
        make('div', {}, label, this.words, make('p', { className: 'legend', textContent: t(`body.click${about}`) })),
        make('div', { className: 'loads' }, scroll(table), this.cones.element),
      ),
    );
    this.draw();
  }

  /** Another body, by its number among those that can move. */
  show(number) {
    this.number = number;
    this.select.value = number;
    this.draw();
    this.page.report.say(`${this.select.selectedOptions[0]?.textContent}: ${this.words.textContent}`);
  }

  leave() {
    if (this.left) return;
    this.left = true;
    note('body');
    this.page.view.look_at_present?.(false);
    this.page.clock.changed();
  }

  draw() {
    const { page, canvas } = this,
      {
        view,
        words: { t },
      } = page;
    if (!view?.free_body) return;
    const isMean = view.look_at_present?.(true) ?? false;
    if (this.left !== false) page.clock.changed();
    this.left = false;
    note('body', isMean ? t('body.note') : '');
    this.cones.show(view.friction?.() ?? [], view.selected());
    const numbers = view.free_body(this.number),
      { names, force } = this.columns,
      n = names.length;
    if (!numbers.length) return;
    const [sum, rate, acceleration] = [0, 1, 2].map((k) => numbers.slice(k * n, (k + 1) * n));
    const loads = Array.from({ length: (numbers.length - 3 * n) / (n + 2) }, (_, k) =>
      numbers.slice(3 * n + (n + 2) * k, 3 * n + (n + 2) * (k + 1)),
    );
    // how great the terms are that may cancel: forces, and torques of forces as far out as the body reaches
    const [mass, , radius] = view.body_told(this.number),
      most = (from, to) => Math.max(0, ...loads.flatMap((load) => [...load.slice(2 + from, 2 + to)].map(Math.abs))),
      push = most(0, force),
      twist = Math.max(radius * push, most(force, n)),
      of = names.map((_, k) => (k < force ? push : twist)),
      gains = names.map((_, k) => (k < force ? push / mass : twist / (mass * radius ** 2)));
    const named = loads.map(([kind, which, ...load]) => [t(`body.kind.${KINDS[kind]}`, { k: which + 1 }), ...load]);
    this.fillTable(this.body, named, of);
    this.fillTable(
      this.sums,
      [
        [t('body.sum'), ...sum],
        [t(page.mode === 'spatial' ? 'body.inertia3' : 'body.inertia'), ...rate],
      ],
      of,
    );
    const told = Array.from(acceleration, (x, k) => brief(page, x, 2, gains[k])),
      turn = page.words.list(told.slice(force)),
      rests = acceleration.every((x, k) => isRounding(x, gains[k]));
    const values = {
      a: page.words.list(told.slice(0, force)),
      turn: told.length > force + 1 ? `(${turn})` : turn,
      n: loads.length,
    };
    this.words.textContent = `${isMean ? `${t('body.mean')} ` : ''}${t(rests ? 'body.rests' : 'body.moves', values)}`;
    const { width, height } = canvas.getBoundingClientRect();
    if (width && height) view.draw_body(canvas, this.number, width, height);
    canvas.setAttribute(
      'aria-label',
      t('body.picture', { body: this.select.selectedOptions[0]?.textContent ?? '', n: loads.length }),
    );
  }

  fillTable(part, rows, of) {
    const cells = () => this.columns.names.map(() => make('td'));
    while (part.children.length > rows.length) part.lastChild.remove();
    while (part.children.length < rows.length) part.append(make('tr', {}, make('th', { scope: 'row' }), ...cells()));
    rows.forEach(([name, ...numbers], k) => {
      const [head, ...cells] = part.children[k].children;
      if (head.textContent !== name) head.textContent = name;
      numbers.forEach((x, j) => fill(this.page, cells[j], x, 3, of[j]));
    });
  }
}
