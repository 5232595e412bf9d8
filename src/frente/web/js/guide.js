// A short guided first game on the real engine: each question of the turn is explained when it is first asked.
import { h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./table.js").Table} Table */

const NAME = "frente.guide";
const MET = "frente.met"; // games that were begun here

export class Guide {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {{table: string, at?: number} | null} at: where it began to speak */
    this.state = kept(NAME, null);
    this.el = h("section", { class: "guide", "aria-label": table.texts.web("guide"), hidden: true });
    table.parts.ask.after(this.el);
  }

  get on() {
    return this.state?.table === this.table.id;
  }

  start() {
    this.state = { table: this.table.id };
    keep(NAME, this.state);
    this.draw();
  }

  end() {
    this.state = null;
    keep(NAME, null);
    this.draw();
  }

  /** It speaks when this player is asked, and never over a lesson or a replay. */
  draw() {
    const { table } = this,
      t = table.texts,
      v = table.view;
    this.el.hidden = !this.on || !table.mayAct || table.lesson.on || Boolean(table.replay?.state);
    if (this.el.hidden || !this.state) return;
    if (this.state.at === undefined || this.state.at < 0) {
      this.state.at = table.state.at; // what comes first is said until it is answered
      keep(NAME, this.state);
    }
    const first = table.state.at === this.state.at;
    const phase = v.phase.findLast((p) => t.has("web.guide-phase-" + p));
    // What is asked now stands first: on a small screen the greeting would hide it.
    this.el.replaceChildren(
      h("header", {}, h("h3", {}, t.web("guide")), h("button", { type: "button", class: "small", onclick: () => this.end() }, t.web("guide-end"))),
      h("p", {}, t.web(t.has("web.guide-" + v.question) ? "guide-" + v.question : "guide-any"), " ", ruleLink(table.shelf, v.rule) ?? ""),
      ...(phase ? [h("p", { class: "lab" }, t.web("guide-phase-" + phase))] : []),
      ...(first ? [h("p", {}, t.web("guide-you", { side: table.side }), " ", t.web("guide-welcome")), h("p", {}, howToWin(t, v.scenario))] : []),
    );
  }
}

/**
 * How a game is won: in the words of the scenario, if it has its own.
 * @param {import("./texts.js").Texts} t
 * @param {string} scenario
 */
export const howToWin = (t, scenario) => t.web(t.has("web.guide-win-" + scenario) ? "guide-win-" + scenario : "guide-win");

/**
 * Whether the score decides: not every scenario is won by it.
 * @param {Table} table
 */
export const scoreDecides = ({ theme, view }) => theme.score?.scenarios?.includes(view.scenario) ?? true;

/**
 * Whether a game was never begun in this browser: then somebody explains it, unless that is not wished.
 * @param {string} slug
 */
export const newTo = (slug) => !kept(MET, /** @type {string[]} */ ([])).includes(slug);

/**
 * A game begins.
 * @param {string} slug
 * @param {string} table
 * @param {boolean} guided
 */
export function begin(slug, table, guided) {
  if (newTo(slug)) keep(MET, [...kept(MET, []), slug]);
  if (guided) keep(NAME, { table });
}
