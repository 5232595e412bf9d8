// An order step by step: the line of command as it stands, and what each answer on offer costs, risks and promises.
// All of it comes with the card: legs (from, to, channel), notes (text, rule, tone, chance) and odds.
import { h, s } from "./dom.js";
import { whole } from "./reckon.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Leg} Leg */
/** @typedef {import("./types").Note} Note */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").ActWord} ActWord */

const FEW = 7; // of many answers so many are listed at first
const percent = (/** @type {number} */ share) => Math.round(100 * share) + "\u00a0%";
/** Signs of the channels, in a box of 20 by 20, drawn or filled. @type {Record<string, string>} */
export const WAYS = {
  call: "M2.4 9.6C2 4.8 5 3.2 10 3.2C15 3.2 18 4.8 17.6 9.6L14 9.9L13.6 7.4H6.4L6 9.9ZM7.4 8.6H12.6L15.8 17.2H4.2Z",
  courier: "M11.5 1.6A2 2 0 1 1 11.49 1.6ZM7 8L11 6L14 9.500H17.500V11.500H13L11.5 10L10.5 12.500L14 15V19.500H12V16L8 13.500L6.5 16.500H2V14.500H5.200L7.5 9.500L6 11.500H4.200Z",
  agent: "M6 8.500H14C14 12.5 12.5 14 10 14C7.5 14 6 12.5 6 8.500ZM2.5 7.500H17.500V9H2.500ZM6 7L7 2.500H13L14 7ZM3 19.500C3 16 6 15 10 15C14 15 17 16 17 19.500Z",
  direct: "M2 3H18V13H11L6 17.500V13H2Z",
  open: "M8.5 13V11.500C8.5 9 11.8 8.6 11.8 6.600A1.8 1.8 0 0 0 8.2 6.600H5.600A4.4 4.4 0 0 1 14.4 6.600C14.4 9.6 11.2 10 11.2 12V13ZM8.5 15H11.200V17.700H8.500Z",
};
const SIGNS = { risk: "M10 2L19 18H1ZM9 8V13H11V8ZM9 14.500V16.500H11V14.500Z", safe: "M2.5 10.500L5 8L8.5 11.500L15.5 4.500L18 7L8.5 16.500Z" };

/**
 * @param {string} d
 * @param {string} kind
 */
const icon = (d, kind) =>
  s("svg", { viewBox: "0 0 20 20", class: "w-icon " + kind, "aria-hidden": "true" }, s("path", { d, "fill-rule": "evenodd" }));

/**
 * @param {Table} table
 * @param {Note} n
 */
function note(table, n) {
  const t = table.texts;
  const sign = n.tone === "risk" ? SIGNS.risk : n.tone === "safe" ? SIGNS.safe : "";
  return h(
    "li",
    { class: "note " + n.tone },
    sign ? icon(sign, n.tone) : h("i", { class: "dot", "aria-hidden": "true" }),
    h(
      "span",
      {},
      n.tone === "risk" && h("span", { class: "unseen" }, t.web("risk"), " "),
      capital(t.say(n.key, n.facts)),
      n.chance !== undefined && h("b", {}, " " + percent(n.chance)),
    ),
    ruleLink(table.shelf, n.rule),
  );
}

/**
 * Who passes the order to whom.
 * @param {Table} table
 * @param {Leg} leg
 */
function ends(table, leg) {
  const t = table.texts;
  const from = leg.issuer
    ? t.unit(leg.issuer)
    : !leg.token
      ? t.space(leg.from)
      : leg.from
        ? t.web("line-start", { space: leg.from })
        : t.web("line-start-hidden");
  const to = leg.unit ? t.unit(leg.unit) : leg.resource ? t.thing("resource", leg.resource) : t.space(leg.to);
  return `${capital(from)} → ${to}`;
}

/**
 * @param {Table} table
 * @param {Leg} leg
 */
function channel(table, leg) {
  const t = table.texts;
  return capital(t.name("way", leg.way)) + (leg.by ? `, ${t.thing("exchange", leg.by)}` : "");
}

/**
 * @param {Table} table
 * @param {import("./types").Card} card
 * @param {HTMLElement | null} odds the card of what is being resolved
 * @returns {(HTMLElement | null)[]}
 */
export function wizard(table, card, odds) {
  const t = table.texts;
  const line = card.line ?? [];
  const offered = answers(table, card);
  const next = offered.length
    ? h("section", { class: "wizard", "aria-label": t.web("what-it-takes") }, choices(table, card, offered))
    : null;
  const trail = lineOf(table, line);
  return card.minor ? [trail, next, odds] : [trail, odds, next];
}

/**
 * The line of command as it stands.
 * @param {Table} table
 * @param {Leg[]} line
 */
function lineOf(table, line) {
  const t = table.texts;
  if (!line.length) return null;
  return h(
    "section",
    { class: "wizard", "aria-label": t.web("order-wizard") },
    h("h3", {}, t.web("line-of-command")),
      h(
        "ol",
        { class: "legs" },
        line.map((leg, k) =>
          h(
            "li",
            { class: "leg way-" + leg.way + (leg.now ? " now" : "") },
            h("b", { class: "nr", "aria-hidden": "true" }, String(k + 1)),
            h(
              "div",
              {},
              h("span", { class: "ends" }, ends(table, leg)),
              h("span", { class: "by" }, icon(WAYS[leg.way] ?? WAYS.open, ""), channel(table, leg)),
              leg.notes.length > 0 && h("ul", { class: "notes" }, leg.notes.map((n) => note(table, n))),
            ),
          ),
        ),
      ),
  );
}

/**
 * Answers about which the card knows something, the most promising first where they promise something.
 * @param {Table} table
 * @param {import("./types").Card} card
 * @returns {{w: ActWord, x: Choice}[]}
 */
function answers(table, card) {
  if (!table.mayAct || table.doubt) return [];
  const words = table.choice.length ? table.choice : table.words();
  const found = words.flatMap((w) => {
    const x = card.choices?.[w.word];
    return x ? [{ w, x }] : [];
  });
  // Pawns that are alike in everything are one answer.
  const said = found.map((y) => JSON.stringify([table.texts.act(y.w.word, ""), table.piece(y.w.arg)?.at, y.x]));
  const once = found.filter((_, k) => said.indexOf(said[k]) === k);
  return once.length > FEW ? once.sort((a, b) => (b.x.chance ?? 0) - (a.x.chance ?? 0)) : once;
}

/**
 * @param {Table} table
 * @param {import("./types").Card} card
 * @param {{w: ActWord, x: Choice}[]} offered
 */
function choices(table, card, offered) {
  const t = table.texts;
  const one = (/** @type {{w: ActWord, x: Choice}} */ { w, x }) => {
    const { leg } = x;
    const redraw = (/** @type {Leg[]} */ line) => {
      drawLegs(table, line);
      drawAim(table, card.aim ?? []);
    };
    const made = (card.line ?? []).filter((y) => !y.now);
    const show = () => leg && redraw([...made, { ...leg, maybe: true, notes: x.notes }]);
    const back = () => leg && redraw(card.line ?? []);
    return h(
      "li",
      { class: "choice" },
      h(
        "button",
        {
          type: "button",
          data: { word: w.word, verb: w.verb },
          "aria-describedby": x.notes.length > 0 && "about-" + w.word.replaceAll(":", "-"),
          onclick: () => {
            table.choice = [];
            void table.act(w.word);
          },
          onpointerenter: show,
          onpointerleave: back,
          onfocus: show,
          onblur: back,
        },
        icon(WAYS[x.leg?.way ?? ""] ?? WAYS.open, x.leg && x.leg.way !== "open" ? "" : "gone"),
        h("span", { class: "what" }, t.act(w.word, table.view.question), where(table, w)),
        x.chance !== undefined &&
          h("span", { class: "odds" }, h("b", {}, percent(x.chance)), h("small", {}, t.name("card", x.of ?? "success"))),
      ),
      x.notes.length > 0 &&
        h("ul", { class: "notes", id: "about-" + w.word.replaceAll(":", "-") }, x.notes.map((n) => note(table, n))),
      x.odds && h("details", { class: "sums-of" }, h("summary", {}, t.web("why-odds")), whole(table, x.odds, null)),
    );
  };
  const few = offered.length > FEW + 2 ? offered.slice(0, FEW) : offered;
  const rest = offered.slice(few.length);
  return h(
    "div",
    {},
    h("h3", {}, t.web("what-it-takes")),
    h("ul", { class: "choices" }, few.map(one)),
    rest.length > 0 &&
      h("details", { class: "rest" }, h("summary", {}, t.web("more-answers", { n: rest.length })), h("ul", { class: "choices" }, rest.map(one))),
  );
}

/**
 * Where a pawn is that an answer names.
 * @param {Table} table
 * @param {ActWord} w
 */
function where(table, w) {
  const at = w.kind === "unit" ? table.piece(w.arg)?.at : undefined;
  return at && table.board.spaces.has(at) ? h("small", {}, table.texts.space(at)) : null;
}

/**
 * What stands at places of the map: the chance or the price of going there.
 * @param {Table} table
 * @param {import("./types").Card} card
 */
export function choiceBadges(table, card) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const w of table.mayAct ? table.words() : []) {
    const x = card.choices?.[w.word];
    if (!x || w.kind !== "space") continue;
    const text = x.chance !== undefined ? percent(x.chance) : x.cost !== undefined ? String(x.cost) : "";
    if (text && (x.chance !== undefined || !found.has(w.arg))) found.set(w.arg, text);
  }
  return [...found].map(([id, text]) => ({ id, text }));
}

// -- on the map

/**
 * @param {Table} table
 * @param {Leg[]} line
 */
export function drawLegs(table, line) {
  const { board } = table;
  const shapes = line.map((leg) => ({ leg, points: course(table, leg) }));
  board.layer.legs.replaceChildren(
    ...shapes.flatMap(({ leg, points }) => {
      const d = leg.way === "courier" || leg.way === "agent" ? broken(points) : smooth(points);
      const kind = `leg-line way-${leg.way}${leg.maybe || leg.way === "open" ? " maybe" : ""}`;
      return points.length < 2
        ? []
        : [s("path", { d, class: kind + " edge" }), s("path", { d, class: kind }), s("path", { d, class: kind + " inner" })];
    }),
  );
  board.layer.pills.replaceChildren(...shapes.map(({ leg, points }, k) => pill(leg, points, k + 1)));
}

/**
 * Brackets round the places an order is about.
 * @param {Table} table
 * @param {string[]} ids of spaces, or of pieces that stand there
 */
export function drawAim(table, ids) {
  const { board } = table;
  for (const id of new Set(ids.map((x) => (board.spaces.has(x) ? x : (table.piece(x)?.at ?? ""))))) {
    const x = board.spaces.get(id);
    if (!x) continue;
    const xs = x.corners.map((c) => c[0]),
      ys = x.corners.map((c) => c[1]);
    const [l, r, u, d] = [Math.min(...xs) - 9, Math.max(...xs) + 9, Math.min(...ys) - 9, Math.max(...ys) + 9];
    board.layer.legs.append(
      s("path", {
        d: `M${l} ${u + 26}V${u}H${l + 26}M${r - 26} ${u}H${r}V${u + 26}M${r} ${d - 26}V${d}H${r - 26}M${l + 26} ${d}H${l}V${d - 26}`,
        class: "aim",
      }),
    );
  }
}

/**
 * @param {Leg} leg
 * @param {[number, number][]} points
 * @param {number} n
 */
function pill(leg, points, n) {
  const [x, y] = points.length > 1 ? middle(points) : (points[0] ?? [0, 0]);
  const risks = leg.notes.filter((m) => m.tone === "risk");
  const chance = Math.max(-1, ...risks.map((m) => m.chance ?? -1));
  const text = chance >= 0 ? percent(chance) : "";
  const w = 62 + (risks.length || leg.maybe ? 20 : 0) + text.length * 9;
  return s(
    "g",
    { class: "pill" + (leg.now ? " now" : ""), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s(
      "g",
      { class: "bigger" },
      s("path", { d: `M${-w / 2 + 14} -16H${w / 2 - 12}L${w / 2} 0L${w / 2 - 12} 16H${-w / 2 + 14}A16 16 0 0 1 ${-w / 2 + 14} -16Z`, class: "pill-body" }),
      s("circle", { cx: -w / 2 + 14, cy: 0, r: 12, class: "pill-nr" }),
      s("text", { x: -w / 2 + 14, y: 5.5, class: "pill-n" }, String(n)),
      s("path", { d: WAYS[leg.way] ?? WAYS.open, class: "pill-way", transform: `translate(${-w / 2 + 30} -10)`, "fill-rule": "evenodd" }),
      risks.length || leg.maybe
        ? s("path", {
            d: risks.length ? SIGNS.risk : SIGNS.safe,
            class: risks.length ? "pill-risk" : "pill-safe",
            transform: `translate(${-w / 2 + 54} -8) scale(.8)`,
            "fill-rule": "evenodd",
          })
        : null,
      text ? s("text", { x: w / 2 - 13, y: 5.5, class: "pill-text" }, text) : null,
    ),
  );
}

/**
 * The points a leg runs through: streets for a courier, the exchange for a call.
 * @param {Table} table
 * @param {Leg} leg
 * @returns {[number, number][]}
 */
function course(table, leg) {
  const { spaces } = table.board;
  const at = (/** @type {string} */ id) => {
    const x = spaces.get(id);
    return x ? /** @type {[number, number][]} */ ([[x.x, x.y]]) : [];
  };
  const stops = [leg.from, ...leg.via, leg.to].filter((id) => spaces.has(id));
  if (leg.way !== "courier" || stops.length < 2) {
    const points = stops.flatMap(at);
    if (points.length === 2) points.splice(1, 0, bowed(points[0], points[1]));
    return points;
  }
  const square = (/** @type {string} */ id) => spaces.get(id)?.parent || id;
  const found = at(stops[0]);
  for (let k = 1; k < stops.length; k++) {
    const [a, b] = [square(stops[k - 1]), square(stops[k])];
    const road = (table.data.routes ?? []).find((r) => r.ends.includes(a) && r.ends.includes(b) && a !== b);
    if (road) found.push(...(road.ends[0] === a ? road.line : [...road.line].reverse()));
    found.push(...at(stops[k]));
  }
  return found;
}

/**
 * A point beside the middle, so that a line does not hide the street below it.
 * @param {[number, number]} a
 * @param {[number, number]} b
 * @returns {[number, number]}
 */
function bowed([ax, ay], [bx, by]) {
  return [(ax + bx) / 2 + (by - ay) * 0.08, (ay + by) / 2 - (bx - ax) * 0.08];
}

/** @param {[number, number][]} points */
function broken(points) {
  return "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L");
}

/**
 * A curve through all points.
 * @param {[number, number][]} points
 */
function smooth(points) {
  let d = "M" + (points[0] ?? [0, 0]).join(" ");
  for (let k = 1; k < points.length; k++) {
    const [p0, p1, p2, p3] = [points[k - 2] ?? points[k - 1], points[k - 1], points[k], points[k + 1] ?? points[k]];
    const c1 = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6],
      c2 = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    d += `C${[...c1, ...c2, ...p2].map((n) => n.toFixed(1)).join(" ")}`;
  }
  return d;
}

/**
 * @param {[number, number][]} points
 * @returns {[number, number]}
 */
function middle(points) {
  const long = points.slice(1).map(([x, y], k) => Math.hypot(x - points[k][0], y - points[k][1]));
  let left = long.reduce((a, b) => a + b, 0) / 2;
  for (let k = 0; k < long.length; k++) {
    if (left <= long[k] && long[k] > 0) {
      const share = left / long[k];
      return [points[k][0] + (points[k + 1][0] - points[k][0]) * share, points[k][1] + (points[k + 1][1] - points[k][1]) * share];
    }
    left -= long[k];
  }
  return points[points.length - 1];
}
