// The room of the packs: those of one's own, a new one for a game, and one from a file.
import { ask, fixed, Refused } from "../api.js";
import { dialog, h, toast } from "../dom.js";
import { furnish, whoAmI } from "../people/room.js";
import { Texts } from "../texts.js";
import { holdPack, packs } from "./keeper.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {{pack: string, game: string, name: string, updated: number, expires: number | null}} Listed */

export class PacksRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} [only] a game
   */
  constructor(root, only = "") {
    this.root = root;
    this.only = only;
    this.t = new Texts({}, "en");
    /** @type {GameInfo[]} */
    this.games = [];
  }

  close() {
    document.querySelectorAll("dialog").forEach((el) => el.remove());
  }

  async open() {
    this.games = await fixed("/games");
    this.t = await Texts.load(this.games[0].slug);
    const [{ account }, { packs: mine }] = await Promise.all([whoAmI(), ask("/packs/held", { body: { keys: packs().map((x) => x.key) } })]);
    const t = this.t;
    const games = [...this.games].sort((a, b) => Number(b.slug === this.only) - Number(a.slug === this.only));
    furnish(this.root, t, t.web("edit-packs"), account, [
      h("p", { class: "along" }, t.web("edit-room-help")),
      h(
        "div",
        { class: "cards wide" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("edit-mine")),
          h("div", { class: "games", id: "packs" }, mine.length ? mine.map((/** @type {Listed} */ x) => this.row(x)) : h("p", { class: "soft" }, t.web("edit-none"))),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("edit-new")),
          h("ul", { class: "plain-list pack-games" }, games.map((g) => this.game(g))),
        ),
      ),
    ]);
  }

  /** @param {Listed} x */
  row(x) {
    const t = this.t,
      g = this.games.find((y) => y.slug === x.game);
    return h(
      "article",
      { class: "game", data: { pack: x.pack } },
      h("a", { class: "resume", href: `#/pack/${x.pack}` }, h("b", {}, x.name)),
      h("span", { class: "lab" }, `${g?.title ?? x.game} · ${t.date(new Date(x.updated * 1000).toISOString())}`),
      x.expires && h("span", { class: "lab" }, t.web("edit-expires", { date: new Date(x.expires * 1000).toISOString().slice(0, 10) })),
    );
  }

  /** @param {GameInfo} g */
  game(g) {
    const t = this.t;
    const file = h("input", {
      type: "file",
      accept: ".zip,.toml,.md,.txt,application/zip",
      multiple: true,
      class: "unseen",
      tabindex: "-1",
      "aria-label": `${t.web("edit-upload")}: ${g.title}`,
      onchange: () => void this.upload(g, file),
    });
    return h(
      "li",
      { data: { game: g.slug } },
      h("img", { src: `img/${g.slug}.webp`, alt: "", width: 104, height: 56, loading: "lazy" }),
      h("b", {}, g.title),
      h(
        "div",
        { class: "answers" },
        h("button", { type: "button", data: { new: g.slug }, onclick: () => void this.create(g) }, t.web("edit-new-pack")),
        h("button", { type: "button", class: "small", data: { upload: g.slug }, onclick: () => file.click() }, t.web("edit-upload")),
        file,
      ),
    );
  }

  /** @param {GameInfo} g */
  async create(g) {
    try {
      this.go(await ask("/packs", { body: { game: g.slug, name: `${g.title}: ${this.t.web("edit-my-copy")}` } }));
    } catch (e) {
      toast(e instanceof Error ? e.message : this.t.web("failed"), "warn");
    }
  }

  /** @param {{pack: string, key: string}} made */
  go(made) {
    holdPack(made.pack, made.key);
    location.hash = `#/pack/${made.pack}`;
  }

  /**
   * @param {GameInfo} g
   * @param {HTMLInputElement} input
   */
  async upload(g, input) {
    const files = [...(input.files ?? [])];
    input.value = "";
    if (!files.length) return;
    const zip = files.length === 1 && files[0].name.toLowerCase().endsWith(".zip");
    const name = zip ? files[0].name.replace(/\.zip$/i, "") : `${g.title}: ${this.t.web("edit-my-copy")}`;
    const texts = zip ? null : JSON.stringify(Object.fromEntries(await Promise.all(files.map(async (x) => [x.name, await x.text()]))));
    const answer = await fetch(`api/games/${g.slug}/packs?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": zip ? "application/zip" : "application/json", "accept-language": this.t.lang },
      body: texts ?? files[0],
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (answer?.ok) this.go(said);
    else if (said?.problems) this.refused(said.problems);
    else toast(said?.text ?? new Refused(this.t.web("failed"), 0).message, "warn");
  }

  /** @param {{file: string, line: number, reason: string}[]} problems */
  refused(problems) {
    const t = this.t;
    dialog(
      t.web("edit-not-taken"),
      [h("ul", { class: "reasons" }, problems.map((x) => h("li", {}, x.file && h("code", {}, x.line ? `${x.file}:${x.line} ` : `${x.file} `), x.reason)))],
      { close: t.web("close") },
    );
  }
}
