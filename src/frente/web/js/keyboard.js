// Everything by keyboard. Letters that are directions move the cursor only while the map has the focus.
import { announce, toast } from "./dom.js";
import { help } from "./menu.js";
import { openRules } from "./rules.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, Record<string, number>>} */
const BEARINGS = {
  "flat-top": { w: 0, e: 60, d: 120, s: 180, a: 240, q: 300 },
  "pointy-top": { e: 30, d: 90, s: 150, a: 210, q: 270, w: 330 },
  areas: { w: 0, e: 45, d: 90, s: 180, a: 270, q: 315 },
};
/** @type {Record<string, number>} */
const ARROWS = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

/**
 * @param {Table} table
 * @returns {() => void}
 */
export function bindKeys(table) {
  const onkey = (/** @type {KeyboardEvent} */ e) => {
    const target = /** @type {Element} */ (e.target);
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      target.closest("input:not([type=range], [type=checkbox]), textarea, select, dialog, .popup, .cover") ||
      document.querySelector(".cover, dialog[open]")
    )
      return;
    if (pressed(table, e, target)) {
      e.preventDefault();
      e.stopPropagation();
    }
  };
  addEventListener("keydown", onkey);
  return () => removeEventListener("keydown", onkey);
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} e
 * @param {Element} target
 * @returns {boolean} true if the key meant something
 */
function pressed(table, e, target) {
  const { board } = table,
    view = board.view;
  const onMap = Boolean(target.closest(".map")) && !target.closest(".tools, .drawer, .replay-bar, .drawer-handle");
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (table.film.pressed(e, key)) return true;
  if (key in ARROWS) {
    if (target.closest("[type=range], .scroll, .tools, [role=radiogroup]")) return false;
    if (e.shiftKey)
      view.pan(
        ARROWS[key] === 270 ? 90 : ARROWS[key] === 90 ? -90 : 0,
        ARROWS[key] === 0 ? 90 : ARROWS[key] === 180 ? -90 : 0,
      );
    else if (onMap || target === document.body) board.step(ARROWS[key]);
    else return false;
    return true;
  }
  const bearing = (BEARINGS[table.data.orientation] ?? {})[key];
  if (onMap && !e.shiftKey && bearing !== undefined) {
    board.step(bearing);
    return true;
  }
  const overlay = Object.entries(table.theme.keys ?? {}).find(([, letter]) => letter === key)?.[0];
  if (overlay) {
    void table.setOverlay(table.overlay === overlay ? "" : overlay);
    return true;
  }
  switch (key) {
    case "Enter":
    case " ":
      return enter(table, e, target, onMap);
    case "Escape":
      if (table.replay.state) table.replay.close();
      else if (document.querySelector(".fan:not([hidden])")) board.fan.shut();
      else if (table.doubt) void table.undo();
      else table.pointing.back();
      return true;
    case "n":
      void table.check.visit(1);
      return true;
    case "p":
      void table.check.visit(-1);
      return true;
    case ".":
      return table.check.leave();
    case "y": {
      const at = table.piece(table.selected.unit)?.at || target.getAttribute("data-target") || table.selected.space || board.cursor;
      if (!at || !table.pointing.stacks) return false;
      void table.pointing.stack(at);
      return true;
    }
    case "u":
      void table.undo();
      return true;
    case "?":
      return why(table, target);
    case "r":
      void openRules(table.shelf, table.view.rule);
      return true;
    case "o":
      odds(table);
      return true;
    case "b":
      table.drawer.toggle();
      return true;
    case "l":
      table.parts.log.scrollIntoView();
      (table.parts.log.querySelector("button") ?? table.parts.log).focus();
      return true;
    case "t": {
      const first = /** @type {HTMLElement | null} */ (table.parts.ledger.querySelector("summary"));
      first?.scrollIntoView({ block: "center" });
      first?.focus();
      return Boolean(first);
    }
    case "m":
      table.parts.map.focus();
      board.setCursor(board.cursor || board.middle().id);
      return true;
    case "g":
      table.focusQuestion();
      return true;
    case "[":
      void table.replay.step(-1);
      return true;
    case "]":
      void table.replay.step(1);
      return true;
    case "+":
    case "=":
      view.zoom(1.35);
      return true;
    case "-":
      view.zoom(1 / 1.35);
      return true;
    case "0":
      view.fit();
      return true;
    case "h":
      help(table);
      return true;
    default:
      return false;
  }
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} e
 * @param {Element} target
 * @param {boolean} onMap
 */
function enter(table, e, target, onMap) {
  const piece = target.getAttribute("data-piece"),
    space = target.getAttribute("data-target");
  // The default key never ends a phase while something is left undone: with Shift it does.
  if (e.key === "Enter" && e.shiftKey && table.check.open) {
    table.check.go();
    return true;
  }
  const main = table.question.primary();
  const declines = Boolean(main && !table.check.open && e.key === "Enter" && !e.shiftKey && table.question.declines(main));
  if (declines && target.closest(".ask .go")) return held(table);
  if (target.closest("button, a, summary, label, input")) return false;
  if (piece) void table.pointing.piece(piece, e);
  else if (space) void table.pointing.space(space, e);
  else if (onMap && table.board.cursor && target !== document.body && acts(table))
    void table.pointing.space(table.board.cursor, e);
  else if (e.key === "Enter") {
    if (table.check.open) void (e.shiftKey ? table.check.go() : table.check.visit(1));
    else if (declines) return held(table);
    else if (main) void (e.shiftKey ? table.act(main.word) : table.answer(main));
  } else return false;
  return true;
}

/**
 * Enter alone lets no opportunity pass, also where the focus has come to lie on the answer that does.
 * @param {Table} table
 */
function held(table) {
  toast(table.texts.web("enter-declines"));
  return true;
}

/**
 * Whether something can be done at the cursor.
 * @param {Table} table
 */
function acts(table) {
  const at = table.board.cursor;
  return (
    Boolean(table.reach?.spaces[at]) ||
    table.words().some((w) => w.kind === "space" && w.arg === at) ||
    (table.board.stacks.get(at) ?? []).length > 0
  );
}

/**
 * @param {Table} table
 * @param {Element} target
 */
function why(table, target) {
  const box = target.getBoundingClientRect();
  const at = { x: Math.min(box.left + 20, innerWidth / 2), y: Math.min(box.bottom, innerHeight / 2) };
  const verb = target.getAttribute("data-verb"),
    piece = target.getAttribute("data-piece");
  if (verb) void table.why("button", verb, at);
  else if (piece) void table.why("unit", piece, at);
  else if (table.selected.unit) void table.why("unit", table.selected.unit, at);
  else if (table.board.over || table.selected.space || table.board.cursor)
    void table.why("space", table.board.over || table.selected.space || table.board.cursor, at);
  else return false;
  return true;
}

/** @param {Table} table */
function odds(table) {
  const card = table.root.querySelector(".card");
  if (!card) {
    announce(table.texts.web("no-battle"));
    return;
  }
  card.setAttribute("tabindex", "-1");
  /** @type {HTMLElement} */ (card).focus();
  announce(card.textContent ?? "");
}
