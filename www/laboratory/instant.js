// What works on the forces that belong to the accelerations of this instant. In three dimensions the stage shows the forces
// of its steps otherwise; and of contacts with friction these methods cannot tell.
import { make } from './make.js';

/** Puts the content of a part into its panel, under the words that stand there instead where it cannot be. */
export function fillPanel({ page, panel }, ...content) {
  const instead = make('p', { className: 'instead', hidden: true, textContent: page.t('laboratory.friction') });
  panel.replaceChildren(instead, make('div', {}, ...content));
}

/** Turns the stage to the instant, as long as a part is seen; whether the part has anything to show. */
export function atInstant({ page, panel }) {
  const can = page.view.look_at_instant?.(true) ?? true;
  const [instead, content] = panel.children;
  [instead.hidden, content.hidden] = [can, !can];
  return can;
}

/** Turns the stage back. */
export function leaveInstant({ page }) {
  page.view.look_at_instant?.(false);
}
