// The whole map, small and without its print, as a picture of fixed size. It lies below the drawn map and shows through
// where that has not been drawn yet, as when a hand zooms out.
import { h, s } from "./dom.js";

/** @typedef {import("./sheets.js").Place} Place */
/** @typedef {import("./sheets.js").Sheet} Sheet */

const PIXELS = 1_500_000; // at most: six megabytes
const STRIPS = 8; // drawn one at a time, so that no single one holds up the page

export class Backdrop {
  /**
   * @param {[number, number, number, number]} world
   * @param {Sheet} above the drawn map
   */
  constructor(world, above) {
    this.world = world;
    this.above = above;
    this.el = h("canvas", { class: "backdrop", "aria-hidden": "true", width: "1", height: "1" });
    this.grain = 1; // pixels of the picture per map unit
    this.run = 0;
    this.again = () => {};
    this.themes = new MutationObserver(() => this.again());
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.dusk = matchMedia("(prefers-color-scheme: dark)");
    this.dusk.onchange = () => this.again();
  }

  /**
   * @param {SVGSVGElement} ground
   * @param {string} rules the style sheet of the drawing
   */
  async draw(ground, rules) {
    this.again = () => void this.draw(ground, rules);
    const run = ++this.run;
    const [, , w, hh] = this.world;
    const grain = Math.min(1, Math.sqrt(PIXELS / (w * hh)));
    const wide = Math.round(w * grain),
      tall = Math.round(hh * grain);
    const picture = await this.picture(ground, rules, wide, tall).catch(() => null);
    if (!picture) return; // a browser that cannot do it shows bare paper for that moment
    const canvas = h("canvas", { class: "backdrop", "aria-hidden": "true", width: wide, height: tall });
    const pen = canvas.getContext("2d");
    const strip = Math.ceil(tall / STRIPS);
    for (let top = 0; top < tall; top += strip) {
      if (run !== this.run) return; // drawn anew meanwhile, or no longer wanted
      pen?.drawImage(picture, 0, top, wide, strip, 0, top, wide, strip);
      await new Promise((done) => setTimeout(done, 30));
    }
    this.el.replaceWith(canvas);
    this.el = canvas;
    this.grain = grain;
    if (this.at) this.move(this.at);
  }

  /**
   * The drawing as an image of its own, which knows nothing of this page.
   * @param {SVGSVGElement} ground
   * @param {string} rules
   * @param {number} width
   * @param {number} height
   */
  async picture(ground, rules, width, height) {
    const copy = /** @type {SVGSVGElement} */ (ground.cloneNode(true));
    for (const el of copy.querySelectorAll("text")) el.remove();
    const style = s("style");
    style.textContent = rules;
    copy.prepend(style);
    const look = document.documentElement.dataset.theme ?? (this.dusk.matches ? "dark" : "light");
    const dress = { viewBox: this.world.join(" "), width, height, "data-theme": look };
    for (const [name, value] of Object.entries(dress)) copy.setAttribute(name, String(value));
    const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } finally {
      URL.revokeObjectURL(url);
    }
    return image;
  }

  forget() {}

  /** @param {Place} to */
  move(to) {
    this.at = to;
    // Where nothing of it is seen it would only have to be put together with the rest at every step.
    const seen = !this.above.covers(to);
    this.el.style.visibility = seen ? "" : "hidden";
    if (!seen) return;
    const [x, y] = this.world;
    const k = to.scale / this.grain;
    this.el.style.transform = `translate(${(x - to.x) * to.scale}px, ${(y - to.y) * to.scale}px) scale(${k})`;
  }

  /** @param {Place} at */
  rest(at) {
    this.move(at);
    return false;
  }

  close() {
    this.run++;
    this.themes.disconnect();
    this.dusk.onchange = null;
  }
}
