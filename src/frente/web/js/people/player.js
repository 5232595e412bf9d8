// Who somebody is: games played here.
import { ask } from "../api.js";
import { h, toast } from "../dom.js";
import { Texts } from "../texts.js";
import { metRow } from "./meet.js";
import { day, does, furnish, plainTexts, whoAmI } from "./room.js";

/** @typedef {import("../types").Met} Met */

export class PlayerRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} name
   */
  constructor(root, name) {
    this.root = root;
    this.name = name;
  }

  close() {}

  async open() {
    const { games, texts: t } = await plainTexts();
    const of = new Map(await Promise.all(games.map(async (g) => /** @type {const} */ ([g.slug, await Texts.load(g.slug)]))));
    const me = (await whoAmI()).account;
    const path = `/players/${encodeURIComponent(this.name)}`;
    /** @type {{name: string, since: number, hidden: boolean, you: boolean, games: Met[], more: boolean, ratings?: {game: string, rating: number, deviation: number, games: number, sure: boolean}[]}} */
    let found;
    try {
      found = await ask(path);
    } catch (e) {
      furnish(this.root, t, t.web("player"), me, [h("p", {}, e instanceof Error ? e.message : t.web("failed"))]);
      return;
    }
    const list = h("div", { class: "games" });
    const show = (/** @type {typeof found} */ page) => {
      list.append(...page.games.map((x) => metRow(t, games, of, x, found.name)));
      if (!page.more) return;
      const more = does(t, t.web("more-games"), async () => {
        const next = await ask(`${path}?after=${list.querySelectorAll("article").length}`);
        more.remove();
        show(next);
      });
      list.append(more);
    };
    const rated = (found.ratings ?? []).map((r) =>
      h(
        "tr",
        {},
        h("td", {}, games.find((g) => g.slug === r.game)?.title ?? r.game),
        h("td", {}, r.sure || found.you ? `${r.rating} ± ${r.deviation}` : t.web("rating-unsure")),
        h("td", {}, String(r.games)),
      ),
    );
    furnish(this.root, t, found.name, me, [
      h("p", { class: "soft" }, t.web("here-since", { date: day(t, found.since) })),
      me && !found.you
        ? h(
            "div",
            { class: "answers" },
            h("a", { class: "button go", href: `#/meet?to=${encodeURIComponent(found.name)}` }, t.web("offer-person")),
            ["mute", "block", ""].map((kind) =>
              does(t, t.web(kind ? kind + "-person" : "shun-none"), async () => (await ask("/account/shunned", { method: "PUT", body: { name: found.name, kind } }), toast(t.web("saved"))), {
                class: "small",
                data: { do: kind || "unshun" },
              }),
            ),
          )
        : null,
      rated.length
        ? h(
            "section",
            { class: "card" },
            h("h2", {}, t.web("ratings")),
            h(
              "table",
              { class: "standings", id: "ratings" },
              h("thead", {}, h("tr", {}, [t.web("game"), t.web("rating"), t.web("rated-games")].map((c) => h("th", { scope: "col" }, c)))),
              h("tbody", {}, rated),
            ),
          )
        : null,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t.web("games-played")),
        found.hidden && !found.you
          ? h("p", { class: "soft" }, t.web("games-hidden"))
          : found.games.length
            ? list
            : h("p", { class: "soft" }, t.web("none-played")),
      ),
    ]);
    show(found);
  }
}
