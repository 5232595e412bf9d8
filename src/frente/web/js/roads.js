// An overlay of routes: each is drawn along its course, by whom it is closed to.
import { s } from "./dom.js";

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
    const shut = state.split("+").flatMap((side) => board.theme.sides[side]?.key ?? []);
    return s("path", { d, class: `over-road ${shut.length > 1 ? "shut" : shut.length ? "shut-" + shut[0] : "open"}` });
  });
}
