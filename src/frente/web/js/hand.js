// Cards and chits in hand: one's own open, the other side's face down by number.
import { fill, h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {HTMLElement} el
 */
export function hand(table, el) {
  const t = table.texts,
    { theme, view } = table;
  const rows = (theme.hands ?? []).flatMap(({ own, group }) =>
    Object.entries(theme.sides).flatMap(([side, look]) => {
      const cards = view.hands[`${own}-${side}`];
      if (cards === undefined) return [];
      return [{ side, look, group, cards: Array.isArray(cards) && !table.cover.reveals(side) ? cards.length : cards }];
    }),
  );
  // One's own hand first.
  rows.sort((a, b) => Number(Array.isArray(b.cards)) - Number(Array.isArray(a.cards)));
  el.hidden = !rows.some(({ cards }) => (Array.isArray(cards) ? cards.length : cards > 0));
  if (el.hidden) return;
  fill(
    el,
    rows.map(({ side, look, group, cards }) => {
      const open = Array.isArray(cards);
      const n = open ? cards.length : cards;
      const who = t.name("hand", `${theme.hands?.[0].own}-${side}`);
      return h(
        "div",
        { class: "hand-row side-" + look.key, role: "group", "aria-label": `${who}: ${n}` },
        h("span", { class: "lab" }, `${who} (${n})`),
        open
          ? h(
              "ul",
              { class: "chits" },
              [...new Set(cards)].map((id) => {
                const copies = cards.filter((x) => x === id).length;
                return h(
                  "li",
                  { class: "chit" },
                  /^[A-Z]/.test(id) && h("b", {}, id, " "), // a code, as it is printed; words are not shown twice
                  capital(t.name(group, id)),
                  copies > 1 && h("small", {}, ` ×${copies}`),
                );
              }),
            )
          : h(
              "span",
              { class: "backs", role: "img", "aria-label": t.web("hidden-cards", { n }) },
              Array.from({ length: n }, () => h("i", { class: look.shape })),
            ),
        !open &&
          n > 0 &&
          side === table.side &&
          Array.isArray(view.hands[`${theme.hands?.[0].own}-${side}`]) &&
          h(
            "button",
            { type: "button", class: "small", onclick: () => table.cover.lift(side) },
            t.web("cover-go", { side }),
          ),
      );
    }),
  );
}
