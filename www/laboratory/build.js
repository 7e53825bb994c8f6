// The tab "Build": bodies put on the stage, changed and taken away, and scene files opened. All of it is a change of the
// scene as a file, so that what is built can be shared, saved, rewound and taken back as any scene.
import { change, faultOf, open, openFile } from '../own.js';
import { Drawing } from './drawing.js';
import { button, make } from './make.js';
import { PlanarGrips } from './planar-grips.js';
import { Scene } from './scene.js';
import { SpatialGrips } from './spatial-grips.js';

/** A number as one would type it: what is rounding is left out. */
const short = (x) => Number((Math.abs(x) < 1e-9 ? 0 : x).toPrecision(6));

export class Part {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} panel
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.chosen = null;
    this.shown = '';
    this.drawing = new Drawing(
      page,
      (corners) => faultOf(page, this.with(corners).text()),
      (corners) => this.edit((scene) => this.addTo(scene, corners), false),
    );
    this.grips = new { planar: PlanarGrips, spatial: SpatialGrips }[page.mode](
      page,
      () => this.chosen,
      () => {
        this.seeAll();
        this.fill();
      },
    );
    this.make();
  }

  make() {
    const { page } = this,
      {
        words: { t },
      } = page;
    this.scene = Scene.of(page);
    this.chosen ??= this.scene.moving[0] ?? 0;
    const put = this.scene.tray.map((kind) => button(t(`build.${kind}`), () => this.edit((scene) => scene.add(kind))));
    put.push(button(t('build.draw'), () => this.drawing.begin()));
    this.list = make('select', { id: 'build-body' });
    this.list.addEventListener('change', () => {
      this.chosen = Number(this.list.value);
      this.fill();
    });
    this.fields = make('div', { className: 'build-fields' });
    this.wrong = make('p', { className: 'error', attributes: { role: 'alert' } });
    const file = make('input', {
      type: 'file',
      accept: '.json,application/json,.obj,.stl,.ply',
      hidden: true,
      attributes: { 'aria-label': t('build.open') },
    });
    file.addEventListener('change', () => file.files.length && openFile(page, file.files[0]));
    const label = make('label', { className: 'pick' }, t('build.body'), ' ', this.list);
    const group = (key, ...children) =>
      make('div', { className: 'actions', attributes: { role: 'group', 'aria-label': t(key) } }, ...children);
    this.panel.replaceChildren(
      make(
        'div',
        { className: 'build' },
        make('p', { className: 'legend', textContent: t('build.about') }),
        group('build.tray', ...put),
        group('build.change', label, ...this.actions()),
        ...(page.mode === 'spatial' ? [group('build.join', ...this.joining())] : []),
        this.fields,
        this.wrong,
        group(
          'build.files',
          button(t('build.open'), () => file.click()),
          button(t('build.empty'), () => this.startAnew()),
          file,
        ),
      ),
    );
    this.fill();
  }

  actions() {
    const {
        words: { t },
      } = this.page,
      { edits } = this.scene;
    return Object.entries(edits).map(([key, act]) =>
      button(t(`build.${key}`), () => this.edit((scene) => act(scene, this.chosen))),
    );
  }

  /** The other body, the kind of joint, and the button that joins. */
  joining() {
    const {
      words: { t },
    } = this.page;
    this.other = make('select', { id: 'build-other' });
    const kind = make(
      'select',
      { attributes: { 'aria-label': t('build.joint') } },
      ...['point', 'hinge', 'slider'].map((value) => make('option', { value, textContent: t(`build.joint.${value}`) })),
    );
    const label = make('label', { className: 'pick' }, t('build.join.to'), ' ', this.other);
    return [
      label,
      kind,
      button(t('build.join'), () =>
        this.edit((scene) => scene.join(this.chosen, Number(this.other.value), kind.value)),
      ),
    ];
  }

  /** In space the eye goes to where it sees all, unless the visitor has moved it; in the plane it does so of itself. */
  seeAll() {
    if (this.page.mode === 'spatial') this.page.view.see_all_again();
  }

  /**
   * Changes the scene; the number that comes back is the body that is chosen from then on. What is drawn is in sight; `refusal`
   * are the words that say it makes no scene.
   */
  edit(act, anywhere = true, refusal = undefined) {
    const scene = Scene.of(this.page),
      now = act(scene);
    const wrong = change(this.page, scene.text(), false, refusal);
    this.wrong.textContent = wrong;
    if (!wrong && anywhere) this.seeAll();
    if (!wrong && Number.isInteger(now)) this.choose(now, true);
    else this.fill();
  }

  /** The scene with a shape of these corners. */
  with(corners) {
    const scene = Scene.of(this.page);
    this.addTo(scene, corners);
    return scene;
  }

  /** Adds a shape of these corners to a scene; in space they lie in the upright plane that the eye looks at. */
  addTo(scene, corners) {
    if (this.page.mode === 'planar') return scene.addPolygon(corners);
    const [x, y, , ...target] = this.page.view.eye(),
      away = [x - target[0], y - target[1]],
      far = Math.hypot(...away);
    return scene.addPrism(
      corners,
      target,
      away.map((one) => one / far),
    );
  }

  async startAnew() {
    if (await open(this.page, this.scene.empty())) this.choose(0, true);
  }

  /** Chooses a body by its number among those that can move, or among all. */
  choose(number, amongAll = false) {
    this.chosen = amongAll ? number : Scene.of(this.page).moving[number];
    this.fill();
    this.page.report.say(this.list.selectedOptions[0]?.textContent ?? '');
  }

  /** List and fields as the scene is now. */
  fill() {
    const { page } = this,
      {
        words: { t },
      } = page,
      scene = (this.scene = Scene.of(page));
    this.shown = `${page.view.digest()}`;
    if (!scene.bodies[this.chosen]) this.chosen = scene.moving.at(-1) ?? 0; // it was taken away
    const option = ({ name, fixed }, k) =>
      make('option', {
        value: k,
        textContent: fixed ? t('build.is-fixed', { body: page.stage.bodyName(name) }) : page.stage.bodyName(name),
      });
    this.list.replaceChildren(...scene.bodies.map(option));
    this.list.value = `${this.chosen}`;
    this.other?.replaceChildren(...scene.bodies.map(option).filter((_, k) => k !== this.chosen));
    const body = scene.bodies[this.chosen],
      focused = document.activeElement?.id;
    this.fields.replaceChildren(...(body ? scene.fields(body).map((field) => this.field(field)) : []));
    if (focused?.startsWith('build-')) document.getElementById(focused)?.focus();
    this.grips.show();
  }

  field({ key, unit = '', value, set }) {
    const {
        words: { t, all: words },
      } = this.page,
      id = `build-${key}`,
      name = t(`build.field.${key}`);
    const input =
      typeof value === 'boolean'
        ? make('input', { id, type: 'checkbox', checked: value })
        : make('input', {
            id,
            type: typeof value === 'string' ? 'text' : 'number',
            step: 'any',
            value: typeof value === 'number' ? short(value) : (value ?? ''),
          });
    input.addEventListener('change', () => {
      const told =
        input.type === 'checkbox' ? input.checked : input.type === 'text' ? input.value : input.valueAsNumber;
      this.wrong.textContent = '';
      if (Number.isNaN(told)) return this.fill(); // left empty: it keeps what it had
      this.edit(
        (scene) => {
          set(scene, scene.bodies[this.chosen], told);
          return this.chosen;
        },
        true,
        'wrong',
      );
      if (this.wrong.textContent)
        this.wrong.textContent += ` ${t('kept', { value: typeof value === 'number' ? short(value) : value })}`;
    });
    return make(
      'label',
      { className: input.type === 'text' ? 'wide' : '' },
      unit ? `${name} (${words[`unit.${unit}`] ?? unit})` : name,
      input,
    );
  }

  /** The stage was changed by other means. */
  draw() {
    this.grips.show();
    const busy = this.panel.contains(document.activeElement) && document.activeElement.tagName === 'INPUT';
    if (!this.page.clock.running && !busy && this.shown !== `${this.page.view.digest()}`) this.fill();
  }

  refresh() {
    this.drawing?.end();
    if (!this.panel.contains(document.activeElement)) this.make();
    else this.fill();
  }

  leave() {
    this.drawing?.end();
    this.grips.remove();
  }
}
