// The places of the page: bar, rail with question and details, map.
import { fill, h } from "./dom.js";

/**
 * @param {HTMLElement} root
 * @param {import("./texts.js").Texts} t
 */
export function layout(root, t) {
  const p = {
    top: h("header", { class: "top" }),
    ask: h("section", { class: "ask", "aria-label": t.web("question") }),
    hand: h("section", { class: "hand", "aria-label": t.web("hands"), hidden: true }),
    recent: h("section", { class: "recent", "aria-label": t.web("just-happened"), hidden: true }),
    card: h("div", { class: "card-place" }),
    panel: h("section", { class: "pick", "aria-label": t.web("selection"), hidden: true }),
    ledger: h("section", { class: "ledger", "aria-label": t.web("ledger"), hidden: true }),
    log: h("section", { class: "log", "aria-label": t.web("log") }),
    map: h("main", { class: "map", tabindex: "0", "aria-label": t.web("map-label") }),
    bar: h("div", { class: "under-map" }),
    late: h("p", { class: "late-line", role: "status" }),
    tools: h("div", { class: "tools", role: "toolbar", "aria-label": t.web("overlays") }),
  };
  const rail = h(
    "aside",
    { class: "rail", "aria-label": t.web("rail") },
    h("button", {
      class: "grip-bar",
      type: "button",
      "aria-label": t.web("sheet"),
      onclick: () => rail.classList.toggle("tall"),
    }),
    p.ask,
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t.web("details") },
      p.hand,
      p.recent,
      p.card,
      p.panel,
      p.ledger,
      p.log,
    ),
  );
  // The rail comes first, so that the question is what the Tab key and a screen reader meet before the map.
  // Tools have a bar of their own beside the map: they cover nothing of it.
  p.bar.append(p.tools);
  fill(root, h("div", { class: "page" }, p.top, rail, h("div", { class: "field" }, p.map, p.bar)));
  p.map.append(h("p", { class: "lost-line", role: "status" }, t.web("reconnecting")), p.late);
  return p;
}
