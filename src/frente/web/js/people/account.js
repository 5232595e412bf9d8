// One's account: coming in, and looking after it.
import { ask } from "../api.js";
import { dialog, h, one, toast } from "../dom.js";
import { packs } from "../edit/keeper.js";
import { held } from "../keys.js";
import { download } from "../menu.js";
import { makePasskey, passkeysWork, showPasskey } from "./passkeys.js";
import { does, field, form, furnish, moment, plainTexts, whoAmI } from "./room.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").SignedIn} SignedIn */
/** @typedef {import("../texts.js").Texts} Texts */

export class AccountRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} [kind] confirm or recover, with what a letter brought
   * @param {string} [token]
   */
  constructor(root, kind = "", token = "") {
    this.root = root;
    this.kind = kind;
    this.token = token;
  }

  close() {
    document.querySelectorAll("dialog").forEach((el) => el.remove());
  }

  async open() {
    this.t = (await plainTexts()).texts;
    const t = this.t;
    if (this.kind === "confirm") {
      try {
        await ask("/account/confirm", { body: { token: this.token } });
        toast(t.web("mail-confirmed"));
      } catch (e) {
        toast(e instanceof Error ? e.message : t.web("failed"), "warn");
      }
      history.replaceState(null, "", "#/account");
    }
    await this.draw();
  }

  async draw() {
    const t = /** @type {Texts} */ (this.t);
    const { account, mail } = await whoAmI();
    if (this.kind === "recover") furnish(this.root, t, t.web("new-password"), null, [this.renewing(t)]);
    else if (account) {
      furnish(this.root, t, account.name, account, await this.account(t, account, mail));
      if (account.language !== t.lang) void ask("/account", { method: "PATCH", body: { language: t.lang } });
    } else furnish(this.root, t, t.web("sign-in"), null, this.outside(t, mail));
  }

  /**
   * Somebody has come in. What this browser plays goes along, if that is wished.
   * @param {boolean} along
   */
  async entered(along) {
    const keys = [...held(), ...packs()].map((x) => x.key);
    if (along && keys.length) await ask("/account/games", { body: { keys } });
    if (location.hash === "#/account") await this.draw();
    else location.hash = "#/account";
  }

  // -- outside

  /**
   * @param {Texts} t
   * @param {boolean} mail
   */
  outside(t, mail) {
    const mine = held().length;
    const along = h("input", { type: "checkbox", id: "along", checked: true });
    const passkeys = passkeysWork();
    const take = () => this.entered(along.checked);
    const signIn = form(
      t,
      { class: "card", id: "sign-in" },
      async (f) => {
        const data = new FormData(f);
        await ask("/session", { body: { name: data.get("name"), password: data.get("password") } });
        await take();
      },
      h("h2", {}, t.web("sign-in")),
      passkeys &&
        does(t, t.web("sign-in-passkey"), async () => (await showPasskey(), take()), { class: "go", data: { do: "passkey" } }),
      field(t.web("account-name"), { name: "name", id: "in-name", autocomplete: "username webauthn", maxlength: 40 }),
      field(t.web("password"), { name: "password", id: "in-password", type: "password", autocomplete: "current-password" }),
      h(
        "div",
        { class: "answers" },
        h("button", { type: "submit", class: passkeys ? "" : "go" }, t.web("sign-in-password")),
        mail && does(t, t.web("forgotten"), async () => this.forgotten(t), { class: "plain" }),
      ),
    );
    const name = field(
      t.web("account-name"),
      { name: "name", id: "new-account", autocomplete: "username", maxlength: 30 },
      t.web("account-name-help"),
    );
    const wanted = () => /** @type {HTMLInputElement} */ (one("input", name)).value;
    const signUp = form(
      t,
      { class: "card", id: "sign-up" },
      async (f) => {
        await ask("/account", { body: { name: wanted(), password: new FormData(f).get("password") } });
        await take();
      },
      h("h2", {}, t.web("new-account")),
      h("p", { class: "soft" }, t.web("new-account-text")),
      name,
      passkeys &&
        does(t, t.web("sign-up-passkey"), async () => (await makePasskey(wanted(), device()), take()), {
          class: "go",
          data: { do: "new-passkey" },
        }),
      passkeys && h("p", { class: "soft fine" }, t.web("passkey-help")),
      field(
        t.web("password"),
        { name: "password", id: "new-password", type: "password", autocomplete: "new-password", minlength: 10 },
        t.web("password-help"),
      ),
      h("div", { class: "answers" }, h("button", { type: "submit" }, t.web("sign-up-password"))),
    );
    return [
      mine > 0 && h("p", { class: "row along" }, along, h("label", { for: "along" }, t.web("take-along", { n: mine }))),
      h("div", { class: "cards" }, signIn, signUp),
    ];
  }

  /** @param {Texts} t */
  forgotten(t) {
    const box = dialog(
      t.web("forgotten"),
      [
        form(
          t,
          {},
          async (f) => {
            await ask("/account/recover", { body: { mail: new FormData(f).get("mail") } });
            box.close();
            toast(t.web("letter-sent"));
          },
          h("p", {}, t.web("forgotten-text")),
          field(t.web("mail"), { name: "mail", type: "email", autocomplete: "email" }),
          h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("send-letter"))),
        ),
      ],
      { close: t.web("close") },
    );
  }

  /** @param {Texts} t */
  renewing(t) {
    return form(
      t,
      { class: "card" },
      async (f) => {
        await ask("/account/renew", { body: { token: this.token, password: new FormData(f).get("password") } });
        this.kind = "";
        location.hash = "#/account";
      },
      field(
        t.web("new-password"),
        { name: "password", type: "password", autocomplete: "new-password", minlength: 10 },
        t.web("password-help"),
      ),
      h("div", { class: "answers" }, h("button", { type: "submit", class: "go" }, t.web("set-password"))),
    );
  }

  // -- inside

  /**
   * @param {Texts} t
   * @param {Me} me
   * @param {boolean} mail
   */
  async account(t, me, mail) {
    const again = () => this.draw();
    const change = (/** @type {Record<string, unknown>} */ body) => ask("/account", { method: "PATCH", body });
    /** @type {SignedIn[]} */
    const sessions = await ask("/sessions");
    const hidden = h("input", {
      type: "checkbox",
      id: "hidden",
      checked: me.hidden,
      onchange: () => void change({ hidden: hidden.checked }),
    });
    return [
      h(
        "div",
        { class: "cards" },
        h(
          "div",
          { class: "stacked" },
          h(
            "section",
            { class: "card" },
            h("h2", {}, t.web("ways-in")),
            passkeysWork() && this.passkeys(t, me),
            this.password(t, me, change),
          ),
          h(
            "section",
            { class: "card" },
            h("h2", {}, t.web("about-you")),
            form(
              t,
              { class: "inline" },
              async (f) => (await change({ name: new FormData(f).get("name") }), again()),
              field(t.web("account-name"), { name: "name", id: "my-name", value: me.name, maxlength: 30, autocomplete: "username" }),
              h("button", { type: "submit" }, t.web("rename")),
            ),
            mail && this.address(t, me, change),
            h("p", { class: "row" }, hidden, h("label", { for: "hidden" }, t.web("hidden-profile"))),
            h("a", { href: `#/player/${encodeURIComponent(me.name)}` }, t.web("my-profile")),
          ),
        ),
        h(
          "div",
          { class: "stacked" },
          this.signedIn(t, sessions),
          h(
            "section",
            { class: "card" },
            h("h2", {}, t.web("your-data")),
            h("p", { class: "soft" }, t.web("your-data-text")),
            h(
              "div",
              { class: "answers" },
              does(t, t.web("export-data"), async () =>
                download("frente-account.json", JSON.stringify(await ask("/account/export"), null, 1)),
              ),
              does(t, t.web("delete-account"), async () => this.remove(t, me), { class: "danger" }),
            ),
          ),
        ),
      ),
    ];
  }

  /**
   * @param {Texts} t
   * @param {SignedIn[]} sessions
   */
  signedIn(t, sessions) {
    const end = (/** @type {string} */ path) => async () => (await ask(path, { method: "DELETE" }), this.draw());
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t.web("sessions")),
      h(
        "ul",
        { class: "plain-list", id: "sessions" },
        sessions.map((s) =>
          h(
            "li",
            { class: "row spread" },
            h("span", {}, s.here ? h("b", {}, t.web("session-here")) : browser(s.agent), h("span", { class: "lab" }, moment(t, s.seen))),
            !s.here && does(t, t.web("sign-out"), end(`/sessions/${s.id}`), { class: "small" }),
          ),
        ),
      ),
      h(
        "div",
        { class: "answers" },
        does(t, t.web("sign-out"), end("/session"), { data: { do: "sign-out" } }),
        does(t, t.web("sign-out-all"), end("/sessions")),
      ),
    );
  }

  /**
   * @param {Texts} t
   * @param {Me} me
   */
  passkeys(t, me) {
    return h(
      "div",
      {},
      h(
        "ul",
        { class: "plain-list", id: "passkeys" },
        me.passkeys.map((x) =>
          h(
            "li",
            { class: "row spread" },
            h("span", {}, x.label || t.web("passkey"), h("span", { class: "lab" }, moment(t, x.created))),
            does(t, t.web("forget"), async () => (await ask(`/passkeys/${x.id}`, { method: "DELETE" }), this.draw()), {
              class: "small",
              "aria-label": `${t.web("forget")}: ${x.label || t.web("passkey")}`,
            }),
          ),
        ),
      ),
      does(t, t.web("add-passkey"), async () => (await makePasskey("", device()), this.draw()), {
        data: { do: "add-passkey" },
      }),
    );
  }

  /**
   * @param {Texts} t
   * @param {Me} me
   * @param {(body: Record<string, unknown>) => Promise<unknown>} change
   */
  password(t, me, change) {
    return form(
      t,
      { id: "password-form" },
      async (f) => {
        const data = new FormData(f);
        await change({ password: data.get("password"), old: data.get("old") ?? "" });
        toast(t.web("password-set"));
        await this.draw();
      },
      me.password &&
        field(t.web("old-password"), { name: "old", id: "old", type: "password", autocomplete: "current-password" }),
      field(
        t.web("new-password"),
        { name: "password", id: "next-password", type: "password", autocomplete: "new-password", minlength: 10 },
        t.web("password-help"),
      ),
      h("button", { type: "submit" }, t.web("set-password")),
    );
  }

  /**
   * @param {Texts} t
   * @param {Me} me
   * @param {(body: Record<string, unknown>) => Promise<unknown>} change
   */
  address(t, me, change) {
    return form(
      t,
      {},
      async (f) => {
        const data = new FormData(f);
        await change({ mail: data.get("mail"), old: data.get("old") ?? "" });
        toast(data.get("mail") ? t.web("letter-sent") : t.web("mail-gone"));
        await this.draw();
      },
      field(
        t.web("mail"),
        { name: "mail", type: "email", value: me.mail, autocomplete: "email", required: false },
        t.web("mail-help"),
      ),
      me.password &&
        field(t.web("password"), { name: "old", id: "mail-old", type: "password", autocomplete: "current-password" }),
      h("button", { type: "submit" }, t.web("send-letter")),
    );
  }

  /**
   * @param {Texts} t
   * @param {Me} me
   */
  remove(t, me) {
    const box = dialog(
      t.web("delete-account"),
      [
        form(
          t,
          {},
          async (f) => {
            const data = new FormData(f);
            const body = { name: data.get("name"), password: data.get("password") ?? "" };
            await ask("/account", { method: "DELETE", body });
            box.close();
            await this.draw();
          },
          h("p", {}, t.web("delete-account-text")),
          field(t.web("delete-account-name", { name: me.name }), { name: "name", id: "gone-name", autocomplete: "off" }),
          me.password &&
            field(t.web("password"), { name: "password", id: "gone-password", type: "password", autocomplete: "current-password" }),
          h("div", { class: "answers" }, h("button", { type: "submit", class: "danger" }, t.web("delete-account"))),
        ),
      ],
      { close: t.web("close") },
    );
  }
}

/**
 * A browser's own long name, cut to what its owner recognises.
 * @param {string} agent
 */
function browser(agent) {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\/\d+/.exec(agent)?.[0] ?? agent.slice(0, 40);
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? "";
  return [name, system].filter(Boolean).join(" · ") || "?";
}

const device = () => browser(navigator.userAgent);
