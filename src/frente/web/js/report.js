// The staff report: what the other side's moves have changed, in a few sentences that lead to their places.
import { fill, h, s as svg } from "./dom.js";
import { sceneText } from "./filmtext.js";
import { dress } from "./theme.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, string>} */
const ICONS = {
  ground: "M5 18V2M5 3H16L13 7L16 11H5",
  losses: "M2 4H18V16H2ZM2 4L18 16M18 4L2 16",
  arrivals: "M2 10H17M11 4L17 10L11 16",
  supply: "M1 5H11V14H1ZM11 8H16L19 11V14H11M5 14A2 2 0 1 0 5 18A2 2 0 1 0 5 14M15 14A2 2 0 1 0 15 18A2 2 0 1 0 15 14",
  threat: "M10 2L19 18H1ZM10 8V12M10 15V15.5",
  plan: "M2 15C6 5 11 17 16 6M12 6H16V10M2 3L6 7M6 3L2 7",
};

/**
 * In place of what just happened, until one acts.
 * @param {Table} table
 * @param {HTMLElement} box
 * @returns {boolean} whether there is one
 */
export function report(table, box) {
  const { film, texts: t } = table;
  if (!film.reel || table.replay.state) return false;
  box.hidden = false;
  // Whoever unfolded the list keeps it open; what the film unfolded closes with it.
  const list = box.querySelector(".scenes");
  const unfolded = Boolean(list?.hasAttribute("open") && !list.classList.contains("of-film"));
  fill(
    box,
    h("h3", {}, t.web("report", { side: film.side })),
    h(
      "ul",
      { class: "report" },
      film.reel.report.map((said) =>
        h(
          "li",
          { class: "topic-" + said.topic },
          svg("svg", { viewBox: "0 0 20 20", class: "topic", "aria-hidden": "true" }, svg("path", { d: ICONS[said.topic] })),
          said.places.length
            ? h("button", { type: "button", class: "line-text", onclick: () => visit(table, said.places) }, t.said(said))
            : h("span", { class: "line-text" }, t.said(said)),
        ),
      ),
    ),
    !film.open &&
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "small", data: { film: "again" }, onclick: () => film.again() }, t.web("film-again"), h("kbd", { "aria-hidden": "true" }, "⇧J")),
      ),
    h(
      "details",
      { class: film.open ? "scenes of-film" : "scenes", open: film.open || unfolded },
      h("summary", {}, t.web("film-scenes", { n: film.beats.length })),
      h(
        "ol",
        { class: "lines" },
        film.beats.map((b, k) =>
          h(
            "li",
            { class: "of-side " + dress(table.theme.sides[b.scenes[0].side]), "aria-current": film.open && k === film.at ? "step" : null },
            h(
              "button",
              {
                type: "button",
                class: "line-text",
                onclick: () => {
                  if (!film.open) film.watch(k);
                  film.step(k - film.at);
                },
              },
              sceneText(table, b.scenes),
            ),
          ),
        ),
      ),
    ),
  );
  return true;
}

/**
 * @param {Table} table
 * @param {string[]} places
 */
function visit(table, places) {
  table.board.point(places, "lately");
  table.board.show(places[0]);
}
