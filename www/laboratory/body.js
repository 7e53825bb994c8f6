// The tab "Body": one body alone with every force on it, and what they add up to.
import { fill, make, scroll } from './make.js';

/** Numbers that the module gives: of the body, and of each force. */
const HEAD = 8, EACH = 7;
const KINDS = ['contact', 'weight', 'damping', 'thruster', 'spring', 'push'];

export class Part {
  constructor(page, panel) {
    Object.assign(this, { page, panel, number: 0 });
    this.refresh();
  }

  refresh() {
    const { page } = this, { t } = page;
    const names = page.cells(page.view.bodies());
    this.number = Math.min(this.number, names.length - 1);
    const option = (name, k) => make('option', { value: k, textContent: page.bodyName(name) });
    this.select = make('select', { id: 'body' }, ...names.map(option));
    this.select.value = this.number;
    this.select.addEventListener('change', () => this.show(Number(this.select.value)));
    this.canvas = make('canvas', { attributes: { role: 'img' } });
    this.words = make('p', { className: 'outcome' });
    this.body = make('tbody');
    this.sums = make('tfoot');
    const head = ['force', 'x', 'y', 'torque'].map((name) => make('th', { innerHTML: t(`body.${name}`), scope: 'col', title: t(`body.${name}.about`) }));
    const caption = make('caption', { className: 'unseen', textContent: t('body.caption') });
    const table = make('table', { className: 'numbers' }, caption, make('thead', {}, make('tr', {}, ...head)), this.body, this.sums);
    const label = make('label', { className: 'pick' }, t('body.choose'), ' ', this.select);
    this.panel.replaceChildren(make('div', { className: 'free-body' },
      make('div', { className: 'picture' }, this.canvas),
      make('div', {}, label, this.words, scroll(table), make('p', { className: 'legend', textContent: t('body.click') }))));
    this.draw();
  }

  /** Another body, by its number among those that can move. */
  show(number) {
    this.number = number;
    this.select.value = number;
    this.draw();
    this.page.say(`${this.select.selectedOptions[0]?.textContent}: ${this.words.textContent}`);
  }

  draw() {
    const { page, canvas } = this, { view, t, number } = page;
    if (!view?.free_body) return;
    const numbers = view.free_body(this.number);
    if (!numbers.length) return;
    const [mass, inertia, ax, ay, alpha, fx, fy, torque] = numbers;
    const loads = Array.from({ length: (numbers.length - HEAD) / EACH }, (_, k) => {
      const [kind, which, , , x, y, turn] = numbers.slice(HEAD + EACH * k, HEAD + EACH * (k + 1));
      return [t(`body.kind.${KINDS[kind]}`, { k: which + 1 }), x, y, turn];
    });
    this.fillTable(this.body, loads);
    this.fillTable(this.sums, [[t('body.sum'), fx, fy, torque], [t('body.inertia'), mass * ax, mass * ay, inertia * alpha]]);
    const rests = Math.hypot(ax, ay) < 1e-6 && Math.abs(alpha) < 1e-6;
    this.words.textContent = t(rests ? 'body.rests' : 'body.moves', { x: number(ax, 2), y: number(ay, 2), turn: number(alpha, 2), n: loads.length });
    const { width, height } = canvas.getBoundingClientRect();
    if (width && height) view.draw_body(canvas, this.number, width, height);
    canvas.setAttribute('aria-label', t('body.picture', { body: this.select.selectedOptions[0]?.textContent ?? '', n: loads.length }));
  }

  fillTable(part, rows) {
    while (part.children.length > rows.length) part.lastChild.remove();
    while (part.children.length < rows.length) part.append(make('tr', {}, make('th', { scope: 'row' }), make('td'), make('td'), make('td')));
    rows.forEach(([name, ...numbers], k) => {
      const [head, ...cells] = part.children[k].children;
      if (head.textContent !== name) head.textContent = name;
      numbers.forEach((x, j) => fill(this.page, cells[j], x));
    });
  }
}
