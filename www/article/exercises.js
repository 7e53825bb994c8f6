// The exercises: each puts the reader's answer into the equation or the simulation on the spot. No answer is stored.
import { all, one } from '../make.js';
import { make } from './make.js';
import { TASKS } from './tasks.js';

export class Exercises {
  /** @param {import('../page.js').Page} page */
  constructor(page) {
    this.page = page;
    this.open = null;
    this.given = {};
    this.sections = new Map(all('[data-exercise]').map((section) => [Number(section.dataset.exercise), section]));
    page.answer = () =>
      this.open && this.given[this.open.number] ? `&x=${encodeURIComponent(this.given[this.open.number])}` : '';
    const number = Number(page.view?.value('ex')),
      answer = location.hash.match(/&x=([^&]*)/)?.[1];
    if (number) this.resume(number, answer && decodeURIComponent(answer));
  }

  // ---- from a link ----

  /** An exercise that a link names, with the answer in it if there is one. */
  async resume(number, answer) {
    await this.begin(number, true);
    const section = this.sections.get(number);
    section.scrollIntoView({ block: 'start' });
    if (answer && this.open) {
      this.open.task.fill?.(this.open, answer);
      this.check();
    }
  }

  // ---- one exercise ----

  /** Opens an exercise: its scene comes on the stage, unless it is there, and its forces are hidden. */
  async begin(number, keepsScene = false) {
    const { page } = this,
      section = this.sections.get(number);
    const query = one('[data-start]', section).dataset.start,
      task = TASKS[number];
    this.close();
    const here = task.set ? 'own' : new URLSearchParams(query).get('scene');
    if (!keepsScene || page.view.value('scene') !== here) {
      page.clock.run(false);
      await page.scene.load(query);
      if (page.mode === 'planar') task.set?.(page);
    }
    if ((page.mode === 'spatial') !== Boolean(task.spatial)) return this.tellAbsent(section, task);
    this.open = {
      page,
      number,
      section,
      task,
      scene: page.view.value('scene'),
      hidden: false,
      hide: () => this.hide(task.hides),
    };
    page.view.set('ex', `${number}`);
    page.view.set('ids', '1');
    if (task.hides) this.hide(task.hides);
    this.makeForm();
    page.clock.changed();
    if (!keepsScene) this.open.form.querySelector('input, select, button')?.focus();
  }

  makeForm() {
    const { page, open } = this,
      {
        words: { t },
      } = page;
    open.verdict = make('output', { className: 'verdict', attributes: { role: 'status' } });
    open.form = make('form', { noValidate: true });
    open.form.append(
      ...open.task.form(open),
      make(
        'p',
        { className: 'buttons' },
        make('button', { type: 'submit', textContent: t('ex.check') }),
        ' ',
        ...(open.task.hides
          ? [make('button', { type: 'button', textContent: t('ex.show'), onclick: () => this.reveal() })]
          : []),
      ),
      open.verdict,
    );
    open.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.check();
    });
    const box = open.section.querySelector('.answer');
    box.replaceChildren(open.form);
    box.hidden = false;
  }

  check() {
    const { open, page } = this,
      {
        words: { t },
      } = page;
    const found = open.task.check(open);
    this.given[open.number] = found.answer;
    const sign = make('b', {
      textContent: found.right ? `✓ ${t('ex.right')}` : `✗ ${t(found.missing ? 'ex.missing' : 'ex.wrong')}`,
    });
    open.verdict.className = `verdict ${found.right ? 'right' : 'wrong'}`;
    open.verdict.replaceChildren(sign, ' ', found.words ?? '');
    if (!found.right) return;
    open.section.classList.add('solved');
    this.reveal();
  }

  // ---- forces that are not to be seen yet ----

  hide(what) {
    this.page.view.set('forces', '0');
    document.documentElement.dataset.hidden = what;
    const words = this.page.words.t('ex.hidden', { n: this.open.number });
    document.documentElement.style.setProperty('--hidden-words', JSON.stringify(words));
    this.open.hidden = true;
  }

  reveal() {
    if (!this.open?.hidden) return;
    this.open.hidden = false;
    delete document.documentElement.dataset.hidden;
    this.page.view?.set('forces', '1');
    this.page.clock.changed();
  }

  close() {
    if (!this.open) return;
    this.reveal();
    this.open.task.leave?.(this.open);
    one('.answer', this.open.section).hidden = true;
    this.page.view?.set('ids', '0');
    this.open = null;
  }

  /** The stage has changed: another scene closes the exercise. */
  changed() {
    if (!this.open || !this.page.view) return;
    if (this.page.view.value('scene') !== this.open.scene) this.close();
    else this.open.task.changed?.(this.open);
  }

  speak() {
    this.changed(); // the scene may be another by now
    if (this.open) this.makeForm();
  }

  tellAbsent(section, task) {
    const box = section.querySelector('.answer');
    box.replaceChildren(
      make('p', { className: 'verdict', textContent: this.page.words.t(task.absent), attributes: { role: 'status' } }),
    );
    box.hidden = false;
  }
}
