// Keeps what is read in its place while words, figures and exercises come late above it.

/** Whether the browser does so by itself, but for the target of an address. */
const ANCHORS = CSS.supports('overflow-anchor', 'auto');
/** What a place may be off and still be the same, CSS pixels. */
const NEAR = 2;
/** What reading begins below the upper edge of what is seen, CSS pixels. */
const BELOW = 24;

export class Steady {
  constructor(article) {
    this.article = article;
    this.kept = null;
    this.top = 0;
    this.aimed = false;
    this.height = 0;
    const grown = new ResizeObserver(() => this.put());
    for (const part of [article, document.body]) grown.observe(part);
    addEventListener('scroll', () => this.scrolled(), { passive: true });
    // whoever takes hold of the page goes where he likes
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      addEventListener(type, () => this.letGo(), { capture: true, passive: true });
    addEventListener('hashchange', () => this.aim());
    document.addEventListener('click', ({ target }) => {
      const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (target).closest?.('a[href^="#"]'));
      if (link && link.hash === location.hash) setTimeout(() => this.aim()); // no change, and yet asked for
    });
    // a page that is loaded anew or gone back to stands where it stood
    const [came] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    if (came?.type === 'navigate') this.aim();
  }

  /** The target of the address is to be seen, whatever comes above it. */
  aim() {
    const name = location.hash.slice(1),
      target = name && document.getElementById(name);
    if (!target || !this.article.contains(target)) return;
    target.scrollIntoView();
    this.keep(target, true);
  }

  keep(element, aimed) {
    this.kept = element;
    this.aimed = aimed;
    this.top = element?.getBoundingClientRect().top;
    this.height = document.body.scrollHeight;
  }

  /** Something has another size: back to where it was. */
  put() {
    if (!this.kept?.isConnected) return;
    if (this.aimed) this.kept.scrollIntoView();
    else scrollBy(0, this.kept.getBoundingClientRect().top - this.top);
    this.keep(this.kept, this.aimed);
  }

  letGo() {
    if (this.aimed) this.keep(null, false);
  }

  scrolled() {
    // a target that has moved with all else unchanged was scrolled away; what grew is put right at once
    const moved = this.aimed && Math.abs(this.kept.getBoundingClientRect().top - this.top) > NEAR;
    if (this.aimed && !(moved && document.body.scrollHeight === this.height)) return;
    this.keep(ANCHORS ? null : this.first(), false);
  }

  /** What stands first in the window. */
  first() {
    const box = this.article.getBoundingClientRect(),
      above = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    return document.elementFromPoint(box.left + box.width / 2, above + BELOW)?.closest('#article > section > *');
  }
}
