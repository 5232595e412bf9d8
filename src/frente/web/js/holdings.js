// Who may use what lies in places of the map, and what has become of it.
import { h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function holdings(table) {
  const t = table.texts;
  const rows = table.data.spaces.flatMap((x) =>
    (x.printed ?? []).flatMap((m) => {
      if (!m.id) return [];
      const marks = table.view.spaces[x.id] ?? [];
      const holder = marks.find((k) => k.startsWith("held:"))?.slice(5) ?? "";
      const state = marks.includes("committed:" + m.id) ? "used" : marks.includes("resource:" + m.id) ? "" : "lost";
      return [{ name: capital(t.thing("resource", m.id)), holder, state, space: x.id, critical: m.critical }];
    }),
  );
  if (!rows.length) return null;
  return h(
    "section",
    { class: "offmap" },
    h("h3", {}, t.web("holdings")),
    h(
      "ul",
      { class: "holdings" },
      rows.map((r) =>
        h(
          "li",
          { class: r.state },
          h("button", { type: "button", class: "plain", onclick: () => table.board.show(r.space) }, r.critical ? h("b", {}, r.name) : r.name),
          r.holder ? h("span", { class: `who ${table.theme.sides[r.holder]?.shape} side-${table.theme.sides[r.holder]?.key}` }, t.side(r.holder)) : h("span", { class: "lab" }, "–"),
          r.state ? h("span", { class: "lab" }, t.web("holding-" + r.state)) : null,
        ),
      ),
    ),
  );
}
