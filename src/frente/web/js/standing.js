// Standing orders: what is answered for the player, where to give such orders, and how to be asked again.
import { announce, dialog, fill, h } from "./dom.js";
import { ruleLink } from "./rules.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Standing} Standing */
/** @typedef {import("./types").SeatOrders} SeatOrders */

/** @type {{table: Table, side: string, list: HTMLElement} | null} */
let open = null;

/**
 * The questions that the side at this screen can leave to orders.
 * @param {Table} table
 * @param {string} side
 * @returns {Standing[]}
 */
function declared(table, side) {
  return table.standing.filter((x) => x.sides.includes(side));
}

/**
 * @param {Table} table
 * @returns {SeatOrders | undefined}
 */
function mine(table) {
  return table.state.standing?.[table.side];
}

/**
 * Whether there is anything to order here.
 * @param {Table} table
 */
export function mayOrder(table) {
  return Boolean(mine(table)) && !table.state.outcome && declared(table, table.side).length > 0;
}

/**
 * With the question: what an order is about to answer, how many are in force, and that this question could be left to one.
 * @param {Table} table
 */
export function standingNote(table) {
  const orders = mine(table),
    t = table.texts;
  if (open?.table === table) show(); // the state may have changed under the open panel
  if (!orders || !mayOrder(table) || table.replay.state) return null;
  const given = Object.keys(orders.orders).length;
  if (orders.now)
    return h(
      "p",
      { class: "standing-note now", role: "status" },
      t.web("standing-now", { standing: [orders.asked, `${orders.asked}.${orders.now}`] }),
      " ",
      h(
        "button",
        { type: "button", class: "small", data: { standing: "withdraw" }, onclick: () => void give(table, table.side, orders.asked, "", []) },
        t.web("standing-withdraw"),
      ),
    );
  if (!given && !(orders.asked && table.mayAct)) return null;
  return h(
    "p",
    { class: "standing-note" },
    h(
      "button",
      { type: "button", class: "small plain", data: { standing: "open" }, onclick: () => standingPanel(table, orders.asked) },
      given ? t.web("standing-count", { n: given }) : t.web("standing-leave"),
    ),
  );
}

/**
 * The panel: every question that may be left to an order, with its rule, the answers and the conditions.
 * @param {Table} table
 * @param {string} [first] the question that is asked now
 */
export function standingPanel(table, first = "") {
  const t = table.texts;
  const list = h("div", { class: "standing-list" });
  open = { table, side: table.side, list };
  dialog(
    t.web("standing"),
    [h("p", { class: "soft" }, t.web("standing-text", { side: table.side })), list],
    { close: t.web("close"), className: "standing-box", onclose: () => (open = null) },
  );
  show();
  /** @type {HTMLElement | null} */ (list.querySelector(`[data-question="${first}"] select`))?.focus();
}

/** Draw the open panel anew, and leave the focus where it was. */
function show() {
  if (!open) return;
  const { table, side, list } = open;
  const orders = table.state.standing?.[side]?.orders ?? {};
  const focused = document.activeElement?.id ?? "";
  fill(
    list,
    declared(table, side).map((x) => row(table, side, x, orders[x.id])),
  );
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * @param {Table} table
 * @param {string} side
 * @param {Standing} x
 * @param {SeatOrders["orders"][string] | undefined} order
 */
function row(table, side, x, order) {
  const t = table.texts;
  const unless = order?.unless ?? [];
  const choice = h(
    "select",
    {
      id: "standing-" + x.id,
      "aria-label": t.name("standing", x.id),
      onchange: () => void give(table, side, x.id, choice.value, unless),
    },
    h("option", { value: "", selected: !order }, t.web("standing-ask")),
    x.answers.map((a) =>
      h("option", { value: a, selected: order?.answer === a }, capital(t.name("standing", `${x.id}.${a}`))),
    ),
  );
  return h(
    "fieldset",
    { data: { question: x.id }, class: order ? "on" : "" },
    h("legend", {}, capital(t.name("standing", x.id)), " ", ruleLink(table.shelf, x.rule)),
    choice,
    order &&
      x.unless.length > 0 &&
      h(
        "div",
        { class: "unless" },
        h("span", {}, t.web("standing-unless")),
        x.unless.map((c) =>
          h(
            "label",
            {},
            h("input", {
              type: "checkbox",
              id: `standing-${x.id}-${c}`,
              value: c,
              checked: unless.includes(c),
              onchange: () =>
                void give(table, side, x.id, order.answer, unless.includes(c) ? unless.filter((y) => y !== c) : [...unless, c]),
            }),
            h("span", {}, t.name("standing", "unless." + c)),
          ),
        ),
      ),
  );
}

/**
 * @param {Table} table
 * @param {string} side
 * @param {string} question
 * @param {string} answer empty: ask again
 * @param {string[]} unless
 */
async function give(table, side, question, answer, unless) {
  const said = await table.live.send({ type: "standing", side, question, answer, unless });
  if (said.type === "refused") table.refuse(said.reasons ?? []);
  else if (said.type === "ok") announce(table.texts.web(answer ? "standing-given" : "standing-withdrawn"));
}
