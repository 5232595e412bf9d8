// What the player orders: acts, marches, undo. Everything goes to the referee; nothing is decided here.
import { announce } from "./dom.js";
import { parts } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Said} Said */

export class Orders {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.series = { from: -1, to: -1 }; // the last acts that were sent as one
    /** @type {Map<string, Said[]>} */
    this.warned = new Map();
  }

  /**
   * One act or several as one.
   * @param {string[]} acts
   * @param {boolean} [ending] the last may be refused: what it ends may have ended by itself
   */
  async moves(acts, ending = false) {
    const { table } = this;
    if (table.busy || !table.mayAct) return;
    table.busy = true;
    const side = table.side,
      at = table.state.at;
    this.series = { from: at, to: -1 };
    table.log.mark();
    const answer =
      acts.length === 1
        ? await table.live.send({ type: "act", side, act: acts[0], at })
        : await table.live.send({ type: "moves", side, acts, at });
    table.busy = false;
    if (answer.type === "lost") return;
    const done =
      typeof answer.done === "number"
        ? answer.done
        : typeof answer.taken === "number"
          ? answer.taken
          : answer.type === "ok"
            ? acts.length
            : 0;
    if (typeof answer.at === "number") this.series.to = answer.at;
    table.plan.did(side, acts.slice(0, done));
    const refused = answer.reasons ?? [];
    if (refused.length && !(ending && done >= acts.length - 1)) table.refuse(refused);
  }

  /** Take back: what was pointed at, then the last act or the last series of acts. */
  async undo() {
    const { table } = this;
    if (table.back()) return;
    const side = table.state.you.find((x) => table.state.undo[x]) ?? table.side;
    if (!side || table.busy) return;
    const start = this.series.to === table.state.at && this.series.from >= 0 ? this.series.from : table.state.at - 1;
    do {
      const answer = await table.live.send({ type: "undo", side });
      if (answer.type !== "ok") {
        if (answer.reasons?.length) table.refuse(answer.reasons);
        break;
      }
      table.plan.undid();
      if (typeof answer.at === "number" && answer.at <= start) break;
      if (typeof answer.at !== "number") break;
    } while (table.state.undo[side]);
    this.series = { from: -1, to: -1 };
  }

  /**
   * Move to a space within reach. A move begun by this ends there, unless it is a stage only; step by step it goes on.
   * @param {string} id
   * @param {boolean} [stage]
   */
  async go(id, stage = false) {
    const { table } = this;
    const reach = table.reach;
    if (!reach) return;
    const { acts } = reach.spaces[id];
    if (acts.length && table.kind(parts(acts[0])[0]) === "unit") {
      const stops = stage || !table.theme.halt ? [] : [table.theme.halt];
      // The unit is named first: only then can the referee say what the move would do to supply.
      const from = table.state.at;
      table.busy = true;
      const named = await table.live.send({ type: "act", side: table.side, act: acts[0], at: from });
      table.busy = false;
      if (named.type !== "ok") {
        if (named.reasons) table.refuse(named.reasons);
        return;
      }
      table.plan.did(table.side, [acts[0]]);
      await this.march(acts.slice(1), stops, from);
    } else await this.march(acts, [], table.state.at);
  }

  /**
   * @param {string[]} acts
   * @param {string[]} stops
   * @param {number} from where the series began
   */
  async march(acts, stops, from) {
    const { table } = this;
    const last = acts[acts.length - 1];
    if (acts.length > 1) {
      // Warnings are about the last step, so the unit first walks up to it.
      await this.moves(acts.slice(0, -1));
      if (table.state.at !== this.series.to || !table.words().some((w) => w.word === last)) return;
    }
    this.series.from = from;
    const found = await this.warnings(last);
    const go = async () => {
      table.doubt = null;
      await this.moves([last, ...stops], stops.length > 0);
      this.series.from = from;
    };
    if (found.length) {
      table.doubt = { warnings: found, go: () => void go() };
      table.render();
      announce(found.map((w) => table.texts.said(w)).join(" "), true);
    } else await go();
  }

  /**
   * What an act would bring upon the side itself.
   * @param {string} act
   * @returns {Promise<Said[]>}
   */
  async warnings(act) {
    const { table } = this;
    const known = this.warned.get(act);
    if (known) return known;
    const answer = await table.live.send({ type: "warnings", side: table.side, act });
    const found = answer.warnings ?? [];
    this.warned.set(act, found);
    return found;
  }

  /**
   * A unit was dragged to a space.
   * @param {string} piece
   * @param {string} space
   */
  async drop(piece, space) {
    const { table } = this;
    if (table.reach?.unit === piece && table.reach.spaces[space]) await this.go(space);
    else if (table.words().some((w) => w.kind === "space" && w.arg === space)) await table.chooseSpace(space);
    else {
      const box = table.board.view.toScreen(
        table.board.spaces.get(space)?.x ?? 0,
        table.board.spaces.get(space)?.y ?? 0,
      );
      await table.why("space", space, box);
    }
  }
}
