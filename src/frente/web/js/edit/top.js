// The bar of the editor: name, whether it is kept, undo and redo, play-test, and what else can be done with a pack.
import { dialog, fill, h } from "../dom.js";
import { kept } from "../keys.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {Editor} e */
export function top(e) {
  const t = e.texts,
    draft = e.draft;
  const name = h("input", {
    id: "keep-name",
    class: "pack-name",
    "aria-label": t.web("edit-name"),
    maxlength: 80,
    value: e.name,
    autocomplete: "off",
    onchange: () => {
      if (!name.value.trim()) {
        name.value = e.name;
        return;
      }
      e.name = name.value.trim();
      e.keeper.changed();
    },
  });
  const typing = document.activeElement?.id === "keep-name" && document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
  if (typing !== null) name.value = typing;
  const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {string} */ text, /** @type {boolean} */ off, /** @type {() => void} */ go) =>
    h("button", { type: "button", id: "keep-" + id, class: "tool", disabled: off, title: text, "aria-label": text, onclick: go }, sign);
  fill(
    e.parts.top,
    h("a", { href: "#/packs", class: "home", title: t.web("edit-packs"), "aria-label": t.web("edit-packs") }, "‹"),
    h("div", { class: "pack-title" }, name, h("span", { class: "soft fine" }, e.game.title)),
    h("span", { class: "kept kept-" + e.state, role: "status" }, t.web("edit-" + e.state), e.state === "waiting" && h("small", {}, " ", e.why)),
    h(
      "span",
      { class: "tools-right" },
      button("undo", "↶", t.web("edit-undo"), !draft.done.length, () => e.step(false)),
      button("redo", "↷", t.web("edit-redo"), !draft.undone.length, () => e.step(true)),
      h(
        "button",
        {
          type: "button",
          id: "keep-play",
          class: "go play-test",
          disabled: e.faults.length > 0 || !draft.changes.size,
          title: t.web(e.faults.length ? "edit-play-faults" : draft.changes.size ? "edit-play-help" : "edit-play-empty"),
          onclick: () => void e.play(),
        },
        "▶ ",
        h("span", {}, t.web("edit-play")),
      ),
      button("more", "☰", t.web("menu"), false, () => more(e)),
    ),
    e.state === "elsewhere" &&
      h(
        "div",
        { class: "elsewhere", role: "alert" },
        e.why,
        h("button", { type: "button", class: "small", onclick: () => location.reload() }, t.web("edit-load-theirs")),
        h("button", { type: "button", class: "small", onclick: () => void e.keeper.insist() }, t.web("edit-keep-mine")),
      ),
  );
}

/** @param {Editor} e */
function more(e) {
  const t = e.texts;
  const wish = kept("frente.try." + e.slug, { scenario: e.game.scenarios[0].id, side: e.game.sides[0] });
  const scenario = h(
    "select",
    { id: "try-scenario", onchange: () => e.wish({ scenario: scenario.value }) },
    e.game.scenarios.map((x) => h("option", { value: x.id, selected: x.id === wish.scenario }, x.titles[t.lang] ?? x.title)),
  );
  const side = h(
    "select",
    { id: "try-side", onchange: () => e.wish({ side: side.value }) },
    e.game.sides.map((x) => h("option", { value: x, selected: x === wish.side }, t.side(x))),
  );
  const item = (/** @type {string} */ key, /** @type {() => void} */ go, danger = false) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: danger ? "danger" : "", data: { item: key }, onclick: () => (box.close(), go()) },
        t.web(key),
        h("small", {}, t.web(key + "-help")),
      ),
    );
  const box = dialog(
    e.name,
    [
      h(
        "ul",
        { class: "menu" },
        item("edit-download", () => void e.download()),
        item("edit-all-packs", () => (location.hash = "#/packs")),
        item("edit-delete", () => confirm(e), true),
      ),
      h("h3", {}, t.web("edit-play")),
      h("div", { class: "field" }, h("label", { for: "try-scenario" }, t.web("scenario")), scenario),
      h("div", { class: "field" }, h("label", { for: "try-side" }, t.web("edit-your-side")), side),
      h("h3", {}, t.web("edit-keys")),
      h(
        "table",
        { class: "keys" },
        h(
          "tbody",
          {},
          [
            ["Ctrl Z", "edit-undo"],
            ["Ctrl Shift Z", "edit-redo"],
            ["/", "edit-search"],
            ["← ↑ → ↓", "edit-key-walk"],
            ["Enter", "edit-key-enter"],
            ["Shift + drag", "edit-key-drag"],
          ].map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, t.web(text)))),
        ),
      ),
    ],
    { close: t.web("close") },
  );
}

/** @param {Editor} e */
function confirm(e) {
  const t = e.texts;
  const box = dialog(
    t.web("edit-delete"),
    [
      h("p", {}, t.web("edit-delete-sure", { name: e.name })),
      h("div", { class: "answers" }, h("button", { type: "button", class: "danger", onclick: () => (box.close(), void e.remove()) }, t.web("edit-delete"))),
    ],
    { close: t.web("close") },
  );
}
