// Pieces on the map: a stack in the middle of its space, or pieces side by side where a space has room for them.
import { counter } from "./counters.js";
import { s } from "./dom.js";
import { arranged } from "./sketch.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Space} Space */

export const CARD = 0.92; // size of a counter on the map
/** @type {Record<string, string>} */
const SHAPES = {
  cut: "M8 0H52L60 8V52L52 60H8L0 52V8Z",
  round: "M9 0H51A9 9 0 0 1 60 9V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51V9A9 9 0 0 1 9 0Z",
  square: "M0 0H60V60H0Z",
};

/**
 * All that is in a space.
 * @param {Board} board
 * @param {string} at
 * @param {Piece[]} list
 */
export function drawPieces(board, at, list) {
  return board.spaces.get(at)?.room ? sideBySide(board, at, list) : stack(board, at, list);
}

/**
 * Which lies above the others.
 * @param {Board} board
 * @param {Piece} p
 */
export function rank(board, p) {
  return (
    (board.chosen.has(p.id) ? 40 : 0) +
    (board.can.has(p.id) ? 20 : 0) +
    (board.theme.under?.includes(p.symbol) ? -5 : 0) +
    (p.state.includes("stacked") ? 10 : 0) + // what the enemy sees of the stack
    p.steps +
    (p.elite ? 0.5 : 0)
  );
}

/**
 * Pieces of one kind look the same and can do the same.
 * @param {Board} board
 * @param {Piece} p
 */
function kind(board, p) {
  return JSON.stringify([p.name, p.symbol, p.formation, p.factors, p.state, board.can.has(p.id), board.chosen.has(p.id)]);
}

/**
 * Pieces side by side in the room of a space.
 * @param {Board} board
 * @param {string} at
 * @param {Piece[]} list
 */
function sideBySide(board, at, list) {
  const space = /** @type {Space} */ (board.spaces.get(at));
  const order = (/** @type {Piece[]} */ camp) => [...camp].sort((a, b) => rank(board, b) - rank(board, a));
  const alike = board.theme.heaps ? (/** @type {Piece} */ p) => kind(board, p) : undefined;
  return s(
    "g",
    { class: "spread" },
    arranged(space, list, Object.keys(board.theme.sides), board.least, alike).map(({ pieces, ...place }) =>
      stack(board, at, order(pieces), place),
    ),
  );
}

/**
 * @param {Board} board
 * @param {string} at
 * @param {Piece[]} list
 * @param {{x: number, y: number, scale: number, single?: boolean}} [place] where, if not in the middle of the space
 */
function stack(board, at, list, place) {
  const space = /** @type {Space} */ (board.spaces.get(at));
  const { x, y, scale, single } = place ?? { x: space.x, y: space.y, scale: CARD, single: false };
  const top = list[0];
  const covered = list.length === 1 && top.state.includes("stacked"); // how many lie below is not known
  const size = 60 * scale,
    n = list.length + (covered ? 1 : 0),
    lift = Math.min(n - 1, 2) * 1.5;
  const glow = list.some((p) => board.can.has(p.id)),
    chosen = list.some((p) => board.chosen.has(p.id));
  const g = s("g", {
    class: "stack" + (glow ? " can" : "") + (chosen ? " chosen" : ""),
    data: { space: at, piece: top.id, ...(single ? { single: "1" } : {}) },
    transform: `translate(${(x - size / 2 - lift).toFixed(1)} ${(y - size / 2 + lift).toFixed(1)}) scale(${scale.toFixed(3)})`,
  });
  const body = s("g", { class: place ? "" : "grown" });
  g.append(body);
  for (let k = Math.min(n, 3) - 1; k > 0; k--) {
    const under = counter(
      {
        ...(list[k] ?? top),
        id: "",
        state: [],
        formation: "",
        size: "",
        name: "",
        factors: "",
        symbol: "",
        elite: false,
        steps: 1,
      },
      board.theme,
      board.bands,
    );
    under.setAttribute("transform", `translate(${3.2 * k} ${-3.2 * k})`);
    under.classList.add("below");
    body.append(under);
  }
  const shape = board.bands.looks?.body[top.side] ?? SHAPES[board.theme.sides[top.side]?.shape] ?? SHAPES.round;
  if (glow || chosen)
    body.append(
      s("path", { d: shape, class: "halo3" }),
      s("path", { d: shape, class: "halo2" }),
      s("path", { d: shape, class: "halo1" }),
    );
  body.append(counter(top, board.theme, board.bands));
  // On the upper edge, where it hides no factor.
  if (n > 1)
    body.append(
      s("rect", { x: -4, y: -11, width: 25, height: 15, rx: 4, class: "c-count-disc" }),
      s("text", { x: 8.5, y: 0.6, class: "c-count" }, covered ? "+?" : `×${n}`),
    );
  for (const p of list)
    if (board.can.has(p.id))
      g.append(
        s("rect", {
          x: 0,
          y: 0,
          width: 60,
          height: 60,
          class: "grip",
          tabindex: "0",
          role: "button",
          data: { piece: p.id, focus: at },
          "aria-label": board.hands.describePiece(p),
        }),
      );
  return g;
}
