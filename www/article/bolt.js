// Exercise 8: a bolt led into its hole, judged by the engine's state.
import { make, tell } from './make.js';

/** Bodies may overlap by this much, m: rounding. */
const OVERLAP = 1e-4;

/** By the tip's height, and by hand only while time runs. */
export const bolt = {
  spatial: true,
  absent: 'ex8.absent',
  form(open) {
    open.place = make('p');
    this.changed(open);
    return [open.place];
  },
  fill() {}, // the answer is the state that the link restores
  /** Heights of the bolt's tip and of the plate's underside, m. */
  heights: ({ page }) => [page.view.lowest(0), page.view.lowest(1)],
  changed(open) {
    const { page } = open,
      [tip, under] = this.heights(open),
      time = page.view.time();
    if (time === 0) open.carried = false;
    // while time stands still a hand puts a body anywhere
    else if (open.last?.time === time && Math.abs(open.last.tip - tip) > OVERLAP) open.carried = true;
    open.last = { time, tip };
    const words = page.words.t('ex8.place', { tip: tell(page, tip), under: tell(page, under) });
    if (open.place.textContent !== words) open.place.textContent = words;
  },
  check(open) {
    const { page } = open,
      [tip, under] = this.heights(open),
      answer = `${tip}`;
    const forces = page.view.forces(),
      overlaps = forces.some((gap, k) => k % 2 === 1 && gap < -OVERLAP);
    const key = tip >= under ? 'ex8.out' : open.carried || overlaps ? 'ex8.carried' : 'ex8.right';
    return {
      right: key === 'ex8.right',
      answer,
      words: page.words.t(key, { tip: tell(page, tip), under: tell(page, under) }),
    };
  },
};
