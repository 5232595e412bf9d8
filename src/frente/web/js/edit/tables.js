// Everything that is neither counter nor ground: tables as they are declared, one at a time.
import { fill, h } from "../dom.js";
import { badge, field, fieldName, fields, grid, scalar } from "./fields.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../types").EditShape} EditShape */

/**
 * Tables that have no tab of their own, by file.
 * @param {Editor} e
 * @returns {[string, string[]][]}
 */
function listed(e) {
  const elsewhere = [e.layout.counters, ...(e.layout.ground ?? [])];
  // What is looked up in play comes last in the files, and first here.
  return Object.keys(e.data.files).reverse().map((file) => [
    file,
    Object.keys(e.draft.file(file)).filter((name) => !elsewhere.includes(`${file}.${name}`) && name !== "provenance"),
  ]);
}

/**
 * @param {Editor} e
 * @param {HTMLElement} main
 * @param {HTMLElement} side
 */
export function tableTab(e, main, side) {
  const t = e.texts,
    all = listed(e);
  if (!all.some(([file, names]) => names.some((x) => `${file}.${x}` === e.table))) {
    const [file, names] = all.find(([, list]) => list.length) ?? ["", []];
    e.table = `${file}.${names[0] ?? ""}`;
  }
  const [file, name] = [e.table.split(".")[0], e.table.slice(e.table.indexOf(".") + 1)];
  const path = [name],
    shape = e.draft.shape(file, path),
    value = e.draft.get(file, path);
  fill(
    main,
    h("div", { class: "edit-bar" }, h("h2", {}, fieldName(e, name)), badge(e, file, path), h("code", { class: "soft" }, file + ".toml")),
    h(
      "div",
      { class: "edit-scroll", data: { scroll: "table-" + e.table }, tabindex: "0", role: "region", "aria-label": fieldName(e, name) },
      e.faultsAt(file, path).filter((x) => x.path.length < 2).map((x) => h("p", { class: "why" }, x.reason)),
      shape.kind === "list" && !scalar(/** @type {EditShape} */ (shape.item)) && Array.isArray(value) && value.length <= 250
        ? grid(e, file, path, shape, value)
        : shape.kind === "table" || shape.kind === "map"
          ? fields(e, file, path)
          : field(e, file, path),
    ),
  );
  fill(
    side,
    h(
      "nav",
      { class: "table-list edit-scroll", "aria-label": t.web("edit-tab-tables"), data: { scroll: "tables" } },
      all.flatMap(([of, names]) => [
        names.length > 0 && h("h3", {}, of + ".toml"),
        ...names.map((x) => {
          const here = `${of}.${x}`,
            wrong = e.faultsAt(of, [x]).length;
          return h(
            "button",
            {
              type: "button",
              class: "plain" + (e.draft.changed(of, [x]) ? " own" : ""),
              "aria-current": here === e.table ? "true" : null,
              data: { item: "table-" + here },
              onclick: () => {
                e.table = here;
                e.render();
                e.parts.main.scrollIntoView();
              },
            },
            fieldName(e, x),
            wrong > 0 && h("small", { class: "wrong" }, String(wrong)),
          );
        }),
      ]),
    ),
  );
}
