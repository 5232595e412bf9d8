// Markers on the tracks that are printed on the map.
import { s } from "./dom.js";
import { capital } from "./texts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Display} Display */

/** @type {Record<string, string>} */
const BODIES = {
  round: "M-9 -15H9A9 9 0 0 1 18 -6V6A9 9 0 0 1 9 15H-9A9 9 0 0 1 -18 6V-6A9 9 0 0 1 -9 -15Z",
  cut: "M-11 -15H11L18 -8V8L11 15H-11L-18 8V-8Z",
  square: "M-18 -15H18V15H-18Z",
};
const PAWN = "M0 -15L15 0L0 15L-15 0Z";

/** @param {Table} table */
export function printedTracks(table) {
  const t = table.texts,
    { theme, view } = table;
  const value = (/** @type {string} */ id, side = "") => view.tracks.find((x) => x.id === id && x.side === side)?.value;
  const sides = Object.keys(theme.sides);
  /** @type {Map<string, {look?: {key: string, shape: string}, text: string, title: string}[]>} */
  const lying = new Map();
  const lay = (
    /** @type {Display} */ d,
    /** @type {number} */ k,
    /** @type {string} */ side,
    /** @type {string} */ text,
    /** @type {string} */ title,
  ) => {
    if (k < 0 || k >= d.boxes.length) return;
    const key = `${d.id}:${d.boxes[k].id}`;
    lying.set(key, [...(lying.get(key) ?? []), { look: theme.sides[side], text, title }]);
  };
  for (const d of table.data.displays ?? []) {
    for (const id of d.tracks ?? [])
      for (const side of ["", ...sides]) {
        const n = value(id, side);
        if (n === undefined || n === null) continue;
        const short = (d.tracks ?? []).length > 1 && t.has("web.short-" + id) ? t.web("short-" + id) : "";
        lay(d, d.boxes.findIndex((b) => b.id === String(n)), side, short, `${capital(t.name("track", id))}, ${t.side(side)}: ${n}`);
      }
    if (d.holder) lay(d, 0, sides[value(d.holder) ?? -1] ?? "", "", capital(t.name("track", d.holder)));
    if (d.row) lay(d, value(d.row) ?? -1, "", "", capital(t.name("track", d.row)));
    if (d.steps) lay(d, d.steps.findLastIndex((p) => p !== "" && view.phase.includes(p)), "", "", "");
  }
  const boxes = (table.data.displays ?? []).flatMap((d) => d.boxes.map((b) => ({ ...b, key: `${d.id}:${b.id}` })));
  return boxes.flatMap((b) =>
    (lying.get(b.key) ?? []).map(({ look, text, title }, k, all) => {
      const x = b.x + b.width / 2 + (k - (all.length - 1) / 2) * Math.min(40, (b.width - 34) / Math.max(1, all.length - 1)),
        y = b.y + b.height / 2 + 3;
      return s(
        "g",
        { class: `track-marker side-${look?.key ?? "none"}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
        s("title", {}, title),
        s("path", { d: look ? (BODIES[look.shape] ?? BODIES.square) : PAWN, class: "marker-body" }),
        text ? s("text", { y: 5 }, text) : null,
      );
    }),
  );
}
