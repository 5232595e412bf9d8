// The drawn map of a game, as a part of the page.
import { takeApart } from "./strewn.js";

/**
 * @param {SVGSVGElement} ground
 * @param {string} text of the drawing
 * @param {(text: string) => string} speak what is printed on the map, in the reader's language where it has one
 * @returns {string} the style sheet of the drawing
 */
export function drawGround(ground, text, speak) {
  // Style attributes and sheets inside the picture would be inline styles; they are set through the object model.
  const parsed = new DOMParser().parseFromString(text.replaceAll(' style="', ' data-style="'), "image/svg+xml");
  const rules = [...parsed.querySelectorAll("style")]
    .map((el) => {
      el.remove();
      return el.textContent ?? "";
    })
    .join("\n");
  // The palette of the game's own map stays global; everything else concerns the picture alone.
  const palette = rules.match(/@media[^{]*\{:root[^}]*\}\}|:root[^{]*\{[^}]*\}/g) ?? [];
  const rest = palette.reduce((all, part) => all.replace(part, ""), rules);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${palette.join("\n")}\n.ground{${rest}}`);
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((x) => !("map" in x)),
    Object.assign(sheet, { map: true }),
  ];
  parsed.querySelector("title")?.remove();
  const root = document.importNode(parsed.documentElement, true);
  for (const el of root.querySelectorAll("text")) {
    const said = speak(el.textContent ?? "");
    if (said !== el.textContent) el.textContent = said;
  }
  for (const el of root.querySelectorAll("[data-style]"))
    /** @type {SVGElement} */ (el).style.cssText = el.getAttribute("data-style") ?? "";
  takeApart(root);
  ground.replaceChildren(...root.childNodes);
  return rules;
}
