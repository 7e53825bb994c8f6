// What the buttons of the page do, and the keys that stand for them.
import { widen } from './divide.js';

/** @param {import('./page.js').Page} page */
export function actionsOf(page) {
  const {
    clock,
    scene,
    stage,
    panels,
    report,
    words: { t },
  } = page;
  return {
    reset() {
      scene.keep();
      page.view.reset();
      panels.refresh();
      report.say(t('was-reset'));
      clock.changed();
    },
    back() {
      clock.run(false);
      if (!page.view.back()) report.say(t('no-past'));
      clock.changed();
    },
    play() {
      if (!clock.running) {
        scene.keep();
        page.welcome.play();
      }
      clock.run(!clock.running);
    },
    step() {
      clock.run(false);
      scene.keep('step');
      clock.timed(() => (page.view.step(), 1));
      clock.changed();
    },
    undo: () => scene.undo(false),
    redo: () => scene.undo(true),
    scenes: async () => (await import('./gallery.js')).open(page),
    share: async () => (await import('./share.js')).share(page),
    help: async () => (await import('./help.js')).help(page),
    pads: () => stage.togglePads(),
    panels: () => panels.toggleSheet(),
    theatre: () => widen(),
  };
}
