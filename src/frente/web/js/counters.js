// Counters as the server's painter draws them (frente/draw/faces.py), and over them what has befallen the unit: factors
// that have changed, chips of its state. Nothing that is printed on a counter is drawn here.
import { s } from "./dom.js";
import { befallen } from "./pawns.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Unit} Unit */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").Stroke} Stroke */

const WIDE = 5; // letters of factors; what is longer is narrower, never lower
/** Outline and sign of each status chip, in a box of 20 by 20; every outline is different.
 * @type {Record<string, [string, string]>} */
export const CHIPS = {
  unsupplied: ["M10 0L20 10L10 20L0 10Z", "M10 5.4A4.6 4.6 0 0 1 10 14.6A4.6 4.6 0 0 1 10 5.4ZM6.8 13.2L13.2 6.8"],
  moved: ["M0 0H13L20 10L13 20H0Z", "M3.5 10H13M9.5 5.8L13.7 10L9.5 14.2"],
  attacked: [
    "M10 0L12.6 4.6L17.6 3L16.2 8L20 10L16.2 12L17.6 17L12.6 15.4L10 20L7.4 15.4L2.4 17L3.8 12L0 10L3.8 8L2.4 3L7.4 4.6Z",
    "M7 7L13 13M13 7L7 13",
  ],
  "was-attacked": ["M10 0L20 6V14L10 20L0 14V6Z", "M10 4.5V11M10 14.5V15"],
  retreated: ["M20 0H7L0 10L7 20H20Z", "M16 14V9.5A3 3 0 0 0 13 6.5H7M9.8 3.4L6.6 6.5L9.8 9.6"],
  frozen: ["M3 0H17L20 3V17L17 20H3L0 17V3Z", "M10 4.5V15M6 7.5H14M4.6 11.5A5.5 5.5 0 0 0 15.4 11.5"],
  spent: ["M10 0A10 10 0 0 1 10 20A10 10 0 0 1 10 0Z", "M5.5 10H14.5"],
  travelled: ["M0 4H20V16H0Z", "M3 8H17M3 12H17M6 6.3V13.7M10 6.3V13.7M14 6.3V13.7"],
  landed: ["M0 0H20L16 20H4Z", "M10 4V14.5M6.5 6.8H13.5M4.8 11.5A5.4 5.4 0 0 0 15.2 11.5"],
  new: ["M0 0H20V20H0Z", "M10 5V15M5 10H15"],
  damaged: ["M10 0L20 6V14L10 20L0 14V6Z", "M11.5 3.5L6.5 9.5L13 11.5L8.5 17"],
  fixed: ["M2 0H18L20 2V18L18 20H2L0 18V2Z", "M6 8.5V6.5A4 4 0 0 1 14 6.5V8.5M4.5 9H15.5V15.5H4.5Z"],
  prisoner: ["M0 0H20V20H0Z", "M5 2V18M10 2V18M15 2V18"],
  committed: ["M10 0A10 10 0 0 1 10 20A10 10 0 0 1 10 0Z", "M5 10.5L8.6 14L15 6.5"],
  disorganised: ["M10 0L20 4V16L10 20L0 16V4Z", "M4.5 8Q7.2 4.5 10 8T15.5 8M4.5 13.5Q7.2 10 10 13.5T15.5 13.5"],
  panicked: ["M10 0L20 20H0Z", "M10 6.5V13M10 16V16.4"],
  reserve: ["M0 0H20V14L10 20L0 14Z", "M7 15V5H11A2.9 2.9 0 0 1 11 10.8H7M10.6 10.8L13.6 15"],
  released: ["M0 6L10 0L20 6V20H0Z", "M10 16V6.5M6.2 10.2L10 6.2L13.8 10.2"],
  fired: ["M10 0A10 10 0 0 1 10 20A10 10 0 0 1 10 0Z", "M5 14L14 6M11 5.2L15 5L14.8 9"],
  loaded: ["M0 3H20V17H0Z", "M3.5 12.5V7H11V12.5ZM11 9H14.2L16.5 11V12.5H11M6.5 14.5V14.6M13.8 14.5V14.6"],
  "movement-mode": ["M0 0H14L20 10L14 20H0Z", "M4 13.5H14M7 13.5V8H11.5L14 10.5"],
};

CHIPS.fought = CHIPS.attacked;
const USED = ["moved", "attacked", "fought", "travelled"];

/** The faces of a game's counters, and what is known of its units. */
export class Bands {
  /** @param {BoardData} board */
  constructor({ units, faces, looks, pieces = [] }) {
    this.faces = faces;
    this.looks = looks; // of pawns, where the game has its own
    this.pieces = new Map(pieces.map((x) => [x.id, x])); // what may be behind pieces that hide
    /** @type {Map<string, Unit>} */
    this.units = new Map(units.map((u) => [u.id, u]));
  }

  /**
   * Steps of a unit at full strength.
   * @param {Piece} p
   */
  strength(p) {
    return this.units.get(p.id)?.steps ?? p.steps;
  }

  /**
   * The face that shows: of the steps that are left, of the side that is up, or a card that tells nothing.
   * @param {Piece} p
   * @param {Theme} theme
   */
  face(p, theme) {
    const { of, hidden, blank } = this.faces;
    if (p.symbol === "hidden") return hidden[p.side];
    // A pawn that hides what it is has its true name where others have their size.
    const known = of[p.size] ?? of[p.id];
    if (!known) return blank[p.side];
    const side = theme.reverse && p.state.includes(theme.reverse) ? "back" : "front";
    return known[`${p.symbol} ${p.steps}`] ?? known[p.side] ?? known[side] ?? Object.values(known)[0];
  }

  /**
   * @param {Piece} p
   * @param {Theme} theme
   */
  draw(p, theme) {
    const [kind, strokes] = this.faces.faces[this.face(p, theme)];
    return s("g", { class: kind }, strokes.map((n) => built(this.faces.strokes[n])));
  }
}

/**
 * @param {Stroke} stroke
 * @returns {SVGElement}
 */
function built([tag, attrs, inside]) {
  return s(/** @type {"g"} */ (tag), attrs, Array.isArray(inside) ? inside.map(built) : inside);
}

/**
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @returns {SVGGElement}
 */
export function counter(p, theme, bands) {
  const g = bands.draw(p, theme);
  if (p.id) reckoned(g, p.factors);
  // What the legend explains, where the game has one.
  const chips = p.state.map((x) => x.split(":")[0]).filter((x) => x in CHIPS && (theme.chips?.includes(x) ?? true));
  if (bands.looks) {
    befallen(g, p, bands.looks);
    chips.slice(0, 2).forEach((name, k) => g.append(chip(name, -8, 17 * k + 16, 18)));
    return g;
  }
  if (p.state.some((x) => USED.includes(x))) g.classList.add("used");
  if (chips.length) g.querySelector(".c-star")?.setAttribute("transform", "translate(-8.5 0)");
  chips.slice(0, 2).forEach((name, k) => g.append(chip(name, 51, 16 * k - 7)));
  if (chips.length > 2) g.append(s("text", { x: 58.5, y: 35, class: "c-more" }, "+" + (chips.length - 2)));
  return g;
}

/**
 * Factors that are not those printed: of another mode, or none where they are secret.
 * @param {SVGGElement} g
 * @param {string} text
 */
function reckoned(g, text) {
  const line = g.querySelector(".c-factors");
  const factors = text.replaceAll("/", "·");
  if (!line || line.textContent === factors) return;
  if (!factors) return line.remove();
  line.textContent = factors;
  const long = factors.length > WIDE;
  line.classList.toggle("c-long", long);
  for (const [name, value] of [["textLength", "56"], ["lengthAdjust", "spacingAndGlyphs"]])
    if (long) line.setAttribute(name, value);
    else line.removeAttribute(name);
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
export function chip(name, x, y, size = 15) {
  const [outline, mark] = CHIPS[name];
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${size / 20})`, class: "chip" },
    s("path", { d: outline, class: "chip-body" }),
    s("path", { d: mark, class: "chip-sign" }),
  );
}

/**
 * A counter as a small picture for the rail.
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @param {string} [name] what a screen reader says; without one the picture is decoration
 */
export function picture(p, theme, bands, name = "") {
  return s(
    "svg",
    {
      viewBox: "-3 -9 70 73",
      class: "pic",
      ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }),
    },
    counter(p, theme, bands),
  );
}
