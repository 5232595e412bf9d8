// A state made of another and what has changed: the browser's half of frente/differ.py.

/**
 * What a value has become; the value itself stays as it was.
 * @param {any} a
 * @param {any} d
 * @returns {any}
 */
export function changed(a, d) {
  if (d === null || d === undefined) return a;
  if (Array.isArray(d)) return d[0];
  if (d.rows) {
    const rows = table(new Map(a.map((/** @type {any} */ row) => [row.id, row])), d.rows);
    return d.rows.order ? d.rows.order.map((/** @type {string} */ id) => rows.get(id)) : [...rows.values()];
  }
  return Object.fromEntries(table(new Map(Object.entries(a)), d));
}

/**
 * @param {Map<string, any>} found
 * @param {any} d
 */
function table(found, d) {
  for (const k of d.drop ?? []) found.delete(k);
  for (const [k, inner] of Object.entries(d.in ?? {})) found.set(k, changed(found.get(k), inner));
  return found;
}
