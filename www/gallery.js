// All scenes of both modes, grouped by what they teach, each with a picture that the engine draws.
import { all, byId as $, make } from './make.js';
import { fieldsOf } from './wire.js';

/** Scenes by what they teach; one that is not named here comes at the end. */
const GROUPS = {
  rest: [
    'two-blocks',
    'one-block',
    'ladder',
    'overhang',
    'beam',
    'see-saw',
    'balance',
    'slot',
    'hexagon',
    'arch',
    'bridge',
    'crank',
    'pendulum',
    'driven',
  ],
  friction: ['incline', 'tipping', 'rough-ladder', 'self-locking', 'conveyor', 'cards', 'planar-arch', 'painleve'],
  heaps: ['stack', 'pyramid', 'packing', 'wall', 'heavy-top', 'slope', 'balls', 'cylinders'],
  impacts: ['blocks', 'drop', 'row', 'dominoes', 'cradle', 'coarse', 'heavy-block', 'heavy-blocks', 'overlap'],
  sliding: ['wedge', 'turning', 'spinning-box', 'bolt', 'bolt-aside', 'polygonal-bolt', 'screwdriver'],
  round: [
    'bowl',
    'ellipsoid',
    'ellipsoid-bowl',
    'rolling-ellipsoid',
    'rolling-bowl',
    'rolling-off',
    'torus',
    'disc',
    'half-disc',
    'top',
    'spinning-top',
  ],
};
const SIZE = [240, 150];

/** A scene of the other mode that is the same. */
export function twin(scene, mode, names) {
  const other = mode === 'spatial' ? `${scene}-3d` : scene.replace(/-3d$/, '');
  return names.includes(other) ? other : '';
}

/** Names and titles of the scenes of both modes in the reader's language. */
export async function scenes(page) {
  const [english, own] = await Promise.all([page.words.lexicon('spatial', 'en'), page.words.lexicon('spatial')]);
  const planar = Object.keys(page.words.all)
    .filter((key) => key.startsWith('scene.') && key !== 'scene.own' && !(`about.${key.slice(6)}` in english))
    .map((key) => key.slice(6));
  const spatial = Object.keys(english)
    .filter((key) => key.startsWith('about.') && key !== 'about.own')
    .map((key) => key.slice(6));
  const title = (name) =>
    own[`scene.${name}`] ??
    page.words.all[`scene.${name}`] ??
    page.words.all[`scene.${name.replace(/-3d$/, '')}`] ??
    name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
  return {
    planar: planar.map((name) => ({
      name,
      mode: 'planar',
      title: page.words.all[`scene.${name}`],
      about: page.words.all[`about.${name}`] ?? '',
    })),
    spatial: spatial.map((name) => ({ name, mode: 'spatial', title: title(name), about: own[`about.${name}`] ?? '' })),
  };
}

const pictures = new Map();

/** A picture of a scene in a module that is loaded; none for one of the other mode. */
function picture(page, { name, mode }) {
  if (mode !== page.mode) return '';
  const key = `${mode} ${name} ${document.documentElement.dataset.theme}`;
  if (!pictures.has(key)) pictures.set(key, drawn(page, name, mode));
  return pictures.get(key);
}

let spare = null; // canvas for the third dimension: browsers give few of them
function drawn(page, name, mode) {
  const [words, all] = [make('canvas'), make('canvas', { width: 2 * SIZE[0], height: 2 * SIZE[1] })],
    layers = [words];
  const fields = fieldsOf(`mode=${mode}&scene=${name}&theme=${document.documentElement.dataset.theme}`);
  let view;
  if (mode === 'planar') view = new page.modes.wasm.PlanarView(words, fields, '');
  else {
    spare ??= make('canvas');
    const gl = spare.getContext('webgl2', { alpha: false, preserveDrawingBuffer: true });
    if (!gl) return '';
    view = new page.modes.wasm.SpatialView(words, spare, gl, fields, '');
    layers.unshift(spare);
  }
  view.paint(document.documentElement.dataset.theme);
  view.keep_still(true); // all arrows are there at once
  view.resize(...SIZE, 2);
  for (const switched of ['values', 'applied']) view.set(switched, '0');
  view.draw();
  for (const layer of layers) all.getContext('2d').drawImage(layer, 0, 0);
  view.free();
  return all.toDataURL('image/webp', 0.8);
}

/** Opens the gallery. */
export async function open(page) {
  const {
      words: { t },
    } = page,
    dialog = $('gallery'),
    found = await scenes(page);
  const field = make('input', { type: 'search', id: 'gallery-search', placeholder: t('gallery.search') });
  field.setAttribute('aria-label', t('gallery.search'));
  const none = make('p', { textContent: t('gallery.none'), hidden: true });
  const wait = [];
  const card = (scene) => {
    const image = make('img', { alt: '', width: SIZE[0], height: SIZE[1], hidden: true });
    const current = scene.mode === page.mode && scene.name === page.view.value('scene');
    const button = make(
      'button',
      { type: 'button', className: 'card' },
      image,
      make('b', { textContent: scene.title }),
      make('i', { textContent: scene.mode === 'planar' ? '2D' : '3D' }),
    );
    if (current) button.setAttribute('aria-current', 'true');
    button.onclick = () => {
      dialog.close();
      page.scene.load(`?mode=${scene.mode}&scene=${scene.name}`);
      $('stage').focus({ preventScroll: true });
    };
    wait.push([scene, image]);
    return Object.assign(button, {
      words: `${scene.title} ${scene.about} ${scene.name} ${scene.mode === 'planar' ? '2d' : '3d'}`.toLowerCase(),
    });
  };
  const ordered = page.mode === 'planar' ? [...found.planar, ...found.spatial] : [...found.spatial, ...found.planar];
  const base = ({ name }) => name.replace(/-3d$/, '');
  const named = Object.values(GROUPS).flat();
  const groups = Object.entries(GROUPS).map(([key, names]) => ({
    key,
    list: ordered.filter((scene) => names.includes(base(scene))),
  }));
  groups.push({ key: 'more', list: ordered.filter((scene) => !named.includes(base(scene))) });
  const parts = groups
    .filter(({ list }) => list.length)
    .map(({ key, list }) =>
      make(
        'section',
        {},
        make('h3', { textContent: t(`gallery.${key}`) }),
        ...[true, false].map((here) =>
          make(
            'div',
            { className: here ? 'cards' : 'cards plain' },
            ...list.filter((scene) => (scene.mode === page.mode) === here).map(card),
          ),
        ),
      ),
    );
  field.oninput = () => {
    const wanted = field.value.trim().toLowerCase().split(/\s+/);
    for (const part of parts) {
      const cards = all('.card', part);
      for (const card of cards) card.hidden = !wanted.every((word) => card.words.includes(word));
      part.hidden = cards.every((card) => card.hidden);
    }
    none.hidden = parts.some((part) => !part.hidden);
  };
  const close = make('form', { method: 'dialog' }, make('button', { textContent: t('close') }));
  dialog.replaceChildren(
    make('header', {}, make('h2', { id: 'gallery-title', textContent: t('gallery') }), field, close),
    none,
    ...parts,
  );
  dialog.showModal();
  field.focus();
  // one picture for each frame of the screen, so that the page stays at hand
  const next = () => {
    const [scene, image] = wait.shift() ?? [];
    if (!scene || !dialog.open) return;
    const source = picture(page, scene);
    if (source) Object.assign(image, { src: source, hidden: false });
    setTimeout(next);
  };
  next();
}
