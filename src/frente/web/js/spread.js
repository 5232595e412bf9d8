// A roll of several dice as a distribution: every result with the sums that bring it, its meaning and its chance.
import { h, s } from "./dom.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").Result} Result */
/** @typedef {import("./table.js").Table} Table */

/**
 * Whether the results of a card are not equally likely.
 * @param {Card} card
 */
export const uneven = (card) => Boolean(card.row?.results.some((r) => r.chance !== undefined));

/**
 * Results that follow each other and are alike, as one line.
 * @param {Result[]} results
 */
function runs(results) {
  /** @type {{first: number, last: number, share: number, r: Result}[]} */
  const found = [];
  for (const r of results) {
    const before = found.at(-1);
    if (before && before.r.code === r.code && JSON.stringify(before.r.says) === JSON.stringify(r.says)) {
      before.last = r.die;
      before.share += r.chance ?? 0;
    } else found.push({ first: r.die, last: r.die, share: r.chance ?? 0, r });
  }
  return found;
}

/**
 * @param {Table} table
 * @param {Card} card
 * @param {number} fell the sum that was rolled, or 0
 */
export function spread(table, card, fell) {
  const t = table.texts;
  const list = runs(card.row?.results ?? []);
  const most = Math.max(...list.map((x) => x.share));
  return h(
    "table",
    { class: "spread" },
    h("caption", { class: "unseen" }, t.web("results")),
    h(
      "tbody",
      {},
      list.map(({ first, last, share, r }) =>
        h(
          "tr",
          { class: first <= fell && fell <= last ? "fell" : "" },
          h("td", {}, first === last ? String(first) : `${first}–${last}`),
          h("td", {}, h("b", { class: "code " + (r.sort ?? "z") }, r.code ?? "")),
          h("td", {}, (r.says ?? []).map((x) => t.say(x.key, x.facts)).join(", ")),
          h(
            "td",
            {},
            s(
              "svg",
              { viewBox: "0 0 44 8", class: "share", "aria-hidden": "true" },
              s("rect", { width: Math.max(1, (44 * share) / most), height: 8, rx: 2 }),
            ),
          ),
          h("td", {}, Math.round(100 * share) + " %"),
        ),
      ),
    ),
  );
}

/**
 * Numbers of the card, in the order in which the game gives them.
 * @param {Table} table
 * @param {Card} card
 */
export function figures(table, card) {
  const t = table.texts;
  return h(
    "div",
    { class: "facts even" },
    (card.row?.facts ?? []).map((x) =>
      h(
        "div",
        {},
        h("b", {}, x.share === undefined ? t.number(x.value ?? 0, 2) : Math.round(100 * x.share) + " %"),
        t.say(x.key),
      ),
    ),
  );
}

/**
 * What else the combat brings, each with its rule.
 * @param {Table} table
 * @param {Card} card
 */
export function notes(table, card) {
  const list = card.notes ?? [];
  if (!list.length) return null;
  return h(
    "ul",
    { class: "card-notes" },
    list.map((x) => h("li", {}, h("span", {}, table.texts.said(x)), " ", ruleLink(table.shelf, x.rule))),
  );
}
