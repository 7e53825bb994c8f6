// The slider under the stage: the last ten seconds, to go to any moment of them.
import { byId } from '../make.js';

export class Rewind {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.slider = byId('rewind');
    this.output = byId('rewind-time');
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
  }

  /** First and last moment that can be gone to. */
  range() {
    const { view } = this.page;
    return view.past();
  }

  go(time) {
    const { page } = this;
    page.clock.run(false);
    page.view?.seek(time);
    page.clock.changed();
  }

  show() {
    const {
        view,
        words: { t, number },
      } = this.page,
      { slider } = this;
    const [first, last] = this.range(),
      now = view.time(),
      step = Number(view.value('dt'));
    [slider.min, slider.max, slider.step] = [first, last, step];
    slider.value = now;
    if (last === first) [slider.min, slider.value] = [now - 1, now]; // without a past the present is at the right end
    slider.disabled = last - first < step / 2;
    const back = last - now > step / 2;
    this.output.textContent = back ? `${number(now - last, 1)} s` : '';
    slider.setAttribute(
      'aria-valuetext',
      t(back ? 'rewind.back' : 'rewind.now', { back: number(last - now, 2), time: number(now, 2) }),
    );
  }
}
