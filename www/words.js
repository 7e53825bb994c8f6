// The words of the page in the reader's language, and how it writes numbers.
import { byId } from './make.js';
import { placeOf } from './wire.js';

const root = document.documentElement;

/**
 * Which way a language is written; browsers that do not know it are of before the languages that run to the left.
 * @param {string} language
 */
function direction(language) {
  /** @type {any} */
  const locale = new Intl.Locale(language);
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'ltr';
}

export class Words {
  /** All words by their keys. @type {Record<string, string>} */
  all = {};
  /** Tags of the languages that there are. */
  languages = root.dataset.languages.split(' ');
  language = 'en';
  /** What tells further words of the language beside those of the page. @type {(() => Promise<Record<string, string>>)[]} */
  lexicons = [];
  plural = new Intl.PluralRules('en');
  /** English words of the page's own text by key, to come back to. @type {Map<string, string>} */
  english = new Map();
  /** Settled when the language that was asked for last is there. @type {Promise<void>} */
  spoken = Promise.resolve();

  /** @param {() => void} spoke is called when there are other words */
  constructor(spoke) {
    this.spoke = spoke;
  }

  /**
   * The words of a key with its {places} filled in: those of its kind of number (`key.one`, ...) where `n` has some.
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  t = (key, values = {}) => {
    const words = this.all[`${key}.${this.plural.select(values.n)}`] ?? this.all[key] ?? key;
    return words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  };

  /**
   * A number in the reader's language.
   * @param {number} x
   * @param {number} digits
   */
  number = (x, digits) => {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
    return x.toLocaleString(this.language, format).replace('-', '−');
  };

  /**
   * Several numbers: what stands between them is not the mark within them.
   * @param {(string | number)[]} numbers
   */
  list = (numbers) => numbers.join(this.hasComma() ? '; ' : ', ');

  hasComma() {
    return this.number(0.5, 1).includes(',');
  }

  /**
   * What a language calls itself.
   * @param {string} tag
   */
  languageName(tag) {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
    return name[0].toLocaleUpperCase(tag) + name.slice(1);
  }

  /**
   * The words of one part of the page in a language; English is the one that all have been translated from.
   * @param {string} part
   * @param {string} language
   * @returns {Promise<Record<string, string>>}
   */
  async load(part, language) {
    const file = await fetch(placeOf(`lang/${language}/${part}.json`));
    return file.json();
  }

  /**
   * The same, in English where that file does not come.
   * @param {string} part
   */
  lexicon(part, language = this.language) {
    return this.load(part, language).catch(() => this.load(part, 'en'));
  }

  /**
   * Further words, from now on in whatever language there is; after the words that are on their way.
   * @param {() => Promise<Record<string, string>>} lexicon
   */
  async add(lexicon) {
    this.spoken = this.spoken
      .catch(() => {})
      .then(async () => {
        Object.assign(this.all, await lexicon());
        this.lexicons.push(lexicon);
      });
    return this.spoken;
  }

  /**
   * Takes the words of a language, without one those of the browser's; one at a time, for several parts may ask for it.
   * @param {string | null} [language]
   */
  speak(language = this.language) {
    this.spoken = this.spoken.catch(() => {}).then(() => this.take(language));
    return this.spoken;
  }

  /** @param {string | null} language */
  async take(language) {
    const wished = [language, ...navigator.languages.map((tag) => tag.split('-')[0]), 'en'];
    this.language = wished.find((tag) => this.languages.includes(tag));
    const words = await this.load('page', this.language).catch(() => this.load('page', (this.language = 'en')));
    for (const more of this.lexicons) Object.assign(words, await more());
    this.all = words; // all at once: never is one missing that was there
    this.plural = new Intl.PluralRules(this.language);
    [root.lang, root.dir] = [this.language, direction(this.language)];
    this.write();
    this.spoke();
  }

  /** Puts the words into the page's own text. */
  write() {
    /** @type {(key: string, now: string, write: (words: string) => void) => void} */
    const put = (key, now, write) => {
      if (!this.english.has(key)) this.english.set(key, now);
      write(this.all[key] ?? this.english.get(key));
    };
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t]'))) {
      put(e.dataset.t, e.innerHTML, (words) => {
        if (e.innerHTML !== words) e.innerHTML = words;
      });
    }
    const named = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t-label], [data-t-title]'));
    for (const e of named) {
      put(e.dataset.tLabel ?? e.dataset.tTitle, e.getAttribute('aria-label') ?? '', (words) => {
        if (words) e.setAttribute('aria-label', words);
        if (e.dataset.tTitle) e.title = words;
      });
    }
    document.title = byId('title').textContent;
  }
}
