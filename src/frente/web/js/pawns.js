// What befalls pawns, over what is printed on them: points spent, damage, a back that does not hide from who looks.
import { s } from "./dom.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Looks} Looks */

/**
 * @param {SVGGElement} g the pawn as printed
 * @param {Piece} p
 * @param {Looks} looks
 */
export function befallen(g, p, looks) {
  const box = g.querySelector(".p-points"),
    command = g.querySelector(".p-command");
  // Points that are spent show beside those the headquarters has.
  const left = p.state.find((x) => x.startsWith("points:"))?.slice(7);
  if (box && command && left !== undefined && left !== command.textContent) {
    box.setAttribute("x", "13");
    box.setAttribute("width", "34");
    command.textContent = `${left}/${command.textContent}`;
  }
  // Damage takes one from both.
  if (p.state.includes("damaged"))
    for (const value of g.querySelectorAll(".p-initiative, .p-morale")) {
      value.classList.add("p-hurt");
      value.textContent = String(Math.max(0, Number(value.textContent) - 1));
    }
  // Face down, but not to who looks: it is seen with the sign of its back.
  if (p.symbol !== "hidden" && p.state.includes("hidden"))
    g.append(
      s("circle", { cx: 50.5, cy: 25, r: 8, class: "p-veil" }),
      s("text", { x: 50.5, y: 29.7, class: "p-veiled" }, looks.back.sign),
    );
}
