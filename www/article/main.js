// The article beside its first sections: the other ones, its words in other languages, live numbers, figures, exercises.
// Each comes when the reader gets near it.
import { button, make } from '../laboratory/make.js';
import { adopt, all, one } from '../make.js';
import { placeOf } from '../wire.js';
import { Live } from './live.js';
import { Offer } from './offer.js';
import { Symbols } from './symbols.js';

/** How far ahead of the window parts are made ready, CSS pixels. */
const AHEAD = '300px 0px';

/** The figures by the names they have in the article. */
const FIGURES = {
  floor: () => import('./figures/floor.js'),
  load: () => import('./figures/load.js'),
  answers: () => import('./figures/answers.js'),
  glass: () => import('./figures/glass.js'),
  corner: () => import('./figures/corner.js'),
  clamped: () => import('./figures/clamped.js'),
  beam: () => import('./figures/beam.js'),
  arm: () => import('./figures/arm.js'),
  round: () => import('./figures/round.js'),
  graph: () => import('./figures/graph.js'),
  bounce: () => import('./figures/bounce.js'),
  events: () => import('./figures/events.js'),
  ahead: () => import('./figures/ahead.js'),
  rod: () => import('./figures/rod.js'),
  methods: () => import('./figures/methods.js'),
  loop: () => import('./figures/loop.js'),
  slope: () => import('./figures/slope.js'),
  springs: () => import('./figures/springs.js'),
  gap: () => import('./figures/gap.js'),
  states: () => import('./figures/states.js'),
  drift: () => import('./figures/drift.js'),
  fischer: () => import('./figures/fischer.js'),
  cone: () => import('./figures/cone.js'),
  region: () => import('./figures/region.js'),
  touch: () => import('./figures/touch.js'),
};

export class Article {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.figures = new Map();
    /** These come when they are asked for. @type {any} */
    this.exercises = null;
    /** @type {any} */
    this.sheet = null;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Symbols | null} */
    this.symbols = null;
    this.asks = new Map();
    this.live = new Live(page);
    this.waiting = new Set();
    this.watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) this.near(target);
      },
      { rootMargin: AHEAD },
    );
  }

  /** Text, words and style first, then whatever is near. */
  async open() {
    const { page } = this;
    page.words.lexicons.push(() => page.words.lexicon('article'));
    await Promise.all([
      adopt(placeOf('article/article.css')),
      rest().then(() => page.words.speak(page.words.language)),
    ]);
    for (const part of document.querySelectorAll('[data-figure], [data-exercise], [data-ask]'))
      this.watch.observe(part);
    for (const section of this.live.sections()) this.watch.observe(section);
    this.offer = new Offer(page);
    this.symbols = new Symbols(page);
    if (page.view?.value('ex')) await this.openExercises(); // a link names one
    addEventListener('hashchange', () => this.openSheet());
    await this.openSheet();
  }

  /** A part comes near. */
  async near(part) {
    this.watch.unobserve(part);
    if (part.dataset.exercise) return this.openExercises();
    if (part.dataset.ask) return this.ask(part);
    if (!part.dataset.figure) return this.live.open();
    const { Figure } = await FIGURES[part.dataset.figure]();
    const figure = new Figure(this.page, part);
    if (figure.needs === 'space' && !(await this.fetched(part))) return;
    if (!figure.isReady) return this.wait(part); // reading changes no mode
    const opened = figure.open();
    this.figures.set(part, figure);
    await opened;
  }

  /** Whether the engine of space is there for a figure that asks it, fetched if need be. */
  async fetched(part) {
    const { fetchSpace } = await import('./figures/space.js');
    return fetchSpace().then(
      () => true,
      () => part.replaceChildren(make('p', { textContent: this.page.words.t('fault.no-simd') })),
    );
  }

  /** All figures and numbers, for a print. A figure that fails is missing there. */
  async whole() {
    const parts = [...document.querySelectorAll('[data-figure]')].filter((part) => !this.figures.has(part));
    await Promise.allSettled([this.live.open(), ...parts.map((part) => this.near(part))]);
    this.live.draw(new Set(this.live.sections()));
  }

  /** A question at the end of a section. */
  async ask(part) {
    const { Ask } = await import('./asks.js');
    if (!this.asks.has(part)) this.asks.set(part, new Ask(this.page, part));
  }

  /** A figure of the plane, as long as there is another mode on the stage. */
  wait(part) {
    const {
      words: { t },
    } = this.page;
    const toPlane = () => one('[name="mode"][value="planar"]').click();
    part.replaceChildren(make('p', { textContent: t('figure.plane') }), button(t('figure.to-plane'), toPlane));
    this.waiting.add(part);
  }

  async openExercises() {
    const { Exercises } = await import('./exercises.js');
    return (this.exercises ??= new Exercises(this.page));
  }

  /** The sheet of exercises to print, if the address names it. */
  async openSheet() {
    if (this.sheet || location.hash !== '#sheet') return;
    const { Sheet } = await import('./sheet.js');
    await (this.sheet ??= new Sheet(this.page)).follow();
  }

  /** Begins the exercise whose button this is. */
  async begin(button) {
    const figure = button.closest('[data-figure]');
    if (figure) {
      if (!this.figures.has(figure)) await this.near(figure);
      return this.figures.get(figure)?.start(button.dataset.start);
    }
    const exercises = await this.openExercises();
    await exercises.begin(Number(button.closest('[data-exercise]').dataset.exercise));
  }

  /** The stage has changed. */
  changed() {
    this.live.changed();
    this.offer?.changed();
    this.exercises?.changed();
    const planar = this.page.mode === 'planar';
    for (const part of planar ? this.waiting : []) this.near(part);
    if (planar) this.waiting.clear();
    for (const [part, figure] of this.figures) if (figure.changed && figure.isReady && isSeen(part)) figure.changed();
  }

  /** The language has changed. */
  speak() {
    this.live.speak();
    this.symbols?.speak();
    for (const part of this.waiting) this.wait(part);
    for (const figure of this.figures.values()) figure.open();
    for (const ask of this.asks.values()) ask.open();
    for (const part of all('article mn[data-num]')) {
      const { num } = part.dataset;
      part.textContent = this.page.words.number(Number(num), num.split('.')[1]?.length ?? 0);
    }
    this.exercises?.speak();
    if (this.sheet?.isOpen) this.sheet.open();
  }
}

/** Whether a part is in the window or just beside it. */
function isSeen(part) {
  const { top, bottom } = part.getBoundingClientRect();
  return bottom > -100 && top < innerHeight + 100;
}

/** The sections that are no part of the first load. */
async function rest() {
  if (document.getElementById('limits')) return;
  const file = await fetch(placeOf('article/rest.html'));
  if (!file.ok) throw new Error(`rest.html: ${file.status}`);
  const { body } = new DOMParser().parseFromString(await file.text(), 'text/html');
  document.getElementById('article').append(...body.children);
}
