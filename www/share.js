// The dialog behind the share button: a link to the present state, a frame for other pages, and files to keep.

import { byId as $, make } from './make.js';
import { OWN, cellsOf } from './wire.js';

/** The whole page as one file, beside index.html. */
const WHOLE = 'contact-forces.html';

/**
 * Opens the dialog, with the link to the present state.
 * @param {import('./page.js').Page} page
 */
export async function share(page) {
  const base = location.origin === 'null' ? location.href.split(/[?#]/)[0] : location.origin + location.pathname;
  let link;
  try {
    link = page.view.link() + (page.answer?.() ?? '');
  } catch (error) {
    return page.report.warn([error.message]);
  }
  if (page.view.value('scene') === OWN) link += (await page.scene.own('hash')) ?? '';
  open(page, base, link);
}

function open(page, base, link) {
  const {
      words: { t },
    } = page,
    dialog = $('share');
  const said = make('p', { role: 'status' });
  const say = (text) => {
    said.textContent = text;
  };
  const copy = (field) =>
    make('button', { type: 'button', textContent: t('share.copy'), onclick: () => copyFrom(page, field, say) });
  const address = make('input', { id: 'share-link', readOnly: true, value: base + link });
  const frame = make('textarea', { id: 'share-frame', readOnly: true, rows: 6, value: snippet(base, link) });
  const save = (key, act) =>
    make('button', {
      type: 'button',
      textContent: t(`share.${key}`),
      onclick: () => act(page).catch((error) => say(error.message)),
    });
  const files = [save('png', savePicture), save('csv', saveTable), save('json', saveScene)];
  // a page that is one file already has no other beside it
  if (!globalThis.contactForcesFiles) files.push(save('html', async () => download(new URL(WHOLE, base), WHOLE)));
  dialog.replaceChildren(
    make('h2', { id: 'share-title', textContent: t('share.title') }),
    make('label', {}, t(link.includes('#') ? 'share.about' : 'share.about-start'), address),
    copy(address),
    make('label', {}, t('share.frame'), frame),
    copy(frame),
    make('h3', { textContent: t('share.files') }),
    make('div', { className: 'files' }, ...files),
    said,
    make('form', { method: 'dialog' }, make('button', { textContent: t('close') })),
  );
  dialog.showModal();
  address.select();
}

async function copyFrom(page, field, say) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(page.words.t('copied'));
  } catch {
    say(page.words.t('copy-yourself'));
  }
}

/** A frame with the stage alone, which takes the height that the stage asks for. */
function snippet(base, link) {
  const [query, hash] = link.split('#');
  const source = `${base}${query}${query ? '&' : '?'}embed=1${hash ? `#${hash}` : ''}`.replaceAll('&', '&amp;');
  return [
    `<iframe id="contact-forces" src="${source}" title="Contact forces" width="100%" height="480" style="border:0"></iframe>`,
    '<script>',
    "addEventListener('message', ({ source, data }) => {",
    "  const frame = document.getElementById('contact-forces');",
    '  if (source === frame.contentWindow && data.contactForces) frame.height = data.contactForces.height;',
    '});',
    '</script>',
  ].join('\n');
}

function download(address, name) {
  make('a', { href: address, download: name }).click();
}

export function saveAs(content, name) {
  const address = URL.createObjectURL(content);
  download(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function savePicture(page) {
  page.view.draw(); // a picture in three dimensions is there only until the screen has shown it
  const layers = ['picture', 'stage'].map($).filter(Boolean),
    [{ width, height }] = layers;
  const all = make('canvas', { width, height }),
    context = all.getContext('2d');
  for (const layer of layers) context.drawImage(layer, 0, 0);
  const picture = await new Promise((tell) => all.toBlob(tell, 'image/png'));
  saveAs(picture, 'contact-forces.png');
}

/** Every series of the graph: a column each, all digits. */
export function table(page) {
  const { view } = page;
  const names = cellsOf(view.columns()),
    columns = names.map((_, k) => view.column(k));
  const lines = Array.from(columns[0], (_, row) => columns.map((column) => column[row]).join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

async function saveTable(page) {
  saveAs(new Blob([table(page)], { type: 'text/csv' }), 'contact-forces.csv');
}

/** The scene as the command line reads it. */
async function saveScene(page) {
  saveAs(new Blob([page.view.scene_file()], { type: 'application/json' }), 'contact-forces.json');
}
