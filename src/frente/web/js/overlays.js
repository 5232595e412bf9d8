// Marks laid over the map: overlays a player asks for, and the marks that always lie there.
import { s } from "./dom.js";
import { shrunk } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types").Theme} Theme */

const BOMB = "M-9 -9L9 9M9 -9L-9 9";

/**
 * @param {Theme} theme
 * @param {string} mark
 * @returns {[string, string]} side key or "", and the rest
 */
function split(theme, mark) {
  const [name, ...rest] = mark.split(":");
  const key = theme.sides[name]?.key;
  return key ? [key, rest.join(":")] : ["", mark];
}

/**
 * @param {Board} board
 * @param {string} name
 * @param {Record<string, string[]>} marks
 */
export function showOverlay(board, name, marks) {
  const els = [];
  for (const [id, list] of Object.entries(marks)) {
    const x = board.spaces.get(id);
    if (!x) continue;
    const points = shrunk(x.corners, x.x, x.y, 1);
    const bySide = list.map((m) => split(board.theme, m));
    if (bySide.every(([key]) => key)) {
      for (const [key, rest] of bySide) {
        els.push(s("polygon", { points, class: `over over-${name} over-${key}` }));
        if (name === "interdiction")
          els.push(s("path", { d: BOMB, class: "bomb side-" + key, transform: `translate(${x.x} ${x.y})` }));
        if (name === "interdiction" && rest) els.push(s("text", { x: x.x, y: x.y + 26, class: "over-text" }, rest));
      }
    } else {
      const held = list.includes("held") || list.includes("gained");
      els.push(
        s("polygon", {
          points: shrunk(x.corners, x.x, x.y, 0.96),
          class: `over goal goal-${list[0]}${held ? " held" : ""}`,
        }),
      );
      const worth = list.find((m) => /^\d+$/.test(m));
      els.push(
        s(
          "g",
          { class: `worth goal-${list[0]}`, transform: `translate(${x.x - 24} ${x.y - 26})` },
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

/**
 * What lies on spaces in the position itself.
 * @param {Board} board
 * @param {Record<string, string[]>} spaces
 */
export function showMarks(board, spaces) {
  const els = [];
  for (const [id, list] of Object.entries(spaces)) {
    const x = board.spaces.get(id);
    if (!x) continue;
    for (const mark of list) {
      const [kind, side = ""] = mark.split(":");
      const key = board.theme.sides[side]?.key ?? "";
      if (kind === "held")
        els.push(s("polygon", { points: shrunk(x.corners, x.x, x.y, 1), class: `ground-held over-${key}` }));
      else if (kind === "interdiction")
        els.push(
          s(
            "g",
            { class: `marker side-${key}`, transform: `translate(${x.x + 22} ${x.y + 20})` },
            s("circle", { r: 10, class: "marker-body" }),
            s("path", { d: BOMB, class: "marker-sign", transform: "scale(.55)" }),
          ),
        );
    }
  }
  board.layer.marks.replaceChildren(...els);
}
