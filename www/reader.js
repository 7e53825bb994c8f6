// The article beyond its first sections: those, its words in other languages and its live parts come when it is read.
import { byId } from './make.js';
import { Steady } from './steady.js';
import { placeOf } from './wire.js';

/** How far ahead of the window the later sections are fetched. */
const AHEAD = '400px 0px';

/** A stage in a frame of another page has no article. */
const isFramed = () => document.documentElement.classList.contains('embed');

export class Reader {
  /** Settled when the whole text is there. @type {Promise<void> | null} */
  reading = null;
  steady = new Steady(byId('article'));

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) this.read();
      },
      { rootMargin: AHEAD },
    );
    addEventListener('beforeprint', () => this.bringText());
    addEventListener('hashchange', () => this.follow());
    document.addEventListener('keydown', (event) => this.key(event));
  }

  /** From now on what comes near is read, and so is what the address names. */
  begin() {
    if (this.page.words.language !== 'en' || new URLSearchParams(location.search).has('ex')) this.read();
    else for (const part of document.querySelectorAll('article > section + section')) this.watch.observe(part);
    this.follow();
  }

  /** Opens what the article has beside its first sections, once. */
  read() {
    if (isFramed()) return Promise.resolve();
    this.watch.disconnect();
    return (this.reading ??= this.open().catch((error) => {
      this.reading = null;
      this.page.report.missing(error);
    }));
  }

  async open() {
    const { Article } = await import('./article/main.js');
    this.page.article = new Article(this.page);
    await this.page.article.open();
  }

  /**
   * A print from the browser's menu holds the whole text. It cannot wait: figures that were not near by then are
   * missing.
   */
  bringText() {
    if (document.getElementById('limits') || isFramed()) return;
    const later = new XMLHttpRequest();
    later.open('GET', placeOf('article/rest.html'), false);
    later.send();
    byId('article').append(...new DOMParser().parseFromString(later.responseText, 'text/html').body.children);
  }

  /**
   * Who searches the page searches all of it, and who prints it prints all of it.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isFramed()) return;
    if (event.key === 'f') this.read();
    if (event.key !== 'p' || location.hash === '#sheet') return;
    event.preventDefault();
    this.read()
      .then(() => this.page.article?.whole())
      .finally(() => print());
  }

  /** A link into sections that are not there yet brings them. */
  async follow() {
    const name = location.hash.slice(1);
    if (!/^[a-z][\w-]*$/.test(name) || document.getElementById(name)) return;
    await this.read();
    this.steady.aim();
  }
}
