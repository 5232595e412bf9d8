// An overlay of routes: each is drawn along its course, by whom it is closed to.
import { s } from "./dom.js";
import { dress } from "./theme.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * Marks of the kind "route:open" or "route:side+side", told at both ends; nothing if they are of another kind.
 * @param {Board} board
 * @param {Record<string, string[]>} marks
 * @returns {SVGElement[]}
 */
export function roads(board, marks) {
  const known = new Map((board.data.routes ?? []).map((r) => [r.id, r]));
  const told = [...new Set(Object.values(marks).flat())].map((m) => m.split(":"));
  if (!told.length || !told.every(([id]) => known.get(id)?.line)) return [];
  return told.map(([id, state = ""]) => {
    const d = "M" + (known.get(id)?.line ?? []).map((p) => p.join(" ")).join("L");
    const shut = state.split("+").filter((side) => board.theme.sides[side]);
    // Closed to one side, it is in the other's hand.
    const [, closer] = Object.entries(board.theme.sides).find(([side]) => side !== shut[0]) ?? [];
    const look = shut.length > 1 ? "shut" : shut.length ? "shut-to-one " + dress(closer) : "open";
    return s("path", { d, class: "over-road " + look });
  });
}
