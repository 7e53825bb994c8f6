// The clock of the scene: it runs while the stage is seen, and draws what has changed.
import { byId, tiny } from './make.js';
import { rowsOf } from './wire.js';

const root = document.documentElement;

/** A scene that falls behind this share of its pace for so long, ms, is told to be slow. */
const SLOW = 2000,
  BEHIND = 0.8;
/** The least share of the pace that is told: none at all would say that it stands. */
const LEAST = 0.01;
/** While the clock runs the words under the stage are renewed at most once in so long, ms. */
const RENEW = 250;

export class Clock {
  running = false;
  /** Whether it stops as soon as something touches. */
  waits = false;
  /** The time at which there was no past yet, s. */
  begun = 0;
  /** Callbacks of the screen so far: none are made while nothing changes. */
  frames = 0;
  /** What one step of the time and one picture cost of late, ms. */
  cost = 0;
  /** The slider of the past, once there is one; null while it comes. @type {any} */
  rewind = undefined;

  /** The bar of the force that the hand feels, once a hand leads; null while it comes. @type {any} */
  felt = undefined;

  /** What each of the last steps took, ms, without the picture. @type {number | undefined} */
  perStep = undefined;

  callback = 0;
  last = 0;
  told = -Infinity;
  /** What was told of the steps up to this time of the scene, s: it stays under the stage until the next step. */
  noticed = { time: -1, words: /** @type {string[]} */ ([]) };
  /** Since when the scene has been slow, ms. @type {number | null} */
  slow = null;
  /** Whether the stage cannot be seen: the tab is hidden, or a frame in another page is scrolled away. */
  away = false;
  onScreen = true;
  ranBefore = false;

  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
    document.addEventListener('visibilitychange', () => this.look());
    new IntersectionObserver((seen) => {
      this.onScreen = seen.at(-1).isIntersecting;
      this.look();
    }).observe(byId('stage-box'));
  }

  /** Something is to be drawn. */
  changed() {
    if (!this.callback && this.page.view && !this.away) {
      this.callback = requestAnimationFrame((now) => this.frame(now));
    }
  }

  /** @param {number} now ms */
  frame(now) {
    const { page } = this,
      { view } = page;
    this.callback = 0;
    this.frames += 1;
    if (!view) return;
    const begin = performance.now();
    if (this.running) {
      this.timed(() => view.frame((now - this.last) / 1000));
      this.last = now;
      if (this.waits && view.contacts()) this.run(false);
      this.changed();
    }
    view.draw_changes();
    byId('stage').dispatchEvent(new Event('drawn'));
    this.cost = 0.9 * this.cost + 0.1 * (performance.now() - begin);
    page.welcome.show();
    if (this.felt || view.value('hand') === 'velocity') this.showFelt();
    if (view.moves()) this.changed();
    page.panels.changed();
    page.article?.changed();
    this.tell(now);
  }

  /**
   * Makes steps of the scene, as many as it says, and notes what each took.
   * @param {() => number} make
   */
  timed(make) {
    const begin = performance.now(),
      steps = make();
    if (steps) this.perStep = (performance.now() - begin) / steps;
  }

  /**
   * Starts or stops the clock.
   * @param {boolean} on
   */
  run(on) {
    const { view, words, report } = this.page;
    if (!view || on === this.running) return;
    [this.running, this.waits] = [on, false];
    view.run(on);
    this.last = performance.now();
    this.showRunning();
    report.say(words.t(on ? 'running' : 'paused'));
    this.changed();
  }

  /** Runs until something touches. */
  runUntilTouch() {
    this.run(true);
    this.waits = true;
    byId('play').focus(); // the button that was pressed goes with what it waited for
  }

  /** Stops, with no scene on the stage. */
  halt() {
    this.running = false;
    this.showRunning();
  }

  showRunning() {
    const { t } = this.page.words,
      play = byId('play');
    root.classList.toggle('running', this.running);
    play.title = t(this.running ? 'pause' : 'play');
    play.setAttribute('aria-label', play.title);
  }

  /**
   * Whether the clock of the scene has been behind that of the wall for long.
   * @param {number} now ms
   * @param {number} pace
   */
  isSlow(now, pace) {
    if (!this.running || pace >= BEHIND) this.slow = null;
    else this.slow ??= now;
    return this.slow !== null && now - this.slow > SLOW;
  }

  /**
   * The words under the stage.
   * @param {number} now ms
   */
  tell(now) {
    if (this.running && now - this.told < RENEW) return;
    this.told = now;
    const {
      view,
      words: { t, number },
      report,
      stage,
    } = this.page;
    const state = t(this.running ? 'running' : 'paused');
    const parts = [state, `t = ${number(view.time(), 2)} s`, t('contacts', { n: view.contacts() })];
    const pace = view.pace();
    if (this.isSlow(now, pace)) {
      const real = Math.max(pace * Number(view.value('rate')), LEAST);
      parts.push(t('slow', { pace: number(real, real < 0.1 ? 2 : 1) }));
    }
    if (this.noticed.time !== view.time()) {
      const size = (/** @type {number} */ x) => (x < 1e-3 ? tiny(x) : number(x, 3));
      const words = rowsOf(view.notices()).map(([key, value, count]) =>
        t(`notice.${key}`, { value: size(Number(value)), count }),
      );
      words.forEach(report.say);
      this.noticed = { time: view.time(), words };
    }
    byId('status').textContent = [...parts, ...this.noticed.words].join(' · ');
    if (!this.running) stage.describe();
    if (this.rewind || view.time() !== this.begun) this.showPast();
  }

  /** The slider of the past, once there is one. */
  async showPast() {
    if (this.rewind === undefined) {
      this.rewind = null;
      const part = await import('./laboratory/rewind.js').catch(() => null);
      this.rewind = part ? new part.Rewind(this.page) : undefined; // asked for again if it did not come
    }
    if (this.page.view) this.rewind?.show();
  }

  /** What a hand that leads a body feels. */
  async showFelt() {
    if (this.felt === undefined) {
      this.felt = null;
      const part = await import('./felt.js').catch(() => null);
      this.felt = part ? new part.Felt(this.page) : undefined; // asked for again if it did not come
    }
    if (this.page.view) this.felt?.show();
  }

  /** Nothing runs while the stage cannot be seen. */
  look() {
    const { view } = this.page;
    if (!view || this.away === (document.hidden || !this.onScreen)) return;
    this.away = !this.away;
    if (this.away) {
      this.ranBefore = this.running;
      this.run(false);
      view.release_all();
      cancelAnimationFrame(this.callback);
      this.callback = 0;
    } else {
      this.run(this.ranBefore);
      view.draw(); // a browser may have emptied what nobody saw
      this.changed();
    }
  }
}
