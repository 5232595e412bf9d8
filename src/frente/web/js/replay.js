// Going through a game again: slider, steps, speed, whose eyes; and playing on from any point.
import { ask } from "./api.js";
import { fill, h, s as svg, toast } from "./dom.js";
import { hold, keep, kept } from "./keys.js";
import { copy, exportRecord } from "./menu.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").State} State */

/** @type {Record<string, string>} */
const ICONS = {
  "replay-first": "M4 3V17M17 3L7 10L17 17Z",
  "replay-back": "M14 3L5 10L14 17Z",
  "replay-play": "M6 3L16 10L6 17Z",
  "replay-pause": "M6 3V17M14 3V17",
  "replay-next": "M5 3L13 10L5 17ZM16 3V17",
  "replay-last": "M3 3L11 10L3 17ZM13 3V17M17 3V17",
};

export class Replay {
  /**
   * @param {Table} table
   * @param {HTMLElement} map
   */
  constructor(table, map) {
    this.table = table;
    /** @type {State | null} */
    this.state = null;
    this.eyes = "";
    this.timer = 0;
    this.speed = kept("frente.speed", 2);
    this.wanted = -1;
    this.el = h("section", { class: "replay-bar on-map", hidden: true, "aria-label": table.texts.web("replay") });
    map.append(this.el);
  }

  /** @param {number} [at] */
  async open(at = this.table.state.at) {
    this.eyes = this.table.side;
    await this.go(at);
  }

  /** @param {number} by */
  async step(by) {
    const at = this.state?.at ?? this.table.state.at;
    await this.go(at + by);
  }

  /** @param {number} at */
  async go(at) {
    const { table } = this,
      last = table.state.at;
    const wanted = Math.min(Math.max(at, 0), last);
    this.wanted = wanted;
    try {
      const found = /** @type {State} */ (
        await ask(
          `/tables/${table.id}/replay?at=${wanted}&side=${this.eyes}${table.key ? "&key=" + encodeURIComponent(table.key) : ""}`,
        )
      );
      if (this.wanted !== wanted) return;
      this.state = found;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
      this.stop();
      return;
    }
    if (wanted >= last) this.stop();
    table.root.classList.add("replaying");
    table.settle();
    table.render();
    this.draw();
    const places = (this.state?.events ?? []).flatMap((e) => table.log.places(e));
    table.board.point(places, "lately");
    if (places[0]) table.board.look(places[0]);
  }

  draw() {
    const { table } = this,
      t = table.texts,
      s = this.state;
    this.el.hidden = !s;
    if (!s) return;
    const last = table.state.at;
    const focused = document.activeElement?.getAttribute("data-replay");
    const button = (/** @type {string} */ key, /** @type {() => void} */ go) =>
      h(
        "button",
        { type: "button", "aria-label": t.web(key), title: t.web(key), data: { replay: key }, onclick: go },
        svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[key] })),
      );
    const words = s.events.map((e) => t.said(e)).join(" ");
    const both = Boolean(table.state.outcome) || table.state.you.length > 1;
    const eyes = both ? Object.keys(table.theme.sides) : table.state.you;
    fill(
      this.el,
      h(
        "div",
        { class: "row" },
        button("replay-first", () => void this.go(0)),
        button("replay-back", () => void this.step(-1)),
        button(this.timer ? "replay-pause" : "replay-play", () => this.toggle()),
        button("replay-next", () => void this.step(1)),
        button("replay-last", () => void this.go(last)),
        h("input", {
          type: "range",
          min: "0",
          max: String(last),
          value: String(s.at),
          "aria-label": t.web("replay-slider"),
          "aria-valuetext": t.web("replay-at", { at: s.at, last }),
          data: { replay: "slider" },
          oninput: (/** @type {Event} */ e) => void this.go(Number(/** @type {HTMLInputElement} */ (e.target).value)),
        }),
        h("span", { class: "lab" }, t.web("replay-at", { at: s.at, last })),
        h(
          "select",
          {
            "aria-label": t.web("replay-speed"),
            data: { replay: "speed" },
            onchange: (/** @type {Event} */ e) => {
              this.speed = Number(/** @type {HTMLSelectElement} */ (e.target).value);
              keep("frente.speed", this.speed);
            },
          },
          [1, 2, 4, 8].map((n) => h("option", { value: n, selected: n === this.speed }, n + "×")),
        ),
        eyes.length > 1 &&
          h(
            "select",
            {
              "aria-label": t.web("replay-eyes"),
              data: { replay: "eyes" },
              onchange: (/** @type {Event} */ e) => {
                this.eyes = /** @type {HTMLSelectElement} */ (e.target).value;
                void this.go(s.at);
              },
            },
            eyes.map((x) => h("option", { value: x, selected: x === this.eyes }, t.side(x))),
          ),
      ),
      h("p", { class: "lab words", "aria-live": "polite" }, words || "–"),
      h(
        "div",
        { class: "row" },
        table.state.you.length > 0 &&
          h(
            "button",
            { type: "button", class: "small", data: { replay: "branch" }, onclick: () => void this.branch() },
            t.web("branch"),
          ),
        h(
          "button",
          {
            type: "button",
            class: "small",
            data: { replay: "share" },
            onclick: () => void copy(location.href.replace(/#.*/, `#/t/${table.id}/at/${s.at}`), t.web("copied")),
          },
          t.web("share"),
        ),
        table.state.you.length > 0 &&
          h(
            "button",
            { type: "button", class: "small", data: { replay: "export" }, onclick: () => void exportRecord(table) },
            t.web("export"),
          ),
        h(
          "button",
          { type: "button", class: "small go", data: { replay: "close" }, onclick: () => this.close() },
          t.web("replay-close"),
        ),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-replay=${focused}]`))?.focus();
  }

  toggle() {
    if (this.timer) this.stop();
    else {
      const play = () => {
        if (!this.state) return;
        this.timer = setTimeout(play, 1400 / this.speed);
        void this.step(1);
      };
      this.timer = setTimeout(play, 50);
    }
    this.draw();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  close() {
    this.stop();
    this.state = null;
    this.el.hidden = true;
    this.table.root.classList.remove("replaying");
    this.table.settle();
    this.table.render();
  }

  async branch() {
    const { table } = this;
    try {
      const made = await ask(`/tables/${table.id}/branch`, {
        body: { key: table.key, at: this.state?.at ?? 0, ...(this.eyes ? { side: this.eyes } : {}) },
      });
      hold(made.table, made.owner);
      location.hash = `#/t/${made.table}`;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }
}
