// The film of what the other side did: marches with one arrow each, battles with their dice, at the pace one likes.
// It is shown when one is asked again; whatever it shows was seen by this side when it happened.
import { ask } from "./api.js";
import { arrowsOf, walk } from "./arrows.js";
import { announce, calm } from "./dom.js";
import { FilmBar } from "./filmbar.js";
import { sceneCard, sceneText } from "./filmtext.js";
import { keep, kept } from "./keys.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Reel} Reel */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").State} State */
/** @typedef {{scenes: Scene[], last: number}} Beat what is shown at once: a wave of marches, or one of anything else */

const NAME = "frente.film";
const WAVE = 6; // marches that start together
const APART = 120; // milliseconds between them
const WHOLE = 25000; // a film takes no longer than this
/** @type {Record<string, number>} */
const LASTS = { march: 1100, arrival: 900, battle: 2800, strike: 1900, talk: 1900 };
const LEARNING = 3; // games in which the film stops at battles by itself

export class Film {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Reel | null} */
    this.reel = null;
    /** @type {Beat[]} */
    this.beats = [];
    this.at = -1; // the beat on the screen
    this.open = false;
    this.playing = false;
    this.loading = false;
    this.arrows = true; // of the last film, when it is over
    this.from = table.log.seen > 0 ? Math.min(table.log.seen, table.state.at) : table.state.at;
    this.seen = this.from;
    this.asked = -1; // the act up to which a film was asked for
    this.timer = 0;
    /** @type {{pieces: Piece[], spaces: Record<string, string[]>} | null} */
    this.held = null; // the map as it was when the computer began
    /** @type {{speed: number, stop: boolean | null, tables: string[]}} */
    this.wish = { speed: 1, stop: null, tables: [], ...kept(NAME, {}) };
    this.bar = new FilmBar(this, table);
  }

  get stops() {
    return this.wish.stop ?? this.wish.tables.indexOf(this.table.id) < LEARNING;
  }

  /** The map of the moment, where it is not the present one. */
  get picture() {
    if (this.open && this.at < this.beats.length - 1) return this.after(this.at);
    return this.open && this.playing ? this.after(this.at) : this.held;
  }

  /** Sides that others play. */
  others() {
    const s = this.table.state;
    return Object.keys(s.seats).filter((x) => !s.you.includes(x));
  }

  /**
   * A state has come: the computer's acts are collected while it moves, and shown when one is asked.
   * @param {State} before
   * @param {State} s
   */
  heard(before, s) {
    const { table } = this;
    if (s.at < before.at) this.forget(s.at);
    if (!s.you.length || !this.others().length || table.replay.state) return;
    const mine = s.you.some((x) => (s.acts[x] ?? []).length > 0);
    const bot = s.view.waiting.some((x) => s.seats[x]?.kind === "bot") || (s.thinking?.length ?? 0) > 0;
    if (!mine && !s.outcome && (bot || this.held)) {
      const v = before.views?.[table.side] ?? before.view;
      this.held ??= { pieces: v.pieces, spaces: v.spaces };
    } else if ((mine || s.outcome) && s.at > this.seen && this.asked !== s.at) {
      this.asked = s.at;
      this.loading = true;
      void this.load(s.at);
    } else if (mine && !this.loading) this.held = null;
  }

  /** @param {number} to */
  async load(to) {
    const { table } = this;
    let reel = null;
    try {
      reel = /** @type {Reel} */ (
        await ask(`/tables/${table.id}/film?from=${this.from}&to=${to}&side=${table.side}`, { key: table.key })
      );
    } catch {
      // Nothing depends on a film: the log tells the same.
    }
    if (this.asked !== to) return;
    this.loading = false;
    this.held = null;
    const seen = this.seen;
    this.seen = to;
    if (reel && this.take(reel, seen)) {
      if (!this.wish.tables.includes(table.id)) {
        this.wish.tables = [...this.wish.tables, table.id].slice(-99);
        keep(NAME, this.wish);
      }
      const first = this.beats.findIndex((b) => b.last >= seen);
      if (!calm() && first >= 0) {
        this.watch(first);
        return;
      }
      this.draw();
    }
    table.render();
    table.follow(null);
  }

  /**
   * @param {Reel} reel
   * @param {number} seen
   * @returns {boolean} whether it shows something new that others have done
   */
  take(reel, seen) {
    const { table } = this;
    /** @type {Beat[]} */
    const beats = [];
    for (const x of reel.scenes) {
      if (x.kind === "note" || (table.state.you.includes(x.side) && this.others().length)) continue;
      const last = beats.at(-1);
      if (last && x.kind === "march" && last.scenes.length < WAVE && this.wave(last.scenes[0]) === this.wave(x)) {
        last.scenes.push(x);
        last.last = x.last;
      } else beats.push({ scenes: [x], last: x.last });
    }
    const shows = beats.some(
      ({ scenes: [x], last }) => last >= seen && (x.kind !== "battle" || (x.whole && (x.over || x.rolls.length > 0))),
    );
    if (!shows) return false;
    table.log.learn(reel.scenes.filter((x) => !table.state.you.includes(x.side)));
    this.reel = reel;
    this.beats = beats;
    this.at = beats.length - 1;
    this.arrows = true;
    return true;
  }

  /** Whose acts it shows; a battle that began before it has no side of its own. */
  get side() {
    return this.beats.find((b) => b.scenes[0].side)?.scenes[0].side ?? this.others()[0] ?? "";
  }

  /** @param {Scene} x which wave it belongs to */
  wave(x) {
    if (x.kind !== "march") return "";
    const unit = x.moves[0].units[0];
    return `${x.side} ${this.table.data.units.find((u) => u.id === unit)?.formation ?? unit}`;
  }

  /** One's own act: from here on the next film begins, unless it only answered what the other side is doing. */
  acted() {
    const s = this.table.state,
      last = this.reel?.scenes.at(-1);
    const answers = this.seen === s.at && last && !last.over && !s.you.includes(last.side);
    if (!answers) {
      this.from = s.at;
      this.reel = null;
    }
    this.seen = s.at;
    this.asked = -1;
    this.held = null;
    if (this.open) this.leave();
    this.draw();
  }

  /** @param {number} at the game has gone back */
  forget(at) {
    this.from = Math.min(this.from, at);
    this.seen = Math.min(this.seen, at);
    this.asked = -1;
    this.reel = null;
    this.held = null;
    if (this.open) this.leave();
    this.draw();
  }

  /** @param {number} k the map after a beat */
  after(k) {
    const reel = /** @type {Reel} */ (this.reel);
    const pieces = new Map(reel.pieces.map((p) => [p.id, p])),
      spaces = { ...reel.spaces };
    const until = k < 0 ? (this.beats[0]?.scenes[0].first ?? 0) - 1 : (this.beats[k]?.last ?? 0);
    for (const x of reel.scenes) {
      if (x.first > until) break;
      for (const p of x.pieces) pieces.set(p.id, p);
      for (const id of x.gone) pieces.delete(id);
      Object.assign(spaces, x.spaces);
    }
    return { pieces: [...pieces.values()], spaces };
  }

  // -- playing

  /** @param {number} [first] */
  watch(first = 0) {
    if (!this.beats.length) return;
    this.open = true;
    this.table.root.classList.add("filming");
    this.table.settle();
    this.bar.build();
    if (calm()) this.show(first);
    else this.play(first);
  }

  /** @param {number} k */
  play(k) {
    if (k >= this.beats.length) {
      this.leave();
      return;
    }
    this.playing = true;
    this.show(k, true);
    const beat = this.beats[k];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.settle();
      if (this.stops && beat.scenes[0].kind === "battle") this.pause();
      else this.play(k + 1);
    }, this.lasts(beat));
  }

  /** @param {Beat} beat */
  lasts(beat) {
    const all = this.beats.reduce((sum, b) => sum + LASTS[b.scenes[0].kind] + APART * b.scenes.length, 0);
    const one = LASTS[beat.scenes[0].kind] + APART * (beat.scenes.length - 1);
    return (one * Math.min(1, WHOLE / all)) / this.wish.speed;
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.settle();
    this.show(this.at);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play(this.at + 1);
  }

  /** @param {number} by */
  step(by) {
    clearTimeout(this.timer);
    this.playing = false;
    this.show(Math.min(Math.max(this.at + by, 0), this.beats.length - 1));
  }

  /**
   * @param {number} k
   * @param {boolean} [moving]
   */
  show(k, moving = false) {
    const { table } = this,
      beat = this.beats[k];
    this.settle();
    this.at = k;
    table.render();
    this.draw();
    const places = beat.scenes.flatMap((x) => [...x.moves.flatMap((m) => m.path.slice(-1)), ...x.lost.map((l) => l.at)]);
    const place = sceneCard(table, beat.scenes[0]).place || places[0];
    if (place && !(table.board.sees(place) && places.every((x) => table.board.sees(x)))) table.board.show(place);
    table.parts.recent.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.bar.card(beat.scenes.find((x) => x.kind !== "march" && x.kind !== "arrival") ?? null);
    if (moving && !calm()) this.walk(beat);
    announce(this.text());
  }

  /** @param {Beat} beat */
  walk(beat) {
    const { board } = this.table,
      there = new Map(this.after(this.at).pieces.map((p) => [p.id, p]));
    const walkers = new Set(beat.scenes.flatMap((x) => x.moves.flatMap((m) => (x.kind === "battle" ? [] : m.units))));
    board.put([...there.values()].filter((p) => !walkers.has(p.id)), new Set(), new Set());
    beat.scenes.forEach((x, k) => {
      if (x.kind === "battle") return;
      for (const m of x.moves) {
        const p = there.get(m.units[0]);
        const path = m.path.filter((id) => board.spaces.has(id));
        if (p && path.length) this.walkers.push(walk(board, p, path, (LASTS.march - 200) / this.wish.speed, (APART * k) / this.wish.speed));
      }
    });
  }

  /** What is on its way has arrived. */
  settle() {
    for (const el of this.walkers) el.remove();
    this.walkers = [];
  }

  /** My move: the film is over, its arrows stay for a while. */
  leave() {
    clearTimeout(this.timer);
    this.settle();
    this.open = this.playing = false;
    this.at = this.beats.length - 1;
    this.table.root.classList.remove("filming");
    this.bar.hide();
    this.table.render();
    this.draw();
    this.table.follow(null);
    // The film has led down its list of scenes: the report is read from its first sentence.
    this.table.parts.recent.closest(".scroll")?.scrollTo(0, 0);
    if (this.reel) this.table.focusQuestion();
  }

  /** @param {number} speed the present one once more means the next: on a phone only that one is shown */
  pace(speed) {
    this.wish.speed = speed === this.wish.speed ? (speed === 4 ? 1 : speed * 2) : speed;
    keep(NAME, this.wish);
    this.bar.draw();
  }

  /** @param {boolean} stop */
  stopping(stop) {
    this.wish.stop = stop;
    keep(NAME, this.wish);
  }

  /** Watch the last film again, or what has happened since one's last move but one. */
  again() {
    if (this.open) return;
    if (this.beats.length && this.reel) this.watch(0);
    else announce(this.table.texts.web("film-none"));
  }

  /** The beat on the screen in one sentence. */
  text() {
    const beat = this.beats[this.at];
    return beat ? sceneText(this.table, beat.scenes) : "";
  }

  draw() {
    const { board } = this.table;
    const shown = this.reel && (this.open || this.arrows) ? this.beats.slice(0, this.at + 1) : [];
    board.layer.marches.replaceChildren(
      ...shown.flatMap((b, k) =>
        b.scenes.flatMap((x) => arrowsOf(board, x, this.open && k === this.at ? "now" : this.open ? "past" : "last")),
      ),
    );
    board.layer.marches.classList.toggle("growing", this.playing);
    this.bar.draw();
  }

  /**
   * @param {KeyboardEvent} e
   * @param {string} key
   * @returns {boolean} whether the key was meant for the film
   */
  pressed(e, key) {
    if (key === "j") {
      if (e.shiftKey) this.again();
      else {
        this.arrows = !this.arrows;
        this.draw();
      }
      return true;
    }
    if (!this.open) return false;
    const on = /** @type {Element} */ (e.target).closest("button, input, summary, a");
    if (key === " " && !on) this.toggle();
    else if (key === "ArrowRight") this.step(1);
    else if (key === "ArrowLeft") this.step(-1);
    else if (key === "Home") this.step(-this.beats.length);
    else if (key === "End") this.step(this.beats.length);
    else if (key === "1" || key === "2" || key === "4") this.pace(Number(key));
    else if (key === "Escape") this.leave();
    else if (key === "Enter" && !on) this.leave();
    else return false;
    return true;
  }

  /** @type {SVGElement[]} */
  walkers = [];
}
