// The slim bar: turn and date, the sequence of play, score, points of both sides.
import { fill, h } from "./dom.js";
import { howToWin, scoreDecides } from "./guide.js";
import { clockFaces, talkButton } from "./people/talk.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {HTMLElement} el
 */
export function topBar(table, el) {
  const t = table.texts,
    v = table.view,
    theme = table.theme;
  const days = table.data.turns.find((x) => x.n === v.turn);
  // Some games know no turn before their set-up is over, others stand on the turn before the first.
  const setUp = !v.turn || Boolean(theme.turn && !v.phase.includes(theme.turn) && !table.shown.outcome);
  const narrow = matchMedia("(max-width:700px)").matches;
  /** @type {Intl.DateTimeFormatOptions} */
  const full = days?.months ? { month: narrow ? "short" : "long", year: "numeric" } : narrow ? { day: "numeric", month: "short" } : { day: "numeric", month: "long", year: "numeric" };
  const month = days?.start.slice(0, 7) === days?.end.slice(0, 7) ? undefined : full.month;
  const dated = (/** @type {{start: string, end: string, months?: boolean}} */ x) =>
    x.start === x.end || (x.months && month === undefined)
      ? t.date(x.start, full)
      : `${t.date(x.start, { ...(x.months ? {} : { day: "numeric" }), month })}–${t.date(x.end, full)}`;
  const date = setUp ? t.web("set-up") : days ? dated(days) : "";
  const total = table.scenarioTurns;
  const now = theme.phases.findLastIndex((p) => v.phase.includes(p));
  // What is being done within the phase, where the game has activities of its own for it.
  const inner = theme.task ? (v.phase.at(-1) ?? "") : "";
  const named = now < 0 ? "" : t.has("web.short-" + theme.phases[now]) ? t.web("short-" + theme.phases[now]) : "";
  const task = t.has("phase." + inner) && !t.name("phase", inner).startsWith(named) ? inner : "";
  const track = (/** @type {string} */ id, side = "") => v.tracks.find((x) => x.id === id && x.side === side);
  const score = theme.score && track(theme.score.track, theme.score.side);
  const decides = scoreDecides(table);
  fill(
    el,
    h("a", { class: "home", href: "#/", title: t.web("all-games"), "aria-label": t.web("all-games") }, "☰"),
    h(
      "div",
      { class: "when" },
      h(
        "b",
        {},
        setUp ? table.state.name || "Frente" : t.web("turn", { turn: v.turn }),
        total && !setUp && v.turn <= total ? h("small", {}, " ", t.web("of", { n: total })) : null,
      ),
      h("span", {}, date),
    ),
    table.state.you.length === 1 && you(table, table.state.you[0]),
    h(
      "ol",
      { class: "phases", "aria-label": t.web("sequence") },
      theme.phases.map((p, k) =>
        h(
          "li",
          {
            "aria-current": k === now && "step",
            class: Math.abs(k - (now < 0 ? 0 : now)) > 1 ? "x" : "",
            title: capital(t.name("phase", p)),
          },
          capital(t.has("web.short-" + p) ? t.web("short-" + p) : t.name("phase", p)),
          k === now && task && h("small", {}, ` · ${capital(t.name("phase", task))}`),
        ),
      ),
    ),
    h(
      "div",
      { class: "score" },
      score &&
        theme.score &&
        h(
          "div",
          {
            class: "vp",
            title: decides ? t.web("score-help", { win: theme.score.win, draw: theme.score.draw, side: theme.score.side }) : howToWin(t, v.scenario),
          },
          h("b", {}, String(score.value ?? "?"), decides && h("small", {}, " ", t.web("to-win", { n: theme.score.win }))),
          h("span", { class: "lab" }, t.web("score-of", { side: theme.score.side })),
        ),
      (theme.gauges ?? []).map((id) => {
        const x = track(id);
        return (
          x &&
          h(
            "div",
            { class: "gauge" },
            h("b", {}, x.value === null ? "?" : capital(t.name(id, String(x.value)))),
            h("span", { class: "lab" }, capital(t.name("track", id))),
          )
        );
      }),
      theme.meters && Object.keys(theme.sides).map((side) => meters(table, side)),
      theme.points &&
        Object.entries(theme.sides).map(([side, look]) => {
          if (typeof theme.points === "object") return purse(table, side, theme.points[side] ?? []);
          const x = track(theme.points ?? "", side),
            n = x?.value ?? 0;
          return h(
            "div",
            { class: "points", title: `${t.name("track", theme.points ?? "")}, ${t.side(side)}: ${n}` },
            h(
              "b",
              { class: `track ${look.shape} side-${look.key}`, role: "img", "aria-label": `${t.side(side)}: ${n}` },
              n > 6
                ? h("i", { class: "on" })
                : Array.from({ length: Math.max(3, n) }, (_, k) => h("i", { class: k < n ? "on" : "" })),
              h("span", { class: n > 6 ? "" : "few" }, String(n)),
            ),
            h("span", { class: "lab" }, t.web("points-of", { side })),
          );
        }),
    ),
    clockFaces(table),
    talkButton(table),
    h(
      "button",
      { type: "button", class: "small menu-button", "aria-label": t.web("game-menu"), onclick: () => table.menu() },
      h("span", { class: "wide" }, t.web("menu")),
      h("span", { class: "narrow" }, "⋯"),
    ),
  );
}

/**
 * Points of several kinds that a side has: a number each.
 * @param {Table} table
 * @param {string} side
 * @param {string[]} kinds tracks
 */
function purse(table, side, kinds) {
  const t = table.texts,
    look = table.theme.sides[side];
  const list = kinds.flatMap((id) => table.view.tracks.filter((x) => x.id === id && x.side === side));
  const names = list.map((x) => `${capital(t.name("track", x.id))}: ${x.value ?? "?"}`).join("; ");
  return h(
    "div",
    { class: "points", title: names },
    h(
      "b",
      { class: `track ${look.shape} side-${look.key}`, role: "img", "aria-label": names },
      h("i", { class: "on" }),
      h("span", {}, list.map((x) => String(x.value ?? "?")).join(" + ")),
    ),
    h("span", { class: "lab" }, t.web("points-of", { side })),
  );
}

/**
 * What a side has: tracks side by side; those with a scale as boxes.
 * @param {Table} table
 * @param {string} side
 */
function meters(table, side) {
  const t = table.texts,
    { theme, view } = table,
    look = theme.sides[side];
  const found = (theme.meters ?? []).flatMap((id) => view.tracks.find((x) => x.id === id && x.side === side) ?? []);
  if (!found.length) return null;
  const first = theme.holders?.some((id) => t.sides[view.tracks.find((x) => x.id === id)?.value ?? -1] === side);
  return h(
    "div",
    { class: `meters side-${look.key}`, role: "group", "aria-label": t.side(side) },
    h(
      "b",
      { class: "who " + look.shape, title: first ? capital(t.name("track", theme.holders?.[0] ?? "")) : "" },
      t.side(side),
      first && h("i", { class: "first", role: "img", "aria-label": capital(t.name("track", theme.holders?.[0] ?? "")) }, "★"),
    ),
    found.map((x) => {
      const scale = theme.scales?.[x.id];
      const said = scale ? t.name(x.id, String(x.value)) : String(x.value ?? "?");
      return h(
        "div",
        { class: "meter", title: `${capital(t.name("track", x.id))}: ${said}` },
        scale
          ? h(
              "b",
              { class: "boxes", role: "img", "aria-label": said },
              [...scale].reverse().map((n) => h("i", { class: n === x.value ? "on" : "" })),
            )
          : h("b", {}, said),
        h("span", { class: "lab" }, scale ? capital(said) : t.web("short-" + x.id)),
      );
    }),
  );
}

/**
 * Whose side one plays, where one plays a single one.
 * @param {Table} table
 * @param {string} side
 */
function you(table, side) {
  const look = table.theme.sides[side];
  const clocks = Object.keys(table.state.clocks ?? {}).length > 0; // they bear the names
  const others = clocks ? [] : Object.entries(table.state.seats).flatMap(([name, seat]) => (name !== side && seat.kind !== "bot" && seat.name ? [seat.name] : []));
  return h(
    "p",
    { class: "you", title: table.texts.web("guide-you", { side }) },
    h("i", { class: `flag ${look?.shape} side-${look?.key}` }),
    h("span", { class: "wide" }, table.texts.web("you"), " "),
    h("b", {}, table.texts.side(side)),
    others.length > 0 && h("span", { class: "wide" }, table.texts.web("against-person", { name: others.join(", ") })),
  );
}
