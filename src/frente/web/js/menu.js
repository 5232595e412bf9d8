// Everything about the game itself: rename, invite, export, go back, draw, resign; and help.
import { afterwards } from "./afterwards.js";
import { ask } from "./api.js";
import { callSettings } from "./calls.js";
import { diceBox } from "./dice.js";
import { announce, dialog, h, toast } from "./dom.js";
import { forget, invitations, inviteBox, remember } from "./invite.js";
import { hold } from "./keys.js";
import { positionPicture } from "./picture.js";
import { openRules } from "./rules.js";
import { mayOrder, standingPanel } from "./standing.js";
import { LANGUAGES, language, speak } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const a = h("a", { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {Table} table */
export async function exportRecord(table) {
  await saveGame(table.texts, table.slug, table.id, table.key);
}

/**
 * Save a game to a file: its record, or while it has secrets a copy as the player knows it.
 * @param {import("./texts.js").Texts} t
 * @param {string} game
 * @param {string} id
 * @param {string} key
 */
export async function saveGame(t, game, id, key) {
  try {
    const text = await ask(`/tables/${id}/record`, { key, text: true });
    const copied = JSON.parse(text).kind === "copy";
    download(`${game}-${copied ? "copy-" : ""}${id}.json`, text);
    if (copied) toast(t.web("saved-copy"));
  } catch (e) {
    toast(e instanceof Error ? e.message : t.web("failed"), "warn");
  }
}

/**
 * @param {string} text
 * @param {string} done
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    prompt(done, text);
  }
}

/**
 * A link to a seat: one that nobody has taken yet, kept since it was made, or one's own to go on elsewhere.
 * @param {Table} table
 * @param {string} side
 * @param {string} text what the link does
 */
async function inviteTo(table, side, text) {
  const t = table.texts;
  const known = text === "invite-text" ? invitations(table.id).find((x) => x.side === side) : undefined;
  try {
    const made = known ?? (await ask(`/tables/${table.id}/invitations`, { key: table.key, body: { side } }));
    if (text === "invite-text") remember({ table: table.id, side, invitation: made.invitation });
    inviteBox(t, [{ table: table.id, side, invitation: made.invitation }], [], text);
  } catch (e) {
    toast(e instanceof Error ? e.message : t.web("failed"), "warn");
  }
}

/**
 * Every other browser and link that opens this seat loses it.
 * @param {Table} table
 */
async function renewKey(table) {
  try {
    const made = await ask(`/tables/${table.id}/key`, { key: table.key, method: "POST" });
    hold(table.id, made.key);
    location.reload();
  } catch (e) {
    toast(e instanceof Error ? e.message : table.texts.web("failed"), "warn");
  }
}

/** @param {Table} table */
export function tableMenu(table) {
  const t = table.texts,
    s = table.state;
  forget(table.id, Object.keys(s.seats).filter((side) => !s.seats[side].taken));
  const side = table.side || s.you[0];
  const item = (/** @type {string} */ key, /** @type {() => void} */ go, danger = false) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: danger ? "danger" : "",
          data: { item: key },
          onclick: () => {
            box.close();
            go();
          },
        },
        t.web(key),
        h("small", {}, t.web(key + "-help")),
      ),
    );
  const over = Boolean(s.outcome);
  const box = dialog(
    s.name || "Frente",
    [
      h(
        "ul",
        { class: "menu" },
        item("help", () => help(table)),
        item("rules", () => void openRules(table.shelf)),
        item("edit-packs", () => (location.hash = `#/packs/${table.slug}`)),
        item("replay", () => void table.replay.open()),
        item("picture", () => void positionPicture(table).catch((e) => toast(String(e), "warn"))),
        over && item("after", () => void afterwards(table)),
        item("dice", () => void diceBox(table)),
        mayOrder(table) && item("standing", () => standingPanel(table)),
        side && !over && !s.plan && item("plan", () => void table.plan.start()),
        s.you.length > 0 && item("export", () => void exportRecord(table)),
        s.owner &&
          Object.entries(s.seats)
            .filter(([, seat]) => !seat.taken)
            .map(([empty]) => item("invite-again", () => void inviteTo(table, empty, "invite-text"))),
        side && !s.plan && item("elsewhere", () => void inviteTo(table, side, "elsewhere-text")),
        table.key && !s.plan && item("renew-key", () => confirmed(table, "renew-key", () => void renewKey(table))),
        item("watch-link", () => void copy(location.href.replace(/#.*/, `#/t/${table.id}`), t.web("copied"))),
        side && !over && item("rollback", () => rollback(table, side)),
        side &&
          !over &&
          item("offer-draw", () => confirmed(table, "offer-draw", () => void table.live.send({ type: "draw", side }))),
        side &&
          !over &&
          item("resign", () => confirmed(table, "resign", () => void table.live.send({ type: "resign", side })), true),
      ),
      settings(t, () => location.reload()),
    ],
    { close: t.web("close"), className: "menu-box" },
  );
}

/**
 * Language and look.
 * @param {import("./texts.js").Texts} t
 * @param {() => void} changed
 */
export function settings(t, changed) {
  const look = document.documentElement.dataset.theme ?? "auto";
  const radio = (
    /** @type {string} */ group,
    /** @type {string} */ value,
    /** @type {string} */ label,
    /** @type {boolean} */ on,
    /** @type {() => void} */ go,
  ) =>
    h("label", {}, h("input", { type: "radio", name: group, value, checked: on, onchange: go }), h("span", {}, label));
  return h(
    "div",
    { class: "settings" },
    h(
      "fieldset",
      {},
      h("legend", {}, t.web("language")),
      Object.entries(LANGUAGES).map(([code, name]) =>
        radio("language", code, name, language() === code, () => {
          speak(code);
          changed();
        }),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t.web("look")),
      ["auto", "light", "dark"].map((x) =>
        radio("look", x, t.web("look-" + x), look === x, () => {
          if (x === "auto") delete document.documentElement.dataset.theme;
          else document.documentElement.dataset.theme = x;
          localStorage.setItem("frente.look", JSON.stringify(x));
        }),
      ),
    ),
    callSettings(t),
  );
}

/**
 * @param {Table} table
 * @param {string} key
 * @param {() => void} go
 */
function confirmed(table, key, go) {
  const t = table.texts;
  const box = dialog(
    t.web(key),
    [
      h("p", {}, t.web(key + "-sure")),
      h(
        "div",
        { class: "answers" },
        h(
          "button",
          {
            type: "button",
            class: "danger",
            onclick: () => {
              box.close();
              go();
            },
          },
          t.web(key),
        ),
        h("button", { type: "button", onclick: () => box.close() }, t.web("cancel")),
      ),
    ],
    { close: t.web("close") },
  );
}

/**
 * Ask to go back to an earlier decision.
 * @param {Table} table
 * @param {string} side
 */
function rollback(table, side) {
  const t = table.texts;
  const events = table.log.events;
  const seen = new Set();
  const points = [];
  for (const e of events.toReversed()) {
    if (seen.has(e.n)) continue;
    seen.add(e.n);
    points.push(e);
    if (points.length >= 40) break;
  }
  const box = dialog(
    t.web("rollback"),
    [
      h("p", {}, t.web("rollback-text")),
      h(
        "ol",
        { class: "points-list" },
        points.map((e) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                data: { to: e.n },
                onclick: async () => {
                  box.close();
                  const answer = await table.live.send({ type: "rollback", side, to: e.n });
                  if (answer.reasons?.length) table.refuse(answer.reasons);
                  else announce(t.web("offer-waits"));
                },
              },
              t.web("before", { what: t.said(e) }),
            ),
          ),
        ),
      ),
    ],
    { close: t.web("close") },
  );
}

/** @param {Table} table */
export function help(table) {
  const t = table.texts;
  const keys = [
    ["Tab", "key-tab"],
    ["Q W E A S D · ↑ ↓ ← →", "key-directions"],
    ["Enter", "key-enter"],
    ["Esc", "key-esc"],
    ["U", "key-undo"],
    ["Y", "key-stack"],
    ["N · P", "key-check"],
    [".", "key-leave"],
    ["⇧ Enter", "key-end"],
    ["?", "key-why"],
    ["R", "key-rule"],
    ["O", "key-odds"],
    ...Object.entries(table.theme.keys ?? {}).map(([name, key]) => {
      const letter = key.toUpperCase();
      // The letters of directions mean these only while the map has the focus.
      return ["QWEASD".includes(letter) ? `${letter} / Shift+${letter}` : letter, "key-" + name];
    }),
    ["B", "key-boxes"],
    ...(table.view.extra.sections ? [["T", "key-ledger"]] : []),
    ["L", "key-log"],
    ["M", "key-map"],
    ["G", "key-question"],
    ["J · Shift+J", "key-film"],
    ["[ ]", "key-replay"],
    ["+ − 0", "key-zoom"],
    ["Shift+↑ ↓ ← →", "key-pan"],
    ["H", "key-help"],
  ];
  dialog(
    t.web("help"),
    [
      h("p", {}, t.web("help-text")),
      h(
        "table",
        { class: "keys" },
        h(
          "tbody",
          {},
          keys.map(([k, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, k)), h("td", {}, t.has("web." + what) ? t.web(what) : t.overlay(what.slice(4))))),
        ),
      ),
      h("button", { type: "button", onclick: () => table.guide.start() }, t.web("guide-start")),
    ],
    { close: t.web("close"), className: "help" },
  );
}
