// A short guided first game on the real engine: each question of the turn is explained when it is first asked.
import { h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./table.js").Table} Table */

const NAME = "frente.guide";

export class Guide {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {{table: string, seen: string[]} | null} */
    this.state = kept(NAME, null);
    this.el = h("section", { class: "guide", "aria-label": table.texts.web("guide"), hidden: true });
    table.parts.ask.after(this.el);
  }

  get on() {
    return this.state?.table === this.table.id;
  }

  start() {
    this.state = { table: this.table.id, seen: [] };
    keep(NAME, this.state);
    this.draw();
  }

  end() {
    this.state = null;
    keep(NAME, null);
    this.draw();
  }

  draw() {
    const { table } = this,
      t = table.texts,
      v = table.view;
    const key = "guide-" + v.question;
    const text = t.has("web." + key) ? t.web(key) : "";
    this.el.hidden =
      !this.on || Boolean(table.replay?.state) || (!text && this.state !== null && this.state.seen.length > 0);
    if (this.el.hidden || !this.state) return;
    const first = this.state.seen.length === 0 || (this.state.seen.length === 1 && this.state.seen[0] === v.question);
    const phase = v.phase.findLast((p) => t.has("web.guide-phase-" + p));
    if (!this.state.seen.includes(v.question)) {
      this.state.seen.push(v.question);
      keep(NAME, this.state);
    }
    this.el.replaceChildren(
      h("h3", {}, t.web("guide")),
      ...(first ? [h("p", {}, t.web("guide-welcome"))] : []),
      ...(phase ? [h("p", { class: "lab" }, t.web("guide-phase-" + phase))] : []),
      h("p", {}, text || t.web("guide-wait"), " ", ruleLink(table.shelf, v.rule) ?? ""),
      h("button", { type: "button", class: "small", onclick: () => this.end() }, t.web("guide-end")),
    );
  }
}

/** @param {string} table */
export function guideFor(table) {
  keep(NAME, { table, seen: [] });
}
