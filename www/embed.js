// The stage on a page of your own, in one line beside this script:
//
//   <script src="https://example.org/contact-forces/www/embed.js" type="module"></script>
//   <contact-forces scene="stack" run="1"></contact-forces>
//
// (A host that lets no other site load modules is asked for it without the type.)
//
// Each attribute is a field of the page's address (scene, mode, n, run, mu, lang, theme, show, and so on). The element is as
// high as its stage needs. It has `play()`, `pause()`, `step(count)`, `load(query)` and `state()`, each a promise of
// { mode, scene, time, running, link }; an event `state` tells the same when the visitor starts, stops or loads.

customElements.define(
  'contact-forces',
  class ContactForces extends HTMLElement {
    /** Attributes that every element has, which say nothing to the stage. */
    static #GENERAL = ['class', 'hidden', 'id', 'slot', 'style', 'title'];
    /** The page, which this file belongs to. */
    static #PAGE = new URL(
      '../',
      /** @type {HTMLScriptElement} */ (document.querySelector('script[src$="/embed.js"]')).src,
    );

    #frame = null;
    #heard = null;
    #loaded = new Promise((heard) => (this.#heard = heard));
    #waiting = new Map();
    #asked = 0;

    connectedCallback() {
      const says = ({ name }) => !ContactForces.#GENERAL.includes(name) && !name.startsWith('aria-');
      const fields = [...this.attributes].filter(says);
      const query = new URLSearchParams([...fields.map(({ name, value }) => [name, value || '1']), ['embed', '1']]);
      this.#frame = document.createElement('iframe');
      this.#frame.src = `${ContactForces.#PAGE}?${query}`;
      this.#frame.title = this.title || this.getAttribute('aria-label') || 'Contact forces';
      this.#frame.style.cssText = 'display: block; width: 100%; height: 30rem; border: 0';
      if (!this.style.display) this.style.display = 'block';
      this.replaceChildren(this.#frame);
      window.addEventListener('message', this.#hear);
    }

    disconnectedCallback() {
      window.removeEventListener('message', this.#hear);
    }

    play = () => this.#ask({ play: true });
    pause = () => this.#ask({ pause: true });
    step = (count = 1) => this.#ask({ step: count });
    load = (query) => this.#ask({ load: query });
    state = () => this.#ask({ state: true });

    #ask(message) {
      const id = (this.#asked += 1);
      const asked = { contactForces: { ...message, id } };
      this.#loaded.then(() => this.#frame.contentWindow.postMessage(asked, ContactForces.#PAGE.origin));
      return new Promise((tell) => this.#waiting.set(id, tell));
    }

    #hear = ({ source, data }) => {
      if (source !== this.#frame.contentWindow || !data.contactForces) return;
      const { height, state, id } = data.contactForces;
      this.#heard(); // a frame that speaks also hears
      if (height) this.#frame.style.height = `${height}px`;
      if (state === undefined) return;
      this.#waiting.get(id)?.(state);
      this.#waiting.delete(id);
      this.dispatchEvent(new CustomEvent('state', { detail: state }));
    };
  },
);
