// What each exercise asks for, and how the engine judges it.
import { cellsOf } from '../wire.js';
import { bolt } from './bolt.js';
import { equationOf } from './contact.js';
import { field, fillFields, typed } from './fields.js';
import { make, tell } from './make.js';
import { bounce } from './over-the-line.js';
import { pivot } from './pivot.js';
import { tilt } from './tilt.js';

/** Name of a contact: its number and its bodies. */
function contactName(page, k) {
  const [a, b] = cellsOf(page.view.bodies_of(k)).map((name) =>
    name.replace(/[a-z ]*[a-z]/, (word) => page.words.all[`body.${word}`] ?? word),
  );
  return page.words.t('ex.contact', { k: k + 1, a, b });
}

const largest = (list) => Math.max(...list.map(Math.abs));

/** 1: which contacts carry force. */
const carriers = {
  hides: 'forces',
  form(open) {
    const { page } = open;
    open.boxes = Array.from({ length: page.view.contacts() }, () => make('input', { type: 'checkbox' }));
    const labels = open.boxes.map((box, k) => make('label', { className: 'tick' }, box, ` ${contactName(page, k)}`));
    return [make('fieldset', {}, make('legend', { textContent: page.words.t('ex.carry') }), ...labels)];
  },
  fill(open, answer) {
    for (const k of answer.split(',')) if (open.boxes[k - 1]) open.boxes[k - 1].checked = true;
  },
  check(open) {
    const { page, boxes } = open,
      { f } = equationOf(page.view),
      [contacts, rank] = cellsOf(page.view.summary());
    const answer = boxes.flatMap((box, k) => (box.checked ? [k + 1] : [])).join(',') || '-';
    if (f.length !== boxes.length) return { right: false, answer, words: page.words.t('ex.moved') };
    if (rank !== contacts) return { right: false, answer, words: page.words.t('ex.ambiguous') };
    const right = boxes.every((box, k) => box.checked === f[k] > 1e-6 * largest(f));
    return { right, answer, words: right ? page.words.t('ex1.right') : this.broken(open) };
  },
  /** What the chosen contacts would do, if they alone held their gaps. */
  broken({ page, boxes }) {
    const equation = equationOf(page.view),
      chosen = boxes.flatMap((box, k) => (box.checked ? [k] : []));
    const held = page.modes.wasm.PlanarView.held(
      Float64Array.from(chosen.flatMap((i) => chosen.map((j) => equation.entry(i, j)))),
      Float64Array.from(chosen, (i) => equation.b[i]),
    );
    const pulls = chosen.findIndex((_, k) => held[k] < -1e-9);
    if (pulls >= 0) return page.words.t('ex1.pulls', { k: chosen[pulls] + 1, f: tell(page, Math.abs(held[pulls]), 2) });
    const f = equation.b.map((_, k) => held[chosen.indexOf(k)] ?? 0),
      a = under(equation, f),
      sinks = a.indexOf(Math.min(...a));
    return page.words.t('ex1.sinks', { k: sinks + 1, a: tell(page, Math.abs(a[sinks]), 2) });
  },
};

/** Accelerations of the gaps under given forces. */
const under = ({ entry, b }, f) => b.map((x, i) => f.reduce((sum, force, j) => sum + entry(i, j) * force, x));

function forceFields(open, values = []) {
  const { page } = open;
  const fields = Array.from({ length: page.view.contacts() }, (_, k) =>
    field(`<i>f</i><sub>${k + 1}</sub> =`, 'N', values[k] ?? ''),
  );
  open.fields = fields.map(({ input }) => input);
  return make('div', { className: 'fields' }, ...fields.map(({ element }) => element));
}

/** 2: the forces of a scene whose contacts are few. */
const forces = {
  hides: 'forces',
  form: (open) => [forceFields(open)],
  fill: fillFields,
  check(open) {
    const { page } = open,
      equation = equationOf(page.view),
      { f, answer, missing } = typed(open);
    if (missing) return { right: false, missing, answer, words: page.words.t('ex.numbers') };
    const right =
      f.length === equation.n && f.every((x, k) => Math.abs(x - equation.f[k]) <= 0.01 * Math.max(0.5, equation.f[k]));
    const a = under(equation, f)
      .map((x) => tell(page, x, 3))
      .join('; ');
    return { right, answer, words: page.words.t(right ? 'ex2.right' : 'ex2.wrong', { a }) };
  },
};

/** 3: the sign of an entry; the pairs come in the order of the table. */
const signs = {
  hides: 'all',
  form(open) {
    const { page } = open,
      {
        words: { t },
      } = page,
      n = page.view.contacts();
    open.pairs = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n]).filter(([i, j]) => i < j);
    open.at ??= 0;
    open.done ??= 0;
    open.name = make('legend');
    const signs = [
      ['+', 'plus'],
      ['-', 'minus'],
      ['0', 'zero'],
    ];
    open.signs = signs.map(([value]) => make('input', { type: 'radio', name: 'sign', value }));
    const labels = open.signs.map((input, k) =>
      make('label', { className: 'tick' }, input, ` ${t(`ex3.${signs[k][1]}`)}`),
    );
    this.ask(open);
    const next = make('button', { type: 'button', textContent: t('ex3.next'), onclick: () => this.next(open) });
    return [make('fieldset', {}, open.name, ...labels), make('p', {}, next)];
  },
  ask(open) {
    const [i, j] = open.pairs[open.at];
    open.name.innerHTML = open.page.words.t('ex3.ask', { i: i + 1, j: j + 1 });
    open.page.view.mark([i, j]);
    open.page.clock.changed();
  },
  next(open) {
    open.at = (open.at + 1) % open.pairs.length;
    for (const input of open.signs) input.checked = false;
    open.verdict?.replaceChildren();
    open.hide();
    this.ask(open);
    open.signs[0].focus();
  },
  fill(open, answer) {
    const [pair, sign] = answer.split(':');
    open.at = Math.max(
      0,
      open.pairs.findIndex(([i, j]) => `${i + 1},${j + 1}` === pair),
    );
    for (const input of open.signs) input.checked = input.value === sign;
    this.ask(open);
  },
  check(open) {
    const { page } = open,
      [i, j] = open.pairs[open.at],
      { entry } = equationOf(page.view),
      value = entry(i, j);
    const picked = open.signs.find((input) => input.checked)?.value;
    const answer = `${i + 1},${j + 1}:${picked ?? ''}`;
    if (!picked) return { right: false, missing: true, answer, words: page.words.t('ex.choose') };
    const sign = Math.abs(value) < 1e-9 ? '0' : value > 0 ? '+' : '-';
    const right = picked === sign;
    return {
      right,
      answer,
      words: page.words.t(right ? 'ex3.right' : 'ex3.wrong', { i: i + 1, j: j + 1, value: tell(page, value) }),
    };
  },
  leave(open) {
    open.page.view?.mark([]);
  },
};

/** 5: other forces with the same motion. */
const second = {
  form(open) {
    const { page } = open,
      { f } = equationOf(page.view);
    return [
      make('p', { textContent: page.words.t('ex5.known', { f: f.map((x) => `${tell(page, x, 2)} N`).join('; ') }) }),
      forceFields(open),
    ];
  },
  fill: fillFields,
  check(open) {
    const { page } = open,
      equation = equationOf(page.view),
      { f, answer, missing } = typed(open);
    const say = (key, values) => ({ right: false, answer, words: page.words.t(key, values) });
    if (missing) return { ...say('ex.numbers'), missing };
    if (f.length !== equation.n) return say('ex.moved');
    const pulls = f.findIndex((x) => x < -1e-9);
    if (pulls >= 0) return say('ex5.pulls', { k: pulls + 1 });
    const a = under(equation, f),
      wrong = a.findIndex((x, k) => Math.abs(Math.min(x, f[k])) > 0.005);
    if (wrong >= 0) return say('ex5.moves', { k: wrong + 1, a: tell(page, a[wrong]) });
    if (f.every((x, k) => Math.abs(x - equation.f[k]) < 0.05)) return say('ex5.same');
    return { right: true, answer, words: page.words.t('ex5.right') };
  },
};

export const TASKS = { 1: carriers, 2: forces, 3: signs, 4: pivot, 5: second, 6: bounce, 7: tilt, 8: bolt };
