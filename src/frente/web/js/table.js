// The page of one game: it puts the parts together, hears what the table says and passes on what the player does.
import { ask, fixed } from "./api.js";
import { Board } from "./board.js";
import { call } from "./calls.js";
import { picture } from "./counters.js";
import { Cover } from "./cover.js";
import { describePiece, describeSpace } from "./describe.js";
import { give } from "./dice.js";
import { announce, h, one, toast } from "./dom.js";
import { drawArrows, drawTable } from "./drawing.js";
import { Drawer } from "./drawer.js";
import { EndCheck } from "./endcheck.js";
import { popup, reasons, whyNot } from "./explain.js";
import { Film } from "./film.js";
import { Guide } from "./guide.js";
import { bindKeys } from "./keyboard.js";
import { saw, seat } from "./keys.js";
import { Known } from "./known.js";
import { layout } from "./layout.js";
import { Lesson } from "./lesson.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { tableMenu } from "./menu.js";
import { Orders } from "./orders.js";
import { clearOverlay, showOverlay } from "./overlays.js";
import { Plan } from "./plan.js";
import { Pointing } from "./pointing.js";
import { Question } from "./question.js";
import { placeOf } from "./reckon.js";
import { Replay } from "./replay.js";
import { SetUp } from "./setup.js";
import { capital, parts, Texts } from "./texts.js";
import { theming } from "./theme.js";
import { tools } from "./tools.js";
import { WayCard } from "./waycard.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").Said} Said */
/** @typedef {import("./types").ActWord} ActWord */
/** @typedef {import("./types").GameInfo} GameInfo */

export class Table extends Known {
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
    super(first, data, theme, texts);
    this.root = root;
    this.id = id;
    this.key = key;
    this.shelf = { slug: this.slug, texts, provenance: data.provenance };
    this.scenarioTurns = 0;
    this.title = "";
    /** @type {Record<string, boolean | string>} */
    this.options = {};
    /** @type {import("./types").Standing[]} */
    this.standing = [];
    this.up = true;
    this.parts = layout(root, texts);
    this.board = new Board(this.parts.map, data, theme, {
      piece: (p, e) => void this.pointing.piece(p, e),
      space: (x, e) => void this.pointing.space(x, e),
      hover: (x) => this.pointing.hover(x),
      cursor: (x) => this.pointing.cursor(x),
      menu: (kind, arg, x, y) => {
        const space = kind === "space" ? arg : (this.piece(arg)?.at ?? "");
        // A finger cannot hover: with a unit chosen, pressing long asks for the way.
        if (this.reach && this.piece(this.reach.unit)?.at !== space) this.way.show(space, { pin: true, tell: true });
        else void this.why(kind, arg, { x, y });
      },
      drop: (p, x) => void this.orders.drop(p, x),
      stacks: () => (this.pointing.stacks ? this.texts.web("whole-stack") : ""),
      stack: (x) => void this.pointing.stack(x),
      goHere: (x) => this.pointing.goHere(x),
      describePiece: (p) => this.describePiece(p.id),
      describeSpace: (x) => describeSpace(this, x),
    });
    this.pointing = new Pointing(this);
    this.orders = new Orders(this);
    this.check = new EndCheck(this);
    this.question = new Question(this, this.parts.ask);
    this.log = new Log(this, this.parts.log);
    this.drawer = new Drawer(this, this.parts.map);
    this.cover = new Cover(this);
    this.replay = new Replay(this, this.parts.bar);
    this.plan = new Plan(this);
    this.film = new Film(this);
    this.guide = new Guide(this);
    this.setUp = new SetUp(this);
    this.way = new WayCard(this);
    this.unbind = bindKeys(this);
    this.live = this.connect();
    this.lesson = new Lesson(this);
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
      /** @type {Promise<BoardData>} */ (first.pack ? ask(`/tables/${id}/board`, { key }) : fixed(`/games/${slug}/board`)),
      theming(slug),
      Texts.load(slug),
      fixed("/games"),
    ]);
    texts.know(data);
    const game = /** @type {GameInfo} */ (games.find((/** @type {GameInfo} */ g) => g.slug === slug));
    texts.sides = game.sides;
    const table = new Table(root, id, key, first, data, theme, texts);
    table.title = game.title;
    table.options = about.options ?? {};
    table.standing = game.standing ?? [];
    table.scenarioTurns = game.scenarios.find((x) => x.id === first.view.scenario)?.turns ?? 0;
    table.take(first);
    table.settle();
    table.heard(first);
    const note = h("p", { class: "drawing", role: "status" }, texts.web("drawing")); // only a first start takes so long
    table.board.frame.append(note);
    try {
      const map = first.pack ? ask(`/tables/${id}/map.svg`, { key, text: true }) : fixed(`/games/${slug}/map.svg`, true);
      table.board.draw(await map, (text) => texts.name("map", text));
    } finally {
      note.remove();
    }
    table.board.openOn(table.frontline());
    table.follow(null);
    table.lesson.sight();
    return table;
  }

  connect() {
    return new Live(this.id, this.key, {
      state: (s) => this.heard(s),
      thinking: (side, share) => {
        this.thinking = side;
        this.share = share;
        this.question.draw();
      },
      link: (up) => {
        if (up !== this.up) announce(this.texts.web(up ? "online" : "offline"), !up);
        this.up = up;
        this.root.classList.toggle("offline", !up);
      },
      late: (late) => {
        this.parts.late.textContent = late ? this.texts.web("late-answer") : "";
      },
      gone: (why) => toast(why || this.texts.web("table-gone"), "warn"),
    });
  }

  get past() {
    return this.replay?.state ?? null;
  }

  // -- what is heard

  /** @param {State} s */
  heard(s) {
    const was = this.side,
      before = this.take(s);
    const fresh = s !== before && s.at !== before.at;
    give(this);
    this.log.take(s, before);
    this.cover.check(was, s);
    this.film.heard(before, s);
    call(this, before);
    if (fresh || s.view.question !== before.view.question) this.settle();
    if (this.replay.state) {
      this.replay.draw();
      return;
    }
    this.render();
    if (seat(this.id)) saw(this.id, s.at);
    if (!this.film.picture && !this.film.loading) this.follow(before);
    const unit = this.view.facts.unit;
    if (this.mayAct && typeof unit === "string" && !this.reach && this.words().some((w) => w.kind === "space"))
      void this.pointing.reach(unit, false);
  }

  /**
   * Bring the place of the decision into sight if it is not.
   * @param {State | null} before
   */
  follow(before) {
    const target = placeOf(this.state.card);
    if (target && target !== placeOf(before?.card)) this.board.show(target);
    else if (this.mayAct && (this.state.view.question !== before?.view.question || this.state.at !== before.at)) {
      const at = this.words()
        .map((w) => (w.kind === "space" ? w.arg : w.kind === "unit" ? (this.piece(w.arg)?.at ?? "") : ""))
        .filter((x) => this.board.spaces.has(x));
      const seen = at.filter((x) => this.board.sees(x)).length;
      const phase = (/** @type {State} */ s) => this.theme.phases.findLast((p) => s.view.phase.includes(p));
      // Where a phase begins much of what may be chosen is looked at, later at least something.
      const begins = !before || phase(before) !== phase(this.state);
      if (seen < (begins ? at.length / 3 : 1)) this.board.survey(at);
    }
  }

  /** Where the game is decided now: units and places that may be chosen, and enemies near them; else where both meet. */
  frontline() {
    const { board } = this;
    const places = (/** @type {string[]} */ ids) => [...new Set(ids)].flatMap((id) => board.spaces.get(id) ?? []);
    const asked = places(
      this.words().flatMap((w) => (w.kind === "space" ? [w.arg] : w.kind === "unit" ? [this.piece(w.arg)?.at ?? ""] : [])),
    );
    const [own, foes] = [true, false].map((mine) => places(this.view.pieces.flatMap((p) => ((p.side === this.side) === mine ? [p.at] : []))));
    const near = (/** @type {import("./types").Space[]} */ some, /** @type {import("./types").Space[]} */ others, /** @type {number} */ hexes) =>
      some.filter((x) => others.some((y) => Math.hypot(x.x - y.x, x.y - y.y) < hexes * 1.75 * this.data.radius));
    const here = asked.length ? asked : near(own, foes, 2.5);
    return [...here, ...near(foes, here, asked.length ? 6 : 2.5)].map((x) => x.id);
  }

  /** What was pointed at is over: the question has changed. */
  settle() {
    this.unpoint();
    this.way?.shut();
    this.check.shut();
    this.board.fan.shut();
    if (this.parts.card.parentElement) this.parts.card.parentElement.scrollTop = 0;
    this.board.reach({});
    this.board.lines([]);
  }

  render() {
    drawTable(this);
  }

  // -- what is done

  /** @param {string} word */
  async act(word) {
    // What cannot be taken back lightly is asked about first, where there is something to warn of.
    if (this.theme.careful?.includes(parts(word)[0])) await this.orders.march([word]);
    else await this.orders.moves([word]);
  }

  /**
   * An answer was chosen. What ends a phase is asked about first, where something is left undone.
   * @param {ActWord} w
   */
  async answer(w) {
    if (!(await this.check.asks(w))) await this.act(w.word);
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
      drawArrows(this);
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
    this.lesson.close();
    this.live.close();
    this.unbind();
    this.board.close();
    document.querySelectorAll(".popup, .cover, dialog, .toast").forEach((el) => el.remove());
  }

  focusQuestion() {
    const { ask } = this.parts;
    one(ask.querySelector(".answers button, .aside button") ? ".answers button, .aside button" : "button, :scope", ask).focus();
  }
}