// Exercise 4: the pivots of the solver, and one of them to finish.
import { field, typed } from './fields.js';
import { make, tell } from './make.js';

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
export const pivot = {
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
