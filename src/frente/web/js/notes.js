// Notes beside the acts of a game: one's own while it lasts, everybody's when it is over.
import { ask } from "./api.js";
import { fill, h, toast } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{at: number, side: string, text: string}} Note */

export class Notes {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Note[]} */
    this.all = [];
    this.at = -1; // the position whose notes are shown
    this.el = h("div", { class: "notes" });
  }

  async load() {
    const { table } = this;
    await this.take(ask(`/tables/${table.id}/notes`, { key: table.key }));
  }

  /** @param {Promise<{notes: Note[]}>} answer */
  async take(answer) {
    try {
      this.all = (await answer).notes;
      this.draw();
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }

  /** @param {string} text */
  async write(text) {
    const { table, at } = this;
    await this.take(ask(`/tables/${table.id}/notes`, { method: "PUT", key: table.key, body: { side: this.side, at, text } }));
  }

  /** Who writes here. */
  get side() {
    const { table } = this;
    return table.state.you.includes(table.replay.eyes) ? table.replay.eyes : (table.state.you[0] ?? "");
  }

  /** @param {number} at */
  show(at) {
    if (at === this.at) return;
    this.at = at;
    this.draw();
  }

  draw() {
    const { table, at } = this,
      t = table.texts;
    const here = this.all.filter((x) => x.at === at),
      mine = here.find((x) => x.side === this.side);
    this.el.classList.toggle("some", here.length > 0);
    const next = (/** @type {number} */ way) => (way > 0 ? this.all.find((x) => x.at > at) : this.all.findLast((x) => x.at < at));
    const go = (/** @type {number} */ way, /** @type {string} */ key) => {
      const to = next(way);
      return to && h("button", { type: "button", class: "small", data: { replay: key }, onclick: () => void table.replay.go(to.at) }, t.web(key));
    };
    const field = h("input", { type: "text", maxlength: 500, value: mine?.text ?? "", placeholder: t.web("note-here"), "aria-label": t.web("note-here"), data: { replay: "note" } });
    fill(
      this.el,
      here.filter((x) => x !== mine).map((x) => h("p", {}, h("b", {}, t.side(x.side)), ": ", x.text)),
      h(
        "form",
        {
          class: "row",
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            void this.write(field.value);
          },
        },
        this.side && field,
        this.side && h("button", { type: "submit", class: "small" }, t.web(mine ? "note-change" : "note-keep")),
        go(-1, "note-before"),
        go(1, "note-after"),
      ),
    );
  }
}
