// Who holds the ground where nearly all of it is held: one side's land ruled, and the front between the two drawn twice,
// solid on the first side's ground and dashed on the other's, so that it is told apart without colour.
import { s } from "./dom.js";
import { dress } from "./theme.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Space} Space */
/** @typedef {[number, number]} Point */

const APART = 3.3; // of the two lines from the border itself
const RULED = "held-ruled";

/** @param {Point} p */
const at = (p) => `${Math.round(p[0] * 2)},${Math.round(p[1] * 2)}`;

/**
 * @param {Board} board
 * @param {Map<string, string>} holders side by space
 * @returns {SVGElement[]}
 */
export function frontier(board, holders) {
  const sides = Object.keys(board.theme.sides);
  const [first, second] = sides.map((x) => dress(board.theme.sides[x]));
  const lines = chains(borders(board.spaces, holders, sides[0])).map(rounded);
  return [
    s(
      "pattern",
      { id: RULED, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      s("path", { d: "M0 3.5H7", class: "ruling " + second }),
    ),
    s("path", { d: ground(board.spaces, holders, sides[0]), class: "ground-held open over-side " + first }),
    s("path", { d: ground(board.spaces, holders, sides[1]), class: "ground-held open over-side " + second }),
    s("path", { d: ground(board.spaces, holders, sides[1]), class: "ruled-ground", fill: `url(#${RULED})` }),
    s("path", { d: drawn(lines, 0), class: "front-halo" }),
    s("path", { d: drawn(lines, APART), class: "front " + first }),
    s("path", { d: drawn(lines, -APART), class: "front dashed " + second }),
  ];
}

/**
 * The land of a side as one shape: no seams between its spaces.
 * @param {Map<string, Space>} spaces
 * @param {Map<string, string>} holders
 * @param {string} side
 */
function ground(spaces, holders, side) {
  let d = "";
  for (const [id, holder] of holders) {
    const x = spaces.get(id);
    if (!x || holder !== side) continue;
    for (const ring of x.land ?? [x.corners]) d += `M${ring.map((p) => p.join(" ")).join("L")}Z`;
  }
  return d;
}

/**
 * Sides of spaces between the two, with the first side's ground to the left.
 * @param {Map<string, Space>} spaces
 * @param {Map<string, string>} holders
 * @param {string} side
 * @returns {[Point, Point][]}
 */
function borders(spaces, holders, side) {
  /** @type {[Point, Point][]} */
  const found = [];
  for (const [id, holder] of holders) {
    const x = spaces.get(id);
    if (!x || holder !== side) continue;
    for (const next of x.neighbours) {
      const other = next ? holders.get(next) : undefined;
      const y = next ? spaces.get(next) : undefined;
      if (!y || !other || other === side) continue;
      const shared = new Set(y.corners.map(at));
      const [a, b] = x.corners.filter((p) => shared.has(at(p)));
      if (!a || !b) continue;
      const turn = (b[0] - a[0]) * (x.y - a[1]) - (b[1] - a[1]) * (x.x - a[0]);
      found.push(turn < 0 ? [a, b] : [b, a]);
    }
  }
  return found;
}

/**
 * Pieces that meet become one line.
 * @param {[Point, Point][]} pieces
 * @returns {Point[][]}
 */
function chains(pieces) {
  /** @type {Map<string, [Point, Point][]>} */
  const from = new Map();
  const ends = new Set(pieces.map(([, b]) => at(b)));
  for (const piece of pieces) from.set(at(piece[0]), [...(from.get(at(piece[0])) ?? []), piece]);
  const lines = [];
  // Lines with a beginning first; what is left then are closed rings.
  for (const start of [...pieces.filter(([a]) => !ends.has(at(a))), ...pieces]) {
    let next = from.get(at(start[0]))?.includes(start) ? start : undefined;
    if (!next) continue;
    /** @type {Point[]} */
    const line = [next[0]];
    while (next) {
      const list = from.get(at(next[0])) ?? [];
      list.splice(list.indexOf(next), 1);
      line.push(next[1]);
      next = from.get(at(next[1]))?.[0];
    }
    lines.push(line);
  }
  return lines;
}

/**
 * Corners are cut twice, so that the line flows.
 * @param {Point[]} line
 * @returns {Point[]}
 */
function rounded(line) {
  const closed = at(line[0]) === at(line[line.length - 1]);
  for (let k = 0; k < 2; k++) {
    /** @type {Point[]} */
    const cut = closed ? [] : [line[0]];
    for (let i = 0; i + 1 < line.length; i++) {
      const [a, b] = [line[i], line[i + 1]];
      cut.push([0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]], [0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]]);
    }
    cut.push(closed ? cut[0] : line[line.length - 1]);
    line = cut;
  }
  return line;
}

/**
 * @param {Point[][]} lines
 * @param {number} off to the left
 */
function drawn(lines, off) {
  return lines
    .map((line) => {
      const n = line.length;
      const closed = at(line[0]) === at(line[n - 1]);
      const points = line.map((p, i) => {
        const a = line[i > 0 ? i - 1 : closed ? n - 2 : 0],
          b = line[i < n - 1 ? i + 1 : closed ? 1 : n - 1];
        const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        return `${(p[0] + (off * (b[1] - a[1])) / long).toFixed(1)} ${(p[1] - (off * (b[0] - a[0])) / long).toFixed(1)}`;
      });
      return `M${points.join("L")}${closed ? "Z" : ""}`;
    })
    .join("");
}
