// An answer made of several small choices, such as how many supports of each kind: the theme says how its word is built.
import { h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").ActWord} ActWord */

/** What has been chosen so far, by question and side. @type {{about: string, picked: string[]}} */
const kept = { about: "", picked: [] };

/**
 * The composer for these answers, or null if they are plain buttons.
 * @param {Table} table
 * @param {ActWord[]} words
 * @param {() => void} redraw
 * @returns {{el: HTMLElement, word: ActWord | null} | null}
 */
export function composer(table, words, redraw) {
  const verb = words[0]?.verb,
    rule = table.theme.composers?.[verb ?? ""];
  if (!rule || words.length < 3 || words.some((w) => w.verb !== verb)) {
    kept.about = "";
    return null;
  }
  const pattern = new RegExp(rule.pattern);
  const rows = words.map((word) => ({ word, values: (pattern.exec(word.arg) ?? []).slice(1).map((x) => x ?? "") }));
  if (rows.some((r) => r.values.length !== rule.fields.length)) return null;
  // The other side's secret answer changes the log, but not what is being chosen here.
  const about = [table.id, table.side, table.view.question, ...words.map((w) => w.word)].join(" ");
  if (kept.about !== about) {
    kept.about = about;
    kept.picked = [...rows[0].values];
  }
  const t = table.texts;
  const found = rows.find((r) => r.values.every((v, k) => v === kept.picked[k]))?.word ?? null;
  const el = h(
    "div",
    { class: "composer" },
    rule.fields.map((field, k) => {
      const values = [...new Set(rows.map((r) => r.values[k]))].sort();
      if (values.length < 2) return null;
      return h(
        "fieldset",
        {},
        h("legend", {}, capital(t.has("kind." + field) ? t.name("kind", field) : t.web("field-" + field))),
        h(
          "div",
          { class: "segments" },
          values.map((v) =>
            h(
              "label",
              {},
              h("input", {
                type: "radio",
                name: "compose-" + field,
                value: v,
                checked: v === kept.picked[k],
                data: { word: `compose-${field}-${v}` },
                onchange: () => {
                  kept.picked[k] = v;
                  redraw();
                },
              }),
              h("span", {}, v === "" ? t.web("no") : /^\d+$/.test(v) ? v : t.web("yes")),
            ),
          ),
        ),
      );
    }),
    h("p", { class: "lab" }, found ? capital(t.thing(found.verb, found.arg)) : t.web("not-together")),
  );
  return { el, word: found };
}
