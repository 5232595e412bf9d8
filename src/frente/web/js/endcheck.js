// Before a phase ends: who could still act, what could still be attacked, whom no supply reaches. One key goes through them.
import { odds } from "./card.js";
import { picture } from "./counters.js";
import { announce, h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").ActWord} ActWord */
/** @typedef {{kind: "unit" | "place" | "cut", id: string, at: string}} Item what can be gone to */
/** @typedef {{word: string, at: number, items: Item[], here: number, odds: Record<string, string>}} Check */

const NAME = "frente.unchecked"; // tables at which phases end without being asked

export class EndCheck {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Check | null} */
    this.open = null;
    /** @type {Set<string>} */
    this.left = new Set(); // units that were left alone on purpose, until the question changes
    this.question = "";
  }

  get off() {
    return kept(NAME, /** @type {string[]} */ ([])).includes(this.table.id);
  }

  /** @param {boolean} off */
  turn(off) {
    const rest = kept(NAME, /** @type {string[]} */ ([])).filter((x) => x !== this.table.id);
    keep(NAME, off ? [this.table.id, ...rest].slice(0, 60) : rest);
  }

  /**
   * Whether an answer ends a phase.
   * @param {ActWord} w
   */
  ends(w) {
    const { theme, view } = this.table;
    return !w.arg && theme.ends?.[view.question] === w.verb;
  }

  /**
   * An answer was given: does something keep it from being sent at once?
   * @param {ActWord} w
   */
  async asks(w) {
    if (!this.ends(w) || this.off || this.table.lesson.on) return false;
    const { table } = this,
      at = table.state.at;
    const answer = await table.live.send({ type: "unfinished", side: table.side });
    if (at !== table.state.at || answer.type !== "answer") return true;
    const items = this.items(answer);
    if (!items.length) return false;
    table.settle();
    this.open = { word: w.word, at, items, here: -1, odds: /** @type {Record<string, string>} */ (answer.places) };
    table.render();
    announce(this.title(), true);
    table.focusQuestion();
    return true;
  }

  /**
   * @param {Record<string, unknown>} answer
   * @returns {Item[]}
   */
  items(answer) {
    const { table } = this;
    const question = `${table.view.question} ${table.view.turn} ${table.side}`;
    if (question !== this.question) this.left.clear();
    this.question = question;
    const units = /** @type {string[]} */ (answer.units).filter((id) => !this.left.has(id));
    const where = (/** @type {string} */ id) => table.piece(id)?.at ?? "";
    return [
      ...units.map((id) => /** @type {Item} */ ({ kind: "unit", id, at: where(id) })),
      ...Object.keys(/** @type {object} */ (answer.places)).map((id) => /** @type {Item} */ ({ kind: "place", id, at: id })),
      ...(units.length || Object.keys(/** @type {object} */ (answer.places)).length
        ? /** @type {string[]} */ (answer["cut-off"]).map((id) => /** @type {Item} */ ({ kind: "cut", id, at: where(id) }))
        : []),
    ];
  }

  title() {
    const n = this.open?.items.filter((x) => x.kind === "unit").length ?? 0,
      places = this.open?.items.filter((x) => x.kind === "place").length ?? 0;
    const t = this.table.texts;
    const act = t.act(this.open?.word ?? "", this.table.view.question);
    return `${act}? ${[n && t.web("check-units", { n }), places && t.web("check-places", { n: places })].filter(Boolean).join(" ")}`;
  }

  shut() {
    this.open = null;
  }

  /** End the phase after all. */
  go() {
    const word = this.open?.word ?? "";
    this.shut();
    if (word) void this.table.orders.moves([word]);
  }

  /**
   * The next or the one before of those that could still act.
   * @param {number} way
   */
  async visit(way) {
    const { table } = this;
    if (!this.open) {
      if (!table.mayAct) return false;
      const answer = await table.live.send({ type: "unfinished", side: table.side });
      if (answer.type !== "answer") return true;
      const items = this.items(answer).filter((x) => x.kind !== "cut");
      if (!items.length) return true;
      const at = items.findIndex((x) => x.id === (table.selected.unit || table.selected.space));
      this.show(items[(at + way + items.length) % items.length], true);
      return true;
    }
    const { items } = this.open;
    this.open.here = (this.open.here + way + items.length + (this.open.here < 0 && way < 0 ? 1 : 0)) % items.length;
    this.show(items[this.open.here], false);
    table.question.draw();
    return true;
  }

  /**
   * @param {Item} item
   * @param {boolean} choose
   */
  show(item, choose) {
    const { table } = this;
    if (table.board.spaces.has(item.at)) table.board.setCursor(item.at);
    if (choose && item.kind === "unit") void table.pointing.piece(item.id);
    else table.pointing.select(item.kind === "place" ? "" : item.id, item.kind === "place" ? item.id : "");
  }

  /** Leave the unit on the screen alone: it is not listed again in this phase. */
  leave() {
    const item = this.open?.items[this.open.here];
    if (!this.open || item?.kind !== "unit") return false;
    this.left.add(item.id);
    this.open.items.splice(this.open.here, 1);
    this.open.here--;
    if (!this.open.items.some((x) => x.kind !== "cut")) this.go();
    else void this.visit(1);
    return true;
  }

  draw() {
    const { table } = this,
      t = table.texts;
    if (!this.open) return null;
    const { items, here } = this.open;
    const key = (/** @type {string} */ k) => h("kbd", { "aria-hidden": "true" }, k);
    const button = (/** @type {string} */ word, /** @type {string} */ k, /** @type {() => void} */ go, main = false) =>
      h("button", { type: "button", class: main ? "go" : "", data: { word }, onclick: go }, t.web(word), key(k));
    const group = (/** @type {Item["kind"]} */ kind) => {
      const own = items.filter((x) => x.kind === kind);
      return (
        own.length > 0 && [
          h("h3", {}, t.web("check-" + kind), h("span", {}, String(own.length))),
          h("ul", { class: "todo" }, this.bundles(own).map((some) => this.row(some, items[here]))),
        ]
      );
    };
    return h(
      "div",
      { class: "check" },
      h(
        "div",
        { class: "answers" },
        button("check-visit", "N", () => void this.visit(1), true),
        items[here]?.kind === "unit" && button("check-leave", ".", () => this.leave()),
        button("check-end", "⇧ Enter", () => this.go()),
        h("button", { type: "button", class: "undo", data: { word: "back" }, onclick: () => table.pointing.back() }, t.web("back"), key("Esc")),
      ),
      h(
        "label",
        { class: "row" },
        h("input", {
          type: "checkbox",
          ...(this.off ? { checked: "" } : {}),
          onchange: (/** @type {Event} */ e) => this.turn(/** @type {HTMLInputElement} */ (e.target).checked),
        }),
        t.web("check-off"),
      ),
      group("unit"),
      group("place"),
      group("cut"),
    );
  }

  /**
   * Units of one formation belong together.
   * @param {Item[]} list
   */
  bundles(list) {
    /** @type {Map<string, Item[]>} */
    const found = new Map();
    for (const x of list) {
      const p = x.kind === "place" ? undefined : this.table.piece(x.id);
      const name = p ? p.formation || x.id : x.id;
      found.set(name, [...(found.get(name) ?? []), x]);
    }
    return [...found.values()];
  }

  /**
   * @param {Item[]} some
   * @param {Item | undefined} now
   */
  row(some, now) {
    const { table } = this,
      t = table.texts,
      [first] = some;
    const p = table.piece(first.kind === "place" ? (table.board.stacks.get(first.id)?.[0]?.id ?? "") : first.id);
    const places = [...new Set(some.map((x) => (table.board.spaces.has(x.at) ? t.space(x.at) : t.name("box", x.at))))].join(", ");
    const chances = this.open?.odds[first.id];
    const name =
      first.kind === "place" ? t.space(first.id) : some.length === 1 ? t.unit(first.id) : t.web("check-of", { n: some.length, formation: t.web("formation", { name: t.name("formation", p?.formation ?? "") }) });
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "plain" + (now && some.includes(now) ? " now" : ""),
          onclick: () => {
            if (!this.open) return;
            const at = some.indexOf(/** @type {Item} */ (now));
            this.open.here = this.open.items.indexOf(some[(at + 1) % some.length]);
            this.show(this.open.items[this.open.here], false);
            table.question.draw();
          },
        },
        p && picture(p, table.theme, table.board.bands),
        h("span", {}, h("b", {}, capital(name)), h("span", { class: "lab" }, first.kind === "place" ? (chances ? t.web("check-odds", { odds: odds(chances) }) : "") : places)),
      ),
    );
  }
}
