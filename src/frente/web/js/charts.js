// The tables of the game and what is printed on a counter, from the game's own data.
import { CHIPS, picture } from "./counters.js";
import { h } from "./dom.js";
import { howToWin, scoreDecides } from "./guide.js";
import { chipLegend } from "./log.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Chart} Chart */

/** @param {Table} table */
export function charts(table) {
  const t = table.texts,
    { score } = table.theme;
  return h(
    "div",
    { class: "columns even" },
    (table.data.charts ?? []).map((x) => chart(table, x)),
    h("div", {}, h("h3", {}, t.web("chart-victory")), h("p", { class: "soft" }, howToWin(t, table.view.scenario))),
    score &&
      scoreDecides(table) &&
      h(
        "table",
        { class: "chart-table" },
        h("caption", {}, t.web("score-of", { side: score.side })),
        h(
          "tbody",
          {},
          h("tr", {}, h("th", { scope: "row" }, t.web("chart-wins", { side: score.side })), h("td", {}, `≥ ${score.win}`)),
          score.draw < score.win && h("tr", {}, h("th", { scope: "row" }, t.web("chart-draw")), h("td", {}, score.draw === score.win - 1 ? String(score.draw) : `${score.draw}–${score.win - 1}`)),
          h("tr", {}, h("th", { scope: "row" }, t.web("chart-loses", { side: score.side })), h("td", {}, `< ${score.draw}`)),
        ),
      ),
  );
}

/**
 * @param {Table} table
 * @param {Chart} x
 */
function chart(table, x) {
  const t = table.texts;
  const name = (/** @type {string} */ cell) => (t.has(cell) ? capital(t.say(cell)) : cell);
  const fought = table.log.result;
  const column = x.id === "combat" && fought ? x.head.indexOf(fought.column) : -1;
  const die = fought ? String(fought.dice.reduce((sum, n) => sum + n, 0)) : "";
  return h(
    "table",
    { class: "chart-table", data: { chart: x.id } },
    h("caption", {}, t.web("chart-" + x.id), " ", ruleLink(table.shelf, x.rule)),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, x.corner && t.web("chart-" + x.corner)), x.head.map((cell) => h("th", { scope: "col" }, name(cell).replace("/", ":"))))),
    h(
      "tbody",
      {},
      x.rows.map(([label, ...cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name(label)),
          cells.map((cell, k) => h("td", { class: k === column && label === die ? "fell" : "" }, name(cell))),
        ),
      ),
    ),
    x.id === "combat" && h("tfoot", {}, h("tr", {}, h("td", { colspan: x.head.length + 1 }, t.web("chart-key")))),
  );
}

/**
 * What is printed on a counter: one as an example, and what each part of it says.
 * @param {Table} table
 */
export function counterGuide(table) {
  const t = table.texts,
    v = table.view;
  const p = table.piece(table.selected.unit) ?? v.pieces.find((x) => x.side === table.side && table.board.spaces.has(x.at)) ?? v.pieces[0];
  if (!p) return h("p", { class: "soft" }, "–");
  const line = (/** @type {string} */ name, /** @type {string} */ value) => value && [h("dt", {}, t.web(name)), h("dd", {}, value)];
  return h(
    "div",
    { class: "columns" },
    h("div", { class: "specimen" }, picture(p, table.theme, table.board.bands, table.describePiece(p.id))),
    h(
      "div",
      {},
      h("h3", {}, t.unit(p.id)),
      h(
        "dl",
        { class: "faces" },
        line("face-colour", t.side(p.side)),
        line("face-band", p.formation && t.name("formation", p.formation)),
        line("face-sign", capital(t.name("symbol", p.symbol))),
        line("face-size", p.size && p.size !== p.id ? p.size : ""),
        line("face-factors", p.factors && `${p.factors}: ${t.web("face-reading")}`),
        line("face-steps", table.board.bands.strength(p) > 1 ? t.web("steps", { n: p.steps }) : ""),
        line("face-star", p.elite ? t.web("elite") : ""),
      ),
      chipLegend(t, (table.theme.chips ?? []).filter((x) => x in CHIPS)),
    ),
  );
}
