// Arrows of marches, under the counters: one for all who went the same way, thicker the more they are.
import { counter } from "./counters.js";
import { s } from "./dom.js";
import { dress } from "./theme.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Piece} Piece */

const EDGE = 25; // from the middle of a space to the edge of a counter
const HEAD = "M-15 -10L3 0L-15 10Z";

/**
 * The way of a move on the map, its end at the edge of the counter that stands there.
 * @param {Board} board
 * @param {string[]} path
 * @returns {[number, number][]}
 */
export function wayOf(board, path) {
  const points = path.flatMap((id) => {
    const x = board.spaces.get(id);
    return x ? [/** @type {[number, number]} */ ([x.x, x.y])] : [];
  });
  if (points.length < 2) return points;
  const [ax, ay] = points[points.length - 2],
    [bx, by] = points[points.length - 1],
    far = Math.hypot(bx - ax, by - ay) || 1,
    keep = Math.max(0.25, 1 - EDGE / far);
  points[points.length - 1] = [ax + (bx - ax) * keep, ay + (by - ay) * keep];
  return points;
}

/** @param {[number, number][]} points through the middles of the legs, so that corners are round */
export function curve(points) {
  if (points.length < 3) return "M" + points.map((p) => p.join(" ")).join("L");
  let d = `M${points[0].join(" ")}`;
  for (let k = 1; k < points.length - 1; k++) {
    const [x, y] = points[k],
      [nx, ny] = points[k + 1];
    d += k === points.length - 2 ? `Q${x} ${y} ${nx} ${ny}` : `Q${x} ${y} ${(x + nx) / 2} ${(y + ny) / 2}`;
  }
  return d;
}

/**
 * @param {Board} board
 * @param {Scene} scene
 * @param {string} look further classes: now, past
 * @returns {SVGElement[]}
 */
export function arrowsOf(board, scene, look) {
  const found = scene.moves.flatMap((m) => {
    const points = wayOf(board, m.path);
    const retreat = scene.kind === "battle" && m.side !== scene.side;
    const classes = `march ${dress(board.theme.sides[m.side])} ${look}${retreat ? " retreat" : ""}`;
    if (points.length < 2) {
      const [x, y] = points[0] ?? [0, 0];
      return points.length ? [s("circle", { cx: x, cy: y, r: 34, class: classes + " arrived" })] : [];
    }
    const d = curve(points),
      [ax, ay] = points[points.length - 2],
      [bx, by] = points[points.length - 1],
      turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI,
      width = Math.min(11, 5 + 1.6 * m.units.length);
    return [
      s(
        "g",
        { class: classes, data: { scene: scene.first } },
        s("path", { d, class: "march-halo", "stroke-width": width + 5 }),
        s("path", { d, class: "march-line", "stroke-width": width, pathLength: 1 }),
        s("path", { d: HEAD, class: "march-head", transform: `translate(${bx} ${by}) rotate(${turn})` }),
      ),
    ];
  });
  const gone = new Map(scene.lost.filter((x) => x.gone).map((x) => [x.at, x]));
  for (const [at, x] of gone) {
    const space = board.spaces.get(at);
    if (space)
      found.push(
        s("path", {
          d: "M-17 -17L17 17M17 -17L-17 17",
          class: `fell ${dress(board.theme.sides[x.side])} ${look}`,
          transform: `translate(${space.x} ${space.y})`,
        }),
      );
  }
  return found;
}

/**
 * A counter that goes along a way while one looks on; the promise is kept when it has arrived.
 * @param {Board} board
 * @param {Piece} piece
 * @param {string[]} path
 * @param {number} ms
 * @param {number} delay
 */
export function walk(board, piece, path, ms, delay) {
  const points = path.flatMap((id) => {
    const x = board.spaces.get(id);
    return x ? [/** @type {[number, number]} */ ([x.x, x.y])] : [];
  });
  const [x, y] = points[0];
  const ghost = s(
    "g",
    { class: "walker" },
    s("g", { transform: "translate(-27.6 -27.6) scale(.92)" }, counter(piece, board.theme, board.bands)),
  );
  board.layer.stacks.append(ghost);
  if (points.length < 2) ghost.setAttribute("transform", `translate(${x} ${y})`);
  else ghost.style.offsetPath = `path("${curve(points)}")`;
  ghost.animate([{ offsetDistance: "0%" }, { offsetDistance: "100%" }], {
    duration: ms,
    delay,
    fill: "both",
    easing: "ease-in-out",
  });
  return ghost;
}
