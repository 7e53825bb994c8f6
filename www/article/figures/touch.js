// What is at a contact of smooth bodies on the stage: the formulas of section 14 with the numbers of this moment.
import { rowsOf } from '../../wire.js';
import { make, math, tell } from '../make.js';
import { Base } from './base.js';

/** Numbers are renewed at most so often, ms. */
const RENEW = 100;
/** Scenes that have such contacts. */
const SCENES = ['disc', 'cylinders', 'top'];

const mi = (text, attributes = {}) => math('mi', attributes, text);
const mo = (text) => math('mo', { stretchy: 'false' }, text);
const mn = (text) => math('mn', {}, text);
const sub = (base, index) => math('msub', {}, base, mn(`${index}`));
const bold = (text) => mi(text, { class: 'v' });
const unit = (text) => math('mtext', {}, `\u00a0${text}`);
const gap = () => math('mspace', { width: '1em' });

/** A table of numbers in brackets. */
function table(rows) {
  const cells = (row) => row.map((text) => math('mtd', {}, mn(text)));
  return [
    math('mo', {}, '('),
    math('mtable', {}, ...rows.map((row) => math('mtr', {}, ...cells(row)))),
    math('mo', {}, ')'),
  ];
}

export class Figure extends Base {
  timer = 0;
  drawn = -Infinity;

  open() {
    const { t } = this;
    this.words = make('p');
    this.formulas = make('div');
    this.flats = make('div');
    const scenes = SCENES.map((name) => {
      const button = make('button', { type: 'button', textContent: t('touch.load') });
      button.dataset.load = `?mode=spatial&scene=${name}`;
      return make('p', { className: 'load' }, button, ' ', make('span', { textContent: t(`touch.${name}`) }));
    });
    this.caption = make('figcaption', { textContent: t('touch.caption') });
    this.element.replaceChildren(this.words, this.formulas, this.flats, ...scenes, this.caption);
    this.shown = null;
    this.draw();
  }

  changed() {
    this.timer ||= setTimeout(() => this.draw(), Math.max(0, this.drawn + RENEW - performance.now()));
  }

  draw() {
    const { page } = this,
      { view } = page;
    clearTimeout(this.timer);
    this.timer = 0;
    this.drawn = performance.now();
    const spatial = page.mode === 'spatial' && view?.curvatures;
    const rows = spatial ? rowsOf(view.curvatures()).filter(([kind]) => kind) : [];
    const flats = spatial ? rowsOf(view.flats()).filter(([body]) => body) : [];
    const now = JSON.stringify([rows, flats, page.words.language]);
    if (now === this.shown) return;
    this.shown = now;
    this.words.textContent = this.headline(rows, flats);
    this.caption.hidden = !rows.length; // it explains the formulas
    this.fill(this.formulas, rows.length ? this.smooth(rows) : []);
    this.fill(
      this.flats,
      flats.flatMap((row) => this.flat(row)),
    );
  }

  /** Formulas each on its line. */
  fill(part, formulas) {
    part.replaceChildren(
      ...formulas.map((parts) => make('div', { className: 'formula' }, math('math', { display: 'block' }, ...parts))),
    );
    for (const formula of part.children) this.page.formulas.fit(formula);
  }

  headline(/** @type {any[]} */ [pair], /** @type {any[]} */ [flat]) {
    const { page, t } = this;
    if (pair)
      return t('touch.pair', {
        k: Number(pair[1]) + 1,
        a: page.stage.bodyName(pair[2]),
        b: page.stage.bodyName(pair[3]),
      });
    return flat
      ? t('touch.stands', { body: page.stage.bodyName(flat[0]), kept: flat[1], loaded: flat[2] })
      : t('touch.none');
  }

  number(x, digits = 4) {
    return tell(this.page, Number(x), digits);
  }

  smooth(/** @type {any[]} */ [pair, one, other, relative, , ...rest]) {
    const rates = rest
      .find(([kind]) => kind === 'rates')
      ?.slice(1)
      .map(Number);
    const formulas = [...this.feature(one, 1), ...this.feature(other, 2), ...this.relative(relative)];
    return rates ? [...formulas, ...this.rates(rates, Number(pair[4]))] : formulas;
  }

  /** M, K and T of a surface; κ and τ of a curve. */
  feature([kind, ...texts], k) {
    const name = (letter) => [sub(mi(letter), k), mo('=')];
    if (kind === 'curve') {
      const [, , curvature, torsion, towards] = texts.map((text) => this.number(text));
      return [
        [...name('κ'), mn(curvature), unit('m⁻¹,'), gap(), ...name('τ'), mn(torsion), unit('m⁻¹')],
        [sub(mi('κ'), k), sub(bold('N'), k), mo('·'), bold('n'), mo('='), mn(towards), unit('m⁻¹')],
      ];
    }
    const x = texts.map((text) => this.number(text, 3));
    return [
      [
        ...name('M'),
        ...table([x.slice(2, 4), x.slice(4, 6)]),
        unit('m,'),
        gap(),
        ...name('T'),
        ...table([x.slice(10, 12)]),
        unit('m⁻¹'),
      ],
      [...name('K'), ...table([x.slice(6, 8), x.slice(8, 10)]), unit('m⁻¹')],
    ];
  }

  /** Formulas of the relative curvature. */
  relative([, dimension, determinant, , , a, b, c, d]) {
    const value = [mo('='), mn(this.number(determinant)), unit(dimension === '1' ? 'm⁻¹' : 'm⁻²')];
    if (dimension === '1')
      return [[mi('κ'), bold('N'), mo('·'), bold('n'), mo('+'), bold('t'), mo('·'), mi('W'), bold('t'), ...value]];
    const first = sub(mi('W'), 1);
    const sum = [
      first,
      mo('('),
      mn('1'),
      mo('+'),
      mi('d'),
      first.cloneNode(true),
      math('msup', {}, mo(')'), mn('−1')),
      mo('+'),
      sub(mi('W'), 2),
    ];
    const rows = [
      [a, b],
      [c, d],
    ].map((row) => row.map((x) => this.number(x, 3)));
    return [
      [mi('R'), mo('='), ...sum, mo('='), ...table(rows)],
      [mi('det'), mi('R'), ...value],
    ];
  }

  rates([distance, acceleration, e1, e2, turn, psi, ...places], d) {
    const size = (name, index) => [mo('|'), sub(bold(name), index), mo('|')];
    const place = (name, index, value) => [sub(mi(name), index), mo('′'), mo('='), mn(this.number(value))];
    return [
      [
        ...size('e', 1),
        mo('='),
        mn(this.number(e1)),
        unit('m/s,'),
        gap(),
        ...size('e', 2),
        mo('='),
        mn(this.number(e2)),
        unit('m/s'),
      ],
      ...[1, 2].map((k) => [...place('u', k, places[2 * k - 2]), mo(','), gap(), ...place('v', k, places[2 * k - 1])]),
      [
        mo('|'),
        bold('n'),
        mo('′'),
        mo('|'),
        mo('='),
        mn(this.number(turn)),
        unit('s⁻¹,'),
        gap(),
        mi('ψ'),
        mo('′'),
        mo('='),
        mn(this.number(psi)),
        unit('s⁻¹'),
      ],
      [
        mi('d'),
        mo('='),
        mn(this.number(1e6 * d, 2)),
        unit('µm,'),
        gap(),
        mi('d'),
        mo('′'),
        mo('='),
        bold('n'),
        mo('·'),
        bold('u'),
        mo('='),
        mn(this.number(distance)),
        unit('m/s'),
      ],
      [math('msub', {}, mi('b'), mi('v')), mo('='), mn(this.number(acceleration)), unit('m/s²')],
    ];
  }

  /** The resultant of a flat base, and from which load on it tips. */
  flat(/** @type {any[]} */ [, , , force, x, y, reach, threshold, load]) {
    const far = Math.hypot(x, y);
    const sum = (...terms) => math('mrow', {}, math('mo', {}, '∑'), math('msub', {}, mi('f'), mi('k')), ...terms);
    const resultant = [
      [mi('F'), mo('='), sum(), mo('='), mn(this.number(force, 3)), unit('N')],
      [
        math('mfrac', {}, sum(math('msub', {}, bold('p'), mi('k'))), mi('F')),
        mo('='),
        ...table([[this.number(x), this.number(y)]]),
        unit('m'),
      ],
      [mi('r'), mo('='), mn(this.number(reach)), unit('m'), mo('≥'), mn(this.number(far)), unit('m')],
    ];
    if (threshold === undefined) return resultant;
    const tips = [
      math('msub', {}, mi('L'), mi('t')),
      mo('='),
      math('mfrac', {}, math('mrow', {}, mi('W'), mi('r')), math('mrow', {}, mi('ρ'), mo('−'), mi('r'))),
      mo('='),
      mn(this.number(threshold, 3)),
      unit('N,'),
      gap(),
      mi('L'),
      mo('='),
      mn(this.number(load, 3)),
      unit('N'),
    ];
    return [...resultant, tips];
  }
}
