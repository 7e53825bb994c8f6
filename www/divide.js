// The division of the page that a visitor moves: how much of the height the panel takes, and whether the stage takes the
// whole window.
import { one } from './make.js';

const root = document.documentElement;
const [LEAST, MOST, STEP] = [12, 62, 4]; // per cent of the height

/** Lets the bar between stage and panel be dragged, and moved by keys. */
export function divide(bar) {
  const put = (share) => {
    const now = Math.round(Math.min(Math.max(share, LEAST), MOST));
    root.style.setProperty('--panel-height', `${now}%`);
    root.classList.add('divided');
    bar.setAttribute('aria-valuenow', now);
  };
  const whole = () => bar.parentElement.getBoundingClientRect();
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
    bar.focus();
  });
  bar.addEventListener('pointermove', (event) => {
    const { bottom, height } = whole();
    if (bar.hasPointerCapture(event.pointerId)) put((100 * (bottom - event.clientY)) / height);
  });
  bar.addEventListener('keydown', (event) => {
    const now = (100 * document.getElementById('panels').offsetHeight) / whole().height;
    const to = { ArrowUp: now + STEP, ArrowDown: now - STEP, Home: LEAST, End: MOST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    put(to);
  });
}

/** The stage takes the whole window, or leaves it. */
export function widen(on = !root.classList.contains('theatre')) {
  root.classList.toggle('theatre', on);
  one('[data-do="theatre"]').setAttribute('aria-pressed', on);
}
