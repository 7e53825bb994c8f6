// Pads on the stage: the thruster keys for fingers.
import { byId as $, one } from './make.js';

export class Pads {
  turning = false;

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.make();
  }

  make() {
    const pad = (block, keys) => {
      const box = document.createElement('div');
      const cells = ['turn', 'up', '', 'left', 'down', 'right'];
      box.append(
        ...cells.map((way, k) => {
          if (!way) return Object.assign(document.createElement('span'), { textContent: block });
          const button = document.createElement('button');
          Object.assign(button, {
            type: 'button',
            textContent: { turn: '↻', up: '↑', left: '←', down: '↓', right: '→' }[way],
          });
          Object.assign(button.dataset, { block, way });
          if (way === 'turn') button.setAttribute('aria-pressed', 'false');
          else this.holdKey(button, keys[k]);
          return button;
        }),
      );
      box.addEventListener('click', ({ target }) => {
        if (target instanceof HTMLElement && target.dataset.way === 'turn') this.toggleTurn(target);
      });
      return box;
    };
    $('pads').append(pad(1, ['', 'e', '', 's', 'd', 'f']), pad(2, ['', 'i', '', 'j', 'k', 'l']));
  }

  holdKey(button, key) {
    const hold = (down) => {
      if (!this.page.view) return;
      button.classList.toggle('down', down);
      if (down) this.page.view.press(key, this.turning);
      else this.page.view.release(key);
      this.page.clock.changed();
    };
    button.addEventListener('pointerdown', (event) => (button.setPointerCapture(event.pointerId), hold(true)));
    for (const type of ['pointerup', 'pointercancel', 'blur']) button.addEventListener(type, () => hold(false));
    button.addEventListener('keydown', (event) => [' ', 'Enter'].includes(event.key) && !event.repeat && hold(true));
    button.addEventListener('keyup', () => hold(false));
    button.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  toggleTurn(button) {
    this.turning = !this.turning;
    for (const one of $('pads').querySelectorAll('[data-way="turn"]')) one.setAttribute('aria-pressed', this.turning);
    button.parentElement.parentElement.classList.toggle('turning', this.turning);
    this.page.view.turn(this.turning);
  }

  toggle() {
    $('pads').hidden = !$('pads').hidden;
    one('[data-do="pads"]').setAttribute('aria-expanded', `${!$('pads').hidden}`);
    this.name();
  }

  name() {
    for (const button of $('pads').querySelectorAll('button')) {
      const { block, way } = button.dataset;
      button.setAttribute('aria-label', this.page.words.t(`pad.${way}`, { block }));
    }
  }
}
