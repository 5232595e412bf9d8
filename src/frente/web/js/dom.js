// Building the page by hand: elements, announcements, dialogs. No markup from strings except the drawn map.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} el
 * @param {Record<string, unknown>} attrs
 */
function dress(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function")
      el.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "data")
      for (const [k, v] of Object.entries(/** @type {object} */ (value))) el.setAttribute("data-" + k, String(v));
    else el.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  dress(el, attrs);
  add(el, ...children);
  return el;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attrs = {}, ...children) {
  const el = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(el, attrs);
  add(el, ...children);
  return el;
}

/**
 * @param {Element} el
 * @param {...(Child | Child[])} children
 */
export function add(el, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @param {Element} el
 * @param {...(Child | Child[])} children
 */
export function fill(el, ...children) {
  el.replaceChildren();
  add(el, ...children);
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`nothing on the page is ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Speak to a screen reader.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const el = one(urgent ? "#urgent" : "#polite");
  el.textContent = el.textContent === text ? text + "\u00a0" : text;
}

/**
 * A modal dialog that closes by Esc, by its button and by a click outside.
 * @param {string} title
 * @param {Child[]} body
 * @param {{className?: string, close: string, onclose?: () => void}} how
 * @returns {HTMLDialogElement}
 */
export function dialog(title, body, how) {
  const box = h(
    "dialog",
    { class: "box " + (how.className ?? ""), "aria-labelledby": "dialog-title" },
    h(
      "header",
      {},
      h("h2", { id: "dialog-title" }, title),
      h("button", { class: "plain close", type: "button", "aria-label": how.close, onclick: () => box.close() }, "×"),
    ),
    h("div", { class: "body", tabindex: "-1" }, body),
  );
  box.addEventListener("click", (e) => {
    if (e.target === box) box.close();
  });
  box.addEventListener("close", () => {
    box.remove();
    how.onclose?.();
  });
  document.body.append(box);
  box.showModal();
  one(".body", box).focus();
  return box;
}

/**
 * A short message that goes away by itself.
 * @param {string} text
 * @param {"note" | "warn"} [kind]
 */
export function toast(text, kind = "note") {
  document.querySelectorAll(".toast").forEach((old) => old.remove());
  const el = h("div", { class: "toast " + kind }, text);
  document.body.append(el);
  announce(text, kind === "warn");
  setTimeout(() => el.remove(), 6000);
}

/** @returns {boolean} */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A long list is one stop of the Tab key; the arrow keys, Home and End walk in it.
 * @param {HTMLElement} list
 */
export function rove(list) {
  const stops = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button, a")]);
  stops.forEach((x, k) => (x.tabIndex = k ? -1 : 0));
  list.addEventListener("keydown", (e) => {
    const at = stops.indexOf(/** @type {HTMLElement} */ (e.target));
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: stops.length - 1 }[e.key];
    if (at < 0 || to === undefined || e.shiftKey) return;
    e.preventDefault();
    e.stopPropagation();
    const next = stops[Math.min(Math.max(to, 0), stops.length - 1)];
    stops[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
