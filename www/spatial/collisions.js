// The tab "Collisions": what culling saves, the trees of bounding volumes and which kind of them pays, and the search for
// the closest points of two bodies.
import { rowsOf } from '../wire.js';
import { button, make } from '../laboratory/make.js';
import { Distance, counted, read } from './distance.js';

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.refresh();
  }

  refresh() {
    const { page } = this,
      {
        view,
        words: { t },
      } = page;
    const bind = (name) => {
      const [, , , , ...choices] = rowsOf(view.settings()).find(([one]) => one === name);
      const select = make(
        'select',
        {},
        ...choices.map((value) => make('option', { value, textContent: t(`${name}.${value}`) })),
      );
      select.value = view.value(name) || choices[0];
      select.addEventListener('change', () => this.set(name, select.value));
      return make('label', { className: 'pick' }, `${t(`setting.${name}`)} `, select);
    };
    this.level = make('input', { type: 'range', min: 0, max: 10, step: 1, value: view.value('level') });
    this.level.addEventListener('input', () => this.set('level', this.level.value));
    this.culling = make('p', { className: 'outcome' });
    this.looks = make('p', { className: 'outcome looks' });
    this.trees = make('tbody');
    this.kinds = make('tbody');
    this.compared = counted(
      page,
      'collisions.compare.about',
      ['heading.volume', 'heading.volumes', 'pairs', 'heading.time', 'heading.each'],
      this.kinds,
    );
    this.compared.hidden = true;
    this.answer = make('p', { className: 'outcome', attributes: { 'aria-live': 'polite' } });
    this.comparing = button(t('collisions.compare'), () => this.compare());
    this.without = make('p', { textContent: t('collisions.none') });
    this.withTrees = make(
      'div',
      {},
      make(
        'div',
        { className: 'actions' },
        bind('volume'),
        make('label', { className: 'pick' }, `${t('setting.level')} `, this.level),
      ),
      counted(page, 'collisions.trees', ['body', 'triangles', 'heading.nodes', 'levels', 'shown'], this.trees),
      make('div', { className: 'actions' }, this.comparing),
      this.compared,
      this.answer,
    );
    this.distance = new Distance(page, bind('descent'), this.distance?.budget ?? 1);
    const title = (key) => make('h2', { textContent: t(key) });
    this.panel.classList.add('collisions');
    this.panel.replaceChildren(
      title('collisions.culling'),
      make('div', { className: 'actions' }, bind('culling')),
      this.culling,
      this.looks,
      title('collisions.volumes'),
      this.without,
      this.withTrees,
      title('collisions.distance'),
      this.distance.element,
      make('p', { className: 'legend', textContent: t('collisions.about') }),
    );
    this.redraw();
  }

  set(name, value) {
    this.page.scene.set(name, value);
    this.distance.times = [];
    this.redraw();
  }

  /** Draws the tab, then the line that it puts on the stage. */
  redraw() {
    this.draw();
    this.page.clock.changed();
  }

  draw() {
    const { page } = this,
      {
        view,
        words: { t, number },
      } = page;
    if (!view?.culling) return;
    const [all, found, sweep, grid, comparisons, pairs, searched, kept, parts] = view.culling(),
      { perStep } = page.clock;
    this.culling.textContent = t('collisions.culled', { all, found, sweep, grid });
    const step = { comparisons, pairs, searched, kept, others: pairs - searched - kept, parts };
    const took = perStep === undefined ? '' : ` ${t('collisions.took', { time: number(perStep, 2) })}`;
    this.looks.textContent = comparisons ? t('collisions.step', step) + took : '';
    const trees = rowsOf(view.trees()).filter(([id]) => id);
    this.without.hidden = trees.length > 0;
    this.withTrees.hidden = trees.length === 0;
    this.level.value = view.value('level');
    this.trees.replaceChildren(
      ...trees.map(([, name, ...numbers]) =>
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: page.stage.bodyName(name) }),
          ...numbers.map((textContent) => make('td', { textContent })),
        ),
      ),
    );
    this.distance.draw(trees);
  }

  /**
   * Searches for the distance of the two bodies by trees of each kind of volume, the best first, and says which one pays:
   * the one whose cheaper or fewer tests make the least time.
   */
  compare() {
    const {
        view,
        words: { t, number },
      } = this.page,
      [a, b] = this.distance.pair ?? [0, 0];
    if (a === b) return;
    const [, , , , ...kinds] = rowsOf(view.settings()).find(([one]) => one === 'volume'),
      before = view.value('volume') || kinds[0];
    const tried = kinds.map((kind) => {
      view.set('volume', kind);
      const { volumes, pairs } = read(view.search(a, b, true));
      return { kind, volumes, pairs, time: this.distance.timed(true) };
    });
    view.set('volume', before);
    const by = (of) => tried.reduce((least, one) => (of(one) < of(least) ? one : least)),
      each = ({ time, volumes, pairs }) => (1000 * time) / (volumes + pairs),
      name = ({ kind }) => t(`volume.${kind}`);
    const fastest = by(({ time }) => time),
      cheapest = by(each),
      tightest = by(({ volumes, pairs }) => volumes + pairs);
    this.kinds.replaceChildren(
      ...tried.map((one) =>
        make(
          'tr',
          one === fastest ? { className: 'best' } : {},
          make('th', { scope: 'row', textContent: name(one) }),
          ...[one.volumes, one.pairs, number(one.time, 1), number(each(one), 0)].map((textContent) =>
            make('td', { textContent }),
          ),
        ),
      ),
    );
    this.compared.hidden = false;
    const share = tried.find(({ kind }) => kind === 'sphere').time / fastest.time;
    this.answer.textContent = [
      t('collisions.compare.fastest', { kind: name(fastest), time: number(fastest.time, 1) }),
      t('collisions.compare.why', { cheapest: name(cheapest), tightest: name(tightest) }),
      fastest.kind === 'sphere'
        ? t('collisions.compare.pay')
        : t('collisions.compare.lose', { share: number(share, 1) }),
    ].join(' ');
    this.redraw();
  }

  /** The tab is closed: the line of the search leaves the stage. */
  leave() {
    this.distance.leave();
  }
}
