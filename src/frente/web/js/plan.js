// Try it: a private copy of the position to plan on. Its acts can be dropped or stepped into the live game one by one.
import { ask } from "./api.js";
import { h, toast } from "./dom.js";
import { hold, keep, kept } from "./keys.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{live: string, plan: string, key: string, side: string, acts: string[][]}} Sketch */

const PLANS = "frente.plan";

export class Plan {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const found = kept(PLANS, /** @type {Sketch | null} */ (null));
    /** @type {Sketch | null} */
    this.sketch = found && (found.live === table.id || found.plan === table.id) ? found : null;
  }

  /** On the planning copy itself. */
  get trying() {
    return this.sketch?.plan === this.table.id;
  }

  async start() {
    const { table } = this;
    try {
      const side = table.side;
      const made = await ask(`/tables/${table.id}/plan`, { key: table.key, body: { side } });
      keep(PLANS, { live: table.id, plan: made.plan, key: made.key, side, acts: [] });
      hold(made.plan, made.key);
      location.hash = `#/t/${made.plan}`;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }

  /**
   * Acts of the planning side are remembered.
   * @param {string} side
   * @param {string[]} acts
   */
  did(side, acts) {
    if (!this.trying || !this.sketch || side !== this.sketch.side) return;
    for (const a of acts) this.sketch.acts.push([a]);
    keep(PLANS, this.sketch);
  }

  undid() {
    if (!this.trying || !this.sketch) return;
    this.sketch.acts.pop();
    keep(PLANS, this.sketch);
  }

  drop() {
    keep(PLANS, null);
    const live = this.sketch?.live;
    this.sketch = null;
    if (live && live !== this.table.id) location.hash = `#/t/${live}`;
    else this.table.render();
  }

  async take() {
    const { table, sketch } = this;
    const next = sketch?.acts[0]?.[0];
    if (!sketch || !next) return;
    if (!table.words().some((w) => w.word === next)) {
      toast(table.texts.web("plan-blocked", { act: table.texts.act(next, table.view.question) }), "warn");
      return;
    }
    sketch.acts.shift();
    keep(PLANS, sketch.acts.length ? sketch : null);
    if (!sketch.acts.length) this.sketch = null;
    await table.act(next);
  }

  /** @returns {HTMLElement[]} */
  buttons() {
    const { table, sketch } = this,
      t = table.texts;
    if (!sketch) return [];
    if (this.trying)
      return [
        h(
          "div",
          { class: "plan" },
          h("p", {}, t.web("planning", { n: sketch.acts.length })),
          h(
            "div",
            { class: "answers" },
            h(
              "button",
              {
                type: "button",
                class: "small",
                data: { word: "plan-use" },
                onclick: () => (location.hash = `#/t/${sketch.live}`),
              },
              t.web("plan-use"),
            ),
            h(
              "button",
              { type: "button", class: "small", data: { word: "plan-drop" }, onclick: () => this.drop() },
              t.web("plan-drop"),
            ),
          ),
        ),
      ];
    if (!sketch.acts.length || table.side !== sketch.side) return [];
    return [
      h(
        "div",
        { class: "plan" },
        h("p", {}, t.web("plan-next", { act: t.act(sketch.acts[0][0], table.view.question), n: sketch.acts.length })),
        h(
          "div",
          { class: "answers" },
          h(
            "button",
            { type: "button", class: "small go", data: { word: "plan-take" }, onclick: () => void this.take() },
            t.web("plan-take"),
          ),
          h(
            "button",
            { type: "button", class: "small", data: { word: "plan-drop" }, onclick: () => this.drop() },
            t.web("plan-drop"),
          ),
        ),
      ),
    ];
  }

  async rematch() {
    const { table } = this;
    try {
      const made = await ask(`/tables/${table.id}/rematch`, { key: table.key, method: "POST" });
      if (made.challenge) {
        toast(table.texts.web("rematch-offered"));
        location.hash = "#/meet"; // where the board opens when the other takes it up
        return;
      }
      if (table.key) hold(made.table, table.key);
      location.hash = `#/t/${made.table}`;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }
}
