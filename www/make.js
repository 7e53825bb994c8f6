// Elements and small numbers.

/**
 * An element with properties, attributes (by a property `attributes`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ attributes?: Record<string, unknown>, [property: string]: unknown }} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, { attributes = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The element with an id, which the page always has.
 * @param {string} id
 * @returns {any} one of any kind
 */
export const byId = (id) => document.getElementById(id);

/**
 * Tells what has another size, in the next frame: what an observer's own call makes larger or smaller it would not hear of.
 * What leaves the page is kept until that is told: collected before, it ends WebKit's process (2.50).
 * @param {(entries: ResizeObserverEntry[]) => void} act
 */
export function resized(act) {
  const kept = new Set();
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (!target.isConnected && kept.delete(target)) observer.unobserve(target);
    requestAnimationFrame(() => act(entries));
  });
  /** @param {Element} element */
  const observe = (element) => {
    kept.add(element);
    observer.observe(element);
  };
  return { observe };
}

/**
 * What a selector finds: elements of the page.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any[]}
 */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * The first that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any}
 */
export const one = (selector, within = document) => within.querySelector(selector);

/**
 * Puts a style sheet on the page; with it what it belongs to.
 * @param {string | URL} place
 */
export async function adopt(place) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch(place)).text());
  document.adoptedStyleSheets.push(sheet);
}

/**
 * A small number, as 2·10⁻¹⁶.
 * @param {number} x
 */
export function tiny(x) {
  if (x === 0) return '0';
  const [digits, power] = x.toExponential(0).split('e');
  const raised = [...String(Number(power))].map((c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join('');
  return `${digits.replace('-', '−')}·10${raised}`;
}
