// The loop of a time step: its boxes light up while the stage steps, with the numbers of the last step.
import { MOST_CONTACTS } from '../../laboratory/instant.js';
import { arrow, draw, make, tell } from '../make.js';

/** The boxes: where each stands, px. */
const BOXES = {
  contacts: [16, 20],
  equation: [186, 20],
  solve: [356, 20],
  apply: [356, 118],
  integrate: [186, 118],
  impact: [16, 118],
};
const NAMES = Object.keys(BOXES),
  SIZE = [138, 64];
/** Milliseconds that each box is lit when the stage makes a single step. */
const LIT = 260;

export class Figure {
  /**
   * @param {import('../../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.time = 0;
    this.lit = -1;
    this.timer = 0;
  }

  open() {
    const {
      words: { t },
    } = this.page;
    this.boxes = {};
    const groups = NAMES.map((name, k) => {
      const [x, y] = BOXES[name],
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
    const [w, h] = SIZE,
      at = (name, dx, dy) => [BOXES[name][0] + dx, BOXES[name][1] + dy];
    const ways = [
      [at('contacts', w, h / 2), [32, 0]],
      [at('equation', w, h / 2), [32, 0]],
      [at('solve', w / 2, h), [0, 34]],
      [at('apply', 0, h / 2), [-32, 0]],
      [at('integrate', 0, h / 2), [-32, 0]],
      [at('impact', w / 2, 0), [0, -34]],
    ].map(([from, along]) => draw('path', { class: 'arrow ink', d: arrow(from, along) }));
    this.picture = draw(
      'svg',
      { viewBox: '0 0 510 202', role: 'img', 'aria-label': t('loop.picture') },
      ...ways,
      ...groups,
    );
    const back = make('button', {
      type: 'button',
      textContent: t('loop.step'),
      onclick: () => this.page.actions.step(),
    });
    this.element.replaceChildren(
      make(
        'div',
        { className: 'scroll', tabIndex: 0, attributes: { role: 'group', 'aria-label': t('loop.picture') } },
        this.picture,
      ),
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
