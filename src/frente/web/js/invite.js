// Invitations: links for friends, kept in this browser until somebody has sat down; to copy, to send, or to hold up as a code.
import { ask } from "./api.js";
import { dialog, fill, h, toast } from "./dom.js";
import { keep, kept } from "./keys.js";
import { copy } from "./menu.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {{table: string, side: string, invitation: string}} Invitation */

const NAME = "frente.invitations";
const MOST = 60;

/**
 * Those this browser has made for a table.
 * @param {string} table
 * @returns {Invitation[]}
 */
export const invitations = (table) => kept(NAME, /** @type {Invitation[]} */ ([])).filter((x) => x.table === table);

/** @param {Invitation} made */
export function remember(made) {
  const rest = kept(NAME, /** @type {Invitation[]} */ ([])).filter((x) => x.table !== made.table || x.side !== made.side);
  keep(NAME, [made, ...rest].slice(0, MOST));
}

/**
 * Whoever has sat down needs no link any more.
 * @param {string} table
 * @param {string[]} open sides nobody has taken
 */
export function forget(table, open) {
  const all = kept(NAME, /** @type {Invitation[]} */ ([]));
  const left = all.filter((x) => x.table !== table || open.includes(x.side));
  if (left.length < all.length) keep(NAME, left);
}

/** Whether the address of this page means something on this machine only. */
export const alone = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** @param {Invitation} x */
export const address = (x) => location.href.replace(/#.*/, "") + `#/t/${x.table}?invitation=${encodeURIComponent(x.invitation)}`;

/**
 * A link to a seat with what one does with it.
 * @param {Texts} t
 * @param {Invitation} x
 * @param {string} [name] of its side
 * @param {string} [id] of its field
 */
export function seatLink(t, x, name = t.side(x.side), id = "link-" + x.side) {
  const link = address(x);
  const code = h("figure", { class: "code", hidden: true });
  const show = h(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      data: { do: "qr" },
      onclick: () => {
        code.hidden = !code.hidden;
        show.setAttribute("aria-expanded", String(!code.hidden));
        if (!code.firstChild) void picture(t, code, link, name);
      },
    },
    t.web("qr"),
  );
  return h(
    "div",
    { class: "seat-link" },
    h("label", { for: id }, t.web("invite-side", { player: name })),
    h(
      "div",
      { class: "row wrap" },
      h("input", { id, readonly: true, value: link, class: "link" }),
      h("button", { type: "button", onclick: () => void copy(link, t.web("copied")) }, t.web("copy")),
      "share" in navigator && h("button", { type: "button", onclick: () => void navigator.share({ url: link }).catch(() => undefined) }, t.web("send")),
      show,
    ),
    code,
    alone() && h("p", { class: "warning fine", role: "note" }, t.web("invite-alone")),
  );
}

/**
 * The link as a code for a camera. It opens a seat, so it is sent in a body: addresses are written down in many places.
 * @param {Texts} t
 * @param {HTMLElement} el
 * @param {string} link
 * @param {string} name
 */
async function picture(t, el, link, name) {
  try {
    const drawn = new DOMParser().parseFromString(await ask("/qr", { body: { text: link }, text: true }), "image/svg+xml").documentElement;
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", t.web("qr-of", { player: name }));
    fill(el, drawn);
  } catch (e) {
    toast(e instanceof Error ? e.message : t.web("failed"), "warn");
  }
}

/**
 * @param {Texts} t
 * @param {{table: string, invitations: Record<string, string>}} made
 */
export function invited(t, made) {
  const links = Object.entries(made.invitations).map(([side, invitation]) => ({ table: made.table, side, invitation }));
  links.forEach(remember);
  inviteBox(t, links, [
    h("div", { class: "answers" }, h("a", { class: "button go", href: `#/t/${made.table}` }, t.web("to-the-table"))),
  ]);
}

/**
 * @param {Texts} t
 * @param {Invitation[]} links
 * @param {HTMLElement[]} [more]
 * @param {string} [text] what the links do
 */
export function inviteBox(t, links, more = [], text = "invite-text") {
  dialog(t.web("invite"), [h("p", {}, t.web(text)), ...links.map((x) => seatLink(t, x)), ...more], {
    close: t.web("close"),
    className: "invite",
  });
}
