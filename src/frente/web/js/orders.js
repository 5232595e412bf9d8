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
   * One act or several as one, in one message.
   * @param {string[]} acts
   * @param {{ending?: boolean, warn?: number}} [how] ending: the last may be refused, what it ends may have ended by
   * itself; warn: nothing is done if the first so many would bring something upon the side itself
   * @returns {Promise<Said[]>} what the side was warned of
   */
  async moves(acts, { ending = false, warn = 0 } = {}) {
    const { table } = this;
    if (table.busy || !table.mayAct) return [];
    table.busy = true;
    const side = table.side,
      at = table.state.at;
    this.series = { from: at, to: -1 };
    table.log.mark();
    const answer = await table.live.send({ type: "moves", side, acts, at, warn });
    return this.done(answer, acts, ending);
  }

  /**
   * Several units to one space, together or one after another as the game has it.
   * @param {string[]} units
   * @param {string} space
   * @param {boolean} warn
   * @returns {Promise<Said[]>}
   */
  async marches(units, space, warn) {
    const { table } = this;
    if (table.busy || !table.mayAct) return [];
    table.busy = true;
    const at = table.state.at;
    this.series = { from: at, to: -1 };
    table.log.mark();
    const answer = await table.live.send({ type: "march", side: table.side, units, space, at, warn });
    return this.done(answer, answer.acts ?? [], false);
  }

  /**
   * What became of acts that were sent.
   * @param {import("./types").Answer} answer
   * @param {string[]} acts
   * @param {boolean} ending
   * @returns {Said[]}
   */
  done(answer, acts, ending) {
    const { table } = this;
    table.busy = false;
    if (answer.type === "lost" || answer.warnings?.length) return answer.warnings ?? [];
    const done = answer.done ?? 0;
    if (typeof answer.at === "number") this.series.to = answer.at;
    table.plan.did(table.side, acts.slice(0, done));
    const refused = answer.reasons ?? [];
    if (refused.length && !(ending && done >= acts.length - 1)) table.refuse(refused);
    return [];
  }

  /** Take back: what was pointed at, then the last act or the last series of acts. */
  async undo() {
    const { table } = this;
    if (table.pointing.back()) return;
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
    if (table.group.length > 1) {
      const units = table.group;
      await this.doubted((warn) => this.marches(units, id, warn));
      return;
    }
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
    const all = [...acts, ...stops],
      ending = stops.length > 0;
    await this.doubted((warn) => this.moves(all, { ending, warn: warn ? acts.length : 0 }));
  }

  /**
   * @param {(warn: boolean) => Promise<Said[]>} order
   */
  async doubted(order) {
    const { table } = this;
    const found = await order(true);
    if (!found.length) return;
    const go = () => {
      table.doubt = null;
      void order(false);
    };
    table.doubt = { warnings: found, go };
    table.render();
    announce(found.map((w) => table.texts.said(w)).join(" "), true);
  }

  /**
   * A unit was dragged to a space.
   * @param {string} piece
   * @param {string} space
   */
  async drop(piece, space) {
    const { table } = this;
    await table.pointing.asked;
    if ((table.reach?.unit === piece || table.group.includes(piece)) && table.reach && table.reach.spaces[space]) await this.go(space);
    else if (table.words().some((w) => w.kind === "space" && w.arg === space)) await table.pointing.space(space);
    else {
      const box = table.board.view.toScreen(
        table.board.spaces.get(space)?.x ?? 0,
        table.board.spaces.get(space)?.y ?? 0,
      );
      await table.why("space", space, box);
    }
  }
}
