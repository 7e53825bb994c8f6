// The sheet of exercises, to print: the tasks as the page has them, with the picture, the numbers and the link of each.
// It stands in the page's place while the address ends in #sheet.
import { adopt, all } from '../make.js';
import { placeOf } from '../wire.js';
import { equationOf } from './contact.js';
import { make, tell } from './make.js';
import { LINE } from './over-the-line.js';
import { choosePivot } from './pivot.js';
import { point, scene, THICK } from './tilt.js';

const root = document.documentElement;

/** Lines to write on under a task. */
const LINES = 4;
/** Size of a picture, CSS pixels, device pixels for each, and how much the stage is made smaller in it. */
const [PICTURE, SHARP, SMALLER] = [[300, 200], 3, 0.75];

export class Sheet {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    /** Its style, once it was asked for. @type {Promise<void> | null} */
    this.styled = null;
    this.page = page;
    this.hints = false;
    this.room = true;
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
    const { page } = this,
      {
        words: { t },
      } = page;
    page.clock.run(false);
    await (this.styled ??= adopt(placeOf('article/sheet.css')));
    const onPaper = [...document.querySelectorAll('[data-exercise]')].filter(
      (section) => !section.querySelector('[data-start*="mode=spatial"]'),
    );
    const tasks = onPaper.map((section) => this.task(section));
    const title = make('h1', { textContent: t('sheet.title'), tabIndex: -1 });
    const blank = (key) => [make('span', { textContent: t(key) }), ' ', make('i'), ' '];
    const fresh = make(
      'main',
      { id: 'paper', attributes: { 'aria-busy': true } },
      title,
      make('p', { textContent: t('sheet.about') }),
      this.form(),
      make('p', { className: 'name' }, ...blank('sheet.name'), ...blank('sheet.date')),
      ...tasks.map(({ section }) => section),
    );
    this.element?.remove();
    document.body.append((this.element = fresh));
    root.classList.add('on-paper');
    document.title = title.textContent;
    this.arrange();
    scrollTo(0, 0);
    title.focus();
    await this.draw(tasks);
    fresh.setAttribute('aria-busy', 'false');
  }

  form() {
    const {
      words: { t },
      scene: { set },
    } = this.page;
    const tick = (name) => {
      const box = make('input', {
        type: 'checkbox',
        checked: this[name],
        onchange: () => {
          this[name] = box.checked;
          this.arrange();
        },
      });
      return make('label', {}, box, ` ${t(`sheet.${name}`)}`);
    };
    const others = this.page.words.languages.filter((tag) => tag !== this.page.words.language);
    return make(
      'form',
      {},
      tick('hints'),
      tick('room'),
      make('button', { type: 'button', textContent: t('sheet.print'), onclick: () => print() }),
      ...others.map((tag) =>
        make('button', {
          type: 'button',
          lang: tag,
          textContent: this.page.words.languageName(tag),
          onclick: () => set('lang', tag),
        }),
      ),
      make('a', { href: '#exercises', textContent: t('sheet.back') }),
    );
  }

  /** Shows hints and room to write as they are wished for. */
  arrange() {
    for (const list of all('.hints', this.element)) list.hidden = !this.hints;
    for (const box of all('.room', this.element)) box.hidden = !this.room;
  }

  /** An exercise of the page, for paper. */
  task(source) {
    const {
        words: { t, language },
      } = this.page,
      number = Number(source.dataset.exercise),
      query = source.querySelector('[data-start]').dataset.start;
    const copy = (tag, element) => make(tag, { innerHTML: element.innerHTML });
    const link = `${location.href.split(/[?#]/)[0]}${query}&ex=${number}${language === 'en' ? '' : `&lang=${language}`}`;
    const canvas = make('canvas', { attributes: { role: 'img', 'aria-label': t('sheet.picture') } });
    const words = make('div', {}, ...[...source.querySelectorAll(':scope > p[data-t]')].map((p) => copy('p', p)));
    const hints = make(
      'ol',
      { className: 'hints' },
      ...[...source.querySelectorAll('details p')].map((p) => copy('li', p)),
    );
    const [exercise, title] = source.querySelectorAll('h3 [data-t]');
    const section = make(
      'section',
      {},
      make('h2', { textContent: `${exercise.textContent} ${number}: ${title.textContent}` }),
      make('div', { className: 'task' }, words, canvas),
      hints,
      make('p', { className: 'link' }, `${t('sheet.link')} `, make('a', { href: link, textContent: link })),
      make('div', { className: 'room' }, ...Array.from({ length: LINES }, () => make('i'))),
    );
    return { number, query, section, words, hints, canvas };
  }

  /** Draws the planar scenes: bodies and the numbers of the contacts, but no contact forces. */
  async draw(tasks) {
    const { page } = this;
    for (const { number, query, words, hints, canvas } of tasks) {
      const stage = make('canvas'),
        fields = [...new URLSearchParams(query)].flat().join('\x1f');
      const view = new page.modes.wasm.PlanarView(stage, fields, '');
      if (number === 7) view.open_scene(scene(TILT), true);
      view.paint('light');
      view.keep_still(true); // all arrows are there at once
      for (const [name, value] of [
        ['forces', '0'],
        ['ids', '1'],
        ['applied', '0'],
      ])
        view.set(name, value);
      view.resize(...PICTURE.map((length) => length / SMALLER), SHARP * SMALLER);
      view.draw();
      [canvas.width, canvas.height] = PICTURE.map((length) => SHARP * length);
      const pen = canvas.getContext('2d'),
        half = PICTURE.map((length) => length / 2);
      pen.scale(SHARP, SHARP);
      pen.translate(...half);
      pen.globalCompositeOperation = 'destination-over'; // the scene comes behind what is marked in it
      MARKS[number]?.(
        pen,
        (x, y) => [...view.seen_at(x, y)].map((at, axis) => SMALLER * at - half[axis]),
        (x) => tell(page, x, 1),
      );
      pen.drawImage(stage, -half[0], -half[1], ...PICTURE);
      if (NUMBERS[number]) (HINTED.has(number) ? hints.firstChild : words).append(this.table(...NUMBERS[number](view)));
      view.free();
    }
  }

  /** A table of numbers under a task. */
  table(head, rows) {
    const write = (x) => (typeof x === 'number' ? tell(this.page, x, 3) : x);
    const row = (cells, tag) =>
      make('tr', {}, ...cells.map((text) => make(text === '' ? 'td' : tag, { textContent: text })));
    return make('table', {}, row(head, 'th'), ...rows.map((cells) => row(cells.map(write), 'td')));
  }
}

/** The tilt of the board in the picture, where it is to be found, degrees. */
const TILT = 14;

/** How high the block hangs in the sixth, m. */
const HEIGHT = 3;

/** What some pictures show beside the scene. */
const MARKS = {
  6(pen, at, tell) {
    const [[, y], half] = [at(0, LINE), PICTURE[0] / 2];
    pen.setLineDash([5, 4]);
    pen.stroke(new Path2D(`M${-half} ${y}H${half}`));
    pen.font = '11px sans-serif';
    pen.fillText(`${tell(LINE)} m`, 4 - half, y - 4);
    // the height of the block's lower edge, beside it
    const [x, low] = at(-1, 0),
      [, high] = at(-1, HEIGHT);
    pen.setLineDash([]);
    pen.stroke(new Path2D(`M${x} ${low}V${high}M${x - 4} ${high}h8m-8 ${low - high}h8`));
    pen.fillText(`${HEIGHT} m`, x + 5, (y + high) / 2 + 4);
  },
  7(pen, at) {
    // a level line from a place under the board, beside the block
    const [x, y] = at(...point(TILT, 2, -THICK)),
      [side] = at(...point(TILT, 5, -THICK));
    pen.setLineDash([5, 4]);
    pen.stroke(new Path2D(`M${x} ${y}H${side}`));
    pen.font = '11px sans-serif';
    pen.fillText('θ', x + 0.75 * (side - x), y - 4);
  },
};

/** Tasks whose numbers are to be found first: they stand with the hints. */
const HINTED = new Set([2]);
/** What some tasks take from the matrix or from the solver. */
const NUMBERS = {
  2: (view) => {
    const { n, entry, b } = equationOf(view),
      all = [...Array(n).keys()];
    return [
      ['', ...all.map((j) => `A ${j + 1}`), 'b'],
      all.map((i) => [`${i + 1}`, ...all.map((j) => entry(i, j)), b[i]]),
    ];
  },
  4: (view) => {
    const { contacts, driven } = choosePivot(view);
    return [
      ['', '', 'f', 'a', 'Δf', 'Δa'],
      contacts.map(({ f, a, df, da, side }, k) => [`${k + 1}`, k === driven ? '∗' : side, f, a, df, da]),
    ];
  },
  5: (view) => {
    const { f } = equationOf(view);
    return [f.map((_, k) => `f ${k + 1}`), [f]];
  },
};
