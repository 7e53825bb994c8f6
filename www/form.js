// The form of settings, made from the table in the module.
import { byId as $, make } from './make.js';
import { rowsOf } from './wire.js';

/** The groups of the form, in the order of the table of settings, each named by its first setting. */
const GROUPS = {
  scene: 'group.scene',
  g: 'group.forces',
  dt: 'group.method',
  volume: 'group.geometry',
  forces: 'group.shown',
  theme: 'group.page',
};
/** Settings that concern some scenes alone, in each mode. */
const HEAPS = ['blocks', 'heavy-block', 'heavy-blocks', 'coarse'],
  FITS = ['bolt', 'bolt-aside', 'polygonal-bolt', 'screwdriver'],
  FLAT = (names) => names.map((name) => `${name}-3d`);
const OF_SOME = {
  planar: { n: [...HEAPS, 'stack', 'pyramid', 'row'], seed: HEAPS },
  spatial: {
    n: [
      ...['balls', 'slope', 'packing', 'arch', 'wall', 'heavy-top', 'bridge', 'dominoes', 'cradle'],
      ...FLAT([...HEAPS, 'stack', 'pyramid', 'row']),
    ],
    seed: ['balls', 'packing', ...FITS, ...FLAT(HEAPS)],
    play: ['screwdriver'],
  },
};
/** Letters of a choice that leave no room for another beside it. */
const LONG = 28;

export class Form {
  /**
   * @param {import('./page.js').Page} page
   * @param {(name: string) => void} taken is told which setting was changed
   */
  constructor(page, taken) {
    this.page = page;
    this.taken = taken;
  }

  make() {
    const focused = document.activeElement?.id;
    const groups = [];
    for (const [name, unit, value, kind, ...choices] of rowsOf(this.page.view.settings())) {
      const setting = { name, unit, value, kind, choices };
      if (OF_SOME[this.page.mode][name]?.includes(this.page.view.value('scene')) === false) continue;
      const title = GROUPS[setting.name];
      if (title)
        groups.push(
          make('fieldset', { className: 'group' }, make('legend', { textContent: this.page.words.t(title) })),
        );
      groups.at(-1).append(this.makeSetting(setting));
    }
    $('panel-settings').replaceChildren(...groups);
    if (focused?.startsWith('set-')) $(focused)?.focus();
  }

  makeSetting(setting) {
    const {
      words: { t, all: words },
    } = this.page;
    const id = `set-${setting.name}`,
      name = t(`setting.${setting.name}`);
    const text = setting.unit ? `${name} (${words[`unit.${setting.unit}`] ?? setting.unit})` : name;
    const label = make('label', { htmlFor: id, textContent: text });
    const error = make('p', { className: 'error', id: `${id}-error`, hidden: true });
    const box = make('div', { className: 'setting' });
    if (setting.kind === 'number') {
      const [min, max, step] = setting.choices;
      const field = make('input', { type: 'number', id, step: 'any', value: setting.value });
      const slider = make('input', { type: 'range', min, max, step, value: setting.value });
      slider.setAttribute('aria-label', text);
      field.addEventListener('change', () => this.take(setting, field, error, [field, slider]));
      slider.addEventListener('input', () => this.take(setting, slider, error, [field, slider]));
      box.append(label, field, slider, error);
    } else if (setting.kind === 'choice') {
      const option = (value) => make('option', { value, textContent: this.choice(setting.name, value) });
      if (setting.value === 'own') setting.choices.unshift('own');
      const field = make('select', { id }, ...setting.choices.map(option));
      field.value = setting.value || (setting.name === 'lang' ? this.page.words.language : setting.choices[0]);
      field.addEventListener('change', () => this.take(setting, field, error, [field]));
      box.classList.add('choice', ...([...field.options].some(({ text }) => text.length > LONG) ? ['wide'] : []));
      box.append(label, field, error);
    } else {
      const field = make('input', { type: 'checkbox', id, checked: setting.value === '1' });
      field.addEventListener('change', () => this.page.scene.set(setting.name, field.checked ? '1' : '0'));
      box.classList.add('switch');
      box.append(field, label);
    }
    box.querySelector(`#${id}`).setAttribute('aria-describedby', error.id);
    return box;
  }

  /** Hands a value to the module. One that is not taken is named beside the field, which keeps the old value. */
  take(setting, field, error, fields) {
    const { page } = this;
    const wrong = page.scene.set(setting.name, field.value);
    error.textContent = wrong && `${wrong} ${page.words.t('kept', { value: page.view.value(setting.name) })}`;
    error.hidden = !wrong;
    if (wrong) page.report.say(error.textContent);
    for (const one of fields) one.value = page.view.value(setting.name) || field.value;
    this.taken(setting.name);
  }

  choice(name, value) {
    const {
      words: { all: words, languageName },
    } = this.page;
    if (name === 'lang') return languageName(value);
    return words[`${name}.${value}`] ?? words[`contest.${value}`] ?? words[`choice.${value}`] ?? value;
  }
}
