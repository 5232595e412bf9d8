// The page as drawn: every part is told what to show of what is known.
import { badgesOf, battleCard, resultCard } from "./card.js";
import { describeTarget } from "./describe.js";
import { fill } from "./dom.js";
import { hand } from "./hand.js";
import { ledger } from "./ledger.js";
import { showMarks } from "./overlays.js";
import { panel } from "./panel.js";
import { printedTracks } from "./printed.js";
import { placeOf } from "./reckon.js";
import { tools } from "./tools.js";
import { topBar } from "./topbar.js";
import { drawAim, drawLegs, wizard } from "./wizard.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Everything anew.
 * @param {Table} table
 */
export function drawTable(table) {
  const v = table.view,
    earlier = table.film.picture,
    words = earlier ? [] : table.words();
  table.texts.recall(v.pieces);
  topBar(table, table.parts.top);
  const can = new Set(words.filter((w) => w.kind === "unit").map((w) => w.arg));
  const card = earlier ? {} : (table.shown.card ?? {});
  const active = (table.theme.chosen ?? [["units"]])
    .map((names) => names.flatMap((name) => (Array.isArray(v.facts[name]) ? /** @type {string[]} */ (v.facts[name]) : [])))
    .find((list) => list.length) ?? [];
  const chosen = new Set([...(card.attackers ?? []), ...active, ...table.group, ...(table.selected.unit ? [table.selected.unit] : [])]);
  table.board.put(earlier?.pieces ?? v.pieces, can, chosen);
  showMarks(table.board, earlier?.spaces ?? v.spaces);
  table.board.layer.marks.append(...printedTracks(table));
  if (table.theme.chosen) table.board.framed(new Set(active.map((id) => table.piece(id)?.at ?? "")));
  // While one answer is being picked, the places of the others do not invite a click.
  const places = table.choice.length ? [] : words.filter((w) => w.kind === "space").map((w) => w.arg);
  table.board.targets(new Set(places), (id) => describeTarget(table, id));
  table.board.badges(earlier ? [] : badgesOf(table, card));
  drawArrows(table);
  table.question.draw();
  fill(
    table.parts.card,
    wizard(
      table,
      card,
      table.log.result && !table.past ? resultCard(table, table.log.result) : battleCard(table, card),
    ),
  );
  const { recent, card: place } = table.parts;
  // What is decided about stands before what has happened.
  const [first, second] = table.mayAct && place.childElementCount ? [place, recent] : [recent, place];
  if (first.nextElementSibling !== second) first.after(second);
  drawLegs(table, card.line ?? []);
  drawAim(table, card.aim ?? []);
  hand(table, table.parts.hand);
  panel(table, table.parts.panel);
  ledger(table, table.parts.ledger);
  table.log.draw();
  table.drawer.draw();
  tools(table, table.parts.tools);
  if (table.overlay) void table.setOverlay(table.overlay, false);
  table.setUp.draw();
  table.lesson.draw();
  table.guide.draw();
  document.title = `${table.mayAct ? "● " : ""}${table.state.name || "Frente"}`;
}

/**
 * The arrows of the attack that is being prepared.
 * @param {Table} table
 */
export function drawArrows(table) {
  const card = table.film.picture ? {} : (table.shown.card ?? {});
  /** @type {{ids: string[], kind: string, label?: string}[]} */
  const lines = [];
  const place = placeOf(card);
  if (place)
    for (const at of new Set((card.attackers ?? []).map((u) => table.piece(u)?.at ?? "")))
      if (at !== place) lines.push({ ids: [at, place], kind: "attack" });
  table.board.lines(lines);
}
