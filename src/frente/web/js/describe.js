// Units and spaces in words, for screen readers and for everybody who asks.
import { odds } from "./card.js";
import { markName } from "./panel.js";
import { parts } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {string} id
 */
export function describePiece(table, id) {
  const t = table.texts,
    p = table.piece(id);
  if (!p) return t.unit(id);
  const where = table.board?.spaces.has(p.at) ? t.space(p.at) : t.name("box", p.at);
  const bits = [
    t.side(p.side),
    t.name("symbol", p.symbol),
    p.factors,
    p.steps > 1 ? t.web("steps", { n: p.steps }) : "",
    p.elite && p.symbol !== p.size ? t.web("elite") : "",
    ...p.state.map((x) => stateName(table, x)),
  ].filter(Boolean);
  return `${t.unit(id)}, ${where}: ${bits.join(", ")}.`;
}

/**
 * @param {Table} table
 * @param {string} mark
 */
export function stateName(table, mark) {
  const [key, arg] = parts(mark);
  return arg ? `${table.texts.name("state", key)} ${table.texts.thing("side", arg)}` : table.texts.name("state", key);
}

/**
 * @param {Table} table
 * @param {string} id
 */
export function describeSpace(table, id) {
  const t = table.texts,
    x = table.board.spaces.get(id);
  if (!x) return "";
  const ground = x.terrain.map((k) => t.name("terrain", k));
  const marks = [
    ...(x.printed ?? []).map((m) => markName(t, m)),
    ...(table.view.spaces[id] ?? []).map((m) => stateName(table, m)),
  ];
  const units = (table.board.stacks.get(id) ?? []).map((p) => `${t.side(p.side)} ${t.unit(p.id)} ${p.factors}`);
  const left = table.reach?.spaces[id];
  const offered = table
    .words()
    .filter((w) => w.kind === "space" && w.arg === id)
    .map((w) => t.act(w.word, table.view.question));
  return [
    `${t.space(id)}: ${[...ground, ...marks].join(", ")}.`,
    units.length ? `${t.web("units-here", { n: units.length })} ${units.join("; ")}.` : "",
    left ? t.web("within-reach", { left: left.left }) : "",
    ...offered.map((x) => x + "."),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {Table} table
 * @param {string} id
 */
export function describeTarget(table, id) {
  const w = table.words().find((x) => x.kind === "space" && x.arg === id);
  const c = table.shown.card?.targets?.[id];
  return (w ? table.texts.act(w.word, table.view.question) : id) + (c ? `, ${odds(c)}` : "");
}
