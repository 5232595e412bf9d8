// The board: the drawn map below, everything that moves above it. It draws what it is told and reports what is pointed at.
import { Backdrop } from "./backdrop.js";
import { Bands, counter } from "./counters.js";
import { h, s } from "./dom.js";
import { Fan } from "./fan.js";
import { heart, inset, shrunk, toward } from "./geometry.js";
import { drawGround } from "./ground.js";
import { Overview } from "./overview.js";
import { PanZoom } from "./panzoom.js";
import { Sheet } from "./sheets.js";
import { arranged, drawBadges, drawLines } from "./sketch.js";

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

const CARD = 0.92; // size of a counter on the map
const FAR = 0.75; // pixels per map unit below which names are printed larger
const AFAR = 0.53; // pixels per map unit below which counters show their plain face and small names are left out
const LEAST = 25; // pixels of such a counter
const READABLE = 9; // pixels of a factor
const PRINT = { plain: [24, 22], full: [21.5, 14] }; // size of the smallest factor on a counter and on a pawn; 60 is its side
/** @type {Record<string, string>} */
const SHAPES = {
  cut: "M8 0H52L60 8V52L52 60H8L0 52V8Z",
  round: "M9 0H51A9 9 0 0 1 60 9V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51V9A9 9 0 0 1 9 0Z",
  square: "M0 0H60V60H0Z",
};
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
    this.listen();
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
    for (const [at, list] of stacks) if (!this.spaces.get(at)?.room) list.sort((a, b) => this.rank(b) - this.rank(a));
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
      const el = this.spaces.get(at)?.room ? this.spread(at, list) : this.stack(at, list);
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

  /** @param {Piece} p */
  rank(p) {
    return (
      (this.chosen.has(p.id) ? 40 : 0) +
      (this.can.has(p.id) ? 20 : 0) +
      (this.theme.under?.includes(p.symbol) ? -5 : 0) +
      (p.state.includes("stacked") ? 10 : 0) + // what the enemy sees of the stack
      p.steps +
      (p.elite ? 0.5 : 0)
    );
  }

  /**
   * Pieces of one kind look the same and can do the same.
   * @param {Piece} p
   */
  kind(p) {
    return JSON.stringify([p.name, p.symbol, p.formation, p.factors, p.state, this.can.has(p.id), this.chosen.has(p.id)]);
  }

  /**
   * Pieces side by side in the room of a space.
   * @param {string} at
   * @param {Piece[]} list
   */
  spread(at, list) {
    const space = /** @type {Space} */ (this.spaces.get(at));
    const order = (/** @type {Piece[]} */ camp) => [...camp].sort((a, b) => this.rank(b) - this.rank(a));
    const alike = this.theme.heaps ? (/** @type {Piece} */ p) => this.kind(p) : undefined;
    return s(
      "g",
      { class: "spread" },
      arranged(space, list, Object.keys(this.theme.sides), this.least, alike).map(({ pieces, ...place }) =>
        this.stack(at, order(pieces), place),
      ),
    );
  }

  /**
   * @param {string} at
   * @param {Piece[]} list
   * @param {{x: number, y: number, scale: number, single?: boolean}} [place] where, if not in the middle of the space
   */
  stack(at, list, place) {
    const space = /** @type {Space} */ (this.spaces.get(at));
    const { x, y, scale, single } = place ?? { x: space.x, y: space.y, scale: CARD, single: false };
    const top = list[0];
    const covered = list.length === 1 && top.state.includes("stacked"); // how many lie below is not known
    const size = 60 * scale,
      n = list.length + (covered ? 1 : 0),
      lift = Math.min(n - 1, 2) * 1.5;
    const glow = list.some((p) => this.can.has(p.id)),
      chosen = list.some((p) => this.chosen.has(p.id));
    const g = s("g", {
      class: "stack" + (glow ? " can" : "") + (chosen ? " chosen" : ""),
      data: { space: at, piece: top.id, ...(single ? { single: "1" } : {}) },
      transform: `translate(${(x - size / 2 - lift).toFixed(1)} ${(y - size / 2 + lift).toFixed(1)}) scale(${scale.toFixed(3)})`,
    });
    const body = s("g", { class: place ? "" : "grown" });
    g.append(body);
    for (let k = Math.min(n, 3) - 1; k > 0; k--) {
      const under = counter(
        {
          ...(list[k] ?? top),
          id: "",
          state: [],
          formation: "",
          size: "",
          name: "",
          factors: "",
          symbol: "",
          elite: false,
          steps: 1,
        },
        this.theme,
        this.bands,
      );
      under.setAttribute("transform", `translate(${3.2 * k} ${-3.2 * k})`);
      under.classList.add("below");
      body.append(under);
    }
    const shape = this.bands.looks?.body[top.side] ?? SHAPES[this.theme.sides[top.side]?.shape] ?? SHAPES.round;
    if (glow || chosen)
      body.append(
        s("path", { d: shape, class: "halo3" }),
        s("path", { d: shape, class: "halo2" }),
        s("path", { d: shape, class: "halo1" }),
      );
    body.append(counter(top, this.theme, this.bands));
    // On the upper edge, where it hides no factor.
    if (n > 1)
      body.append(
        s("rect", { x: -4, y: -11, width: 25, height: 15, rx: 4, class: "c-count-disc" }),
        s("text", { x: 8.5, y: 0.6, class: "c-count" }, covered ? "+?" : `×${n}`),
      );
    for (const p of list)
      if (this.can.has(p.id))
        g.append(
          s("rect", {
            x: 0,
            y: 0,
            width: 60,
            height: 60,
            class: "grip",
            tabindex: "0",
            role: "button",
            data: { piece: p.id, focus: at },
            "aria-label": this.hands.describePiece(p),
          }),
        );
    return g;
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
  look(id) {
    const x = this.spaces.get(this.spaces.has(id) ? id : this.whereIs(id));
    if (x) this.view.show(x.x, x.y);
  }

  /**
   * As much as possible of several spaces.
   * @param {string[]} ids
   */
  survey(ids) {
    const at = ids.flatMap((id) => this.spaces.get(id) ?? []);
    if (at.length) this.look(heart(at).id);
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

  // -- the pointer

  /** @param {Event} e */
  under(e) {
    const el = /** @type {Element} */ (e.target);
    return {
      piece: el.closest("[data-piece]")?.getAttribute("data-piece") ?? "",
      space: el.closest("[data-space]")?.getAttribute("data-space") ?? "",
    };
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  spaceAt(x, y) {
    for (const el of document.elementsFromPoint(x, y)) {
      const id = el.closest?.("[data-space]")?.getAttribute("data-space");
      if (id) return id;
    }
    return "";
  }

  listen() {
    const svg = this.play;
    svg.addEventListener("click", (e) => {
      if (this.view.wasDrag()) return;
      const { piece, space } = this.under(e);
      if (space) {
        this.cursor = space;
        this.point([], "cursor");
      }
      const list = this.stacks.get(space) ?? [];
      const able = list.filter((p) => this.can.has(p.id));
      const single = /** @type {Element} */ (e.target).closest("[data-single]");
      // Where pieces lie side by side, a piece is what was pointed at.
      if (single) this.hands.piece(piece, e);
      else if (!piece || !list.length) {
        if (space) this.hands.space(space, e);
      } else if (this.hands.goHere(space)) {
        // Both the space and units in it can be chosen: the row of cards offers both.
        if (able.length) this.fan.open(space, true);
        else this.hands.space(space, e);
      } else if (able.length === 1) this.hands.piece(able[0].id, e);
      else {
        if (list.length > 1) this.fan.open(space, true);
        if (able.length === 0) this.hands.piece(piece, e);
      }
    });
    svg.addEventListener("pointermove", (e) => {
      if (e.pointerType === "touch" || this.view.fingers.size) return;
      const { piece, space } = this.under(e);
      if (space !== this.over) {
        this.over = space;
        this.hands.hover(space || null);
        this.fan.hover(piece ? space : "");
      }
    });
    svg.addEventListener("pointerleave", () => {
      this.over = "";
      this.hands.hover(null);
      this.fan.hover("");
    });
    svg.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      const { piece, space } = this.under(e);
      if (piece) this.hands.menu("unit", piece, e.clientX, e.clientY);
      else if (space) this.hands.menu("space", space, e.clientX, e.clientY);
    });
    let press = 0;
    svg.addEventListener("pointerdown", (e) => {
      const { piece, space } = this.under(e);
      clearTimeout(press);
      if (e.pointerType === "touch" && space)
        press = setTimeout(() => {
          if (this.view.wasDrag()) return;
          this.view.dragged = 99; // the click that follows is not a choice
          if ((this.stacks.get(space)?.length ?? 0) > 1) this.fan.open(space, true);
          else this.hands.menu(piece ? "unit" : "space", piece || space, e.clientX, e.clientY);
        }, 550);
      else if (piece && this.can.has(piece) && e.button === 0) this.carry(piece, e);
    });
    svg.addEventListener("pointerup", () => clearTimeout(press));
    svg.addEventListener("pointermove", () => this.view.wasDrag() && clearTimeout(press));
    svg.addEventListener("focusin", (e) => {
      const at = /** @type {Element} */ (e.target).getAttribute("data-focus");
      if (!at || this.quiet) return;
      this.setCursor(at);
      const piece = /** @type {Element} */ (e.target).getAttribute("data-piece");
      if (piece && (this.stacks.get(at)?.length ?? 0) > 1) this.fan.open(at, false, piece);
    });
    svg.addEventListener("focusout", () => this.fan.hover(""));
  }

  /**
   * Drag a unit to where it shall go.
   * @param {string} piece
   * @param {PointerEvent} start
   */
  carry(piece, start) {
    /** @type {SVGGElement | null} */
    let ghost = null;
    const from = this.whereIs(piece);
    const p = this.stacks.get(from)?.find((x) => x.id === piece);
    if (!p) return;
    this.view.held = true;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!ghost) {
        if (Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) < 8) return;
        ghost = s("g", { class: "ghost" }, counter(p, this.theme, this.bands));
        this.layer.focus.append(ghost);
        this.frame.classList.add("carrying");
        const mates = this.stacks.get(from)?.filter((x) => this.can.has(x.id)) ?? [];
        // A stack is dragged whole, unless one of it was chosen before.
        if (mates.length > 1 && this.hands.stacks() && !mates.some((x) => this.chosen.has(x.id))) this.hands.stack(from);
        else if (!this.chosen.has(piece)) this.hands.piece(piece, e);
      }
      const box = this.frame.getBoundingClientRect();
      const x = this.view.x + (e.clientX - box.left) / this.view.scale,
        y = this.view.y + (e.clientY - box.top) / this.view.scale;
      ghost.setAttribute("transform", `translate(${x - 28} ${y - 28}) scale(${CARD})`);
      const at = this.spaceAt(e.clientX, e.clientY);
      if (at !== this.over) {
        this.over = at;
        this.hands.hover(at);
      }
    };
    const up = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      this.frame.classList.remove("carrying");
      this.view.held = false;
      if (!ghost) return;
      ghost.remove();
      this.view.dragged = 99;
      const at = this.spaceAt(e.clientX, e.clientY);
      if (at && at !== from) this.hands.drop(piece, at);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
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
