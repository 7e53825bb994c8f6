// Exercise 7: a board that is raised on the stage until the block on it slides. The stage's own steps judge the answer.
import { Handle } from '../laboratory/handle.js';
import { make, tell } from './make.js';
import { read } from './fields.js';

const DEGREE = Math.PI / 180;
/** The coefficient, how exact an angle must be, and the steepest that the board can be raised to, degrees. */
const FRICTION = 0.35,
  EXACT = 0.1,
  STEEPEST = 45,
  FIRST = 10;
/** The lower end of the board's surface, m; its length; where the block stands on it; half its sides. */
const HINGE = [3, 0.3],
  LONG = 6.2,
  PLACE = 4.2,
  HALF = [1, 0.5],
  GAP = 0.005;
/** The board's thickness, m. */
export const THICK = 0.22;
/** A block that stays within this of its place for this long holds, m and s: a tenth of a degree takes it 9 mm in that time. */
const STILL = 1e-4,
  LONG_ENOUGH = 1;

/** So far along the board from its lower end, and so far above its surface. */
export function point(angle, along, above) {
  const [c, s] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)];
  return [HINGE[0] - along * c + above * s, HINGE[1] + along * s + above * c];
}

/** The scene with the board at an angle, degrees, as a file. */
export function scene(angle) {
  const box = (width, height) => ({
    type: 'polygon',
    vertices: [
      [-width, -height],
      [width, -height],
      [width, height],
      [-width, height],
    ],
  });
  const put = (along, above) => ({ position: point(angle, along, above), angle: -angle * DEGREE });
  return JSON.stringify({
    schema: 1,
    mode: 'planar',
    title: 'own',
    gravity: [0, -9.81],
    duration: 10,
    time_step: 0.01,
    target_gap: GAP,
    view: [
      [-4, -0.3],
      [4, 4.5],
    ],
    scene: {
      friction: FRICTION,
      restitution: 0,
      bodies: [
        {
          name: 'floor',
          fixed: true,
          shape: {
            type: 'polygon',
            vertices: [
              [-20, -1],
              [20, -1],
              [20, 0],
              [-20, 0],
            ],
          },
        },
        { name: 'board', fixed: true, shape: box(LONG / 2, THICK / 2), ...put(LONG / 2, -THICK / 2) },
        { name: 'block 1', mass: 2, shape: box(...HALF), ...put(PLACE, HALF[1] + GAP) },
      ],
    },
  });
}

/** Whether the block stays where it is with the board at this angle: the steps of the stage, carried out beside it. */
export function stays(page, angle) {
  const view = new page.modes.wasm.PlanarView(document.createElement('canvas'), '', '');
  view.open_scene(scene(angle), true);
  const at = view.states().slice(-6, -4),
    steps = Math.ceil(LONG_ENOUGH / Number(view.value('dt')));
  for (let k = 0; k < steps; k += 1) view.step();
  const now = view.states().slice(-6, -4);
  view.free();
  return Math.hypot(now[0] - at[0], now[1] - at[1]) < STILL;
}

export const tilt = {
  /** Puts the board on the stage. */
  put(page, angle, anew) {
    page.view.open_scene(scene(angle), anew);
    page.view.set('ex', '7');
    page.clock.begun = 0;
    page.clock.changed();
  },
  set(page) {
    page.clock.run(false);
    this.put(page, FIRST, true);
    page.panels.refresh();
  },
  form(open) {
    const { page } = open,
      {
        words: { t },
      } = page;
    const angle = make('input', {
      inputMode: 'decimal',
      size: 7,
      autocomplete: 'off',
      value: tell(page, open.angle ?? FIRST, 1),
    });
    angle.addEventListener('change', () => this.raise(open, read(angle.value)));
    open.fields = [angle];
    open.angle ??= FIRST;
    open.handle?.remove();
    const tellAngle = () => `${tell(page, open.angle, 1)}°`;
    open.handle = new Handle(
      page,
      t('ex7.handle'),
      {
        at: () => page.view.seen_at(...point(open.angle, LONG, 0)),
        drag: (place) => {
          const [x, y] = page.view.world_at(...place);
          this.turn(open, Math.atan2(y - HINGE[1], HINGE[0] - x) / DEGREE);
        },
        step: (right, up) => this.turn(open, open.angle + (right + up) * EXACT),
        tell: () => [0, open.angle, STEEPEST, tellAngle()],
        begin: () => {
          page.clock.run(false);
          page.scene.keep('ex7');
        },
        end: () => {
          page.scene.remember(true);
          page.clock.run(true);
        },
      },
      'tilts',
    );
    return [
      make('p', { textContent: t('ex7.do') }),
      make('div', { className: 'fields' }, make('label', { className: 'field' }, t('ex7.angle'), ' ', angle, ' °')),
    ];
  },
  fill(open, answer) {
    open.fields[0].value = answer;
    this.raise(open, read(answer), false);
  },
  /** The board goes to an angle, at a tenth of a degree, and the block back to its place. */
  turn(open, angle) {
    open.angle = Math.min(STEEPEST, Math.max(0, Math.round(angle / EXACT) * EXACT));
    open.fields[0].value = tell(open.page, open.angle, 1);
    this.put(open.page, open.angle, false);
  },
  raise(open, angle, runs = true) {
    if (!(angle >= 0 && angle <= STEEPEST)) return;
    const { page } = open;
    page.clock.run(false);
    page.scene.keep('ex7');
    this.turn(open, angle);
    page.scene.remember(true);
    open.handle.show();
    if (runs) page.clock.run(true);
  },
  check(open) {
    const { page } = open,
      angle = read(open.fields[0].value),
      answer = open.fields[0].value.trim();
    if (!(angle >= 0 && angle <= STEEPEST))
      return { right: false, missing: true, answer, words: page.words.t('ex7.range', { most: STEEPEST }) };
    if (Math.abs(angle - open.angle) > EXACT / 2) this.raise(open, angle);
    const key = !stays(page, Math.max(angle - EXACT, 0))
      ? 'ex7.steep'
      : stays(page, angle + EXACT)
        ? 'ex7.gentle'
        : 'ex7.right';
    return { right: key === 'ex7.right', answer, words: page.words.t(key, { angle: tell(page, angle, 1) }) };
  },
  changed(open) {
    open.handle?.show();
  },
  leave(open) {
    open.handle?.remove();
  },
};
