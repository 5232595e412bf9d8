// What the rooms beside the board have in common: their frame, who is signed in, and how a form is sent.
import { ask, fixed } from "../api.js";
import { fill, h, toast } from "../dom.js";
import { Texts } from "../texts.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../dom.js").Child} Child */

/** @returns {Promise<{account: Me | null, mail: boolean}>} */
export const whoAmI = () => ask("/account");

/** Texts for a room that belongs to no game. */
export async function plainTexts() {
  /** @type {GameInfo[]} */
  const games = await fixed("/games");
  return { games, texts: await Texts.load(games[0].slug) };
}

/**
 * @param {HTMLElement} root
 * @param {Texts} t
 * @param {string} title
 * @param {Me | null} me
 * @param {Child[]} parts
 */
export function furnish(root, t, title, me, parts) {
  document.title = `${title} – Frente`;
  fill(
    root,
    h(
      "div",
      { class: "lobby room" },
      h("header", {}, h("a", { href: "#/", class: "home" }, "Frente"), nav(t, me)),
      h("main", {}, h("h1", {}, title), parts),
    ),
  );
}

/**
 * The ways between the rooms.
 * @param {Texts} t
 * @param {Me | null} me
 */
export function nav(t, me) {
  const here = location.hash.split("/")[1] || "";
  const to = (/** @type {string} */ room, /** @type {string} */ text) =>
    h("a", { href: "#/" + room, "aria-current": room === here ? "page" : null }, text);
  return h(
    "nav",
    { class: "ways", "aria-label": t.web("ways") },
    to("", t.web("all-games")),
    to("meet", t.web("meet")),
    to("cups", t.web("cups")),
    to("packs", t.web("edit-packs")),
    me && waiting(to("notices", t.web("notices"))),
    me?.role === "moderator" && to("desk", t.web("desk")),
    to("account", me ? me.name : t.web("sign-in")),
  );
}

/**
 * How much waits, beside the way there.
 * @param {HTMLElement} way
 */
function waiting(way) {
  ask("/notices").then(
    (found) => found.notices.length && way.append(h("i", { class: "count" }, String(found.notices.length))),
    () => {}, // it is no more than a hint
  );
  return way;
}

/**
 * A form whose fault is said beside it; while it is under way it cannot be sent again.
 * @param {Texts} t
 * @param {Record<string, unknown>} attrs
 * @param {(form: HTMLFormElement) => Promise<unknown>} send
 * @param {...(Child | Child[])} parts
 */
export function form(t, attrs, send, ...parts) {
  const fault = h("p", { class: "fault", role: "alert" });
  const found = h("form", {
    ...attrs,
    onsubmit: async (/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      if (found.getAttribute("aria-busy")) return;
      found.setAttribute("aria-busy", "true");
      fault.textContent = "";
      try {
        await send(found);
      } catch (why) {
        fault.textContent = why instanceof Error ? why.message : t.web("failed");
      }
      found.removeAttribute("aria-busy");
    },
  });
  fill(found, ...parts, fault);
  return found;
}

/**
 * @param {string} label
 * @param {Record<string, unknown>} attrs of the input; its name is its id too
 * @param {Child} [help]
 */
export function field(label, attrs, help) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: attrs.id ?? attrs.name }, label),
    h("input", { id: attrs.name, required: true, ...attrs }),
    help && h("p", { class: "soft fine" }, help),
  );
}

/**
 * A button that does something on the server and says so when it fails.
 * @param {Texts} t
 * @param {string} text
 * @param {() => Promise<unknown>} go
 * @param {Record<string, unknown>} [attrs]
 */
export function does(t, text, go, attrs = {}) {
  const button = h(
    "button",
    {
      type: "button",
      ...attrs,
      onclick: async () => {
        button.setAttribute("disabled", "");
        try {
          await go();
        } catch (e) {
          toast(e instanceof Error ? e.message : t.web("failed"), "warn");
        }
        button.removeAttribute("disabled");
      },
    },
    text,
  );
  return button;
}

/**
 * A day and an hour in the reader's language.
 * @param {Texts} t
 * @param {number} seconds since 1970
 */
export const moment = (t, seconds) =>
  new Date(seconds * 1000).toLocaleString(t.lang === "es" ? "es" : "en-GB", { dateStyle: "medium", timeStyle: "short" });

/** @param {string} name */
export const playerLink = (name) => h("a", { href: "#/player/" + encodeURIComponent(name) }, name);

/**
 * @param {Texts} t
 * @param {number} seconds since 1970
 */
export const day = (t, seconds) => new Date(seconds * 1000).toLocaleDateString(t.lang === "es" ? "es" : "en-GB", { dateStyle: "medium" });
