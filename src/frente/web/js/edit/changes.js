// What the pack changes, value by value, and what is known of the origin of the game's own data.
import { fill, h } from "../dom.js";
import { fieldName } from "./fields.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {any} value */
function short(value) {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 70 ? text.slice(0, 67) + "…" : text;
}

/**
 * @param {Editor} e
 * @param {HTMLElement} main
 * @param {HTMLElement} side
 */
export function changesTab(e, main, side) {
  const t = e.texts,
    all = e.draft.list();
  fill(
    main,
    h("div", { class: "edit-bar" }, h("h2", {}, t.web("edit-changes", { n: all.length }))),
    h(
      "div",
      { class: "edit-scroll", data: { scroll: "changes" }, tabindex: "0", role: "region", "aria-label": t.web("edit-tab-changes") },
      all.length
        ? h(
            "table",
            { class: "grid changes" },
            h("thead", {}, h("tr", {}, ["edit-where", "edit-game-has", "edit-pack-has"].map((x) => h("th", { scope: "col" }, t.web(x))), h("td", {}))),
            h(
              "tbody",
              {},
              all.map(([file, path, value]) =>
                h(
                  "tr",
                  {},
                  h("td", {}, h("button", { type: "button", class: "plain where", onclick: () => e.go(file, path) }, h("code", {}, file), " ", path.join(" › "))),
                  h("td", {}, short(e.draft.was(file, path))),
                  h("td", { class: "own" }, value === null ? t.web("edit-taken-out") : short(value)),
                  h(
                    "td",
                    { class: "act" },
                    h("button", { type: "button", class: "small", "aria-label": `${t.web("edit-revert-all")}: ${path.join(" ")}`, onclick: () => e.draft.revert(file, path) }, "↺"),
                  ),
                ),
              ),
            ),
          )
        : h("p", { class: "soft" }, t.web("edit-nothing-changed")),
    ),
  );
  fill(
    side,
    h(
      "div",
      { class: "edit-scroll origins", data: { scroll: "origins" }, tabindex: "0", role: "region", "aria-label": t.web("edit-origins") },
      h("h2", {}, t.web("edit-origins")),
      h("p", {}, t.web("edit-origins-help")),
      h(
        "dl",
        {},
        ["text", "geography", "estimate", "pack"].flatMap((x) => [h("dt", {}, h("span", { class: "from from-" + x }, t.web("edit-word-" + x))), h("dd", {}, t.web("edit-from-" + x))]),
      ),
      Object.entries(e.data.files).flatMap(([file, x]) => {
        const notes = x.values.provenance;
        if (!notes || typeof notes !== "object") return [];
        return [
          h("h3", {}, file + ".toml"),
          ...Object.entries(notes).map(([name, said]) =>
            h("div", { lang: "en" }, h("b", {}, fieldName(e, name)), Array.isArray(said) ? h("ul", {}, said.map((y) => h("li", {}, String(y)))) : h("p", {}, String(said))),
          ),
        ];
      }),
    ),
  );
}
