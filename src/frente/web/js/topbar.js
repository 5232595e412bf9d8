// The slim bar: turn and date, the sequence of play, score, points of both sides.
import { fill, h } from "./dom.js";
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
  const full = narrow ? { day: "numeric", month: "short" } : { day: "numeric", month: "long", year: "numeric" };
  const month = days?.start.slice(0, 7) === days?.end.slice(0, 7) ? undefined : full.month;
  const date =
    !days || setUp
      ? t.web("set-up")
      : days.start === days.end
        ? t.date(days.start, full)
        : `${t.date(days.start, { day: "numeric", month })}–${t.date(days.end, full)}`;
  const total = table.scenarioTurns;
  const now = theme.phases.findLastIndex((p) => v.phase.includes(p));
  const track = (/** @type {string} */ id, side = "") => v.tracks.find((x) => x.id === id && x.side === side);
  const score = theme.score && track(theme.score.track, theme.score.side);
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
            title: t.web("score-help", { win: theme.score.win, draw: theme.score.draw, side: theme.score.side }),
          },
          h("b", {}, String(score.value ?? "?"), h("small", {}, " ", t.web("to-win", { n: theme.score.win }))),
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
      theme.points &&
        Object.entries(theme.sides).map(([side, look]) => {
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
    h(
      "button",
      { type: "button", class: "small menu-button", "aria-label": t.web("game-menu"), onclick: () => table.menu() },
      h("span", { class: "wide" }, t.web("menu")),
      h("span", { class: "narrow" }, "⋯"),
    ),
  );
}
