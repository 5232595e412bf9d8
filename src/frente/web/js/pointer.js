// What the pointer does on the board: choose, hover, ask for a menu, drag a unit to where it shall go.
import { counter } from "./counters.js";
import { s } from "./dom.js";
import { CARD } from "./stacks.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Event} e */
function under(e) {
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
export function spaceAt(x, y) {
  for (const el of document.elementsFromPoint(x, y)) {
    const id = el.closest?.("[data-space]")?.getAttribute("data-space");
    if (id) return id;
  }
  return "";
}

/** @param {Board} board */
export function listen(board) {
  const svg = board.play;
  svg.addEventListener("click", (e) => {
    if (board.view.wasDrag()) return;
    const { piece, space } = under(e);
    if (space) {
      board.cursor = space;
      board.point([], "cursor");
    }
    const list = board.stacks.get(space) ?? [];
    const able = list.filter((p) => board.can.has(p.id));
    const single = /** @type {Element} */ (e.target).closest("[data-single]");
    // Where pieces lie side by side, a piece is what was pointed at.
    if (single) board.hands.piece(piece, e);
    else if (!piece || !list.length) {
      if (space) board.hands.space(space, e);
    } else if (board.hands.goHere(space)) {
      // Both the space and units in it can be chosen: the row of cards offers both.
      if (able.length) board.fan.open(space, true);
      else board.hands.space(space, e);
    } else if (able.length === 1) board.hands.piece(able[0].id, e);
    else {
      if (list.length > 1) board.fan.open(space, true);
      if (able.length === 0) board.hands.piece(piece, e);
    }
  });
  svg.addEventListener("pointermove", (e) => {
    if (e.pointerType === "touch" || board.view.fingers.size) return;
    const { piece, space } = under(e);
    if (space !== board.over) {
      board.over = space;
      board.hands.hover(space || null);
      board.fan.hover(piece ? space : "");
    }
  });
  svg.addEventListener("pointerleave", () => {
    board.over = "";
    board.hands.hover(null);
    board.fan.hover("");
  });
  svg.addEventListener("contextmenu", (e) => {
    e.preventDefault();
    const { piece, space } = under(e);
    if (piece) board.hands.menu("unit", piece, e.clientX, e.clientY);
    else if (space) board.hands.menu("space", space, e.clientX, e.clientY);
  });
  let press = 0;
  svg.addEventListener("pointerdown", (e) => {
    const { piece, space } = under(e);
    clearTimeout(press);
    if (e.pointerType === "touch" && space)
      press = setTimeout(() => {
        if (board.view.wasDrag()) return;
        board.view.dragged = 99; // the click that follows is not a choice
        if ((board.stacks.get(space)?.length ?? 0) > 1) board.fan.open(space, true);
        else board.hands.menu(piece ? "unit" : "space", piece || space, e.clientX, e.clientY);
      }, 550);
    else if (piece && board.can.has(piece) && e.button === 0) carry(board, piece, e);
  });
  svg.addEventListener("pointerup", () => clearTimeout(press));
  svg.addEventListener("pointermove", () => board.view.wasDrag() && clearTimeout(press));
  svg.addEventListener("focusin", (e) => {
    const at = /** @type {Element} */ (e.target).getAttribute("data-focus");
    if (!at || board.quiet) return;
    board.setCursor(at);
    const piece = /** @type {Element} */ (e.target).getAttribute("data-piece");
    if (piece && (board.stacks.get(at)?.length ?? 0) > 1) board.fan.open(at, false, piece);
  });
  svg.addEventListener("focusout", () => board.fan.hover(""));
}

/**
 * Drag a unit to where it shall go.
 * @param {Board} board
 * @param {string} piece
 * @param {PointerEvent} start
 */
function carry(board, piece, start) {
  /** @type {SVGGElement | null} */
  let ghost = null;
  const from = board.whereIs(piece);
  const p = board.stacks.get(from)?.find((x) => x.id === piece);
  if (!p) return;
  board.view.held = true;
  const move = (/** @type {PointerEvent} */ e) => {
    if (!ghost) {
      if (Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) < 8) return;
      ghost = s("g", { class: "ghost" }, counter(p, board.theme, board.bands));
      board.layer.focus.append(ghost);
      board.frame.classList.add("carrying");
      const mates = board.stacks.get(from)?.filter((x) => board.can.has(x.id)) ?? [];
      // A stack is dragged whole, unless one of it was chosen before.
      if (mates.length > 1 && board.hands.stacks() && !mates.some((x) => board.chosen.has(x.id))) board.hands.stack(from);
      else if (!board.chosen.has(piece)) board.hands.piece(piece, e);
    }
    const box = board.frame.getBoundingClientRect();
    const x = board.view.x + (e.clientX - box.left) / board.view.scale,
      y = board.view.y + (e.clientY - box.top) / board.view.scale;
    ghost.setAttribute("transform", `translate(${x - 28} ${y - 28}) scale(${CARD})`);
    const at = spaceAt(e.clientX, e.clientY);
    if (at !== board.over) {
      board.over = at;
      board.hands.hover(at);
    }
  };
  const up = (/** @type {PointerEvent} */ e) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    board.frame.classList.remove("carrying");
    board.view.held = false;
    if (!ghost) return;
    ghost.remove();
    board.view.dragged = 99;
    const at = spaceAt(e.clientX, e.clientY);
    if (at && at !== from) board.hands.drop(piece, at);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
}
