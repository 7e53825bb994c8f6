// A visitor's own scene: put on the stage from a text, a file or the address, and kept in the address. It is a scene
// file, as the command line reads it; the address holds it packed, and the history of the browser, which takes larger ones.
import { OWN, cellsOf } from './wire.js';

const MARK = '#o=';
/** Longest hash of an address, characters: browsers take more, what links are sent by may not. */
const LONGEST = 30_000;

/** Puts the text of a scene file on the stage, in the mode that it is for; whether it is there. */
export async function open(page, text) {
  const { mode: before } = page,
    mode = modeOf(text) ?? before;
  if (mode !== before && !(await page.modes.enter(mode))) return false;
  const wrong = change(page, text, true);
  if (!wrong) return true;
  await page.modes.enter(before); // where only the other mode could say what is wrong
  page.report.warn([wrong]);
  return false;
}

/** Puts what a file holds on the stage: a scene, or a mesh as one more body; whether it is there. */
export async function openFile(page, file) {
  return /\.(obj|stl|ply)$/i.test(file.name) ? addMesh(page, file) : open(page, await file.text());
}

async function addMesh(page, file) {
  const [{ read }, { Scene }] = await Promise.all([import('./laboratory/meshes.js'), import('./laboratory/scene.js')]);
  const { t } = page.words;
  let mesh = null;
  try {
    mesh = read(file.name, await file.arrayBuffer());
  } catch (wrong) {
    const told = { place: file.name, expected: 'OBJ, STL, PLY', found: wrong.message };
    return (page.report.warn([t('own.wrong', told)]), false);
  }
  if (page.mode !== 'spatial' && !(await page.modes.enter('spatial'))) return false;
  const scene = Scene.of(page);
  scene.addMesh(file.name, mesh);
  const wrong = change(page, scene.text());
  if (wrong) page.report.warn([wrong]);
  return !wrong;
}

/** What is wrong with a scene file, in these words; empty if it can be opened. */
export function faultOf(page, text, key = 'own.wrong') {
  const { t } = page.words,
    [place, seen, ...expected] = cellsOf(page.view.fault_of(text));
  if (!expected.length) return '';
  const found = seen === 'none' ? t('own.nothing') : seen;
  return t(key, { place: place || t('own.file'), expected: page.report.expectation(expected), found });
}

/** Puts a scene file on the stage that is another one, or the present one changed; returns what is wrong with it. */
export function change(page, text, anew = false, key = undefined) {
  const { view } = page,
    wrong = faultOf(page, text, key);
  if (wrong) return wrong;
  if (anew) page.clock.run(false);
  const before = view.value('scene');
  page.scene.keep();
  put(page, text, anew);
  page.scene.remember(before === OWN && !anew);
  return '';
}

function put(page, text, anew) {
  page.view.open_scene(text, anew);
  page.clock.begun = page.view.time();
  renew(page);
}

/** The page says what is on the stage, after a change of that. */
export function renew(page) {
  if (page.mode === 'spatial') page.modes.space.refresh();
  page.panels.refresh();
  page.stage.describe();
  page.clock.changed();
}

/** The scene that the address has packed, or else the browser's history: links within the page take the place of the hash. */
const packedHere = () => location.hash.split(MARK)[1]?.split('&')[0] ?? history.state?.own;

/** The visitor went back or forward, or followed a link within the page, which the scene goes with. */
export function goBack(page) {
  const { scene } = page;
  if (packedHere()) return restore(page);
  scene.write(location.href, true, scene.packed);
}

/** The scene of the address, or what is wrong with it. */
export async function restore(page) {
  const packed = packedHere();
  if (!packed) return page.report.warn([page.words.t('own.missing')]);
  const text = await unpack(packed).catch(() => ''),
    mode = modeOf(text);
  if (mode && mode !== page.mode && !(await page.modes.enter(mode))) return;
  if (!mode || page.view.fault_of(text)) return page.report.warn([page.words.t('own.damaged')]);
  put(page, text, true);
  page.scene.write(location.href, true, packed);
}

/** Keeps the scene in the address, instead of what is there or as the next step of the browser's history. */
export async function remember(page, instead) {
  const { view } = page,
    [query] = view.link().split('#'),
    packed = await packedOf(view);
  if (page.view !== view || view.value('scene') !== OWN) return; // another has come meanwhile
  page.scene.write(query + hashOf(packed), instead, packed);
}

const packedOf = (view) => pack(JSON.stringify(JSON.parse(view.scene_file())));

/** Empty if it is too long for an address. */
const hashOf = (packed) => (MARK.length + packed.length > LONGEST ? '' : MARK + packed);

/** The scene as the hash of an address. */
export async function hash(page) {
  return hashOf(await packedOf(page.view));
}

/** What is left of an own scene while the other mode is on the stage. */
export function leave(page) {
  page.own[page.mode] = page.view.scene_file();
}

export function comeBack(page) {
  const text = page.own[page.mode];
  if (text) page.view.open_scene(text, true);
}

function modeOf(text) {
  try {
    return JSON.parse(text).mode ?? 'planar';
  } catch {
    return null;
  }
}

// ---- base64url of deflated text ----------------------------------------------------------------------------------

const through = (bytes, way) => new Response(new Blob([bytes]).stream().pipeThrough(way));

async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')).arrayBuffer();
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(packed) {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw')).text();
}
