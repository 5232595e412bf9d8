// The rule reader: any rule id anywhere opens it, with rulings and where the data come from.
import { fixed } from "./api.js";
import { dialog, fill, h } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./types").Rules} Rules */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {{slug: string, texts: Texts, provenance: Record<string, unknown>}} Shelf */

/**
 * A rule id that opens the reader.
 * @param {Shelf} shelf
 * @param {string} id
 * @param {boolean} [brief] a narrow place: of a title only what stands before its colon
 */
export function ruleLink(shelf, id, brief = false) {
  const link = id
    ? h(
        "button",
        {
          type: "button",
          class: "rule",
          title: shelf.texts.web("open-rule", { rule: id }),
          "aria-label": shelf.texts.web("open-rule", { rule: id }),
          onclick: (/** @type {Event} */ e) => {
            e.stopPropagation();
            void openRules(shelf, id);
          },
        },
        id,
      )
    : null;
  // An id without a number says nothing to a reader: its title is shown.
  if (link && /^[a-z]/.test(id))
    void fixed(`/games/${shelf.slug}/rules?lang=${shelf.texts.lang}`).then((/** @type {Rules} */ all) => {
      const found = all.rules.find((r) => r.id === id);
      if (!found) return;
      link.textContent = brief ? found.title.split(":")[0] : found.title;
      link.title = shelf.texts.web("open-rule", { rule: found.title });
      link.setAttribute("aria-label", link.title);
    });
  return link;
}

/**
 * Text in which rule and ruling ids are links.
 * @param {Shelf} shelf
 * @param {string} text
 * @param {Set<string>} known
 * @param {(id: string) => void} go
 */
function linked(shelf, text, known, go) {
  return text.split(/(\bR\d{1,3}[a-z]?\b|\b\d{1,2}(?:\.\w+)+\b|\b[a-z]+\.(?:\w+|\*))/).map((part) => {
    const start = part.replace("*", "");
    return /[.\d]/.test(part) && (known.has(part) || [...known].some((id) => begins(id, start)))
      ? h(
          "button",
          {
            type: "button",
            class: "rule",
            "aria-label": shelf.texts.web("open-rule", { rule: part }),
            onclick: () => go(start),
          },
          part,
        )
      : part;
  });
}

/**
 * Whether a rule belongs to a section: 4.1a to 4.1, but not 4.10.
 * @param {string} id
 * @param {string} start
 */
function begins(id, start) {
  return id.toLowerCase().startsWith(start) && !(/\d$/.test(start) && /\d/.test(id.charAt(start.length)));
}

/**
 * @param {Shelf} shelf
 * @param {string} [start]
 */
export async function openRules(shelf, start = "") {
  const t = shelf.texts;
  const found = /** @type {Rules} */ (await fixed(`/games/${shelf.slug}/rules?lang=${t.lang}`));
  const known = new Set([...found.rules.map((r) => r.id), ...Object.keys(found.rulings)]);
  const areaName = (/** @type {import("./types").Rule} */ r) => t.web("area-" + r.area);
  const list = h("div", { class: "rule-list" });
  const search = h("input", {
    type: "search",
    placeholder: t.web("search-rules"),
    "aria-label": t.web("search-rules"),
  });
  const show = (/** @type {string} */ wanted) => {
    search.value = wanted;
    draw();
  };
  const draw = () => {
    const text = search.value.trim().toLowerCase();
    const exact = found.rules.filter((r) => r.id.toLowerCase() === text);
    const chapter = exact.length ? exact[0].id.replace(/[a-z]\d*$|\.[^.]*$/, "") : "";
    const near = exact.length
      ? found.rules.filter(
          (r) => r.id !== exact[0].id && r.id.startsWith(chapter) && !/[\d]/.test(r.id.charAt(chapter.length)),
        )
      : found.rules.filter(
          (r) =>
            text === "" ||
            begins(r.id, text) ||
            areaName(r).toLowerCase() === text ||
            r.title.toLowerCase().includes(text) ||
            (text.length > 2 && r.says.toLowerCase().includes(text)),
        );
    const rulings = Object.entries(found.rulings).filter(
      ([id, r]) =>
        text &&
        (id.toLowerCase() === text ||
          exact.some((x) => x.rulings?.includes(id)) ||
          (text.length > 2 && !exact.length && (r.title + r.says).toLowerCase().includes(text))),
    );
    if (!text) {
      fill(list, contents(found), origin());
      return;
    }
    fill(
      list,
      exact.map((r) => article(r.id, r.title, r.says, r.optional)),
      rulings.slice(0, 12).map(([id, r]) => article(id, `${t.web("ruling")}: ${r.title}`, r.says, false, true)),
      exact.length > 0 && near.length > 0 && h("h3", { class: "soft" }, t.web("same-chapter", { rule: chapter })),
      near.slice(0, 60).map((r) => article(r.id, r.title, r.says, r.optional)),
      exact.length + near.length + rulings.length === 0 &&
        h("p", { class: "soft" }, t.web("no-rule-found", { rule: search.value })),
      h("p", { class: "soft fine" }, t.web("rules-own-words")),
      origin(),
    );
  };
  /** Chapters, each with how many rules it has. @param {Rules} all */
  const contents = (all) => {
    /** @type {Map<string, number>} */
    const chapters = new Map();
    for (const r of all.rules) {
      const name = areaName(r);
      chapters.set(name, (chapters.get(name) ?? 0) + 1);
    }
    return h(
      "section",
      {},
      h("h3", {}, t.web("rule-contents")),
      h(
        "ul",
        { class: "rule-contents" },
        [...chapters].map(([name, n]) =>
          h("li", {}, h("button", { type: "button", onclick: () => show(name) }, `${capital(name)} (${n})`)),
        ),
      ),
    );
  };
  const article = (    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {string} */ says,
    /** @type {boolean} */ optional,
    ruling = false,
  ) =>
    h(
      "article",
      { class: ruling ? "ruling" : "" },
      h(
        "h3",
        {},
        h("b", { class: "rule-id" }, id),
        " ",
        title,
        optional && h("small", {}, " ", t.web("optional-rule")),
      ),
      h("p", {}, linked(shelf, says.replaceAll("**", "").replaceAll("`", ""), known, show)),
    );
  const origin = () => {
    const lines = Object.entries(shelf.provenance);
    return lines.length
      ? h(
          "section",
          {},
          h("h3", {}, t.web("provenance")),
          h(
            "dl",
            {},
            lines.flatMap(([k, v]) => [h("dt", {}, t.web("from-" + k)), h("dd", {}, t.web("spaces-of", { n: v }))]),
          ),
        )
      : null;
  };
  search.addEventListener("input", draw);
  dialog(t.web("rules"), [search, list], { className: "reader", close: t.web("close") });
  show(start);
}
