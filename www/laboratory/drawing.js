// A polygon drawn on the stage, corner by corner: points snap to round numbers, and what would be no shape is said at once.
import { button, draw, make, note } from './make.js';

/** How near to the first corner closes the shape, and how far apart the round numbers are at least, CSS pixels. */
const CLOSE = 12,
  RASTER = 7;

/** The smallest round number, 1, 2 or 5 with zeros, that is not less. */
export function roundOver(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((k) => k * power).find((one) => one >= least);
}

export class Drawing {
  /** `done` takes the corners of a shape, m; `faultOf` says what is wrong with them, or nothing. */
  constructor(page, faultOf, done) {
    this.page = page;
    this.faultOf = faultOf;
    this.done = done;
    this.layer = null;
  }

  begin() {
    const { page } = this,
      box = document.getElementById('stage-box');
    this.end();
    page.clock.run(false);
    this.points = []; // corners on the stage and in the world
    this.layer = draw('svg', {
      class: 'drawing',
      tabindex: 0,
      role: 'application',
      'aria-label': page.words.t('build.draw.about'),
    });
    this.layer.addEventListener('pointerdown', (event) => this.point(event));
    this.layer.addEventListener('pointermove', (event) => this.show(this.at(event)));
    this.layer.addEventListener('keydown', (event) => this.key(event));
    this.tools = make(
      'div',
      { className: 'drawing-tools' },
      button(page.words.t('build.draw.close'), () => this.close()),
      button(page.words.t('build.draw.back'), () => this.back()),
      button(page.words.t('build.draw.end'), () => this.end()),
    );
    box.append(this.layer, this.tools);
    this.layer.focus({ preventScroll: true });
    this.tell();
  }

  /** The pointer on the stage and in the world, there at round numbers unless Alt is held. */
  at(event) {
    const box = this.layer.getBoundingClientRect(),
      place = [event.clientX - box.left, event.clientY - box.top];
    const [x, y, scale] = this.page.view.world_at(...place);
    if (event.altKey) return { place, world: [x, y] };
    const step = roundOver(RASTER / scale);
    const world = [x, y].map((one) => Math.round(one / step) * step);
    return { place: [place[0] + (world[0] - x) * scale, place[1] - (world[1] - y) * scale], world };
  }

  point(event) {
    event.preventDefault();
    const here = this.at(event),
      [first] = this.points;
    if (first && Math.hypot(here.place[0] - first.place[0], here.place[1] - first.place[1]) < CLOSE)
      return this.close();
    this.points.push(here);
    this.show(here);
    this.tell();
  }

  key(event) {
    const act = { Enter: () => this.close(), Escape: () => this.end(), Backspace: () => this.back() }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  back() {
    this.points.pop();
    this.show(this.points.at(-1));
    this.tell();
  }

  close() {
    if (this.points.length < 3) return this.tell();
    const corners = this.points.map(({ world }) => world);
    if (this.faultOf(corners)) return this.tell();
    this.end();
    this.done(corners);
  }

  show(here) {
    const all = [...this.points, ...(here ? [here] : [])].map(({ place }) => place.map((x) => x.toFixed(1)).join());
    this.layer.replaceChildren(
      draw('polygon', { points: all.join(' ') }),
      ...this.points.map(({ place: [cx, cy] }, k) => draw('circle', { cx, cy, r: k ? 4 : 7 })),
    );
  }

  tell() {
    const {
        words: { t },
        report: { say },
      } = this.page,
      n = this.points.length,
      wrong = n < 3 ? '' : this.faultOf(this.points.map(({ world }) => world));
    const words = wrong || t(n < 3 ? 'build.draw.begin' : 'build.draw.more', { n });
    this.layer.classList.toggle('wrong', Boolean(wrong));
    note('drawing', words);
    say(words);
  }

  end() {
    note('drawing');
    this.layer?.remove();
    this.tools?.remove();
    this.layer = null;
  }
}
