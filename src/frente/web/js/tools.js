// Buttons over the map: overlays and zoom.
import { fill, h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {HTMLElement} el
 */
export function tools(table, el) {
  const t = table.texts;
  const keys = table.theme.keys ?? {};
  const near = h(
    "span",
    { class: "zooms" },
    h("button", { type: "button", "aria-label": t.web("zoom-in"), onclick: () => table.board.view.zoom(1.35) }, "+"),
    h(
      "button",
      { type: "button", "aria-label": t.web("zoom-out"), onclick: () => table.board.view.zoom(1 / 1.35) },
      "−",
    ),
    h("button", { type: "button", "aria-label": t.web("zoom-fit"), onclick: () => table.board.view.fit() }, "⤢"),
  );
  const focused = document.activeElement?.getAttribute("data-overlay");
  fill(
    el,
    table.theme.overlays.map((name) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(table.overlay === name),
          data: { overlay: name },
          onclick: () => void table.setOverlay(table.overlay === name ? "" : name),
        },
        t.overlay(name),
        keys[name] && h("kbd", { "aria-hidden": "true" }, keys[name].toUpperCase()),
      ),
    ),
    near,
  );
  if (focused)
    /** @type {HTMLElement | null} */ (el.querySelector(`[data-overlay=${focused}]`))?.focus();
}
