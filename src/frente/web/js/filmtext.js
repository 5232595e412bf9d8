// What a scene of a film is called, and the card of a battle in it.
import { dieFace, diceOf } from "./log.js";
import { odds } from "./card.js";
import { h } from "./dom.js";
import { placeOf } from "./reckon.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").LogEvent} LogEvent */

const NAMED = 3; // units of a wave that are named

/**
 * One sentence for a wave of marches, an arrival, a battle.
 * @param {Table} table
 * @param {Scene[]} scenes
 */
export function sceneText(table, scenes) {
  const t = table.texts,
    [x] = scenes;
  const units = [...new Set(scenes.flatMap((s) => s.moves.flatMap((m) => m.units)))];
  if (x.kind === "march") {
    const ends = [...new Set(scenes.map((s) => s.moves[0].path.at(-1) ?? ""))];
    if (units.length === 1 || scenes.length === 1)
      return t.web("film-march", {
        unit: units,
        from: t.space(x.moves[0].path[0]),
        space: ends[0],
        n: x.moves[0].path.length - 1,
      });
    const names = [...new Set(units.map((u) => t.unit(u)))].slice(0, NAMED),
      unit = units.filter((u) => names.includes(t.unit(u)));
    return unit.length === units.length
      ? t.web("film-wave", { unit, space: ends })
      : t.web("film-wave-more", { unit, n: units.length - unit.length, space: ends });
  }
  if (x.kind === "arrival")
    return t.web("film-arrival", { n: units.length, unit: units.slice(0, 4), space: [...new Set(x.moves.map((m) => m.path.at(-1) ?? ""))] });
  const { place } = sceneCard(table, x);
  const name = capital(t.name("phase", x.name));
  const head = place ? t.web("film-at", { what: name, space: place }) : name;
  return `${head}. ${results(table, x).map((e) => t.said(e)).join(" ")}`.trim();
}

/**
 * Where a battle was, what it was reckoned on, and the dice that decided it.
 * @param {Table} table
 * @param {Scene} x
 * @returns {{place: string, card: Card, dice: number[], column: string}}
 */
export function sceneCard(table, x) {
  const keys = (table.theme.rolls ?? []).map((r) => r.die);
  const fell = x.said.findLast((e) => keys.includes(e.key)) ?? x.said.findLast((e) => diceOf(e).length > 0);
  const roll = x.rolls.find((r) => r.n === fell?.n) ?? x.rolls.at(-1);
  const card = roll?.card ?? {};
  const place =
    placeOf(card) || (x.said.flatMap((e) => table.log.places(e))[0] ?? x.lost[0]?.at ?? x.moves[0]?.path.at(-1) ?? "");
  return { place, card, dice: fell ? diceOf(fell) : [], column: String(fell?.facts.column ?? card.column ?? "") };
}

/**
 * What came of it: from the roll that decided on, without what the arrows show.
 * @param {Table} table
 * @param {Scene} x
 * @returns {LogEvent[]}
 */
function results(table, x) {
  const rolls = table.theme.rolls ?? [],
    outcomes = rolls.map((r) => r.told),
    dice = rolls.map((r) => r.die);
  const start = x.said.findIndex((e) => outcomes.includes(e.key));
  return x.said
    .slice(start < 0 ? 0 : start)
    .filter((e) => !table.theme.marches?.includes(e.key) && (!dice.includes(e.key) || outcomes.includes(e.key)))
    .slice(0, 5);
}

/**
 * The small card beside the place of a battle.
 * @param {Table} table
 * @param {Scene} x
 */
export function smallCard(table, x) {
  const t = table.texts,
    { place, card, dice, column } = sceneCard(table, x);
  const name = capital(t.name("phase", x.name));
  const number = (/** @type {number} */ n) => t.number(n, n % 1 ? 1 : 0);
  return [
    h("h3", {}, place ? t.web("film-at", { what: name, space: place }) : name),
    card.attack !== undefined &&
      h("p", { class: "film-sums" }, h("b", {}, number(card.attack)), " : ", h("b", {}, number(card.defence ?? 0)), column && h("span", { class: "film-column" }, odds(column))),
    h(
      "div",
      { class: "row" },
      dice.map((n) => dieFace(n)),
      h("div", {}, results(table, x).map((e) => h("p", {}, t.said(e)))),
    ),
  ];
}
