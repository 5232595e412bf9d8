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
    if (acts.some((word) => table.kind(parts(word)[0]) === "unit")) {
      await this.march(acts, stage || !table.theme.halt ? [] : [table.theme.halt]);
    } else await this.march(acts);
  }

  /**
   * Acts that belong together, unless their end brings something upon the side itself: then the player is asked first.
   * @param {string[]} acts
   * @param {string[]} [stops]
   */
  async march(acts, stops = []) {
    const { table } = this;
    const at = table.state.at;
    const found = await this.warnings(acts);
    if (table.state.at !== at) return;
    const go = async () => {
      table.doubt = null;
      await this.moves([...acts, ...stops], stops.length > 0);
    };
    if (found.length) {
      table.doubt = { warnings: found, go: () => void go() };
      table.render();
      announce(found.map((w) => table.texts.said(w)).join(" "), true);
    } else await go();
  }

  /**
   * What acts would bring upon the side itself.
   * @param {string[]} acts
   * @returns {Promise<Said[]>}
   */
  async warnings(acts) {
    const { table } = this;
    const answer = await table.live.send({ type: "warnings", side: table.side, acts });
    return answer.warnings ?? [];
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
