// The controls of a film: in the margin below the map, on a phone in place of the question. And the card of a battle.
import { fill, h, s as svg } from "./dom.js";
import { sceneCard, smallCard } from "./filmtext.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./types").Scene} Scene */

/** @type {Record<string, string>} */
const ICONS = {
  first: "M4 3V17M17 3L7 10L17 17Z",
  back: "M14 3L5 10L14 17Z",
  play: "M6 3L16 10L6 17Z",
  pause: "M6 3V17M14 3V17",
  next: "M5 3L13 10L5 17ZM16 3V17",
};

export class FilmBar {
  /**
   * @param {Film} film
   * @param {Table} table
   */
  constructor(film, table) {
    this.film = film;
    this.table = table;
    const t = table.texts;
    this.el = h("section", { class: "film", "aria-label": t.web("film"), hidden: true });
    this.paper = h("aside", { class: "film-card on-map", hidden: true, "aria-hidden": "true" });
    this.line = h("p", { class: "film-line" });
    this.dots = h("ol", { class: "film-dots", "aria-hidden": "true" });
    table.parts.map.append(this.paper);
    this.swipe();
  }

  /** @param {string} icon @param {string} key @param {() => void} go @param {string} [hint] */
  button(icon, key, go, hint = "") {
    const text = this.table.texts.web(key);
    return h(
      "button",
      { type: "button", title: hint ? `${text} (${hint})` : text, "aria-label": text, data: { film: icon }, onclick: go },
      svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[icon] })),
    );
  }

  /** Built when a film is opened, not with every scene: what is replaced falls out of the hand that holds it. */
  build() {
    const { film, table } = this,
      t = table.texts;
    const narrow = matchMedia("(max-width:700px)").matches;
    (narrow ? table.parts.ask : table.parts.bar)[narrow ? "before" : "append"](this.el);
    this.player = this.button("play", "film-go-on", () => film.toggle(), "Space");
    this.player.classList.add("go");
    this.speeds = [1, 2, 4].map((n) =>
      h("button", { type: "button", class: "pace", data: { pace: n }, "aria-label": t.web("film-pace", { n }), onclick: () => film.pace(n) }, n + "×"),
    );
    const stop = h("input", { type: "checkbox", checked: film.stops, onchange: () => film.stopping(stop.checked) });
    fill(
      this.el,
      narrow && this.line,
      h(
        "div",
        { class: "row film-row" },
        this.button("first", "film-first", () => film.step(-film.beats.length), "Home"),
        this.button("back", "film-back", () => film.step(-1), "←"),
        this.player,
        this.button("next", "film-next", () => film.step(1), "→"),
        !narrow && this.line,
        this.dots,
        h("span", { class: "paces", role: "group", "aria-label": t.web("replay-speed") }, this.speeds),
        h("label", { class: "film-stop" }, stop, t.web("film-stop")),
        h("button", { type: "button", data: { film: "leave" }, onclick: () => film.leave() }, t.web("film-leave"), h("kbd", { "aria-hidden": "true" }, "Esc")),
      ),
    );
    this.el.hidden = false;
    this.player.focus();
  }

  hide() {
    this.el.hidden = true;
    this.paper.hidden = true;
  }

  draw() {
    const { film, table } = this,
      t = table.texts;
    if (!film.open || !this.player) return;
    const key = film.playing ? "pause" : "play";
    this.player.querySelector("path")?.setAttribute("d", ICONS[key]);
    this.player.setAttribute("aria-label", t.web(film.playing ? "replay-pause" : "film-go-on"));
    for (const el of this.speeds ?? []) el.setAttribute("aria-pressed", String(el.dataset.pace === String(film.wish.speed)));
    fill(
      this.dots,
      film.beats.map((b, k) =>
        h("li", { class: `dot-${b.scenes[0].kind}${k === film.at ? " on" : k < film.at ? " done" : ""}`, onclick: () => film.step(k - film.at) }),
      ),
    );
    const side = film.beats[film.at]?.scenes[0].side || film.side;
    fill(this.line, h("b", {}, t.web("film-scene", { side, at: film.at + 1, n: film.beats.length })), " ", film.text());
  }

  /** @param {Scene | null} scene whose card lies beside its place */
  card(scene) {
    const { table } = this;
    this.paper.hidden = !scene;
    if (!scene) return;
    fill(this.paper, smallCard(table, scene));
    const { place } = sceneCard(table, scene);
    const x = table.board.spaces.get(place);
    table.board.point(place ? [place] : [], "lately");
    if (!x) return;
    const frame = table.parts.map.getBoundingClientRect(),
      { x: left, y: top } = table.board.view.toScreen(x.x, x.y),
      size = this.paper.getBoundingClientRect(),
      gap = 60 * table.board.view.scale;
    this.paper.style.left = `${left + gap + size.width < frame.width ? left + gap : Math.max(8, left - gap - size.width)}px`;
    this.paper.style.top = `${Math.max(8, Math.min(top - size.height / 2, frame.height - size.height - 84))}px`;
  }

  /** On a phone a finger that goes left or right turns the page. */
  swipe() {
    let from = 0;
    this.el.addEventListener("pointerdown", (e) => (from = e.clientX));
    this.el.addEventListener("pointerup", (e) => {
      const by = e.clientX - from;
      if (e.pointerType === "touch" && Math.abs(by) > 40) this.film.step(by < 0 ? 1 : -1);
    });
  }
}
