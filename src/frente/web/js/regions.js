// Overlays that mark whole regions, which may overlap: each is one shape with a border of its own colour and dashes.
import { s } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Space} Space */

/** @param {[number, number]} p */
const at = (p) => `${Math.round(p[0] * 2)},${Math.round(p[1] * 2)}`;

/**
 * @param {Board} board
 * @param {string[]} names of the regions, in the order of their looks
 * @param {Record<string, string[]>} marks by space: "name", or "name:number"; 0 is where the region comes from
 * @returns {SVGElement[]}
 */
export function regions(board, names, marks) {
  return names.flatMap((name, k) => {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const [id, list] of Object.entries(marks))
      for (const mark of list) {
        const [what, n = ""] = mark.split(":");
        if (what === name) found.set(id, n);
      }
    if (!found.size) return [];
    const spaces = [...found.keys()].flatMap((id) => board.spaces.get(id) ?? []);
    const fill = spaces.map((x) => `M${x.corners.map((p) => p.join(" ")).join("L")}Z`).join("");
    const starts = spaces.filter((x) => found.get(x.id) === "0");
    return [
      s("path", { d: fill, class: `region-ground region-${k}` }),
      s("path", { d: border(board, spaces, found), class: `region-edge region-${k}` }),
      ...(starts.length === 1
        ? [s("text", { x: starts[0].x, y: starts[0].y - 38, class: `region-name region-${k}` }, name)]
        : []),
    ];
  });
}

/**
 * Sides of its spaces towards spaces that are not in the region, drawn a little inside.
 * @param {Board} board
 * @param {Space[]} spaces
 * @param {Map<string, string>} found
 */
function border(board, spaces, found) {
  let d = "";
  for (const x of spaces)
    for (const next of x.neighbours) {
      const y = next ? board.spaces.get(next) : undefined;
      if (!y || found.has(y.id)) continue;
      const shared = new Set(y.corners.map(at));
      const [a, b] = x.corners.filter((p) => shared.has(at(p)));
      if (!a || !b) continue;
      const inside = (/** @type {[number, number]} */ p) =>
        `${(p[0] + 0.06 * (x.x - p[0])).toFixed(1)} ${(p[1] + 0.06 * (x.y - p[1])).toFixed(1)}`;
      d += `M${inside(a)}L${inside(b)}`;
    }
  return d;
}
