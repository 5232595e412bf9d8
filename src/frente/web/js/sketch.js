// What is drawn over the map: lines, arrows, badges, and where pieces stand in an area.
import { s } from "./dom.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Space} Space */

const LARGEST = 58; // room for one piece

/**
 * Pieces side by side in the room of a space, each side in its own rows, as large as they fit. Where they would become too
 * small to be read, the last of a side are drawn together.
 * @param {Space} space
 * @param {Piece[]} list
 * @param {string[]} sides
 * @param {number} least map units that a piece needs to be read
 * @param {(p: Piece) => string} [alike] pieces of which this says the same lie on one another
 * @returns {{pieces: Piece[], x: number, y: number, scale: number, single: boolean}[]}
 */
export function arranged(space, list, sides, least, alike) {
  const camps = sides
    .map((side) => heaps(list.filter((p) => p.side === side), alike ?? ((p) => p.id)).map((pieces) => ({ pieces, single: true })))
    .filter((camp) => camp.length);
  if (!camps.length) return []; // pieces that belong to nobody
  const { x: middle, width, height } = roomOf(space, camps.flat().length);
  const fit = () => fitting(alike ? [camps.flat()] : camps, width, height); // heaps are few and large: sides share their rows
  let found = fit();
  while (found.size < least) {
    const longest = camps.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length < 2) break;
    const pieces = longest.splice(-2).flatMap((heap) => heap.pieces);
    longest.push({ pieces, single: false });
    found = fit();
  }
  const { files, across, rows } = found;
  const size = Math.max(found.size, Math.min(least, LARGEST)); // a single one may reach over the edge of its room
  const placed = [];
  let y = space.y - ((rows - 1) * size) / 2;
  for (const camp of files)
    for (let k = 0; k < camp.length; k += across) {
      const row = camp.slice(k, k + across);
      for (const [j, { pieces, single }] of row.entries())
        placed.push({
          pieces,
          x: middle + (j - (row.length - 1) / 2) * size,
          y,
          scale: (size - (pieces.length > 1 ? 6 : 3)) / 60,
          single,
        });
      y += size;
    }
  return placed;
}

/**
 * How many go side by side so that they are largest.
 * @template T
 * @param {T[][]} files those that share rows
 * @param {number} width
 * @param {number} height
 */
function fitting(files, width, height) {
  const most = Math.max(...files.map((camp) => camp.length));
  let best = { files, size: 0, across: 1, rows: 1 };
  for (let across = 1; across <= most; across++) {
    const rows = files.reduce((n, camp) => n + Math.ceil(camp.length / across), 0);
    const size = Math.min(LARGEST, width / across, height / rows);
    if (size > best.size) best = { files, size, across, rows };
  }
  return best;
}

/**
 * Where pieces lie in a space; several in a place with a tag also cover its picture, so that they can be read.
 * @param {Space} space
 * @param {number} n
 */
function roomOf(space, n) {
  const room = /** @type {{width: number, height: number}} */ (space.room);
  if (!space.tag || n < 2) return { x: space.x, ...room };
  const xs = space.corners.map((c) => c[0]);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, width: Math.max(...xs) - Math.min(...xs) - 4, height: room.height };
}

/**
 * @param {Piece[]} list
 * @param {(p: Piece) => string} alike
 */
function heaps(list, alike) {
  /** @type {Map<string, Piece[]>} */
  const found = new Map();
  for (const p of list) {
    const key = alike(p);
    found.set(key, [...(found.get(key) ?? []), p]);
  }
  return [...found.values()];
}

/**
 * @param {Map<string, Space>} spaces
 * @param {{ids: string[], kind: string, label?: string}[]} lines
 */
export function drawLines(spaces, lines) {
  const els = [];
  for (const { ids, kind, label } of lines) {
    const points = ids.flatMap((id) => {
      const x = spaces.get(id);
      return x ? [[x.x, x.y]] : [];
    });
    if (points.length < 2) continue;
    if (kind === "attack") {
      els.push(arrow(points[0], points[1]));
      continue;
    }
    const d = "M" + points.map((p) => p.join(" ")).join("L");
    els.push(s("path", { d, class: "line under " + kind }), s("path", { d, class: "line " + kind }));
    const [x, y] = points[points.length - 1];
    els.push(s("circle", { cx: x, cy: y, r: 5.5, class: "line-end " + kind }));
    if (label)
      els.push(
        s(
          "g",
          { class: "tag", transform: `translate(${x} ${y - 27})` },
          s(
            "g",
            { class: "bigger" },
            s("rect", { x: -label.length * 4 - 8, y: -13, width: label.length * 8 + 16, height: 21, rx: 5 }),
            s("text", { x: 0, y: 3 }, label),
          ),
        ),
      );
  }
  return els;
}

/**
 * @param {number[]} from
 * @param {number[]} to
 */
function arrow([ax, ay], [bx, by]) {
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const mx = ax + (bx - ax) * 0.5,
    my = ay + (by - ay) * 0.5;
  return s("path", {
    d: "M-13 -5H1V-11L14 0L1 11V5H-13Z",
    class: "thrust",
    transform: `translate(${mx} ${my}) rotate(${turn})`,
  });
}

/**
 * @param {Map<string, Space>} spaces
 * @param {{id: string, text: string, more?: string, strong?: boolean}[]} badges
 */
export function drawBadges(spaces, badges) {
  return badges.flatMap(({ id, text, more, strong }) => {
    const x = spaces.get(id);
    if (!x) return [];
    const w = 16 + text.length * (strong ? 9.4 : 8.3) + (more ? more.length * 6.4 + 6 : 0);
    const at = x.room
      ? [x.x - w / 2, x.y - x.room.height / 2 - 4]
      : strong
        ? [x.x + 30, x.y]
        : [x.x - w / 2, x.y + 22];
    return [
      s(
        "g",
        { class: "badge" + (strong ? " strong" : ""), transform: `translate(${at.join(" ")})` },
        s(
          "g",
          { class: "bigger" },
          s("path", { d: `M0 0L6 -11H${w - 6}L${w} 0L${w - 6} 11H6Z` }),
          s("text", { x: 8, y: 5.2, class: "main" }, text),
          more ? s("text", { x: w - 8, y: 4.6, class: "more" }, more) : null,
        ),
      ),
    ];
  });
}
