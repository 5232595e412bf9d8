// The map of the editor: look at a space, paint ground, draw rivers and roads, and set up counters. It is the board of the
// game itself, drawn by the same code.
import { ask, fixed, Refused } from "../api.js";
import { Board } from "../board.js";
import { fill, h } from "../dom.js";
import { spaceAt } from "../pointer.js";
import { packKey } from "./keeper.js";
import { draw } from "./overlay.js";
import { setUpBar, setUpPieces, setUpSide, SetUpWork } from "./setup.js";
import { inspect, toolBar, tools, use } from "./tools.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./tools.js").Tool} Tool */

const REST = 1200; // milliseconds without a change, until the ground is drawn anew
/** @type {Record<string, number>} */
const ARROWS = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

export class MapWork {
  /** @param {Editor} e */
  constructor(e) {
    this.e = e;
    this.space = "";
    /** @type {Tool} */
    this.tool = { kind: "inspect", array: "", field: "", item: "" };
    /** @type {any} */
    this.paint = "";
    this.origins = false;
    this.first = ""; // of the two spaces of an edge
    this.mode = "map";
    this.bar = h("div", { class: "edit-bar map-bar" });
    this.frame = h("div", { class: "map edit-map", tabindex: "0", role: "group", "aria-label": e.texts.web("edit-map") });
    /** @type {Board | null} */
    this.board = null;
    this.drawn = ""; // what the ground was drawn from
    this.timer = 0;
    this.setUp = new SetUpWork();
    this.frame.addEventListener("keydown", (ev) => this.pressed(ev));
    this.frame.addEventListener("pointerdown", (ev) => this.stroke(ev), { capture: true });
  }

  close() {
    clearTimeout(this.timer);
    this.board?.close();
  }

  /** @param {string} space */
  select(space) {
    this.space = space;
    this.tool = { kind: "inspect", array: "", field: "", item: "" };
  }

  /**
   * @param {HTMLElement} main
   * @param {HTMLElement} side
   * @param {string} tab
   */
  tab(main, side, tab) {
    this.mode = tab;
    if (this.frame.parentElement !== main) fill(main, this.bar, this.frame);
    const board = this.begun();
    if (tab === "setup") {
      fill(this.bar, setUpBar(this));
      fill(side, setUpSide(this));
    } else {
      fill(this.bar, toolBar(this));
      fill(side, inspect(this));
    }
    const pieces = tab === "setup" ? setUpPieces(this) : [];
    board.put(pieces, new Set(pieces.map((p) => p.id)), new Set([this.setUp.piece]));
    draw(this, board);
    this.redraw();
  }

  begun() {
    if (this.board) return this.board;
    const e = this.e;
    const nothing = () => {};
    this.board = new Board(this.frame, e.boardData, e.theme, {
      piece: (id) => this.setUp.take(this, id),
      space: (id) => this.touch(id),
      hover: nothing,
      cursor: (id) => e.say(this.spoken(id)),
      menu: (kind, id) => kind === "space" && this.touch(id),
      drop: (id, space) => this.setUp.move(this, id, space),
      stacks: () => "",
      stack: nothing,
      goHere: () => "",
      describePiece: (p) => p.name,
      describeSpace: (id) => e.texts.space(id),
    });
    this.board.bands = e.bands;
    const note = h("p", { class: "drawing", role: "status" }, e.texts.web("drawing"));
    this.frame.append(note);
    void this.ground(fixed(`/games/${e.slug}/map.svg`, true), note);
    return this.board;
  }

  /**
   * @param {Promise<string>} text
   * @param {HTMLElement} [note]
   */
  async ground(text, note) {
    try {
      await this.board?.draw(await text, (x) => this.e.texts.name("map", x));
      this.board?.view.settle();
    } catch (e) {
      if (e instanceof Refused && e.status === 409) this.drawn = "?"; // something has gone wrong meanwhile: drawn when it is mended
      else this.e.say(e instanceof Error ? e.message : this.e.texts.web("failed"), true);
    } finally {
      note?.remove();
    }
  }

  /** What is drawn on the ground comes from these files. */
  files() {
    const { layout } = this.e;
    return new Set([...(layout.ground ?? []), ...(layout.edges ?? []), ...(layout.lines ?? [])].map((x) => x.split(".")[0]));
  }

  /** The pack is sound: its ground can be drawn. */
  sound() {
    this.redraw();
  }

  redraw() {
    clearTimeout(this.timer);
    const files = this.files();
    const now = JSON.stringify(this.e.draft.list().filter((c) => files.has(c[0])));
    if (!this.board || this.e.faults.length || now === (this.drawn || "[]")) return;
    this.timer = setTimeout(async () => {
      if (!(await this.e.keeper.settled()) || this.e.faults.length) return;
      this.drawn = now;
      await this.ground(ask(`/packs/${this.e.id}/map.svg`, { text: true, key: packKey(this.e.id) }));
    }, REST);
  }

  /** @param {string} id */
  spoken(id) {
    const e = this.e;
    const found = tools(e).find((x) => x.kind === "paint" && x.array === this.tool.array && x.field === this.tool.field);
    const { file, path } = e.at(found?.array ?? e.layout.ground?.[0] ?? "");
    const item = file ? e.draft.get(file, [...path, id]) : null;
    const value = item?.[found?.field ?? "terrain"];
    return value === undefined ? e.texts.space(id) : `${e.texts.space(id)}: ${value}`;
  }

  /** @param {string} id a space that was pointed at */
  touch(id) {
    this.board?.setCursor(id, false);
    if (this.mode === "setup") {
      this.setUp.touch(this, id);
      return;
    }
    this.space = id;
    if (!use(this, id)) this.e.render();
  }

  /** @param {KeyboardEvent} ev */
  pressed(ev) {
    if (ev.ctrlKey || ev.metaKey || ev.altKey || !this.board) return;
    if (ev.key in ARROWS) {
      this.board.step(ARROWS[ev.key]);
    } else if ((ev.key === "Enter" || ev.key === " ") && this.board.cursor) {
      const piece = /** @type {HTMLElement} */ (ev.target).getAttribute?.("data-piece");
      if (piece) this.setUp.take(this, piece);
      else this.touch(this.board.cursor);
    } else if (ev.key === "+" || ev.key === "-") {
      this.board.view.zoom(ev.key === "+" ? 1.25 : 0.8);
    } else return;
    ev.preventDefault();
    ev.stopPropagation();
  }

  /**
   * With the Shift key held, a stroke of the mouse paints all it goes over.
   * @param {PointerEvent} start
   */
  stroke(start) {
    if (!start.shiftKey || this.tool.kind !== "paint" || this.mode !== "map") return;
    start.preventDefault();
    start.stopPropagation();
    /** @type {Set<string>} */
    const over = new Set();
    const move = (/** @type {PointerEvent} */ ev) => {
      const id = spaceAt(ev.clientX, ev.clientY);
      if (!id || over.has(id)) return;
      over.add(id);
      this.board?.point([...over], "stroke");
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      this.board?.point([], "stroke");
      use(this, ...over);
    };
    move(start);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }
}
