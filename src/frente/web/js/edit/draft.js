// A pack as it is being written: the game's own data below, changes above, every step of them taken back and made again.
// Items of an array go by their identity; an array whose items have none is changed as a whole.

/** @typedef {import("../types").EditData} EditData */
/** @typedef {import("../types").EditShape} EditShape */
/** @typedef {import("../types").PackChange} PackChange */
/** @typedef {{key: string, before: PackChange | undefined, after: PackChange | undefined}[]} Step */

const APART = "|"; // between the parts of an identity
const STEPS = 500; // that can be taken back
export const OWN = "pack"; // the provenance of what a pack has changed

/** @type {<T>(value: T) => T} */
const copy = (value) => (value === undefined ? value : structuredClone(value));

/**
 * @param {any} a
 * @param {any} b
 */
export const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * @param {any} item
 * @param {string[]} key
 */
export const identity = (item, key) =>
  key.map((k) => (Array.isArray(item[k]) ? [...item[k]].map(String).sort().join("/") : String(item[k] ?? ""))).join(APART);

/**
 * @param {string} file
 * @param {string[]} path
 */
export const keyOf = (file, path) => JSON.stringify([file, ...path]);

export class Draft {
  /**
   * @param {EditData} data
   * @param {PackChange[]} changes
   */
  constructor(data, changes) {
    this.data = data;
    /** @type {Map<string, PackChange>} */
    this.changes = new Map(changes.map((c) => [keyOf(c[0], c[1]), c]));
    /** @type {Map<string, any>} */
    this.laid = new Map();
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
    this.onchange = () => {};
  }

  /** @returns {PackChange[]} */
  list() {
    return [...this.changes.values()];
  }

  // -- what is there

  /**
   * The declared array at a path, if there is one.
   * @param {string} file
   * @param {string[]} path
   */
  items(file, path) {
    return this.data.files[file]?.items[path.join(".")];
  }

  /**
   * A file with the changes laid over it.
   * @param {string} file
   */
  file(file) {
    let found = this.laid.get(file);
    if (!found) {
      found = copy(this.data.files[file].values);
      // Shorter paths first: what is inside a new item comes after it.
      const mine = this.list().filter((c) => c[0] === file);
      for (const [, path, value] of mine.sort((a, b) => a[1].length - b[1].length)) this.lay(file, found, path, value);
      for (const [, path] of mine) this.mark(file, found, path);
      this.laid.set(file, found);
    }
    return found;
  }

  /**
   * @param {string} file
   * @param {any} root
   * @param {string[]} path
   * @param {any} value
   */
  lay(file, root, path, value) {
    const last = path.length - 1,
      inner = this.walk(file, root, path.slice(0, last));
    if (inner === undefined || inner === null) return;
    if (Array.isArray(inner)) {
      const key = this.items(file, path.slice(0, last))?.key;
      const at = key ? inner.findIndex((x) => identity(x, key) === path[last]) : Number(path[last]);
      if (value === null || value === undefined) inner.splice(at, at < 0 ? 0 : 1);
      else if (at < 0) inner.push(copy(value));
      else inner[at] = key ? { ...inner[at], ...copy(value) } : copy(value);
    } else if (value === null || value === undefined) delete inner[path[last]];
    else inner[path[last]] = copy(value);
  }

  /**
   * A value that was changed comes from the pack, unless the pack says something else of it.
   * @param {string} file
   * @param {any} root
   * @param {string[]} path
   */
  mark(file, root, path) {
    for (let k = 1; k + 1 < path.length; k++) {
      const where = this.items(file, path.slice(0, k))?.marks[path[k + 1]];
      const at = where && [...path.slice(0, k + 1), ...where.split(".")];
      if (at && !this.changes.has(keyOf(file, at)) && this.walk(file, root, at) !== undefined) this.lay(file, root, at, OWN);
    }
  }

  /**
   * @param {string} file
   * @param {any} root
   * @param {string[]} path
   */
  walk(file, root, path) {
    let value = root;
    for (let k = 0; k < path.length && value !== undefined && value !== null; k++) {
      const key = Array.isArray(value) ? this.items(file, path.slice(0, k))?.key : undefined;
      value = key ? value.find((/** @type {any} */ x) => identity(x, key) === path[k]) : value[/** @type {any} */ (path[k])];
    }
    return value;
  }

  /**
   * @param {string} file
   * @param {string[]} path
   */
  get(file, path) {
    return this.walk(file, this.file(file), path);
  }

  /**
   * The value as the game itself has it.
   * @param {string} file
   * @param {string[]} path
   */
  was(file, path) {
    return this.walk(file, this.data.files[file].values, path);
  }

  /**
   * @param {string} file
   * @param {string[]} path
   * @returns {EditShape}
   */
  shape(file, path) {
    /** @type {EditShape | undefined} */
    let shape = this.data.files[file].shape;
    for (const step of path) {
      if (shape?.kind === "table") shape = shape.fields?.[step];
      else if (shape?.kind === "list" || shape?.kind === "map") shape = shape.item;
      else shape = undefined;
    }
    return shape ?? { kind: "other" };
  }

  /**
   * Whether something at a place or below it is the owner's.
   * @param {string} file
   * @param {string[]} path
   */
  changed(file, path) {
    const all = keyOf(file, path).slice(0, -1);
    for (const key of this.changes.keys()) if (key === all + "]" || key.startsWith(all + ",")) return true;
    return this.inside(file, path) !== path.length && !same(this.get(file, path), this.was(file, path));
  }

  /**
   * Where a value comes from: a word, and what is written with it.
   * @param {string} file
   * @param {string[]} path
   * @returns {{word: string, note: string}}
   */
  from(file, path) {
    if (this.changed(file, path)) return { word: OWN, note: "" };
    for (let k = path.length - 1; k > 0; k--) {
      const items = this.items(file, path.slice(0, k));
      if (!items) continue;
      const field = path[k + 1],
        mark = items.marks[field];
      // Fields that share a mark with one that was changed are still what they were.
      const said = mark && this.changes.has(keyOf(file, [...path.slice(0, k + 1), ...mark.split(".")]));
      const own = this.get(file, path.slice(0, k + 1)),
        item = said ? own : (this.was(file, path.slice(0, k + 1)) ?? own);
      const text = mark?.split(".").reduce((x, step) => x?.[step], item) ?? (field ? this.whole(item) : "");
      if (typeof text === "string" && text) return { word: text.split(/[ (]/)[0], note: text };
    }
    return { word: "", note: "" };
  }

  /** @param {any} item what says where a whole item comes from */
  whole(item) {
    for (const name of ["source", "provenance", "by"]) if (typeof item?.[name] === "string") return item[name];
    return "";
  }

  // -- what is done

  /**
   * How much of a path a change can name: an array without identities is changed as a whole.
   * @param {string} file
   * @param {string[]} path
   */
  inside(file, path) {
    let item = false;
    for (let k = 0; k < path.length; k++) {
      const here = path.slice(0, k);
      if (this.shape(file, here).kind !== "list") continue;
      if (item || !this.items(file, here)) return k;
      item = true; // inside an item nothing has an identity any more
    }
    return path.length;
  }

  /**
   * Set a value, or take it out with null. What equals the game's own is no change.
   * @param {string} file
   * @param {string[]} path
   * @param {any} value
   */
  set(file, path, value) {
    this.batch([[file, path, value]]);
  }

  /**
   * Several changes that are taken back together.
   * @param {PackChange[]} wanted
   */
  batch(wanted) {
    /** @type {Step} */
    const step = [];
    for (const [file, path, value] of wanted) {
      const long = this.inside(file, path);
      let whole = value;
      if (long < path.length) {
        whole = copy(this.get(file, path.slice(0, long))) ?? [];
        this.lay(file, { x: whole }, ["x", ...path.slice(long)], value);
      }
      step.push(...this.put(file, path.slice(0, long), whole));
    }
    if (!step.some((x) => !same(x.before, x.after))) return;
    this.done.push(step);
    this.done.splice(0, this.done.length - STEPS);
    this.undone = [];
    this.onchange();
  }

  /**
   * @param {string} file
   * @param {string[]} path
   * @param {any} value
   * @returns {Step}
   */
  put(file, path, value) {
    // A field of an item that the game does not have is part of that item.
    for (let k = 1; k < path.length; k++) {
      const own = this.changes.get(keyOf(file, path.slice(0, k)));
      if (own && own[2] !== null && typeof own[2] === "object" && !Array.isArray(own[2])) {
        const item = copy(own[2]);
        this.lay(file, item, path.slice(k), value);
        return [this.write(keyOf(file, path.slice(0, k)), [file, path.slice(0, k), item])];
      }
    }
    const key = keyOf(file, path),
      was = this.was(file, path);
    const below = [...this.changes.keys()].filter((x) => x.startsWith(key.slice(0, -1) + ","));
    const gone = below.map((x) => this.write(x, undefined));
    return [...gone, this.write(key, same(was ?? null, value) ? undefined : [file, path, value])];
  }

  /**
   * @param {string} key
   * @param {PackChange | undefined} after
   */
  write(key, after) {
    const before = this.changes.get(key);
    if (after) this.changes.set(key, after);
    else this.changes.delete(key);
    this.laid.delete(JSON.parse(key)[0]);
    return { key, before, after };
  }

  /**
   * Back to what the game itself has, with all that is below.
   * @param {string} file
   * @param {string[]} path
   */
  revert(file, path) {
    const long = this.inside(file, path);
    if (long < path.length) {
      this.set(file, path, this.was(file, path) ?? null);
      return;
    }
    const key = keyOf(file, path).slice(0, -1);
    const mine = [...this.changes.keys()].filter((x) => x === key + "]" || x.startsWith(key + ","));
    if (!mine.length) return;
    this.done.push(mine.map((x) => this.write(x, undefined)));
    this.undone = [];
    this.onchange();
  }

  undo() {
    const step = this.done.pop();
    if (!step) return false;
    for (const x of [...step].reverse()) this.write(x.key, x.before);
    this.undone.push(step);
    this.onchange();
    return true;
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return false;
    for (const x of step) this.write(x.key, x.after);
    this.done.push(step);
    this.onchange();
    return true;
  }
}

/**
 * What an item is called.
 * @param {any} item
 * @param {string} otherwise
 */
export const called = (item, otherwise) => String(item?.name || item?.title || item?.label || otherwise);
