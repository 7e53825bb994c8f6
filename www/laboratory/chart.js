// Lines over a common axis, on a logarithmic scale or a plain one: told apart by dash and mark as well as by colour.
import { draw, make } from './make.js';

const WIDTH = 320,
  HEIGHT = 170,
  LEFT = 42,
  RIGHT = 12,
  TOP = 10,
  BOTTOM = 30;
/** What is smaller is drawn here: exact zeros have no logarithm. */
const FLOOR = 1e-18;

/**
 * A figure of lines [{x, y}], each a list of numbers; `tell` writes numbers beside a plain scale.
 * @param {{ lines: { x: number[], y: number[] }[], label: string, axis: { name: string, end: string }, caption: string,
 *   tell?: (value: number) => string }} what
 */
export function chart({ lines, label, axis, caption, tell }) {
  const most = Math.max(...lines.flatMap((line) => line.x), 1e-12);
  const x = (value) => LEFT + (value / most) * (WIDTH - LEFT - RIGHT);
  const { y, parts } = (tell ? plain : logarithmic)(
    lines.flatMap((line) => line.y),
    tell,
  );
  parts.push(draw('text', { x: LEFT, y: HEIGHT - BOTTOM + 14 }, '0'));
  parts.push(draw('text', { x: WIDTH - RIGHT, y: HEIGHT - BOTTOM + 14, 'text-anchor': 'end' }, axis.end));
  parts.push(draw('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, axis.name));
  lines.forEach((line, k) => {
    const points = line.x.map((value, n) => [x(value), y(line.y[n])]);
    parts.push(draw('path', { class: `line line-${k}`, d: `M${points.map((point) => point.join(' ')).join('L')}` }));
    // marks for few points only: many would be a broad line
    if (points.length <= 60) for (const [px, py] of points) parts.push(mark(k, px, py));
  });
  const picture = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label }, ...parts);
  return make('figure', { className: 'chart' }, make('figcaption', { textContent: caption }), picture);
}

const rule = (y) => draw('path', { class: 'axis', d: `M${LEFT} ${y}H${WIDTH - RIGHT}` });
const tick = (y, text) => draw('text', { x: LEFT - 5, y: y + 4, 'text-anchor': 'end' }, text);

function logarithmic(all) {
  const values = all.map((y) => Math.max(y, FLOOR));
  const low = Math.floor(Math.log10(Math.min(...values, 1))),
    high = Math.max(Math.ceil(Math.log10(Math.max(...values, FLOOR))), low + 1);
  const y = (value) => TOP + ((high - Math.log10(Math.max(value, FLOOR))) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const parts = [],
    every = Math.max(1, Math.ceil((high - low) / 5));
  for (let power = high; power >= low; power -= every) {
    const words = tick(y(10 ** power), '10');
    words.append(draw('tspan', { dy: -4, 'font-size': 8 }, `${power}`.replace('-', '−')));
    parts.push(rule(y(10 ** power)), words);
  }
  return { y, parts };
}

/** From the least to the greatest number, zero among them. */
function plain(values, tell) {
  const low = Math.min(0, ...values),
    high = Math.max(0, ...values),
    size = high - low || 1;
  const y = (value) => TOP + ((high - value) / size) * (HEIGHT - TOP - BOTTOM);
  const apart = (value) => !value || Math.abs(value) > 0.1 * size;
  return {
    y,
    parts: [...new Set([high, 0, low])].filter(apart).flatMap((value) => [rule(y(value)), tick(y(value), tell(value))]),
  };
}

function mark(k, x, y) {
  if (k === 0) return draw('circle', { class: 'mark mark-0', cx: x, cy: y, r: 2.6 });
  return draw('path', { class: 'mark mark-1', d: `M${x - 3} ${y}L${x} ${y - 3}L${x + 3} ${y}L${x} ${y + 3}Z` });
}

/** The mark of a line, for a legend. */
export function sample(k) {
  return draw(
    'svg',
    { viewBox: '0 0 34 10', class: 'sample', 'aria-hidden': true },
    draw('path', { class: `line line-${k}`, d: 'M1 5H33' }),
    mark(k, 17, 5),
  );
}
