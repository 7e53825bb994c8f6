// The graph tab: energies as bars, and chosen quantities over the last ten seconds.
import { make } from './make.js';
import { cellsOf } from './wire.js';

const ENERGIES = ['translation', 'rotation', 'gravity', 'springs', 'total'];
/** Told apart by dash as well as by colour. */
const STYLES = [
  ['contact', []],
  ['gravity', [7, 4]],
  ['thrust', [2, 3]],
  ['spring', [10, 3, 2, 3]],
  ['accent', [4, 4]],
];

export const open = (page, panel) => new Graph(page, panel);

class Graph {
  /**
   * @param {import('./page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.chosen = ['total', 'translation', 'rotation'];
    this.refresh();
  }

  /** Another scene or language: other columns, other words. */
  refresh() {
    const { page } = this;
    this.columns = cellsOf(page.view.columns());
    this.chosen = this.chosen.filter((name) => this.columns.includes(name));
    this.bars = ENERGIES.map(() => ({ bar: make('i'), value: make('dd') }));
    const rows = ENERGIES.flatMap((name, k) => [
      make('dt', { textContent: this.name(name) }),
      make('dd', { className: 'bar-box' }, this.bars[k].bar),
      this.bars[k].value,
    ]);
    const picks = make(
      'fieldset',
      { className: 'picks' },
      make('legend', { textContent: page.words.t('graph.series') }),
    );
    for (const name of this.columns.slice(1)) {
      const box = make('input', { type: 'checkbox', checked: this.chosen.includes(name) });
      box.addEventListener('change', () => this.choose(name, box));
      picks.append(make('label', {}, box, ` ${this.name(name)}`), ' ');
    }
    this.canvas = make('canvas');
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', page.words.t('graph.about'));
    this.panel.replaceChildren(
      make('dl', { className: 'energies' }, ...rows),
      make('div', { className: 'graph' }, this.canvas),
      picks,
    );
    this.draw();
  }

  /** "x2" becomes the words for x, with the number of the block. */
  name(column) {
    const [, name, block] = column.match(/^([a-z]+)(\d*)$/);
    return this.page.words.t(`series.${name}`, { block });
  }

  choose(name, box) {
    this.chosen = this.chosen.filter((other) => other !== name);
    if (box.checked) this.chosen.push(name);
    while (this.chosen.length > STYLES.length) this.chosen.shift();
    const all = this.panel.querySelectorAll('input');
    this.columns.slice(1).forEach((column, k) => {
      all[k].checked = this.chosen.includes(column);
    });
    this.draw();
  }

  draw() {
    if (!this.page.view) return;
    this.drawBars();
    const box = this.canvas.getBoundingClientRect(),
      ratio = devicePixelRatio || 1;
    if (!box.width) return;
    [this.canvas.width, this.canvas.height] = [box.width * ratio, box.height * ratio];
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    this.drawLines(context, box.width, box.height);
  }

  drawBars() {
    const energies = this.page.view.energies();
    const most = Math.max(...[...energies].map(Math.abs), 1e-9);
    this.bars.forEach(({ bar, value }, k) => {
      const share = (50 * energies[k]) / most;
      bar.style.left = `${50 + Math.min(share, 0)}%`;
      bar.style.width = `${Math.abs(share)}%`;
      value.textContent = `${this.page.words.number(energies[k], 3)} J`;
    });
  }

  drawLines(context, width, height) {
    const {
      view,
      words: { number },
    } = this.page;
    const style = getComputedStyle(this.panel);
    const times = view.column(0),
      lines = this.chosen.map((name) => view.column(this.columns.indexOf(name)));
    const [low, high] = range(lines),
      [first, last] = [times[0] ?? 0, Math.max(times.at(-1) ?? 1, (times[0] ?? 0) + 1)];
    const left = 52,
      bottom = height - 18,
      top = 10 + 14 * this.chosen.length,
      right = width - 6;
    const x = (time) => left + ((time - first) / (last - first)) * (right - left);
    const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - top);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = context.strokeStyle = style.color;
    context.globalAlpha = 0.35;
    for (const value of [low, (low + high) / 2, high])
      stroke(context, [
        [left, y(value)],
        [right, y(value)],
      ]);
    context.globalAlpha = 1;
    context.textAlign = 'right';
    for (const value of [low, (low + high) / 2, high]) context.fillText(number(value, 2), left - 4, y(value) + 4);
    context.textAlign = 'center';
    for (const time of [first, last])
      context.fillText(`${number(time, 1)} s`, Math.min(x(time), right - 14), height - 4);
    context.textAlign = 'left';
    if (view.time() < last)
      stroke(context, [
        [x(view.time()), top],
        [x(view.time()), bottom],
      ]); // gone back to
    context.lineWidth = 2;
    this.chosen.forEach((name, k) => {
      const [colour, dash] = STYLES[k];
      this.canvas.style.color = `var(--${colour})`; // asked back below, it is a colour that a canvas takes
      context.strokeStyle = context.fillStyle = getComputedStyle(this.canvas).color;
      context.setLineDash(dash);
      stroke(
        context,
        [...times].map((time, n) => [x(time), y(lines[k][n])]),
      );
      stroke(context, [
        [left, 8 + 14 * k],
        [left + 28, 8 + 14 * k],
      ]);
      context.fillText(this.name(name), left + 34, 12 + 14 * k);
    });
    context.setLineDash([]);
  }
}

/** The least and the greatest value of all lines, never the same. */
function range(lines) {
  let [low, high] = [Infinity, -Infinity];
  for (const line of lines) for (const value of line) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (low > high) return [0, 1];
  const room = Math.max(0.05 * (high - low), 1e-3 * Math.max(Math.abs(low), Math.abs(high)), 1e-6);
  return [low - room, high + room];
}

function stroke(context, points) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}
