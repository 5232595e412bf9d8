// Where counters start: they lie on the map as the data say, and are put elsewhere by pointing or by dragging.
import { picture } from "../counters.js";
import { h } from "../dom.js";
import { faceOf } from "./counterlist.js";
import { called } from "./draft.js";
import { fieldName, fields } from "./fields.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./mapwork.js").MapWork} MapWork */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {{id: string, item: any, path: string[], space: string, when: any[]}} Start */

/**
 * Where every counter starts, and when.
 * @param {Editor} e
 * @returns {Start[]}
 */
export function starts(e) {
  const { layout } = e;
  if (!layout.counters || !layout.start) return [];
  const { file, path, key } = e.at(layout.counters);
  const steps = layout.start.split(".");
  /** @type {Start[]} */
  const found = [];
  for (const item of e.draft.get(file, path) ?? []) {
    const id = e.identityOf(item, key);
    const walk = (/** @type {any} */ value, /** @type {string[]} */ at, /** @type {string[]} */ rest, /** @type {any} */ table) => {
      if (value === undefined) return;
      if (!rest.length && Array.isArray(value)) {
        if (value.length) add(value[0], [...at, "0"], table);
      } else if (!rest.length) add(value, at, table);
      else if (rest[0] === "*") Object.entries(value).forEach(([k, x]) => walk(x, [...at, k], rest.slice(1), x));
      else walk(value[rest[0]], [...at, rest[0]], rest.slice(1), table);
    };
    const add = (/** @type {any} */ space, /** @type {string[]} */ at, /** @type {any} */ table) =>
      found.push({ id, item, path: at, space: String(space), when: (layout.when ?? []).map((x) => table[x] ?? item[x]) });
    walk(item, [], steps, item);
  }
  return found;
}

export class SetUpWork {
  constructor() {
    this.piece = ""; // that was chosen
    /** @type {any[] | null} */
    this.when = null;
    /** @type {Map<string, Start>} */
    this.on = new Map(); // by piece, what lies on the map now
  }

  /**
   * @param {MapWork} m
   * @param {string} piece
   */
  take(m, piece) {
    this.piece = this.piece === piece ? "" : piece;
    m.e.render();
  }

  /**
   * @param {MapWork} m
   * @param {string} space
   */
  touch(m, space) {
    m.space = space;
    if (this.piece) this.move(m, this.piece, space);
    else m.e.render();
  }

  /**
   * @param {MapWork} m
   * @param {string} piece
   * @param {string} space
   */
  move(m, piece, space) {
    const e = m.e,
      start = this.on.get(piece);
    if (!start) return;
    const { file, path } = e.at(e.layout.counters ?? "");
    const at = [...path, start.id, ...start.path],
      shape = e.draft.shape(file, at);
    this.piece = "";
    m.space = space;
    const number = shape.kind === "whole" || (shape.kind === "either" && [shape.one?.kind, shape.other?.kind].includes("whole"));
    e.draft.set(file, at, number ? Number(space) : space);
    e.render();
  }
}

/**
 * Set-ups that there are: by number, and then by name.
 * @param {Editor} e
 */
function whens(e) {
  const found = new Map(starts(e).map((x) => [JSON.stringify(x.when), x.when]));
  const rank = (/** @type {any} */ x) => (typeof x === "number" ? x : Number.MAX_SAFE_INTEGER);
  return [...found.values()].sort((a, b) => a.reduce((n, x, k) => n || rank(x) - rank(b[k]), 0));
}

/** @param {MapWork} m */
function shown(m) {
  const all = whens(m.e);
  if (!m.setUp.when || !all.some((x) => JSON.stringify(x) === JSON.stringify(m.setUp.when))) m.setUp.when = all[0] ?? [];
  const found = starts(m.e).filter((x) => JSON.stringify(x.when) === JSON.stringify(m.setUp.when));
  m.setUp.on.clear();
  for (const x of found) {
    const name = faceOf(m.e, x.item, x.id).id; // the board knows what to print on a piece of this name
    m.setUp.on.set(m.setUp.on.has(name) ? `${x.id}@${x.path.join(".")}` : name, x);
  }
  return m.setUp.on;
}

/**
 * @param {MapWork} m
 * @returns {Piece[]}
 */
export function setUpPieces(m) {
  const e = m.e;
  return [...shown(m)].map(([id, x]) => {
    const face = faceOf(e, x.item, x.id);
    if (id !== face.id) e.bands.alias.set(id, face.id);
    return { ...face, name: called(x.item, x.id), id, at: x.space };
  });
}

/** @param {MapWork} m */
export function setUpBar(m) {
  const e = m.e,
    t = e.texts,
    all = whens(e),
    names = e.layout.when ?? [];
  const choice = h(
    "select",
    { id: "keep-when", "aria-label": t.web("edit-when"), onchange: () => ((m.setUp.when = JSON.parse(choice.value)), e.render()) },
    all.map((x) =>
      h(
        "option",
        { value: JSON.stringify(x), selected: JSON.stringify(x) === JSON.stringify(m.setUp.when) },
        x.map((v, k) => (names[k] === "turn" && v === 0 ? t.web("edit-at-start") : `${fieldName(e, names[k])} ${v}`)).join(", ") || t.web("edit-at-start"),
      ),
    ),
  );
  const chosen = m.setUp.on.get(m.setUp.piece);
  return [all.length > 1 && choice, h("span", { class: "soft fine hint-line" }, chosen ? t.web("edit-put-where", { name: called(chosen.item, chosen.id) }) : t.web("edit-hint-setup"))];
}

/** @param {MapWork} m */
export function setUpSide(m) {
  const e = m.e,
    t = e.texts,
    list = [...shown(m)];
  const { file, path } = e.at(e.layout.counters ?? ""),
    top = e.layout.start?.split(".")[0] ?? "";
  const on = (/** @type {Start} */ x) => Boolean(m.board?.spaces.has(x.space));
  const row = (/** @type {[string, Start]} */ [piece, x]) => {
    const at = [...path, x.id];
    return h(
      "button",
      {
        type: "button",
        class: "start-row" + (e.draft.changed(file, [...at, top]) ? " own" : "") + (e.faultsAt(file, at).length ? " wrong" : ""),
        "aria-pressed": String(m.setUp.piece === piece),
        data: { item: "start-" + piece },
        onclick: () => m.setUp.take(m, piece),
      },
      picture(faceOf(e, x.item, x.id), e.theme, e.bands),
      h("span", {}, called(x.item, x.id), h("small", { class: "soft" }, on(x) ? t.space(x.space) : x.space && x.space !== "0" ? x.space : t.web("edit-off-map"))),
    );
  };
  const chosen = m.setUp.on.get(m.setUp.piece);
  const here = list.filter(([, x]) => x.space === m.space && on(x));
  const other = chosen ? Object.keys(chosen.item).filter((x) => ![top, ...(e.layout.when ?? [])].includes(x)) : [];
  return h(
    "div",
    { class: "edit-scroll", data: { scroll: "starts" }, tabindex: "0", role: "region", "aria-label": t.web("edit-tab-setup") },
    chosen && [h("h2", {}, called(chosen.item, chosen.id)), fields(e, file, [...path, chosen.id], { skip: [...other, ...absent(e, file, path, chosen.item, [top])] })],
    m.space && here.length > 0 && [h("h3", {}, t.space(m.space)), ...here.map(row)],
    h("h3", {}, t.web("edit-all-counters", { n: list.length })),
    list.filter((x) => !m.space || !here.includes(x)).map(row),
  );
}

/**
 * Fields an item could have, apart from those named: nobody adds them here.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {any} item
 * @param {string[]} but
 */
function absent(e, file, path, item, but) {
  return Object.keys(e.draft.shape(file, [...path, "-"]).fields ?? {}).filter((x) => !(x in item) && !but.includes(x));
}
