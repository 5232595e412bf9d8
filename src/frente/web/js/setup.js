// Free set-up: how far it has come, and the way to have the rest placed as in history.
import { fill, h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

export class SetUp {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.el = h("section", { class: "set-up-bar", "aria-label": table.texts.web("set-up"), hidden: true });
    table.parts.ask.after(this.el);
  }

  draw() {
    const { table } = this,
      t = table.texts,
      now = table.state.setup;
    this.el.hidden = !now || !table.mayAct;
    if (!now) return;
    fill(
      this.el,
      now.of > 0 && h("p", {}, h("b", { class: "placed" }, t.web("set-up-placed", { placed: now.placed, of: now.of }))),
      now.of > 0 && h("progress", { max: now.of, value: now.placed, "aria-label": t.web("set-up-placed", { placed: now.placed, of: now.of }) }),
      h("button", { type: "button", data: { do: "deploy" }, onclick: () => void this.rest() }, t.web("set-up-rest")),
      h("p", { class: "soft fine" }, t.web("set-up-rest-help")),
    );
  }

  async rest() {
    const { table } = this;
    if (table.busy) return;
    const answer = await table.live.send({ type: "deploy", side: table.side, at: table.state.at });
    if (answer.reasons?.length) table.refuse(answer.reasons);
  }
}
