// What a player has to keep in mind: sections of rows with state, value, units and rule, as the server tells them.
import { picture } from "./counters.js";
import { fill, h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";
import { dress } from "./theme.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").LedgerRow} Row */
/** @typedef {import("./types").LedgerSection} Section */

const OPEN = "frente.ledger"; // which sections a player has opened or shut himself
const SHOWN = 7; // counters of a row, before the rest is only counted
/** @type {Record<string, string>} */
const SIGNS = { done: "✓", now: "▸", todo: "○", warn: "!" };

/** @param {Table} table */
const sections = (table) => /** @type {Section[]} */ (table.view.extra.sections ?? []);

/**
 * @param {Table} table
 * @param {HTMLElement} el
 */
export function ledger(table, el) {
  const t = table.texts,
    list = sections(table);
  el.hidden = list.length === 0;
  if (el.hidden) return;
  const wishes = kept(OPEN, /** @type {Record<string, boolean>} */ ({}));
  const focused = el.contains(document.activeElement) ? document.activeElement?.getAttribute("data-ledger") : null;
  fill(
    el,
    h("h2", {}, t.web("ledger"), h("kbd", { "aria-hidden": "true" }, "T")),
    list.map((part) => {
      const pressing = part.rows.some((x) => ["now", "warn"].includes(x.state));
      const details = h(
        "details",
        { open: wishes[part.id] ?? pressing },
        h(
          "summary",
          { data: { ledger: part.id } },
          h("span", {}, capital(t.name("section", part.id))),
          " ",
          standing(table, part),
        ),
        h("ul", { class: "ledger-rows" }, part.rows.map((x) => line(table, x))),
      );
      details.addEventListener("toggle", () => {
        const was = kept(OPEN, /** @type {Record<string, boolean>} */ ({}));
        if (details.open !== (was[part.id] ?? pressing)) keep(OPEN, { ...was, [part.id]: details.open });
      });
      return details;
    }),
  );
  if (focused) /** @type {HTMLElement | null} */ (el.querySelector(`[data-ledger="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * How a section stands, in one word: warnings, what is done of what has to be, or its value.
 * @param {Table} table
 * @param {Section} part
 */
function standing(table, part) {
  const t = table.texts;
  const count = (/** @type {string} */ state) => part.rows.filter((x) => x.state === state).length;
  const warned = count("warn"),
    done = count("done"),
    open = count("now") + count("todo");
  if (warned) return h("b", { class: "standing warn" }, t.web("ledger-warned", { n: warned }));
  if (open) return h("b", { class: "standing" }, t.web("ledger-count", { n: done, all: done + open }));
  return part.value ? h("b", { class: "standing" }, part.value) : null;
}

/**
 * @param {Table} table
 * @param {Row} x
 */
function line(table, x) {
  const t = table.texts;
  const text = capital(t.say("ledger." + x.key, x.facts));
  const look = table.theme.sides[x.side];
  const units = x.units.flatMap((id) => table.piece(id) ?? []);
  return h(
    "li",
    { class: `row-${x.state || "plain"}${look ? " of-side " + dress(look) : ""}` },
    x.state &&
      h("i", { class: "state-sign", role: "img", "aria-label": t.web("ledger-" + x.state) }, SIGNS[x.state] ?? ""),
    x.space && table.board.spaces.has(x.space)
      ? h("button", { type: "button", class: "line-text", onclick: () => visit(table, x.space) }, text)
      : h("span", { class: "line-text" }, text),
    x.value && h("b", { class: "row-value" }, x.value.replace(/^-/, "−")),
    ruleLink(table.shelf, x.rule),
    units.length > 0 &&
      h(
        "span",
        { class: "row-units" },
        units.slice(0, SHOWN).map((p) =>
          h(
            "button",
            {
              type: "button",
              class: "plain",
              title: t.unit(p.id),
              onclick: () => {
                if (table.board.spaces.has(p.at)) visit(table, p.at);
                table.pointing.select(p.id, "");
              },
            },
            picture(p, table.theme, table.board.bands, table.describePiece(p.id)),
          ),
        ),
        units.length > SHOWN &&
          h(
            "span",
            {
              class: "soft",
              title: units
                .slice(SHOWN)
                .map((p) => t.unit(p.id))
                .join(", "),
            },
            t.web("ledger-more", { n: units.length - SHOWN }),
          ),
      ),
  );
}

/**
 * @param {Table} table
 * @param {string} space
 */
function visit(table, space) {
  table.board.show(space);
  table.board.point([space], "lately");
}
