// The pictures of the tab "Drift": the scene at a moment, and a gap under a loupe.
import { draw, make } from './make.js';

/** The loupe enlarges so many times; its size in units of its own and in px, and that of a picture of the scene, px. */
const LARGER = 1000,
  LOUPE = 150,
  SHOWN = 120,
  PICTURE = [172, 125];

/** The scene in space at a moment, as the eye of the stage sees it; px of the picture to a metre. */
export function shot(page, poses) {
  const { canvas } = page.modes.space,
    sharpness = canvas.width / canvas.clientWidth;
  const scale = (page.view.draw_at(poses) * PICTURE[0]) / canvas.clientWidth;
  const [width, height] = [PICTURE[0], (PICTURE[0] * canvas.clientHeight) / canvas.clientWidth];
  const picture = make('canvas', {
    width: width * sharpness,
    height: height * sharpness,
    attributes: { role: 'img', 'aria-label': page.words.t('twin.scene') },
  });
  Object.assign(picture.style, { width: `${width}px`, height: `${height}px` });
  const context = picture.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, picture.width, picture.height);
  return { picture, scale };
}

/** The scene in the plane at a moment, from the outlines and states of its bodies; px of the picture to a metre. */
export function scene(page, states) {
  const {
      view,
      words: { t },
    } = page,
    [left, bottom, right, top] = view.window();
  const box = [left, -top, right - left, top - bottom].join(' '),
    numbers = view.outlines(),
    shapes = [];
  for (let at = 0, body = 0; at < numbers.length; body += 1) {
    const n = numbers[at],
      corners = Array.from({ length: n }, (_, k) => numbers.slice(at + 1 + 2 * k, at + 3 + 2 * k));
    const [x, y, angle] = states.slice(3 * body, 3 * body + 3),
      [c, s] = [Math.cos(angle), Math.sin(angle)];
    const points = corners.map(([u, v]) => `${x + c * u - s * v} ${-(y + s * u + c * v)}`);
    shapes.push(draw('path', { class: 'twin-body', d: `M${points.join('L')}Z` }));
    at += 1 + 2 * n;
  }
  const [width, height] = PICTURE;
  const picture = draw('svg', { viewBox: box, width, height, role: 'img', 'aria-label': t('twin.scene') }, ...shapes);
  return { picture, scale: width / (right - left) };
}

/**
 * The gap under the loupe, named by these words: how far it is from where it began, a thousand times as large as in the
 * picture.
 */
export function loupe(off, pixels, words) {
  const scale = (LARGER * pixels * LOUPE) / SHOWN,
    middle = LOUPE / 2,
    edge = 108,
    start = 72;
  const y = Math.max(-20, Math.min(LOUPE + 20, start - scale * (Number.isNaN(off) ? 1 : off)));
  const clip = `twin-${Math.random().toString(36).slice(2)}`;
  return draw(
    'svg',
    {
      viewBox: `0 0 ${LOUPE} ${LOUPE}`,
      width: SHOWN,
      height: SHOWN,
      role: 'img',
      'aria-label': words,
    },
    draw('clipPath', { id: clip }, draw('circle', { cx: middle, cy: middle, r: middle - 3 })),
    draw(
      'g',
      { 'clip-path': `url(#${clip})` },
      draw('path', { class: 'twin-edge', d: `M0 ${edge}H${LOUPE}V${LOUPE}H0Z` }),
      draw('path', { class: 'twin-body', d: `M${middle} ${y}L${middle - 50} ${y - 120}H${middle + 50}Z` }),
      draw('path', { class: 'twin-start', d: `M0 ${start}H${LOUPE}` }),
    ),
    draw('circle', { class: 'twin-rim', cx: middle, cy: middle, r: middle - 3 }),
    draw('text', { x: middle, y: LOUPE - 14, 'text-anchor': 'middle' }, `× ${LARGER}`),
  );
}
