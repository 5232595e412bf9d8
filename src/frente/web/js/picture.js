// Pictures to keep and send: any drawing of the page, and the map with all that lies on it, as PNG.
import { h, s } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

const WIDE = 1600; // pixels of a picture
const TITLE = 44; // pixels of the line below a map
// What a drawing takes from the style sheets of the page; a picture knows nothing of them.
const KEPT = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "opacity", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  "clip-path", "transform", "transform-origin", "x", "y", "width", "height", "rx",
];

/** @type {Promise<string> | null} */
let faces = null;

/** The faces of the page, inside a style sheet. */
async function embedded() {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href ?? location.href }] : [])),
  );
  const all = await Promise.all(
    rules.map(async ({ rule, base }) => {
      const url = rule.style.getPropertyValue("src").match(/url\("?([^")]+)"?\)/)?.[1] ?? "";
      const blob = await (await fetch(new URL(url, base))).blob();
      const data = await new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
      });
      const say = (/** @type {string} */ name) => `${name}:${rule.style.getPropertyValue(name)};`;
      return `@font-face{${say("font-family")}${say("font-weight")}${say("font-style")}src:url(${data})}`;
    }),
  );
  return all.join("");
}

/**
 * A copy that looks the same by itself; what is not shown is left out.
 * @param {SVGElement} el
 */
function alone(el) {
  const copy = /** @type {SVGElement} */ (el.cloneNode(true));
  const [from, to] = [el, copy].map((x) => [x, ...x.querySelectorAll("*")]);
  const gone = [];
  for (const [k, x] of from.entries()) {
    const style = getComputedStyle(x),
      mine = /** @type {SVGElement} */ (to[k]);
    if (style.display === "none" || style.visibility === "hidden") gone.push(mine);
    else for (const name of KEPT) mine.style.setProperty(name, style.getPropertyValue(name));
  }
  for (const x of gone) x.remove();
  return copy;
}

/**
 * @param {SVGElement} svg by itself
 * @param {string} rules
 * @param {number[]} box of the drawing
 * @param {number} width pixels
 */
async function drawn(svg, rules, box, width) {
  const height = Math.round((width * box[3]) / box[2]);
  faces ??= embedded();
  const style = s("style");
  style.textContent = (await faces) + rules;
  svg.prepend(style);
  const look = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const dress = { viewBox: box.join(" "), width, height, xmlns: "http://www.w3.org/2000/svg", "data-theme": look };
  for (const [name, value] of Object.entries(dress)) svg.setAttribute(name, String(value));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  return image;
}

/**
 * @param {number} width
 * @param {number} height
 */
function sheet(width, height) {
  const canvas = h("canvas", { width, height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = getComputedStyle(document.body).getPropertyValue("--panel") || "#fff";
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} name
 */
async function keepFile(canvas, name) {
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const url = URL.createObjectURL(/** @type {Blob} */ (blob));
  h("a", { href: url, download: name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") + ".png" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * A plot with its title, as a file.
 * @param {SVGSVGElement} svg
 * @param {string} title
 */
export async function plotPicture(svg, title) {
  const box = svg.viewBox.baseVal;
  const image = await drawn(alone(svg), "", [box.x, box.y, box.width, box.height], WIDE);
  const { canvas, pen } = sheet(WIDE, image.height + 2 * TITLE);
  pen.drawImage(image, 0, 2 * TITLE);
  write(pen, title, 50);
  await keepFile(canvas, title);
}

/**
 * The position that is shown, as a file.
 * @param {Table} table
 */
export async function positionPicture(table) {
  const { board, texts: t } = table;
  const box = table.data.viewBox;
  const ground = /** @type {SVGElement} */ (board.ground.cloneNode(true));
  const images = [await drawn(ground, board.sheet, box, WIDE), await drawn(alone(board.play), "", box, WIDE)];
  const { canvas, pen } = sheet(WIDE, images[0].height + TITLE);
  for (const image of images) pen.drawImage(image, 0, 0);
  const title = [table.title, t.web("turn", { turn: table.view.turn }), t.web("replay-at", { at: table.shown.at, last: table.state.at })];
  write(pen, title.join(" · "), images[0].height + 31);
  await keepFile(canvas, `${table.slug} ${table.shown.at}`);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} y
 */
function write(pen, text, y) {
  pen.fillStyle = getComputedStyle(document.body).color;
  pen.font = "600 26px 'EB Garamond', serif";
  pen.fillText(text, 24, y);
}
