// The article beside its first sections: the other ones, its words in other languages, live numbers, figures, exercises.
// Each comes when the reader gets near it.
import { button, make } from '../laboratory/make.js';
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
  beam: () => import('./figures/beam.js'),
  arm: () => import('./figures/arm.js'),
  round: () => import('./figures/round.js'),
  graph: () => import('./figures/graph.js'),
  bounce: () => import('./figures/bounce.js'),
  events: () => import('./figures/events.js'),
  ahead: () => import('./figures/ahead.js'),
  rod: () => import('./figures/rod.js'),
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
  constructor(page) {
    Object.assign(this, { page, figures: new Map(), asks: new Map(), live: new Live(page), waiting: new Set() });
    this.watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.near(target);
    }, { rootMargin: AHEAD });
  }

  /** Text, words and style first, then whatever is near. */
  async open() {
    const { page } = this;
    page.lexicons.push(async () => {
      const file = await fetch(page.place(`article/${page.language}.json`));
      return file.json();
    });
    await Promise.all([style(page), rest(page).then(() => page.speak(page.language))]);
    for (const part of document.querySelectorAll('[data-figure], [data-exercise], [data-ask]')) this.watch.observe(part);
    for (const section of this.live.sections()) this.watch.observe(section);
    [this.offer, this.symbols] = [new Offer(page), new Symbols(page)];
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
    const planar = this.page.mode === 'planar';
    if (figure.needsPlane && !planar) return this.wait(part); // reading changes no mode
    figure.open();
    this.figures.set(part, figure);
  }

  /** A question at the end of a section. */
  async ask(part) {
    const { Ask } = await import('./asks.js');
    if (!this.asks.has(part)) this.asks.set(part, new Ask(this.page, part));
  }

  /** A figure of the plane, as long as there is another mode on the stage. */
  wait(part) {
    const { t } = this.page;
    const toPlane = () => document.querySelector('[name="mode"][value="planar"]').click();
    part.replaceChildren(make('p', { textContent: t('figure.plane') }), button(t('figure.to-plane'), toPlane));
    this.waiting.add(part);
  }

  async openExercises() {
    this.opening ??= import('./exercises.js');
    const { Exercises } = await this.opening;
    return this.exercises ??= new Exercises(this.page);
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
    for (const [part, figure] of this.figures) if (figure.changed && (planar || !figure.needsPlane) && isSeen(part)) figure.changed();
  }

  /** The language has changed. */
  speak() {
    this.live.speak();
    this.symbols?.speak();
    for (const part of this.waiting) this.wait(part);
    for (const figure of this.figures.values()) figure.open();
    for (const ask of this.asks.values()) ask.open();
    for (const one of document.querySelectorAll('article mn[data-num]')) one.textContent = this.page.number(Number(one.dataset.num), one.dataset.num.split('.')[1]?.length ?? 0);
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
async function rest(page) {
  if (document.getElementById('limits')) return;
  const file = await fetch(page.place('article/rest.html'));
  if (!file.ok) throw new Error(`rest.html: ${file.status}`);
  const { body } = new DOMParser().parseFromString(await file.text(), 'text/html');
  document.getElementById('article').append(...body.children);
}

async function style(page) {
  const sheet = new CSSStyleSheet();
  const file = await fetch(page.place('article/article.css'));
  sheet.replaceSync(await file.text());
  document.adoptedStyleSheets.push(sheet);
}
