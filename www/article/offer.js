// While a section is read its scene is offered on the stage, to be put there with one key or tap; never by itself.
import { one } from '../make.js';
import { make } from './make.js';

/** The key that takes the offer. */
const KEY = 'g';

export class Offer {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.section = null;
    this.button = make('button', { type: 'button', className: 'offer', hidden: true, onclick: () => this.take() });
    one('.tools').append(this.button);
    const middle = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) this.section = target;
        this.changed();
      },
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const section of document.querySelectorAll('article > section')) middle.observe(section);
    document.addEventListener('keydown', (event) => this.key(event));
  }

  /** The section's own scene, its button in the text, if neither that is on the stage nor a scene of the visitor's own. */
  get source() {
    const { view } = this.page,
      source = this.section && one(':scope > .load [data-load]', this.section);
    if (!source || !view) return null;
    return [new URLSearchParams(source.dataset.load).get('scene'), 'own'].includes(view.value('scene')) ? null : source;
  }

  changed() {
    const { source } = this,
      hidden = !source || Boolean(this.page.article?.exercises?.open);
    if (this.button.hidden !== hidden) this.button.hidden = hidden;
    const words =
      source && `${source.textContent}${matchMedia('(hover: hover)').matches ? ` (${KEY.toUpperCase()})` : ''}`;
    if (words && this.button.textContent !== words) this.button.textContent = words;
  }

  key(event) {
    const { page } = this,
      at = event.target;
    if (event.key.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    if (
      at.matches?.('input, select, textarea, canvas') ||
      page.view?.value('keys') === 'off' ||
      document.querySelector('dialog[open]')
    )
      return;
    if (!this.button.hidden) this.take();
  }

  take() {
    const { source } = this;
    if (source) this.page.scene.load(source.dataset.load);
  }
}
