// The help: keys of the mode, or what fingers do, and what the arrows mean.
import { byId as $ } from './make.js';

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
    // who has no keys first reads what fingers do
    const pads = Object.assign(document.createElement('p'), { textContent: t('keys.pads') });
    keys.querySelector('h3').after(keys.querySelector(':scope > p:last-of-type'), pads);
  }
  const form = document.createElement('form'),
    close = document.createElement('button');
  [form.method, close.textContent] = ['dialog', t('close')];
  form.append(close);
  dialog.replaceChildren(keys, legend, form);
  dialog.showModal();
}
