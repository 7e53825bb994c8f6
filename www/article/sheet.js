// The sheet of exercises, to print: the tasks as the page has them, with the picture, the numbers and the link of each.
// It stands in the page's place while the address ends in #sheet.
import { equationOf } from './live.js';
import { make, tell } from './make.js';
import { choosePivot } from './tasks.js';

const root = document.documentElement;

/** A stage to measure on, and the room around its view, CSS pixels; metres shown around the bodies' centres. */
const [STAGE, MARGIN, AROUND] = [[820, 640], 44, [2.6, 2.1]];
/** Lines to write on under a task. */
const LINES = 4;
/** Size of a picture, CSS pixels, and device pixels for each. */
const [PICTURE, SHARP] = [[240, 152], 3];

export class Sheet {
  constructor(page) {
    Object.assign(this, { page, hints: false, room: true });
    addEventListener('hashchange', () => this.follow());
  }

  /** Whether it is seen. */
  get isOpen() {
    return root.classList.contains('on-paper');
  }

  /** Comes and goes with the address. */
  async follow() {
    if (location.hash === '#sheet') return this.open();
    if (!this.isOpen) return;
    root.classList.remove('on-paper');
    this.element.remove();
    document.title = document.getElementById('title').textContent;
    document.getElementById(location.hash.slice(1) || 'exercises')?.scrollIntoView();
  }

  /** Makes the sheet in the page's language. */
  async open() {
    const { page } = this, { t } = page;
    page.run(false);
    await (this.styled ??= style(page));
    const onPaper = [...document.querySelectorAll('[data-exercise]')].filter((section) => !section.querySelector('[data-start*="mode=spatial"]'));
    const tasks = onPaper.map((section) => this.task(section));
    const title = make('h1', { textContent: t('sheet.title'), tabIndex: -1 });
    const blank = (key) => [make('span', { textContent: t(key) }), ' ', make('i'), ' '];
    const fresh = make('main', { id: 'paper', attributes: { 'aria-busy': true } }, title, make('p', { textContent: t('sheet.about') }), this.form(),
      make('p', { className: 'name' }, ...blank('sheet.name'), ...blank('sheet.date')), ...tasks.map(({ section }) => section));
    this.element?.remove();
    document.body.append(this.element = fresh);
    root.classList.add('on-paper');
    document.title = title.textContent;
    this.arrange();
    scrollTo(0, 0);
    title.focus();
    await this.draw(tasks);
    fresh.setAttribute('aria-busy', false);
  }

  form() {
    const { t, set } = this.page;
    const tick = (name) => {
      const box = make('input', { type: 'checkbox', checked: this[name], onchange: () => { this[name] = box.checked; this.arrange(); } });
      return make('label', {}, box, ` ${t(`sheet.${name}`)}`);
    };
    const other = this.page.language === 'de' ? 'en' : 'de';
    return make('form', {}, tick('hints'), tick('room'), make('button', { type: 'button', textContent: t('sheet.print'), onclick: () => print() }),
      make('button', { type: 'button', lang: other, textContent: t(`lang.${other}`), onclick: () => set('lang', other) }),
      make('a', { href: '#exercises', textContent: t('sheet.back') }));
  }

  /** Shows hints and room to write as they are wished for. */
  arrange() {
    for (const list of this.element.querySelectorAll('.hints')) list.hidden = !this.hints;
    for (const box of this.element.querySelectorAll('.room')) box.hidden = !this.room;
  }

  /** An exercise of the page, for paper. */
  task(source) {
    const { t, language } = this.page, number = Number(source.dataset.exercise), query = source.querySelector('[data-start]').dataset.start;
    const copy = (tag, element) => make(tag, { innerHTML: element.innerHTML });
    const link = `${location.href.split(/[?#]/)[0]}${query}&ex=${number}${language === 'de' ? '&lang=de' : ''}`;
    const canvas = make('canvas', { attributes: { role: 'img', 'aria-label': t('sheet.picture') } });
    const words = make('div', {}, ...[...source.querySelectorAll(':scope > p[data-t]')].map((p) => copy('p', p)));
    const hints = [...source.querySelectorAll('details p')].map((p) => copy('li', p));
    const [exercise, title] = source.querySelectorAll('h3 [data-t]');
    const section = make('section', {}, make('h2', { textContent: `${exercise.textContent} ${number}: ${title.textContent}` }),
      make('div', { className: 'task' }, words, canvas), make('ol', { className: 'hints' }, ...hints),
      make('p', { className: 'link' }, `${t('sheet.link')} `, make('a', { href: link, textContent: link })), make('div', { className: 'room' }, ...Array.from({ length: LINES }, () => make('i'))));
    return { number, query, section, words, canvas };
  }

  /** Draws the planar scenes: bodies and the numbers of the contacts, but no contact forces. */
  async draw(tasks) {
    const { page } = this;
    for (const { number, query, words, canvas } of tasks) {
      const stage = make('canvas'), fields = [...new URLSearchParams(query)].flat().join('\x1f');
      const view = new page.wasm.PlanarView(stage, fields, '');
      view.paint('light');
      for (const [name, value] of [['forces', '0'], ['ids', '1'], ['applied', '0']]) view.set(name, value);
      view.resize(...STAGE, 1);
      const { size } = frame(view), zoom = PICTURE[1] / size[1];
      view.resize(...STAGE.map((length) => (length - MARGIN) * zoom + MARGIN), SHARP);
      view.draw();
      const { middle } = frame(view), corner = middle.map((x, axis) => SHARP * (x - PICTURE[axis] / 2));
      [canvas.width, canvas.height] = PICTURE.map((length) => SHARP * length);
      canvas.getContext('2d').drawImage(stage, ...corner, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
      if (NUMBERS[number]) words.append(this.table(...NUMBERS[number](view)));
      view.free();
    }
  }

  /** A table of numbers under a task. */
  table(head, rows) {
    const write = (x) => (typeof x === 'number' ? tell(this.page, x, 3) : x);
    const row = (cells, tag) => make('tr', {}, ...cells.map((text) => make(text === '' ? 'td' : tag, { textContent: text })));
    return make('table', {}, row(head, 'th'), ...rows.map((cells) => row(cells.map(write), 'td')));
  }
}

/** The part of a stage with the bodies in it: its middle and its size, CSS pixels. */
function frame(view) {
  const states = view.states(), points = [];
  for (let at = 0; at < states.length; at += 6) points.push(view.seen_at(states[at], states[at + 1]));
  const scale = view.seen_at(1, 0)[0] - view.seen_at(0, 0)[0];
  const range = (axis) => [Math.min(...points.map((p) => p[axis])), Math.max(...points.map((p) => p[axis]))];
  const [[left, right], [top, bottom]] = [range(0), range(1)], ratio = PICTURE[0] / PICTURE[1];
  const height = Math.max(bottom - top + 2 * AROUND[1] * scale, (right - left + 2 * AROUND[0] * scale) / ratio);
  return { middle: [(left + right) / 2, (top + bottom) / 2], size: [height * ratio, height] };
}

/** What some tasks take from the matrix or from the solver. */
const NUMBERS = {
  2: (view) => {
    const { n, entry, b } = equationOf(view), all = [...Array(n).keys()];
    return [['', ...all.map((j) => `A ${j + 1}`), 'b'], all.map((i) => [`${i + 1}`, ...all.map((j) => entry(i, j)), b[i]])];
  },
  4: (view) => {
    const { contacts, driven } = choosePivot(view);
    return [['', '', 'f', 'a', 'Δf', 'Δa'], contacts.map(({ f, a, df, da, side }, k) => [`${k + 1}`, k === driven ? '∗' : side, f, a, df, da])];
  },
  5: (view) => {
    const { f } = equationOf(view);
    return [f.map((_, k) => `f ${k + 1}`), [f]];
  },
};

async function style(page) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch(page.place('article/sheet.css'))).text());
  document.adoptedStyleSheets.push(sheet);
}
