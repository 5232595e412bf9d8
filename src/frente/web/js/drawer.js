// Off-map boxes, order of battle, charts and the counter explained, in a drawer that remembers what was open.
import { battleOrder } from "./battleorder.js";
import { charts, counterGuide } from "./charts.js";
import { picture } from "./counters.js";
import { fill, h } from "./dom.js";
import { holdings } from "./holdings.js";
import { keep, kept } from "./keys.js";
import { chipLegend } from "./log.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";
import { dress } from "./theme.js";

/** @typedef {import("./table.js").Table} Table */

const TABS = ["boxes", "order", "charts", "counter"];

export class Drawer {
  /**
   * @param {Table} table
   * @param {HTMLElement} map
   */
  constructor(table, map) {
    this.table = table;
    this.open = kept("frente.drawer", false);
    this.tab = kept("frente.drawer.tab", TABS[0]);
    this.handle = h("button", { type: "button", class: "drawer-handle", onclick: () => this.toggle() });
    this.el = h("section", { class: "drawer on-map", "aria-label": table.texts.web("boxes") });
    table.parts.bar.append(this.handle);
    map.append(this.el);
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
    const waiting = v.pieces.filter((p) => p.at === table.theme.held).length;
    fill(
      this.handle,
      t.web("boxes"),
      waiting > 0 && h("b", { class: "count" }, String(waiting)),
      h("kbd", { "aria-hidden": "true" }, "B"),
    );
    this.handle.setAttribute("aria-expanded", String(this.open));
    this.el.hidden = !this.open;
    if (!this.open) return;
    const focused = document.activeElement?.getAttribute("data-piece");
    fill(
      this.el,
      h(
        "header",
        {},
        h(
          "div",
          { class: "tabs", role: "tablist" },
          TABS.map((name) =>
            h(
              "button",
              { type: "button", role: "tab", "aria-selected": String(name === this.tab), data: { tab: name }, onclick: () => this.turn(name) },
              t.web(name),
            ),
          ),
        ),
        h(
          "button",
          { type: "button", class: "plain close", "aria-label": t.web("close"), onclick: () => this.toggle(false) },
          "×",
        ),
      ),
      this.tab === "order"
        ? battleOrder(table)
        : this.tab === "charts"
          ? charts(table)
          : this.tab === "counter"
            ? counterGuide(table)
            : this.boxes(),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-piece="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {string} name */
  turn(name) {
    this.tab = name;
    keep("frente.drawer.tab", name);
    this.draw();
    /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-tab=${name}]`))?.focus();
  }

  /** Turn track, tracks, boxes and arrivals. */
  boxes() {
    const { table } = this,
      t = table.texts,
      v = table.view;
    const sides = Object.keys(table.theme.sides);
    const can = table.board.can;
    const boxes = table.theme.boxes
      .flatMap((box) =>
        sides.map((side) => ({
          box,
          side,
          list: v.pieces.filter((p) => p.at === box && p.side === side && (box !== table.theme.awaits || can.has(p.id))),
        })),
      )
      .filter((x) => x.list.length)
      .sort((a, b) => Number(b.list.some((p) => can.has(p.id))) - Number(a.list.some((p) => can.has(p.id))));
    return h("div", {}, this.turns(), h(
        "div",
        { class: "columns" },
        h(
          "div",
          { class: "tracks" },
          sides.map((side) => this.tracks(side)),
          this.tracks(""),
          this.hands(),
          chipLegend(t, table.theme.chips ?? []),
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
                      onclick: () => void table.pointing.piece(p.id),
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
          this.marked(),
          holdings(table),
          table.data.schedule.length > 0 && this.schedule(),
        ),
      ));
  }

  /** Pieces on the map in a state that players look for, such as prisoners. */
  marked() {
    const { table } = this,
      t = table.texts;
    return (table.theme.marked ?? []).flatMap((state) => {
      const list = table.view.pieces.filter((p) => p.state.includes(state) && table.board.spaces.has(p.at));
      return list.length
        ? [
            h(
              "section",
              { class: "offmap" },
              h("h3", {}, `${capital(t.name("state", state))} (${list.length})`),
              h(
                "ul",
                { class: "held-list" },
                list.map((p) => h("li", {}, picture(p, table.theme, table.board.bands), `${t.unit(p.id)}, ${t.space(p.at)}`)),
              ),
            ),
          ]
        : [];
    });
  }

  /** @param {string} side */
  tracks(side) {
    const { table } = this,
      t = table.texts;
    const list = table.view.tracks.filter((x) => x.side === side && x.id !== "turn");
    if (!list.length) return null;
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
            h("td", {}, x.value === null ? t.web("hidden") : this.value(x)),
            h("td", {}, ruleLink(table.shelf, x.rule)),
          ),
        ),
      ),
    );
  }

  /**
   * A number, its name, or its place on a scale of names.
   * @param {import("./types").Track} x
   */
  value(x) {
    const t = this.table.texts,
      scale = this.table.theme.scales?.[x.id];
    const name = (/** @type {number | null} */ n) => t.name(x.id, String(n));
    if (this.table.theme.holders?.includes(x.id)) return t.side(t.sides[x.value ?? -1] ?? "");
    if (!scale) return name(x.value);
    return h(
      "span",
      { class: "scale", role: "img", "aria-label": name(x.value) },
      scale.map((n) => h("i", { class: n === x.value ? "on" : "", title: name(n) }, n === x.value ? name(n) : "")),
    );
  }

  /** The turn track of the scenario. */
  turns() {
    const { table } = this,
      t = table.texts;
    return h(
      "ol",
      { class: "turn-track", tabindex: "0", "aria-label": capital(t.name("track", "turn")) },
      table.data.turns.filter((x) => x.n <= (table.scenarioTurns || x.n)).map((x) =>
        h(
          "li",
          { "aria-current": x.n === table.view.turn && "step" },
          h("b", {}, String(x.n)),
          h("span", {}, t.date(x.start, x.months ? { month: "short", year: "2-digit" } : { day: "numeric", month: "short" })),
        ),
      ),
    );
  }

  /** Who comes when, from this turn on. */
  schedule() {
    const { table } = this,
      t = table.texts;
    const { awaits } = table.theme;
    const coming = (/** @type {string} */ id) => !awaits || table.piece(id)?.at === awaits;
    const going = (/** @type {string} */ id) => table.piece(id)?.at !== "removed";
    const list = table.data.schedule
      .filter((x) => x.turn >= table.view.turn)
      .map((x) => ({ ...x, units: x.units?.filter(x.fate ? going : coming) }))
      .filter((x) => !x.units || x.units.length);
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
            { class: "of-side " + dress(table.theme.sides[x.side]) },
            h("b", {}, t.web("turn", { turn: x.turn })),
            ` ${t.side(x.side)}: `,
            x.units
              ? `${tally(x.units.map((u) => t.unit(u)))}${x.arc ? ` (${x.arc})` : ""}${x.fate ? ` (${t.name("fate", x.fate)})` : ""}`
              : `${(x.change ?? 0) > 0 ? "+" : "−"}${Math.abs(x.change ?? 0)} ${t.name("kind", t.name("track", x.support ?? ""))}`,
          ),
        ),
      ),
    );
  }

  hands() {
    const { table } = this,
      t = table.texts;
    const list = Object.entries(table.view.hands).map(([name, cards]) => {
      const side = Object.keys(table.theme.sides).find((x) =>
        table.theme.hands?.some(({ own }) => name === `${own}-${x}`),
      );
      return /** @type {[string, string[] | number]} */ ([
        name,
        Array.isArray(cards) && side && !table.cover.reveals(side) ? cards.length : cards,
      ]);
    });
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
            : cards.map((c) => t.thing(table.theme.groups?.[name.split("-")[0]] ?? "space", c)).join(", ") || "–",
        ),
      ]),
    );
  }
}

/**
 * Names, each once; how many there are of those that occur more often.
 * @param {string[]} names
 */
function tally(names) {
  return [...new Set(names)]
    .map((name) => {
      const n = names.filter((x) => x === name).length;
      return n > 1 ? `${n} × ${name}` : name;
    })
    .join(", ");
}
