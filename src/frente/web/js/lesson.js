// A lesson on the real engine: each step says something and wants something. Other acts are answered, never swallowed.
import { ask, fixed } from "./api.js";
import { announce, fill, h, s, toast } from "./dom.js";
import { hold, keep, kept } from "./keys.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Answer} Answer */
/** @typedef {import("./types").Lesson} LessonData */
/** @typedef {import("./types").LessonStep} Step */

const NAME = "frente.lessons";
const MOST = 20; // lessons whose place is kept

/** @typedef {{chapter: number, step: number, from?: number}} Place from: acts done when the step began; none of them is undone */

/** @returns {Record<string, Place>} by table */
const places = () => kept(NAME, {});

/**
 * Set up the lesson of a game and go there.
 * @param {string} slug
 * @param {string} failed what to say if that does not work
 */
export async function startLesson(slug, failed) {
  try {
    const made = await ask(`/games/${slug}/lesson`, { method: "POST" });
    hold(made.table, made.owner);
    keep(NAME, Object.fromEntries([[made.table, { chapter: 0, step: 0 }], ...Object.entries(places()).slice(0, MOST - 1)]));
    location.hash = `#/t/${made.table}`;
  } catch (e) {
    toast(e instanceof Error ? e.message : failed, "warn");
  }
}

export class Lesson {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Place | null} */
    this.place = places()[table.id] ?? null;
    /** @type {LessonData | null} */
    this.data = null;
    this.shown = ""; // the step that was announced
    this.since = 0; // the state must be as far as this to be what a step waits for
    this.answer = ""; // what is said to an act that another step would want
    this.el = h("section", { class: "lesson", "aria-label": table.texts.web("lesson"), hidden: true });
    table.parts.ask.after(this.el);
    this.onkey = (/** @type {KeyboardEvent} */ e) => this.pressed(e);
    if (!this.place) return;
    table.live.before = (frame) => this.before(frame);
    table.live.after = (frame, answer) => this.after(frame, answer);
    addEventListener("keydown", this.onkey, true);
    void this.load();
  }

  async load() {
    this.data = await fixed(`/games/${this.table.slug}/lesson?lang=${this.table.texts.lang}`).catch(() => null);
    this.check();
    this.table.render();
  }

  /** @returns {Step | null} */
  get step() {
    return (this.place && this.data?.chapters[this.place.chapter]?.step[this.place.step]) || null;
  }

  get on() {
    return this.place !== null;
  }

  /** @param {Place | null} place */
  go(place) {
    if (place) place.from = Math.max(this.since, this.table.state.at);
    this.place = place;
    this.answer = "";
    const rest = places();
    if (place) rest[this.table.id] = place;
    else delete rest[this.table.id];
    keep(NAME, rest);
    if (!place) this.close();
    this.table.render();
  }

  close() {
    removeEventListener("keydown", this.onkey, true);
    this.table.live.before = this.table.live.after = null;
    this.spots([]);
  }

  next() {
    const { data, place } = this;
    if (!data || !place) return;
    if (place.step + 1 < data.chapters[place.chapter].step.length) this.go({ ...place, step: place.step + 1 });
    else if (place.chapter + 1 < data.chapters.length) this.go({ chapter: place.chapter + 1, step: 0 });
    this.check();
  }

  // -- what the player does

  /**
   * Whether a message may go to the referee now. What this step does not want is answered instead, and nothing happens.
   * @param {Record<string, unknown>} frame
   * @returns {Answer | null}
   */
  before(frame) {
    const { step } = this;
    if (frame.type === "undo" && step && !this.mayUndo()) return this.instead(this.table.texts.web("lesson-no-undo"));
    const words = frame.type === "act" ? [String(frame.act)] : frame.type === "moves" ? /** @type {string[]} */ (frame.acts) : frame.type === "march" ? ["march"] : null;
    if (!words || !step || (words.every((w) => (step.allow ?? []).some((x) => fits(x, w))) && arrives(step, words))) return null;
    return this.instead(step.else ?? this.table.texts.web("lesson-else"));
  }

  /** What was done before this step is what the step stands on; where any act is allowed, so is taking it back. */
  mayUndo() {
    return Boolean(this.step?.allow?.includes("*")) || this.table.state.at > (this.place?.from ?? Infinity);
  }

  /**
   * The answer to a message that is not sent.
   * @param {string} text
   * @returns {Answer}
   */
  instead(text) {
    this.answer = text;
    this.table.doubt = null;
    this.table.settle();
    setTimeout(() => this.table.render());
    announce(text, true);
    return { type: "refused" };
  }

  /**
   * @param {Record<string, unknown>} frame
   * @param {Answer} answer
   */
  after(frame, answer) {
    const want = this.step?.want ?? {};
    if (answer.type === "refused" || answer.type === "lost" || answer.warnings?.length) return;
    if (frame.type === "undo") this.since = 0;
    const words = frame.type === "act" ? [String(frame.act)] : frame.type === "moves" ? /** @type {string[]} */ (frame.acts) : [];
    const met =
      (want.act && words.some((w) => want.act?.some((x) => fits(x, w)))) ||
      (frame.type === "reach" && want.chosen?.includes(String(frame.unit))) ||
      (frame.type === "overlay" && want.overlay === frame.name) ||
      (want.why && (frame.type === "explain" || frame.type === "way") && want.why[1] === String(frame.arg ?? frame.unit));
    if (typeof answer.at === "number") this.since = answer.at;
    if (met) this.next();
  }

  /** A march may have come to where the step wants it. */
  check() {
    const { table } = this;
    const at = this.step?.want?.at;
    if (at && table.state.at >= this.since && Object.entries(at).every(([unit, space]) => table.piece(unit)?.at === space)) this.next();
  }

  /** What the step waits for is there: nothing is left but to read. It does not go on by itself, so that nobody misses it. */
  get waited() {
    const { table } = this;
    const want = this.step?.want;
    if (!want || table.state.at < this.since || table.film.open || table.film.loading) return false;
    const v = table.view;
    return Boolean(
      (want.question && table.mayAct && want.question.includes(v.question)) ||
        (want.turn && (table.state.outcome || (table.mayAct && v.turn >= want.turn))),
    );
  }

  /**
   * Where nothing is wanted but reading, Enter goes on, wherever the focus is but on a button.
   * @param {KeyboardEvent} e
   */
  pressed(e) {
    const target = /** @type {Element} */ (e.target);
    const { step } = this;
    if (e.key !== "Enter" || !step || (step.want && !this.waited) || this.el.hidden || this.last) return;
    if (target.closest("button, a, input, select, textarea, dialog, .popup, .cover") || document.querySelector("dialog[open], .cover")) return;
    e.preventDefault();
    e.stopPropagation();
    this.next();
  }

  get last() {
    const { data, place } = this;
    return Boolean(data && place && place.chapter === data.chapters.length - 1 && place.step === data.chapters[place.chapter].step.length - 1);
  }

  // -- what is shown

  draw() {
    const { table, data, place, step } = this,
      t = table.texts;
    this.el.hidden = !data || !place || !step || Boolean(table.replay.state);
    table.root.classList.toggle("in-lesson", !this.el.hidden);
    if (this.el.hidden || !data || !place || !step) return;
    const chapter = data.chapters[place.chapter];
    const sign = `${place.chapter}.${place.step}`;
    const focused = this.el.contains(document.activeElement);
    fill(
      this.el,
      h(
        "header",
        {},
        h("span", { class: "lab" }, t.web("lesson-of", { n: place.chapter + 1, of: data.chapters.length })),
        h("button", { type: "button", class: "small", data: { do: "leave-lesson" }, onclick: () => this.leave() }, t.web("lesson-leave")),
      ),
      h(
        "ol",
        { class: "chapters", "aria-label": t.web("lesson-chapters") },
        data.chapters.map((c, k) =>
          h("li", { class: k < place.chapter ? "done" : "", "aria-current": k === place.chapter ? "step" : null, title: c.title }, h("span", { class: "unseen" }, c.title)),
        ),
      ),
      h("h2", {}, chapter.title),
      h("p", { class: "say" }, step.say),
      this.answer && h("p", { class: "instead", role: "status" }, this.answer),
      h("div", { class: "answers" }, this.buttons(step)),
    );
    for (const el of table.parts.ask.querySelectorAll("[data-word]"))
      el.classList.toggle("wanted", (step.want?.act ?? []).includes(el.getAttribute("data-word") ?? ""));
    this.spots(step.show ?? []);
    setTimeout(() => this.step === step && this.check());
    if (this.shown === sign) return;
    this.shown = sign;
    announce(`${chapter.title}. ${step.say}`);
    this.sight();
    if (focused) /** @type {HTMLElement | null} */ (this.el.querySelector(".answers button"))?.focus();
  }

  /** Bring what the step speaks of into sight. */
  sight() {
    const [place] = this.step?.show ?? [];
    if (place && !this.table.film.open) this.table.board.show(place);
  }

  /** @param {Step} step */
  buttons(step) {
    const { table } = this,
      t = table.texts,
      { want } = step;
    const button = (/** @type {string} */ key, /** @type {() => void} */ go, main = false) =>
      h("button", { type: "button", class: main ? "go" : "", data: { lesson: key }, onclick: go }, t.web("lesson-" + key));
    if (this.last)
      return [button("play-on", () => this.go(null), true), button("repeat", () => void startLesson(table.slug, t.web("failed")))];
    if (!want || this.waited) return [button("go-on", () => this.next(), true)];
    return [
      want.overlay && button("show-it", () => void table.setOverlay(want.overlay ?? ""), true),
      want.why && button("ask-why", () => void this.why(want.why ?? ["", ""]), true),
      step.show?.length && button("show-me", () => this.point(step)),
      step.to && table.state.undo[table.side] && this.mayUndo() && button("take-back", () => void table.undo()),
    ];
  }

  /** @param {string[]} what kind and name of what cannot be chosen now */
  async why([kind, arg]) {
    const box = this.el.getBoundingClientRect();
    await this.table.why(kind, arg, { x: box.left - 380, y: box.top });
  }

  /** @param {Step} step */
  point(step) {
    this.table.board.show(step.show?.[0] ?? "");
    this.spots(step.show ?? [], true);
  }

  /**
   * Rings round what is spoken of.
   * @param {string[]} ids of spaces and pieces
   * @param {boolean} [pulse]
   */
  spots(ids, pulse = false) {
    const { board } = this.table;
    const layer = board.layer.focus;
    layer.querySelectorAll(".spot").forEach((el) => el.remove());
    for (const id of new Set(ids.map((x) => (board.spaces.has(x) ? x : (this.table.piece(x)?.at ?? ""))))) {
      const x = board.spaces.get(id);
      if (x) layer.append(s("polygon", { points: board.outline(x, 1.04), class: "spot" + (pulse ? " pulse" : "") }));
    }
  }

  leave() {
    this.go(null);
    toast(this.table.texts.web("lesson-left"));
  }
}

/**
 * A whole march ends where the step wants it; step by step it may go its own way, and be taken back.
 * @param {Step} step
 * @param {string[]} words
 */
function arrives(step, words) {
  const last = words.findLast((w) => w.includes(":")) ?? "";
  return words.length < 2 || !step.to || step.to.includes(last);
}

/**
 * @param {string} pattern an act, or its beginning and a star
 * @param {string} word
 */
const fits = (pattern, word) => (pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : word === pattern);
