// The fields of an exercise: numbers as they are typed.
import { make } from './make.js';

const NUMBER = '([-+]?(?:\\d+[.,]?\\d*|[.,]\\d+))';
/** A number with its unit, or a fraction of two. */
const TYPED = new RegExp(`^\\s*${NUMBER}(?:\\s*/\\s*${NUMBER})?\\s*(?:1/kg|[^\\d\\s.,/]\\D*)?$`);

/** A number that was typed, with a decimal point or a comma, as a fraction, with or without its unit. */
export function read(text) {
  const [, top, under = '1'] = text.trim().replaceAll('−', '-').match(TYPED) ?? [];
  return top ? Number(top.replace(',', '.')) / Number(under.replace(',', '.')) : NaN;
}

/** A field for a number, with its name. */
export function field(name, unit, value = '') {
  const input = make('input', { inputMode: 'decimal', size: 7, value, autocomplete: 'off' });
  return {
    input,
    element: make('label', { className: 'field' }, make('span', { innerHTML: name }), ' ', input, ` ${unit}`),
  };
}

export function fillFields(open, answer) {
  answer.split(';').forEach((text, k) => {
    if (open.fields[k]) open.fields[k].value = text;
  });
}

export function typed(open) {
  const f = open.fields.map((input) => read(input.value));
  open.fields.forEach((input, k) => input.setAttribute('aria-invalid', Number.isNaN(f[k])));
  return { f, answer: open.fields.map((input) => input.value.trim()).join(';'), missing: f.some(Number.isNaN) };
}
