// What has become of places with a tag: who holds them, fire and ruins, closed bridges, resources used or lost.
import { s } from "./dom.js";

/** @typedef {import("./types").Space} Space */
/** @typedef {import("./types").Theme} Theme */

/** Outline of a tag by the shape of its holder's pieces; without a holder it is the printed one.
 * @type {Record<string, string>} */
const TAGS = {
  round: "M-9 -14H9A14 14 0 0 1 9 14H-9A14 14 0 0 1 -9 -14Z",
  cut: "M-13 -14H13L22 -6V6L13 14H-13L-22 6V-6Z",
  square: "M-20 -14H20V14H-20Z",
};
const STAR = "M0 -9L2.4 -2.9L9 -2.6L3.9 1.5L5.6 7.9L0 4.2L-5.6 7.9L-3.9 1.5L-9 -2.6L-2.4 -2.9Z";
const FLAME = "M0 -22C3 -13 14 -10 14 4A14 14 0 0 1 -14 4C-14 -3 -9 -5 -8 -11C-4 -8 -3 -6 -2 -3C2 -8 2 -15 0 -22Z";
const BRIDGE = "M-24 17V0H24V17H18C18 8 6 8 6 17H-6C-6 8 -18 8 -18 17Z";
/** What lies over the sign of a bridge. @type {Record<string, [string, string][]>} */
const BRIDGES = {
  open: [["M-10 -5.500H8M3 -10L8 -5.500L3 -1", "b-go"]],
  closed: [
    ["M-13 -11H13V-3H-13Z", "b-bar"],
    ["M-9.5 -3L-4 -11M-2.5 -3L3 -11M4.5 -3L10 -11", "b-stripes"],
  ],
  destroyed: [["M-8 -6L8 10M8 -6L-8 10", "b-gone"]],
};

/**
 * @param {Space} x
 * @param {string[]} marks
 * @param {Theme} theme
 * @returns {SVGElement[]}
 */
export function placeMarks(x, marks, theme) {
  if (!x.tag) return [];
  const arg = (/** @type {string} */ name) => marks.find((m) => m.startsWith(name + ":"))?.slice(name.length + 1);
  const lost = marks.includes("ruin") || marks.includes("fire");
  /** @type {SVGElement[]} */
  const found = [];
  for (const m of x.printed ?? []) {
    if (m.kind === "bridge" && m.at) {
      const now = lost ? "destroyed" : marks.includes("closed") ? "closed" : "open";
      if (now !== m.name)
        found.push(
          s(
            "g",
            { transform: `translate(${m.at.join(" ")})`, class: "bridge-now" },
            s("rect", { x: -27, y: -27, width: 54, height: 50, class: "b-clear" }),
            s("path", { d: BRIDGE, class: "b-span" }),
            BRIDGES[now].map(([d, kind]) => s("path", { d, class: kind })),
          ),
        );
    }
    if (m.kind !== "resource" || !m.at || !m.id) continue;
    const used = marks.includes("committed:" + m.id);
    if (used) found.push(stamp(m.at, "r-used", "M-5 0L-1.5 4L5.5 -4.5"));
    else if (!marks.includes("resource:" + m.id)) found.push(stamp(m.at, "r-lost", "M-10 -10L10 10M10 -10L-10 10"));
  }
  if (lost) {
    const kind = marks.includes("fire") ? "fire" : "ruin";
    const place = `translate(${x.x} ${x.y})`;
    found.push(
      kind === "fire"
        ? s("g", { transform: place, class: "fire" }, s("path", { d: FLAME }), s("path", { d: FLAME, class: "core", transform: "translate(0 6) scale(.5)" }))
        : s("path", { d: "M-20 -20L20 20M20 -20L-20 20", class: "ruin", transform: place }),
    );
  }
  const holder = theme.sides[arg("held") ?? ""];
  if (holder) {
    found.push(
      s(
        "g",
        { class: `place-tag side-${holder.key}`, transform: `translate(${x.tag.join(" ")})` },
        s("path", { d: TAGS[holder.shape] ?? TAGS.square, class: "marker-body" }),
        x.id.length <= 3 ? s("text", { y: 6.6 }, x.id) : s("path", { d: STAR, class: "holder-sign" }),
      ),
    );
  }
  // A guard that was left behind.
  const guard = theme.sides[arg("marker") ?? ""];
  if (guard)
    found.push(
      s(
        "g",
        { class: `guard side-${guard.key}`, transform: `translate(${x.tag[0]} ${x.tag[1] + 30})` },
        s("path", { d: "M-2.2 12V-12H0L13 -7L0 -2V12Z", class: "marker-body" }),
      ),
    );
  return found;
}

/**
 * @param {[number, number]} at
 * @param {string} kind
 * @param {string} d
 */
function stamp(at, kind, d) {
  return s(
    "g",
    { class: kind, transform: `translate(${at.join(" ")})` },
    s("circle", { r: 12.5, class: "r-veil" }),
    s("path", { d, class: "r-sign" }),
  );
}
