// One path of a map may hold thousands of small marks — crowns of trees, hachures, houses — or all the lines of a network. They
// are taken apart by place: whoever draws a part of the map anew then leaves out what lies elsewhere, which costs most of the
// time otherwise.
import { s } from "./dom.js";

const MANY = 150; // marks in a path that is worth it
const SMALL = 40; // map units; larger figures may be outlines with holes in them, which belong together
const SQUARE = 300; // map units: side of what is kept together
const LINES = 8; // in a path that is worth it; they are dearer than marks
const THIN = 10; // map units; where two wide pale lines meet, one over the other would be seen

/** How many numbers a step has, and which of them move the pen across and down. @type {Record<string, number[]>} */
const STEPS = { m: [2, 0, 1], M: [2, 0, 1], l: [2, 0, 1], h: [1, 0, -1], v: [1, -1, 0], a: [7, 5, 6], z: [0], Z: [0] };

/**
 * Path data of the figures in every square, or nothing if the path is better left whole.
 * @param {string} d
 * @param {boolean} [lines] it is not filled: long figures may be parted, too
 * @returns {string[] | null}
 */
export function bySquare(d, lines = false) {
  if ((d.match(/m/gi)?.length ?? 0) < (lines ? LINES : MANY)) return null;
  /** @type {Map<string, string>} */
  const squares = new Map();
  let [x, y, left, top, from, reach] = [0, 0, 0, 0, 0, 0]; // pen, where a figure begins, its text after that, how far it goes
  const keep = (/** @type {number} */ to) => {
    const square = reach > SQUARE ? "at " + from : Math.floor(left / SQUARE) + " " + Math.floor(top / SQUARE);
    squares.set(square, `${squares.get(square) ?? ""}M${+left.toFixed(2)} ${+top.toFixed(2)}${d.slice(from, to)}`);
    reach = 0;
  };
  let step = "",
    /** @type {number[]} */ numbers = [];
  for (const token of d.matchAll(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi)) {
    const [text] = token;
    if (text >= "A") {
      if (numbers.length || !(text in STEPS)) return null;
      if (from && (text === "m" || text === "M")) keep(token.index);
      if (text === "z" || text === "Z") [x, y] = [left, top];
      step = text;
      continue;
    }
    const [size, across, down] = STEPS[step] ?? [0];
    if (numbers.push(Number(text)) < size) continue;
    if (!size) return null;
    x = (step === "M" ? 0 : x) + (numbers[across] ?? 0);
    y = (step === "M" ? 0 : y) + (numbers[down] ?? 0);
    numbers = [];
    if (step === "m" || step === "M") {
      [left, top, from] = [x, y, token.index + text.length];
      step = ""; // a line without a letter of its own is not known here
    } else {
      reach = Math.max(reach, Math.abs(x - left) + Math.abs(y - top));
      if (!lines && reach > SMALL) return null;
    }
  }
  keep(d.length);
  return [...squares.values()];
}

/**
 * Drawn as lines only, wherever it is used.
 * @param {Element} el
 * @param {Element} root
 */
function isLines(el, root) {
  const id = el.closest("defs [id]")?.id;
  const inks = id ? [...root.querySelectorAll(`use[href="#${CSS.escape(id)}"]`)] : [el];
  return inks.every(
    (ink) =>
      ink.getAttribute("fill") === "none" &&
      (!ink.hasAttribute("stroke-opacity") || Number(ink.getAttribute("stroke-width")) <= THIN),
  );
}

/** @param {Element} root */
export function takeApart(root) {
  for (const el of root.querySelectorAll("path")) {
    const d = el.getAttribute("d") ?? "";
    const squares = bySquare(d) ?? (isLines(el, root) ? bySquare(d, true) : null);
    if (!squares) continue;
    const g = s(
      "g",
      {},
      squares.map((part) => s("path", { d: part })),
    );
    for (const { name, value } of el.attributes) if (name !== "d") g.setAttribute(name, value);
    el.replaceWith(g);
  }
}
