// The order of battle of both sides, as far as one may know it: by formation, what is off the map pale, a click finds.
import { picture } from "./counters.js";
import { h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Piece} Piece */

/** @param {Table} table */
export function battleOrder(table) {
  const t = table.texts;
  return h(
    "div",
    { class: "columns even" },
    Object.entries(table.theme.sides).map(([side, look]) => {
      // Sides of the look, not of the table: what belongs to nobody yet is to be won.
      const own = table.view.pieces.filter((p) => p.side === side);
      /** @type {Map<string, Piece[]>} */
      const by = new Map();
      for (const p of own) by.set(p.formation, [...(by.get(p.formation) ?? []), p]);
      const there = own.filter((p) => table.board.spaces.has(p.at)).length;
      return (
        own.length > 0 &&
        h(
          "section",
          { class: "order side-" + look.key },
          h("h3", {}, capital(t.side(side)), h("span", { class: "soft" }, ` ${t.web("order-there", { n: there, all: own.length })}`)),
          [...by].map(([formation, list]) =>
            h(
              "div",
              { class: "formation" },
              formation && h("span", { class: "lab" }, capital(t.name("formation", formation))),
              h("div", { class: "row wrap" }, list.map((p) => card(table, p))),
            ),
          ),
        )
      );
    }),
  );
}

/**
 * @param {Table} table
 * @param {Piece} p
 */
function card(table, p) {
  const t = table.texts,
    there = table.board.spaces.has(p.at);
  const where = there ? t.space(p.at) : t.name("box", p.at);
  return h(
    "button",
    {
      type: "button",
      class: "plain card-button" + (there ? "" : " gone"),
      title: `${t.unit(p.id)}: ${where}`,
      data: { find: p.id },
      onclick: () => {
        if (there) table.board.setCursor(p.at);
        table.pointing.select(p.id, "");
      },
    },
    picture(p, table.theme, table.board.bands, table.describePiece(p.id)),
  );
}
