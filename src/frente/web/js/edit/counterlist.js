// Counters of a game as a list of pictures, and the one that was chosen as a form.
import { picture } from "../counters.js";
import { dialog, fill, h } from "../dom.js";
import { called } from "./draft.js";
import { fields } from "./fields.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../types").Piece} Piece */

const FIRST = ["name", "face", "front", "factors", "attack", "defence", "move", "movement", "command", "steps", "symbol", "type"];

/**
 * A counter as a piece to draw, also one of which there is no picture yet.
 * @param {Editor} e
 * @param {any} item
 * @param {string} id
 * @returns {Piece}
 */
export function faceOf(e, item, id) {
  const found = e.faces.get(id) ?? [...e.faces.values()].find((x) => x.id.startsWith(id + "-"));
  if (found) return found;
  const side = e.game.sides.includes(item.side) ? item.side : e.game.sides[0];
  const word = (/** @type {unknown} */ x) => (typeof x === "string" ? x : "");
  return {
    id, side, name: called(item, id), symbol: word(item.type) || word(item.kind), size: word(item.size), formation: "",
    factors: word(item.face) || word(item.front) || word(item.factors), steps: Number(item.steps) || 1, elite: false, at: "", state: [],
  };
}

/**
 * @param {Editor} e
 * @param {HTMLElement} main
 * @param {HTMLElement} side
 */
export function counterTab(e, main, side) {
  const t = e.texts;
  if (!e.layout.counters) {
    fill(main, h("p", { class: "soft" }, t.web("edit-no-counters")));
    fill(side);
    return;
  }
  const { file, path, key } = e.at(e.layout.counters);
  const items = /** @type {any[]} */ (e.draft.get(file, path) ?? []);
  const all = items.map((item) => ({ item, id: e.identityOf(item, key) }));
  if (!all.some((x) => x.id === e.chosen)) e.chosen = all[0]?.id ?? "";
  const wanted = e.search.trim().toLowerCase();
  const fits = (/** @type {any} */ x) => !wanted || `${x.id} ${JSON.stringify(Object.values(x.item))}`.toLowerCase().includes(wanted);
  /** @type {Map<string, typeof all>} */
  const groups = new Map();
  for (const x of all.filter(fits)) {
    const camp = String(faceOf(e, x.item, x.id).side);
    groups.set(camp, [...(groups.get(camp) ?? []), x]);
  }
  const search = h("input", {
    type: "search",
    id: "keep-search",
    placeholder: t.web("edit-search"),
    "aria-label": t.web("edit-search"),
    value: e.search,
    oninput: () => {
      e.search = search.value;
      e.render();
    },
  });
  fill(
    main,
    h("div", { class: "edit-bar" }, search, h("span", { class: "soft fine" }, t.web("edit-counters", { n: [...groups.values()].flat().length }))),
    h(
      "div",
      { class: "edit-scroll", data: { scroll: "counters" }, tabindex: "0", role: "region", "aria-label": t.web("edit-tab-counters") },
      [...groups].flatMap(([camp, list]) => [
        h("h2", {}, t.side(camp)),
        h("div", { class: "counter-list" }, list.map((x) => tile(e, file, path, x))),
      ]),
    ),
  );
  const item = all.find((x) => x.id === e.chosen)?.item;
  fill(side, item && form(e, file, path, item, e.chosen));
}

/**
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {{item: any, id: string}} x
 */
function tile(e, file, path, { item, id }) {
  const own = e.draft.changed(file, [...path, id]),
    wrong = e.faultsAt(file, [...path, id]).length > 0;
  return h(
    "button",
    {
      type: "button",
      class: "tile" + (own ? " own" : "") + (wrong ? " wrong" : ""),
      "aria-pressed": String(id === e.chosen),
      data: { item: id },
      onclick: () => {
        e.chosen = id;
        e.render();
        if (matchMedia("(max-width:800px)").matches) e.parts.side.scrollIntoView();
      },
    },
    picture(faceOf(e, item, id), e.theme, e.bands),
    h("span", {}, called(item, id)),
    wrong && h("span", { class: "unseen" }, e.texts.web("edit-wrong")),
    own && h("span", { class: "unseen" }, e.texts.web("edit-word-pack")),
  );
}

/**
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {any} item
 * @param {string} id
 */
function form(e, file, path, item, id) {
  const t = e.texts,
    at = [...path, id];
  return [
    h(
      "header",
      { class: "item-head" },
      picture(faceOf(e, item, id), e.theme, e.bands, called(item, id)),
      h("div", {}, h("h2", {}, called(item, id)), h("code", { class: "soft" }, id)),
    ),
    h(
      "div",
      { class: "edit-scroll", data: { scroll: "item-" + id }, tabindex: "0", role: "region", "aria-label": called(item, id) },
      e.faultsAt(file, at).filter((x) => x.path.length <= at.length).map((x) => h("p", { class: "why" }, x.reason)),
      fields(e, file, at, { first: FIRST }),
      h(
        "div",
        { class: "answers" },
        e.draft.changed(file, at) && h("button", { type: "button", class: "small", onclick: () => e.draft.revert(file, at) }, t.web("edit-revert-all")),
        h("button", { type: "button", class: "small", onclick: () => double(e, file, path, item) }, t.web("edit-double")),
        h("button", { type: "button", class: "small danger", onclick: () => e.draft.set(file, at, null) }, t.web("edit-remove")),
      ),
    ),
  ];
}

/**
 * Another counter like this one.
 * @param {Editor} e
 * @param {string} file
 * @param {string[]} path
 * @param {any} item
 */
function double(e, file, path, item) {
  const t = e.texts,
    key = e.at(e.layout.counters ?? "").key[0];
  const input = h("input", { id: "new-id", value: `${item[key]}-b`, autocomplete: "off" });
  const make = () => {
    const id = input.value.trim();
    if (!id || e.draft.get(file, [...path, id])) {
      e.say(t.web("edit-id-taken"), true);
      return;
    }
    box.close();
    e.chosen = id;
    e.draft.set(file, [...path, id], { ...item, [key]: id });
  };
  const box = dialog(
    t.web("edit-double"),
    [h("div", { class: "field" }, h("label", { for: "new-id" }, t.web("edit-new-id")), input), h("div", { class: "answers" }, h("button", { type: "button", class: "go", onclick: make }, t.web("edit-double")))],
    { close: t.web("close") },
  );
}
