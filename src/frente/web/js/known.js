// What the page knows: the state of the game as it was last told, for whom it is shown, and what has been pointed at.
import { parts } from "./texts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").ActWord} ActWord */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").Reach} Reach */
/** @typedef {import("./types").Said} Said */
/** @typedef {import("./texts.js").Texts} Texts */

export class Known {
  /**
   * @param {State} first
   * @param {BoardData} data
   * @param {Theme} theme
   * @param {Texts} texts
   */
  constructor(first, data, theme, texts) {
    this.state = first;
    this.data = data;
    this.theme = theme;
    this.texts = texts;
    this.slug = first.view.game;
    this.side = ""; // the side at this screen that is shown or has to decide
    this.busy = false; // an act is on its way
    this.thinking = "";
    /** @type {number | undefined} */
    this.share = undefined; // of its search that a computer player has behind it
    /** @type {{unit: string, space: string}} */
    this.selected = { unit: "", space: "" };
    /** @type {{unit: string, spaces: Reach["spaces"]} | null} */
    this.reach = null;
    /** @type {string[]} */
    this.group = []; // units of one place that are to march as one
    /** @type {ActWord[]} */
    this.choice = []; // answers among which the player has to pick after pointing
    /** @type {{warnings: Said[], go: () => void} | null} */
    this.doubt = null;
    this.overlay = "";
  }

  /**
   * The state of a replay, if one is looked at.
   * @returns {State | null}
   */
  get past() {
    return null;
  }

  /** @returns {View} */
  get view() {
    const s = this.shown;
    return s.views?.[this.side] ?? s.view;
  }

  /** The state on the screen: the live one, or the one of the replay. */
  get shown() {
    return this.past ?? this.state;
  }

  get mayAct() {
    return Boolean(this.side) && !this.past && this.words().length > 0;
  }

  /** @returns {ActWord[]} */
  words() {
    if (!this.side || this.past) return [];
    return (this.state.acts[this.side] ?? []).map((word) => {
      const [verb, arg] = parts(word);
      // What lies at a place is pointed at there, and named in a list as well.
      const place = this.data.verbs[verb] === "resource" ? this.texts.places.get(arg) : undefined;
      return place ? { word, verb, arg: place, kind: "space", named: true } : { word, verb, arg, kind: this.kind(verb) };
    });
  }

  /**
   * What an answer of this verb points at: unit, space, or nothing (a button).
   * @param {string} verb
   */
  kind(verb) {
    const kind = this.data.verbs[verb];
    return kind === "unit" || kind === "space" ? kind : "";
  }

  /** @param {string} id */
  piece(id) {
    return this.view.pieces.find((p) => p.id === id);
  }

  /**
   * @param {State} s
   * @returns the state before it
   */
  take(s) {
    const before = this.state;
    this.state = s;
    this.thinking = "";
    this.share = undefined;
    this.busy = false;
    this.side = this.decider();
    return before;
  }

  /** Which side at this screen is asked, or looks on. */
  decider() {
    const s = this.state;
    const asked = s.you.filter((side) => (s.acts[side] ?? []).length > 0);
    if (asked.includes(this.side)) return this.side;
    return asked[0] ?? (s.you.includes(this.side) ? this.side : (s.you[0] ?? ""));
  }

  /** Forget what was pointed at: the question has changed. */
  unpoint() {
    this.choice = [];
    this.reach = null;
    this.group = [];
    this.doubt = null;
    const unit = this.view.facts.unit;
    this.selected = { unit: typeof unit === "string" ? unit : "", space: "" };
  }
}
