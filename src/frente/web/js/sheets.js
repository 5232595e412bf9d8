// A drawing that is moved as it was drawn while a gesture lasts. It is drawn for the window and somewhat beyond.
import { h } from "./dom.js";

/** @typedef {{x: number, y: number, scale: number, width: number, height: number}} Place upper left map point, pixels per unit */

export class Sheet {
  /**
   * @param {SVGSVGElement} svg
   * @param {number} margin windows it reaches beyond the window on every side
   * @param {number} least share of the size it was drawn at, below which it is drawn anew in the middle of a gesture
   */
  constructor(svg, margin, least) {
    this.svg = svg;
    this.margin = margin;
    this.least = least;
    this.el = h("div", { class: "sheet" }, svg); // a browser lays a drawing out anew that is itself moved
    this.el.style.setProperty("--margin-share", String(margin));
    this.x = 0;
    this.y = 0;
    this.scale = 0; // not drawn yet
  }

  /** The window has another size. */
  forget() {
    this.scale = 0;
  }

  /** @param {Place} to */
  move(to) {
    const k = to.scale / this.scale;
    if (!this.scale || k < this.least) {
      this.draw(to);
      return;
    }
    let dx = (this.x - to.x) * to.scale,
      dy = (this.y - to.y) * to.scale;
    // Between two pixels of the screen all print would be blurred.
    if (k === 1) [dx, dy] = [dx, dy].map((d) => Math.round(d * devicePixelRatio) / devicePixelRatio);
    this.el.style.transform = `translate(${dx}px, ${dy}px) scale(${k})`;
  }

  /**
   * Whether, moved there, it fills the window.
   * @param {Place} to
   */
  covers(to) {
    const k = to.scale / this.scale,
      across = ((to.x - this.x) * to.scale) / to.width,
      down = ((to.y - this.y) * to.scale) / to.height; // in windows
    const fills = (/** @type {number} */ shift) => shift >= -this.margin * k && shift + 1 <= (1 + this.margin) * k;
    return fills(across) && fills(down);
  }

  /**
   * Sharp where it is now: moved sideways it still is, as long as it covers the window.
   * @param {Place} at
   * @returns {boolean} true if it had to be drawn anew
   */
  rest(at) {
    const sharp = at.scale === this.scale && this.covers(at);
    if (sharp) this.move(at);
    else this.draw(at);
    return !sharp;
  }

  /** @param {Place} at */
  draw(at) {
    const w = at.width / at.scale,
      hh = at.height / at.scale,
      m = this.margin;
    this.svg.setAttribute("viewBox", [at.x - m * w, at.y - m * hh, (1 + 2 * m) * w, (1 + 2 * m) * hh].join(" "));
    this.el.style.transform = "";
    // Chromium keeps the fineness of a picture that is to be moved, even if it was made small: for one frame it is not to be.
    this.el.style.willChange = "auto";
    requestAnimationFrame(() => requestAnimationFrame(() => (this.el.style.willChange = "")));
    this.x = at.x;
    this.y = at.y;
    this.scale = at.scale;
  }
}
