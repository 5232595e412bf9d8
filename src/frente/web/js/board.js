// The board: the drawn map below, everything that moves above it. It draws what it is told and reports what is pointed at.
import { Backdrop } from "./backdrop.js";
import { Bands } from "./counters.js";
import { h, s } from "./dom.js";
import { Fan } from "./fan.js";
import { heart, inset, shrunk, toward } from "./geometry.js";
import { drawGround } from "./ground.js";
import { Overview } from "./overview.js";
import { PanZoom } from "./panzoom.js";
import { listen } from "./pointer.js";
import { Sheet } from "./sheets.js";
import { drawBadges, drawLines } from "./sketch.js";
import { CARD, drawPieces, rank } from "./stacks.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Space} Space */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Board} BoardData */
/**
 * @typedef {object} Hands what the board reports
 * @property {(space: string, e: MouseEvent | KeyboardEvent) => void} space
 * @property {(piece: string, e: MouseEvent | KeyboardEvent) => void} piece
 * @property {(space: string | null) => void} hover
 * @property {(space: string) => void} cursor
 * @property {(kind: "unit" | "space", id: string, x: number, y: number) => void} menu
 * @property {(piece: string, space: string) => void} drop
 * @property {() => string} stacks what choosing a whole stack is called, or nothing if stacks do not march now
 * @property {(space: string) => void} stack
 * @property {(space: string) => string} goHere what choosing the space is called, or nothing if it cannot be chosen
 * @property {(p: Piece) => string} describePiece
 * @property {(space: string) => string} describeSpace
 */

const FAR = 0.75; // pixels per map unit below which names are printed larger
const AFAR = 0.53; // pixels per map unit below which counters show their plain face and small names are left out
const LEAST = 25; // pixels of such a counter
const READABLE = 9; // pixels of a factor
const PRINT = { plain: [24, 22], full: [21.5, 14] }; // size of the smallest factor on a counter and on a pawn; 60 is its side
const LAYERS = ["tint", "marks", "reach", "hits", "legs", "lines", "marches", "stacks", "targets", "pills", "badges", "focus"];

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {BoardData} data
   * @param {Theme} theme
   * @param {Hands} hands
   */
  constructor(frame, data, theme, hands) {
    this.frame = frame;
    this.data = data;
    this.theme = theme;
    this.hands = hands;
    this.bands = new Bands(data);
    frame.classList.toggle("with-pawns", Boolean(data.looks));
    /** @type {Map<string, Space>} */
    this.spaces = new Map(data.spaces.map((x) => [x.id, x]));
    /** @type {Map<string, Piece[]>} */
    this.stacks = new Map();
    /** @type {Map<string, {el: SVGGElement, sign: string}>} */
    this.drawn = new Map();
    /** @type {Set<string>} */
    this.can = new Set();
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.cursor = "";
    /** @type {number | null} */
    this.row = null;
    this.ground = s("svg", { class: "ground", "aria-hidden": "true" });
    this.play = s("svg", { class: "play" });
    /** @type {Record<string, SVGGElement>} */
    this.layer = {};
    for (const name of LAYERS) this.play.append((this.layer[name] = s("g", { class: "layer-" + name })));
    // Counters are quickly drawn and are wanted everywhere; where the ground was not drawn, the backdrop shows.
    const ground = new Sheet(this.ground, 0.25, 0),
      play = new Sheet(this.play, 0.5, 0.5);
    this.backdrop = new Backdrop(data.viewBox, ground);
    this.stage = h("div", { class: "stage" }, this.backdrop.el, ground.el, play.el);
    frame.append(this.stage);
    this.fan = new Fan(this);
    this.overview = new Overview(data, theme, (x, y) => this.view.show(x, y, true));
    frame.append(this.fan.el, this.overview.el);
    this.view = new PanZoom(
      frame,
      this.stage,
      [ground, play, this.backdrop],
      data.viewBox,
      (box, scale) => {
        this.overview.frame(box, scale > this.view?.fitScale() * 1.25);
        this.fan.place();
      },
      (scale) => {
        // What is printed larger or left out from afar: restyling the map takes too long for the middle of a gesture.
        frame.classList.toggle("far", scale < FAR);
        frame.classList.toggle("afar", scale < AFAR);
        frame.classList.toggle("near", scale > 0.95);
        frame.style.setProperty("--scale", scale.toFixed(3));
        // Counters keep a size at which their plain face can be read.
        frame.style.setProperty("--grow", Math.max(1, LEAST / (60 * CARD * scale)).toFixed(3));
        this.needed(scale);
      },
    );
    this.hits();
    listen(this);
  }

  /**
   * @param {string} text the map as it was drawn
   * @param {(text: string) => string} speak what is printed on the map, in the reader's language where it has one
   */
  draw(text, speak) {
    this.sheet = drawGround(this.ground, text, speak);
    void this.backdrop.draw(this.ground, this.sheet);
  }

  hits() {
    for (const x of this.data.spaces)
      this.layer.hits.append(
        s("polygon", { points: this.outline(x, 1), class: "hit", data: { space: x.id } }),
      );
  }

  /**
   * The border of a space, drawn a little inside it.
   * @param {Space} x
   * @param {number} share of a hex; areas keep as far from their border
   */
  outline(x, share) {
    return x.room ? inset(x.corners, (1 - share) * 60) : shrunk(x.corners, x.x, x.y, share);
  }

  // -- pieces

  /**
   * @param {Piece[]} pieces
   * @param {Set<string>} can pieces that may be chosen now
   * @param {Set<string>} chosen pieces that are part of what is being prepared
   */
  put(pieces, can, chosen) {
    this.can = can;
    this.chosen = chosen;
    this.shown = [pieces, can, chosen];
    const held = this.layer.stacks.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-piece")
      : null;
    /** @type {Map<string, Piece[]>} */
    const stacks = new Map();
    for (const p of pieces) if (this.spaces.has(p.at)) stacks.set(p.at, [...(stacks.get(p.at) ?? []), p]);
    for (const [at, list] of stacks) if (!this.spaces.get(at)?.room) list.sort((a, b) => rank(this, b) - rank(this, a));
    this.stacks = stacks;
    for (const [at, { el }] of this.drawn)
      if (!stacks.has(at)) {
        el.remove();
        this.drawn.delete(at);
      }
    for (const [at, list] of stacks) {
      const sign = JSON.stringify(
        list.map((p) => [p.id, p.steps, p.factors, p.state, can.has(p.id), chosen.has(p.id)]),
      ) + (this.spaces.get(at)?.room ? this.least : "");
      const old = this.drawn.get(at);
      if (old?.sign === sign) continue;
      const el = drawPieces(this, at, list);
      if (old) old.el.replaceWith(el);
      else this.layer.stacks.append(el);
      this.drawn.set(at, { el, sign });
    }
    // What can be chosen lies above its neighbours, so that its glow is seen whole.
    for (const [at, { el }] of this.drawn)
      if (stacks.get(at)?.some((p) => can.has(p.id) || chosen.has(p.id))) this.layer.stacks.append(el);
    if (held && !this.layer.stacks.contains(document.activeElement))
      this.refocus(this.layer.stacks.querySelector(`.grip[data-piece="${CSS.escape(held)}"]`));
    this.overview.put(stacks);
    this.fan.refresh();
  }

  /**
   * The keyboard stays on the map when what it was on has been drawn anew or is gone.
   * @param {Element | null | undefined} el
   */
  refocus(el) {
    this.quiet = true;
    if (el instanceof SVGElement) el.focus();
    else this.frame.focus();
    this.quiet = false;
  }

  /**
   * Where pieces lie side by side, fewer do so from afar: each must be large enough to be read.
   * @param {number} scale
   */
  needed(scale) {
    const print = PRINT[scale < FAR ? "plain" : "full"][this.data.looks ? 1 : 0];
    const least = 3 * Math.ceil((READABLE * 60) / print / scale / 3 + 2); // a heap leaves 6 of it round its cards
    if (least === this.least) return;
    this.least = least;
    if (this.shown) this.put(...this.shown);
  }

  /** @param {string} id */
  whereIs(id) {
    for (const [at, list] of this.stacks) if (list.some((p) => p.id === id)) return at;
    return "";
  }

  // -- spaces

  /**
   * Spaces that may be chosen now.
   * @param {Iterable<string>} ids
   * @param {(id: string) => string} name
   */
  targets(ids, name) {
    const focused = document.activeElement?.getAttribute("data-target");
    const els = [];
    for (const id of ids) {
      const x = this.spaces.get(id);
      if (!x) continue;
      els.push(
        s("polygon", {
          points: this.outline(x, 0.93),
          class: "target",
          tabindex: "0",
          role: "button",
          data: { space: id, target: id, focus: id },
          "aria-label": name(id),
        }),
      );
    }
    this.layer.targets.replaceChildren(...els);
    if (focused) this.refocus(els.find((el) => el.getAttribute("data-target") === focused));
  }

  /**
   * Where a unit may go, with the points left there.
   * @param {Record<string, {left: number, acts?: string[]}>} spaces
   */
  reach(spaces) {
    this.layer.reach.replaceChildren(
      ...Object.entries(spaces).flatMap(([id, { left, acts }]) => {
        const x = this.spaces.get(id);
        return x
          ? [
              s("polygon", { points: this.outline(x, 0.95), class: "reach via-" + (acts?.[0]?.split(":")[0] ?? ""), data: { space: id } }),
              s("text", { x: x.x, y: x.y + (x.room ? x.room.height / 2 + 13 : 6), class: "left" }, String(left)),
            ]
          : [];
      }),
    );
  }

  /**
   * Lines over the map: a path, a supply line, arrows of an attack.
   * @param {{ids: string[], kind: string, label?: string}[]} lines
   */
  lines(lines) {
    this.layer.lines.replaceChildren(...drawLines(this.spaces, lines));
  }

  /** @param {{id: string, text: string, more?: string, strong?: boolean}[]} badges */
  badges(badges) {
    this.layer.badges.replaceChildren(...drawBadges(this.spaces, badges));
  }

  /**
   * Spaces to look at: where something has just happened.
   * @param {string[]} ids
   * @param {string} [kind]
   */
  point(ids, kind = "lately") {
    this.layer.focus.querySelectorAll("." + kind).forEach((el) => el.remove());
    for (const id of ids) {
      const x = this.spaces.get(id);
      if (x) this.layer.focus.append(s("polygon", { points: this.outline(x, 0.99), class: kind }));
    }
  }

  /**
   * Spaces whose pieces act, framed below what is printed on them.
   * @param {Iterable<string>} ids
   */
  framed(ids) {
    for (const id of ids) {
      const x = this.spaces.get(id);
      if (x) this.layer.marks.prepend(s("polygon", { points: this.outline(x, 1), class: "acting" }));
    }
  }

  // -- the cursor of the keyboard

  /**
   * @param {string} id
   * @param {boolean} [follow]
   */
  setCursor(id, follow = true) {
    const x = this.spaces.get(id);
    if (!x) return;
    this.cursor = id;
    this.point([id], "cursor");
    if (follow) this.view.show(x.x, x.y);
    this.hands.cursor(id);
  }

  /**
   * One step in a direction, degrees clockwise from north.
   * @param {number} bearing
   */
  step(bearing) {
    const here = this.spaces.get(this.cursor) ?? this.middle();
    if (!this.cursor) {
      this.setCursor(here.id);
      return;
    }
    const around = here.neighbours.flatMap((id) => (id && this.spaces.get(id)) || []);
    const level = bearing === 90 || bearing === 270;
    if (!level) this.row = null;
    else this.row ??= here.y;
    const there = toward(here, around, bearing, level ? this.row : null);
    if (there) {
      if (document.activeElement?.closest(".play")) this.frame.focus();
      this.setCursor(there.id);
    }
  }

  middle() {
    const v = this.view,
      mx = v.x + v.width / v.scale / 2,
      my = v.y + v.height / v.scale / 2;
    return this.data.spaces.reduce((a, b) =>
      Math.hypot(a.x - mx, a.y - my) <= Math.hypot(b.x - mx, b.y - my) ? a : b,
    );
  }

  /**
   * The game opens on these spaces.
   * @param {string[]} ids
   */
  openOn(ids) {
    const at = ids.flatMap((id) => this.spaces.get(id) ?? []);
    // Areas are large enough for their pieces: they are shown whole, unless the screen is small.
    if (!at.length || (at[0].room && this.view.fitScale() > 0.4)) return;
    const pad = 2.2 * this.data.radius;
    const xs = at.map((x) => x.x),
      ys = at.map((x) => x.y);
    const x = Math.min(...xs) - pad,
      y = Math.min(...ys) - pad;
    this.view.front = { x, y, w: Math.max(...xs) + pad - x, h: Math.max(...ys) + pad - y, heart: heart(at) };
    this.view.home();
    this.view.settle();
  }

  /** @param {string} id */
  show(id) {
    const x = this.spaces.get(this.spaces.has(id) ? id : this.whereIs(id));
    if (x) this.view.show(x.x, x.y);
  }

  /**
   * As much as possible of several spaces.
   * @param {string[]} ids
   */
  survey(ids) {
    const at = ids.flatMap((id) => this.spaces.get(id) ?? []);
    if (at.length) this.show(heart(at).id);
  }

  /** @param {string} id */
  sees(id) {
    const x = this.spaces.get(id),
      v = this.view;
    return (
      Boolean(x) &&
      x !== undefined &&
      x.x > v.x &&
      x.y > v.y &&
      x.x < v.x + v.width / v.scale &&
      x.y < v.y + v.height / v.scale
    );
  }

  close() {
    this.view.forget?.();
    this.backdrop.close();
    this.stage.remove();
  }

  over = "";
  sheet = ""; // style sheet of the drawn map
  least = 0; // map units that a piece needs to be read
  /** @type {[Piece[], Set<string>, Set<string>] | null} */
  shown = null; // what was put on the board last
  /** @type {{sign: string, els: SVGElement[]}} */
  front = { sign: "", els: [] }; // as drawn for the ground that is held now
  quiet = false; // the focus is being put back, nobody has moved it
}
