// Forms for any data: a control for every shape a game declares, with its fault, where its value comes from, and the way
// back to what the game itself has.
import { h } from "../dom.js";
import { same } from "./draft.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../types").EditShape} EditShape */
/** @typedef {import("../dom.js").Child} Child */

const ROWS = 200;

let count = 0;

/**
 * What a field is called: in the reader's language where it has a word for it, else as it stands in the file.
 * @param {Editor} e
 * @param {string} name
 */
export function fieldName(e, name) {
  const t = e.texts,
    plain = name.replaceAll("_", " ");
  return t.entries["web.field-" + name.replaceAll("_", "-")] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * A word of the data in the reader's language, where the game has one for it.
 * @param {Editor} e
 * @param {string} field
 * @param {string} word
 */
export function wordName(e, field, word) {
  const { entries } = e.texts;
  return entries[`${field}.${word}`] ?? entries[`web.word-${word}`] ?? entries[`side.${word}`] ?? entries[`terrain.${word}`] ?? (word || "–");
}

/**
 * The fields of a table, those that may be absent below.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {{skip?: string[], first?: string[]}} [how]
 * @returns {HTMLElement}
 */
export function fields(e, file, path, how = {}) {
  const shape = e.draft.shape(file, path),
    value = e.draft.get(file, path) ?? {};
  const known = shape.kind === "table" ? Object.keys(shape.fields ?? {}) : Object.keys(value);
  const order = [...(how.first ?? []).filter((x) => known.includes(x)), ...known.filter((x) => !how.first?.includes(x))];
  const shown = order.filter((x) => !how.skip?.includes(x) && !e.fixed(file, [...path, x]));
  const absent = shown.filter((x) => !(x in value));
  return h(
    "div",
    { class: "fields" },
    shown.filter((x) => x in value).map((x) => field(e, file, [...path, x])),
    absent.length > 0 && more(e, file, path, absent),
  );
}

/**
 * Fields that an item may have and has not.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {string[]} absent
 */
function more(e, file, path, absent) {
  const choice = h(
    "select",
    {
      "aria-label": e.texts.web("edit-add-field"),
      class: "add-field",
      onchange: () => choice.value && e.draft.set(file, [...path, choice.value], fresh(e.draft.shape(file, [...path, choice.value]))),
    },
    h("option", { value: "" }, e.texts.web("edit-add-field")),
    absent.map((x) => h("option", { value: x }, fieldName(e, x))),
  );
  return choice;
}

/**
 * A first value of a shape.
 * @param {EditShape} shape
 * @returns {any}
 */
export function fresh(shape) {
  if (shape.kind === "text" || shape.kind === "pattern") return shape.words?.[0] ?? "";
  if (shape.kind === "whole" || shape.kind === "number") return Math.max(shape.least ?? 0, Math.min(0, shape.most ?? 0));
  if (shape.kind === "flag") return false;
  if (shape.kind === "day") return "1937-01-01";
  if (shape.kind === "list") return Array.from({ length: shape.size ?? 0 }, () => fresh(/** @type {EditShape} */ (shape.item)));
  if (shape.kind === "either") return fresh(/** @type {EditShape} */ (shape.one));
  if (shape.kind === "table") return Object.fromEntries((shape.required ?? []).map((x) => [x, fresh(/** @type {any} */ (shape.fields)[x])]));
  return {};
}

/**
 * One value with its name.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @returns {HTMLElement}
 */
export function field(e, file, path) {
  const { draft } = e,
    name = path[path.length - 1];
  const shape = draft.shape(file, path),
    value = draft.get(file, path);
  const simple = scalar(shape) || (shape.kind === "list" && scalar(/** @type {EditShape} */ (shape.item)));
  if (!simple) return group(e, file, path, shape, value);
  const id = "edit-" + ++count,
    faults = e.faultsAt(file, path);
  const el = control(e, file, path, shape, value, id, faults.length ? id + "-why" : "");
  return h(
    "div",
    { class: "edit-field" + (draft.changed(file, path) ? " own" : "") + (faults.length ? " wrong" : ""), data: { place: [file, ...path].join("/") } },
    h("label", { for: id, lang: null }, fieldName(e, name)),
    h("div", { class: "edit-value" }, el, badge(e, file, path), back(e, file, path)),
    faults.map((x, k) => h("p", { class: "why", id: k ? null : id + "-why" }, x.reason)),
  );
}

/** @param {EditShape} shape */
export const scalar = (shape) => ["text", "pattern", "whole", "number", "flag", "day", "either"].includes(shape.kind);

/**
 * A table or an array inside another.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {EditShape} shape
 * @param {any} value
 */
function group(e, file, path, shape, value) {
  const name = path[path.length - 1];
  const inner = () => {
    if (shape.kind === "table" || shape.kind === "map") return fields(e, file, path);
    if (shape.kind === "list" && Array.isArray(value) && value.length <= ROWS) return grid(e, file, path, shape, value);
    return rawText(e, file, path, value);
  };
  const much = Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
  const faults = e.faultsAt(file, path);
  const box = h(
    "details",
    {
      class: "edit-group" + (faults.length ? " wrong" : ""),
      data: { place: [file, ...path].join("/") },
      open: much <= 12 || faults.length > 0 || e.open.has([file, ...path].join("/")),
      ontoggle: () => e.open[box.open ? "add" : "delete"]([file, ...path].join("/")),
    },
    h("summary", {}, fieldName(e, name), " ", h("small", { class: "soft" }, String(much)), badge(e, file, path), back(e, file, path)),
    faults.filter((x) => same(x.path, path)).map((x) => h("p", { class: "why" }, x.reason)),
    inner(),
  );
  return box;
}

/**
 * An array as rows.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {EditShape} shape
 * @param {any[]} value
 */
export function grid(e, file, path, shape, value) {
  const item = /** @type {EditShape} */ (shape.item),
    t = e.texts;
  const declared = e.draft.items(file, path);
  const columns = item.kind === "table" ? Object.keys(item.fields ?? {}).filter((x) => value.some((row) => x in row)) : null;
  const wide = item.kind === "list" ? Math.max(1, ...value.map((row) => row.length ?? 0)) : 1;
  const cell = (/** @type {string[]} */ at) => {
    const here = e.draft.shape(file, at),
      now = e.draft.get(file, at);
    if (now === undefined) return h("td", { class: "none" });
    const faults = e.faultsAt(file, at);
    const label = at.slice(path.length).map((x) => fieldName(e, x)).join(" ");
    const plain = scalar(here) || (here.kind === "list" && scalar(/** @type {EditShape} */ (here.item)));
    return h(
      "td",
      { class: (e.draft.changed(file, at) ? "own" : "") + (faults.length ? " wrong" : ""), data: { place: [file, ...at].join("/") }, title: faults[0]?.reason ?? null },
      plain ? control(e, file, at, here, now, "edit-" + ++count, "", label) : rawText(e, file, at, now, label),
    );
  };
  const row = (/** @type {any} */ x, /** @type {number} */ k) => {
    const at = [...path, declared ? e.identityOf(x, declared.key) : String(k)];
    return h(
      "tr",
      { data: { place: [file, ...at].join("/") } },
      columns ? columns.map((c) => cell([...at, c])) : item.kind === "list" ? Array.from({ length: wide }, (_, c) => cell([...at, String(c)])) : cell(at),
      h("td", { class: "act" }, h("button", { type: "button", class: "plain", "aria-label": t.web("edit-remove-row"), onclick: () => e.draft.set(file, at, null) }, "×")),
    );
  };
  return h(
    "div",
    { class: "grid-box", tabindex: "0", role: "region", "aria-label": fieldName(e, path[path.length - 1]) },
    h(
      "table",
      { class: "grid" },
      columns && h("thead", {}, h("tr", {}, columns.map((c) => h("th", { scope: "col" }, fieldName(e, c))), h("td", {}))),
      h("tbody", {}, value.map(row)),
    ),
    !shape.size && !declared && h("button", { type: "button", class: "small", onclick: () => e.draft.set(file, [...path, String(value.length)], fresh(item)) }, t.web("edit-add-row")),
  );
}

/**
 * What has no form of its own, as JSON.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {any} value
 * @param {string} [label]
 */
function rawText(e, file, path, value, label) {
  const text = JSON.stringify(value);
  const box = h(
    "textarea",
    {
      rows: Math.min(6, 1 + Math.floor(text.length / 60)),
      spellcheck: "false",
      "aria-label": label ?? fieldName(e, path[path.length - 1]),
      onchange: () => {
        try {
          e.draft.set(file, path, JSON.parse(box.value));
          box.classList.remove("unread");
        } catch {
          box.classList.add("unread");
          e.say(e.texts.web("edit-not-json"), true);
        }
      },
    },
    text,
  );
  return box;
}

/**
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {EditShape} shape
 * @param {any} value
 * @param {string} id
 * @param {string} why the id of what is wrong with it
 * @param {string} [label] where no label stands beside it
 * @returns {HTMLElement}
 */
export function control(e, file, path, shape, value, id, why, label) {
  const name = path[path.length - 1];
  const fixed = e.fixed(file, path);
  const dress = {
    id,
    "aria-describedby": why || null,
    "aria-invalid": why ? "true" : null,
    "aria-label": label ?? null,
    disabled: fixed,
    data: { field: [file, ...path].join("/") },
  };
  const set = (/** @type {any} */ to) => e.draft.set(file, path, to);
  if (shape.kind === "flag") {
    const box = h("input", { ...dress, type: "checkbox", checked: value === true, onchange: () => set(box.checked) });
    return box;
  }
  if (shape.kind === "text" && shape.words) {
    const box = h(
      "select",
      { ...dress, onchange: () => set(box.value) },
      !shape.words.includes(value) && h("option", { value, selected: true }, String(value)),
      shape.words.map((w) => h("option", { value: w, selected: w === value }, wordName(e, name, w))),
    );
    return box;
  }
  if (shape.kind === "list") {
    const box = h("input", { ...dress, type: "text", class: "wide", value: value.join(", "), spellcheck: "false", onchange: () => set(listed(box.value, /** @type {EditShape} */ (shape.item))) });
    return box;
  }
  const numeric = shape.kind === "whole" || shape.kind === "number";
  const box = h("input", {
    ...dress,
    type: numeric ? "number" : shape.kind === "day" ? "date" : "text",
    ...(numeric ? { min: shape.least, max: shape.most, step: shape.kind === "whole" ? 1 : "any", inputmode: shape.kind === "whole" ? "numeric" : "decimal" } : {}),
    ...(shape.kind === "pattern" || shape.kind === "either" ? { class: "short" } : {}),
    value: String(value),
    title: shape.wanted ?? null,
    autocomplete: "off",
    onchange: () => set(read(box.value, shape)),
  });
  return box;
}

/**
 * What was typed, as a value of a shape; what does not fit stays as it is, and the check names it.
 * @param {string} text
 * @param {EditShape} shape
 * @returns {any}
 */
export function read(text, shape) {
  const number = text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
  if (shape.kind === "whole" || shape.kind === "number") return number ?? text;
  if (shape.kind === "either") {
    const kinds = [shape.one?.kind, shape.other?.kind];
    return number !== null && (kinds.includes("whole") || kinds.includes("number")) ? number : text;
  }
  return text;
}

/**
 * @param {string} text
 * @param {EditShape} item
 */
const listed = (text, item) =>
  text
    .split(",")
    .map((x) => x.trim())
    .filter((x) => x !== "")
    .map((x) => (item.kind === "flag" ? x === "true" : read(x, item)));

/**
 * Where a value comes from.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 */
export function badge(e, file, path) {
  const { word, note } = e.draft.from(file, path);
  if (!word) return null;
  const known = ["text", "geography", "estimate", "pack"].includes(word);
  return h(
    "span",
    { class: `from from-${known ? word : "other"}`, title: note && note !== word ? note : e.texts.web("edit-from-" + (known ? word : "other")) },
    known ? e.texts.web("edit-word-" + word) : word,
  );
}

/**
 * The way back to what the game itself has.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 */
function back(e, file, path) {
  if (!e.draft.changed(file, path)) return null;
  const was = e.draft.was(file, path);
  const text = was === undefined ? "–" : typeof was === "object" ? "…" : String(was);
  return h(
    "button",
    {
      type: "button",
      class: "back",
      "aria-label": e.texts.web("edit-revert", { was: text }),
      title: e.texts.web("edit-revert", { was: text }),
      onclick: (/** @type {Event} */ ev) => {
        ev.preventDefault();
        e.draft.revert(file, path);
      },
    },
    `↺ ${text.length > 14 ? "…" : text}`,
  );
}

