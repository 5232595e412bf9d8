// The first page: go on with a game, learn one, start one; below, invitations and the games this browser holds a seat in.
import { ask, fixed } from "./api.js";
import { fill, h, toast } from "./dom.js";
import { Games } from "./games.js";
import { hold } from "./keys.js";
import { startLesson } from "./lesson.js";
import { settings } from "./menu.js";
import { newGame } from "./newgame.js";
import { nav, whoAmI } from "./people/room.js";
import { Texts } from "./texts.js";
import { complexity, liveries } from "./theme.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").Theme} Theme */

const HARDEST = 5;
/** Whether the server is this machine itself. */
const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

export class Lobby {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = new Texts({}, "en");
    /** @type {GameInfo[]} */
    this.games = [];
    /** @type {Map<string, Theme["sides"]>} */
    this.sides = new Map();
    /** @type {Map<string, number>} */
    this.rules = new Map();
    /** @type {import("./types").Me | null} */
    this.me = null;
    /** @type {Games | null} */
    this.held = null;
  }

  async open() {
    [this.games, { account: this.me }] = await Promise.all([fixed("/games"), whoAmI()]);
    this.texts = await Texts.load(this.games[0].slug);
    await Promise.all(
      this.games.map(async (g) => {
        this.sides.set(g.slug, await liveries(g));
        this.rules.set(g.slug, await complexity(g));
      }),
    );
    document.title = "Frente";
    this.held = new Games(this.texts, this.games, this.me);
    this.draw();
    await this.held.watch();
  }

  close() {
    this.held?.close();
    document.querySelectorAll("dialog").forEach((el) => el.remove());
  }

  draw() {
    const t = this.texts;
    const file = h("input", {
      type: "file",
      accept: ".json,application/json",
      class: "unseen",
      id: "import",
      onchange: () => void this.load(file),
    });
    fill(
      this.root,
      h(
        "div",
        { class: "lobby first-page" },
        h("header", {}, h("h1", {}, "Frente"), h("p", {}, t.web("tagline")), nav(t, this.me)),
        h(
          "main",
          {},
          this.held?.next,
          h("section", { class: "shelf", "aria-label": t.web("which-game") }, this.games.map((g) => this.card(g))),
          h(
            "div",
            { class: "lists" },
            this.held?.invitations,
            h(
              "section",
              { class: "held" },
              h(
                "div",
                { class: "row spread" },
                h("h2", {}, t.web("your-games")),
                h(
                  "label",
                  {
                    class: "button small",
                    for: "import",
                    tabindex: "0",
                    onkeydown: (/** @type {KeyboardEvent} */ e) => (e.key === "Enter" || e.key === " ") && file.click(),
                  },
                  t.web("import"),
                ),
                file,
              ),
              this.held?.list,
            ),
          ),
        ),
        h(
          "footer",
          {},
          settings(t, () => location.reload()),
          h("p", { class: "soft fine" }, t.web("footer"), " ", here && `${t.web("footer-here")} `, h("a", { href: "api/docs" }, t.web("api-docs"))),
        ),
      ),
    );
  }

  /** @param {GameInfo} g */
  card(g) {
    const t = this.texts,
      hard = this.rules.get(g.slug) ?? 0,
      looks = this.sides.get(g.slug) ?? {};
    const shortest = Math.min(...g.scenarios.map((x) => x.turns)),
      longest = Math.max(...g.scenarios.map((x) => x.turns));
    const fact = (/** @type {string} */ name, /** @type {import("./dom.js").Child} */ what) => [h("dt", {}, t.web(name)), h("dd", {}, what)];
    return h(
      "article",
      { class: "card-of-game", data: { game: g.slug }, "aria-labelledby": "game-" + g.slug },
      g.sides.map((side) => h("i", { class: "livery side-" + looks[side]?.key })),
      h("img", { src: `api/games/${g.slug}/cover`, alt: t.web("map-of", { game: g.title }), width: 520, height: 280, loading: "lazy" }),
      h(
        "div",
        { class: "about" },
        h("h2", { class: "game-title", id: "game-" + g.slug }, g.title),
        h("p", { class: "soft line" }, (g.line[t.lang] ?? g.line.en ?? "").split(". ")[0]),
        h("p", { class: "like" }, g.like[t.lang] ?? g.like.en ?? ""),
        h(
          "dl",
          {},
          fact(
            "complexity",
            h(
              "span",
              { role: "img", "aria-label": t.web("complexity-of", { n: hard, of: HARDEST }), class: "dots" },
              Array.from({ length: HARDEST }, (_, k) => h("i", { class: k < hard ? "on" : "" })),
            ),
          ),
          fact("length", shortest === longest ? t.web("turns", { n: shortest }) : t.web("turns-from-to", { from: shortest, to: longest })),
        ),
      ),
      h(
        "div",
        { class: "starts" },
        g.lesson && h("button", { type: "button", class: "learn", data: { learn: g.slug }, onclick: () => void startLesson(g.slug, t.web("failed")) }, t.web("learn-it")),
        h("button", { type: "button", data: { new: g.slug }, onclick: () => void newGame(g, looks) }, t.web("new-game-dots")),
      ),
    );
  }

  /** @param {HTMLInputElement} input */
  async load(input) {
    const file = input.files?.[0],
      t = this.texts;
    if (!file) return;
    try {
      const made = await ask("/import", { body: JSON.parse(await file.text()) });
      hold(made.table, made.owner);
      location.hash = `#/t/${made.table}`;
    } catch (e) {
      toast(
        e instanceof SyntaxError ? t.web("not-a-record") : e instanceof Error ? e.message : t.web("failed"),
        "warn",
      );
    }
    input.value = "";
  }
}
