// What this browser keeps: the seat keys it was given, its language and its look.

/** @typedef {{table: string, key: string, seen: number}} Held */

const TABLES = "frente.tables";

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : /** @type {T} */ (JSON.parse(text));
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; it only forgets.
  }
}

/** @returns {Held[]} */
export const held = () => kept(TABLES, /** @type {Held[]} */ ([]));

/**
 * @param {string} table
 * @returns {Held | undefined}
 */
export const seat = (table) => held().find((x) => x.table === table);

/**
 * @param {string} table
 * @param {string} key
 */
export function hold(table, key) {
  const rest = held().filter((x) => x.table !== table);
  keep(TABLES, [{ table, key, seen: seat(table)?.seen ?? 0 }, ...rest].slice(0, 60));
}

/**
 * How far this browser has followed a game; the recap begins there.
 * @param {string} table
 * @param {number} at
 */
export function saw(table, at) {
  keep(
    TABLES,
    held().map((x) => (x.table === table ? { ...x, seen: at } : x)),
  );
}

/** @param {string} table */
export function drop(table) {
  keep(
    TABLES,
    held().filter((x) => x.table !== table),
  );
}
