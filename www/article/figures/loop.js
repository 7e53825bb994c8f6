// The loop of a time step: its boxes light up while the stage steps, with the numbers of the last step.
import { MOST_CONTACTS } from '../../laboratory/instant.js';
import { arrow, draw, make, tell } from '../make.js';
import { Base } from './base.js';

/** The boxes in their order. */
const NAMES = ['contacts', 'equation', 'solve', 'apply', 'integrate', 'impact'];
/** Column and row of each, in two rows or, where there is little room, in three. */
const WIDE = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [0, 1],
  ],
  NARROW = [
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 2],
    [0, 2],
    [0, 1],
  ];
/** Size of a box, and how far one is from the next, px; under how many CSS pixels there is little room. */
const SIZE = [138, 64],
  NEXT = [170, 98],
  LITTLE = 430;
/** Milliseconds that each box is lit when the stage makes a single step. */
const LIT = 260;

export class Figure extends Base {
  time = 0;
  lit = -1;
  timer = 0;

  open() {
    const { t } = this;
    this.boxes = {};
    const places = this.element.clientWidth < LITTLE ? NARROW : WIDE,
      at = (k) => places[k].map((place, axis) => 16 + place * NEXT[axis]);
    const groups = NAMES.map((name, k) => {
      const [x, y] = at(k),
        number = draw('text', { x: x + SIZE[0] / 2, y: y + 52, 'text-anchor': 'middle', class: 'soft' });
      const group = draw(
        'g',
        { class: 'box' },
        draw('rect', { x, y, width: SIZE[0], height: SIZE[1], rx: 7 }),
        draw(
          'text',
          { x: x + SIZE[0] / 2, y: y + 19, 'text-anchor': 'middle', class: 'strong' },
          `${k + 1} ${t(`loop.${name}`)}`,
        ),
        draw('text', { x: x + SIZE[0] / 2, y: y + 36, 'text-anchor': 'middle' }, t(`loop.${name}.what`)),
        number,
      );
      this.boxes[name] = { group, number };
      return group;
    });
    const ways = NAMES.map((_, k) => {
      const [from, to] = [at(k), at((k + 1) % NAMES.length)],
        along = from.map((x, axis) => Math.sign(to[axis] - x)),
        start = from.map((x, axis) => x + (SIZE[axis] * (1 + along[axis])) / 2);
      return draw('path', {
        class: 'arrow ink',
        d: arrow(
          start,
          along.map((one, axis) => one * (NEXT[axis] - SIZE[axis])),
        ),
      });
    });
    const [right, bottom] = [0, 1].map(
      (axis) => 32 + SIZE[axis] + Math.max(...places.map((place) => place[axis])) * NEXT[axis],
    );
    this.picture = draw(
      'svg',
      { viewBox: `0 0 ${right} ${bottom}`, role: 'img', 'aria-label': t('loop.picture') },
      ...ways,
      ...groups,
    );
    const back = make('button', {
      type: 'button',
      textContent: t('loop.step'),
      onclick: () => this.page.actions.step(),
    });
    this.element.replaceChildren(
      this.picture,
      make('div', { className: 'actions' }, back),
      make('figcaption', { textContent: t('loop.caption') }),
    );
    this.time = this.page.view?.time() ?? 0;
    this.light(-1);
    this.show();
  }

  /** After a single step one box after the other; while the scene runs all of them. */
  changed() {
    const { page } = this,
      time = page.view?.time();
    if (time === undefined || !this.boxes) return;
    const stepped = time !== this.time;
    this.time = time;
    this.show();
    if (page.clock.running) return this.light(stepped ? NAMES.length : -1);
    if (this.lit === NAMES.length) this.light(-1);
    if (stepped) this.walk(matchMedia('(prefers-reduced-motion: reduce)').matches ? NAMES.length : 0);
  }

  walk(k) {
    clearTimeout(this.timer);
    this.light(k);
    this.timer = setTimeout(
      () => (k + 1 < NAMES.length ? this.walk(k + 1) : this.light(-1)),
      k === NAMES.length ? 3 * LIT : LIT,
    );
  }

  light(k) {
    if (k !== this.lit) clearTimeout(this.timer);
    this.lit = k;
    NAMES.forEach((name, i) => this.boxes[name].group.classList.toggle('lit', i === k || k === NAMES.length));
  }

  show() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page,
      say = (name, words) => {
        if (this.boxes[name].number.textContent !== words) this.boxes[name].number.textContent = words;
      };
    if (!view) return;
    const n = view.contacts(),
      few = n <= MOST_CONTACTS,
      planar = page.mode === 'planar';
    say('contacts', t('loop.contacts.now', { n }));
    say('equation', `${n} × ${n}`);
    const list = few && view.equation ? [...view.equation()] : null,
      f = list?.slice(n * n + n, n * n + 2 * n);
    say(
      'solve',
      f
        ? `Σf = ${tell(
            page,
            f.reduce((sum, x) => sum + x, 0),
            2,
          )} N`
        : '',
    );
    say('apply', t('loop.apply.now', { n: 2 * n }));
    say('integrate', `t = ${tell(page, view.time(), 3)} s`);
    say('impact', planar && view.impacts ? t('loop.impact.now', { n: view.impacts() }) : '');
  }
}
