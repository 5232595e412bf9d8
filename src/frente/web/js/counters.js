// Counters in a box of 60 by 60: side colours, formation band, NATO sign, size, name, factors, steps, elite star, chips.
// The sides differ without colour: dark card, round corners, light print against pale card, cut corners, dark print.
import { s } from "./dom.js";
import { pawn } from "./pawns.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Unit} Unit */
/** @typedef {import("./types").Board} BoardData */

/** @type {Record<string, string>} */
const BODY = {
  round: "M9 0H51A9 9 0 0 1 60 9V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51V9A9 9 0 0 1 9 0Z",
  cut: "M8 0H52L60 8V52L52 60H8L0 52V8Z",
};
// Band and lost stripe follow the outline, so that no clip path is needed.
/** @type {Record<string, [string, string]>} */
const PARTS = {
  round: ["M0 13V9A9 9 0 0 1 9 0H51A9 9 0 0 1 60 9V13Z", "M0 41.5H60V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51Z"],
  cut: ["M0 13V8L8 0H52L60 8V13Z", "M0 41.5H60V52L52 60H8L0 52Z"],
};
const BANDS = 12; // colours --band0 to --band11
const SIGNS = {
  infantry: "M16 21.5L44 39M44 21.5L16 39",
  cavalry: "M16 39L44 21.5",
  garrison: "M21 35.5v-8h3.5v2.6h3.7v-2.6h3.6v2.6h3.7v-2.6h3.5v8Z",
  artillery: "M30 27.5a2.8 2.8 0 1 0 .01 0Z",
  "": "",
};
const GUN = "M9 33.5L21 27.5L20 24.5L48 16L49.2 19.4L31 26L33 31H27L11 36.5Z";
const HATCH = Array.from({ length: 10 }, (_, k) => `M${11 * k - 50} 62l62 -62`).join("");
const STAR = "M51.5 1.6L53 5.4L57 5.6L53.9 8.1L55 12L51.5 9.8L48 12L49.1 8.1L46 5.6L50 5.4Z";
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

/** Bands by formation, the same on every screen: in the order in which the formations stand in the game's data. */
export class Bands {
  /** @param {BoardData} board */
  constructor({ units, bands = {}, signs = {}, stripes = {}, looks, pieces = [] }) {
    /** @type {Map<string, number>} */
    this.of = new Map();
    this.flags = bands; // bands with a pattern of their own
    this.signs = signs; // of the kinds of units of this game
    this.stripes = stripes; // by nationality: colour, print, abbreviation, pattern
    this.looks = looks; // of pawns, where the game has its own
    this.pieces = new Map(pieces.map((x) => [x.id, x])); // what may be behind pieces that hide
    /** @type {Map<string, Unit>} */
    this.units = new Map(units.map((u) => [u.id, u]));
    for (const u of units)
      if (!this.of.has(u.formation)) this.of.set(u.formation, u.formation ? 1 + (this.of.size % (BANDS - 1)) : 0);
  }

  /**
   * Steps of a unit at full strength.
   * @param {Piece} p
   */
  strength(p) {
    return this.units.get(p.id)?.steps ?? p.steps;
  }
}

/**
 * The short name printed on the card.
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 */
function brief(p, theme, bands) {
  const given = bands.units.get(p.id)?.short;
  if (given !== undefined) return given;
  const brigade = bands.units.get(p.id)?.brigade ?? "";
  if (brigade && brigade.length < 6) return brigade;
  for (const [long, short] of Object.entries(theme.abbreviations)) if (p.name.includes(long)) return short;
  const inner = /\(([^)]+)\)/.exec(p.name);
  const word = (inner ? inner[1] : p.name).split(/[ ,]/)[0];
  return word.replace(/^(\d+)(st|nd|rd|th)$/, "$1").slice(0, 5);
}

/**
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @returns {SVGGElement}
 */
export function counter(p, theme, bands) {
  if (bands.looks) return marked(pawn(p, theme, bands, bands.looks), p);
  return bands.flags[p.formation] || (p.id === "" && Object.keys(bands.flags).length)
    ? flagged(p, theme, bands)
    : lettered(p, theme, bands);
}

/**
 * Chips of what has befallen a pawn.
 * @param {SVGGElement} g
 * @param {Piece} p
 */
function marked(g, p) {
  const chips = p.state.filter((x) => x in CHIPS);
  chips.slice(0, 2).forEach((name, k) => g.append(chip(name, -8, 17 * k + 16, 18)));
  return g;
}

/**
 * A counter without a unit sign: the flag of its faction, star or gun, name, factors. Its back is pale and ruled, with
 * half a flag, so that it is told apart without colour.
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @returns {SVGGElement}
 */
function flagged(p, theme, bands) {
  const look = theme.sides[p.side] ?? Object.values(theme.sides)[0];
  const body = BODY[look.shape];
  const back = p.state.includes(theme.reverse ?? "");
  const g = s(
    "g",
    { class: `counter flagged side-${look.key}${back ? " back" : ""}` },
    s("path", { d: body, class: "c-under", transform: "translate(1.8 2.2)" }),
    s("path", { d: body, class: "c-body" }),
  );
  const flag = s(
    "g",
    { class: "c-flag" },
    (bands.flags[p.formation] ?? []).map((x) =>
      s("path", { d: x.d, fill: x.fill ?? "none", ...(x.stroke ? { stroke: x.stroke, "stroke-width": x.width } : {}) }),
    ),
  );
  if (back) {
    g.append(s("path", { d: HATCH, class: `c-hatch ${look.shape}` }));
    flag.setAttribute("transform", "translate(-15 0)");
  }
  g.append(
    s("g", { class: `c-top ${look.shape}${back ? " half" : ""}` }, flag),
    s("path", { d: back ? "M0 16.8H30.5V0" : "M0 16.8H60", class: "c-rule" }),
    s("path", { d: body, class: "c-edge" }),
  );
  const short = brief(p, theme, bands);
  if (p.size === "artillery") {
    g.append(
      s("path", { d: GUN, class: "c-gun", transform: "translate(0 1.5)" }),
      s("circle", { cx: 30, cy: 32.5, r: 6.6, class: "c-wheel" }),
    );
  } else {
    if (p.elite)
      g.append(s("path", { d: STAR, class: "c-shock", transform: "translate(-66.4 13.6) scale(1.52 1.82)" }));
    const small = short.length > 7 || (p.elite && short.length > 5);
    add(g, s("text", { x: p.elite ? 39 : 30, y: 33, class: "c-who" + (small ? " c-tight" : "") }, short));
  }
  add(g, s("text", { x: 30, y: 55.5, class: "c-strength" }, p.factors));
  const chips = p.state.filter((x) => x in CHIPS && x !== theme.reverse);
  chips.slice(0, 2).forEach((name, k) => g.append(chip(name, 51, 16 * k - 7)));
  return g;
}

/**
 * A counter with a unit sign.
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @returns {SVGGElement}
 */
function lettered(p, theme, bands) {
  const look = theme.sides[p.side] ?? Object.values(theme.sides)[0];
  const body = BODY[look.shape],
    [band, reduced] = PARTS[look.shape];
  const full = bands.strength(p),
    lost = full - p.steps;
  const gone = p.steps === 0;
  const g = s(
    "g",
    { class: `counter side-${look.key}${lost && !gone ? " lost" : ""}` },
    s("path", { d: body, class: "c-under", transform: "translate(1.8 2.2)" }),
    s("path", { d: body, class: "c-body" }),
  );
  const stripe = bands.stripes[p.formation];
  if (stripe) {
    const [tone, , , pattern] = stripe;
    g.append(s("path", { d: band, class: "c-tint", fill: tone }));
    if (pattern) g.append(s("path", { d: pattern, class: "c-weave " + look.shape }));
  } else g.append(s("path", { d: band, class: "c-tint band" + (bands.of.get(p.formation) ?? 0) }));
  if (look.shape === "cut") g.append(s("path", { d: "M0 14.6H60", class: "c-rule" }));
  if (lost && !gone)
    g.append(s("path", { d: reduced, class: "c-stripe" }), s("path", { d: "M0 41.5H60", class: "c-rule" }));
  g.append(s("path", { d: body, class: "c-edge" }));
  // What the legend explains, where the game has one.
  const chips = p.state.map((x) => x.split(":")[0]).filter((x) => x in CHIPS && (theme.chips?.includes(x) ?? true));
  // Where the band tells the nationality by its colour, the unit's name stands in it and the party or nation beside it.
  const short = brief(p, theme, bands);
  const above = stripe ? short : (theme.formations?.[p.formation] ?? p.formation).slice(0, 5);
  const beside = stripe ? bands.units.get(p.id)?.brigade || stripe[2] : short;
  const ink = stripe ? { fill: stripe[1] } : {};
  add(g, s("text", { x: look.shape === "round" ? 6 : 8, y: 10.4, class: "c-band", ...ink }, above));
  add(g, s("text", { x: stripe ? (p.elite ? 37 : 45) : above.length > 3 ? 41 : 34, y: 10.6, class: "c-size", ...ink }, p.size));
  if (p.elite) g.append(s("path", { d: STAR, class: "c-star", transform: chips.length ? "translate(-8.5 0)" : "" }));
  g.append(sign(p.symbol, bands.signs[p.symbol]));
  add(
    g,
    s(
      "text",
      {
        x: 0,
        y: 0,
        transform: "translate(11.7 30.5) rotate(-90)",
        class: "c-name" + (beside.length > 4 ? " c-tight" : ""),
      },
      beside,
    ),
  );
  if (full > 1)
    for (let k = 0; k < full; k++)
      g.append(s("path", { d: `M48 ${23 + 8 * k}h5.6v5.6h-5.6Z`, class: k < lost ? "c-pip gone" : "c-pip" }));
  const factors = p.factors.replaceAll("/", "·");
  // What is too long for the card is narrower, never lower.
  const squeezed = factors.length > 5 ? { textLength: 56, lengthAdjust: "spacingAndGlyphs" } : {};
  add(g, s("text", { x: 30, y: 56.6, class: "c-factors" + (factors.length > 5 ? " c-long" : ""), ...squeezed }, factors));
  if (p.state.some((x) => USED.includes(x))) g.classList.add("used");
  chips.slice(0, 2).forEach((name, k) => g.append(chip(name, 51, 16 * k - 7)));
  if (chips.length > 2) add(g, s("text", { x: 58.5, y: 35, class: "c-more" }, "+" + (chips.length - 2)));
  return g;
}

/**
 * @param {SVGElement} g
 * @param {SVGElement} child
 */
function add(g, child) {
  if (child.textContent) g.append(child);
}

/**
 * @param {string} kind
 * @param {string} [given] the sign that the game itself has for it
 */
function sign(kind, given) {
  // Flags and aircraft stand without a frame, as on the printed counters.
  if (given && (kind === "hq" || kind === "air"))
    return s("path", { d: given, class: `c-sign c-free${kind === "air" ? " c-dark" : ""}` });
  if (kind === "tank" && !given) {
    const g = s(
      "g",
      { transform: "translate(12 20.5)", class: "c-sign" },
      s("path", { d: "M3 12.5L6 8H12V3.5H22L23 5H34V6.6H23V8H29L33.5 12.5Z", class: "c-hull" }),
      s("path", { d: "M4 12.5H33A4 4 0 0 1 32 20H6A4 4 0 0 1 4 12.5Z", class: "c-dark" }),
    );
    for (let k = 0; k < 6; k++) g.append(s("circle", { cx: 7.4 + k * 4.5, cy: 16.6, r: 1.7, class: "c-light" }));
    return g;
  }
  return s(
    "g",
    { class: "c-sign" },
    s("path", { d: "M16 21.5h28v17.5h-28Z", class: "c-box" }),
    s("path", {
      d: given ?? SIGNS[/** @type {keyof typeof SIGNS} */ (kind)] ?? "",
      class: kind === "garrison" ? "c-line c-dark" : "c-line",
    }),
  );
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
