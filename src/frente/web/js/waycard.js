// What it costs the chosen unit to go to the space that is pointed at, what awaits it there, or why it cannot go.
import { odds } from "./card.js";
import { describeSpace } from "./describe.js";
import { announce, fill, h } from "./dom.js";
import { drawArrows } from "./drawing.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Way} Way */
/** @typedef {import("./types").Said} Said */

const STRIP = 20; // steps that are shown one by one
const PAUSE = 60; // milliseconds a pointer rests before anything is asked

export class WayCard {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.el = h("section", { class: "way-card on-map", "aria-label": table.texts.web("way"), hidden: true });
    table.parts.map.append(this.el);
    this.space = "";
    this.pinned = false; // by a click: it stays until something else is pointed at, and its rules can be opened
    this.timer = 0;
    /** @type {Map<string, Way>} */
    this.known = new Map();
    this.at = -1;
  }

  /** The unit whose way is asked for: the chosen one, or the stack that is on the move. */
  get unit() {
    const { table } = this,
      { stack } = table.view.facts,
      id = table.reach?.unit ?? (table.selected.unit || (Array.isArray(stack) ? String(stack[0]) : ""));
    return table.side && !table.past && !table.film.open && table.piece(id)?.side === table.side ? id : "";
  }

  /**
   * @param {string} space
   * @param {{pin?: boolean, tell?: boolean}} [how]
   */
  show(space, { pin = false, tell = false } = {}) {
    clearTimeout(this.timer);
    const unit = this.unit;
    const own = unit && this.table.piece(unit)?.at;
    if (!unit || !space || space === own || !this.table.board.spaces.has(own || "")) {
      this.shut();
      return;
    }
    if (space === this.space && this.pinned) return;
    this.space = space;
    this.pinned = pin;
    const found = this.found(unit, space);
    if (found) this.draw(unit, found, tell);
    else this.timer = setTimeout(() => void this.ask(unit, space, tell), pin || tell ? 0 : PAUSE);
  }

  /**
   * @param {string} unit
   * @param {string} space
   */
  found(unit, space) {
    if (this.at !== this.table.state.at) this.known.clear();
    this.at = this.table.state.at;
    return this.known.get(`${unit} ${space}`);
  }

  /**
   * @param {string} unit
   * @param {string} space
   * @param {boolean} tell
   */
  async ask(unit, space, tell) {
    const { table } = this,
      at = table.state.at;
    const answer = await table.live.send({ type: "way", side: table.side, unit, space });
    if (answer.type !== "answer" || at !== table.state.at) return;
    const way = /** @type {Way} */ (/** @type {unknown} */ (answer));
    this.known.set(`${unit} ${space}`, way);
    if (this.space === space && this.unit === unit) this.draw(unit, way, tell);
  }

  /**
   * @param {string} unit
   * @param {Way} way
   * @param {boolean} tell
   */
  draw(unit, way, tell) {
    const { table } = this,
      t = table.texts;
    const x = table.board.spaces.get(this.space);
    if (!x) return;
    const cost = way.steps.reduce((n, step) => n + step.cost, 0);
    const price = (/** @type {number} */ n) => n.toLocaleString(t.lang, { maximumFractionDigits: 2 });
    const last = (/** @type {number} */ k) => k === way.steps.length - 1;
    const links = (/** @type {Said} */ r) => (this.pinned ? ruleLink(table.shelf, r.rule) : r.rule && h("small", {}, r.rule));
    const line = (/** @type {string} */ sign, /** @type {string} */ kind, /** @type {string} */ text, /** @type {Said | null} */ r) =>
      h("li", { class: kind }, h("i", { "aria-hidden": "true" }, sign), h("span", {}, text), r && links(r));
    const fights = Object.entries(way.odds).map(([at, column]) => t.web("way-odds", { space: t.space(at), odds: odds(column) }));
    fill(
      this.el,
      h(
        "header",
        {},
        h("b", {}, t.space(this.space)),
        h("span", { class: "soft" }, x.terrain.map((k) => t.name("terrain", k)).join(", ")),
        h("b", { class: "sum" }, way.reachable ? t.web("way-cost", { cost: price(cost), left: way.left }) : t.web("way-not")),
        this.pinned && h("button", { type: "button", class: "plain close", "aria-label": t.web("close"), onclick: () => this.shut() }, "×"),
      ),
      way.steps.length > 0 &&
        h(
          "ol",
          { class: "strip", "aria-hidden": "true" },
          way.steps.slice(0, STRIP).map((step, k) =>
            h("li", { class: k < way.made ? (last(k) && way.reachable ? "end" : "") : "no" }, price(step.cost)),
          ),
          way.steps.length > STRIP && h("li", { class: "no" }, "…"),
        ),
      h(
        "ul",
        {},
        way.refusals.map((r) => line("×", "no", t.said(r), r)),
        way.notes.map((r) => line("!", "note", t.said(r), r)),
        way.supplied && line("✓", "good", t.web("way-supplied"), null),
        fights.map((text) => line("⚔", "fight", text, null)),
      ),
      way.nearest && h("p", { class: "soft" }, t.web("way-nearest", { space: t.space(way.nearest) })),
    );
    this.el.hidden = false;
    this.el.classList.toggle("pinned", this.pinned);
    const p = table.piece(unit);
    const ids = [p?.at ?? "", ...way.steps.map((step) => step.space)];
    const label = t.web(way.reachable ? "way-cost" : "way-needs", { cost: price(cost), left: way.left, points: price(way.points) });
    table.board.lines([
      ...(way.made < way.steps.length ? [{ ids: ids.slice(way.made), kind: "path out", label }] : []),
      ...(way.made ? [{ ids: ids.slice(0, way.made + 1), kind: "path", ...(way.made < way.steps.length ? {} : { label }) }] : []),
    ]);
    this.place(x, label.length);
    if (tell) announce([describeSpace(table, this.space), label, ...[...way.refusals, ...way.notes].map((r) => t.said(r)), ...fights].map(capital).join(" "));
  }

  /**
   * Beside the space, never over it.
   * @param {{x: number, y: number}} x
   * @param {number} letters of the tag at the end of the way
   */
  place(x, letters) {
    const view = this.table.board.view,
      at = view.toScreen(x.x, x.y);
    if (view.width < 700) {
      this.el.classList.toggle("above", at.y > view.height / 2);
      return;
    }
    const w = this.el.offsetWidth,
      tall = this.el.offsetHeight;
    const away = Math.max(46, letters * 4 + 16) * Math.max(0.7, view.scale);
    const left = at.x + away + w < view.width ? at.x + away : at.x - away - w;
    this.el.style.left = Math.max(8, left) + "px";
    this.el.style.top = Math.max(8, Math.min(at.y - tall / 2, view.height - tall - 64)) + "px";
  }

  /** Nothing is pointed at any more. */
  shut() {
    clearTimeout(this.timer);
    if (this.space) drawArrows(this.table);
    this.space = "";
    this.pinned = false;
    this.el.hidden = true;
  }

  /** The pointer has left: what a click has called stays. */
  leave() {
    if (!this.pinned) this.shut();
  }
}
