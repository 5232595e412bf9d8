// A stack laid open: its cards in a row, away from the neighbouring spaces, each a button.
import { h } from "./dom.js";
import { picture } from "./counters.js";

/** @typedef {import("./board.js").Board} Board */

export class Fan {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.el = h("div", { class: "fan on-map", hidden: true, role: "group" });
    this.space = "";
    this.pinned = false;
    this.lit = "";
    this.timer = 0;
    this.el.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.el.addEventListener("pointerleave", () => this.hover(""));
  }

  /**
   * The pointer is over a stack, or over none.
   * @param {string} space
   */
  hover(space) {
    clearTimeout(this.timer);
    if (this.pinned) return; // laid open by a click: the way to its cards may lead over other stacks
    const open = this.board.spaces.get(space)?.room && !this.board.frame.classList.contains("far");
    const many = (this.board.stacks.get(space)?.length ?? 0) > 1 && !open;
    if (many) this.timer = setTimeout(() => this.open(space, false), 160);
    else this.timer = setTimeout(() => this.shut(), 260);
  }

  /**
   * @param {string} space
   * @param {boolean} pinned stays until something is chosen
   * @param {string} [lit] the piece the keyboard is on
   */
  open(space, pinned, lit = "") {
    clearTimeout(this.timer);
    this.space = space;
    this.pinned = pinned;
    this.lit = lit;
    this.draw();
  }

  draw() {
    const list = this.board.stacks.get(this.space) ?? [];
    const go = this.pinned && list.some((p) => this.board.can.has(p.id)) ? this.board.hands.goHere(this.space) : "";
    if (list.length < 2 && !go) {
      this.shut();
      return;
    }
    const { theme, bands, hands, can, chosen } = this.board;
    this.el.replaceChildren(
      ...list.map((p) =>
        h(
          "button",
          {
            type: "button",
            tabindex: "-1",
            title: p.name,
            data: { piece: p.id },
            class:
              (can.has(p.id) ? "can" : "") + (chosen.has(p.id) ? " chosen" : "") + (p.id === this.lit ? " lit" : ""),
            onclick: (/** @type {MouseEvent} */ e) => {
              hands.piece(p.id, e);
              if (can.has(p.id)) this.shut();
            },
            oncontextmenu: (/** @type {MouseEvent} */ e) => {
              e.preventDefault();
              hands.menu("unit", p.id, e.clientX, e.clientY);
            },
          },
          picture(p, theme, bands, hands.describePiece(p)),
        ),
      ),
    );
    if (this.pinned && hands.stacks() && list.filter((p) => can.has(p.id)).length > 1) {
      const space = this.space;
      const all = h("button", { type: "button", class: "go-here", tabindex: "-1", data: { word: "stack" } }, hands.stacks());
      all.addEventListener("click", () => {
        this.shut();
        hands.stack(space);
      });
      this.el.append(all);
    }
    if (go) {
      const space = this.space;
      const label = h("button", { type: "button", class: "go-here", tabindex: "-1" }, go);
      label.addEventListener("click", (e) => {
        this.shut();
        this.board.hands.space(space, e);
      });
      this.el.append(label);
    }
    // A row that only shows lets clicks through to what lies below it.
    this.el.classList.toggle("show-only", !this.pinned && !list.some((p) => can.has(p.id)));
    this.el.hidden = false;
    this.place();
  }

  refresh() {
    if (!this.el.hidden) this.draw();
  }

  place() {
    if (this.el.hidden) return;
    const { view, spaces, data } = this.board;
    const x = spaces.get(this.space);
    if (!x) return;
    const at = view.toScreen(x.x, x.y),
      off = (x.room ? x.room.height / 2 + 14 : data.radius * 1.55) * view.scale;
    const w = this.el.offsetWidth,
      tall = this.el.offsetHeight;
    const left = Math.min(Math.max(6, at.x - w / 2), view.width - w - 6);
    const above = at.y - off - tall;
    this.el.style.left = left + "px";
    this.el.style.top = (above > 4 ? above : at.y + off) + "px";
    this.el.classList.toggle("beneath", above <= 4);
    this.el.style.setProperty("--stem", Math.min(Math.max(at.x - left, 14), w - 14) + "px");
  }

  shut() {
    clearTimeout(this.timer);
    this.pinned = false;
    this.space = "";
    this.el.hidden = true;
  }
}
