// What waits for oneself: moves, offers, games that have begun; and how one wants to be told.
import { ask } from "../api.js";
import { h, toast } from "../dom.js";
import { does, form, furnish, moment, plainTexts, whoAmI } from "./room.js";

/** @typedef {import("../types").Waiting} Waiting */
/** @typedef {import("../texts.js").Texts} Texts */

export class NoticesRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} [quiet] what a letter brought, to have no more of them
   */
  constructor(root, quiet = "") {
    this.root = root;
    this.quiet = quiet;
  }

  close() {}

  async open() {
    const { texts: t, games } = await plainTexts();
    if (this.quiet) {
      try {
        await ask(`/quiet/${encodeURIComponent(this.quiet)}`, { method: "POST" });
        furnish(this.root, t, t.web("notices"), null, [h("p", { class: "card" }, t.web("quiet-now"))]);
      } catch (e) {
        furnish(this.root, t, t.web("notices"), null, [h("p", {}, e instanceof Error ? e.message : t.web("failed"))]);
      }
      return;
    }
    const me = (await whoAmI()).account;
    if (!me) {
      furnish(this.root, t, t.web("notices"), null, [h("p", {}, h("a", { href: "#/account" }, t.web("sign-in")))]);
      return;
    }
    const title = (/** @type {string} */ slug) => games.find((g) => g.slug === slug)?.title ?? slug;
    /** @type {Waiting} */
    const found = await ask("/notices");
    const row = (/** @type {Waiting["notices"][number]} */ n) => {
      const name = n.name === n.game ? title(n.game) : n.name;
      return h(
        "li",
        {},
        h("a", { href: n.link }, n.kind === "move" ? name : t.web("notice-" + n.kind, { name })),
        n.with && ` ${t.web("against-person", { name: n.with })}`,
        h("small", { class: "soft" }, ` · ${moment(t, n.at)}`),
      );
    };
    const moves = found.notices.filter((n) => n.kind === "move");
    const news = found.notices.filter((n) => n.kind !== "move").reverse(); // the latest first
    furnish(this.root, t, t.web("notices"), me, [
      h(
        "div",
        { class: "cards wide" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("moves-wait")),
          moves.length ? h("ol", { class: "plain-list", id: "moves" }, moves.map(row)) : h("p", { class: "soft" }, t.web("nothing-waits")),
          h("p", { class: "soft fine" }, t.web("next-key")),
          news.length > 0 && h("h2", {}, t.web("news")),
          news.length > 0 && h("ol", { class: "plain-list", id: "waiting" }, news.map(row)),
          news.length > 0 &&
            does(t, t.web("clear-notices"), async () => (await ask("/notices", { method: "DELETE" }), this.open()), { class: "small" }),
        ),
        h("div", { class: "stacked" }, this.habits(t, found), this.vacation(t, found)),
      ),
    ]);
  }

  /**
   * @param {Texts} t
   * @param {Waiting} found
   */
  habits(t, found) {
    const wish = (/** @type {"mail" | "push"} */ what, /** @type {string} */ text) =>
      h(
        "p",
        { class: "row" },
        h("input", {
          type: "checkbox",
          id: "wish-" + what,
          checked: found[what],
          onchange: async (/** @type {Event} */ e) => {
            await ask("/account/habits", { method: "PUT", body: { [what]: /** @type {HTMLInputElement} */ (e.target).checked } });
            toast(t.web("saved"));
          },
        }),
        h("label", { for: "wish-" + what }, text),
      );
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t.web("be-told")),
      found.letters ? wish("mail", t.web("by-mail")) : null,
      wish("push", t.web("by-push", { n: found.browsers })),
      "PushManager" in window
        ? does(t, t.web("tell-this-browser"), async () => (await subscribe(found.key), toast(t.web("saved")), this.open()), { data: { do: "subscribe" } })
        : h("p", { class: "soft fine" }, t.web("no-push-here")),
    );
  }

  /**
   * @param {Texts} t
   * @param {Waiting} found
   */
  vacation(t, found) {
    const days = h("input", { type: "number", name: "days", id: "days", min: 1, max: found.vacation || 1, value: 7, required: true });
    return form(
      t,
      { class: "card", id: "vacation" },
      async () => {
        await ask("/account/vacation", { body: { days: Number(days.value) } });
        toast(t.web("saved"));
        await this.open();
      },
      h("h2", {}, t.web("vacation")),
      h("p", { class: "soft" }, found.away ? t.web("away-until", { date: moment(t, found.away) }) : t.web("vacation-text")),
      h("div", { class: "field" }, h("label", { for: "days" }, t.web("vacation-days", { n: found.vacation })), days),
      h("button", { type: "submit", disabled: !found.vacation }, t.web("vacation-take")),
    );
  }
}

/** @param {string} key of the server */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.register("push.js");
  await navigator.serviceWorker.ready;
  const raw = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  const found = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from(raw, (c) => c.charCodeAt(0)),
  });
  const { endpoint, keys } = found.toJSON();
  await ask("/account/push", { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } });
}

/** Go to the next game in which it is one's move: the one that has waited longest, after the one that is open. */
export async function nextGame() {
  /** @type {Waiting} */
  const found = await ask("/notices").catch(() => null);
  const moves = found?.notices.filter((n) => n.kind === "move") ?? [];
  const here = moves.findIndex((n) => location.hash.startsWith(n.link));
  const next = moves[(here + 1) % moves.length];
  if (next && !location.hash.startsWith(next.link)) location.hash = next.link;
  else {
    const { texts: t } = await plainTexts();
    toast(t.web("nothing-waits"));
  }
}
