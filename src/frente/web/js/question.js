// The question first: one sentence, its buttons, one obvious way to finish and one to go back.
import { afterwards } from "./afterwards.js";
import { composer } from "./compose.js";
import { picture } from "./counters.js";
import { diceBox, foreseen, waiting } from "./dice.js";
import { announce, fill, h } from "./dom.js";
import { reasons } from "./explain.js";
import { ruleLink } from "./rules.js";
import { standingNote } from "./standing.js";
import { capital, parts as split } from "./texts.js";
import { dress } from "./theme.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").ActWord} ActWord */
/** @typedef {import("./types").Said} Said */

const FEW = 8; // units so few that they are listed

export class Question {
  /**
   * @param {Table} table
   * @param {HTMLElement} el
   */
  constructor(table, el) {
    this.table = table;
    this.el = el;
    this.announced = "";
    /** @type {string[]} */
    this.seen = []; // buttons of this question that have been on offer before
    this.asked = "";
    /** @type {{at: number, gains: Record<string, Said[]>}} */
    this.weighed = { at: -1, gains: {} };
  }

  /** The answer that Enter gives: one that finishes what is being done. */
  primary() {
    const words = this.table.words();
    if (this.table.doubt) return null;
    const made = composer(this.table, words, () => undefined);
    if (made) return made.word;
    if (words.length === 1 && words[0].kind === "") return words[0];
    for (const verb of this.table.theme.primary) {
      const found = words.filter((w) => w.verb === verb && w.kind === "");
      if (found.length === 1) return found[0];
    }
    return null;
  }

  /**
   * Whether an answer lets pass what could be done: the key that finishes does not give it by itself.
   * @param {ActWord} w
   */
  declines(w) {
    const { theme, view } = this.table;
    return !w.arg && theme.declines?.[view.question] === w.verb;
  }

  sentence() {
    const { table } = this,
      t = table.texts,
      v = table.view,
      s = table.shown;
    if (table.replay.state) return t.web("replay-question", { question: v.question });
    if (s.outcome) {
      // “Overwhelming victory” alone leaves open whose it is.
      const { key, by, winner } = s.outcome;
      const how = t.has(key) ? t.say(key, { by: by ?? "" }) : "";
      if (!winner) return how || t.web("drawn");
      return [t.web("won", { side: winner }), how].filter(Boolean).join(" ");
    }
    const asked = t.say(v.question, v.facts);
    if (table.mayAct) return t.web("asks", { side: table.side, question: v.question });
    if (table.thinking || v.waiting.some((side) => s.seats[side]?.kind === "bot"))
      return t.web("bot-thinks", { side: table.thinking || v.waiting[0], question: v.question });
    if (s.dice.due) return t.web("dice-due");
    if (v.waiting.length) return t.web("waits", { asked: v.waiting.join(", "), question: v.question });
    return asked;
  }

  draw() {
    const { table } = this,
      t = table.texts,
      v = table.view,
      s = table.shown;
    const focused = document.activeElement?.getAttribute("data-word");
    const sentence = table.check.open ? table.check.title() : this.sentence();
    const look = table.theme.sides[table.mayAct ? table.side : (s.outcome?.winner ?? v.waiting[0] ?? "")];
    const main = this.primary();
    /** @type {(HTMLElement | null)[]} */
    const parts = [
      h(
        "h1",
        { class: "asked" + (look ? " of-side " + dress(look) : "") },
        sentence,
        " ",
        v.rule && !s.outcome && ruleLink(table.shelf, v.rule),
      ),
    ];
    if (table.check.open) parts.push(table.check.draw());
    else if (table.doubt) parts.push(this.doubt());
    else if (table.choice.length) {
      if (table.reach && table.choice.length > 1)
        parts.push(h("p", { class: "hint" }, t.web("hint-either", { unit: table.reach.unit })));
      parts.push(this.rows(table.choice, null));
    }
    else if (table.mayAct) {
      const about = table.words().filter((w) => w.kind === "unit");
      // What can be done with the only unit in question needs no click on it first.
      const single = about.length > 1 && about.every((w) => w.arg === about[0].arg);
      const known = table.shown.card?.choices ?? {};
      const buttons = [
        ...(single ? about : []),
        ...table.words().filter((w) => (w.kind === "" || w.named) && !known[w.word]),
      ];
      if (v.question !== this.asked) {
        this.asked = v.question;
        this.seen = [];
      }
      this.seen = [...new Set([...this.seen, ...buttons.filter((b) => !b.arg).map((b) => b.verb)])];
      const missing = this.seen.filter((verb) => !buttons.some((b) => b.verb === verb));
      const hint = this.hint();
      if (hint) parts.push(h("p", { class: "hint" }, hint));
      const gains = this.gains();
      if (gains) parts.push(gains);
      const aside = this.aside();
      if (aside) parts.push(aside);
      const made = composer(table, buttons, () => this.draw());
      if (made)
        parts.push(made.el, this.rows(made.word ? [made.word] : [], made.word, made.word ? [] : [buttons[0].verb]));
      else parts.push(this.rows(buttons, main, missing));
    }
    parts.push(standingNote(table));
    if (!table.replay.state) parts.push(waiting(table), foreseen(table));
    if (table.thinking && table.share !== undefined && !table.replay.state) parts.push(this.search(table.share));
    if (s.trouble?.length) parts.push(this.trouble());
    if (s.offer) parts.push(this.offer());
    const open = Object.entries(s.seats).find(
      ([side, seat]) => seat.kind === "open" && !seat.connected && !s.you.includes(side),
    );
    if (open && !table.replay.state && !s.outcome)
      parts.push(h("p", { class: "hint" }, t.web(!open[1].taken ? "seat-empty" : open[1].name ? "seat-away-named" : "seat-away", { side: open[0], name: open[1].name ?? "" })));
    if (s.outcome && !table.replay.state) parts.push(this.after());
    parts.push(...table.plan.buttons());
    fill(this.el, parts);
    this.el.classList.toggle("mine", table.mayAct);
    this.el.classList.toggle("checking", Boolean(table.check.open));
    this.el.dataset.side = table.side;
    this.el.dataset.at = String(table.film.loading ? -1 : s.at); // a film that is on its way comes first
    this.el.dataset.choice = String(table.choice.length);
    if (focused)
      /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-word="${CSS.escape(focused)}"]`))?.focus();
    const about = `${sentence}|${table.state.at}`;
    if (about !== this.announced) {
      this.announced = about;
      announce([...table.log.news(), sentence].join(" "));
    }
  }

  /**
   * Units that may be chosen and are not on the map, or out of sight, or on a screen that shows little of the map: they
   * are shown here, so that nobody has to look for them.
   */
  beside() {
    const { table } = this,
      { board } = table;
    const units = [...new Set(table.words().flatMap((w) => (w.kind === "unit" ? [w.arg] : [])))].flatMap((id) => table.piece(id) ?? []);
    const own = units.filter((p) => p.side === table.side).length;
    const few = own > 0 && units.length <= FEW && !table.shown.card?.choices;
    const narrow = matchMedia("(max-width:700px)").matches;
    return units.filter((p) => !board.spaces.has(p.at) || (few && (narrow || !board.sees(p.at))));
  }

  aside() {
    const { table } = this,
      t = table.texts,
      units = this.beside();
    // The unit that is asked about, if it is nowhere on the map yet.
    const asked = typeof table.view.facts.unit === "string" ? table.piece(table.view.facts.unit) : undefined;
    const hides = table.words().some((w) => table.data.verbs[w.verb] === "piece"); // what it is, is the question
    if (!units.length && asked && !hides && !table.board.spaces.has(asked.at))
      return h(
        "div",
        { class: "row aside" },
        picture(asked, table.theme, table.board.bands, table.describePiece(asked.id)),
        h("b", {}, t.unit(asked.id)),
      );
    return units.length
      ? h(
          "div",
          { class: "row wrap aside" },
          units.map((p) =>
            h(
              "button",
              {
                type: "button",
                class: "plain card-button can",
                title: t.unit(p.id),
                data: { piece: p.id, word: "piece-" + p.id },
                onclick: () => void table.pointing.piece(p.id),
              },
              picture(p, table.theme, table.board.bands, table.describePiece(p.id)),
            ),
          ),
        )
      : null;
  }

  /** What each step of an advance would gain or give up; asked once for every question. */
  gains() {
    const { table } = this,
      t = table.texts,
      at = table.state.at;
    if (!table.theme.advances?.includes(table.view.question)) return null;
    if (this.weighed.at !== at) {
      this.weighed = { at, gains: {} };
      const acts = table.words().flatMap((w) => (w.kind ? [w.word] : [])).slice(0, 24);
      if (!acts.length) return null;
      void table.live.send({ type: "gains", side: table.side, acts }).then((answer) => {
        if (at !== table.state.at || !answer.gains) return;
        this.weighed = { at, gains: /** @type {Record<string, Said[]>} */ (answer.gains) };
        this.draw();
      });
    }
    const rows = Object.entries(this.weighed.gains);
    if (!rows.length) return null;
    return h(
      "ul",
      { class: "gains" },
      rows.map(([word, said]) => {
        const [verb, arg] = split(word);
        return h("li", {}, h("b", {}, capital(t.thing(verb, arg)), ": "), said.length ? said.map((x) => t.said(x)).join(" ") : t.web("gains-nothing"));
      }),
    );
  }

  /** How one answers, in a few words. */
  hint() {
    const { table } = this,
      t = table.texts,
      words = table.words();
    if (table.group.length > 1) return t.web("hint-stack", { n: table.group.length });
    if (table.reach)
      return t.web(table.view.facts.unit === table.reach.unit ? "hint-march" : "hint-reach", {
        unit: table.reach.unit,
      });
    const units = new Set(words.filter((w) => w.kind === "unit").map((w) => w.arg)).size,
      spaces = words.filter((w) => w.kind === "space").length;
    if (units && spaces) return t.web("hint-both", { units, spaces });
    if (units) return t.web(this.beside().length || table.shown.card?.choices ? "hint-units" : "hint-units-map", { n: units });
    if (spaces) return t.web("hint-spaces", { n: spaces });
    const below = words.filter((w) => table.shown.card?.choices?.[w.word]).length;
    if (below && below === words.length) return t.web("hint-below-only", { n: below });
    return below ? t.web("hint-below", { n: below }) : "";
  }

  /**
   * @param {ActWord[]} words
   * @param {ActWord | null} main
   * @param {string[]} [missing] buttons that are not on offer now, shown grey with their reason on demand
   */
  rows(words, main, missing = []) {
    const { table } = this,
      t = table.texts,
      v = table.view;
    const many = words.length > 5;
    const order = main ? [main, ...words.filter((w) => w.word !== main.word)] : words;
    const one = (/** @type {ActWord} */ w) =>
      h(
        "button",
        {
          type: "button",
          class: w.word === main?.word ? "go" : "",
          data: { word: w.word, verb: w.verb },
          onclick: () => {
            table.choice = [];
            void table.answer(w);
          },
        },
        table.data.verbs[w.verb] === "piece" && table.faceOf(w.arg),
        many && w.arg ? capital(t.thing(w.verb, w.arg)) : t.act(w.word, v.question),
        w.word === main?.word && h("kbd", { "aria-hidden": "true" }, this.declines(w) ? "⇧ Enter" : "Enter"),
      );
    return h(
      "div",
      { class: "answers" + (many ? " many" : "") },
      order.map(one),
      missing.map((verb) =>
        h(
          "button",
          {
            type: "button",
            class: "grey",
            "aria-disabled": "true",
            data: { verb },
            onclick: (/** @type {MouseEvent} */ e) =>
              void table.why("button", verb, { x: e.clientX || 300, y: e.clientY || 200 }),
          },
          capital(t.verb(v.question, verb)),
        ),
      ),
      this.undoButton(),
    );
  }

  undoButton() {
    const { table } = this,
      t = table.texts;
    const back = table.choice.length > 0 || (table.reach !== null && !table.words().some((w) => w.kind === "space"));
    const may = back || table.state.you.some((side) => table.state.undo[side]);
    if (!may) return null;
    return h(
      "button",
      { type: "button", class: "undo", data: { word: "undo" }, onclick: () => void table.undo() },
      t.web(back ? "back" : "undo"),
      h("kbd", { "aria-hidden": "true" }, back ? "Esc" : "U"),
    );
  }

  /** A computer player has failed: it may try again. */
  /**
   * A computer player that searches: how far it is, and a way to have its answer now.
   * @param {number} share
   */
  search(share) {
    const { table } = this,
      t = table.texts;
    return h(
      "div",
      { class: "search" },
      h("progress", { max: 1, value: share, "aria-label": t.web("search-share") }),
      table.state.you.length > 0 &&
        h("button", { type: "button", onclick: () => void table.live.send({ type: "hurry" }) }, t.web("move-now")),
    );
  }

  trouble() {
    const { table } = this;
    return h(
      "div",
      { class: "offer", role: "alert" },
      reasons(table, table.state.trouble ?? []),
      h(
        "button",
        { type: "button", onclick: () => void table.live.send({ type: "wake" }) },
        table.texts.web("try-again"),
      ),
    );
  }

  doubt() {
    const { table } = this,
      t = table.texts,
      doubt = table.doubt;
    if (!doubt) return null;
    return h(
      "div",
      { class: "doubt" },
      h("p", {}, h("b", {}, t.web("doubt"))),
      reasons(table, doubt.warnings),
      h(
        "div",
        { class: "answers" },
        h("button", { type: "button", data: { word: "anyway" }, onclick: () => doubt.go() }, t.web("anyway")),
        h(
          "button",
          { type: "button", class: "go", data: { word: "back" }, onclick: () => void table.undo() },
          t.web("back"),
          h("kbd", { "aria-hidden": "true" }, "Esc"),
        ),
      ),
    );
  }

  offer() {
    const { table } = this,
      t = table.texts,
      s = table.state,
      offer = s.offer;
    if (!offer) return null;
    const answering = s.you.filter((side) => side !== offer.by && !(offer.agreed ?? []).includes(side));
    const text = t.web("asked-" + offer.kind, { by: offer.by, to: offer.to ?? 0 });
    const side = answering[0];
    return h(
      "div",
      { class: "offer", role: "alert" },
      h("p", {}, text),
      side
        ? h(
            "div",
            { class: "answers" },
            h(
              "button",
              {
                type: "button",
                class: "go",
                onclick: () => void table.live.send({ type: "accept", side, what: offer.kind }),
              },
              t.web("accept"),
            ),
            h(
              "button",
              { type: "button", onclick: () => void table.live.send({ type: "decline", side, what: offer.kind }) },
              t.web("decline"),
            ),
          )
        : h("p", { class: "soft" }, t.web("offer-waits")),
    );
  }

  after() {
    const { table } = this,
      t = table.texts,
      s = table.state;
    return h(
      "div",
      { class: "answers" },
      h("button", { type: "button", class: "go", data: { do: "after" }, onclick: () => void afterwards(table) }, t.web("after")),
      s.you.length > 0 && h("button", { type: "button", onclick: () => void table.plan.rematch() }, t.web("rematch")),
      h("button", { type: "button", onclick: () => void table.replay.open(0) }, t.web("replay")),
      h("button", { type: "button", onclick: () => void diceBox(table) }, t.web("dice-prove")),
    );
  }
}
