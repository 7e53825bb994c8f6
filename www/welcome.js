// The first minute: a block comes down, key caps and a hint stand at the blocks until they are used, and the first press of
// Play moves even what rests.
import { all, byId as $ } from './make.js';
import { isOwn } from './scene.js';

const root = document.documentElement;
/** The scene of an address that names none, in the plane. */
const FIRST = 'two-blocks';

/** How far the block comes down, m, and how long that takes, ms. */
const HEIGHT = 0.15,
  DESCENT = 750;
/** ms for which a remark stands on the stage. */
const REMARK = 5000;
/** The caps of each block, as on a keyboard: up above, left, down and right below. */
const CAPS = [
  ['', 'E', '', 'S', 'D', 'F'],
  ['', 'I', '', 'J', 'K', 'L'],
];

export class Welcome {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.box = document.createElement('div');
    this.box.className = 'welcome';
    this.box.setAttribute('aria-hidden', 'true'); // the stage's own words and the list of keys say it
    $('stage-box').append(this.box);
    this.used = new Set();
    this.arrived = false;
    this.nudged = false;
    this.landing = null;
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, () => this.land(), { capture: true });
  }

  /**
   * At arrival the clock runs, unless the address says otherwise; an exercise, a moment that was shared, a visitor's
   * own scene and a frame in another page wait for the visitor.
   * @param {URLSearchParams} address
   */
  begin(address) {
    const { page, arrived } = this,
      { view } = page;
    this.arrived = true;
    if (page.isStill()) return;
    const waits = address.has('ex') || location.hash || isOwn() || root.classList.contains('embed');
    if (address.has('run') || waits || arrived) page.clock.run(address.get('run') === '1');
    else if (view.value('scene') === FIRST) this.arrive();
    else page.clock.run(true);
  }

  /** The first picture: a block comes down the last centimetres, then the clock runs. */
  arrive() {
    const { page } = this,
      start = performance.now();
    let above = 0;
    const fall = () => {
      if (!this.landing || !page.view) return;
      const part = Math.min((performance.now() - start) / DESCENT, 1),
        height = HEIGHT * (1 - part) ** 2;
      if (part === 1) return this.land();
      page.view.lift(height - above);
      above = height;
      page.clock.changed();
      requestAnimationFrame(fall);
    };
    this.landing = true;
    fall();
  }

  /** The block is down, bit for bit where the scene begins; whoever takes or presses something need not wait. */
  land() {
    if (!this.landing) return;
    this.landing = null;
    this.page.view.reset();
    this.page.clock.run(true);
    this.page.panels.refresh();
  }

  /** The visitor pressed Play: what rests hops, the first time. */
  play() {
    const { view } = this.page;
    if (this.nudged || !view.rests() || (this.page.mode === 'planar' && view.has_friction())) return; // what friction holds is to hold
    this.nudged = true;
    view.nudge();
    this.remark(this.page.words.t('nudge'));
  }

  /** A remark on the stage, for a while; an empty one takes it away. */
  remark(text) {
    const box = $('remark');
    [box.textContent, box.hidden] = [text, !text];
    if (text) this.page.report.say(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      box.hidden = true;
    }, REMARK);
  }

  /** What was used needs no hint any more: 'drag', or the keys of a block, 0 or 1. */
  use(what) {
    if (this.used.has(what)) return;
    this.used.add(what);
    this.show(true);
  }

  /** Puts caps and hint where the blocks are. */
  show(anew = false) {
    const { page } = this,
      { view } = page;
    const wanted = page.mode === 'planar' && view.value('scene') === FIRST && !this.landing;
    if (anew || this.box.childElementCount === 0) this.fill();
    let moved = anew || this.box.hidden === wanted;
    this.box.hidden = !wanted;
    for (const one of wanted ? all('[data-block]', this.box) : []) {
      const [left, top, right, bottom] = view.box_of(Number(one.dataset.block));
      const beside =
        one.className === 'hint'
          ? [right, top]
          : one.dataset.block === '0'
            ? [left, (top + bottom) / 2]
            : [right, (top + bottom) / 2];
      beside.forEach((at, k) => {
        const [name, place] = [['--x', '--y'][k], `${at.toFixed(1)}px`];
        moved ||= one.style.getPropertyValue(name) !== place;
        one.style.setProperty(name, place);
      });
    }
    if (!moved) return;
    page.stage.cover();
    page.clock.changed();
  }

  fill() {
    const { page } = this,
      keys = page.view.value('keys') !== 'off';
    const caps = CAPS.map((letters, block) => {
      const group = Object.assign(document.createElement('div'), { className: `caps caps-${block}` });
      group.append(
        ...letters.map((letter) =>
          Object.assign(document.createElement(letter ? 'kbd' : 'i'), { textContent: letter }),
        ),
      );
      return Object.assign(group, { hidden: this.used.has(block) || !keys });
    });
    const hint = Object.assign(document.createElement('span'), {
      className: 'hint',
      textContent: page.words.t('hint.drag'),
      hidden: this.used.has('drag'),
    });
    [caps[0], caps[1], hint].forEach((one, k) => {
      one.dataset.block = k ? '1' : '0';
    });
    this.box.replaceChildren(...caps, hint);
  }
}
