// What the editor lays over the ground: values that are painted, origins, what the owner has changed, rivers and roads.
import { s } from "../dom.js";
import { along, paints, tools } from "./tools.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./mapwork.js").MapWork} MapWork */

/** @param {[number, number]} p */
const at = (p) => `${Math.round(p[0] * 2)},${Math.round(p[1] * 2)}`;

/**
 * @param {MapWork} m
 * @param {Board} board
 */
export function draw(m, board) {
  const { e, tool } = m;
  /** @type {SVGElement[]} */
  const tint = [];
  for (const array of e.layout.ground ?? []) {
    const { file, path } = e.at(array);
    const painting = m.mode === "map" && tool.kind === "paint" && tool.array === array;
    const all = painting ? paints(e, tool) : [];
    const field = painting ? tool.field : Object.keys(e.draft.items(file, path)?.marks ?? {})[0];
    for (const [id, x] of board.spaces) {
      const here = [...path, id],
        item = e.draft.get(file, here);
      if (item === undefined) continue;
      const points = board.outline(x, 0.97);
      const word = m.origins && m.mode === "map" ? e.draft.from(file, field ? [...here, field] : here).word : "";
      if (word) tint.push(s("polygon", { points, class: `origin origin-${word}` }));
      else if (painting) tint.push(s("polygon", { points, class: `painted word-${all.indexOf(item[tool.field]) % 8}` }));
      if (m.mode === "map" && e.draft.changed(file, here)) tint.push(s("polygon", { points: board.outline(x, 0.9), class: "own-space" }));
      if (e.faultsAt(file, here).length) tint.push(s("polygon", { points: board.outline(x, 0.9), class: "wrong-space" }));
    }
  }
  board.layer.tint.replaceChildren(...tint);
  board.layer.lines.replaceChildren(...(m.mode === "map" ? lines(m, board) : []));
  board.point(m.mode === "map" && m.space ? [m.space] : [], "cursor");
  board.point(m.first ? [m.first] : [], "stroke");
}

/**
 * The river or road that is drawn now.
 * @param {MapWork} m
 * @param {Board} board
 */
function lines(m, board) {
  const { e, tool } = m;
  if (tool.kind !== "edge" && tool.kind !== "line") return [];
  const declared = (tool.kind === "edge" ? e.layout.edges : e.layout.lines)?.find((x) => along(e, x).array === tool.array && along(e, x).field === tool.field);
  if (!declared || !tools(e).some((x) => x.array === tool.array && x.item === tool.item)) return [];
  const { file, path, key } = along(e, declared);
  if (tool.kind === "line") {
    const ids = /** @type {any[]} */ (e.draft.get(file, [...path, tool.item, tool.field]) ?? []).map(String);
    const points = ids.flatMap((id) => board.spaces.get(id) ?? []).map((x) => `${x.x},${x.y}`);
    return [s("polyline", { points: points.join(" "), class: "edit-line" })];
  }
  const pairs = tool.field.includes(" ")
    ? (e.draft.get(file, path) ?? []).filter((/** @type {any} */ x) => String(x[key[0]]) === tool.item).map((/** @type {any} */ x) => tool.field.split(" ").map((f) => String(x[f])))
    : (e.draft.get(file, [...path, tool.item, tool.field]) ?? []).map((/** @type {any} */ x) => (Array.isArray(x) ? x.map(String) : String(x).split("|")));
  let d = "";
  for (const [a, b] of pairs) {
    const shared = new Set(board.spaces.get(b)?.corners.map(at));
    const ends = board.spaces.get(a)?.corners.filter((p) => shared.has(at(p))) ?? [];
    if (ends.length > 1) d += `M${ends[0].join(" ")}L${ends[1].join(" ")}`;
  }
  return [s("path", { d, class: "edit-line" })];
}
