// What happened: a log whose lines point at the board, what came since the last look, and the dice of the moment.
import { chip } from "./counters.js";
import { fill, h, rove, s as svg } from "./dom.js";
import { seat } from "./keys.js";
import { placeOf } from "./reckon.js";
import { report } from "./report.js";
import { ruleLink } from "./rules.js";
import { dress } from "./theme.js";

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
export function diceOf(e) {
  const { die, dice } = e.facts;
  if (typeof die === "number") return [die];
  const all = Array.isArray(dice) ? dice : typeof dice === "string" ? dice.split("+") : [];
  return all.map(Number).filter((n) => n >= 1 && n <= 6);
}

const MARCHED = "web.film-march";

/** @param {LogEvent} e who marched, several units by their names in a row */
const marcher = (e) => String(e.facts.unit ?? e.facts.units ?? "");
/** @param {LogEvent} e where a step led to */
const goal = (e) => String(e.facts.hex ?? e.facts.area ?? e.facts.space ?? "").split(" ").at(-1) ?? "";

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

  /**
   * @param {State & {since?: number}} s
   * @param {State} before
   */
  take(s, before) {
    this.starts(s, before);
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
    if ((s.card.row || s.card.kind) && fell < 0 && !s.view.facts.die) {
      if (placeOf(s.card)) this.prepared = s.card;
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

  /**
   * Where a march began, from what was seen before it: its events tell only where it went.
   * @param {State} s
   * @param {State} before
   */
  starts(s, before) {
    if (this.first || s.at <= before.at) return;
    const key = this.table.theme.marches?.[0];
    const v = before.views?.[this.table.side] ?? before.view;
    /** @type {Map<string, string>} */
    const at = new Map();
    for (const e of s.events) {
      const who = marcher(e);
      if (e.key !== key || !who || e.n < before.at) continue;
      const unit = who.split(", ")[0];
      e.start = at.get(unit) ?? v.pieces.find((p) => p.id === unit)?.at;
      at.set(unit, goal(e));
    }
  }

  /**
   * Marches of others that were seen and not told: the log has them too.
   * @param {import("./types").Scene[]} scenes
   */
  learn(scenes) {
    const key = this.table.theme.marches?.[0];
    const known = new Set(this.events.filter((e) => e.key === MARCHED).map((e) => e.n));
    for (const x of scenes) {
      if (x.kind !== "march" || known.has(x.last) || x.said.some((e) => e.key === key)) continue;
      const [m] = x.moves;
      const facts = { unit: m.units, from: m.path[0], space: m.path.at(-1), n: m.path.length - 1, side: m.side };
      const later = this.events.findIndex((e) => e.n > x.last);
      this.events.splice(later < 0 ? this.events.length : later, 0, { n: x.last, rule: "", key: MARCHED, facts });
    }
  }

  /** An own decision begins: what comes from now on is news. */
  mark() {
    this.from = this.table.state.at;
    this.unread = 0;
    this.table.film.acted();
  }

  /**
   * A march is one line, from where to where, whatever was told on the way; of one whose start is not known only the
   * last step is shown. What only one side may hear is not shown where both look at the screen.
   * @param {LogEvent[]} events
   */
  condensed(events) {
    const { cover, theme } = this.table;
    const silent = cover?.shared ? [...(theme.private ?? []), "server.standing-answered"] : [];
    /** @type {LogEvent[]} */
    const found = [];
    let march = /** @type {{e: LogEvent, who: string} | null} */ (null);
    for (const [k, e] of events.entries()) {
      if (silent.includes(e.key)) continue;
      const who = theme.marches?.[0] === e.key ? marcher(e) : "";
      const next = events[k + 1];
      if (who && e.start) {
        if (march?.who === who && march.e.facts.space === e.start) {
          march.e.facts = { ...march.e.facts, space: goal(e), n: Number(march.e.facts.n) + 1 };
          continue;
        }
        /** @type {import("./types").Facts} */
        const facts = { unit: who, from: e.start, space: goal(e), n: 1 };
        march = { who, e: { ...e, key: MARCHED, facts } };
        found.push(march.e);
        continue;
      }
      if (theme.marches?.includes(e.key) && next?.key === e.key && marcher(next) === marcher(e)) continue;
      if (diceOf(e).length) march = null;
      found.push(e);
    }
    return found;
  }

  /** Sentences not yet spoken. */
  news() {
    const fresh = this.condensed(this.events.slice(this.spoken)).slice(-6);
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
      { class: `ev ev-${e.key}${side ? " of-side " + dress(table.theme.sides[side]) : ""}`, data: { n: e.n } },
      dice.map((n) => dieFace(n)),
      places.length || this.results.has(e.n)
        ? h("button", { type: "button", class: "line-text", onclick: () => this.visit(e, places) }, text)
        : h("span", { class: "line-text" }, text),
      " ",
      ruleLink(table.shelf, e.rule, true),
    );
  }

  /** @param {LogEvent} e */
  sideOf(e) {
    const { theme, texts } = this.table;
    const side = e.facts.side;
    if (typeof side === "string" && theme.sides[side]) return side;
    if (typeof side === "number") return texts.sides[side] ?? "";
    const unit = marcher(e).split(/, ?/)[0];
    return this.table.data.units.find((u) => u.id === unit)?.side ?? "";
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
    if (places[0]) board.show(places[0]);
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
    const own = table.side;
    const mine =
      this.unread === 0 && this.events.every((e) => e.n < this.from || (e.key === table.theme.marches?.[0] && this.sideOf(e) === own));
    const reported = report(table, table.parts.recent);
    const recent = mine || reported || table.film.held ? [] : this.condensed(this.events.filter((e) => e.n >= this.from));
    const box = table.parts.recent;
    box.hidden = !reported && (recent.length === 0 || table.replay.state !== null);
    if (!box.hidden && !reported)
      fill(
        box,
        h("h3", {}, this.unread ? t.web("since-you-looked", { n: this.unread }) : t.web("just-happened")),
        h("ul", { class: "lines" }, this.lines(recent.slice(-7))),
        recent.length > 7 && h("p", { class: "soft fine" }, t.web("more-in-log", { n: recent.length - 7 })),
      );
    if (!table.film.open) table.board.point([...new Set(recent.slice(-7).flatMap((e) => this.places(e)))], "lately");
    const shown = table.replay.state ? this.events.filter((e) => e.n < table.shown.at) : this.events;
    const lines = h("ol", { class: "lines", reversed: true }, this.lines(this.condensed(shown).slice(-SHOWN).reverse()));
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
