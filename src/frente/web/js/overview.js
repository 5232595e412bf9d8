// The whole map in a corner while only a part of it is on the screen.
import { h, s } from "./dom.js";

/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Theme} Theme */

export class Overview {
  /**
   * @param {BoardData} data
   * @param {Theme} theme
   * @param {(x: number, y: number) => void} go
   */
  constructor(data, theme, go) {
    this.data = data;
    this.theme = theme;
    const [x, y, w, hh] = data.viewBox;
    this.pieces = s("g");
    this.box = s("rect", { class: "o-view" });
    /** @type {Record<string, string>} */
    const shapes = {};
    for (const p of data.spaces) {
      const kind = theme.terrain[p.terrain[0]] ?? "open";
      for (const ring of p.land ?? [p.corners])
        shapes[kind] = (shapes[kind] ?? "") + "M" + ring.map((c) => c.join(" ")).join("L") + "Z";
    }
    this.svg = s(
      "svg",
      {
        viewBox: data.viewBox.join(" "),
        "aria-hidden": "true",
        class: data.spaces.some((p) => p.land) ? "coastal" : "", // with water round it
      },
      s("rect", { x, y, width: w, height: hh, class: "o-paper" }),
      Object.entries(shapes).map(([kind, d]) => s("path", { d, class: "o-" + kind })),
      this.pieces,
      this.box,
    );
    this.el = h("div", { class: "overview on-map", hidden: true }, this.svg);
    const jump = (/** @type {PointerEvent} */ e) => {
      const r = this.svg.getBoundingClientRect();
      go(x + ((e.clientX - r.left) / r.width) * w, y + ((e.clientY - r.top) / r.height) * hh);
    };
    this.el.addEventListener("pointerdown", (e) => {
      jump(e);
      this.el.setPointerCapture(e.pointerId);
    });
    this.el.addEventListener("pointermove", (e) => e.buttons && jump(e));
  }

  /** @param {Map<string, Piece[]>} stacks */
  put(stacks) {
    const at = new Map(this.data.spaces.map((p) => [p.id, p]));
    this.pieces.replaceChildren(
      ...[...stacks].flatMap(([id, list]) => {
        const p = at.get(id);
        return p
          ? [
              s("rect", {
                x: p.x - 22,
                y: p.y - 22,
                width: 44,
                height: 44,
                class: "o-piece side-" + this.theme.sides[list[0].side]?.key,
              }),
            ]
          : [];
      }),
    );
  }

  /**
   * @param {{x: number, y: number, w: number, h: number}} box
   * @param {boolean} shown
   */
  frame(box, shown) {
    this.el.hidden = !shown;
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h }))
      this.box.setAttribute(name, String(value));
  }
}
