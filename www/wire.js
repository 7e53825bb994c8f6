// What goes to the module and comes from it: rows of words as one text. And where the page's files are.

/** What the address calls a visitor's own scene, which comes after the mark of its hash. */
export const OWN = 'own';

/**
 * The words of a row.
 * @param {string} text
 */
export function cellsOf(text) {
  return text ? text.split('\x1f') : [];
}

/**
 * Rows of words.
 * @param {string} text
 */
export function rowsOf(text) {
  return text ? text.split('\x1e').map(cellsOf) : [];
}

/**
 * The fields of an address, names and texts; a visitor's own scene is not among those that they name.
 * @param {string | URLSearchParams} query
 */
export function fieldsOf(query) {
  const known = [...new URLSearchParams(query)].filter(([name, text]) => name !== 'scene' || text !== OWN);
  return known
    .flat()
    .map((word) => word.replace(/[\x1e\x1f]/g, ' '))
    .join('\x1f');
}

/**
 * Where a file of the page is, by its path here: on a server, or within the one file that needs none.
 * @param {string} path
 * @returns {string | URL}
 */
export function placeOf(path) {
  return globalThis.contactForcesFiles?.[`www/${path}`] ?? new URL(path, import.meta.url);
}
