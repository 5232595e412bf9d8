// Talk beside the board, and the clocks of those who play by one. Everything said is shown as text and nothing else.
import { ask } from "../api.js";
import { announce, dialog, fill, h, toast } from "../dom.js";
import { does, field, form, moment, playerLink, whoAmI } from "./room.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types").Message} Message */

/** @type {WeakMap<Table, Talk>} */
const talks = new WeakMap();

class Talk {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Message[]} */
    this.messages = [];
    this.unread = 0;
    this.me = "";
    /** @type {Set<string>} */
    this.muted = new Set(); // kept with the account
    /** @type {Set<string>} */
    this.hushed = new Set(); // for as long as the page is open, where one of the two has none
    this.list = h("ol", { class: "said", "aria-live": "polite" });
    /** @type {HTMLDialogElement | null} */
    this.box = null;
    addEventListener("talk", (e) => {
      const { table: id, message } = /** @type {CustomEvent<{table: string, message: Message}>} */ (e).detail;
      if (id === table.id) this.heard(message);
    });
    void this.load();
  }

  async load() {
    try {
      const { account } = await whoAmI();
      this.me = account?.name ?? "";
      if (account) this.muted = new Set((await ask("/account/shunned")).map((/** @type {{name: string}} */ x) => x.name));
      this.messages = (await ask(`/tables/${this.table.id}/talk`, { key: this.table.key })).messages.filter((/** @type {Message} */ m) => !this.silent(m));
      this.show();
    } catch {
      // whoever may not hear it has nothing to see
    }
  }

  /** @param {Message} m */
  silent(m) {
    return (m.name !== "" && this.muted.has(m.name)) || this.hushed.has(this.who(m));
  }

  /** @param {Message} m */
  heard(m) {
    if (this.messages.some((x) => x.n === m.n) || this.silent(m)) return;
    this.messages.push(m);
    if (!this.box) {
      this.unread++;
      announce(`${this.who(m)}: ${m.text}`);
    }
    this.show();
    document.querySelector(".talk-button i")?.replaceWith(count(this));
  }

  /** @param {Message} m */
  who(m) {
    const t = this.table.texts;
    return m.name || (m.side ? t.side(m.side) : t.web("nobody-known"));
  }

  show() {
    const t = this.table.texts;
    fill(
      this.list,
      ...(this.messages.length
        ? this.messages.map((m) =>
            h(
              "li",
              { data: { n: m.n } },
              h("b", {}, m.name ? playerLink(m.name) : this.who(m)),
              m.side && m.name ? h("small", {}, ` ${t.side(m.side)}`) : null,
              h("small", { class: "soft" }, ` ${moment(t, m.at)}`),
              m.line >= 0 ? h("a", { class: "small", href: `#/t/${this.table.id}/at/${m.line + 1}` }, t.web("talk-act", { n: m.line + 1 })) : null,
              h("p", {}, m.text),
            ),
          )
        : [h("li", { class: "soft" }, t.web("talk-none"))]),
    );
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  open() {
    const { table } = this,
      t = table.texts;
    this.unread = 0;
    const about = h("input", { type: "checkbox", id: "talk-line" });
    const words = h("input", { id: "talk-text", maxlength: 500, autocomplete: "off", "aria-label": t.web("talk-say") });
    const heard = this.messages.filter((m) => (m.name ? m.name !== this.me : !table.state.you.includes(m.side)));
    const muted = Object.values(table.state.seats).flatMap((s) => (s.name && this.muted.has(s.name) ? [s.name] : [])); // not heard, but here
    const known = new Set([...heard.map((m) => m.name).filter(Boolean), ...muted]);
    const others = new Set([...heard.map((m) => this.who(m)), ...muted, ...this.hushed]);
    this.box = dialog(
      t.web("talk"),
      [
        h("p", { class: "soft fine" }, t.web(table.state.outcome ? "talk-open" : table.state.you.length ? "talk-players" : "talk-watchers")),
        this.list,
        form(
          t,
          { class: "row wrap", id: "talk-form" },
          async () => {
            if (!words.value.trim()) return;
            await ask(`/tables/${table.id}/talk`, {
              key: table.key,
              body: { text: words.value, ...(about.checked && table.state.at ? { line: table.state.at - 1 } : {}) },
            });
            words.value = "";
            about.checked = false;
          },
          words,
          h("button", { type: "submit", class: "go" }, t.web("talk-send")),
          h("label", { class: "row fine", for: "talk-line" }, about, t.web("talk-about")),
        ),
        h(
          "div",
          { class: "row wrap" },
          [...others].flatMap((name) => [
            does(t, t.web(this.muted.has(name) || this.hushed.has(name) ? "unmute" : "mute", { name }), () => this.mute(name, known.has(name)), { class: "small", data: { do: "mute" } }),
            this.me !== "" && known.has(name) && does(t, t.web("report-person", { name }), async () => this.report(name), { class: "small", data: { do: "report" } }),
          ]),
        ),
      ],
      { close: t.web("close"), className: "talk", onclose: () => (this.box = null) },
    );
    this.show();
    document.querySelector(".talk-button i")?.replaceWith(count(this));
    words.focus();
  }

  /**
   * @param {string} name
   * @param {boolean} known whether it is that of an account
   */
  async mute(name, known) {
    const off = this.muted.has(name) || this.hushed.has(name);
    if (this.me && known) await ask("/account/shunned", { method: "PUT", body: { name, kind: off ? "" : "mute" } });
    else if (off) this.hushed.delete(name);
    else this.hushed.add(name);
    this.box?.close();
    await this.load();
    this.open();
  }

  /** @param {string} name */
  report(name) {
    const t = this.table.texts;
    const box = dialog(
      t.web("report-person", { name }),
      [
        form(
          t,
          { id: "report" },
          async (f) => {
            await ask(`/tables/${this.table.id}/report`, { key: this.table.key, body: { name, text: new FormData(f).get("why") } });
            box.close();
            toast(t.web("reported"));
          },
          field(t.web("report-why"), { name: "why", maxlength: 500, autocomplete: "off" }, t.web("report-help")),
          h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("report-person", { name }))),
        ),
      ],
      { close: t.web("close") },
    );
  }
}

/** @param {Talk} talk */
const count = (talk) => h("i", { class: "count" + (talk.unread ? "" : " none"), "aria-hidden": "true" }, String(talk.unread || ""));

/**
 * The way to the talk, where others may be there to hear it.
 * @param {Table} table
 */
export function talkButton(table) {
  const seats = Object.values(table.state.seats);
  if (table.state.plan || table.state.replay || (table.state.you.length === seats.length && seats.length > 0)) return null;
  if (seats.every((s) => s.kind === "bot") || (seats.some((s) => s.kind === "bot") && table.state.you.length)) return null;
  let talk = talks.get(table);
  if (!talk) talks.set(table, (talk = new Talk(table)));
  const t = table.texts,
    mine = talk;
  return h(
    "button",
    { type: "button", class: "small talk-button", "aria-label": t.web("talk"), onclick: () => mine.open() },
    h("span", { class: "wide" }, t.web("talk")),
    h("span", { class: "narrow", "aria-hidden": "true" }, "✎"),
    count(mine),
  );
}

/**
 * How much time each side has left. It runs down by itself until the next state says how much there is.
 * @param {Table} table
 */
export function clockFaces(table) {
  const t = table.texts,
    faces = Object.entries(table.state.clocks ?? {});
  if (!faces.length || table.state.outcome) return null;
  const since = Date.now();
  const box = h("div", { class: "clocks", role: "timer", "aria-label": t.web("time-left") });
  const show = () => {
    const gone = (Date.now() - since) / 1000;
    fill(
      box,
      ...faces.map(([side, c]) => {
        const left = Math.max(0, c.left - (c.runs ? gone : 0));
        return h("span", { class: c.runs ? "runs" : "", title: t.side(side), data: { side } }, h("small", {}, table.state.seats[side]?.name || t.side(side)), h("b", {}, span(left)));
      }),
    );
    if (box.isConnected || gone < 1) setTimeout(show, 1000);
  };
  show();
  return box;
}

/** @param {number} seconds */
function span(seconds) {
  const s = Math.floor(seconds),
    two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (s >= 48 * 3600) return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
