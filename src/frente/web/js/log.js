// What happened: a log whose lines point at the board, what came since the last look, and the dice of the moment.
import { chip } from "./counters.js";
import { fill, h, rove, s as svg } from "./dom.js";
import { seat } from "./keys.js";
import { placeOf } from "./reckon.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").LogEvent} LogEvent */
/** @typedef {import("./types").Card} Card */
/** @typedef {{card: Card, dice: number[], column: string, said: LogEvent}} Fought a combat that has been rolled for */

const SHOWN = 150;
/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
};

/** @param {number} n */
export function dieFace(n) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "die", role: "img", "aria-label": String(n) },
    svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5 }),
    (PIPS[n] ?? []).map(([x, y]) => svg("circle", { cx: 6.5 + 5.5 * x, cy: 6.5 + 5.5 * y, r: 2.1 })),
  );
}

/**
 * The dice an event tells of: one, or several joined by a sign.
 * @param {LogEvent} e
 * @returns {number[]}
 */
function diceOf(e) {
  const { die, dice } = e.facts;
  if (typeof die === "number") return [die];
  const all = Array.isArray(dice) ? dice : typeof dice === "string" ? dice.split("+") : [];
  return all.map(Number).filter((n) => n >= 1 && n <= 6);
}

export class Log {
  /**
   * @param {Table} table
   * @param {HTMLElement} el
   */
  constructor(table, el) {
    this.table = table;
    this.el = el;
    /** @type {LogEvent[]} */
    this.events = [];
    this.from = 0; // what happened since one's own last decision begins here
    this.seen = seat(table.id)?.seen ?? 0;
    this.first = true;
    this.unread = 0;
    this.last = -1;
    this.spoken = 0;
    /** @type {Card | null} */
    this.prepared = null;
    /** @type {Fought | null} */
    this.result = null;
    /** @type {Map<number, Fought>} */
    this.results = new Map();
  }

  /** @param {State & {since?: number}} s */
  take(s) {
    const since = s.since ?? this.last;
    if (since < this.last || this.events.some((e) => e.n >= since))
      this.events = this.events.filter((e) => e.n < since);
    this.events.push(...s.events);
    const fresh = this.first ? [] : s.events.filter((e) => e.n >= this.last);
    this.remember(s, fresh);
    if (this.first) {
      this.first = false;
      this.unread = this.seen > 0 ? this.events.filter((e) => e.n >= this.seen).length : 0;
      this.from = this.unread > 0 ? this.seen : s.at;
      this.spoken = this.events.length;
    }
    if (s.at < this.last) this.from = Math.min(this.from, s.at);
    this.last = s.at;
  }

  /**
   * The card of a combat is kept, so that its result can be read on it afterwards.
   * @param {State} s
   * @param {LogEvent[]} fresh events that were not known yet
   */
  remember(s, fresh) {
    const rolls = this.table.theme.rolls ?? [];
    const fell = fresh.findLastIndex((e) => rolls.some((x) => x.die === e.key));
    if (placeOf(s.card) && (s.card.row || s.card.kind) && fell < 0 && !s.view.facts.die) {
      this.prepared = s.card;
      this.result = null;
    }
    if (fell >= 0 && this.prepared) {
      const e = fresh[fell],
        roll = rolls.find((x) => x.die === e.key),
        next = fresh.slice(fell).find((x) => x.key === roll?.told);
      this.result = { card: this.prepared, dice: diceOf(e), column: String(e.facts.column ?? ""), said: next ?? e };
      this.results.set(e.n, this.result);
    } else if (!rolls.some((x) => s.view.phase.includes(x.during))) this.result = null;
  }

  /** An own decision begins: what comes from now on is news. */
  mark() {
    this.from = this.table.state.at;
    this.unread = 0;
  }

  /**
   * A march is one line: of the steps of one unit in a row only the last is shown. What only one side may hear is not
   * shown where both look at the screen.
   * @param {LogEvent[]} events
   */
  told(events) {
    const { cover, theme } = this.table;
    const silent = cover?.shared ? [...(theme.private ?? []), "server.standing-answered"] : [];
    return events.filter(
      (e, k) =>
        !silent.includes(e.key) &&
        !(
          theme.marches?.includes(e.key) &&
          events[k + 1]?.key === e.key &&
          events[k + 1].facts.unit === e.facts.unit
        ),
    );
  }

  /** Sentences not yet spoken. */
  news() {
    const fresh = this.told(this.events.slice(this.spoken)).slice(-6);
    this.spoken = this.events.length;
    return fresh.map((e) => this.table.texts.said(e));
  }

  /**
   * Lines of events; the same sentence several times in a row is one line with its number.
   * @param {LogEvent[]} events
   */
  lines(events) {
    /** @type {{e: LogEvent, text: string, n: number}[]} */
    const rows = [];
    for (const e of events) {
      const text = this.table.texts.said(e),
        last = rows.at(-1);
      if (last?.text === text) last.n++;
      else rows.push({ e, text, n: 1 });
    }
    return rows.map(({ e, text, n }) => this.line(e, n > 1 ? `${text} (×${n})` : text));
  }

  /**
   * @param {LogEvent} e
   * @param {string} text
   */
  line(e, text) {
    const { table } = this;
    const places = this.places(e);
    const dice = diceOf(e);
    const side = this.sideOf(e);
    return h(
      "li",
      { class: `ev ev-${e.key}${side ? " of-" + side : ""}`, data: { n: e.n } },
      dice.map((n) => dieFace(n)),
      places.length || this.results.has(e.n)
        ? h("button", { type: "button", class: "line-text", onclick: () => this.visit(e, places) }, text)
        : h("span", { class: "line-text" }, text),
      " ",
      ruleLink(table.shelf, e.rule),
    );
  }

  /** @param {LogEvent} e */
  sideOf(e) {
    const { theme, texts } = this.table;
    const side = e.facts.side;
    if (typeof side === "string" && theme.sides[side]) return theme.sides[side].key;
    if (typeof side === "number") return theme.sides[texts.sides[side]]?.key ?? "";
    if (typeof e.facts.unit === "string")
      return theme.sides[this.table.data.units.find((u) => u.id === e.facts.unit)?.side ?? ""]?.key ?? "";
    return "";
  }

  /** @param {LogEvent} e */
  places(e) {
    const { board } = this.table;
    const found = Object.values(e.facts).flatMap((v) => (typeof v !== "string" ? [] : board.spaces.has(v) ? [v] : []));
    if (found.length) return found;
    return Object.values(e.facts).flatMap((v) => (typeof v === "string" && board.whereIs(v) ? [board.whereIs(v)] : []));
  }

  /**
   * @param {LogEvent} e
   * @param {string[]} places
   */
  visit(e, places) {
    const { board } = this.table;
    board.point(places, "lately");
    if (places[0]) board.look(places[0]);
    const fought = this.results.get(e.n);
    if (fought) {
      this.result = fought;
      this.table.render();
    }
  }

  draw() {
    const { table } = this,
      t = table.texts;
    // One's own march is no news; somebody else's is.
    const own = table.theme.sides[table.side]?.key;
    const mine =
      this.unread === 0 && this.events.every((e) => e.n < this.from || (e.key === table.theme.marches?.[0] && this.sideOf(e) === own));
    const recent = mine ? [] : this.told(this.events.filter((e) => e.n >= this.from));
    const box = table.parts.recent;
    box.hidden = recent.length === 0 || table.replay.state !== null;
    if (!box.hidden)
      fill(
        box,
        h("h3", {}, this.unread ? t.web("since-you-looked", { n: this.unread }) : t.web("just-happened")),
        h("ul", { class: "lines" }, this.lines(recent.slice(-7))),
        recent.length > 7 && h("p", { class: "soft fine" }, t.web("more-in-log", { n: recent.length - 7 })),
      );
    table.board.point([...new Set(recent.slice(-7).flatMap((e) => this.places(e)))], "lately");
    const shown = table.replay.state ? this.events.filter((e) => e.n < table.shown.at) : this.events;
    const lines = h("ol", { class: "lines", reversed: true }, this.lines(this.told(shown).slice(-SHOWN).reverse()));
    rove(lines);
    fill(
      this.el,
      h("h2", {}, t.web("log")),
      lines,
      shown.length === 0 && h("p", { class: "soft" }, t.web("log-empty")),
    );
  }
}

/**
 * A legend of the status chips.
 * @param {import("./texts.js").Texts} t
 * @param {string[]} names
 */
export function chipLegend(t, names) {
  return h(
    "ul",
    { class: "chips" },
    names.map((name) =>
      h(
        "li",
        {},
        svg("svg", { viewBox: "-2 -2 24 24", class: "chip-pic", "aria-hidden": "true" }, chip(name, 0, 0, 20)),
        t.name("state", name),
      ),
    ),
  );
}
