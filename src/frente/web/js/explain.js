// Why not? The reasons the referee gives for a unit, a space or a button, each with its rule.
import { describePiece, describeSpace } from "./describe.js";
import { announce, h } from "./dom.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./types").Said} Said */
/** @typedef {import("./table.js").Table} Table */

/**
 * Reasons as a list.
 * @param {Table} table
 * @param {Said[]} reasons
 */
export function reasons(table, reasons) {
  return h(
    "ul",
    { class: "reasons" },
    reasons.map((r) => h("li", {}, table.texts.said(r), " ", ruleLink(table.shelf, r.rule))),
  );
}

/**
 * Ask about a thing and show the answer near it.
 * @param {Table} table
 * @param {string} kind unit, space or button
 * @param {string} arg
 * @param {string} name
 * @param {{x: number, y: number}} at
 */
export async function whyNot(table, kind, arg, name, at) {
  const side = table.side || Object.keys(table.state.seats)[0];
  const answer = await table.live.send({ type: "explain", side, kind, arg });
  const t = table.texts;
  const acts = answer.acts ?? [];
  const refusals = answer.refusals ?? answer.reasons ?? [];
  const question = table.view.question;
  const body = acts.length
    ? h(
        "ul",
        { class: "reasons" },
        acts.map((word) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "small",
                onclick: () => {
                  pop.remove();
                  void table.act(word);
                },
              },
              t.act(word, question),
            ),
          ),
        ),
      )
    : reasons(table, refusals);
  const what = kind === "unit" ? describePiece(table, arg) : kind === "space" ? describeSpace(table, arg) : "";
  const pop = popup(
    acts.length ? t.web("can-do", { what: name }) : t.web("why-not-title", { what: name }),
    h("div", {}, what && h("p", { class: "soft what" }, what), body),
    at,
    t.web("close"),
  );
  announce(acts.length ? acts.map((w) => t.act(w, question)).join(". ") : refusals.map((r) => t.said(r)).join(" "));
}

/**
 * A small window that closes by Esc, by its button or by a click elsewhere.
 * @param {string} title
 * @param {Node} body
 * @param {{x: number, y: number}} at
 * @param {string} close
 */
export function popup(title, body, at, close) {
  document.querySelectorAll(".popup").forEach((el) => el.remove());
  const before = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
  const el = h(
    "div",
    { class: "popup", role: "dialog", "aria-label": title, tabindex: "-1" },
    h(
      "header",
      {},
      h("h3", {}, title),
      h("button", { type: "button", class: "plain close", "aria-label": close, onclick: () => shut() }, "×"),
    ),
    body,
  );
  const shut = () => {
    el.remove();
    before?.focus();
  };
  el.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    e.stopPropagation();
    shut();
  });
  document.body.append(el);
  const w = el.offsetWidth,
    tall = el.offsetHeight;
  el.style.left = Math.max(8, Math.min(at.x + 8, innerWidth - w - 8)) + "px";
  el.style.top = Math.max(8, Math.min(at.y + 8, innerHeight - tall - 8)) + "px";
  el.focus();
  setTimeout(() =>
    addEventListener("pointerdown", function away(e) {
      if (el.contains(/** @type {Node} */ (e.target)) || /** @type {Element} */ (e.target).closest("dialog")) return;
      el.remove();
      removeEventListener("pointerdown", away);
    }),
  );
  return el;
}
