// The catalogue: every text a player sees is a key with facts. Names of units, spaces and sides are filled in here.
import { fixed, whenUnreachable } from "./api.js";
import { keep, kept } from "./keys.js";

/** @typedef {import("./types").Board} Board */
/** @typedef {import("./types").Facts} Facts */
/** @typedef {import("./types").Said} Said */

export const LANGUAGES = { en: "English", es: "Español" };

/** @returns {string} */
export function language() {
  const wish = kept("frente.language", "");
  if (wish in LANGUAGES) return wish;
  return navigator.language.startsWith("es") ? "es" : "en";
}

/** @param {string} code */
export function speak(code) {
  keep("frente.language", code);
}

export class Texts {
  /**
   * @param {Record<string, string>} entries
   * @param {string} lang
   */
  constructor(entries, lang) {
    this.entries = entries;
    this.lang = lang;
    /** @type {Map<string, string>} */
    this.units = new Map();
    /** @type {Map<string, string>} */
    this.spaces = new Map();
    /** @type {Map<string, string>} */
    this.places = new Map(); // of things that lie at a place and are named in answers
    /** @type {Map<string, string>} */
    this.known = new Map(); // what is behind pieces that hide, as far as it is known to who looks
    /** @type {string[]} */
    this.sides = [];
  }

  /**
   * @param {string} slug
   * @param {string} [lang]
   */
  static async load(slug, lang = language()) {
    const found = await fixed(`/games/${slug}/texts/${lang}`);
    whenUnreachable(found["web.unreachable"]);
    return new Texts(found, lang);
  }

  /** @param {Board} board */
  know(board) {
    for (const u of board.units) this.units.set(u.id, this.entries["unit." + u.id] ?? (u.name || this.nameless(u)));
    for (const p of board.pieces ?? [])
      this.units.set(p.id, this.entries["piece." + p.id] ?? (p.kind === "agent" ? p.short : p.name));
    for (const p of board.spaces)
      for (const m of p.printed ?? []) {
        if (!m.id) continue;
        this.places.set(m.id, p.id);
        this.spaces.set(m.id, this.entries["resource." + m.id] ?? m.id);
      }
    for (const p of board.spaces) this.spaces.set(p.id, p.name && p.name !== p.id ? p.name + (p.id.length > 4 ? "" : ` (${p.id})`) : p.id);
  }

  /**
   * A piece of which nothing is known but its side and its number.
   * @param {import("./types").Unit} u
   */
  nameless(u) {
    return this.web("hidden-piece", { side: u.side, n: u.id.split("-").at(-1) ?? "" });
  }

  /**
   * Pieces that hide bear the name of what is behind them, where that is known.
   * @param {import("./types").Piece[]} pieces
   */
  recall(pieces) {
    this.known = new Map(pieces.flatMap((p) => (this.units.has(p.size) ? [[p.id, this.unit(p.size)]] : [])));
  }

  /** @param {string} key */
  has(key) {
    return key in this.entries;
  }

  /**
   * @param {string} key
   * @param {Facts} [facts]
   * @returns {string}
   */
  say(key, facts = {}) {
    const pattern = this.entries[key];
    if (pattern === undefined) return key;
    return pattern.replace(/\{([^{}:]+)(?::([^{}|]*)\|([^{}]*))?\}/g, (whole, name, one, more) => {
      if (!(name in facts)) return whole;
      const thing = this.thing(name, facts[name]);
      return more === undefined ? thing : `${thing} ${Number(facts[name]) === 1 ? one : more}`;
    });
  }

  /**
   * A text of the page itself.
   * @param {string} key
   * @param {Facts} [facts]
   */
  web(key, facts = {}) {
    return this.say("web." + key, facts);
  }

  /**
   * The name of a thing, or its key where the catalogue has none.
   * @param {string} group
   * @param {string} key
   * @returns {string}
   */
  name(group, key) {
    return this.entries[`${group}.${key}`] ?? key;
  }

  /**
   * A number with so many digits after the point, or the comma.
   * @param {number} n
   * @param {number} digits
   */
  number(n, digits) {
    return n.toLocaleString(this.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  /** @param {string} side */
  side(side) {
    return this.name("side", side);
  }

  /** @param {string} name */
  overlay(name) {
    return this.entries["web.overlay-" + name] ?? capital(this.name("overlay", name));
  }

  /** @param {string} id */
  unit(id) {
    return this.known.get(id) ?? this.units.get(id) ?? id;
  }

  /** @param {string} id */
  space(id) {
    return this.spaces.get(id) ?? id;
  }

  /**
   * A fact as a player would say it.
   * @param {string} fact
   * @param {unknown} value
   * @returns {string}
   */
  thing(fact, value) {
    if (Array.isArray(value)) {
      /** @type {Map<string, number>} */
      const named = new Map();
      for (const v of value) named.set(this.thing(fact, v), (named.get(this.thing(fact, v)) ?? 0) + 1);
      return [...named].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name)).join(", ");
    }
    if ((fact === "side" || fact === "by") && typeof value === "number")
      return this.side(this.sides[value] ?? String(value));
    if (typeof value === "number" && value < 0) return `−${-value}`;
    const text = String(value);
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return this.date(text);
    if (fact === "side" || fact === "by") return this.side(text);
    if (fact === "asked")
      return text
        .split(/, | and /)
        .map((x) => this.side(x))
        .join(", ");
    if (fact === "question") return this.say(text);
    if (typeof value === "string" && this.units.has(text)) return this.unit(text);
    const several = text.split(", ");
    if (several.length > 1 && several.every((x) => this.units.has(x)))
      return several.map((x) => this.unit(x)).join(", ");
    if (typeof value === "string" && this.spaces.has(text)) return this.space(text);
    return this.name(fact, text);
  }

  /** @param {Said} said */
  said(said) {
    return this.has(said.key) ? capital(this.say(said.key, said.facts)).replace(/([.!?…])\.$/, "$1") : (said.text ?? said.key);
  }

  /**
   * What doing it is called: closer for this question if there is such a text, else in general.
   * @param {string} question
   * @param {string} verb
   */
  verb(question, verb) {
    return this.entries[`verb.${question}.${verb}`] ?? this.name("verb", verb);
  }

  /**
   * @param {string} word
   * @param {string} question
   */
  act(word, question) {
    const [verb, arg] = parts(word);
    const doing = this.verb(question, verb);
    return capital(arg ? `${doing} ${this.thing(verb, arg)}` : doing);
  }

  /**
   * A date in the reader's language.
   * @param {string} iso
   * @param {Intl.DateTimeFormatOptions} [how]
   */
  date(iso, how = { day: "numeric", month: "long", year: "numeric" }) {
    return new Intl.DateTimeFormat(this.lang === "es" ? "es" : "en-GB", { ...how, timeZone: "UTC" }).format(
      new Date(iso),
    );
  }
}

/**
 * @param {string} word
 * @returns {[string, string]}
 */
export function parts(word) {
  const k = word.indexOf(":");
  return k < 0 ? [word, ""] : [word.slice(0, k), word.slice(k + 1)];
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
