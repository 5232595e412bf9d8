// The pack editor: one pack, its tabs, what is wrong with it, and the way to a game that is played with it.
// It knows no game: what can be edited comes from the shapes of the game's data and from its map.
import { ask, fixed } from "../api.js";
import { announce, fill, h, one, toast } from "../dom.js";
import { hold, keep, kept } from "../keys.js";
import { Texts } from "../texts.js";
import { theming } from "../theme.js";
import { PackBands } from "./bands.js";
import { changesTab } from "./changes.js";
import { counterTab } from "./counterlist.js";
import { Draft, identity } from "./draft.js";
import { dropPack, Keeper, packKey } from "./keeper.js";
import { MapWork } from "./mapwork.js";
import { remember, restore } from "./place.js";
import { tableTab } from "./tables.js";
import { top } from "./top.js";

/** @typedef {import("../types").EditData} EditData */
/** @typedef {import("../types").PackCheck} PackCheck */
/** @typedef {import("../types").PackFault} PackFault */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Piece} Piece */

export const TABS = ["counters", "map", "setup", "tables", "changes"];

export class Editor {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {any} pack as the server has it
   * @param {EditData} data
   * @param {import("../types").Board} board
   * @param {import("../types").Theme} theme
   * @param {Texts} texts
   * @param {GameInfo} game
   */
  constructor(root, id, pack, data, board, theme, texts, game) {
    this.root = root;
    this.id = id;
    this.data = data;
    this.boardData = board;
    this.theme = theme;
    this.texts = texts;
    this.game = game;
    this.slug = game.slug;
    this.layout = data.layout;
    this.bands = new PackBands(board);
    this.name = /** @type {string} */ (pack.name);
    this.draft = new Draft(data, pack.changes);
    /** @type {Set<string>} */
    this.open = new Set(); // groups that were unfolded
    this.tab = "counters";
    this.chosen = ""; // counter
    this.table = "";
    this.search = "";
    this.state = "kept";
    this.why = "";
    /** @type {PackFault[]} */
    this.faults = [];
    this.moreFaults = 0;
    /** @type {Map<string, Piece>} */
    this.faces = new Map(data.faces.map((x) => [x.id, x]));
    this.keeper = new Keeper(id, pack.version, () => ({ name: this.name, changes: this.draft.list() }), (state, check, why) =>
      this.verdict(state, check, why),
    );
    this.draft.onchange = () => {
      this.keeper.changed();
      this.render();
    };
    this.parts = {
      top: h("header", { class: "edit-top" }),
      tabs: h("div", { class: "edit-tabs", role: "tablist", "aria-label": texts.web("edit-parts") }),
      faults: h("section", { class: "edit-faults", "aria-label": texts.web("edit-faults"), hidden: true }),
      main: h("main", { class: "edit-main" }),
      side: h("aside", { class: "edit-side", "aria-label": texts.web("edit-details") }),
    };
    this.map = new MapWork(this);
    this.onkey = (/** @type {KeyboardEvent} */ e) => this.pressed(e);
    addEventListener("keydown", this.onkey);
  }

  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  static async load(root, id) {
    const pack = await ask(`/packs/${id}`, { key: packKey(id) });
    const [data, board, theme, texts, games] = await Promise.all([
      /** @type {Promise<EditData>} */ (fixed(`/games/${pack.game}/data`)),
      fixed(`/games/${pack.game}/board`),
      theming(pack.game),
      Texts.load(pack.game),
      fixed("/games"),
    ]);
    const game = /** @type {GameInfo} */ (games.find((/** @type {GameInfo} */ g) => g.slug === pack.game));
    texts.know(board);
    texts.sides = game.sides;
    const editor = new Editor(root, id, pack, data, board, theme, texts, game);
    const left = editor.keeper.left();
    if (left) {
      // Changed here before and never kept: the browser was closed, or the server away.
      editor.name = left.name;
      editor.draft = Object.assign(new Draft(data, left.changes), { onchange: editor.draft.onchange });
      editor.keeper.changed();
      toast(texts.web("edit-recovered"));
    }
    editor.heard(pack.check);
    editor.begin();
    return editor;
  }

  begin() {
    const p = this.parts;
    document.title = `${this.name} – ${this.texts.web("edit-packs")} – Frente`;
    fill(this.root, h("div", { class: "editor" }, p.top, p.tabs, p.faults, h("div", { class: "edit-body" }, p.main, p.side)));
    this.render();
  }

  close() {
    removeEventListener("keydown", this.onkey);
    this.keeper.close();
    this.map.close();
    document.querySelectorAll("dialog").forEach((el) => el.remove());
  }

  // -- what is kept and checked

  /**
   * @param {string} state
   * @param {PackCheck | null} check
   * @param {string} why
   */
  verdict(state, check, why) {
    this.state = state;
    this.why = why;
    if (check) {
      const before = this.faults.length;
      this.heard(check);
      if (this.faults.length !== before) announce(this.texts.web("edit-fault-count", { n: this.faults.length }));
      this.render();
    } else top(this);
  }

  /** @param {PackCheck} check */
  heard(check) {
    this.faults = check.problems;
    this.moreFaults = check.more;
    if (!check.problems.length) {
      this.faces = new Map(this.data.faces.map((x) => [x.id, x]));
      for (const x of check.faces) this.faces.set(x.id, x);
      this.bands.paint(check.painted);
      this.map.sound();
    }
  }

  /**
   * What is wrong at a place or below it.
   * @param {string} file
   * @param {string[]} path
   */
  faultsAt(file, path) {
    return this.faults.filter((x) => x.file === file && path.every((step, k) => x.path[k] === step));
  }

  /** @param {string} array file and name of an array */
  faultsIn(array) {
    const [file, ...path] = array.split(".");
    return this.faultsAt(file, path).length;
  }

  // -- parts of the data

  /** @param {string} array */
  at(array) {
    const [file, ...path] = array.split(".");
    return { file, path, key: this.draft.items(file, path)?.key ?? ["id"] };
  }

  /**
   * @param {any} item
   * @param {string[]} key
   */
  identityOf(item, key) {
    return identity(item, key);
  }

  /**
   * Whether a field tells which item it is, or where its values come from: those are not typed in.
   * @param {string} file
   * @param {string[]} path
   */
  fixed(file, path) {
    for (let k = path.length - 2; k > 0; k--) {
      const items = this.draft.items(file, path.slice(0, k));
      if (items) return items.key.includes(path.slice(k + 1).join("."));
    }
    return false;
  }

  // -- drawing

  render() {
    const place = remember(this.root);
    top(this);
    this.drawTabs();
    this.drawFaults();
    const { main, side } = this.parts;
    this.root.querySelector(".editor")?.setAttribute("data-tab", this.tab);
    if (this.tab === "counters") counterTab(this, main, side);
    else if (this.tab === "tables") tableTab(this, main, side);
    else if (this.tab === "changes") changesTab(this, main, side);
    else this.map.tab(main, side, this.tab);
    restore(this.root, place);
  }

  drawTabs() {
    const t = this.texts,
      layout = this.layout;
    /** @type {Record<string, number>} */
    const wrong = { counters: this.faultsIn(layout.counters ?? "-"), map: (layout.ground ?? []).reduce((n, x) => n + this.faultsIn(x), 0) };
    wrong.tables = this.faults.length - wrong.counters - wrong.map;
    fill(
      this.parts.tabs,
      TABS.map((name) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: "tab-" + name,
            "aria-selected": String(this.tab === name),
            "aria-controls": "edit-panel",
            tabindex: this.tab === name ? "0" : "-1",
            data: { tab: name },
            onclick: () => this.show(name),
            onkeydown: (/** @type {KeyboardEvent} */ e) => this.walk(e),
          },
          t.web("edit-tab-" + name),
          name === "changes" && h("small", {}, String(this.draft.changes.size)),
          wrong[name] > 0 && h("small", { class: "wrong", "aria-label": t.web("edit-fault-count", { n: wrong[name] }) }, String(wrong[name])),
        ),
      ),
    );
    this.parts.main.id = "edit-panel";
    this.parts.main.setAttribute("role", "tabpanel");
    this.parts.main.setAttribute("aria-labelledby", "tab-" + this.tab);
  }

  /** @param {KeyboardEvent} e */
  walk(e) {
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    this.show(TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]);
    one(`[data-tab=${this.tab}]`, this.root).focus();
  }

  /** @param {string} tab */
  show(tab) {
    if (tab === this.tab) return;
    this.tab = tab;
    this.render();
    this.parts.main.scrollTop = 0;
  }

  drawFaults() {
    const t = this.texts,
      box = this.parts.faults;
    box.hidden = !this.faults.length;
    fill(
      box,
      h("h2", {}, t.web("edit-fault-count", { n: this.faults.length + this.moreFaults })),
      h(
        "ul",
        {},
        this.faults.slice(0, 40).map((x) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "plain", onclick: () => this.go(x.file, x.path) },
              h("b", {}, this.placeName(x.file, x.path)),
              " ",
              h("span", {}, x.reason),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * A place in words.
   * @param {string} file
   * @param {string[]} path
   */
  placeName(file, path) {
    if (!file) return "";
    return [file + ".toml", ...path].join(" › ");
  }

  /**
   * Go to where a value stands.
   * @param {string} file
   * @param {string[]} path
   */
  go(file, path) {
    const array = `${file}.${path[0] ?? ""}`;
    if (array === this.layout.counters) {
      this.tab = "counters";
      this.chosen = path[1] ?? this.chosen;
      this.search = "";
    } else if (this.layout.ground?.includes(array) && path[1]) {
      this.tab = "map";
      this.map.select(path[1]);
    } else if (file) {
      this.tab = "tables";
      this.table = array;
      for (let k = 2; k <= path.length; k++) this.open.add([file, ...path.slice(0, k)].join("/"));
    }
    this.render();
    const places = path.map((_, k) => [file, ...path.slice(0, path.length - k)].join("/"));
    for (const place of places) {
      const el = this.root.querySelector(`[data-field="${CSS.escape(place)}"]`) ?? this.root.querySelector(`[data-place="${CSS.escape(place)}"]`);
      if (!el) continue;
      el.scrollIntoView({ block: "center" });
      const input = el.matches("input, select, textarea") ? el : el.querySelector("input:not([disabled]), select, textarea");
      if (input instanceof HTMLElement) input.focus();
      return;
    }
  }

  // -- what is done

  /** @param {KeyboardEvent} e */
  pressed(e) {
    const el = /** @type {HTMLElement} */ (e.target);
    if (document.querySelector("dialog[open]")) return;
    const typing = (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) && el.value !== el.defaultValue;
    const key = e.key.toLowerCase();
    if ((e.ctrlKey || e.metaKey) && !typing && (key === "z" || key === "y")) {
      e.preventDefault();
      this.step(key === "y" || e.shiftKey);
    } else if ((e.ctrlKey || e.metaKey) && key === "s") {
      e.preventDefault();
      void this.keeper.save();
    } else if (e.key === "/" && !el.closest("input, textarea, select")) {
      const box = this.root.querySelector("input[type=search]");
      if (box instanceof HTMLElement) {
        e.preventDefault();
        box.focus();
      }
    }
  }

  /** @param {boolean} forth */
  step(forth) {
    const done = forth ? this.draft.redo() : this.draft.undo();
    this.say(this.texts.web(done ? (forth ? "edit-redone" : "edit-undone") : "edit-nothing-left"));
  }

  /**
   * @param {string} text
   * @param {boolean} [warn]
   */
  say(text, warn = false) {
    if (warn) toast(text, "warn");
    else announce(text);
  }

  /** A game against the computer, with the pack as it is now. */
  async play() {
    const wish = kept("frente.try." + this.slug, { scenario: this.game.scenarios[0].id, side: this.game.sides[0] });
    const bot = "bot:" + (this.game.bots.includes("captain") ? "captain" : this.game.bots[0]);
    const scenario = this.game.scenarios.some((x) => x.id === wish.scenario) ? wish.scenario : this.game.scenarios[0].id;
    if (!(await this.keeper.settled())) {
      this.say(this.why || this.texts.web("failed"), true);
      return;
    }
    try {
      const seats = Object.fromEntries(this.game.sides.map((s) => [s, s === wish.side ? "human" : bot]));
      const made = await ask("/tables", { key: packKey(this.id), body: { game: this.slug, scenario, seats, pack: this.id, name: this.name } });
      hold(made.table, made.owner);
      location.hash = `#/t/${made.table}`;
    } catch (e) {
      this.say(e instanceof Error ? e.message : this.texts.web("failed"), true);
    }
  }

  /** @param {{scenario?: string, side?: string}} wish */
  wish(wish) {
    const before = kept("frente.try." + this.slug, { scenario: this.game.scenarios[0].id, side: this.game.sides[0] });
    keep("frente.try." + this.slug, { ...before, ...wish });
  }

  async download() {
    if (!(await this.keeper.settled())) return;
    const answer = await fetch(`api/packs/${this.id}/file`, {
      headers: { authorization: "Bearer " + packKey(this.id), "accept-language": this.texts.lang },
    });
    if (!answer.ok) {
      this.say((await answer.json()).text, true);
      return;
    }
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "pack.zip";
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async remove() {
    await ask(`/packs/${this.id}`, { method: "DELETE", key: packKey(this.id) });
    this.keeper.closed = true;
    dropPack(this.id);
    location.hash = "#/packs";
  }
}
