// The page of one game: it holds the state, decides what a click means, and tells the parts of the page what to show.
import { ask, fixed, Live } from "./api.js";
import { Board } from "./board.js";
import { badgesOf, battleCard, resultCard } from "./card.js";
import { picture } from "./counters.js";
import { Cover } from "./cover.js";
import { announce, fill, h, one, toast } from "./dom.js";
import { describePiece, describeSpace, describeTarget } from "./describe.js";
import { give } from "./dice.js";
import { Drawer } from "./drawer.js";
import { reasons, popup, whyNot } from "./explain.js";
import { Guide } from "./guide.js";
import { hand } from "./hand.js";
import { bindKeys } from "./keyboard.js";
import { saw, seat } from "./keys.js";
import { layout } from "./layout.js";
import { ledger } from "./ledger.js";
import { Log } from "./log.js";
import { tableMenu } from "./menu.js";
import { Orders } from "./orders.js";
import { clearOverlay, showMarks, showOverlay } from "./overlays.js";
import { panel } from "./panel.js";
import { Plan } from "./plan.js";
import { printedTracks } from "./printed.js";
import { Question } from "./question.js";
import { placeOf } from "./reckon.js";
import { Replay } from "./replay.js";
import { capital, parts, Texts } from "./texts.js";
import { theming } from "./theme.js";
import { tools } from "./tools.js";
import { topBar } from "./topbar.js";
import { drawAim, drawLegs, wizard } from "./wizard.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").ActWord} ActWord */
/** @typedef {import("./types").Answer} Answer */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").Reach} Reach */
/** @typedef {import("./types").Said} Said */
/** @typedef {import("./types").GameInfo} GameInfo */

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {string} key
   * @param {State} first
   * @param {BoardData} data
   * @param {Theme} theme
   * @param {Texts} texts
   */
  constructor(root, id, key, first, data, theme, texts) {
    this.root = root;
    this.id = id;
    this.key = key;
    this.state = first;
    this.data = data;
    this.theme = theme;
    this.texts = texts;
    this.slug = first.view.game;
    this.shelf = { slug: this.slug, texts, provenance: data.provenance };
    this.side = ""; // the side at this screen that is shown or has to decide
    this.scenarioTurns = 0;
    /** @type {Record<string, boolean | string>} */
    this.options = {};
    /** @type {import("./types").Standing[]} */
    this.standing = [];
    this.busy = false;
    this.up = true;
    this.thinking = "";
    /** @type {{unit: string, space: string}} */
    this.selected = { unit: "", space: "" };
    /** @type {{unit: string, spaces: Reach["spaces"]} | null} */
    this.reach = null;
    /** @type {ActWord[]} */
    this.choice = []; // answers among which the player has to pick after pointing
    /** @type {{warnings: Said[], go: () => void} | null} */
    this.doubt = null;
    this.overlay = "";
    this.parts = layout(root, texts);
    this.board = new Board(this.parts.map, data, theme, {
      piece: (p, e) => void this.choosePiece(p, e),
      space: (x, e) => void this.chooseSpace(x, e),
      hover: (x) => this.hover(x),
      cursor: (x) => this.atCursor(x),
      menu: (kind, arg, x, y) => void this.why(kind, arg, { x, y }),
      drop: (p, x) => void this.orders.drop(p, x),
      goHere: (x) => this.goHere(x),
      describePiece: (p) => this.describePiece(p.id),
      describeSpace: (x) => describeSpace(this, x),
    });
    this.orders = new Orders(this);
    this.question = new Question(this, this.parts.ask);
    this.log = new Log(this, this.parts.log);
    this.drawer = new Drawer(this, this.parts.map);
    this.cover = new Cover(this);
    this.replay = new Replay(this, this.parts.map);
    this.plan = new Plan(this);
    this.guide = new Guide(this);
    this.unbind = bindKeys(this);
    this.live = this.connect();
  }

  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {string} key
   */
  static async open(root, id, key) {
    const first = /** @type {State} */ (await ask(`/tables/${id}/state`, { key }));
    const slug = first.view.game;
    const [about, data, theme, texts, games] = await Promise.all([
      /** @type {Promise<{options?: Record<string, boolean | string>}>} */ (ask(`/tables/${id}`, { key })),
      /** @type {Promise<BoardData>} */ (fixed(`/games/${slug}/board`)),
      theming(slug),
      Texts.load(slug),
      fixed("/games"),
    ]);
    texts.know(data);
    const game = /** @type {GameInfo} */ (games.find((/** @type {GameInfo} */ g) => g.slug === slug));
    texts.sides = game.sides;
    const table = new Table(root, id, key, first, data, theme, texts);
    table.options = about.options ?? {};
    table.standing = game.standing ?? [];
    table.scenarioTurns = game.scenarios.find((x) => x.id === first.view.scenario)?.turns ?? 0;
    table.side = table.decider();
    table.settle();
    table.heard(first);
    const note = h("p", { class: "drawing", role: "status" }, texts.web("drawing")); // only a first start takes so long
    table.board.frame.append(note);
    await table.board.draw(slug, (text) => texts.name("map", text)).finally(() => note.remove());
    table.follow(null);
    return table;
  }

  connect() {
    return new Live(this.id, this.key, {
      state: (s) => this.heard(s),
      thinking: (side) => {
        this.thinking = side;
        this.question.draw();
      },
      link: (up) => {
        if (up !== this.up) announce(this.texts.web(up ? "online" : "offline"), !up);
        this.up = up;
        this.root.classList.toggle("offline", !up);
      },
      gone: (why) => toast(why || this.texts.web("table-gone"), "warn"),
    });
  }

  // -- what is known

  /** @returns {View} */
  get view() {
    const s = this.shown;
    return s.views?.[this.side] ?? s.view;
  }

  /** The state on the screen: the live one, or the one of the replay. */
  get shown() {
    return this.replay?.state ?? this.state;
  }

  get mayAct() {
    return Boolean(this.side) && !this.replay?.state && this.words().length > 0;
  }

  /** @returns {ActWord[]} */
  words() {
    if (!this.side || this.replay?.state) return [];
    return (this.state.acts[this.side] ?? []).map((word) => {
      const [verb, arg] = parts(word);
      // What lies at a place is pointed at there, and named in a list as well.
      const place = this.data.verbs[verb] === "resource" ? this.texts.places.get(arg) : undefined;
      return place ? { word, verb, arg: place, kind: "space", named: true } : { word, verb, arg, kind: this.kind(verb) };
    });
  }

  /**
   * What an answer of this verb points at: unit, space, or nothing (a button).
   * @param {string} verb
   */
  kind(verb) {
    const kind = this.data.verbs[verb];
    return kind === "unit" || kind === "space" ? kind : "";
  }

  /** @param {string} id */
  piece(id) {
    return this.view.pieces.find((p) => p.id === id);
  }

  /** Which side at this screen is asked, or looks on. */
  decider() {
    const s = this.state;
    const asked = s.you.filter((side) => (s.acts[side] ?? []).length > 0);
    if (asked.includes(this.side)) return this.side;
    return asked[0] ?? (s.you.includes(this.side) ? this.side : (s.you[0] ?? ""));
  }

  // -- what is heard

  /** @param {State} s */
  heard(s) {
    const before = this.state;
    const fresh = s !== before && s.at !== before.at;
    this.state = s;
    this.thinking = "";
    this.busy = false;
    give(this);
    this.log.take(s);
    const was = this.side;
    this.side = this.decider();
    this.cover.check(was, s);
    if (fresh || s.view.question !== before.view.question) this.settle();
    if (this.replay.state) {
      this.replay.draw();
      return;
    }
    this.render();
    if (seat(this.id)) saw(this.id, s.at);
    this.follow(before);
    const unit = this.view.facts.unit;
    if (this.mayAct && typeof unit === "string" && !this.reach && this.words().some((w) => w.kind === "space"))
      void this.showReach(unit, false);
  }

  /**
   * Bring the place of the decision into sight if it is not.
   * @param {State | null} before
   */
  follow(before) {
    const target = placeOf(this.state.card);
    if (target && target !== placeOf(before?.card)) this.board.look(target);
    else if (this.mayAct && (this.state.view.question !== before?.view.question || this.state.at !== before.at)) {
      const at = this.words()
        .map((w) => (w.kind === "space" ? w.arg : w.kind === "unit" ? (this.piece(w.arg)?.at ?? "") : ""))
        .filter((x) => this.board.spaces.has(x));
      if (at.length && !at.some((x) => this.board.sees(x))) this.board.look(at[0]);
    }
  }

  /** Forget what was pointed at: the question has changed. */
  settle() {
    this.choice = [];
    this.reach = null;
    this.doubt = null;
    this.board.fan.shut();
    if (this.parts.card.parentElement) this.parts.card.parentElement.scrollTop = 0;
    const unit = this.view.facts.unit;
    this.selected = { unit: typeof unit === "string" ? unit : "", space: "" };
    this.board.reach({});
    this.board.lines([]);
  }

  render() {
    const v = this.view,
      words = this.words();
    this.texts.recall(v.pieces);
    topBar(this, this.parts.top);
    const can = new Set(words.filter((w) => w.kind === "unit").map((w) => w.arg));
    const card = this.shown.card ?? {};
    const active = (this.theme.chosen ?? [["units"]])
      .map((names) => names.flatMap((name) => (Array.isArray(v.facts[name]) ? /** @type {string[]} */ (v.facts[name]) : [])))
      .find((list) => list.length) ?? [];
    const chosen = new Set([...(card.attackers ?? []), ...active, ...(this.selected.unit ? [this.selected.unit] : [])]);
    this.board.put(v.pieces, can, chosen);
    showMarks(this.board, v.spaces);
    this.board.layer.marks.append(...printedTracks(this));
    if (this.theme.chosen) this.board.framed(new Set(active.map((id) => this.piece(id)?.at ?? "")));
    // While one answer is being picked, the places of the others do not invite a click.
    const places = this.choice.length ? [] : words.filter((w) => w.kind === "space").map((w) => w.arg);
    this.board.targets(new Set(places), (id) => describeTarget(this, id));
    this.badges();
    this.lines();
    this.question.draw();
    fill(
      this.parts.card,
      wizard(
        this,
        card,
        this.log.result && !this.replay.state ? resultCard(this, this.log.result) : battleCard(this, card),
      ),
    );
    drawLegs(this, card.line ?? []);
    drawAim(this, card.aim ?? []);
    hand(this, this.parts.hand);
    panel(this, this.parts.panel);
    ledger(this, this.parts.ledger);
    this.log.draw();
    this.drawer.draw();
    tools(this, this.parts.tools);
    if (this.overlay) void this.setOverlay(this.overlay, false);
    this.guide.draw();
    document.title = `${this.mayAct ? "● " : ""}${this.state.name || "Frente"}`;
  }

  badges() {
    this.board.badges(badgesOf(this, this.shown.card ?? {}));
  }

  lines() {
    const card = this.shown.card ?? {};
    /** @type {{ids: string[], kind: string, label?: string}[]} */
    const lines = [];
    const place = placeOf(card);
    if (place)
      for (const at of new Set((card.attackers ?? []).map((u) => this.piece(u)?.at ?? "")))
        if (at !== place) lines.push({ ids: [at, place], kind: "attack" });
    this.board.lines(lines);
  }

  // -- what is done

  /** @param {string} word */
  async act(word) {
    // What cannot be taken back lightly is asked about first, where there is something to warn of.
    if (this.theme.careful?.includes(parts(word)[0])) await this.orders.march([word]);
    else await this.orders.moves([word]);
  }

  async undo() {
    await this.orders.undo();
  }

  /** @param {Said[]} found */
  refuse(found) {
    const box = this.parts.ask.getBoundingClientRect();
    popup(
      this.texts.web("not-allowed"),
      reasons(this, found),
      { x: box.left - 20, y: box.bottom },
      this.texts.web("close"),
    );
    announce(found.map((r) => this.texts.said(r)).join(" "), true);
    this.question.draw();
  }

  /** Step back from what was only pointed at. True if there was something. */
  back() {
    this.board.fan.shut();
    if (this.doubt) {
      this.doubt = null;
      this.render();
      return true;
    }
    const preview = this.reach && !this.words().some((w) => w.kind === "space");
    if (
      !this.choice.length &&
      !preview &&
      !this.selected.space &&
      !(this.selected.unit && this.selected.unit !== this.view.facts.unit)
    )
      return false;
    this.settle();
    this.render();
    return true;
  }

  /**
   * @param {string} id
   * @param {Event} [e]
   */
  async choosePiece(id, e) {
    const words = this.words();
    const about = words.filter((w) => w.kind === "unit" && w.arg === id);
    const p = this.piece(id);
    this.doubt = null;
    if (!about.length) {
      const there = p && words.filter((w) => w.kind === "space" && w.arg === p.at);
      if (there?.length && p) {
        // Where a whole space is activated, its units still show how far they could go.
        const fresh = p.side === this.side && !this.reach && typeof this.view.facts.unit !== "string";
        if (fresh && (await this.showReach(id, true))) {
          this.choice = there;
          this.render();
        } else await this.chooseSpace(p.at, e);
        return;
      }
      if (p && this.reach?.spaces[p.at]) {
        await this.orders.go(p.at);
        return;
      }
      this.select(id, p?.at ?? "");
      return;
    }
    if (about.length > 1) {
      // Which way it is done may be chosen here, or with the place it goes to.
      const at = this.state.at;
      if (!(await this.showReach(id, true))) this.select(id, "");
      if (at !== this.state.at) return;
      this.choice = about;
      this.render();
      return;
    }
    const again = this.reach?.unit === id && this.selected.unit === id;
    if (again && e?.type === "pointermove") return;
    if (again || !(await this.showReach(id, true))) {
      await this.act(about[0].word);
      return;
    }
    // A stack that is on the move goes without naming a unit; what concerns the unit alone is offered beside it.
    const named = Object.values(this.reach?.spaces ?? {}).some(({ acts }) => acts.includes(about[0].word));
    if (!named) {
      this.choice = about;
      this.render();
    }
  }

  /**
   * @param {string} id
   * @param {Event} [e]
   */
  async chooseSpace(id, e) {
    this.doubt = null;
    if (this.reach?.spaces[id]) {
      await this.orders.go(id, e instanceof MouseEvent && e.shiftKey);
      return;
    }
    const words = this.words();
    const about = words.filter((w) => w.kind === "space" && w.arg === id);
    if (about.length === 1) {
      await this.orders.march([about[0].word]);
      return;
    }
    if (about.length > 1) {
      this.choice = about;
      this.select("", id);
      return;
    }
    const able = (this.board.stacks.get(id) ?? []).filter((p) => this.board.can.has(p.id));
    if (able.length === 1) {
      await this.choosePiece(able[0].id, e);
      return;
    }
    if (able.length > 1) this.board.fan.open(id, true);
    if (able.length === 0) this.board.fan.shut();
    this.select("", id);
  }

  /** @param {string} space */
  goHere(space) {
    const left = this.reach?.spaces[space];
    if (left) return this.texts.web("go-here", { left: left.left });
    const word = this.words().find((w) => w.kind === "space" && w.arg === space);
    return word ? this.texts.act(word.word, this.view.question) : "";
  }

  /**
   * @param {string} unit
   * @param {string} space
   */
  select(unit, space) {
    if (this.reach && this.reach.unit !== unit && !this.words().some((w) => w.kind === "space")) {
      this.reach = null;
      this.board.reach({});
    }
    this.selected = { unit, space };
    this.render();
    if (this.overlay === "supply") void this.supplyLine();
    announce(unit ? this.describePiece(unit) : describeSpace(this, space));
  }

  /**
   * @param {string} unit
   * @param {boolean} tell
   */
  async showReach(unit, tell) {
    const at = this.state.at;
    const answer = await this.live.send({ type: "reach", side: this.side, unit });
    const spaces = /** @type {Reach["spaces"]} */ (answer.spaces ?? {});
    if (at !== this.state.at || !Object.keys(spaces).length) return false;
    // Below nothing: a bonus pays for the rest of the way.
    for (const there of Object.values(spaces)) there.left = Math.max(0, there.left);
    this.reach = { unit, spaces };
    this.selected = { unit, space: "" };
    this.render();
    this.board.reach(spaces);
    if (tell)
      announce(`${this.describePiece(unit)} ${this.texts.web("reach-told", { n: Object.keys(spaces).length })}`);
    return true;
  }

  /**
   * Where any unit could go if it moved now: to be looked at, not to be chosen.
   * @param {string} unit
   */
  async showRange(unit) {
    const answer = await this.live.send({ type: "range", side: this.side, unit, ...this.moment() });
    const spaces = /** @type {Record<string, number>} */ (answer.spaces ?? {});
    this.reach = null;
    this.board.reach(Object.fromEntries(Object.entries(spaces).map(([id, n]) => [id, { left: Math.max(0, n) }])));
    announce(this.texts.web("reach-told", { n: Object.keys(spaces).length }));
  }

  /** @param {string | null} id */
  hover(id) {
    const inReach = id ? this.reach?.spaces[id] : undefined;
    if (inReach && this.reach && id) this.path(id);
    else this.lines();
  }

  /** @param {string} id */
  path(id) {
    const reach = this.reach;
    if (!reach) return;
    const p = this.piece(reach.unit);
    const way = reach.spaces[id].acts.filter((w) => this.kind(parts(w)[0]) === "space").map((w) => parts(w)[1]);
    const left = reach.spaces[id].left;
    this.board.lines([{ ids: [p?.at ?? "", ...way], kind: "path", label: this.texts.web("points-left", { left }) }]);
  }

  /** @param {string} id */
  atCursor(id) {
    if (this.reach?.spaces[id]) this.path(id);
    if (this.parts.map.contains(document.activeElement)) announce(describeSpace(this, id));
  }

  /**
   * @param {string} kind
   * @param {string} arg
   * @param {{x: number, y: number}} at
   */
  async why(kind, arg, at) {
    const t = this.texts;
    const name =
      kind === "unit" ? t.unit(arg) : kind === "space" ? t.space(arg) : capital(t.verb(this.view.question, arg));
    await whyNot(this, kind, arg, name, at);
  }

  /**
   * @param {string} name
   * @param {boolean} [tell]
   */
  async setOverlay(name, tell = true) {
    this.overlay = name;
    if (!name) {
      clearOverlay(this.board);
      this.lines();
    } else {
      const then = this.moment();
      const side = then ? this.replay.eyes : this.side;
      const answer = await this.live.send({ type: "overlay", name, side, ...then });
      if (this.overlay !== name || this.moment()?.at !== then?.at) return;
      showOverlay(this.board, name, answer.marks ?? {});
      if (name === "supply") await this.supplyLine();
    }
    if (!tell) return;
    tools(this, this.parts.tools);
    announce(name ? this.texts.web("overlay-on", { name: this.texts.overlay(name) }) : this.texts.web("overlay-off"));
  }

  /** In a replay, what is asked concerns the position of then. */
  moment() {
    return this.replay.state ? { at: this.replay.state.at } : null;
  }

  async supplyLine() {
    const unit = this.selected.unit;
    if (!unit) return;
    const answer = await this.live.send({ type: "supply", unit, ...this.moment() });
    const ids = Array.isArray(answer.spaces) ? answer.spaces : [];
    if (ids.length > 1) this.board.lines([{ ids, kind: "supply" }]);
  }

  /**
   * The face of a piece that is not on the board under its own name.
   * @param {string} id
   */
  faceOf(id) {
    const x = this.board.bands.pieces.get(id);
    return x && picture({ ...x, size: x.id, factors: "", at: "", state: [] }, this.theme, this.board.bands);
  }

  /** @param {string} id */
  describePiece(id) {
    return describePiece(this, id);
  }

  menu() {
    tableMenu(this);
  }

  close() {
    this.live.close();
    this.unbind();
    this.board.close();
    document.querySelectorAll(".popup, .cover, dialog, .toast").forEach((el) => el.remove());
  }

  focusQuestion() {
    (this.parts.ask.querySelector("button") ?? one(".ask", this.root)).focus();
  }
}
