// The slider under the stage: the last ten seconds, to go to any moment of them.

export class Rewind {
  constructor(page) {
    this.page = page;
    this.slider = document.getElementById('rewind');
    this.output = document.getElementById('rewind-time');
    this.wanted = null; // while the module that can go there is on its way
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
  }

  /** First and last moment that can be gone to. */
  range() {
    const { view } = this.page;
    return view.past?.() ?? [view.column(0)[0], view.time()];
  }

  async go(time) {
    const { page } = this;
    const waits = this.wanted !== null;
    this.wanted = time;
    page.run(false);
    if (waits) return;
    const there = page.view.seek ? true : await page.toLaboratory();
    if (there && page.view) page.view.seek(this.wanted);
    this.wanted = null;
    page.changed();
  }

  show() {
    if (this.wanted !== null) return;
    const { t, number, view } = this.page, { slider } = this;
    const [first, last] = this.range(), now = view.time(), step = Number(view.value('dt'));
    [slider.min, slider.max, slider.step] = [first, last, step];
    slider.value = now;
    slider.disabled = last - first < step / 2;
    const back = last - now > step / 2;
    this.output.textContent = back ? `${number(now - last, 1)} s` : '';
    slider.setAttribute('aria-valuetext', t(back ? 'rewind.back' : 'rewind.now', { back: number(last - now, 2), time: number(now, 2) }));
  }
}
