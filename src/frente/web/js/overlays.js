// Marks laid over the map: overlays a player asks for, and the marks that always lie there.
import { s } from "./dom.js";
import { frontier } from "./front.js";
import { placeMarks } from "./placemarks.js";
import { regions } from "./regions.js";
import { roads } from "./roads.js";
import { dress } from "./theme.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Theme} Theme */

const BOMB = "M-9 -9L9 9M9 -9L-9 9";

/**
 * @param {Theme} theme
 * @param {string} mark
 * @returns {[import("./types").Livery | undefined, string]} the look of the side it names, and the rest
 */
function split(theme, mark) {
  const [name, ...rest] = mark.split(":");
  const look = theme.sides[name];
  return look ? [look, rest.join(":")] : [undefined, mark];
}

/**
 * @param {Board} board
 * @param {string} name
 * @param {Record<string, string[]>} marks
 */
export function showOverlay(board, name, marks) {
  const els = board.theme.regions?.[name] ? regions(board, board.theme.regions[name], marks) : roads(board, marks);
  if (els.length) marks = {};
  for (const [id, list] of Object.entries(marks)) {
    const x = board.spaces.get(id);
    if (!x) continue;
    const area = (/** @type {string} */ look) =>
      x.land // of a hex on the coast only the land
        ? s("path", { d: x.land.map((ring) => `M${ring.map((p) => p.join(" ")).join("L")}Z`).join(""), class: look })
        : s("polygon", { points: board.outline(x, 1), class: look });
    const price = list.find((m) => /^\d+$/.test(m));
    const holder = list.map((m) => split(board.theme, m)[0]).find((look) => look);
    if (price && holder) {
      els.push(
        s("polygon", { points: board.outline(x, 0.94), class: `over goal held-by over-side ${dress(holder)}` }),
        s(
          "g",
          { class: `worth of-side ${dress(holder)}`, transform: `translate(${x.x - 22} ${x.y - 24})` },
          s("circle", { r: 14 }),
          s("text", { y: 5 }, price),
        ),
      );
      continue;
    }
    const bySide = list.map((m) => split(board.theme, m));
    if (bySide.every(([look]) => look)) {
      for (const [look, rest] of bySide) {
        els.push(area(`over over-${name} over-side ${dress(look)}${board.theme.lesser?.includes(rest) ? " lesser" : ""}`));
        if (name === "interdiction")
          els.push(s("path", { d: BOMB, class: "bomb " + dress(look), transform: `translate(${x.x} ${x.y})` }));
        if (name === "interdiction" && rest) els.push(s("text", { x: x.x, y: x.y + 26, class: "over-text" }, rest));
      }
    } else if (list.every((m) => m.includes(":"))) {
      // Marks of the kind "what:state": a place may carry several, the last of them is the worst.
      const state = list.map((m) => m.split(":")[1]).sort()[0];
      const look = board.theme.sides[state];
      els.push(s("polygon", { points: board.outline(x, 0.94), class: `over over-state over-state-${look ? "held " + dress(look) : state}` }));
    } else {
      const sided = bySide.filter(([look]) => look);
      for (const [look] of sided) els.push(area(`over over-${name} over-side ${dress(look)}`));
      if (sided.length) continue;
      const held = list.includes("held") || list.includes("gained");
      const goal = board.theme.goals[list[0]];
      const kind = goal ? ` goal-of goal-${goal.key} goal-${goal.line}` : "";
      els.push(
        s("polygon", {
          points: board.outline(x, 0.96),
          class: `over goal${kind}${held ? " held" : ""}`,
        }),
      );
      const worth = list.find((m) => /^\d+$/.test(m));
      els.push(
        s(
          "g",
          { class: `worth${kind}`, transform: `translate(${x.x - 24} ${x.y - 26})` },
          s("circle", { r: 12 }),
          s("text", { y: 4.6 }, (worth ?? "") + (held ? "✓" : "") || "△"),
        ),
      );
    }
  }
  // Text of the objectives lies above the pieces, so that it is not hidden by those who hold them.
  board.layer.tint.replaceChildren(...els.filter((el) => !el.classList.contains("worth")));
  board.layer.badges.querySelectorAll(".worth").forEach((el) => el.remove());
  board.layer.badges.append(...els.filter((el) => el.classList.contains("worth")));
}

/** @param {Board} board */
export function clearOverlay(board) {
  board.layer.tint.replaceChildren();
  board.layer.badges.querySelectorAll(".worth").forEach((el) => el.remove());
}

const STAR = "M0 -5.6L1.7 -1.8L5.6 -1.6L2.6 .9L3.6 4.8L0 2.6L-3.6 4.8L-2.6 .9L-5.6 -1.6L-1.7 -1.8Z";
const BARS = "M-5 -3H5V-.8H-5ZM-5 .8H5V3H-5Z";
/** Outline and sign of a holder's mark, by the shape of his counters.
 * @type {Record<string, [string, string]>} */
const HOLDERS = {
  round: ["M0 -9A9 9 0 0 1 0 9A9 9 0 0 1 0 -9Z", STAR],
  cut: ["M-3.8 -9H3.8L9 -3.8V3.8L3.8 9H-3.8L-9 3.8V-3.8Z", BARS],
  square: ["M-8.5 -8.5H8.5V8.5H-8.5Z", BARS],
};

/**
 * Who holds an area, for those who do not see its colour: a mark at its printed sign, disc or octagon.
 * @param {import("./types").Space} x
 * @param {{key: string, shape: string}} look
 */
function flag(x, look) {
  if (!x.sign || x.tag) return [];
  const [shape, sign] = HOLDERS[look.shape] ?? HOLDERS.round;
  return [
    s(
      "g",
      { class: `holder side-${look.key}`, transform: `translate(${x.sign[0]} ${x.sign[1]})` },
      s("path", { d: shape, class: "marker-body" }),
      s("path", { d: sign, class: "holder-sign" }),
    ),
  ];
}

/**
 * A bar along the foot of a square, where nothing is printed.
 * @param {import("./types").Space} x
 * @param {import("./types").Livery} look
 */
function footing(x, look) {
  const [, , [right, low], [left]] = x.corners;
  return s("path", { d: `M${left} ${low - 9}H${right}V${low}H${left}Z`, class: `footing ${dress(look)}` });
}

/**
 * What lies on spaces in the position itself.
 * @param {Board} board
 * @param {Record<string, string[]>} spaces
 */
export function showMarks(board, spaces) {
  const els = [];
  /** @type {Map<string, string>} */
  const holders = new Map();
  for (const [id, list] of Object.entries(spaces)) {
    const x = board.spaces.get(id);
    if (!x) continue;
    for (const mark of list) {
      const [kind, side = ""] = mark.split(":");
      const look = board.theme.sides[side];
      if (kind === "held" && look && board.theme.front) holders.set(id, side);
      else if (kind === "held" && look)
        els.push(
          ...(x.tag ? [] : [s("polygon", { points: board.outline(x, 1), class: `ground-held over-side ${dress(look)}${x.room ? " area" : ""}` })]),
          ...(x.inside && x.corners.length === 4 ? [footing(x, look)] : []),
          ...flag(x, look),
        );
      else if (kind === "contested")
        els.push(
          ...Object.values(board.theme.sides)
            .slice(0, 2)
            .map((both, k) => s("polygon", { points: board.outline(x, 0.97 - 0.06 * k), class: `contested ${dress(both)}` })),
        );
      else if (kind === "interdiction")
        els.push(
          s(
            "g",
            { class: `marker ${dress(look)}`, transform: `translate(${x.x + 22} ${x.y + 20})` },
            s("circle", { r: 10, class: "marker-body" }),
            s("path", { d: BOMB, class: "marker-sign", transform: "scale(.55)" }),
          ),
        );
    }
  }
  // Also where nothing is left of what is printed there.
  for (const x of board.data.spaces) els.push(...placeMarks(x, spaces[x.id] ?? [], board.theme));
  const sign = JSON.stringify([...holders]);
  if (sign !== board.front.sign) board.front = { sign, els: holders.size ? frontier(board, holders) : [] };
  board.layer.marks.replaceChildren(...board.front.els, ...els);
}
