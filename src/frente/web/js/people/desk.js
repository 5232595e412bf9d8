// For moderators: reports, bans, what was done, and how the server fares.
import { ask } from "../api.js";
import { h, one, toast } from "../dom.js";
import { does, field, form, furnish, moment, plainTexts, playerLink, whoAmI } from "./room.js";

export class DeskRoom {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  close() {}

  async open() {
    const { texts: t } = await plainTexts();
    const me = (await whoAmI()).account;
    /** @type {import("../types").Desk} */
    let found;
    try {
      found = await ask("/moderation");
    } catch (e) {
      furnish(this.root, t, t.web("desk"), me, [h("p", {}, e instanceof Error ? e.message : t.web("failed"))]);
      return;
    }
    const facts = (/** @type {[string, unknown][]} */ rows) => h("dl", { class: "facts" }, rows.flatMap(([k, v]) => [h("dt", {}, t.web("desk-" + k)), h("dd", {}, String(v))]));
    const { server, counts } = found;
    const silence = (/** @type {string} */ name, /** @type {string} */ why) => {
      /** @type {HTMLInputElement} */ (one("#ban-who")).value = name;
      /** @type {HTMLInputElement} */ (one("#ban-note")).value = why;
      one("#ban-days").focus();
    };
    furnish(this.root, t, t.web("desk"), me, [
      h(
        "div",
        { class: "cards wide" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t.web("desk-reports")),
          h(
            "ol",
            { class: "plain-list", id: "reports" },
            found.reports.length
              ? found.reports.map((r) =>
                  h(
                    "li",
                    {},
                    h("p", {}, h("b", {}, playerLink(r.name)), ` – ${t.web("desk-by", { name: r.from })} `, h("small", { class: "soft" }, moment(t, r.created))),
                    h("p", {}, r.text),
                    h("ul", { class: "said" }, r.lines.map((m) => h("li", {}, h("b", {}, m.name || m.side), " ", m.text))),
                    h(
                      "div",
                      { class: "answers" },
                      h("a", { href: `#/t/${r.table}` }, t.web("desk-table")),
                      h("button", { type: "button", class: "small", data: { do: "silence" }, onclick: () => silence(r.name, r.text) }, t.web("desk-silence", { name: r.name })),
                      does(t, t.web("desk-done"), async () => (await ask(`/moderation/reports/${r.id}`, { method: "DELETE" }), this.open()), { class: "small", data: { do: "done" } }),
                    ),
                  ),
                )
              : h("li", { class: "soft" }, t.web("desk-none")),
          ),
        ),
        h(
          "div",
          { class: "stacked" },
          form(
            t,
            { class: "card", id: "ban" },
            async (f) => {
              const data = new FormData(f);
              await ask("/moderation/bans", { body: { name: data.get("who"), days: Number(data.get("days")), note: String(data.get("note") ?? "") } });
              toast(t.web("saved"));
              await this.open();
            },
            h("h2", {}, t.web("desk-ban")),
            field(t.web("player"), { name: "who", id: "ban-who", maxlength: 40, autocomplete: "off" }),
            field(t.web("desk-days"), { name: "days", id: "ban-days", type: "number", min: 1, max: 36500, value: 7 }),
            field(t.web("desk-note"), { name: "note", id: "ban-note", required: false, maxlength: 500 }),
            h("button", { type: "submit" }, t.web("desk-ban")),
            h(
              "ul",
              { class: "plain-list", id: "banned" },
              found.banned.length
                ? found.banned.map((b) =>
                    h(
                      "li",
                      { class: "row spread" },
                      h("span", {}, b.name, h("small", { class: "soft" }, ` – ${moment(t, b.until)}`)),
                      does(t, t.web("desk-lift"), async () => (await ask("/moderation/bans", { body: { name: b.name, days: 0, note: "" } }), this.open()), { class: "small", data: { do: "lift" } }),
                    ),
                  )
                : h("li", { class: "soft" }, t.web("desk-nobody")),
            ),
          ),
          h(
            "section",
            { class: "card", id: "fares" },
            h("h2", {}, t.web("desk-server")),
            facts([
              ["accounts", counts.accounts], ["here", counts.here], ["games", counts.games], ["played", counts.played],
              ["requests", server.requests], ["faults", `${server.faults} (${((100 * server.faults) / Math.max(1, server.requests)).toFixed(2)} %)`], ["tables", server.tables], ["sockets", server.sockets],
              ["turns", server.turns + server.jobs], ["stuck", server.stuck], ["load", `${server.load.join(" / ")} (${server.cores})`],
            ]),
          ),
          h("section", { class: "card" }, h("h2", {}, t.web("desk-steps")), h("ul", { class: "plain-list" }, found.steps.length ? found.steps.map((s) => h("li", {}, h("small", { class: "soft" }, `${moment(t, s.at)} · `), `${s.by}: ${t.web("desk-step-" + s.what)} ${s.name}${s.note ? ` (${s.note})` : ""}`)) : h("li", { class: "soft" }, t.web("desk-nothing")))),
        ),
      ),
    ]);
  }
}
