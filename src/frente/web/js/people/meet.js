// Where people find one another: games on offer, games to watch, and an offer of one's own.
import { ask } from "../api.js";
import { announce, fill, h, toast } from "../dom.js";
import { copy } from "../menu.js";
import { chosenOptions, optionFields } from "../newgame.js";
import { capital, Texts } from "../texts.js";
import { does, field, form, furnish, plainTexts, playerLink, whoAmI } from "./room.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").OnOffer} Offer */
/** @typedef {import("../types").Met} Met */

const EVERY = 5000; // milliseconds between two looks
const HOUR = 3600,
  DAY = 24 * HOUR;
/** Clocks one can choose: pace, seconds besides, seconds of or added each turn. @type {[string, number, number][]} */
export const CLOCKS = [
  ["none", 0, 0],
  ["live", HOUR, 30],
  ["live", 2 * HOUR, 60],
  ["days", 3 * DAY, DAY],
  ["days", 7 * DAY, 3 * DAY],
];

export class MeetRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} [only] one offer, as a link names it
   * @param {string} [to] whom an offer of one's own is meant for
   */
  constructor(root, only = "", to = "") {
    this.root = root;
    this.only = only;
    this.to = to;
    /** @type {GameInfo[]} */
    this.games = [];
    this.texts = new Texts({}, "en");
    /** @type {Map<string, Texts>} */
    this.of = new Map();
    /** @type {Me | null} */
    this.me = null;
    this.filter = { game: "", scenario: "", side: "", pace: "", fits: "" };
    this.offers = h("div", { class: "games", id: "offers" });
    this.watch = h("div", { class: "games", id: "watch" });
    /** @type {Set<string> | null} */
    this.begun = null;
    this.drawn = "";
    this.timer = 0;
  }

  close() {
    clearTimeout(this.timer);
    this.timer = -1;
  }

  async open() {
    const found = await plainTexts();
    this.games = found.games;
    this.texts = found.texts;
    this.me = (await whoAmI()).account;
    await Promise.all(this.games.map(async (g) => this.of.set(g.slug, await Texts.load(g.slug))));
    if (this.only) {
      await this.one();
      return;
    }
    this.draw();
    await this.poll();
  }

  /** An offer that came by a link. */
  async one() {
    const t = this.texts;
    /** @type {Offer | null} */
    let offer = null;
    try {
      offer = await ask(`/challenges/${encodeURIComponent(this.only)}`);
    } catch (e) {
      toast(e instanceof Error ? e.message : t.web("failed"), "warn");
    }
    furnish(this.root, t, t.web("meet"), this.me, [
      offer && offer.state === "open" ? h("section", { class: "card" }, this.row(offer)) : h("p", {}, t.web("no-offer")),
      !this.me && h("p", {}, h("a", { href: "#/account" }, t.web("sign-in-to-meet"))),
    ]);
  }

  draw() {
    const t = this.texts;
    const narrow = h("span", { class: "row wrap" }); // what a game alone has: scenarios and sides
    const choice = (/** @type {"game" | "scenario" | "side" | "pace"} */ what, /** @type {string[][]} */ values) =>
      h(
        "select",
        {
          "aria-label": t.web("only-" + what),
          data: { filter: what },
          onchange: (/** @type {Event} */ e) => {
            this.filter[what] = /** @type {HTMLSelectElement} */ (e.target).value;
            if (what === "game") within();
            void this.poll(true);
          },
        },
        [["", t.web("any-" + what)], ...values].map(([value, text]) => h("option", { value, selected: this.filter[what] === value }, text)),
      );
    const within = () => {
      const g = this.games.find((x) => x.slug === this.filter.game);
      const name = (/** @type {string} */ side) => this.of.get(this.filter.game)?.side(side) ?? side;
      if (!g?.scenarios.some((x) => x.id === this.filter.scenario)) this.filter.scenario = "";
      if (!g?.sides.includes(this.filter.side)) this.filter.side = "";
      if (!g) return fill(narrow);
      fill(
        narrow,
        choice("scenario", g.scenarios.map((x) => [x.id, x.titles[t.lang] ?? x.title])),
        choice("side", g.sides.map((x) => [x, name(x)])),
      );
    };
    within();
    const fits = h("input", {
      type: "checkbox",
      id: "only-fits",
      data: { filter: "fits" },
      checked: Boolean(this.filter.fits),
      onchange: (/** @type {Event} */ e) => {
        this.filter.fits = /** @type {HTMLInputElement} */ (e.target).checked ? "1" : "";
        void this.poll(true);
      },
    });
    furnish(this.root, t, t.web("meet"), this.me, [
      h(
        "div",
        { class: "cards wide" },
        h(
          "div",
          { class: "stacked" },
          h(
            "section",
            { class: "card" },
            h(
              "div",
              { class: "row spread wrap" },
              h("h2", {}, t.web("offers")),
              h(
                "span",
                { class: "row wrap" },
                choice("game", this.games.map((g) => [g.slug, g.title])),
                narrow,
                choice("pace", ["none", "live", "days"].map((x) => [x, t.web("pace-" + x)])),
                this.me && h("span", { class: "row" }, fits, h("label", { for: "only-fits" }, t.web("only-fits"))),
              ),
            ),
            this.offers,
          ),
          h("section", { class: "card" }, h("h2", {}, t.web("to-watch")), this.watch),
        ),
        this.me
          ? this.offering()
          : h(
              "section",
              { class: "card" },
              h("h2", {}, t.web("offer-game")),
              h("p", {}, t.web("offer-needs")),
              h("a", { class: "button go", href: "#/account" }, t.web("sign-in")),
            ),
      ),
    ]);
  }

  // -- an offer of one's own

  offering() {
    const t = this.texts;
    const scenarios = h("select", { name: "scenario", id: "offer-scenario" });
    const sides = h("select", { name: "side", id: "offer-side" });
    const games = h(
      "select",
      { name: "game", id: "offer-game", onchange: () => turn() },
      this.games.map((g) => h("option", { value: g.slug }, g.title)),
    );
    const options = h("div", {});
    const chosen = () => /** @type {GameInfo} */ (this.games.find((x) => x.slug === games.value) ?? this.games[0]);
    const turn = () => {
      const g = chosen();
      fill(options, optionFields(/** @type {Texts} */ (this.of.get(g.slug)), g));
      fill(scenarios, ...g.scenarios.map((x) => h("option", { value: x.id }, x.titles[t.lang] ?? x.title)));
      const name = (/** @type {string} */ side) => this.of.get(g.slug)?.side(side) ?? side;
      fill(
        sides,
        h("option", { value: "" }, t.web("by-lot")),
        ...g.sides.map((x) => h("option", { value: x }, name(x))),
      );
    };
    turn();
    const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ el) =>
      h("div", { class: "field" }, h("label", { for: el.id }, text), el);
    const late = labelled(
      t.web("late"),
      h(
        "select",
        { name: "late", id: "offer-late" },
        ["loss", "draw"].map((x) => h("option", { value: x }, t.web("late-" + x))),
      ),
    );
    late.hidden = true; // the first choice is no clock
    return form(
      t,
      { class: "card", id: "offer" },
      async (f) => {
        const data = new FormData(f);
        const [pace, bank, step] = CLOCKS[Number(data.get("clock"))];
        await ask("/challenges", {
          body: {
            game: data.get("game"),
            scenario: data.get("scenario"),
            options: chosenOptions(chosen(), data),
            side: data.get("side"),
            to: String(data.get("to") ?? "").trim(),
            pace,
            bank,
            step,
            late: data.get("late"),
            watch: data.has("watch"),
            rated: data.has("rated"),
            low: Number(data.get("low")) || 0,
            high: Number(data.get("high")) || 4000,
          },
        });
        toast(t.web("offered"));
        await this.poll(true);
      },
      h("h2", {}, t.web("offer-game")),
      labelled(t.web("which-game"), games),
      labelled(t.web("scenario"), scenarios),
      labelled(t.web("my-side"), sides),
      h("details", {}, h("summary", {}, t.web("options")), options),
      labelled(
        t.web("pace"),
        h(
          "select",
          { name: "clock", id: "offer-clock", onchange: (/** @type {Event} */ e) => (late.hidden = /** @type {HTMLSelectElement} */ (e.target).value === "0") },
          CLOCKS.map(([pace, bank, step], k) => h("option", { value: k }, this.clock({ pace, bank, step }))),
        ),
      ),
      late,
      field(t.web("offer-to"), { name: "to", id: "offer-to", value: this.to, required: false, maxlength: 40, autocomplete: "off" }, t.web("offer-to-help")),
      h(
        "p",
        { class: "row" },
        h("input", { type: "checkbox", name: "watch", id: "offer-watch", checked: true }),
        h("label", { for: "offer-watch" }, t.web("may-watch")),
      ),
      h(
        "p",
        { class: "row" },
        h("input", { type: "checkbox", name: "rated", id: "offer-rated" }),
        h("label", { for: "offer-rated" }, t.web("rated")),
      ),
      h(
        "div",
        { class: "row wrap" },
        ["low", "high"].map((x) =>
          field(t.web("rating-" + x), { name: x, id: "offer-" + x, type: "number", required: false, min: 0, max: 4000, step: 50 }),
        ),
      ),
      h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("offer-it"))),
    );
  }

  /** @param {{pace: string, bank: number, step: number}} x */
  clock(x) {
    return clockText(this.texts, x);
  }

  // -- what others offer

  /**
   * See what has changed, and again after a while.
   * @param {boolean} [now] whether somebody waits for it
   */
  async poll(now = false) {
    clearTimeout(this.timer);
    const t = this.texts;
    try {
      if (now || document.visibilityState === "visible") {
        const query = new URLSearchParams(this.filter);
        /** @type {{offers: Offer[], watch: Met[], begun: string[]}} */
        const found = await ask(`/lobby?${query}`);
        this.show(found);
      }
    } catch (e) {
      if (now) toast(e instanceof Error ? e.message : t.web("failed"), "warn");
    }
    if (this.timer !== -1) this.timer = window.setTimeout(() => void this.poll(), EVERY);
  }

  /** @param {{offers: Offer[], watch: Met[], begun: string[]}} found */
  show(found) {
    const t = this.texts;
    const fresh = this.begun && found.begun.find((x) => !this.begun?.has(x));
    this.begun = new Set(found.begun);
    if (fresh) {
      announce(t.web("somebody-came"), true);
      location.hash = `#/t/${fresh}`;
      return;
    }
    const drawn = JSON.stringify([found.offers, found.watch]);
    if (drawn === this.drawn) return; // whoever is about to press a button finds it where it was
    this.drawn = drawn;
    const held = document.activeElement?.closest("[data-offer]")?.getAttribute("data-offer");
    fill(
      this.offers,
      ...(found.offers.length ? found.offers.map((x) => this.row(x)) : [h("p", { class: "soft" }, t.web("no-offers"))]),
    );
    fill(
      this.watch,
      ...(found.watch.length ? found.watch.map((x) => this.met(x)) : [h("p", { class: "soft" }, t.web("none-to-watch"))]),
    );
    if (held) /** @type {HTMLElement | null} */ (this.offers.querySelector(`[data-offer="${held}"] button`))?.focus();
  }

  /** @param {Offer} x */
  row(x) {
    const t = this.texts,
      g = this.games.find((y) => y.slug === x.game),
      scenario = g?.scenarios.find((y) => y.id === x.scenario);
    const side = x.side ? t.web("plays-side", { name: x.by, what: this.of.get(x.game)?.side(x.side) ?? x.side }) : t.web("sides-by-lot");
    return h(
      "article",
      { class: "game" + (x["for-you"] ? " yours" : ""), data: { offer: x.id } },
      h("b", {}, `${g?.title ?? x.game}: ${scenario?.titles[t.lang] ?? scenario?.title ?? x.scenario}`),
      h(
        "span",
        { class: "lab" },
        playerLink(x.by),
        ` · ${side} · ${this.clock(x)}${x.pace === "none" ? "" : " · " + t.web("late-" + x.late)}${x.rated ? " · " + t.web("rated") : ""}${range(t, x)}`,
      ),
      this.options(x),
      (x.yours || x["for-you"]) && h("span", { class: "lab state" }, x["for-you"] ? t.web("meant-for-you") : x.to ? t.web("meant-for", { name: x.to }) : t.web("your-offer")),
      this.me &&
        h(
          "div",
          { class: "row" },
          !x.yours && does(t, t.web("accept-offer"), () => this.accept(x), { class: "small go", data: { do: "accept" } }),
          x.yours &&
            does(t, t.web("copy-link"), () => copy(location.href.replace(/#.*/, "") + `#/meet/${x.id}`, t.web("copied")), {
              class: "small",
              data: { do: "copy" },
            }),
          (x.yours || x["for-you"]) &&
            does(
              t,
              t.web(x.yours ? "withdraw" : "turn-down"),
              async () => (await ask(`/challenges/${x.id}`, { method: "DELETE" }), this.only ? this.one() : this.poll(true)),
              { class: "small" },
            ),
        ),
    );
  }

  /**
   * Optional rules that are not as the game has them.
   * @param {Offer} x
   */
  options(x) {
    const g = this.games.find((y) => y.slug === x.game),
      of = this.of.get(x.game);
    const named = (g?.options ?? [])
      .filter((o) => o.id in x.options && x.options[o.id] !== o.default)
      .map((o) => {
        const name = capital(of?.name("option", o.id) ?? o.id),
          value = x.options[o.id];
        return typeof value === "boolean" ? `${name}: ${this.texts.web(value ? "yes" : "no")}` : `${name}: ${of?.name("option", `${o.id}.${value}`)}`;
      });
    return named.length ? h("span", { class: "lab" }, named.join(" · ")) : null;
  }

  /** @param {Offer} x */
  async accept(x) {
    const met = await ask(`/challenges/${x.id}/accept`, { method: "POST" });
    location.hash = `#/t/${met.table}`;
  }

  /** @param {Met} x */
  met(x) {
    return metRow(this.texts, this.games, this.of, x);
  }
}

/**
 * @param {Texts} t
 * @param {{pace: string, bank: number, step: number}} x
 */
export function clockText(t, x) {
  if (x.pace === "live") return t.web("clock-live", { minutes: x.bank / 60, seconds: x.step });
  if (x.pace === "days") return t.web("clock-days", { days: x.step / DAY, more: x.bank / DAY });
  return t.web("pace-none");
}

/**
 * Whom an offer is meant for, by rating.
 * @param {Texts} t
 * @param {Offer} x
 */
const range = (t, x) => (x.low > 0 || x.high < 4000 ? " · " + t.web("ratings-from", { low: x.low, high: x.high }) : "");

/**
 * How a game ended for somebody.
 * @param {Met} x
 * @param {string} who
 */
export const ended = (x, who) => (!x.outcome?.winner ? "drawn" : x.seats[x.outcome.winner] === who ? "won" : "lost");

/**
 * A game of two people.
 * @param {Texts} t
 * @param {GameInfo[]} games
 * @param {Map<string, Texts>} of
 * @param {Met} x
 * @param {string} [who] whose game it is, where it is one's
 */
export function metRow(t, games, of, x, who = "") {
  const g = games.find((y) => y.slug === x.game),
    scenario = g?.scenarios.find((y) => y.id === x.scenario);
  const people = Object.entries(x.seats).flatMap(([side, name], k) => [
    k ? " – " : "",
    name ? playerLink(name) : t.web("nobody-known"),
    ` (${of.get(x.game)?.side(side) ?? side})`,
  ]);
  const end = x.over ? (x.outcome?.winner ? t.web("won", { side: of.get(x.game)?.side(x.outcome.winner) ?? x.outcome.winner }) : t.web("drawn")) : "";
  const mine = who && x.over ? ended(x, who) : "";
  return h(
    "article",
    { class: "game" },
    mine && h("span", { class: "end " + mine }, t.web("end-" + mine)),
    h(
      "a",
      { class: "resume", href: `#/t/${x.table}` },
      h("b", {}, `${g?.title ?? x.game}: ${scenario?.titles[t.lang] ?? scenario?.title ?? x.scenario}`),
    ),
    h("span", { class: "lab" }, ...people),
    h("span", { class: "lab" }, end || (x.turn ? t.web("turn", { turn: x.turn }) : t.web("set-up"))),
  );
}
