// What works on the forces that belong to the accelerations of this instant. In three dimensions the stage shows the forces
// of its steps otherwise; and friction is left out, which other methods find (the tab "Solvers").
import { make, note } from './make.js';

/** For more contacts than this nobody walks from pivot to pivot, and A is too large to be solved at every change. */
export const MOST_CONTACTS = 300;

/** Puts the content of a part into its panel, under words about what is left out. */
export function fillPanel({ panel }, ...content) {
  panel.replaceChildren(make('p', { className: 'instead', hidden: true }), make('div', {}, ...content));
}

/** Turns the stage to the instant, as long as a part is seen; whether the part has anything to show. Some parts show friction. */
export function atInstant({ page, panel }, friction = false) {
  const {
      view,
      words: { t },
    } = page,
    n = view.contacts(),
    can = n <= MOST_CONTACTS;
  const without = !friction && (view.has_friction?.() ?? false);
  view.look_at_instant?.(can);
  const [about, content] = panel.children;
  [about.hidden, content.hidden] = [can && !without, !can];
  const words = can ? t('laboratory.friction') : t('laboratory.many', { n, most: MOST_CONTACTS });
  if (about.textContent !== words) about.textContent = words;
  note('instant', can && without ? t('laboratory.note') : '');
  return can;
}

/** Turns the stage back. */
export function leaveInstant({ page }) {
  note('instant');
  page.view.look_at_instant?.(false);
}
