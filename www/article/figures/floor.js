// Two experiments on the stage that no table allows: the floor is taken away, or a load is put on.
import { button, make } from '../../laboratory/make.js';
import { tell } from '../make.js';
import { Base } from './base.js';

/** The scene of the experiments, and the load that is put on, N. */
const SCENE = 'two-blocks',
  LOAD = 1;

export class Figure extends Base {
  away = false;
  load = 0;
  shown = [];

  open() {
    const { t } = this;
    this.floor = button('', () => this.start('floor'));
    this.weight = button('', () => this.start('load'));
    this.words = make('p', { attributes: { role: 'status' } });
    this.element.replaceChildren(
      make('div', { className: 'actions' }, this.floor, ' ', this.weight),
      this.words,
      make('figcaption', { textContent: t('floor.caption') }),
    );
    this.name();
  }

  /** Begins one of the two, or ends it. */
  start(what) {
    return this.act(() => {
      if (what === 'floor') this.away = !this.away;
      else this.load = this.load ? 0 : LOAD;
    });
  }

  /** The scene comes to the stage if another one is there; the clock stops, so that only the forces change. */
  async act(change) {
    const { page } = this;
    if (page.mode !== 'planar' || page.view.value('scene') !== SCENE) {
      await page.scene.load(`?scene=${SCENE}`);
      [this.away, this.load] = [false, 0];
    }
    page.clock.run(false);
    change();
    page.view.take_floor(this.away);
    page.view.load_last(this.away ? 0 : this.load); // what falls freely is left alone
    page.clock.changed();
    this.name();
    this.tell();
  }

  name() {
    const { t } = this;
    this.floor.textContent = t(this.away ? 'floor.back' : 'floor.away');
    this.weight.textContent = t(this.load ? 'floor.unload' : 'floor.load');
    this.weight.disabled = this.away; // what falls is left alone
    this.floor.setAttribute('aria-pressed', `${this.away}`);
    this.weight.setAttribute('aria-pressed', `${this.load > 0}`);
  }

  tell() {
    const { page } = this,
      { view } = page,
      n = view.contacts(),
      f = [...view.equation()].slice(n * n + n, n * n + 2 * n);
    this.words.textContent = page.words.t(this.sum() > 1e-9 ? 'floor.forces' : 'floor.none', {
      n,
      f: page.words.list(f.map((one) => tell(page, one, 2))),
    });
  }

  /** A scene that is loaded or reset has its floor and no load. */
  changed() {
    const { view } = this.page;
    if (!view || (!this.away && !this.load)) return;
    const here = this.page.mode === 'planar' && view.value('scene') === SCENE,
      fresh = view.time() === 0 && Math.abs(this.sum() - (this.away ? 0 : 9 + 2 * this.load)) > 1e-6;
    if (here && !fresh) return;
    [this.away, this.load] = [false, 0];
    this.words.textContent = '';
    this.name();
  }

  /** All contact forces together, N. */
  sum() {
    const { view } = this.page,
      n = view.contacts();
    return [...view.equation()].slice(n * n + n, n * n + 2 * n).reduce((all, one) => all + one, 0);
  }
}
