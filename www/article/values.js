// The words of the live numbers: what the engine tells of the scene on the stage, by the names that the article has.
import { cellsOf } from '../wire.js';
import { contactInSpace } from '../laboratory/cone.js';
import { contactOf } from './contact.js';
import { tell, tiny } from './make.js';

/** What tells the words of a live number by its name: of an equation, if it is not too large, and the selected contact. */
export function valuesOf(page, equation, contact) {
  const { view } = page,
    planar = page.mode === 'planar';
  const [contacts, rank, bodies, pivots, residual] = equation ? cellsOf(view.problem()) : Array(5).fill('–');
  const of = (key) => contact?.[key];
  const [floor, weight] = planar ? carriedIn(view, equation) : view.carried();
  const words = {
    gap: () => tell(page, of('gap'), 5),
    rate: () => tell(page, of('rate'), 4),
    points: () => tell(page, contact && contact.accel - contact.bn),
    turn: () => tell(page, of('bn')),
    b: () => tell(page, contact && contact.bF + contact.bw + contact.bn + contact.bc),
    contacts: () => contacts,
    rank: () => rank,
    freedoms: () => (equation ? (planar ? 3 : 6) * bodies : '–'),
    pivots: () => pivots,
    residual: () => (equation ? tiny(Number(residual)) : '–'),
    weight: () => tell(page, weight, 2),
    floor: () => tell(page, floor, 2),
    gauss: () =>
      tell(
        page,
        equation ? equation.f.reduce((sum, f, i) => sum + 0.5 * f * (equation.a[i] + equation.b[i]), 0) : undefined,
      ),
    ...(planar ? impactValues(page) : spatialValues(page, contactInSpace(view, Math.max(view.selected(), 0)))),
  };
  return (key) => `${(words[key] ?? (() => tell(page, of(key))))()}`;
}

/** The words of the live numbers about impacts in the plane. */
function impactValues(page) {
  const e = Number(page.view.value('e')),
    [time, ...impulses] = page.view.last_impact();
  return {
    e: () => tell(page, e, 2),
    e2: () => tell(page, e * e, 4),
    'impact.count': () => impulses.length,
    'impact.sum': () => tell(page, impulses.length ? impulses.reduce((sum, p) => sum + p, 0) : undefined, 4),
    'impact.time': () => tell(page, time, 3),
  };
}

/** What bodies that are fixed push upwards in the plane, and the weight of the others, N. */
function carriedIn(view, { f }) {
  const weight = view.masses().reduce((sum, m) => sum + m, 0) * Number(view.value('g'));
  const push = f.reduce((sum, force, k) => {
    const {
      n,
      sides: [one, two],
    } = contactOf(view, k);
    const up = two.inverseMass === 0 ? n[1] : one.inverseMass === 0 ? -n[1] : 0;
    return sum + up * force;
  }, 0);
  return [push, weight];
}

/** With more contacts than these they are not counted by what they do. */
const COUNTED = 1000;

/** The words of a live number of steps in space: what the last one tells, and the selected contact in it. */
function spatialValues(page, contact) {
  const { view } = page,
    [contacts, , iterations, residual, , candidates] = cellsOf(view.summary()).map(Number);
  const h = Number(view.value('dt')),
    degrees = 180 / Math.PI;
  const of = (tell) => (contact ? tell(contact) : '–');
  let counted = null;
  const counts = () => (counted ??= contacts > COUNTED ? { carrying: '–', full: '–' } : count(view, contacts));
  return {
    's.contacts': () => contacts,
    's.iterations': () => iterations,
    's.residual': () => tiny(residual),
    's.candidates': () => candidates,
    's.h': () => tell(page, h, 4),
    's.f': () => of(({ force }) => tell(page, force)),
    's.r': () => of(({ force }) => tell(page, h * force, 5)),
    's.u': () => of(({ rate }) => tell(page, rate, 5)),
    's.mu': () => of(({ mu }) => tell(page, mu, 2)),
    's.most': () => of(({ force, mu }) => tell(page, mu * force)),
    's.friction': () => of(({ friction }) => tell(page, Math.hypot(...friction))),
    's.angle': () => of(({ force, friction }) => tell(page, Math.atan2(Math.hypot(...friction), force) * degrees, 2)),
    's.cone': () => of(({ mu }) => tell(page, Math.atan(mu) * degrees, 2)),
    's.sliding': () => of(({ sliding }) => tell(page, Math.hypot(...sliding), 5)),
    's.carrying': () => counts().carrying,
    's.full': () => counts().full,
  };
}

/** How many contacts carry force, and how many of them have all the friction that they can have. */
function count(view, contacts) {
  const all = Array.from({ length: contacts }, (_, k) => contactInSpace(view, k)).filter(({ force }) => force > 0);
  return {
    carrying: all.length,
    full: all.filter(({ force, mu, friction }) => mu > 0 && Math.hypot(...friction) > (1 - 1e-6) * mu * force).length,
  };
}
