// Two players at one screen: before a secret decision of the other one, the screen is covered until it has changed hands.
import { h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").State} State */

export class Cover {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.secret = ""; // the question both sides answer in secret
    this.seen = ""; // who looked last
  }

  /**
   * @param {string} was
   * @param {State} s
   */
  check(was, s) {
    const view = s.views?.[this.table.side] ?? s.view;
    const people = s.you.filter((side) => s.seats[side]?.kind !== "bot");
    const open = this.table.options[this.table.theme.open ?? ""] === true;
    if (view.waiting.length > 1) this.secret = view.question;
    const secret = this.secret !== "" && view.question === this.secret;
    const turned = this.table.side !== (this.seen || was || this.table.side);
    if (people.length > 1 && !open && secret && turned && (s.acts[this.table.side] ?? []).length)
      this.show(this.table.side);
    else document.querySelector(".cover")?.remove();
    if (!secret) this.secret = "";
    this.seen = this.table.side;
  }

  /** @param {string} side */
  show(side) {
    const t = this.table.texts;
    document.querySelector(".cover")?.remove();
    const go = h("button", { type: "button", class: "go", onclick: () => el.remove() }, t.web("cover-go", { side }));
    const el = h(
      "div",
      { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": t.web("cover-title", { side }) },
      h("div", {}, h("h2", {}, t.web("cover-title", { side })), h("p", {}, t.web("cover-text")), go),
    );
    document.body.append(el);
    go.focus();
  }
}
