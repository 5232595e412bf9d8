// Tournaments and ladders: those there are, one of them with its games and who stands where, and a new one.
import { ask } from "../api.js";
import { fill, h } from "../dom.js";
import { Texts } from "../texts.js";
import { CLOCKS, clockText } from "./meet.js";
import { does, field, form, furnish, plainTexts, playerLink, whoAmI } from "./room.js";

/** @typedef {import("../types").Cup} Cup */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Me} Me */

const EVERY = 5000; // milliseconds between two looks
const KINDS = ["robin", "swiss", "knock", "ladder"];

export class CupsRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} [only]
   */
  constructor(root, only = "") {
    this.root = root;
    this.only = only;
    this.t = new Texts({}, "en");
    /** @type {GameInfo[]} */
    this.games = [];
    /** @type {Me | null} */
    this.me = null;
    this.drawn = "";
    this.timer = 0;
  }

  close() {
    clearTimeout(this.timer);
    this.timer = -1;
  }

  async open() {
    const found = await plainTexts();
    this.t = found.texts;
    this.games = found.games;
    this.me = (await whoAmI()).account;
    await this.draw();
  }

  async draw() {
    const t = this.t;
    if (this.only) {
      try {
        const found = await ask(`/tournaments/${encodeURIComponent(this.only)}`);
        if (this.drawn !== JSON.stringify(found)) this.one(found); // whoever is about to press a button finds it there
        this.drawn = JSON.stringify(found);
        if (this.timer !== -1) this.timer = window.setTimeout(() => void this.again(), EVERY);
      } catch (e) {
        furnish(this.root, t, t.web("cups"), this.me, [h("p", {}, e instanceof Error ? e.message : t.web("failed"))]);
      }
      return;
    }
    /** @type {Cup[]} */
    const list = await ask("/tournaments");
    furnish(this.root, t, t.web("cups"), this.me, [
      h(
        "div",
        { class: "cards wide" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("cups-now")),
          h("div", { class: "games", id: "cups" }, list.length ? list.map((x) => this.row(x)) : h("p", { class: "soft" }, t.web("no-cups"))),
        ),
        this.me ? this.calling() : h("section", { class: "card" }, h("p", {}, h("a", { href: "#/account" }, t.web("sign-in")))),
      ),
    ]);
  }

  /** Games end and rounds begin while somebody looks. */
  async again() {
    if (document.visibilityState === "visible") await this.draw();
    else this.timer = window.setTimeout(() => void this.again(), EVERY);
  }

  /** @param {Cup} x */
  about(x) {
    const g = this.games.find((y) => y.slug === x.game),
      scenario = g?.scenarios.find((y) => y.id === x.scenario);
    return `${this.t.web("cup-" + x.kind)} · ${g?.title ?? x.game}: ${scenario?.titles[this.t.lang] ?? x.scenario} · ${clockText(this.t, x)}${
      x.pace === "none" ? "" : " · " + this.t.web("late-" + x.late)
    }${x.rated ? " · " + this.t.web("rated") : ""}`;
  }

  /** @param {Cup} x */
  state(x) {
    if (x.kind === "ladder" && x.state === "on") return this.t.web("cup-ladder-on", { entered: x.entered });
    const first = x.state === "over" ? x.table?.[0]?.name : "";
    if (first) return this.t.web("cup-won", { entered: x.entered, name: first });
    return this.t.web("cup-state-" + x.state, { entered: x.entered, places: x.places, round: x.round });
  }

  /** @param {Cup} x */
  row(x) {
    return h(
      "article",
      { class: "game", data: { cup: x.id } },
      h("a", { class: "resume", href: `#/cups/${x.id}` }, h("b", {}, x.name)),
      h("span", { class: "lab" }, this.about(x)),
      h("span", { class: "lab state" }, this.state(x)),
    );
  }

  calling() {
    const t = this.t;
    const scenarios = h("select", { name: "scenario", id: "cup-scenario" });
    const games = h(
      "select",
      { name: "game", id: "cup-game", onchange: () => turn() },
      this.games.map((g) => h("option", { value: g.slug }, g.title)),
    );
    const turn = () => {
      const g = this.games.find((x) => x.slug === games.value) ?? this.games[0];
      fill(scenarios, ...g.scenarios.map((x) => h("option", { value: x.id }, x.titles[t.lang] ?? x.title)));
    };
    turn();
    const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ el) => h("div", { class: "field" }, h("label", { for: el.id }, text), el);
    const value = (/** @type {Event} */ e) => /** @type {HTMLSelectElement} */ (e.target).value;
    const rounds = field(t.web("cup-rounds"), { name: "rounds", id: "cup-rounds", type: "number", min: 1, max: 30, value: 3 });
    const late = labelled(t.web("late"), h("select", { name: "late", id: "cup-late" }, ["loss", "draw"].map((x) => h("option", { value: x }, t.web("late-" + x)))));
    rounds.hidden = late.hidden = true; // the first choices are a round robin and no clock
    return form(
      t,
      { class: "card", id: "call" },
      async (f) => {
        const data = new FormData(f);
        const [pace, bank, step] = CLOCKS[Number(data.get("clock"))];
        const made = await ask("/tournaments", {
          body: {
            name: data.get("name"),
            kind: data.get("kind"),
            game: data.get("game"),
            scenario: data.get("scenario"),
            places: Number(data.get("places")),
            rounds: Number(data.get("rounds")),
            late: data.get("late"),
            watch: data.has("watch"),
            pace,
            bank,
            step,
            rated: data.has("rated"),
          },
        });
        location.hash = `#/cups/${made.tournament}`;
      },
      h("h2", {}, t.web("call-cup")),
      field(t.web("cup-name"), { name: "name", id: "cup-name", maxlength: 80, autocomplete: "off" }),
      labelled(t.web("cup-kind"), h("select", { name: "kind", id: "cup-kind", onchange: (/** @type {Event} */ e) => (rounds.hidden = value(e) !== "swiss") }, KINDS.map((k) => h("option", { value: k }, t.web("cup-" + k))))),
      rounds,
      labelled(t.web("which-game"), games),
      labelled(t.web("scenario"), scenarios),
      labelled(
        t.web("pace"),
        h("select", { name: "clock", id: "cup-clock", onchange: (/** @type {Event} */ e) => (late.hidden = value(e) === "0") }, CLOCKS.map(([pace, bank, step], k) => h("option", { value: k }, clockText(t, { pace, bank, step })))),
      ),
      late,
      field(t.web("cup-places"), { name: "places", id: "cup-places", type: "number", min: 2, max: 64, value: 4 }),
      h("p", { class: "row" }, h("input", { type: "checkbox", name: "watch", id: "cup-watch", checked: true }), h("label", { for: "cup-watch" }, t.web("may-watch"))),
      h("p", { class: "row" }, h("input", { type: "checkbox", name: "rated", id: "cup-rated" }), h("label", { for: "cup-rated" }, t.web("rated"))),
      h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("call-cup"))),
    );
  }

  /** @param {Cup} x */
  one(x) {
    const t = this.t;
    const to = `/tournaments/${x.id}`;
    const go = (/** @type {string} */ text, /** @type {string} */ path, /** @type {string} */ method, /** @type {string} */ name) =>
      does(t, text, async () => (await ask(to + path, { method }), clearTimeout(this.timer), this.draw()), { class: "small", data: { do: name } });
    const can = this.me && (x.state === "open" || (x.kind === "ladder" && x.state === "on"));
    const ties = x.kind === "swiss" || x.kind === "robin";
    const between = (/** @type {{first: string, second: string}} */ g) => `${g.first || t.web("nobody-known")} – ${g.second || t.web("nobody-known")}`;
    const mine = x.table?.findIndex((r) => r.name === this.me?.name) ?? -1;
    furnish(this.root, t, x.name, this.me, [
      h("p", { class: "soft" }, this.about(x)),
      h("p", { class: "soft", id: "cup-state" }, this.state(x)),
      h(
        "div",
        { class: "answers" },
        can && !x.in && go(t.web("enter-cup"), "/entrants", "POST", "enter"),
        x.state === "open" && x.in && go(t.web(x.yours ? "call-off" : "leave-cup"), "/entrants", "DELETE", "leave"),
        x.state === "open" && x.yours && (x.entered ?? 0) > 1 && go(t.web("begin-cup"), "/start", "POST", "start"),
      ),
      h(
        "div",
        { class: "cards wide" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("cup-table")),
          h(
            "table",
            { class: "standings" },
            h("thead", {}, h("tr", {}, [h("th", { scope: "col" }, "#"), ...["player", ...(x.kind === "ladder" ? [] : ["cup-points"]), ...(ties ? ["cup-tie"] : [])].map((c) => h("th", { scope: "col" }, t.web(c))), h("td", {})])),
            h(
              "tbody",
              {},
              (x.table ?? []).map((r, k) =>
                h(
                  "tr",
                  {},
                  h("td", {}, String(k + 1)),
                  h("td", {}, r.name ? playerLink(r.name) : t.web("nobody-known")),
                  x.kind !== "ladder" && h("td", {}, String(r.points)),
                  ties && h("td", {}, r.tie.join(" / ")),
                  h(
                    "td",
                    {},
                    x.kind === "ladder" && mine > k && mine - k <= 3
                      ? does(t, t.web("challenge"), async () => (location.hash = `#/t/${(await ask(to + "/challenge", { body: { name: r.name } })).table}`), { class: "small" })
                      : null,
                  ),
                ),
              ),
            ),
          ),
          ties && h("p", { class: "soft fine" }, t.web("cup-tie-" + x.kind)),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("cup-games")),
          !x.games?.length && h("p", { class: "soft" }, t.web("cup-no-games")),
          h(
            "ol",
            { class: "plain-list", id: "cup-games" },
            (x.games ?? []).map((g) =>
              h(
                "li",
                {},
                h("small", { class: "soft" }, x.kind === "ladder" ? "" : t.web("cup-round", { n: g.round }) + " "),
                g.free ? t.web("cup-free", { name: g.first }) : g.table ? h("a", { href: `#/t/${g.table}` }, between(g)) : between(g),
                g.score === null || g.free ? "" : ` ${score(g.score)}`,
              ),
            ),
          ),
        ),
      ),
    ]);
  }
}

/** @param {number} first */
const score = (first) => (first === 1 ? "1 : 0" : first === 0 ? "0 : 1" : "½ : ½");
