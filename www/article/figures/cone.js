// Coulomb's cone from above, round or cut into a pyramid: the friction of a sliding body, and the way it takes.
import { coneFromAbove, contactInSpace, off } from '../../laboratory/cone.js';
import { style } from '../../laboratory/open.js';
import { choice, curve, draw, make, slider, tell } from '../make.js';
import { Base } from './base.js';
import { beside } from './space.js';

const SIZE = 240,
  MIDDLE = SIZE / 2;
/** Slower than this a contact of the scene does not slide, m/s. */
const AT_REST = 1e-6;
/** μ in the plane, whose scenes have none of their own. */
const PLANAR_MU = 0.5;
/** Pixels to a unit of the path, which is half a unit long if it is straight. */
const ENLARGED = (0.84 * MIDDLE) / 0.52;

/** Steps in a second of the sliding, radius of the ball, m, and coefficient of friction. */
const STEPS = 256,
  RADIUS = 0.1,
  FRICTION = 0.5;
/** Numbers of a step that the engine tells, of which three are before the ball's place. */
const NUMBERS = 10,
  PLACE = 3;

/**
 * The engine's ball of 1 kg that cannot turn, slides with 1 m/s at first and is braked by 1 N: the friction on it at
 * first, and its path to rest. No corners stand for the round cone.
 */
export function slide(direction, corners) {
  const velocity = [Math.cos(direction), Math.sin(direction), 0];
  const ball = { position: [0, 0, RADIUS], velocity, turning: 'locked', shape: { type: 'sphere', radius: RADIUS } };
  const cone = corners ? `pyramid-${corners}` : 'round';
  const more = { gravity: [0, 0, -1 / FRICTION], time_step: 1 / STEPS, friction: FRICTION, cone, scheme: 'moreau' };
  const list = beside(ball, more, (copy) => copy.trial('moreau', 0, 1, 2 * STEPS));
  const path = [];
  for (let at = PLACE; at < list.length; at += NUMBERS) path.push([list[at], list[at + 1]]);
  // a step takes the ball on by the mean of the velocities before and after it
  const friction = [0, 1].map((k) => 2 * STEPS * ((path[1][k] - path[0][k]) * STEPS - velocity[k]));
  return { friction, path };
}

export class Figure extends Base {
  static needs = 'space';
  corners = 4;
  direction = 25;
  attached = false;

  open() {
    const { page, t } = this;
    style();
    const shapes = ['4', '8', '16', '0'].map((n) => [n, n === '0' ? t('cone.round') : n]);
    const pick = choice({ name: t('cone.corners'), words: shapes, value: `${this.corners}` }, (n) => {
      this.corners = Number(n);
      this.show();
    });
    const degrees = (x) => `${tell(page, x, 0)}°`;
    const turn = slider(
      { name: t('cone.direction'), min: 0, max: 359, step: 1, value: this.direction, show: degrees },
      (x) => {
        this.direction = x;
        this.attach(false);
      },
    );
    this.tick = make('input', {
      type: 'checkbox',
      checked: this.attached,
      onchange: () => this.attach(this.tick.checked),
    });
    this.top = make('div', { className: 'dragged' });
    this.path = this.svg('cone.path', SIZE, SIZE);
    this.slider = turn.input;
    this.top.addEventListener('pointerdown', (event) => {
      this.top.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.top.addEventListener(
      'pointermove',
      (event) => this.top.hasPointerCapture(event.pointerId) && this.drag(event),
    );
    this.words = make('p');
    this.scene = make('p', { className: 'cone-scene' });
    this.element.replaceChildren(
      make(
        'div',
        { className: 'controls' },
        pick,
        turn.element,
        make('label', { className: 'tick' }, this.tick, ` ${t('cone.attach')}`),
      ),
      make('div', { className: 'panes' }, make('div', {}, this.top), make('div', {}, this.path)),
      this.scene,
      this.words,
      make('figcaption', { textContent: t('cone.caption') }),
    );
    this.show();
  }

  /** Turns the sliding towards the pointer. */
  drag({ clientX, clientY }) {
    const { left, top, width } = this.top.firstElementChild.getBoundingClientRect(),
      middle = width / 2;
    this.turn(Math.atan2(top + middle - clientY, clientX - left - middle));
    this.attach(false);
  }

  /** The direction of the sliding, rad. */
  turn(angle) {
    this.direction = (Math.round((angle * 180) / Math.PI) + 360) % 360;
    if (Number(this.slider.value) === this.direction) return;
    this.slider.value = `${this.direction}`;
    const words = `${tell(this.page, this.direction, 0)}°`;
    this.slider.setAttribute('aria-valuetext', words);
    this.slider.nextElementSibling.textContent = words;
  }

  /** Takes the selected contact of the scene on the stage, or leaves it. */
  attach(on) {
    this.tick.checked = this.attached = on;
    this.show();
  }

  /** The stage has changed. */
  changed() {
    if (this.attached) this.show();
  }

  /** The selected contact of the scene; in the plane there is its force alone. */
  contact() {
    const { view, mode } = this.page;
    if (!this.attached || !view?.contacts()) return null;
    const k = Math.max(view.selected(), 0);
    if (mode === 'spatial') return { k, ...contactInSpace(view, k) };
    const n = view.contacts();
    return { k, force: view.equation()[n * n + n + k], mu: PLANAR_MU };
  }

  show() {
    const contact = this.contact(),
      {
        words: { t },
      } = this.page;
    const sliding = contact && 'sliding' in contact ? contact.sliding : null,
      slides = sliding && Math.hypot(...sliding) > AT_REST;
    if (slides) this.turn(Math.atan2(sliding[1], sliding[0]));
    const angle = slides ? Math.atan2(sliding[1], sliding[0]) : (this.direction * Math.PI) / 180;
    this.tellScene(contact, slides);
    const taken = slide(angle, this.corners);
    this.showTop(angle, taken.friction, contact);
    this.showPath(slide(angle, 0).path, taken.path);
    this.words.textContent = t(this.corners ? 'cone.error' : 'cone.exact', {
      error: tell(this.page, off(taken.friction, [Math.cos(angle), Math.sin(angle)]), 1),
      share: tell(this.page, Math.hypot(...taken.friction), 2),
      most: tell(this.page, 180 / this.corners, 2),
    });
  }

  /** What the scene says. */
  tellScene(contact, slides) {
    const { page, t } = this;
    this.scene.hidden = !this.attached;
    if (!contact) return void (this.scene.textContent = this.attached ? t('matrix.empty') : '');
    const { k, force, mu, friction, sliding } = contact,
      most = mu * force;
    const values = { k: k + 1, force: tell(page, force), mu: tell(page, mu, 2), most: tell(page, most) };
    if (!friction) return void (this.scene.textContent = t('cone.planar', values));
    if (!(mu > 0)) return void (this.scene.textContent = t('cone.smooth', values));
    Object.assign(values, {
      friction: tell(page, Math.hypot(...friction)),
      speed: tell(page, Math.hypot(...sliding)),
      off: tell(page, off(friction, sliding), 2),
    });
    const all = Math.hypot(...friction) >= (1 - 1e-9) * most;
    this.scene.textContent = t(slides ? 'cone.slides' : all ? 'cone.begins' : 'cone.sticks', values);
  }

  showTop(angle, taken, contact) {
    const to = (a, r = 1) => [r * Math.cos(a), r * Math.sin(a)],
      most = contact ? contact.mu * contact.force : 0;
    const own =
      contact?.friction && most > 0
        ? [{ to: contact.friction.map((x) => x / most), kind: 'accent', text: this.page.words.t('cone.own') }]
        : [];
    this.top.replaceChildren(
      coneFromAbove({
        radius: 1,
        corners: this.corners,
        label: this.page.words.t('cone.top'),
        arrows: [
          { to: to(angle, 0.76), kind: 'thrust', text: this.page.words.t('cone.v') },
          { to: to(angle + Math.PI), kind: 'spring', dashed: true },
          { to: taken, kind: 'friction', text: 'μf' },
          ...own,
        ],
      }),
    );
  }

  showPath(exact, taken) {
    const place = ([x, y]) => [MIDDLE + ENLARGED * x, MIDDLE - ENLARGED * y];
    const straight = exact.map(place),
      bent = taken.map(place),
      end = bent.at(-1);
    this.path.replaceChildren(
      draw('path', { class: 'grid', d: `M${place([0, 0])[0]} 10V${SIZE - 10}M10 ${place([0, 0])[1]}H${SIZE - 10}` }),
      draw('path', { class: 'curve spring dashed', d: curve(straight) }),
      draw('path', { class: 'curve ink', d: curve(bent) }),
      draw('circle', { class: 'point', cx: end[0], cy: end[1], r: 5 }),
    );
  }
}
