// What each exercise asks for, and how the engine judges it.
import { cellsOf } from '../wire.js';
import { draw, make, tell } from './make.js';
import { bolt } from './bolt.js';
import { tilt } from './tilt.js';
import { equationOf } from './live.js';

const NUMBER = '([-+]?(?:\\d+[.,]?\\d*|[.,]\\d+))';
/** A number with its unit, or a fraction of two. */
const TYPED = new RegExp(`^\\s*${NUMBER}(?:\\s*/\\s*${NUMBER})?\\s*(?:1/kg|[^\\d\\s.,/]\\D*)?$`);

/** A number that was typed, with a decimal point or a comma, as a fraction, with or without its unit. */
export function read(text) {
  const [, top, under = '1'] = text.trim().replaceAll('−', '-').match(TYPED) ?? [];
  return top ? Number(top.replace(',', '.')) / Number(under.replace(',', '.')) : NaN;
}

/** A field for a number, with its name. */
function field(name, unit, value = '') {
  const input = make('input', { inputMode: 'decimal', size: 7, value, autocomplete: 'off' });
  return {
    input,
    element: make('label', { className: 'field' }, make('span', { innerHTML: name }), ' ', input, ` ${unit}`),
  };
}

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

function fillFields(open, answer) {
  answer.split(';').forEach((text, k) => {
    if (open.fields[k]) open.fields[k].value = text;
  });
}

function typed(open) {
  const f = open.fields.map((input) => read(input.value));
  open.fields.forEach((input, k) => input.setAttribute('aria-invalid', Number.isNaN(f[k])));
  return { f, answer: open.fields.map((input) => input.value.trim()).join(';'), missing: f.some(Number.isNaN) };
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

/** Numbers of a place on the way of the pivots: before the contacts, and for each contact. */
const HEAD = 4,
  EACH = 6;

/** The pivots of the solver on the stage, but those that only close the way. */
export function pivotsOf(view) {
  const [count] = view.pivots();
  return Array.from({ length: count }, (_, place) => {
    const row = [...view.pivot(place)],
      [driven, blocker, length, closing] = row;
    const contacts = Array.from({ length: (row.length - HEAD) / EACH }, (__, k) => {
      const [f, a, df, da, , side] = row.slice(HEAD + EACH * k, HEAD + EACH * (k + 1));
      return { f, a, df, da, side: ['C', 'NC', '-'][side] };
    });
    return { driven, blocker, length, closing, contacts };
  }).filter(({ closing, length }) => !closing && length > 0);
}

/** The last pivot that another contact than the driven one ends, if there is one. */
export function choosePivot(view) {
  const all = pivotsOf(view);
  return all.findLast(({ driven, blocker, length }) => driven !== blocker && length > 0.1) ?? all.at(-1);
}

/** 4: length and blocker of a pivot. */
const pivot = {
  hides: 'forces',
  form(open) {
    const { page } = open,
      {
        words: { t },
      } = page;
    open.step = choosePivot(page.view);
    const head = ['contact', 'side', 'f', 'a', 'df', 'da'].map((key) =>
      make('th', { scope: 'col', innerHTML: t(`ex4.${key}`) }),
    );
    const rows = open.step.contacts.map(({ f, a, df, da, side }, k) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: k + 1 }),
        ...[
          k === open.step.driven ? t('ex4.driven') : side === '-' ? t('ex4.waits') : side,
          ...[f, a, df, da].map((x) => tell(page, x)),
        ].map((textContent) => make('td', { textContent })),
      ),
    );
    const table = make(
      'table',
      { className: 'numbers' },
      make('caption', { className: 'unseen', textContent: t('ex4.table') }),
      make('thead', {}, make('tr', {}, ...head)),
      make('tbody', {}, ...rows),
    );
    const length = field(t('ex4.length'), 'N');
    open.fields = [length.input];
    open.blocker = make(
      'select',
      {},
      make('option', { value: '', textContent: '–' }),
      ...rows.map((_, k) => make('option', { value: k, textContent: k + 1 })),
    );
    return [
      make(
        'div',
        { className: 'scroll', tabIndex: 0, attributes: { role: 'group', 'aria-label': t('ex4.table') } },
        table,
      ),
      make(
        'div',
        { className: 'fields' },
        length.element,
        make('label', { className: 'field' }, `${t('ex4.blocker')} `, open.blocker),
      ),
    ];
  },
  fill(open, answer) {
    [open.fields[0].value, open.blocker.value] = answer.split(';').map((text, k) => (k ? Number(text) - 1 : text));
  },
  check(open) {
    const { page, step } = open,
      {
        f: [length],
        answer,
        missing,
      } = typed(open);
    const blocker = open.blocker.value === '' ? null : Number(open.blocker.value);
    const given = `${answer};${blocker === null ? '' : blocker + 1}`;
    if (missing || blocker === null)
      return { right: false, missing: true, answer: given, words: page.words.t('ex.numbers') };
    const [fits, same] = [Math.abs(length - step.length) <= 0.005 * Math.max(1, step.length), blocker === step.blocker];
    const after = step.contacts.map(({ f, a, df, da }) => ({ f: f + length * df, a: a + length * da }));
    const words =
      fits && same
        ? page.words.t('ex4.right')
        : page.words.t(same ? 'ex4.long' : 'ex4.other', {
            f: tell(page, after[blocker].f),
            a: tell(page, after[blocker].a),
            k: blocker + 1,
          });
    return { right: fits && same, answer: given, words };
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

/** The line of exercise 6, m above the floor. */
export const LINE = 1.2;

/** How high the lower edge of the dropped block comes after its first rebound, m: simulated. */
export function rebound(page, e) {
  const fields = ['scene', 'drop', 'e', `${e}`].join('\x1f');
  const view = new page.modes.wasm.PlanarView(document.createElement('canvas'), fields, '');
  let [fallen, highest] = [false, 0];
  for (let k = 0; k < 400; k += 1) {
    view.step();
    const [, y, , , vy] = view.states();
    if (vy > 0) fallen = true;
    if (fallen) highest = Math.max(highest, y - 0.5);
    if (fallen && vy < 0) break;
  }
  view.free();
  return highest;
}

/** 6: the smallest elasticity that brings a block over a line. */
const bounce = {
  form(open) {
    const e = field('<i>e</i> =', '');
    open.fields = [e.input];
    this.line(open);
    return [make('div', { className: 'fields' }, e.element)];
  },
  fill: fillFields,
  line(open) {
    const { page } = open;
    open.line?.remove();
    const [[left, y], [right]] = [page.view.seen_at(-5, LINE), page.view.seen_at(5, LINE)];
    open.line = draw(
      'svg',
      { class: 'stage-line', 'aria-hidden': true },
      draw('path', { d: `M${left} ${y}H${right}` }),
      draw('text', { x: left + 6, y: y - 6 }, `${tell(page, LINE, 1)} m`),
    );
    document.getElementById('stage-box').append(open.line);
  },
  check(open) {
    const { page } = open,
      {
        f: [e],
        answer,
        missing,
      } = typed(open);
    if (missing || e < 0 || e > 1) return { right: false, missing: true, answer, words: page.words.t('ex6.range') };
    const high = rebound(page, e),
      less = rebound(page, Math.max(e - 0.011, 0));
    page.scene.set('e', `${e}`);
    page.view.reset();
    page.clock.run(true);
    const key = high < LINE ? 'ex6.low' : less >= LINE ? 'ex6.less' : 'ex6.right';
    return { right: key === 'ex6.right', answer, words: page.words.t(key, { high: tell(page, high, 3) }) };
  },
  changed(open) {
    const at = seenOrigin(open);
    if (at !== open.place) {
      open.place = at;
      this.line(open);
    }
  },
  leave(open) {
    open.line?.remove();
  },
};

/** Where the stage's origin is seen: it moves when the stage changes its size. */
const seenOrigin = ({ page }) => page.view.seen_at(0, 0).join();

export const TASKS = { 1: carriers, 2: forces, 3: signs, 4: pivot, 5: second, 6: bounce, 7: tilt, 8: bolt };
