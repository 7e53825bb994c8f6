// The help: keys of the mode, or what fingers do, and what the arrows mean.
import { byId as $, make } from './make.js';

/** @param {import('./page.js').Page} page */
export function help(page) {
  const dialog = $('help'),
    { t } = page.words,
    [planar, legend] = [...$('manual').children].map((part) => /** @type {HTMLElement} */ (part.cloneNode(true)));
  const keys = page.mode === 'spatial' ? page.modes.space.keys() : planar;
  for (const element of [keys, ...keys.querySelectorAll('[id]')]) element.removeAttribute('id');
  keys.removeAttribute('aria-labelledby');
  Object.assign(keys.querySelector('h3'), { id: 'help-title', tabIndex: -1, autofocus: true }); // read from its beginning
  if (matchMedia('(pointer: coarse)').matches) {
    // who has a screen to touch reads what fingers do, and may have keys too
    const [title, ...others] = keys.children;
    title.textContent = t('keys.touch.title');
    const told = ['keys.touch', 'keys.pads'].map((key) => make('p', { textContent: t(key) }));
    title.after(...told, make('details', {}, make('summary', { textContent: t('keys.keyboard') }), ...others));
  }
  const form = make('form', { method: 'dialog' }, make('button', { textContent: t('close') }));
  dialog.replaceChildren(keys, legend, form);
  dialog.showModal();
}
