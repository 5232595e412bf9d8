// Faces of counters as the pack has them: those that look otherwise than in the game are painted by the server anew.
import { Bands } from "../counters.js";

/** @typedef {import("../types").Faces} Faces */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Theme} Theme */

export class PackBands extends Bands {
  /** @param {import("../types").Board} board */
  constructor(board) {
    super(board);
    this.board = board;
    /** @type {Bands | null} */
    this.own = null;
    /** @type {Map<string, string>} */
    this.alias = new Map(); // pieces that are one more of a counter
  }

  /** @param {Faces | null} faces of the counters that were changed */
  paint(faces) {
    this.own = faces ? new Bands({ ...this.board, faces }) : null;
  }

  /**
   * @param {Piece} p
   * @param {Theme} theme
   */
  draw(p, theme) {
    const piece = { ...p, id: this.alias.get(p.id) ?? p.id },
      of = this.own?.faces.of;
    return this.own && (of?.[piece.size] ?? of?.[piece.id]) ? this.own.draw(piece, theme) : super.draw(piece, theme);
  }
}
