// The first page: a new game, and the games this browser holds a seat in.
import { ask, fixed } from "./api.js";
import { dialog, fill, h, toast } from "./dom.js";
import { guideFor } from "./guide.js";
import { drop, held, hold } from "./keys.js";
import { saveGame, seatLink, settings } from "./menu.js";
import { ruleLink } from "./rules.js";
import { capital, Texts } from "./texts.js";
import { liveries } from "./theme.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OptionInfo} OptionInfo */
/** @typedef {import("./types").Summary} Summary */

export class Lobby {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = new Texts({}, "en");
    /** @type {GameInfo[]} */
    this.games = [];
    /** @type {Map<string, import("./types").Theme["sides"]>} */
    this.sides = new Map();
    this.list = h("div", { class: "games" });
  }

  async open() {
    this.games = await fixed("/games");
    await Promise.all(this.games.map(async (g) => this.sides.set(g.slug, await liveries(g))));
    document.title = "Frente";
    await this.choose(this.games[0]);
  }

  /** @param {GameInfo} game */
  async choose(game) {
    this.game = game;
    this.texts = await Texts.load(game.slug);
    this.texts.sides = game.sides;
    this.shelf = { slug: game.slug, texts: this.texts, provenance: {} };
    this.draw();
    await this.tables();
  }

  /** The games one can play; with a single one there is nothing to choose. */
  titles() {
    const t = this.texts;
    const lines = (/** @type {GameInfo} */ g) => [
      h("span", { class: "game-title" }, g.title),
      h("span", { class: "soft" }, g.line[t.lang] ?? g.line.en ?? ""),
    ];
    const liveried = (/** @type {GameInfo} */ g) =>
      g.sides.map((side) => h("i", { class: "livery side-" + this.sides.get(g.slug)?.[side]?.key }));
    if (this.games.length === 1)
      return h("div", { class: "title-card" }, liveried(this.games[0]), lines(this.games[0]));
    return h(
      "div",
      { class: "titles", role: "group", "aria-label": t.web("which-game") },
      this.games.map((g) =>
        h(
          "button",
          {
            type: "button",
            class: "title-card",
            "aria-pressed": String(g === this.game),
            data: { game: g.slug },
            onclick: () => void this.choose(g),
          },
          liveried(g),
          lines(g),
        ),
      ),
    );
  }

  close() {
    document.querySelectorAll("dialog").forEach((el) => el.remove());
  }

  draw() {
    const t = this.texts,
      g = /** @type {GameInfo} */ (this.game);
    const form = h("form", {
      class: "new",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        void this.create(form, false);
      },
    });
    const seatChoices = (/** @type {string} */ side, /** @type {string} */ chosen) =>
      h(
        "select",
        { name: "seat-" + side, id: "seat-" + side },
        [
          ["human", t.web("seat-human")],
          ["open", t.web("seat-open")],
          ...g.bots.map((b) => ["bot:" + b, t.web("seat-bot", { bot: t.has("web.bot-" + b) ? t.web("bot-" + b) : b })]),
        ].map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
      );
    const bot = "bot:" + (g.bots.includes("captain") ? "captain" : g.bots[0]);
    fill(
      form,
      h("h2", {}, t.web("new-game")),
      this.titles(),
      h(
        "fieldset",
        {},
        h("legend", {}, t.web("scenario")),
        g.scenarios.map((x, k) =>
          h(
            "label",
            { class: "radio" },
            h("input", { type: "radio", name: "scenario", value: x.id, checked: k === 0 }),
            h(
              "span",
              {},
              h("b", {}, x.titles[t.lang] ?? x.title),
              " ",
              h("small", {}, t.web("turns", { n: x.turns })),
              h("span", { class: "soft block" }, t.name("scenario", x.id)),
              t.has(`scenario.${x.id}.favours`) && h("span", { class: "fine block" }, t.name("scenario", `${x.id}.favours`)),
            ),
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "seats" },
        h("legend", {}, t.web("seats")),
        g.sides.map((side, k) => {
          const look = this.sides.get(g.slug)?.[side];
          return h(
            "div",
            { class: "seat" },
            h("label", { for: "seat-" + side }, h("i", { class: `flag ${look?.shape} side-${look?.key}` }), t.side(side)),
            seatChoices(side, k === 0 ? "human" : bot),
          );
        }),
        h("p", { class: "soft fine" }, t.web("seats-help")),
      ),
      h(
        "details",
        {},
        h("summary", {}, t.web("options")),
        h(
          "div",
          { class: "options" },
          g.options.map((o) => this.option(o)),
        ),
      ),
      h(
        "details",
        {},
        h("summary", {}, t.web("more")),
        h(
          "label",
          { class: "field" },
          t.web("table-name"),
          h("input", { name: "name", maxlength: 60, autocomplete: "off" }),
        ),
        h("label", { class: "field" }, t.web("seed"), h("input", { name: "seed", maxlength: 80, autocomplete: "off" })),
        h("p", { class: "soft fine" }, t.web("seed-help")),
      ),
      h(
        "div",
        { class: "answers" },
        h("button", { type: "submit", class: "go" }, t.web("start")),
        h(
          "button",
          { type: "button", data: { start: "guided" }, onclick: () => void this.create(form, true) },
          t.web("start-guided"),
        ),
      ),
    );
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
        { class: "lobby" },
        h("header", {}, h("h1", {}, "Frente"), h("p", {}, t.web("tagline"))),
        h(
          "main",
          {},
          form,
          h(
            "div",
            { class: "beside" },
            h(
              "figure",
              { class: "preview" },
              h("p", { class: "soft fine", "aria-hidden": "true" }, t.web("drawing")),
              h("img", { src: `api/games/${g.slug}/map.svg`, alt: t.web("map-of", { game: g.title }) }),
            ),
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
              this.list,
            ),
          ),
        ),
        h(
          "footer",
          {},
          settings(t, () => location.reload()),
          h("p", { class: "soft fine" }, t.web("footer"), " ", h("a", { href: "api/docs" }, t.web("api-docs"))),
        ),
      ),
    );
  }

  /** @param {OptionInfo} o */
  option(o) {
    const t = this.texts;
    const title = t.name("option", o.id),
      help = t.name("option", o.id + ".help");
    const control =
      typeof o.default === "boolean"
        ? h("input", {
            type: "checkbox",
            name: "option-" + o.id,
            checked: o.default,
            id: "option-" + o.id,
            "aria-describedby": "help-" + o.id,
          })
        : h(
            "select",
            { name: "option-" + o.id, id: "option-" + o.id, "aria-describedby": "help-" + o.id },
            o.choices.map((c) =>
              h("option", { value: c, selected: c === o.default }, capital(t.name("option", `${o.id}.${c}`))),
            ),
          );
    return h(
      "div",
      { class: "option" },
      h(
        "div",
        { class: "row" },
        control,
        h("label", { for: "option-" + o.id }, title),
        this.shelf && ruleLink(this.shelf, o.rule),
      ),
      h("p", { class: "soft fine", id: "help-" + o.id }, help),
    );
  }

  /**
   * @param {HTMLFormElement} form
   * @param {boolean} guided
   */
  async create(form, guided) {
    const g = /** @type {GameInfo} */ (this.game),
      data = new FormData(form),
      t = this.texts;
    /** @type {Record<string, boolean | string>} */
    const options = {};
    for (const o of g.options) {
      const value = typeof o.default === "boolean" ? data.has("option-" + o.id) : String(data.get("option-" + o.id));
      if (value !== o.default) options[o.id] = value;
    }
    const seats = Object.fromEntries(
      g.sides.map((side, k) => [side, guided ? (k === 0 ? "human" : "bot:greedy") : String(data.get("seat-" + side))]),
    );
    /** @type {Record<string, unknown>} */
    const body = { game: g.slug, scenario: data.get("scenario"), options, seats };
    const name = String(data.get("name") ?? "").trim(),
      seed = String(data.get("seed") ?? "").trim();
    if (name) body.name = name;
    if (seed) body.seed = seed; // whoever names the dice wants them as named
    try {
      const made = await ask("/tables", { body });
      hold(made.table, made.owner);
      if (guided) guideFor(made.table);
      if (Object.keys(made.invitations).length) this.invite(made);
      else location.hash = `#/t/${made.table}`;
    } catch (e) {
      toast(e instanceof Error ? e.message : t.web("failed"), "warn");
    }
  }

  /**
   * Links for friends. They are shown here once and kept nowhere in this browser.
   * @param {{table: string, invitations: Record<string, string>}} made
   */
  invite(made) {
    const t = this.texts;
    dialog(
      t.web("invite"),
      [
        h("p", {}, t.web("invite-text")),
        ...Object.entries(made.invitations).map(([side, invitation]) => seatLink(t, made.table, side, invitation)),
        h(
          "div",
          { class: "answers" },
          h("a", { class: "button go", href: `#/t/${made.table}` }, t.web("to-the-table")),
        ),
      ],
      { close: t.web("close"), className: "invite" },
    );
  }

  /** @param {number} [after] show those that come after so many, which are there already */
  async tables(after = 0) {
    const t = this.texts,
      mine = held();
    let found = { tables: /** @type {Summary[]} */ ([]), more: false };
    try {
      if (mine.length) found = await ask("/tables/held", { body: { keys: mine.map((x) => x.key), after } });
    } catch (e) {
      toast(e instanceof Error ? e.message : t.web("failed"), "warn");
    }
    const rows = found.tables.map((x) => this.row(x, mine.find((k) => k.table === x.table)?.key ?? ""));
    const next = after + rows.length;
    const more = h(
      "button",
      {
        type: "button",
        class: "small",
        data: { do: "more-games" },
        onclick: () => {
          more.remove();
          void this.tables(next);
        },
      },
      t.web("more-games"),
    );
    if (!after) fill(this.list, rows.length === 0 && h("p", { class: "soft" }, t.web("no-games")));
    this.list.append(...rows, ...(found.more ? [more] : []));
  }

  /** @param {Summary} x */
  scenario(x) {
    const found = this.games.find((g) => g.slug === x.game)?.scenarios.find((y) => y.id === x.scenario);
    return found?.titles[this.texts.lang] ?? found?.title ?? x.scenario;
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
    const yours = x.waiting.some((side) => x.you.includes(side));
    const state = x.over
      ? t.web("over")
      : yours
        ? t.web("your-move")
        : x.waiting.length
          ? t.web("their-move", { asked: x.waiting.join(", ") })
          : "";
    const act = (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ go, danger = false) =>
      h(
        "button",
        {
          type: "button",
          class: "small" + (danger ? " danger" : ""),
          data: { do: name },
          onclick: async () => {
            try {
              await go();
            } catch (e) {
              toast(e instanceof Error ? e.message : t.web("failed"), "warn");
            }
          },
        },
        t.web(name),
      );
    return h(
      "article",
      { class: "game" + (yours ? " yours" : "") },
      h(
        "a",
        { class: "resume", href: `#/t/${x.table}` },
        h("b", {}, x.name),
        h(
          "span",
          { class: "lab" },
          `${this.scenario(x)} · ${x.turn ? t.web("turn", { turn: x.turn }) : t.web("set-up")} · ${x.you.map((s) => t.side(s)).join(", ")}`,
        ),
        h("span", { class: "lab state" }, state),
        this.kept(x),
      ),
      h(
        "div",
        { class: "row" },
        x.owner && act("rename", async () => this.rename(x, key)),
        act("export", () => saveGame(t, x.game, x.table, key)),
        x.owner && act("delete", async () => this.remove(x, key), true),
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
                await this.tables();
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
                await this.tables();
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
