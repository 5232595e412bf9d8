// The battle card: strengths, every modifier with its rule, the column, the row of the table as chances, what may still come.
import { h } from "./dom.js";
import { dieFace } from "./log.js";
import { picture } from "./counters.js";
import { brief, placeOf, reckoning } from "./reckon.js";
import { ruleLink } from "./rules.js";
import { figures, notes, spread, uneven } from "./spread.js";
import { choiceBadges } from "./wizard.js";

/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").Result} Result */
/** @typedef {import("./table.js").Table} Table */

const percent = (/** @type {number} */ share) => Math.round(100 * share) + " %";

/**
 * The chance to take the space, as a range where a stubborn defence may avert it.
 * @param {Card} card
 */
export function chance(card) {
  if (!card.row) return "";
  const low = card.row["cleared-if-stubborn"],
    high = card.row.cleared;
  return Math.round(100 * low) === Math.round(100 * high) ? percent(high) : `${Math.round(100 * low)}–${percent(high)}`;
}

/**
 * What stands beside spaces on the map while something is being prepared.
 * @param {Table} table
 * @param {Card} card
 * @returns {{id: string, text: string, more?: string, strong?: boolean}[]}
 */
export function badgesOf(table, card) {
  const priced = choiceBadges(table, card);
  if (priced.length) return priced;
  if (card.targets) return Object.entries(card.targets).map(([id, c]) => ({ id, text: odds(c) }));
  if (card.overruns)
    return Object.entries(card.overruns).map(([id, x]) => ({ id, text: odds(x.column ?? "?"), more: chance(x) }));
  if (card.ahead)
    return Object.entries(card.ahead).flatMap(([id, x]) => {
      const text = brief(table, x);
      return text ? [{ id, text }] : [];
    });
  if (table.log.result) return [];
  if (card.target && card.column)
    return [{ id: card.target, text: odds(card.column), more: chance(card), strong: true }];
  const text = card.kind ? brief(table, card) : "";
  return text ? [{ id: placeOf(card), text, strong: true }] : [];
}

/** @param {string} column */
export const odds = (column) => column.replace("/", ":");

/**
 * @param {Result} r
 * @param {string} dash
 */
function cell(r, dash = "–") {
  const left = r.attacker || r.mark ? `${r.attacker || dash}${r.mark}` : dash;
  const right = `${r.defender || ""}${r.retreat ? "R" : ""}` || dash;
  return `${left}/${right}`;
}

/**
 * Name of the place, and both sides with their strengths.
 * @param {Table} table
 * @param {Card} card
 * @returns {HTMLElement[]}
 */
function heading(table, card) {
  const t = table.texts;
  const space = table.board.spaces.get(card.target ?? "");
  const ground = (space?.terrain ?? []).map((k) => t.name("terrain", k)).join(", ");
  const pieces = new Map(table.view.pieces.map((p) => [p.id, p]));
  const cards = (/** @type {string[]} */ ids) =>
    ids.flatMap((id) => {
      const p = pieces.get(id);
      return p
        ? [
            h(
              "span",
              { class: "mini", title: t.unit(id) },
              picture(p, table.theme, table.board.bands, `${t.unit(id)}, ${p.factors}`),
            ),
          ]
        : [];
    });
  const side = (/** @type {string} */ label, /** @type {string[]} */ ids, /** @type {number | undefined} */ sum) =>
    h(
      "div",
      { class: "camp" },
      h("span", { class: "lab" }, label),
      h("div", { class: "row" }, cards(ids), sum !== undefined && h("span", { class: "sum" }, t.number(sum, sum % 1 ? 1 : 0))),
    );
  const head = h(
    "h2",
    {},
    space?.name || card.target,
    h("small", {}, ` ${card.target}${ground ? " · " + ground : ""}`),
  );
  return [
    head,
    h(
      "div",
      { class: "vs" },
      side(card.camps ? t.say(card.camps[0]) : t.web("attack"), card.attackers ?? [], card.camps ? card.attack : (card.attack ?? 0)),
      side(card.camps ? t.say(card.camps[1]) : t.web("defence"), card.defenders ?? [], card.camps ? card.defence : (card.defence ?? 0)),
    ),
  ];
}

/**
 * What the die brought: the column it was rolled in and its result in words.
 * @param {Table} table
 * @param {{card: Card, dice: number[], column: string, said: import("./types").Said}} fought
 */
export function resultCard(table, { card, dice: fell, column, said }) {
  const t = table.texts;
  if (!card.row) return reckoning(table, card, { dice: fell, said });
  const die = fell.reduce((sum, n) => sum + n, 0);
  return h(
    "section",
    { class: "card result", "aria-label": t.web("battle-card") },
    heading(table, card),
    strip(table, { ...card, column, range: undefined }),
    h(
      "div",
      { class: "row fell-row" },
      fell.map((n) => dieFace(n)),
      h(
        "p",
        {},
        h("b", {}, t.web("rolled", { column: odds(column), die })),
        " ",
        t.said(said),
        " ",
        ruleLink(table.shelf, said.rule),
      ),
    ),
    card.row && card.column === column && (uneven(card) ? spread(table, card, die) : dice(table, card, die)),
  );
}

/**
 * @param {Table} table
 * @param {Card} card
 * @returns {HTMLElement | null}
 */
export function battleCard(table, card) {
  const t = table.texts;
  if (card.kind) return reckoning(table, card);
  if (card.overruns) return overruns(table, card.overruns);
  if (!card.target) return null;
  const body = heading(table, card);
  if (!card.row || !card.column) {
    body.push(h("p", { class: "soft" }, t.web(card.unknown ? "unknown-stack" : "too-weak")));
    return h("section", { class: "card", "aria-label": t.web("battle-card") }, body);
  }
  const shifts = card.shifts ?? [],
    drm = card.drm ?? [];
  body.push(
    h(
      "table",
      { class: "shifts" },
      h("caption", { class: "unseen" }, t.web("modifiers")),
      h(
        "tbody",
        {},
        shifts.map((x) =>
          h(
            "tr",
            {},
            h("td", {}, signed(x.columns)),
            h("td", {}, t.say(x.key)),
            h("td", {}, ruleLink(table.shelf, x.rule)),
          ),
        ),
        drm.map((x) =>
          h(
            "tr",
            {},
            h("td", {}, signed(x.columns)),
            h("td", {}, t.web("to-the-dice", { name: t.say(x.key) })),
            h("td", {}, ruleLink(table.shelf, x.rule)),
          ),
        ),
        shifts.length + drm.length === 0 &&
          h("tr", { class: "no" }, h("td", {}, "0"), h("td", {}, t.web("no-modifier")), h("td", {})),
      ),
    ),
  );
  body.push(strip(table, card));
  body.push(
    h(
      "p",
      { class: "lab" },
      t.web("column-line", { base: odds(card.base ?? ""), column: odds(card.column) }) +
        (card.range ? " " + t.web("column-range", { low: odds(card.range[0]), high: odds(card.range[1]) }) : ""),
    ),
  );
  if (uneven(card)) {
    body.push(spread(table, card, 0), figures(table, card));
    const more = notes(table, card);
    if (more) body.push(more);
    return h("section", { class: "card", "aria-label": t.web("battle-card") }, body);
  }
  const kinds = card.row.results.map((r) => sort(table, card, r));
  body.push(dice(table, card, 0));
  const groups = /** @type {const} */ (["z", "a", "b", "c", "e"]).filter((k) => kinds.includes(k));
  body.push(
    h(
      "div",
      { class: "key" },
      groups.map((k) =>
        h(
          "span",
          {},
          h("i", { class: k }),
          h("b", {}, percent(kinds.filter((x) => x === k).length / kinds.length)),
          " ",
          t.web("result-" + k),
        ),
      ),
    ),
  );
  body.push(
    h(
      "div",
      { class: "facts" },
      h("div", {}, h("b", {}, t.number(card.row["attacker-loss"], 2)), t.web("attacker-loss")),
      h("div", {}, h("b", {}, t.number(card.row["defender-loss"], 2)), t.web("defender-loss")),
      h("div", {}, h("b", {}, chance(card)), t.web("hex-taken")),
    ),
  );
  const may = card["may-add"];
  if (may)
    body.push(
      h(
        "p",
        { class: "lab" },
        t.web("enemy-may-add", {
          n: table.side && table.view.facts.target && isDefender(table, card) ? (may.attacker ?? 3) : may.defender,
        }),
      ),
    );
  return h("section", { class: "card", "aria-label": t.web("battle-card") }, body);
}

/**
 * The enemies that could be attacked on the way, each with its card.
 * @param {Table} table
 * @param {Record<string, Card>} found
 * @returns {HTMLElement}
 */
function overruns(table, found) {
  const t = table.texts,
    list = Object.entries(found);
  return h(
    "section",
    { class: "card ahead", "aria-label": t.web("battle-card") },
    list.map(([id, x]) =>
      h(
        "details",
        { open: list.length === 1 },
        h("summary", {}, t.web("overrun-of", { space: t.space(id), odds: odds(x.column ?? "?"), chance: chance(x) })),
        battleCard(table, x),
      ),
    ),
  );
}

/**
 * What a result means for the defender: z nothing, a losses, b a short retreat, c a long one, e the end.
 * @param {Table} table
 * @param {Card} card
 * @param {Result} r
 * @returns {"z" | "a" | "b" | "c" | "e"}
 */
function sort(table, card, r) {
  const steps = (card.defenders ?? []).reduce((n, id) => n + (table.piece(id)?.steps ?? 1), 0);
  if (steps > 0 && r.defender >= steps) return "e";
  return r.retreat === 2 ? "c" : r.retreat === 1 ? "b" : r.defender ? "a" : "z";
}

/**
 * The row of the table, die by die.
 * @param {Table} table
 * @param {Card} card
 * @param {number} die the one that fell
 */
function dice(table, card, die) {
  return h(
    "div",
    { class: "dice", role: "list", "aria-label": table.texts.web("results") },
    (card.row?.results ?? []).map((r) =>
      h(
        "div",
        {
          class: sort(table, card, r) + (r.die === die ? " fell" : ""),
          role: "listitem",
          "aria-label": `${r.die}: ${words(table, r)}`,
          title: words(table, r),
        },
        h("small", {}, String(r.die)),
        cell(r),
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @param {Card} card
 */
function isDefender(table, card) {
  const first = card.defenders?.[0];
  return table.view.pieces.find((p) => p.id === first)?.side === table.side;
}

/**
 * The columns of the table: base, final, and those that supports may still lead to.
 * @param {Table} table
 * @param {Card} card
 */
function strip(table, card) {
  const all = card.columns ?? table.theme.columns;
  const low = card.range ? all.indexOf(card.range[0]) : -1,
    high = card.range ? all.indexOf(card.range[1]) : -1;
  return h(
    "div",
    {
      class: "cols",
      role: "img",
      "aria-label": table.texts.web("column-line", { base: odds(card.base ?? ""), column: odds(card.column ?? "") }),
    },
    all.map((c, k) =>
      h(
        "span",
        {
          class: [
            c === card.base ? "base" : "",
            c === card.column ? "final" : "",
            low >= 0 && k >= low && k <= high ? "risk" : "",
          ].join(" "),
        },
        odds(c),
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @param {Result} r
 */
function words(table, r) {
  const t = table.texts;
  return t.say("combat-result", { attacker: r.attacker, defender: r.defender, retreat: r.retreat, mark: r.mark });
}

/** @param {number} n */
export const signed = (n) => (n > 0 ? "+" + n : n < 0 ? "−" + -n : "0");
