// What pointing at a unit or a space means: it is shown, chosen, or sent on its way.
import { describePiece, describeSpace } from "./describe.js";
import { announce } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Reach} Reach */

export class Pointing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Promise<unknown>} */
    this.asked = Promise.resolve(); // the reach that was asked for last
  }

  /** Step back from what was only pointed at. True if there was something. */
  back() {
    const { table } = this;
    table.board.fan.shut();
    if (table.check.open) {
      table.check.shut();
      table.render();
      return true;
    }
    if (table.doubt) {
      table.doubt = null;
      table.render();
      return true;
    }
    const preview = table.reach && !table.words().some((w) => w.kind === "space");
    if (
      !table.choice.length &&
      !preview &&
      !table.selected.space &&
      !(table.selected.unit && table.selected.unit !== table.view.facts.unit)
    )
      return false;
    table.settle();
    table.render();
    return true;
  }

  /**
   * @param {string} id
   * @param {Event} [e]
   */
  async piece(id, e) {
    const { table } = this;
    if (table.film.open) return table.film.leave();
    table.check.shut();
    const words = table.words();
    const about = words.filter((w) => w.kind === "unit" && w.arg === id);
    const p = table.piece(id);
    table.doubt = null;
    if (!about.length) {
      const there = p && words.filter((w) => w.kind === "space" && w.arg === p.at);
      if (there?.length && p) {
        // Where a whole space is activated, its units still show how far they could go.
        const fresh = p.side === table.side && !table.reach && typeof table.view.facts.unit !== "string";
        if (fresh && (await this.reach(id, true))) {
          table.choice = there;
          table.render();
        } else await this.space(p.at, e);
        return;
      }
      if (p && table.reach?.spaces[p.at]) {
        await table.orders.go(p.at);
        return;
      }
      if (p && this.outOfReach(p.at)) return;
      this.select(id, p?.at ?? "");
      return;
    }
    if (about.length > 1) {
      // Which way it is done may be chosen here, or with the place it goes to.
      const at = table.state.at;
      if (!(await this.reach(id, true))) this.select(id, "");
      if (at !== table.state.at) return;
      table.choice = about;
      table.render();
      return;
    }
    const again = table.reach?.unit === id && table.selected.unit === id;
    if (again && e?.type === "pointermove") return;
    if (again || !(await this.reach(id, true))) {
      await table.act(about[0].word);
      return;
    }
    // A stack that is on the move goes without naming a unit; what concerns the unit alone is offered beside it.
    const named = Object.values(table.reach?.spaces ?? {}).some(({ acts }) => acts.includes(about[0].word));
    if (!named) {
      table.choice = about;
      table.render();
    }
  }

  /**
   * @param {string} id
   * @param {Event} [e]
   */
  async space(id, e) {
    const { table } = this;
    if (table.film.open) return table.film.leave();
    table.doubt = null;
    table.check.shut();
    if (table.reach?.spaces[id]) {
      await table.orders.go(id, e instanceof MouseEvent && e.shiftKey);
      return;
    }
    const words = table.words();
    const about = words.filter((w) => w.kind === "space" && w.arg === id);
    if (about.length === 1) {
      await table.orders.march([about[0].word]);
      return;
    }
    if (about.length > 1) {
      table.choice = about;
      this.select("", id);
      return;
    }
    const able = (table.board.stacks.get(id) ?? []).filter((p) => table.board.can.has(p.id));
    if (able.length === 1) {
      await this.piece(able[0].id, e);
      return;
    }
    if (able.length > 1) table.board.fan.open(id, true);
    if (able.length === 0) {
      table.board.fan.shut();
      if (this.outOfReach(id)) return;
    }
    this.select("", id);
  }

  /** @param {string} space */
  goHere(space) {
    const { table } = this;
    const left = table.reach?.spaces[space];
    if (left) return table.texts.web("go-here", { left: left.left });
    const word = table.words().find((w) => w.kind === "space" && w.arg === space);
    return word ? table.texts.act(word.word, table.view.question) : "";
  }

  /**
   * @param {string} unit
   * @param {string} space
   */
  select(unit, space) {
    const { table } = this;
    if (table.reach && table.reach.unit !== unit && !table.words().some((w) => w.kind === "space")) {
      table.reach = null;
      table.board.reach({});
    }
    table.selected = { unit, space };
    table.render();
    if (table.overlay === "supply") void table.supplyLine();
    announce(unit ? describePiece(table, unit) : describeSpace(table, space));
  }

  /**
   * @param {string} unit
   * @param {boolean} tell
   */
  reach(unit, tell) {
    const found = this.ask(unit, tell);
    this.asked = found;
    return found;
  }

  /**
   * @param {string} unit
   * @param {boolean} tell
   */
  async ask(unit, tell) {
    const { table } = this;
    const at = table.state.at;
    const answer = await table.live.send({ type: "reach", side: table.side, unit });
    const spaces = /** @type {Reach["spaces"]} */ (answer.spaces ?? {});
    if (at !== table.state.at || !Object.keys(spaces).length) return false;
    // Below nothing: a bonus pays for the rest of the way.
    for (const there of Object.values(spaces)) there.left = Math.max(0, there.left);
    table.reach = { unit, spaces };
    table.group = [];
    table.selected = { unit, space: "" };
    table.render();
    table.board.reach(spaces);
    if (tell)
      announce(`${describePiece(table, unit)} ${table.texts.web("reach-told", { n: Object.keys(spaces).length })}`);
    return true;
  }

  /** Whether stacks march as one in what is asked now. */
  get stacks() {
    const { theme, view, mayAct } = this.table;
    return mayAct && Boolean(theme.stacks?.includes(view.question));
  }

  /**
   * All units of a place that can march, or some of them, are chosen together.
   * @param {string} space
   * @param {string[]} [some]
   */
  stack(space, some) {
    const { table } = this;
    const units = some ?? (table.board.stacks.get(space) ?? []).filter((p) => p.side === table.side).map((p) => p.id);
    const found = this.together(units);
    this.asked = found;
    return found;
  }

  /** @param {string[]} units */
  async together(units) {
    const { table } = this,
      at = table.state.at;
    const answers = await Promise.all(units.map((unit) => table.live.send({ type: "reach", side: table.side, unit })));
    if (at !== table.state.at) return;
    const able = units.flatMap((unit, k) => {
      const spaces = /** @type {Reach["spaces"]} */ (answers[k].spaces ?? {});
      return Object.keys(spaces).length ? [{ unit, spaces }] : [];
    });
    if (!able.length) return;
    const [first, ...rest] = able;
    const common = Object.entries(first.spaces).filter(([id]) => rest.every((x) => x.spaces[id]));
    // The slowest decides.
    const spaces = Object.fromEntries(
      common.map(([id, { acts }]) => [id, { left: Math.max(0, Math.min(...able.map((x) => x.spaces[id].left))), acts }]),
    );
    table.settle();
    table.reach = { unit: first.unit, spaces };
    table.group = able.map((x) => x.unit);
    table.selected = { unit: first.unit, space: "" };
    table.render();
    table.board.reach(spaces);
    announce(table.texts.web("stack-told", { n: able.length, hexes: common.length }));
  }

  /**
   * Where any unit could go if it moved now: to be looked at, not to be chosen.
   * @param {string} unit
   */
  async range(unit) {
    const { table } = this;
    const answer = await table.live.send({ type: "range", side: table.side, unit, ...table.moment() });
    const spaces = /** @type {Record<string, number>} */ (answer.spaces ?? {});
    table.reach = null;
    table.board.reach(Object.fromEntries(Object.entries(spaces).map(([id, n]) => [id, { left: Math.max(0, n) }])));
    announce(table.texts.web("reach-told", { n: Object.keys(spaces).length }));
  }

  /** @param {string | null} id */
  hover(id) {
    if (id) this.table.way.show(id);
    else this.table.way.leave();
  }

  /** @param {string} id */
  cursor(id) {
    const { table } = this;
    const listening = table.parts.map.contains(document.activeElement);
    if (listening) announce(describeSpace(table, id));
    table.way.show(id, { tell: listening });
  }

  /**
   * Whether a click there only asks what keeps the chosen unit from going; the unit stays chosen.
   * @param {string} space
   */
  outOfReach(space) {
    const { table } = this;
    if (!table.reach || table.reach.spaces[space] || table.piece(table.reach.unit)?.at === space) return false;
    table.way.show(space, { pin: true, tell: true });
    return true;
  }
}
