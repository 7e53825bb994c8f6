// The plane of force and acceleration: a dot for each contact of the stage.
import { MOST_CONTACTS } from '../../laboratory/instant.js';
import { prepare } from '../../laboratory/open.js';
import { Plane } from '../../laboratory/plane.js';
import { equationOf } from '../contact.js';
import { make, tell } from '../make.js';
import { Base } from './base.js';

export class Figure extends Base {
  async open() {
    await prepare(this.page);
    this.plane = new Plane(this.page);
    this.words = make('p');
    this.plane.element.querySelector('figcaption').remove();
    const plane = make('div', { className: 'plane' }, ...this.plane.element.childNodes);
    this.element.replaceChildren(
      make('div', { className: 'panes' }, plane),
      this.words,
      make('figcaption', { textContent: this.page.words.t('states.caption') }),
    );
    this.changed();
  }

  changed() {
    const { page } = this,
      { view } = page;
    if (!this.plane || !view?.equation) return;
    if (view.contacts() > MOST_CONTACTS) return;
    const { f, a } = equationOf(view);
    const dots = f.map((force, k) => ({ f: force, a: a[k], side: force > 1e-9 ? 'clamped' : 'open' }));
    this.plane.show(dots, [Math.max(...f, 1), 0, Math.max(...a, 1)], view.selected());
    const resting = dots.filter(({ f: force }) => force > 1e-9).length;
    this.words.textContent = page.words.t('states.now', {
      n: f.length,
      rest: resting,
      combinations: tell(page, 2 ** f.length, 0),
    });
  }
}
