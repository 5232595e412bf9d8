// After the game: who won and why, how it went turn by turn, what the dice did, where the front ran, who stood out.
import { ask } from "./api.js";
import { dialog, fill, h, s, toast } from "./dom.js";
import { copy } from "./menu.js";
import { plotPicture } from "./picture.js";
import { capital, parts as cut } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Story} Story */
/** @typedef {{name: string, side: string, look: string, points: [number, number][]}} Line look: class of its colours */

const W = 420,
  H = 190,
  LEFT = 34,
  RIGHT = 14,
  TOP = 14,
  BOTTOM = 22;
const MOST = 3; // turning points and units a side

/**
 * The report of a game that is over, over the table.
 * @param {Table} table
 */
export async function afterwards(table) {
  const t = table.texts;
  const body = h("div", { class: "after" }, h("p", { role: "status" }, t.web("after-waits")));
  dialog(t.web("after"), [body], {
    close: t.web("close"),
    className: "after-box",
    onclose: () => history.replaceState(null, "", `#/t/${table.id}`),
  });
  try {
    const told = ["story", "notes"].map((x) => ask(`/tables/${table.id}/${x}`, { key: table.key })); // notes may be new
    const story = /** @type {Story} */ (Object.assign({}, ...(await Promise.all(told))));
    history.replaceState(null, "", `#/t/${table.id}/report`);
    fill(body, ...parts(table, story));
  } catch (e) {
    fill(body, h("p", { class: "warning" }, e instanceof Error ? e.message : t.web("failed")));
  }
}

/**
 * @param {Table} table
 * @param {Story} x
 */
function parts(table, x) {
  const t = table.texts;
  const o = table.state.outcome;
  const link = location.href.replace(/#.*/, `#/t/${table.id}/report`);
  const lines = (/** @type {(row: Story["turns"][number]) => number} */ of) =>
    x.sides.map((side) => ({ name: t.side(side), side, look: looks(table, side), points: x.turns.filter((r) => r.side === side).map((r) => /** @type {[number, number]} */ ([r.turn, of(r)])) }));
  const luck = x.luck,
    favoured = x.sides[luck.sum >= 0 ? 0 : 1];
  return [
    h(
      "div",
      {},
      h("p", { class: "won" }, h("b", {}, o?.winner ? t.web("won", { side: o.winner }) : t.web("drawn")), " ", o && t.has(o.key) ? t.say(o.key, { by: o.by ?? "" }) : ""),
      h("p", { class: "soft" }, table.state.you.length === 1 ? t.web("guide-you", { side: table.state.you[0] }) + " " : "", t.web("after-count", { acts: x.acts, rolls: x.rolls, turns: x.last_turn })),
      h(
        "div",
        { class: "answers" },
        h("button", { type: "button", class: "go", data: { after: "watch" }, onclick: () => go(table, 0) }, t.web("after-watch")),
        h("button", { type: "button", data: { after: "share" }, onclick: () => void copy(link, t.web("copied")) }, t.web("after-share")),
      ),
    ),
    h(
      "div",
      { class: "plots" },
      plot(t.web("after-score"), t.web("after-score-help"), t.web("picture"), scores(table, x)),
      plot(t.web("after-losses"), t.web("after-losses-help"), t.web("picture"), lines((r) => r.destroyed)),
      plot(t.web("after-forces"), t.web("after-forces-help"), t.web("picture"), lines((r) => r.steps)),
      plot(
        t.web("after-luck"),
        t.web("after-luck-help", { side: favoured, points: t.number(Math.abs(luck.sum), 1), deviations: t.number(Math.abs(luck.deviations), 1), n: luck.rolls }),
        t.web("picture"),
        [{ name: t.side(luck.side), side: luck.side, look: looks(table, luck.side), points: luck.curve.map((r) => /** @type {[number, number]} */ ([r.act, r.sum])) }],
        true,
      ),
    ),
    h("section", { class: "turning" }, h("h3", {}, t.web("after-turning")), turning(table, x)),
    lapse(table, x),
    written(table, x),
    h("section", { class: "notable" }, h("h3", {}, t.web("after-units")), notable(table, x)),
  ];
}

/**
 * @param {Table} table
 * @param {string} side
 */
const looks = (table, side) => `side-${table.theme.sides[side]?.key ?? ""}`;

/**
 * The tracks on which the game is won.
 * @param {Table} table
 * @param {Story} x
 * @returns {Line[]}
 */
function scores(table, x) {
  const t = table.texts;
  const known = [...new Set(x.tracks.filter((r) => x.score.includes(r.track)).map((r) => `${r.track} ${r.side}`))];
  return known.map((key) => {
    const [track, side] = key.split(" ");
    const points = x.tracks.filter((r) => r.track === track && r.side === side).map((r) => /** @type {[number, number]} */ ([r.turn, r.value]));
    return { name: capital(side ? t.side(side) : t.name("track", track)), side: side || x.sides[0], look: looks(table, side || x.sides[0]), points };
  });
}

/**
 * A plot that says in words what it shows.
 * @param {string} title
 * @param {string} help
 * @param {string} picture what keeping it as a picture is called
 * @param {Line[]} lines
 * @param {boolean} [byAct] along the acts, not the turns
 */
function plot(title, help, picture, lines, byAct = false) {
  const all = lines.flatMap((l) => l.points);
  const xs = all.map((p) => p[0]),
    ys = [0, ...all.map((p) => p[1])];
  const [x0, x1] = [Math.min(...xs, 0), Math.max(...xs, 1)],
    [y0, y1] = [Math.floor(Math.min(...ys)), Math.max(1, Math.ceil(Math.max(...ys)))];
  const x = (/** @type {number} */ v) => LEFT + ((v - x0) / (x1 - x0 || 1)) * (W - LEFT - RIGHT);
  const y = (/** @type {number} */ v) => H - BOTTOM - ((v - y0) / (y1 - y0 || 1)) * (H - TOP - BOTTOM);
  const ticks = [y0, ...(y0 < 0 && y1 > 0 ? [0] : []), Math.round((y0 + y1) / 2), y1].filter((v, k, a) => a.indexOf(v) === k);
  const marks = byAct ? [] : [...new Set(xs)].filter((_, k, a) => a.length < 12 || k % 2 === 0);
  const last = lines.map((l) => `${l.name} ${l.points.at(-1)?.[1] ?? 0}`).join(", ");
  const svg = s(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}: ${last}` },
    ticks.map((v) => [s("path", { d: `M${LEFT} ${y(v)}H${W - RIGHT}`, class: v === 0 ? "axis" : "rule-line" }), s("text", { x: LEFT - 6, y: y(v) + 4, class: "tick end" }, String(v))]).flat(),
    marks.map((v) => s("text", { x: x(v), y: H - 6, class: "tick mid" }, String(v))),
    lines.map((l, k) =>
      s("path", {
        d: l.points.map((p, n) => `${n ? "L" : "M"}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join(""),
        class: `curve ${l.look}${k ? " second" : ""}`,
      }),
    ),
  );
  const legend = lines.map((l) => `${l.name}: ${Math.round((l.points.at(-1)?.[1] ?? 0) * 10) / 10}`);
  return h(
    "figure",
    {},
    h("figcaption", {}, h("b", {}, title), h("span", { class: "soft fine" }, help)),
    svg,
    h(
      "p",
      { class: "legend" },
      lines.map((l, k) => h("span", { class: l.look }, legend[k])),
      h("button", { type: "button", class: "small", data: { after: "picture" }, onclick: () => void plotPicture(svg, `${title} (${legend.join(", ")})`) }, picture),
    ),
  );
}

/**
 * What meant most, a deed or a die, each with the way there.
 * @param {Table} table
 * @param {Story} x
 */
function turning(table, x) {
  const t = table.texts;
  return h(
    "ol",
    {},
    x.swings.slice(0, MOST).map((r) => {
      const [side, points] = [x.sides[r.gain >= 0 ? 0 : 1], t.number(Math.abs(r.gain), 1)];
      return h(
        "li",
        {},
        h("b", {}, t.web("turn", { turn: r.turn }), ": "),
        x.sides.includes(r.side) ? t.web("after-deed", { by: r.side, act: doing(table, r.word), side, points }) : t.web("after-roll", { side, points }),
        " ",
        h("button", { type: "button", class: "small", data: { after: "go" }, onclick: () => go(table, r.act) }, t.web("after-go")),
      );
    }),
  );
}

/**
 * What an act was about: the unit or the place it names.
 * @param {Table} table
 * @param {string} word
 */
function doing(table, word) {
  const [verb, arg] = cut(word);
  return arg ? table.texts.thing(verb, arg) : table.texts.name("verb", verb);
}

/**
 * What players have written beside their acts.
 * @param {Table} table
 * @param {Story} x
 */
function written(table, x) {
  const t = table.texts;
  if (!x.notes.length) return null;
  return h(
    "section",
    { class: "written" },
    h("h3", {}, t.web("notes")),
    h(
      "ul",
      {},
      x.notes.map((n) =>
        h("li", {}, h("b", {}, t.side(n.side), ": "), n.text, " ", h("button", { type: "button", class: "small", onclick: () => go(table, n.at) }, t.web("after-go"))),
      ),
    ),
  );
}

/**
 * Who held what, turn by turn.
 * @param {Table} table
 * @param {Story} x
 */
function lapse(table, x) {
  const t = table.texts,
    { spaces } = table.board;
  const ground = [...spaces.values()].filter((p) => p.corners?.length);
  if (!x.held.length || !ground.length) return null;
  /** @type {Map<string, SVGPolygonElement>} */
  const cells = new Map(ground.map((p) => [p.id, s("polygon", { points: p.corners.map((c) => c.join(",")).join(" "), class: "cell" })]));
  const told = h("output", {});
  const show = () => {
    const turn = Number(slider.value);
    /** @type {Map<string, string>} */
    const holder = new Map();
    for (const r of x.held) if (r.turn <= turn) holder.set(r.space, r.side);
    for (const [id, el] of cells) el.setAttribute("class", holder.has(id) ? `cell held ${looks(table, holder.get(id) ?? "")}` : "cell");
    told.textContent = t.web("after-front-at", { turn, list: x.sides.map((side) => `${t.side(side)} ${[...holder.values()].filter((v) => v === side).length}`).join(" · ") });
  };
  const slider = h("input", { type: "range", min: 0, max: x.last_turn, value: x.last_turn, "aria-label": t.web("after-front"), oninput: show });
  let timer = 0;
  const play = h(
    "button",
    {
      type: "button",
      data: { after: "play" },
      onclick: () => {
        clearInterval(timer);
        slider.value = "0";
        show();
        timer = setInterval(() => {
          slider.value = String(Number(slider.value) + 1);
          show();
          if (Number(slider.value) >= x.last_turn || !play.isConnected) clearInterval(timer);
        }, 700);
      },
    },
    t.web("after-play"),
  );
  show();
  return h(
    "section",
    { class: "lapse" },
    h("h3", {}, t.web("after-front")),
    h("div", { class: "row" }, play, slider, told),
    s("svg", { viewBox: table.data.viewBox.join(" "), role: "img", "aria-label": t.web("after-front") }, [...cells.values()]),
  );
}

/**
 * @param {Table} table
 * @param {Story} x
 */
function notable(table, x) {
  const t = table.texts;
  return h(
    "ul",
    {},
    x.sides.flatMap((side) =>
      (x.units[side] ?? []).slice(0, MOST).map((u) =>
        h("li", {}, h("b", {}, t.unit(u.id)), ` (${t.side(side)}): `, t.web(u.destroyed === null ? "after-unit" : "after-unit-fell", { n: u.acts, places: u.spaces, turn: u.destroyed ?? 0 })),
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @param {number} at
 */
function go(table, at) {
  document.querySelectorAll("dialog").forEach((el) => el.close());
  table.replay.open(at).catch((e) => toast(String(e), "warn"));
}
