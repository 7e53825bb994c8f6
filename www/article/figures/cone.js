// Coulomb's cone from above, round or cut into a pyramid: the friction of a sliding body, and the way it takes.
import { arrow, choice, curve, draw, make, slider, tell } from '../make.js';

const SIZE = 260, MIDDLE = SIZE / 2, RADIUS = 92;
/** Pixels to a unit of the path, which is half a unit long if it is straight. */
const ENLARGED = 0.84 * MIDDLE / 0.52;

/** The unit friction against a sliding of this direction, rad: of all corners of the pyramid the one that brakes most. */
export function friction(direction, corners) {
  if (!corners) return direction + Math.PI;
  const step = 2 * Math.PI / corners;
  return Math.round((direction + Math.PI) / step) * step;
}

/** Angle between the friction and the exact one, rad. */
export function error(direction, corners) {
  const off = friction(direction, corners) - direction - Math.PI;
  return Math.abs(Math.atan2(Math.sin(off), Math.cos(off)));
}

/** The way of a body that starts with speed 1 in a direction and is braked by 1: it comes to rest after time 1. */
export function way(direction, corners, steps = 400) {
  const h = 1.5 / steps, points = [[0, 0]];
  let [x, y, vx, vy] = [0, 0, Math.cos(direction), Math.sin(direction)];
  for (let k = 0; k < steps; k += 1) {
    const speed = Math.hypot(vx, vy);
    if (speed < 1.5 * h) break;
    const back = friction(Math.atan2(vy, vx), corners);
    [vx, vy] = [vx + h * Math.cos(back), vy + h * Math.sin(back)];
    [x, y] = [x + h * vx, y + h * vy];
    points.push([x, y]);
  }
  return points;
}

export class Figure {
  constructor(page, element) {
    Object.assign(this, { page, element, corners: 4, direction: 25 });
  }

  open() {
    const { page } = this, { t } = page;
    const shapes = ['4', '8', '16', '0'].map((n) => [n, n === '0' ? t('cone.round') : n]);
    const pick = choice({ name: t('cone.corners'), words: shapes, value: `${this.corners}` }, (n) => { this.corners = Number(n); this.show(); });
    const turn = slider({ name: t('cone.direction'), min: 0, max: 359, step: 1, value: this.direction, show: (x) => `${tell(page, x, 0)}°` }, (x) => { this.direction = x; this.show(); });
    const picture = (key) => draw('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img', 'aria-label': t(key) });
    this.top = picture('cone.top');
    this.path = picture('cone.path');
    this.slider = turn.input;
    this.top.classList.add('dragged');
    this.top.addEventListener('pointerdown', (event) => { this.top.setPointerCapture(event.pointerId); this.drag(event); });
    this.top.addEventListener('pointermove', (event) => this.top.hasPointerCapture(event.pointerId) && this.drag(event));
    this.words = make('p');
    this.element.replaceChildren(make('div', { className: 'controls' }, pick, turn.element),
      make('div', { className: 'panes' }, make('div', {}, this.top), make('div', {}, this.path)), this.words, make('figcaption', { textContent: t('cone.caption') }));
    this.show();
  }

  /** Turns the sliding towards the pointer. */
  drag({ clientX, clientY }) {
    const { left, top, width } = this.top.getBoundingClientRect(), middle = width / 2;
    const degrees = Math.round(Math.atan2(top + middle - clientY, clientX - left - middle) * 180 / Math.PI);
    this.slider.value = (degrees + 360) % 360;
    this.slider.dispatchEvent(new Event('input'));
  }

  show() {
    const { t } = this.page, angle = this.direction * Math.PI / 180;
    this.showTop(angle);
    this.showPath(angle);
    this.words.textContent = t(this.corners ? 'cone.error' : 'cone.exact', { error: tell(this.page, error(angle, this.corners) * 180 / Math.PI, 1), most: tell(this.page, 180 / this.corners, 2) });
  }

  showTop(angle) {
    const at = (a, r) => [MIDDLE + r * Math.cos(a), MIDDLE - r * Math.sin(a)];
    const corners = Array.from({ length: this.corners }, (_, k) => at(2 * Math.PI * k / this.corners, RADIUS));
    const to = (a, r) => [r * Math.cos(a), -r * Math.sin(a)];
    const exact = angle + Math.PI, taken = friction(angle, this.corners);
    const label = (a, r, text, kind) => { const [x, y] = at(a, r); return draw('text', { x, y: y + 4, class: kind, 'text-anchor': 'middle' }, text); };
    this.top.replaceChildren(
      draw('circle', { class: 'cone', cx: MIDDLE, cy: MIDDLE, r: RADIUS }),
      ...(corners.length ? [draw('path', { class: 'pyramid', d: `${curve(corners)}z` })] : []),
      draw('path', { class: 'arrow thrust', d: arrow([MIDDLE, MIDDLE], to(angle, 70)) }), label(angle, 88, this.page.t('cone.v'), 'thrust'),
      draw('path', { class: 'arrow spring dashed', d: arrow([MIDDLE, MIDDLE], to(exact, RADIUS)) }),
      draw('path', { class: 'arrow contact', d: arrow([MIDDLE, MIDDLE], to(taken, RADIUS)) }), label(taken, RADIUS + 18, 'μf', 'contact'),
      draw('circle', { class: 'point', cx: MIDDLE, cy: MIDDLE, r: 3.5 }));
  }

  showPath(angle) {
    const place = ([x, y]) => [MIDDLE + ENLARGED * x, MIDDLE - ENLARGED * y];
    const straight = way(angle, 0).map(place), bent = way(angle, this.corners).map(place), end = bent.at(-1);
    this.path.replaceChildren(
      draw('path', { class: 'grid', d: `M${place([0, 0])[0]} 10V${SIZE - 10}M10 ${place([0, 0])[1]}H${SIZE - 10}` }),
      draw('path', { class: 'curve spring dashed', d: curve(straight) }),
      draw('path', { class: 'curve contact', d: curve(bent) }),
      draw('circle', { class: 'point', cx: end[0], cy: end[1], r: 5 }));
  }
}
