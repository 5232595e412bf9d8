// The games this browser holds a seat in: the one to go on with, the list, and open invitations. They update themselves.
import { ask } from "./api.js";
import { dialog, fill, h, toast } from "./dom.js";
import { forget, invitations, seatLink } from "./invite.js";
import { drop, held } from "./keys.js";
import { saveGame } from "./menu.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").Summary} Summary */

const AGAIN = 10_000; // milliseconds until the list is asked for again, while somebody looks

export class Games {
  /**
   * @param {Texts} texts
   * @param {GameInfo[]} games
   * @param {import("./types").Me | null} me
   */
  constructor(texts, games, me) {
    this.texts = texts;
    this.games = games;
    this.me = me;
    this.next = h("section", { class: "next", "aria-label": texts.web("continue"), hidden: true });
    this.invitations = h("section", { class: "held invitations", hidden: true });
    this.list = h("div", { class: "games" });
    this.said = ""; // what is shown, to draw only what has changed
    this.pages = 1;
    this.timer = 0;
    this.seen = () => void (document.visibilityState === "visible" && this.refresh());
  }

  async watch() {
    document.addEventListener("visibilitychange", this.seen);
    addEventListener("focus", this.seen);
    this.timer = setInterval(this.seen, AGAIN);
    await this.refresh();
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
    removeEventListener("focus", this.seen);
  }

  async refresh() {
    const mine = held();
    /** @type {Summary[]} */
    const tables = [];
    let more = false;
    try {
      if (mine.length || this.me)
        do {
          const found = await ask("/tables/held", { body: { keys: mine.map((x) => x.key), after: tables.length } });
          tables.push(...found.tables);
          more = found.more;
        } while (more && tables.length < this.pages * PAGE);
    } catch (e) {
      if (!this.said) toast(e instanceof Error ? e.message : this.texts.web("failed"), "warn");
      return;
    }
    const said = JSON.stringify([tables, more]);
    if (said === this.said) return;
    this.said = said;
    this.draw(tables, more, mine);
  }

  /**
   * @param {Summary[]} tables
   * @param {boolean} more
   * @param {import("./keys.js").Held[]} mine
   */
  draw(tables, more, mine) {
    const t = this.texts;
    const focused = document.activeElement?.getAttribute("data-at");
    fill(
      this.list,
      tables.length === 0 && h("p", { class: "soft" }, t.web("no-games")),
      tables.map((x) => this.row(x, mine.find((k) => k.table === x.table)?.key ?? "")),
      more &&
        h(
          "button",
          {
            type: "button",
            class: "small",
            data: { do: "more-games" },
            onclick: () => {
              this.pages++;
              void this.refresh();
            },
          },
          t.web("more-games"),
        ),
    );
    this.drawNext(tables);
    this.drawInvitations(tables);
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-at="${CSS.escape(focused)}"]`))?.focus();
  }

  /**
   * One that waits for this player, or else the last one played.
   * @param {Summary[]} tables
   */
  drawNext(tables) {
    const t = this.texts;
    const open = tables.filter((x) => !x.over && !x.plan && x.you.length);
    const x = open.find((y) => this.yours(y)) ?? open[0];
    this.next.hidden = !x;
    if (!x) return;
    fill(
      this.next,
      h("img", { src: `api/games/${x.game}/cover`, alt: "", width: 520, height: 280 }),
      h(
        "div",
        {},
        h("p", { class: "lab" }, t.web("continue"), " · ", this.state(x)),
        h("h2", {}, x.name === this.game(x)?.title ? `${x.name}: ${this.scenario(x)}` : x.name),
        h("p", {}, `${this.when(x)} · `, h("b", {}, this.youAre(x)), this.against(x)),
      ),
      h("a", { class: "button go", href: `#/t/${x.table}`, data: { at: "continue" } }, t.web("continue")),
    );
  }

  /** @param {Summary[]} tables */
  drawInvitations(tables) {
    const t = this.texts;
    const waiting = tables.flatMap((x) => {
      const open = Object.entries(x.seats ?? {}).filter(([, s]) => s.kind === "open" && !s.taken).map(([side]) => side);
      forget(x.table, open);
      return invitations(x.table).map((link) => ({ x, link }));
    });
    this.invitations.hidden = waiting.length === 0;
    fill(
      this.invitations,
      h("h2", {}, t.web("invitations")),
      h("p", { class: "soft fine" }, t.web("invitations-kept")),
      waiting.map(({ x, link }) => h("article", { class: "game" }, h("b", {}, x.name), seatLink(t, link, this.side(x, link.side), `kept-${x.table}-${link.side}`))),
    );
  }

  // -- what is told of one

  /** @param {Summary} x */
  yours(x) {
    return x.waiting.some((side) => x.you.includes(side));
  }

  /** @param {Summary} x */
  game(x) {
    return this.games.find((g) => g.slug === x.game);
  }

  /** @param {Summary} x */
  scenario(x) {
    const found = this.game(x)?.scenarios.find((y) => y.id === x.scenario);
    return found?.titles[this.texts.lang] ?? found?.title ?? x.scenario;
  }

  /**
   * @param {Summary} x
   * @param {string} side
   */
  side(x, side) {
    const names = this.game(x)?.names ?? {};
    return names[this.texts.lang]?.[side] ?? names.en?.[side] ?? side;
  }

  /** @param {Summary} x */
  when(x) {
    const of = this.game(x)?.scenarios.find((y) => y.id === x.scenario)?.turns;
    return x.turn ? `${this.texts.web("turn", { turn: x.turn })} ${of && x.turn <= of ? this.texts.web("of", { n: of }) : ""}`.trim() : this.texts.web("set-up");
  }

  /** @param {Summary} x */
  youAre(x) {
    if (x.you.length !== 1) return this.texts.web(x.you.length ? "you-are-both" : "you-watch");
    return this.texts.web("you-are", { player: this.side(x, x.you[0]) });
  }

  /** @param {Summary} x */
  against(x) {
    const t = this.texts;
    const bot = Object.values(x.seats ?? {}).find((s) => s.kind === "bot");
    const person = Object.entries(x.seats ?? {}).find(([side, s]) => s.kind !== "bot" && s.name && !x.you.includes(side));
    if (person) return ` ${t.web("against-person", { name: person[1].name ?? "" })}`;
    return bot ? ` ${t.web("against", { who: t.has("web.bot-" + bot.name) ? t.web("bot-" + bot.name) : (bot.name ?? "") })}` : "";
  }

  /** @param {Summary} x */
  state(x) {
    const t = this.texts;
    if (x.over) return t.web("over");
    if (this.yours(x)) return t.web("your-move");
    return x.waiting.length ? t.web("their-move", { asked: x.waiting.map((s) => this.side(x, s)).join(", ") }) : "";
  }

  /**
   * A game nobody touches is thrown away one day; whoever has it hears of it in time.
   * @param {Summary} x
   */
  kept(x) {
    const soon = x.expires && x.expires * 1000 - Date.now() < 30 * 24 * 3600 * 1000;
    if (!soon || !x.expires) return null;
    const date = new Date(x.expires * 1000).toLocaleDateString(this.texts.lang, { dateStyle: "long" });
    return h("span", { class: "lab expires" }, this.texts.web(x.over ? "kept-until" : "kept-if-played", { date }));
  }

  /**
   * @param {Summary} x
   * @param {string} key
   */
  row(x, key) {
    const t = this.texts;
    const act = (/** @type {string} */ name, /** @type {() => unknown} */ go, danger = false) =>
      h(
        "button",
        {
          type: "button",
          class: "small" + (danger ? " danger" : ""),
          data: { do: name, at: `${x.table} ${name}` },
          onclick: go,
        },
        t.web(name),
      );
    return h(
      "article",
      { class: "game" + (this.yours(x) ? " yours" : "") },
      h(
        "a",
        { class: "resume", href: `#/t/${x.table}`, data: { at: x.table } },
        h("b", {}, x.name),
        h("span", { class: "lab" }, `${this.scenario(x)} · ${this.when(x)} · ${this.youAre(x)}${this.against(x)}`),
        h("span", { class: "lab state" }, this.state(x)),
        this.kept(x),
      ),
      h(
        "div",
        { class: "row" },
        x.owner && act("rename", () => this.rename(x, key)),
        act("export", () => void saveGame(t, x.game, x.table, key)),
        x.owner && act("delete", () => this.remove(x, key), true),
      ),
    );
  }

  /**
   * @param {Summary} x
   * @param {string} key
   */
  rename(x, key) {
    const t = this.texts;
    const input = h("input", { value: x.name, maxlength: 60, id: "new-name" });
    const box = dialog(
      t.web("rename"),
      [
        h(
          "form",
          {
            onsubmit: async (/** @type {Event} */ e) => {
              e.preventDefault();
              try {
                await ask(`/tables/${x.table}`, { method: "PATCH", body: { name: input.value }, key });
                box.close();
                await this.refresh();
              } catch (fault) {
                toast(fault instanceof Error ? fault.message : t.web("failed"), "warn");
              }
            },
          },
          h("label", { class: "field", for: "new-name" }, t.web("table-name"), input),
          h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("rename"))),
        ),
      ],
      { close: t.web("close") },
    );
    input.focus();
  }

  /**
   * @param {Summary} x
   * @param {string} key
   */
  remove(x, key) {
    const t = this.texts;
    const box = dialog(
      t.web("delete"),
      [
        h("p", {}, t.web("delete-sure", { name: x.name })),
        h(
          "div",
          { class: "answers" },
          h(
            "button",
            {
              type: "button",
              class: "danger",
              onclick: async () => {
                try {
                  await ask(`/tables/${x.table}`, { method: "DELETE", key });
                  drop(x.table);
                } catch (fault) {
                  toast(fault instanceof Error ? fault.message : t.web("failed"), "warn");
                }
                box.close();
                await this.refresh();
              },
            },
            t.web("delete"),
          ),
          h("button", { type: "button", onclick: () => box.close() }, t.web("cancel")),
        ),
      ],
      { close: t.web("close") },
    );
  }
}

const PAGE = 30; // games the server tells at once
