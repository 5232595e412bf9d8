// Going through a game again: slider, steps, speed, whose eyes; and playing on from any point.
import { ask } from "./api.js";
import { fill, h, s as svg, toast } from "./dom.js";
import { hold, keep, kept } from "./keys.js";
import { copy, exportRecord } from "./menu.js";
import { Notes } from "./notes.js";
import { positionPicture } from "./picture.js";

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

/**
 * @param {HTMLButtonElement} button
 * @param {string} key
 * @param {string} text
 */
function label(button, key, text) {
  if (button.dataset.replay === key) return;
  button.dataset.replay = key;
  button.title = text;
  button.setAttribute("aria-label", text);
  fill(button, svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[key] })));
}

export class Replay {
  /**
   * @param {Table} table
   * @param {HTMLElement} tools whose place it takes: it covers nothing of the map
   */
  constructor(table, tools) {
    this.table = table;
    /** @type {State | null} */
    this.state = null;
    this.eyes = "";
    this.timer = 0;
    this.speed = kept("frente.speed", 2);
    this.wanted = -1;
    const t = table.texts;
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": t.web("replay-slider"),
      oninput: () => void this.go(Number(this.slider.value)),
    });
    this.count = h("span", { class: "lab" });
    this.player = h("button", { type: "button", onclick: () => this.toggle() });
    this.notes = new Notes(table);
    this.words = h("p", { class: "lab words", "aria-live": "polite" });
    this.el = h("section", { class: "replay-bar", hidden: true, "aria-label": t.web("replay") });
    tools.after(this.el);
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
        await ask(`/tables/${table.id}/replay?at=${wanted}&side=${this.eyes}`, { key: table.key })
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
    if (places[0]) table.board.show(places[0]);
  }

  /** The bar is built when it is opened, not with every step: what is replaced falls out of the hand that holds it. */
  build() {
    const { table } = this,
      t = table.texts;
    const step = (/** @type {string} */ key, /** @type {() => void} */ go) => {
      const el = h("button", { type: "button", onclick: go });
      label(el, key, t.web(key));
      return el;
    };
    const small = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ go, more = "") =>
      h("button", { type: "button", class: "small" + more, data: { replay: key }, onclick: go }, t.web(text));
    const mine = table.state.you.length > 0;
    const both = Boolean(table.state.outcome) || table.state.you.length > 1;
    const sides = both ? Object.keys(table.theme.sides) : table.state.you;
    const speed = h(
      "select",
      {
        "aria-label": t.web("replay-speed"),
        data: { replay: "speed" },
        onchange: () => {
          this.speed = Number(speed.value);
          keep("frente.speed", this.speed);
        },
      },
      [1, 2, 4, 8].map((n) => h("option", { value: n, selected: n === this.speed }, n + "×")),
    );
    const eyes = h(
      "select",
      {
        "aria-label": t.web("replay-eyes"),
        data: { replay: "eyes" },
        onchange: () => {
          this.eyes = eyes.value;
          void this.step(0);
        },
      },
      sides.map((x) => h("option", { value: x, selected: x === this.eyes }, t.side(x))),
    );
    const link = () => location.href.replace(/#.*/, `#/t/${table.id}/at/${this.state?.at ?? 0}`);
    fill(
      this.el,
      h(
        "div",
        { class: "row" },
        step("replay-first", () => void this.go(0)),
        step("replay-back", () => void this.step(-1)),
        this.player,
        step("replay-next", () => void this.step(1)),
        step("replay-last", () => void this.go(table.state.at)),
        this.slider,
        this.count,
        speed,
        sides.length > 1 && eyes,
      ),
      this.words,
      this.notes.el,
      h(
        "div",
        { class: "row" },
        mine && small("branch", "branch", () => void this.branch()),
        small("share", "share", () => void copy(link(), t.web("copied"))),
        small("picture", "picture", () => void positionPicture(table).catch((e) => toast(String(e), "warn"))),
        mine && small("export", "export", () => void exportRecord(table)),
        small("write", "notes", () => this.notes.el.classList.toggle("open"), " narrow"),
        small("close", "replay-close", () => this.close(), " go"),
      ),
    );
  }

  draw() {
    const { table, state: s } = this,
      t = table.texts;
    if (s && this.el.hidden) {
      this.build();
      void this.notes.load();
    }
    this.el.hidden = !s;
    if (!s) return;
    const last = table.state.at,
      at = t.web("replay-at", { at: s.at, last }),
      key = this.timer ? "replay-pause" : "replay-play";
    this.slider.max = String(last);
    this.slider.value = String(s.at);
    this.slider.setAttribute("aria-valuetext", at);
    this.count.textContent = at;
    this.words.textContent = s.events.map((e) => t.said(e)).join(" ");
    this.words.hidden = !this.words.textContent;
    label(this.player, key, t.web(key));
    this.notes.show(s.at);
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
        key: table.key,
        body: { at: this.state?.at ?? 0, ...(this.eyes ? { side: this.eyes } : {}) },
      });
      hold(made.table, made.owner);
      location.hash = `#/t/${made.table}`;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }
}
