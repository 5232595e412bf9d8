// Off-map boxes, tracks, hands and arrivals in a drawer that remembers whether it was open.
import { picture } from "./counters.js";
import { fill, h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { chipLegend } from "./log.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

export class Drawer {
  /**
   * @param {Table} table
   * @param {HTMLElement} map
   */
  constructor(table, map) {
    this.table = table;
    this.open = kept("frente.drawer", false);
    this.handle = h("button", { type: "button", class: "drawer-handle on-map", onclick: () => this.toggle() });
    this.el = h("section", { class: "drawer on-map", "aria-label": table.texts.web("boxes") });
    map.append(this.handle, this.el);
  }

  toggle(open = !this.open) {
    this.open = open;
    keep("frente.drawer", open);
    this.draw();
  }

  draw() {
    const { table } = this,
      t = table.texts,
      v = table.view;
    const waiting = v.pieces.filter((p) => p.at === "off-map").length;
    fill(
      this.handle,
      t.web("boxes"),
      waiting > 0 && h("b", { class: "count" }, String(waiting)),
      h("kbd", { "aria-hidden": "true" }, "B"),
    );
    this.handle.setAttribute("aria-expanded", String(this.open));
    this.el.hidden = !this.open;
    if (!this.open) return;
    const sides = Object.keys(table.theme.sides);
    const can = table.board.can;
    const focused = document.activeElement?.getAttribute("data-piece");
    const boxes = table.theme.boxes
      .flatMap((box) =>
        sides.map((side) => ({
          box,
          side,
          list: v.pieces.filter((p) => p.at === box && p.side === side && (box !== "awaited" || can.has(p.id))),
        })),
      )
      .filter((x) => x.list.length)
      .sort((a, b) => Number(b.list.some((p) => can.has(p.id))) - Number(a.list.some((p) => can.has(p.id))));
    fill(
      this.el,
      h(
        "header",
        {},
        h("h2", {}, t.web("boxes")),
        h(
          "button",
          { type: "button", class: "plain close", "aria-label": t.web("close"), onclick: () => this.toggle(false) },
          "×",
        ),
      ),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          { class: "tracks" },
          sides.map((side) => this.tracks(side)),
          this.tracks(""),
          this.hands(),
          chipLegend(t, ["moved", "attacked", "was-attacked", "retreated", "unsupplied", "frozen"]),
        ),
        h(
          "div",
          { class: "boxes" },
          boxes.map(({ box, side, list }) =>
            h(
              "section",
              { class: "offmap" },
              h("h3", {}, `${capital(t.name("box", box))} · ${t.side(side)} (${list.length})`),
              h(
                "div",
                { class: "row wrap" },
                list.map((p) =>
                  h(
                    "button",
                    {
                      type: "button",
                      class: "plain card-button" + (can.has(p.id) ? " can" : ""),
                      title: t.unit(p.id),
                      data: { piece: p.id },
                      onclick: () => void table.choosePiece(p.id),
                      oncontextmenu: (/** @type {MouseEvent} */ e) => {
                        e.preventDefault();
                        void table.why("unit", p.id, { x: e.clientX, y: e.clientY });
                      },
                    },
                    picture(p, table.theme, table.board.bands, table.describePiece(p.id)),
                  ),
                ),
              ),
            ),
          ),
          this.schedule(),
        ),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-piece="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {string} side */
  tracks(side) {
    const { table } = this,
      t = table.texts;
    const list = table.view.tracks.filter((x) => x.side === side && x.id !== "turn");
    return h(
      "table",
      {},
      h("caption", {}, side ? t.side(side) : t.web("both-sides")),
      h(
        "tbody",
        {},
        list.map((x) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, capital(t.name("track", x.id))),
            h("td", {}, x.value === null ? t.web("hidden") : t.name(x.id, String(x.value))),
            h("td", {}, ruleLink(table.shelf, x.rule)),
          ),
        ),
      ),
    );
  }

  /** Who comes when, from this turn on. */
  schedule() {
    const { table } = this,
      t = table.texts;
    const list = table.data.schedule.filter((x) => x.turn >= table.view.turn);
    return h(
      "section",
      { class: "schedule" },
      h("h3", {}, t.web("schedule")),
      h(
        "ol",
        {},
        list.map((x) =>
          h(
            "li",
            { class: "of-" + table.theme.sides[x.side]?.key },
            h("b", {}, t.web("turn", { turn: x.turn })),
            ` ${t.side(x.side)}: `,
            x.units
              ? `${[...new Set(x.units.map((u) => t.unit(u)))].map((name) => `${x.units?.filter((u) => t.unit(u) === name).length} × ${name}`).join(", ")}${x.arc ? ` (${x.arc})` : ""}`
              : `${(x.change ?? 0) > 0 ? "+" : "−"}${Math.abs(x.change ?? 0)} ${t.name("kind", x.support ?? "")}`,
          ),
        ),
      ),
    );
  }

  hands() {
    const { table } = this,
      t = table.texts;
    const list = Object.entries(table.view.hands);
    return h(
      "dl",
      { class: "hands" },
      list.flatMap(([name, cards]) => [
        h("dt", {}, t.name("hand", name)),
        h(
          "dd",
          {},
          typeof cards === "number"
            ? t.web("hidden-cards", { n: cards })
            : cards.map((c) => t.thing(name.startsWith("resources") ? "resource" : "hex", c)).join(", ") || "–",
        ),
      ]),
    );
  }
}
