// A new game: scenario, seats, set-up and options in one dialog, with its button always in sight.
import { ask } from "./api.js";
import { dialog, fill, h, toast } from "./dom.js";
import { begin, newTo } from "./guide.js";
import { invited } from "./invite.js";
import { hold } from "./keys.js";
import { ruleLink } from "./rules.js";
import { capital, Texts } from "./texts.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OptionInfo} OptionInfo */
/** @typedef {import("./types").Theme} Theme */

/**
 * @param {GameInfo} g
 * @param {Theme["sides"]} looks
 */
export async function newGame(g, looks) {
  const t = await Texts.load(g.slug);
  t.sides = g.sides;
  const bot = "bot:" + (g.bots.includes("captain") ? "captain" : g.bots[0]);
  const form = h("form", {
    class: "new",
    onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      void create(t, g, form, box);
    },
  });
  fill(form, h("div", { class: "wishes" }, scenarios(t, g), seats(t, g, looks, bot), setUps(t), more(t, g)), finish(t, g));
  const box = dialog(`${t.web("new-game")}: ${g.title}`, [form], { close: t.web("close"), className: "new-game" });
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 */
function scenarios(t, g) {
  return h(
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
  );
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 * @param {Theme["sides"]} looks
 * @param {string} bot
 */
function seats(t, g, looks, bot) {
  return h(
    "fieldset",
    { class: "seats" },
    h("legend", {}, t.web("seats")),
    g.sides.map((side, k) => {
      const look = looks[side];
      const chosen = k === 0 ? "human" : bot;
      return h(
        "div",
        { class: "seat" },
        h("label", { for: "seat-" + side }, h("i", { class: `flag ${look?.shape} side-${look?.key}` }), t.side(side)),
        h(
          "select",
          { name: "seat-" + side, id: "seat-" + side },
          [
            ["human", t.web("seat-human")],
            ["open", t.web("seat-open")],
            ...g.bots.map((b) => ["bot:" + b, t.web("seat-bot", { bot: t.has("web.bot-" + b) ? t.web("bot-" + b) : b })]),
          ].map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
        ),
      );
    }),
    h("p", { class: "soft fine" }, t.web("seats-help")),
  );
}

/** @param {Texts} t */
function setUps(t) {
  return h(
    "fieldset",
    {},
    h("legend", {}, t.web("set-up")),
    ["historical", "free"].map((x, k) =>
      h(
        "label",
        { class: "radio" },
        h("input", { type: "radio", name: "setup", value: x, checked: k === 0 }),
        h("span", {}, h("b", {}, t.web("set-up-" + x)), " ", h("span", { class: "soft" }, t.web(`set-up-${x}-help`))),
      ),
    ),
  );
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 */
function more(t, g) {
  return [
    h(
      "details",
      {},
      h("summary", {}, t.web("options")),
      optionFields(t, g),
    ),
    h(
      "details",
      {},
      h("summary", {}, t.web("more")),
      h("label", { class: "field" }, t.web("table-name"), h("input", { name: "name", maxlength: 60, autocomplete: "off" })),
      h("label", { class: "field" }, t.web("seed"), h("input", { name: "seed", maxlength: 80, autocomplete: "off" })),
      h("p", { class: "soft fine" }, t.web("seed-help")),
    ),
  ];
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 */
function finish(t, g) {
  return h(
    "div",
    { class: "answers finish" },
    h("button", { type: "submit", class: "go" }, t.web("start")),
    h("label", { class: "row" }, h("input", { type: "checkbox", name: "guided", checked: newTo(g.slug) }), t.web("start-guided")),
  );
}

/**
 * Where the options of a game are chosen.
 * @param {Texts} t
 * @param {GameInfo} g
 */
export const optionFields = (t, g) => h("div", { class: "options" }, g.options.map((o) => option(t, g, o)));

/**
 * The options of a game that were chosen otherwise than they are.
 * @param {GameInfo} g
 * @param {FormData} data
 */
export function chosenOptions(g, data) {
  /** @type {Record<string, boolean | string>} */
  const options = {};
  for (const o of g.options) {
    const value = typeof o.default === "boolean" ? data.has("option-" + o.id) : String(data.get("option-" + o.id));
    if (value !== o.default) options[o.id] = value;
  }
  return options;
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 * @param {OptionInfo} o
 */
function option(t, g, o) {
  const name = "option-" + o.id,
    help = "help-" + o.id;
  const control =
    typeof o.default === "boolean"
      ? h("input", { type: "checkbox", name, checked: o.default, id: name, "aria-describedby": help })
      : h(
          "select",
          { name, id: name, "aria-describedby": help },
          o.choices.map((c) => h("option", { value: c, selected: c === o.default }, capital(t.name("option", `${o.id}.${c}`)))),
        );
  return h(
    "div",
    { class: "option" },
    h(
      "div",
      { class: "row" },
      control,
      h("label", { for: name }, t.name("option", o.id)),
      ruleLink({ slug: g.slug, texts: t, provenance: {} }, o.rule),
    ),
    h("p", { class: "soft fine", id: help }, t.name("option", o.id + ".help")),
  );
}

/**
 * @param {Texts} t
 * @param {GameInfo} g
 * @param {HTMLFormElement} form
 * @param {HTMLDialogElement} box
 */
async function create(t, g, form, box) {
  const data = new FormData(form);
  /** @type {Record<string, unknown>} */
  const body = {
    game: g.slug,
    scenario: data.get("scenario"),
    options: chosenOptions(g, data),
    seats: Object.fromEntries(g.sides.map((side) => [side, String(data.get("seat-" + side))])),
    setup: data.get("setup"),
  };
  const name = String(data.get("name") ?? "").trim(),
    seed = String(data.get("seed") ?? "").trim();
  if (name) body.name = name;
  if (seed) body.seed = seed; // whoever names the dice wants them as named
  try {
    const made = await ask("/tables", { body });
    hold(made.table, made.owner);
    begin(g.slug, made.table, data.has("guided"));
    box.close();
    if (Object.keys(made.invitations).length) invited(t, made);
    else location.hash = `#/t/${made.table}`;
  } catch (e) {
    toast(e instanceof Error ? e.message : t.web("failed"), "warn");
  }
}
