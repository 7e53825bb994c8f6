// A prediction at the end of each section: what the reader enters is compared with what the engine finds on the spot.
import { make, tell } from './make.js';
import { contactOf, equationOf } from './contact.js';
import { read } from './fields.js';
import { rebound } from './over-the-line.js';
import { beside, blockUnder, polygon, rectangle, scene } from './figures/block.js';
import { fetchSpace, fischer } from './figures/space.js';
import { off } from '../laboratory/cone.js';

const figure = (name) => import(`./figures/${name}.js`);

/** The smallest stiff step that throws the block, s, found by trying. */
async function longest(page, stiffness) {
  const { run, verdict } = await figure('springs'),
    sink = 9.81 / stiffness;
  let [low, high] = [0.2, 4].map((x) => x / Math.sqrt(stiffness));
  for (let k = 0; k < 30; k += 1) {
    const middle = (low + high) / 2;
    if (verdict(run(page, stiffness, middle), sink) === 'thrown') high = middle;
    else low = middle;
  }
  return low;
}

/** The block of a question: half its side, m, and its mass, kg. */
const SQUARE = { half: 1, mass: 3 };

const box = (half) => rectangle(-half, -half, half, half);

/** The gap at which bodies of the plane touch, m. */
const TOUCH = 0.005;

/**
 * For each question the answer that the engine finds, and how near a number must come to it; or the choices. `more`
 * gives what the reply says of the reader's own number.
 */
const ASKS = {
  floor: {
    unit: 'N',
    near: 0.005,
    truth: (page) =>
      beside(page, 'scene=two-blocks&m1=100', (view) => {
        view.take_floor(true);
        return equationOf(view).f.reduce((sum, f) => sum + f, 0);
      }),
  },
  lever: {
    unit: 'N',
    near: 0.01,
    truth: (page) => blockUnder(page, 1.5, 3).f[0],
    more(page, x) {
      const { A, b, f } = blockUnder(page, 1.5, 3);
      return { a: tell(page, A[0] * x + A[1] * f[1] + b[0], 2) };
    },
  },
  stiff: {
    unit: '',
    near: 1,
    truth: async (page) => (await longest(page, 1e3)) / (await longest(page, 1e5)),
    more: (page, x) => ({ ratio: brief(page, Math.sqrt(100) / x, 2) }),
  },
  rate: {
    unit: 'm/s',
    near: 0.005,
    truth: async (page) => (await figure('glass')).below(page, 0.3, 0.5),
  },
  entry: {
    unit: '1/kg',
    near: 0.01,
    truth(page) {
      // its moment of inertia follows from its shape
      const block = polygon('block', box(SQUARE.half), { mass: SQUARE.mass, inertia: undefined, position: [0, 1] });
      const floor = polygon('floor', box(9), { fixed: true, position: [0, -9] });
      return scene(page, { target_gap: 0, bodies: [block, floor] }, (view) => equationOf(view).entry(0, 1));
    },
  },
  coriolis: {
    unit: 'm/s²',
    near: 0.005,
    truth: (page) => beside(page, 'scene=turning', (view) => contactOf(view, 0).bn),
  },
  pattern: {
    unit: 'm/s²',
    near: 0.001,
    truth: (page) => beside(page, 'scene=balance', (view) => equationOf(view).entry(0, 3)),
  },
  cases: {
    choices: ['both', 'left', 'right', 'none'],
    truth(page) {
      const [left, right] = blockUnder(page, 0, 0, -4).f.map((f) => f > 1e-9);
      return left ? (right ? 'both' : 'left') : right ? 'right' : 'none';
    },
    // the left corner would have to pull, for itself or beside the right one; without any force both are as in b
    more(page, given) {
      const { A, b } = blockUnder(page, 0, 0, -4),
        [both] = page.modes.wasm.PlanarView.held(new Float64Array(A), new Float64Array(b)),
        n = (x) => tell(page, Math.abs(x), 1);
      return given === 'none'
        ? { broken: page.words.t('ask.cases.sinks', { a: n(b[1]) }) }
        : { broken: page.words.t('ask.cases.pulls', { f: n(given === 'both' ? both : b[0] / A[0]) }) };
    },
  },
  pivot: {
    unit: 'N',
    near: 0.006,
    truth(page) {
      const { A, b } = blockUnder(page, 0, 0);
      return Math.max(...page.modes.wasm.PlanarView.path(new Float64Array(A), new Float64Array(b)).slice(2, 4));
    },
  },
  range: {
    unit: 'N',
    near: 0.01,
    truth: (page) =>
      beside(page, 'scene=beam', (view) => {
        const [contact, low, , high] = view.exchanges();
        return contact === 1 ? high : 6 - 2 * low; // else the outer posts share what the middle one leaves
      }),
    more: (page, x) => ({ outer: tell(page, (6 - x) / 2, 2) }),
  },
  order: {
    unit: '',
    near: 0.006,
    async truth() {
      await fetchSpace();
      const { run } = await figure('drift'),
        end = (h) => run(h, false).at(-1)[1];
      return end(0.0125) / end(0.025);
    },
    more: (page, x) => ({ times: brief(page, 1 / x, 2) }),
  },
  rebound: {
    unit: 'm',
    near: 0.02,
    truth: (page) => rebound(page, 0.5) - TOUCH,
    more: (page, x) => ({ share: brief(page, Math.sqrt(x / 3), 2) }),
  },
  tip: {
    choices: ['slides', 'tips', 'same'],
    truth(page) {
      const holds = (mu) => page.modes.wasm.PlanarView.holds(Math.atan(0.35) + 0.01, mu);
      return !holds(0.35) && holds(9) ? 'slides' : 'tips'; // with rough surfaces it still stands there
    },
  },
  pyramid: {
    unit: '°',
    near: 0.5,
    async truth() {
      await fetchSpace();
      const { slide } = await figure('cone');
      // a little beside the middle, so that within a step it is one corner that brakes most
      const angle = Math.PI / 4 + 0.005;
      return off(slide(angle, 4).friction, [Math.cos(angle), Math.sin(angle)]);
    },
  },
  fischer: {
    unit: '',
    near: 0.005,
    async truth() {
      await fetchSpace();
      return fischer(3, 4);
    },
    more: (page, x) => ({ root: brief(page, x + 3 + 4, 2) }),
  },
  roll: {
    unit: 'm/s',
    near: 0.01,
    async truth() {
      await fetchSpace();
      return (await figure('ahead')).runs({ omega: 4, radius: 0.5, floor: 0 })[0];
    },
    more: (page, x) => ({ omega: brief(page, x / 0.5, 2) }),
  },
};

/** As many digits as are worth reading: none of a whole number. */
const brief = (page, x, digits) =>
  Math.abs(x) === Infinity ? '∞' : tell(page, x, Math.abs(x - Math.round(x)) < 1e-3 ? 0 : digits);

export class Ask {
  /**
   * @param {import('../page.js').Page} page
   * @param {HTMLElement} element
   */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.name = element.dataset.ask;
    this.task = ASKS[this.name];
    this.open();
  }

  /** The form below the question, in the reader's language. */
  open() {
    const { page, element, task } = this,
      {
        words: { t },
      } = page;
    this.form?.remove();
    this.verdict = make('output', { className: 'verdict', attributes: { role: 'status' } });
    const check = make('button', { type: 'submit', textContent: t('ex.check') });
    this.form = make('form', {
      noValidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.check();
      },
    });
    const label = element.querySelector('[data-t]').textContent;
    if (task.choices) {
      this.inputs = task.choices.map((value) => make('input', { type: 'radio', name: `ask-${this.name}`, value }));
      const choices = this.inputs.map((input) =>
        make(
          'label',
          { className: 'tick' },
          input,
          ` ${t(`ask.${this.name}.${input.value === 'right' ? 'only-right' : input.value}`)}`,
        ),
      );
      this.form.append(
        make('fieldset', {}, make('legend', { className: 'unseen', textContent: label }), ...choices),
        check,
      );
    } else {
      this.inputs = [
        make('input', { inputMode: 'text', size: 7, autocomplete: 'off', attributes: { 'aria-label': label } }),
      ];
      this.form.append(make('span', { className: 'field' }, this.inputs[0], ` ${task.unit} `), check);
    }
    this.form.append(this.verdict);
    element.append(this.form);
  }

  async check() {
    const { page, task, name } = this,
      {
        words: { t },
      } = page;
    if (!page.modes.wasm?.PlanarView) return this.say(false, t('ask.plane'), true);
    const given = task.choices ? this.inputs.find((input) => input.checked)?.value : read(this.inputs[0].value);
    if (given === undefined || Number.isNaN(given))
      return this.say(false, t(task.choices ? 'ex.choose' : 'ask.number'), true);
    const truth = await task.truth(page),
      right = task.choices ? given === truth : Math.abs(given - truth) <= task.near;
    const values = {
      ...(typeof given === 'number' ? { x: brief(page, given, 2) } : {}),
      ...(right ? {} : task.more?.(page, given)),
      ...(typeof truth === 'number' ? { truth: brief(page, truth, 3) } : {}),
    };
    this.say(right, t(`ask.${name}.${right ? 'right' : 'wrong'}`, values));
  }

  say(right, words, missing = false) {
    const {
      words: { t },
    } = this.page;
    this.verdict.className = `verdict ${right ? 'right' : 'wrong'}`;
    this.verdict.replaceChildren(
      make('b', { textContent: right ? `✓ ${t('ex.right')}` : `✗ ${t(missing ? 'ex.missing' : 'ex.wrong')}` }),
      ' ',
      words,
    );
  }
}
