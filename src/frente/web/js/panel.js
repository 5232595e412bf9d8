// The selected unit or space, in words and with its card.
import { picture } from "./counters.js";
import { stateName } from "./describe.js";
import { fill, h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Mark} Mark */
/** @typedef {import("./texts.js").Texts} Texts */

/**
 * What is printed in a space, in words.
 * @param {Texts} t
 * @param {Mark} m
 */
export function markName(t, m) {
  if (!t.has("web.printed-" + m.kind)) return m.name ?? m.kind;
  return t.web("printed-" + m.kind, {
    name: t.name(m.kind, m.name ?? ""),
    letter: m.letter ?? "",
    colour: m.colour ? t.web("colour-" + m.colour) : "",
    points: m.points ?? 0,
    side: m.side ?? "",
  });
}

/**
 * @param {Table} table
 * @param {HTMLElement} el
 */
export function panel(table, el) {
  const t = table.texts,
    { unit, space } = table.selected;
  const p = unit ? table.piece(unit) : undefined;
  // What the question already shows is not shown twice.
  const asked = p && p.id === table.view.facts.unit && !table.board.spaces.has(p.at);
  el.hidden = (!p && !space) || Boolean(asked && table.mayAct);
  if (el.hidden) return;
  const why = (/** @type {string} */ kind, /** @type {string} */ arg) =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: (/** @type {MouseEvent} */ e) => void table.why(kind, arg, { x: e.clientX, y: e.clientY }),
      },
      t.web("why-not"),
      h("kbd", { "aria-hidden": "true" }, "?"),
    );
  if (p && table.pointing.stacks && table.group.length) {
    tray(table, el, p.at);
    return;
  }
  if (p) {
    const at = table.board.spaces.get(p.at);
    fill(
      el,
      picture(p, table.theme, table.board.bands),
      h(
        "div",
        {},
        h("b", {}, t.unit(p.id)),
        h(
          "span",
          { class: "lab" },
          [
            t.side(p.side),
            p.formation && t.web("formation", { name: t.name("formation", p.formation) }),
            capital(t.name("symbol", p.symbol)),
            p.elite && p.symbol !== p.size ? t.web("elite") : "",
            table.board.bands.strength(p) > 1 ? t.web("steps", { n: p.steps }) : "",
          ]
            .filter(Boolean)
            .join(" · "),
        ),
        h(
          "span",
          { class: "lab" },
          [at ? t.space(p.at) : t.name("box", p.at), ...p.state.map((x) => stateName(table, x))].join(" · "),
        ),
        h(
          "span",
          { class: "row" },
          why("unit", p.id),
          at &&
            table.overlay !== "supply" &&
            table.theme.overlays.includes("supply") &&
            h(
              "button",
              { type: "button", class: "small", onclick: () => void table.setOverlay("supply") },
              t.web("supply-line"),
            ),
          at &&
            table.side &&
            table.reach?.unit !== p.id &&
            h("button", { type: "button", class: "small", onclick: () => void table.pointing.range(p.id) }, t.web("range")),
        ),
      ),
    );
    return;
  }
  const x = table.board.spaces.get(space);
  if (!x) return;
  const here = table.board.stacks.get(space) ?? [];
  fill(
    el,
    h(
      "div",
      {},
      h("b", {}, t.space(space)),
      h(
        "span",
        { class: "lab" },
        [
          ...x.terrain.map((k) => t.name("terrain", k)),
          ...(x.printed ?? []).map((m) => markName(t, m)),
          ...(table.view.spaces[space] ?? []).map((m) => stateName(table, m)),
        ]
          .map(capital)
          .join(" · "),
      ),
      here.length > 0 &&
        h(
          "div",
          { class: "row here" },
          here.map((q) =>
            h(
              "button",
              {
                type: "button",
                class: "plain card-button" + (table.board.can.has(q.id) ? " can" : ""),
                title: t.unit(q.id),
                onclick: () => void table.pointing.piece(q.id),
              },
              picture(q, table.theme, table.board.bands, table.describePiece(q.id)),
            ),
          ),
        ),
      x.from && h("span", { class: "lab fine" }, t.web("terrain-from", { from: t.web("from-" + x.from) })),
      h("span", { class: "row" }, why("space", space)),
    ),
  );
}

/**
 * The units of a place that march as one: a click takes one along or leaves it behind.
 * @param {Table} table
 * @param {HTMLElement} el
 * @param {string} at
 */
function tray(table, el, at) {
  const t = table.texts;
  const mates = (table.board.stacks.get(at) ?? []).filter((q) => q.side === table.side);
  fill(
    el,
    h(
      "div",
      {},
      h("b", {}, t.web("stack-at", { space: t.space(at) })),
      h(
        "div",
        { class: "row here wrap" },
        mates.map((q) => {
          const along = table.group.includes(q.id);
          const rest = along ? table.group.filter((x) => x !== q.id) : [...table.group, q.id];
          return h(
            "button",
            {
              type: "button",
              class: "plain card-button" + (along ? " can" : ""),
              "aria-pressed": String(along),
              title: t.unit(q.id),
              data: { mate: q.id },
              onclick: () => rest.length && void table.pointing.stack(at, rest),
            },
            picture(q, table.theme, table.board.bands, table.describePiece(q.id)),
          );
        }),
      ),
      h("span", { class: "lab" }, t.web("stack-help")),
    ),
  );
}
