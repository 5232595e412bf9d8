// Two players at one screen: before a secret decision of the other one, the screen is covered until it has changed hands.
import { h } from "./dom.js";
import { keep, kept } from "./keys.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").State} State */

export class Cover {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.secret = ""; // the question both sides answer in secret
    this.seen = ""; // who looked last
    this.person = ""; // for whom the screen was uncovered last
    /** Players at one screen may agree to play with open hands. */
    this.open = kept("frente.open", "") === table.id;
  }

  /**
   * Whether cards of a side may be shown open at this screen now.
   * @param {string} side
   */
  reveals(side) {
    return !this.shared || this.person === side;
  }

  /** Whether two players with secrets from each other look at this screen. */
  get shared() {
    const s = this.table.state;
    const people = s.you.filter((x) => s.seats[x]?.kind !== "bot");
    return people.length > 1 && !this.open && !s.outcome;
  }

  /**
   * @param {string} was
   * @param {State} s
   */
  check(was, s) {
    const view = s.views?.[this.table.side] ?? s.view;
    const people = s.you.filter((side) => s.seats[side]?.kind !== "bot");
    const open = this.open || this.table.options[this.table.theme.open ?? ""] === true;
    if (view.waiting.length > 1) this.secret = view.question;
    const hands = this.table.theme.secret?.some((x) => x === "*" || x === view.question) ?? false; // its answers tell what is in hand
    const secret = (this.secret !== "" && view.question === this.secret) || hands;
    const turned = hands
      ? this.table.side !== this.person
      : this.table.side !== (this.seen || was || this.table.side);
    if (people.length > 1 && !open && secret && turned && (s.acts[this.table.side] ?? []).length)
      this.show(this.table.side);
    else document.querySelector(".cover")?.remove();
    if (!secret || hands) this.secret = "";
    this.seen = this.table.side;
  }

  /**
   * The right player is at the screen.
   * @param {string} side
   */
  lift(side) {
    document.querySelector(".cover")?.remove();
    this.person = side;
    this.table.render();
  }

  /** @param {string} side */
  show(side) {
    const t = this.table.texts;
    document.querySelector(".cover")?.remove();
    const go = h(
      "button",
      { type: "button", class: "go", onclick: () => this.lift(side) },
      t.web("cover-go", { side }),
    );
    const agree = () => {
      this.open = true;
      keep("frente.open", this.table.id);
      this.lift(side);
    };
    const el = h(
      "div",
      { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": t.web("cover-title", { side }) },
      h(
        "div",
        {},
        h("h2", {}, t.web("cover-title", { side })),
        h("p", {}, t.web("cover-text")),
        h(
          "div",
          { class: "answers" },
          go,
          this.table.theme.secret && h("button", { type: "button", onclick: agree }, t.web("cover-open")),
        ),
      ),
    );
    document.body.append(el);
    go.focus();
  }
}
