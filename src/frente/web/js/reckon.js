// The card of a combat without a table of results: sums with their parts and rules, chances of losses as bars.
import { picture } from "./counters.js";
import { h } from "./dom.js";
import { dieFace } from "./log.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Reckoning} Reckoning */
/** @typedef {import("./types").Part} Part */
/** @typedef {NonNullable<import("./types").Theme["card"]>} Order */

const percent = (/** @type {number} */ share) => Math.round(100 * share) + " %";

/**
 * The space a card is about.
 * @param {import("./types").Card | undefined} card
 */
export const placeOf = (card) => card?.target ?? card?.area ?? "";

/** @param {number} n */
const signed = (n) => (n > 0 ? "+" + n : n < 0 ? "−" + -n : "0");

/**
 * The first number of the card that is meant for the map, and what it is the number of.
 * @param {Table} table
 * @param {Reckoning} card
 * @returns {{name: string, value: number} | null}
 */
function leading(table, card) {
  for (const name of table.theme.card?.badge ?? []) {
    const value = card[name];
    if (typeof value === "number") return { name, value };
    if (value && typeof value === "object" && !Array.isArray(value)) {
      const inner = leading(table, /** @type {Reckoning} */ (value));
      if (inner) return inner;
    }
  }
  return null;
}

/**
 * What stands on the map beside a space.
 * @param {Table} table
 * @param {Reckoning} card
 * @returns {string}
 */
export function brief(table, card) {
  const found = leading(table, card);
  if (!found) return "";
  const { name, value } = found;
  return table.theme.card?.chances.includes(name)
    ? percent(value)
    : `${table.texts.name("badge", name)} ${table.texts.number(value, 1)}`;
}

/**
 * The same with its meaning, where there is room for words.
 * @param {Table} table
 * @param {Reckoning} card
 */
function headline(table, card) {
  const name = leading(table, card)?.name;
  return name ? [h("b", {}, brief(table, card)), " ", table.texts.name("card", name)] : null;
}

/**
 * @param {Table} table
 * @param {Reckoning} card
 * @param {{dice: number[], said: import("./types").Said} | null} [fell] what the dice brought
 */
export function reckoning(table, card, fell = null) {
  const t = table.texts;
  const parts = card.kind || fell ? whole(table, card, fell) : [];
  const ahead = Object.entries(card.ahead ?? {});
  if (ahead.length)
    parts.push(
      h(
        "div",
        { class: "ahead" },
        ahead.map(([space, x]) =>
          h(
            "details",
            { open: ahead.length === 1 },
            h("summary", {}, t.space(space), ": ", headline(table, x)),
            whole(table, x, null),
          ),
        ),
      ),
    );
  return parts.length
    ? h("section", { class: "card reckoning" + (fell ? " result" : ""), "aria-label": t.web("battle-card") }, parts)
    : null;
}

/**
 * @param {Table} table
 * @param {Reckoning} card
 * @param {{dice: number[], said: import("./types").Said} | null} fell
 * @returns {(HTMLElement | null)[]}
 */
export function whole(table, card, fell) {
  const t = table.texts,
    order = table.theme.card;
  if (!order) return [];
  const title = card.kind ? capital(t.name("card", card.kind)) : "";
  const body = [
    title
      ? h("h2", {}, title, h("small", {}, card.area ? ` ${t.space(card.area)}` : ""))
      : null,
    fell
      ? h(
          "div",
          { class: "row fell-row" },
          fell.dice.map((n) => dieFace(n)),
          h("p", {}, h("b", {}, t.said(fell.said)), " ", ruleLink(table.shelf, fell.said.rule)),
        )
      : null,
    facts(table, card, order),
    ...order.charts.map((name) => chart(table, name, card[name])),
    sums(table, card, order),
    ...order.pieces.map((name) => row(table, name, card[name])),
    ...order.inner.flatMap((name) => {
      const inner = card[name];
      return inner && typeof inner === "object" ? whole(table, /** @type {Reckoning} */ (inner), null) : [];
    }),
  ];
  const found = body.filter(Boolean);
  return found.length === 1 && title && !fell ? [] : found; // a heading alone says nothing
}

/**
 * @param {Table} table
 * @param {string} name
 * @param {unknown} ids
 */
function row(table, name, ids) {
  const t = table.texts;
  const list = (Array.isArray(ids) ? ids : typeof ids === "string" ? [ids] : []).flatMap((id) => table.piece(id) ?? []);
  if (!list.length) return null;
  return h(
    "div",
    { class: "camp" },
    h("span", { class: "lab" }, capital(t.name("card", name))),
    h(
      "div",
      { class: "row" },
      list.map((p) =>
        h(
          "span",
          { class: "mini", title: t.unit(p.id) },
          picture(p, table.theme, table.board.bands, `${t.unit(p.id)}, ${p.factors}`),
        ),
      ),
      list.length === 1 && h("b", {}, t.unit(list[0].id)),
    ),
  );
}

/**
 * Every sum with its parts, each with its rule.
 * @param {Table} table
 * @param {Reckoning} card
 * @param {Order} order
 */
function sums(table, card, order) {
  const t = table.texts;
  const found = order.sums.filter((name) => typeof card[name] === "number");
  if (!found.length) return null;
  return h(
    "div",
    { class: "sums" },
    found.map((name) => {
      const parts = /** @type {Part[]} */ (card[name + "-parts"] ?? []);
      return h(
        "table",
        { class: "shifts" },
        h("caption", {}, capital(t.name("card", name)), " ", h("b", {}, String(card[name]))),
        h(
          "tbody",
          {},
          alike(parts).map(([x, n]) =>
            h(
              "tr",
              { class: x.value ? "" : "no" },
              h("td", {}, signed(n * x.value)),
              h("td", {}, capital(t.say(x.key)), n > 1 && ` ×${n}`),
              h("td", {}, ruleLink(table.shelf, x.rule)),
            ),
          ),
        ),
      );
    }),
  );
}

/**
 * Parts that say the same are one line with their number.
 * @param {Part[]} parts
 * @returns {[Part, number][]}
 */
function alike(parts) {
  const said = parts.map((x) => JSON.stringify(x));
  return [...new Set(said)].map((text) => [JSON.parse(text), said.filter((y) => y === text).length]);
}

/**
 * How likely each number of losses is.
 * @param {Table} table
 * @param {string} name
 * @param {unknown} chances
 */
function chart(table, name, chances) {
  if (!chances || typeof chances !== "object") return null;
  const t = table.texts;
  const known = /** @type {Record<string, number>} */ (chances);
  const bars = Object.entries(known).sort((a, b) => Number(a[0]) - Number(b[0]));
  const most = Math.max(...bars.map(([, share]) => share));
  const title = capital(t.name("card", name));
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", { class: "lab" }, title),
    h(
      "div",
      { class: "bars", role: "list", "aria-label": title },
      bars.map(([n, share]) =>
        h(
          "div",
          { class: "bar", role: "listitem", "aria-label": `${n}: ${percent(share)}`, title: `${n}: ${percent(share)}` },
          h("small", {}, share >= 0.005 ? percent(share).replace(" ", "") : ""),
          h("i", { class: `tall-${Math.round((10 * share) / most)}` + (n === "0" ? " none" : "") }),
          h("b", {}, n),
        ),
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @param {Reckoning} card
 * @param {Order} order
 */
function facts(table, card, order) {
  const t = table.texts;
  const list = [...order.chances, ...order.facts].filter((name) => ["number", "string"].includes(typeof card[name]));
  if (!list.length) return null;
  const value = (/** @type {string} */ name) => {
    const x = card[name];
    if (typeof x === "string") return t.name("card", x);
    return order.chances.includes(name) ? percent(Number(x)) : t.number(Number(x), Number.isInteger(x) ? 0 : 2);
  };
  return h(
    "div",
    { class: "facts" },
    list.map((name) =>
      typeof card[name] === "string" && !t.has("card." + name)
        ? h("div", { class: "word" }, capital(value(name)))
        : h("div", {}, h("b", {}, value(name)), t.name("card", name)),
    ),
  );
}
