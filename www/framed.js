// The page in a frame of another page: it tells its height and what happens, and does what it is asked for.
//
// From the host: { contactForces: { load: '?scene=stack' } }, { play: true }, { pause: true }, { step: 10 }, { state: true }.
// To the host: { contactForces: { height } }, and { contactForces: { height, state } } as an answer to each of those, with the
// `id` that came with it, when the scene has been opened, and when the clock starts or stops. A host can ask for nothing
// that a visitor cannot do, so any may ask.

/** What the host is told of the scene. */
function state({ view, mode, clock }) {
  return view
    ? { mode, scene: view.value('scene'), time: view.time(), running: clock.running, link: view.link() }
    : null;
}

const VERBS = {
  load: (page, query) => page.scene.load(String(query)),
  play: (page) => page.clock.run(true),
  pause: (page) => page.clock.run(false),
  step(page, count) {
    page.clock.run(false);
    page.scene.keep('step');
    for (let left = Math.min(count, 10_000); left > 0; left -= 1) page.view.step();
    page.clock.changed();
  },
  state() {},
};

/** Ties the page to its host; what is asked before the scene has been opened waits for it. */
export function framed(page, opened) {
  if (parent === window) return; // in no frame it would answer itself for ever
  // each message has the height, for hosts that look at nothing else
  const tell = (told) => {
    parent.postMessage({ contactForces: { height: Math.ceil(document.body.scrollHeight), ...told } }, '*');
  };
  new ResizeObserver(() => tell({})).observe(document.body);
  window.addEventListener('message', async ({ source, data }) => {
    const asked = data?.contactForces;
    if (source !== parent || typeof asked !== 'object') return;
    await opened;
    for (const [verb, value] of Object.entries(asked ?? {})) {
      if (page.view && Object.hasOwn(VERBS, verb)) await VERBS[verb](page, value);
    }
    tell({ state: state(page), id: asked?.id });
  });
  const tellState = () => tell({ state: state(page) });
  opened?.then(tellState);
  new MutationObserver(tellState).observe(document.documentElement, { attributeFilter: ['class'] });
}
