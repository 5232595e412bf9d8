// What can be done on the map: look at a space, paint a field of it, put a river between two of them, lead a road through.
import { h } from "../dom.js";
import { called } from "./draft.js";
import { fieldName, fields, scalar, wordName } from "./fields.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./mapwork.js").MapWork} MapWork */
/** @typedef {import("../types").EditShape} EditShape */
/** @typedef {{kind: "inspect" | "paint" | "edge" | "line", array: string, field: string, item: string}} Tool */

/**
 * An array whose items lie between spaces or along them: its place, and the field, or the two fields, that say so.
 * @param {Editor} e
 * @param {string} declared
 */
export function along(e, declared) {
  const parts = declared.split(".");
  return { array: parts.slice(0, -1).join("."), field: /** @type {string} */ (parts.at(-1)), ...e.at(parts.slice(0, -1).join(".")) };
}

/**
 * @param {Editor} e
 * @returns {Tool[]}
 */
export function tools(e) {
  /** @type {Tool[]} */
  const found = [];
  for (const array of e.layout.ground ?? []) {
    const { file, path, key } = e.at(array);
    const shape = /** @type {EditShape} */ (e.draft.shape(file, path).item),
      marks = new Set(Object.values(e.draft.items(file, path)?.marks ?? {}));
    for (const [field, x] of Object.entries(shape.fields ?? {}))
      if (!key.includes(field) && !marks.has(field) && (x.words || x.kind === "flag" || (x.kind === "whole" && Number(x.most) < 100)))
        found.push({ kind: "paint", array, field, item: "" });
  }
  for (const [kind, list] of /** @type {["edge" | "line", string[]][]} */ ([["edge", e.layout.edges ?? []], ["line", e.layout.lines ?? []]]))
    for (const declared of list) {
      const { array, field, file, path, key } = along(e, declared);
      const names = field.includes(" ")
        ? [...new Set((e.draft.get(file, path) ?? []).map((/** @type {any} */ x) => String(x[key[0]])))]
        : (e.draft.get(file, path) ?? []).map((/** @type {any} */ x) => e.identityOf(x, key));
      for (const item of names) found.push({ kind, array, field, item });
    }
  return found;
}

/** @param {Tool} x */
const idOf = (x) => [x.kind, x.array, x.field, x.item].join("/");

/** @param {MapWork} m */
export function toolBar(m) {
  const e = m.e,
    t = e.texts,
    all = tools(e);
  const option = (/** @type {Tool} */ x) => {
    const { file, path } = e.at(x.array);
    const name = x.kind === "paint" ? fieldName(e, x.field) + (many(all, x) ? ` (${fieldName(e, path[0])})` : "") : called(e.draft.get(file, [...path, x.item]), x.item);
    return h("option", { value: idOf(x), selected: idOf(x) === idOf(m.tool) }, name);
  };
  const choice = h(
    "select",
    {
      id: "keep-tool",
      "aria-label": t.web("edit-tool"),
      onchange: () => {
        m.tool = all.find((x) => idOf(x) === choice.value) ?? { kind: "inspect", array: "", field: "", item: "" };
        m.first = "";
        m.paint = m.tool.kind === "paint" ? first(e, m.tool) : "";
        e.render();
      },
    },
    h("option", { value: "" }, t.web("edit-inspect")),
    ["paint", "edge", "line"].map((kind) => {
      const list = all.filter((x) => x.kind === kind);
      return list.length > 0 && h("optgroup", { label: t.web("edit-" + kind) }, list.map(option));
    }),
  );
  const origins = h("input", { type: "checkbox", id: "keep-origins", checked: m.origins, onchange: () => ((m.origins = origins.checked), e.render()) });
  return [choice, m.tool.kind === "paint" ? palette(m) : h("span", { class: "soft fine hint-line" }, t.web("edit-hint-" + m.tool.kind)), h("label", { class: "row fine" }, origins, t.web("edit-show-origins"))];
}

/**
 * Whether two kinds of spaces have a field of this name.
 * @param {Tool[]} all
 * @param {Tool} x
 */
const many = (all, x) => all.filter((y) => y.kind === "paint" && y.field === x.field).length > 1;

/**
 * @param {Editor} e
 * @param {Tool} tool
 */
function shapeOf(e, tool) {
  const { file, path } = e.at(tool.array);
  return e.draft.shape(file, [...path, "-", tool.field]);
}

/**
 * @param {Editor} e
 * @param {Tool} tool
 */
function first(e, tool) {
  const shape = shapeOf(e, tool);
  return shape.kind === "flag" ? true : (shape.words?.[0] ?? shape.least ?? 0);
}

/**
 * Values one can paint with.
 * @param {Editor} e
 * @param {Tool} tool
 * @returns {any[]}
 */
export function paints(e, tool) {
  const shape = shapeOf(e, tool);
  if (shape.kind === "flag") return [true, false];
  if (shape.words) return shape.words;
  return Array.from({ length: Math.min(12, Number(shape.most) - Number(shape.least) + 1) }, (_, k) => Number(shape.least) + k);
}

/** @param {MapWork} m */
function palette(m) {
  const e = m.e;
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": fieldName(e, m.tool.field) },
    paints(e, m.tool).map((x, k) =>
      h(
        "button",
        { type: "button", class: "paint", "aria-pressed": String(x === m.paint), data: { item: `paint-${x}`, paint: String(x) }, onclick: () => ((m.paint = x), e.render()) },
        h("i", { class: "swatch word-" + (k % 8) }),
        typeof x === "string" ? wordName(e, m.tool.field, x) : typeof x === "boolean" ? e.texts.web(x ? "edit-yes" : "edit-no") : String(x),
      ),
    ),
  );
}

/**
 * Use the tool on spaces; false if it does nothing there.
 * @param {MapWork} m
 * @param {...string} spaces
 */
export function use(m, ...spaces) {
  const { e, tool } = m;
  if (tool.kind === "inspect") return false;
  const { file, path } = e.at(tool.array);
  if (tool.kind === "paint") {
    const at = spaces.filter((x) => e.draft.get(file, [...path, x]) !== undefined);
    if (!at.length) return false;
    e.draft.batch(at.map((x) => [file, [...path, x, tool.field], m.paint]));
    return true;
  }
  const id = spaces[0];
  if (tool.kind === "line") {
    course(m, id);
    return true;
  }
  const before = m.first;
  if (!before || before === id || !e.boardData.spaces.find((x) => x.id === before)?.neighbours.includes(id)) {
    m.first = before === id ? "" : id;
    return false;
  }
  m.first = "";
  border(m, before, id);
  return true;
}

/**
 * A river comes between two spaces, or goes.
 * @param {MapWork} m
 * @param {string} a
 * @param {string} b
 */
function border(m, a, b) {
  const { e, tool } = m;
  const { file, path, key } = e.at(tool.array);
  const is = (/** @type {unknown} */ x, /** @type {unknown} */ y) => (String(x) === a && String(y) === b) || (String(x) === b && String(y) === a);
  if (tool.field.includes(" ")) {
    // Every border is an item of its own, numbered along the river.
    const [one, other] = tool.field.split(" ");
    const all = /** @type {any[]} */ (e.draft.get(file, path)).filter((x) => String(x[key[0]]) === tool.item);
    const there = all.find((x) => is(x[one], x[other]));
    if (there) e.draft.set(file, [...path, e.identityOf(there, key)], null);
    else {
      const item = { ...all[all.length - 1], [one]: a, [other]: b, [key[1]]: Math.max(0, ...all.map((x) => x[key[1]])) + 1 };
      for (const name of ["bridge", "rule"]) delete item[name];
      if ("by" in item) item.by = "pack";
      e.draft.set(file, [...path, e.identityOf(item, key)], item);
    }
    return;
  }
  const at = [...path, tool.item, tool.field],
    list = /** @type {any[]} */ (e.draft.get(file, at) ?? []);
  const pair = (/** @type {any} */ x) => (Array.isArray(x) ? x : String(x).split("|"));
  const rest = list.filter((x) => !is(pair(x)[0], pair(x)[1]));
  const text = typeof list[0] === "string";
  e.draft.set(file, at, rest.length < list.length ? rest : [...list, text ? [a, b].sort().join("|") : [a, b].sort()]);
}

/**
 * A road goes on to a space, or back from it.
 * @param {MapWork} m
 * @param {string} id
 */
function course(m, id) {
  const { e, tool } = m;
  const { file, path } = e.at(tool.array);
  const at = [...path, tool.item, tool.field],
    list = /** @type {any[]} */ (e.draft.get(file, at) ?? []);
  const typed = e.draft.shape(file, [...at, "0"]).kind === "whole" ? Number(id) : id;
  const near = e.boardData.spaces.find((x) => x.id === id)?.neighbours ?? [];
  const next = list.map(String).includes(id)
    ? list.filter((x) => String(x) !== id)
    : list.length && near.includes(String(list[0])) && !near.includes(String(list[list.length - 1]))
      ? [typed, ...list]
      : [...list, typed];
  e.draft.set(file, at, next);
}

/**
 * The space that was pointed at, and all that lies there.
 * @param {MapWork} m
 */
export function inspect(m) {
  const e = m.e,
    t = e.texts;
  if (!m.space) return h("p", { class: "soft nothing" }, t.web("edit-choose-space"));
  const ground = (e.layout.ground ?? []).map((x) => e.at(x)).filter(({ file, path }) => e.draft.get(file, [...path, m.space]) !== undefined);
  return h(
    "div",
    { class: "edit-scroll", data: { scroll: "space" }, tabindex: "0", role: "region", "aria-label": t.space(m.space) },
    h("h2", {}, t.space(m.space)),
    ground.map(({ file, path }) => fields(e, file, [...path, m.space])),
    here(e, m.space).map(({ file, at, item, name }) =>
      h("section", { class: "lies-here" }, h("h3", {}, `${fieldName(e, name)}: ${called(item, at[at.length - 1])}`), fields(e, file, at)),
    ),
  );
}

/**
 * Items of other arrays that name a space.
 * @param {Editor} e
 * @param {string} space
 */
function here(e, space) {
  const found = [];
  for (const [file, { items }] of Object.entries(e.data.files))
    for (const [dotted, { key }] of Object.entries(items)) {
      if ([e.layout.counters, ...(e.layout.ground ?? [])].includes(`${file}.${dotted}`)) continue;
      const path = dotted.split("."),
        shape = /** @type {EditShape} */ (e.draft.shape(file, path).item);
      for (const item of e.draft.get(file, path) ?? [])
        if (Object.entries(item).some(([k, x]) => String(x) === space && scalar(shape.fields?.[k] ?? { kind: "other" })))
          found.push({ file, at: [...path, e.identityOf(item, key)], item, name: /** @type {string} */ (path.at(-1)) });
    }
  return found;
}
