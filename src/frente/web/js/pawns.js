// Pawns of a game whose data say how they look: bodies by side, icons, formation colours, one back for all that hide.
import { s } from "./dom.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Face} Face */
/** @typedef {import("./types").Looks} Looks */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./counters.js").Bands} Bands */

/** @type {Record<string, string>} */
const HEADS = {
  round: "M0 13.5V11A11 11 0 0 1 11 0H49A11 11 0 0 1 60 11V13.5Z",
  cut: "M0 13.5V9L9 0H51L60 9V13.5Z",
  square: "M0 13.5V0H60V13.5Z",
};
/** @type {Record<string, number>} */
const LEFT = { round: 6, cut: 7, square: 5 };
/** @type {Record<string, number>} */
const RINGS = { XXXX: 2, XXX: 1 }; // round the star of a headquarters
const SHIELD = "M34 39.6H53V48.5C53 54.5 48.5 57.5 43.5 59C38.5 57.5 34 54.5 34 48.5Z";

/**
 * What is printed on a piece, as far as it is known to who looks at it.
 * @param {Piece} p
 * @param {Bands} bands
 * @returns {Face | undefined}
 */
function faceOf(p, bands) {
  if (p.symbol === "hidden") return undefined;
  const unit = /** @type {Face | undefined} */ (bands.units.get(p.id));
  return unit?.kind === "handle" || !unit ? bands.pieces.get(p.size || p.id) : unit;
}

/**
 * @param {Piece} p
 * @param {Theme} theme
 * @param {Bands} bands
 * @param {Looks} looks
 * @returns {SVGGElement}
 */
export function pawn(p, theme, bands, looks) {
  const look = theme.sides[p.side] ?? Object.values(theme.sides)[0];
  const body = looks.body[p.side];
  const g = s(
    "g",
    { class: `counter pawn side-${look.key}` },
    s("path", { d: body, class: "c-under", transform: "translate(1.8 2.2)" }),
    s("path", { d: body, class: "c-body" }),
  );
  if (look.shape === "square") g.append(s("path", { d: "M2.8 2.8H57.2V57.2H2.8Z", class: "p-dash" }));
  const face = faceOf(p, bands);
  if (p.symbol === "hidden") back(g, looks);
  else if (face) {
    const colours = looks.formations[face.corps] ?? ["none", "var(--print)"];
    if (face.kind === "player_token") token(g, face, looks, colours);
    else if (face.kind === "decoy") back(g, { ...looks, back: { ...looks.back, sign: "–" } });
    else if (face.kind === "syndicate") {
      icon(g, face, looks, colours);
      words(g, 30, 57, face.short, "p-party", 6);
    } else if (face.kind === "leader" || face.kind === "agent") person(g, face, looks, colours);
    else unit(g, p, face, look.shape, looks, colours);
  }
  g.append(s("path", { d: body, class: "c-edge" }));
  // Face down, but not to who looks: it is seen with the sign of its back.
  if (face && p.state.includes("hidden"))
    g.append(
      s("circle", { cx: 50.5, cy: 25, r: 8, class: "p-veil" }),
      s("text", { x: 50.5, y: 29.7, class: "p-veiled" }, looks.back.sign),
    );
  return g;
}

/**
 * The same for every piece of a side.
 * @param {SVGGElement} g
 * @param {Looks} looks
 */
function back(g, { back: { lines, turns, sign } }) {
  g.append(
    ...turns.map((turn) => s("path", { d: lines, class: "p-orbit", transform: `rotate(${turn} 30 30)` })),
    s("circle", { cx: 30, cy: 30, r: 13, class: "p-eye" }),
    s("text", { x: 30, y: 38.6, class: "p-q" }, sign),
  );
}

/**
 * @param {SVGGElement} g
 * @param {Face} face
 * @param {Looks} looks
 * @param {string[]} colours
 */
function icon(g, face, looks, [colour]) {
  for (const part of looks.icons[face.icon] ?? [])
    g.append(
      s("path", { d: part.d, class: "p-" + part.as, ...(part.as === "formation" ? { fill: colour } : {}) }),
    );
}

/**
 * A line of print, smaller where there are more letters than room.
 * @param {SVGGElement} g
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} kind
 * @param {number} room in letters
 * @param {string} [ink]
 */
function words(g, x, y, text, kind, room, ink) {
  if (!text) return;
  const el = s("text", { x, y, class: kind, ...(ink ? { fill: ink } : {}) }, text);
  const share = Math.min(1, ((room + 0.6) / text.length) ** 0.62);
  if (share < 1) el.setAttribute("transform", `translate(${x} ${y}) scale(${share.toFixed(3)}) translate(${-x} ${-y})`);
  g.append(el);
}

/**
 * @param {SVGGElement} g
 * @param {Face} face
 * @param {Looks} looks
 * @param {string[]} colours
 */
function token(g, face, looks, colours) {
  g.append(s("circle", { cx: 30, cy: 30, r: 25, class: "p-ring" }), s("circle", { cx: 30, cy: 30, r: 21.5, class: "p-disc" }));
  icon(g, face, looks, colours);
  words(g, 30, 38, face.short, "p-val p-dark", 3);
}

/**
 * A bust over the stripe of a formation; without a stripe he answers to the player token.
 * @param {SVGGElement} g
 * @param {Face} face
 * @param {Looks} looks
 * @param {string[]} colours
 */
function person(g, face, looks, colours) {
  words(g, 30, 10.6, face.short, "p-name mid", 8);
  icon(g, face, looks, colours);
  if (face.corps) {
    g.append(s("rect", { x: 0.7, y: 38.2, width: 58.6, height: 6.6, class: "p-stripe", fill: colours[0] }));
    words(g, 30, 44, face.brigade, "p-tiny", 6, colours[1]);
  }
  const { initiative = 0, bare = false, modifier = 0 } = face.values;
  if (!bare) g.append(s("circle", { cx: 17, cy: 52, r: 7.2, class: "p-disc" }));
  words(g, 17, 56.8, bare ? `(${initiative})` : String(initiative), bare ? "p-low" : "p-low p-dark", 3);
  words(g, 43, 56.8, modifier > 0 ? `+${modifier}` : modifier < 0 ? `−${-modifier}` : "0", "p-low", 3);
}

/**
 * @param {SVGGElement} g
 * @param {Piece} p
 * @param {Face} face
 * @param {string} shape
 * @param {Looks} looks
 * @param {string[]} colours
 */
function unit(g, p, face, shape, looks, colours) {
  const left = LEFT[shape] ?? 6;
  g.append(s("path", { d: HEADS[shape] ?? HEADS.square, class: "p-head", fill: colours[0] }));
  words(g, left, 10.6, face.short, face.size ? "p-name p-narrow" : "p-name", face.size ? 6 : 7.5, colours[1]);
  if (face.size) g.append(s("text", { x: 62 - left, y: 10, class: "p-size", fill: colours[1] }, face.size));
  for (let k = 0; k < (RINGS[face.size] ?? 0); k++)
    g.append(s("circle", { cx: 30, cy: 31, r: 17.4 - 2.6 * k, class: k ? "p-halo2" : "p-disc" }));
  icon(g, face, looks, colours);
  if (face.icon === "star" || face.icon === "helmet")
    words(g, 30, face.icon === "star" ? 35.6 : 33.2, face.brigade, "p-num", 1.6, colours[1]);
  const { command, initiative, morale, credit } = face.values;
  if (command !== undefined) {
    // Points that are spent show beside those the headquarters has.
    const left = p.state.find((x) => x.startsWith("points:"))?.slice(7) ?? String(command);
    const spent = left !== String(command);
    g.append(s("rect", { x: spent ? 13 : 20, y: 43, width: spent ? 34 : 20, height: 15.5, rx: 2.5, class: "p-disc" }));
    words(g, 30, 56.2, spent ? `${left}/${command}` : left, "p-val p-dark", 3);
  } else if (initiative !== undefined && morale !== undefined) {
    // Initiative in a disc, morale in a shield; damage takes one from both.
    const hurt = p.state.includes("damaged") ? 1 : 0;
    g.append(s("circle", { cx: 16.5, cy: 48.8, r: 9.4, class: "p-disc" }), s("path", { d: SHIELD, class: "p-disc" }));
    words(g, 16.5, 54.9, String(Math.max(0, initiative - hurt)), "p-val p-dark" + (hurt ? " p-hurt" : ""), 2);
    words(g, 43.5, 54.9, String(Math.max(0, morale - hurt)), "p-val p-dark" + (hurt ? " p-hurt" : ""), 2);
  } else words(g, 30, 56.5, credit === undefined ? p.factors : credit > 0 ? `+${credit}` : `−${-credit}`, "p-val p-on", 3);
}
